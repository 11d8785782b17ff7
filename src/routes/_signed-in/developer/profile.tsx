import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_signed-in/developer/profile")({
  component: lazyRouteComponent(
    () => import("../../../features/account/screens/developer-profile/developer-profile.tsx"),
    "DeveloperProfile",
  ),
});

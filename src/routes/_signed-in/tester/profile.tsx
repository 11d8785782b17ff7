import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_signed-in/tester/profile")({
  component: lazyRouteComponent(
    () => import("../../../features/account/screens/tester-profile/tester-profile.tsx"),
    "TesterProfile",
  ),
});

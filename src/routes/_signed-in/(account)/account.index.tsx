import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

/** Account settings, the same for every role. */
export const Route = createFileRoute("/_signed-in/(account)/account/")({
  component: lazyRouteComponent(
    () => import("../../../features/account/screens/settings/settings.tsx"),
    "AccountSettings",
  ),
});

import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

/** Two-step verification, the same for every role. */
export const Route = createFileRoute("/_signed-in/(account)/account/security")({
  component: lazyRouteComponent(
    () => import("../../../features/account/screens/security/security.tsx"),
    "AccountSecurity",
  ),
});

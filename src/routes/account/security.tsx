import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../signed-in.tsx";

/** Two-step verification, the same for every role. */
export const accountSecurityRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/account/security",
  component: lazyRouteComponent(
    () => import("../../features/account/screens/security/security.tsx"),
    "AccountSecurity",
  ),
});

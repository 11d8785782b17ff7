import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../signed-in.tsx";

/** Account settings, the same for every role. */
export const accountSettingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/account",
  component: lazyRouteComponent(
    () => import("../../features/account/screens/settings/settings.tsx"),
    "AccountSettings",
  ),
});

import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { testerRoute } from "./layout.tsx";

export const testerProfileRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/profile",
  component: lazyRouteComponent(
    () => import("../../features/account/screens/tester-profile/tester-profile.tsx"),
    "TesterProfile",
  ),
});

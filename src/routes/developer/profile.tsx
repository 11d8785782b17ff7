import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { developerRoute } from "./layout.tsx";

export const developerProfileRoute = createRoute({
  getParentRoute: () => developerRoute,
  path: "/profile",
  component: lazyRouteComponent(
    () => import("../../features/account/screens/developer-profile/developer-profile.tsx"),
    "DeveloperProfile",
  ),
});

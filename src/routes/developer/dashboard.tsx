import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { developerRoute } from "./layout.tsx";

export const developerDashboardRoute = createRoute({
  getParentRoute: () => developerRoute,
  path: "/",
  component: lazyRouteComponent(
    () => import("../../features/dashboard/screens/developer/developer-dashboard.tsx"),
    "DeveloperDashboard",
  ),
});

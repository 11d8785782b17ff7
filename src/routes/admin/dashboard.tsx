import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { adminRoute } from "./layout.tsx";

export const adminDashboardRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/",
  component: lazyRouteComponent(
    () => import("../../features/dashboard/screens/admin/admin-dashboard.tsx"),
    "AdminDashboard",
  ),
});

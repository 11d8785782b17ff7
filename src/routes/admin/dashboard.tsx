import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { adminRoute } from "./layout.tsx";

export const adminDashboardRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../../screens/admin/dashboard.tsx"), "AdminDashboard"),
});

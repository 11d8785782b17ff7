import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { testerRoute } from "./layout.tsx";

export const testerDashboardRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/",
  component: lazyRouteComponent(
    () => import("../../features/dashboard/screens/tester/tester-dashboard.tsx"),
    "TesterDashboard",
  ),
});

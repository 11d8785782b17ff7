import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { testerRoute } from "./layout.tsx";

export const testerDashboardRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../../screens/tester/dashboard.tsx"), "TesterDashboard"),
});

import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_signed-in/tester/")({
  component: lazyRouteComponent(
    () => import("../../../features/dashboard/screens/tester/tester-dashboard.tsx"),
    "TesterDashboard",
  ),
});

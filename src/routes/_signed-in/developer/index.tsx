import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_signed-in/developer/")({
  component: lazyRouteComponent(
    () => import("../../../features/dashboard/screens/developer/developer-dashboard.tsx"),
    "DeveloperDashboard",
  ),
});

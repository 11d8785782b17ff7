import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_signed-in/admin/")({
  component: lazyRouteComponent(
    () => import("../../../features/dashboard/screens/admin/admin-dashboard.tsx"),
    "AdminDashboard",
  ),
});

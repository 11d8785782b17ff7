import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/")({
  ...withTexts("adminHome"),
  component: lazyRouteComponent(
    () => import("#features/dashboard/screens/admin/admin-dashboard.tsx"),
    "AdminDashboard",
  ),
});

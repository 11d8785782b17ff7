import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/")({
  ...screen("adminHome", () => import("#features/dashboard/screens/admin/admin-dashboard.tsx"), "AdminDashboard"),
});

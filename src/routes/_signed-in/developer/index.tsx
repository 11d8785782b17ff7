import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/developer/")({
  ...screen(
    "developerHome",
    () => import("#features/dashboard/screens/developer/developer-dashboard.tsx"),
    "DeveloperDashboard",
  ),
});

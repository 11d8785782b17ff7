import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/")({
  ...screen("testerHome", () => import("#features/dashboard/screens/tester/tester-dashboard.tsx"), "TesterDashboard"),
});

import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/first-report")({
  ...screen("tester", () => import("#features/reports/screens/first-report/first-report.tsx"), "FirstReport"),
});

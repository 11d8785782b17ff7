import { createFileRoute } from "@tanstack/react-router";
import { screen } from "#routes/-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/$campaignId/report/$feedbackId")({
  ...screen("tester", () => import("#features/reports/screens/report/report-page.tsx"), "ReportPage"),
});

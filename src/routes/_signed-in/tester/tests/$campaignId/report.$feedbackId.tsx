import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "#routes/-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/$campaignId/report/$feedbackId")({
  ...withTexts("tester"),
  component: lazyRouteComponent(() => import("#features/reports/screens/report/report-page.tsx"), "ReportPage"),
});

import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_signed-in/tester/tests/$campaignId/report/$feedbackId")({
  component: lazyRouteComponent(
    () => import("../../../../../features/reports/screens/report/report-page.tsx"),
    "ReportPage",
  ),
});

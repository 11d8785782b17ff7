import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { testerRoute } from "./layout.tsx";

export const testerReportRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/tests/$campaignId/report/$feedbackId",
  component: lazyRouteComponent(() => import("../../features/reports/screens/report/report-page.tsx"), "ReportPage"),
});

import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ownReportSearch } from "../../../features/reports/search.ts";

export const Route = createFileRoute("/_signed-in/tester/feedback")({
  validateSearch: ownReportSearch,
  component: lazyRouteComponent(
    () => import("../../../features/reports/screens/my-reports/my-reports.tsx"),
    "MyFeedback",
  ),
});

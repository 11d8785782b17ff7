import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ownReportSearch } from "#features/reports/search.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/feedback")({
  validateSearch: ownReportSearch,
  ...withTexts("tester"),
  component: lazyRouteComponent(() => import("#features/reports/screens/my-reports/my-reports.tsx"), "MyFeedback"),
});

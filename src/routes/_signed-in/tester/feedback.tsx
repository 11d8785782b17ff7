import { createFileRoute } from "@tanstack/react-router";
import { ownReportSearch } from "#features/reports/search.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/feedback")({
  validateSearch: ownReportSearch,
  ...screen("tester", () => import("#features/reports/screens/my-reports/my-reports.tsx"), "MyFeedback"),
});

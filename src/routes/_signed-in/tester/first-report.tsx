import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/first-report")({
  ...withTexts("tester"),
  component: lazyRouteComponent(() => import("#features/reports/screens/first-report/first-report.tsx"), "FirstReport"),
});

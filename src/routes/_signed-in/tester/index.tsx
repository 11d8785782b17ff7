import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/")({
  ...withTexts("testerHome"),
  component: lazyRouteComponent(
    () => import("#features/dashboard/screens/tester/tester-dashboard.tsx"),
    "TesterDashboard",
  ),
});

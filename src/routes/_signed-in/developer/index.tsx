import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/developer/")({
  ...withTexts("developerHome"),
  component: lazyRouteComponent(
    () => import("#features/dashboard/screens/developer/developer-dashboard.tsx"),
    "DeveloperDashboard",
  ),
});

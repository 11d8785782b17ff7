import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

/** `#<token>`: the link to the summary of a campaign. */
export const Route = createFileRoute("/(public)/summary")({
  ...withTexts("public"),
  component: lazyRouteComponent(
    () => import("../../features/campaigns/screens/shared-summary/shared-summary.tsx"),
    "SharedSummary",
  ),
});

import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { flag, searchParams } from "#lib/search-params.ts";
import { withTexts } from "#routes/-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/$campaignId/")({
  validateSearch: searchParams({
    /** Set by Apply Now; opens the form. */
    apply: flag,
  }),
  ...withTexts("tester"),
  component: lazyRouteComponent(
    () => import("#features/applications/screens/test-details/test-details.tsx"),
    "TesterCampaign",
  ),
});

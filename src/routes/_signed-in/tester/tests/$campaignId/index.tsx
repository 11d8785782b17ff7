import { createFileRoute } from "@tanstack/react-router";
import { flag, searchParams } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/$campaignId/")({
  validateSearch: searchParams({
    /** Set by Apply Now; opens the form. */
    apply: flag,
  }),
  ...screen("tester", () => import("#features/applications/screens/test-details/test-details.tsx"), "TesterCampaign"),
});

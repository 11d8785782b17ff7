import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/$campaignId/")({
  validateSearch: searchParams({
    /** Set by Apply Now: opens the form. */
    apply: v.boolean(),
  }),
  component: lazyRouteComponent(
    () => import("../../../../../features/campaigns/screens/test-details/test-details.tsx"),
    "TesterCampaign",
  ),
});

import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { testerRoute } from "./layout.tsx";

const search = v.object({
  /** Set by Apply Now: opens the form. */
  apply: v.optional(v.fallback(v.optional(v.boolean()), undefined)),
});

export const testerCampaignRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/tests/$campaignId",
  validateSearch: search,
  component: lazyRouteComponent(
    () => import("../../features/campaigns/screens/test-details/test-details.tsx"),
    "TesterCampaign",
  ),
});

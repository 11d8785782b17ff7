import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { testerRoute } from "./layout.tsx";

const search = v.object({
  /** Opened by Apply Now: the form is there at once. */
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

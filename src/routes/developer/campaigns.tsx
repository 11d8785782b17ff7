import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { campaignStatus } from "../../../sync/schema/campaigns.ts";
import { developerRoute } from "./layout.tsx";

const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  status: v.optional(v.fallback(v.optional(campaignStatus), undefined)),
});

export const developerCampaignsRoute = createRoute({
  getParentRoute: () => developerRoute,
  path: "/campaigns",
  validateSearch: search,
  component: lazyRouteComponent(
    () => import("../../features/campaigns/screens/developer-campaigns/developer-campaigns.tsx"),
    "MyCampaigns",
  ),
});

import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { campaignStatus } from "../../../../../sync/schema/campaigns.ts";
import { searchParams } from "../../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/")({
  validateSearch: searchParams({
    q: v.string(),
    status: campaignStatus,
  }),
  component: lazyRouteComponent(
    () => import("../../../../features/campaigns/screens/developer-campaigns/developer-campaigns.tsx"),
    "MyCampaigns",
  ),
});

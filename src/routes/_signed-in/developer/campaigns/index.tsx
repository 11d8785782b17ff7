import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { campaignStatuses } from "../../../../../sync/schema/values.ts";
import { oneOf, searchParams, text } from "../../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/")({
  validateSearch: searchParams({
    q: text,
    status: oneOf(campaignStatuses),
  }),
  component: lazyRouteComponent(
    () => import("../../../../features/campaigns/screens/developer-campaigns/developer-campaigns.tsx"),
    "MyCampaigns",
  ),
});

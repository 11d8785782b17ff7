import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { campaignStatuses } from "../../../../../sync/schema/values.ts";
import { oneOf, searchParams, text } from "../../../../lib/search-params.ts";
import { withTexts } from "../../../-texts.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/")({
  validateSearch: searchParams({
    q: text,
    status: oneOf(campaignStatuses),
  }),
  ...withTexts("developer"),
  component: lazyRouteComponent(
    () => import("../../../../features/campaigns/screens/developer-campaigns/developer-campaigns.tsx"),
    "MyCampaigns",
  ),
});

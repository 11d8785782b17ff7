import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { withTexts } from "#routes/-texts.ts";
import { campaignStatuses } from "#sync/schema/values.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/")({
  validateSearch: searchParams({
    q: text,
    status: oneOf(campaignStatuses),
  }),
  ...withTexts("developer"),
  component: lazyRouteComponent(
    () => import("#features/campaigns/screens/developer-campaigns/developer-campaigns.tsx"),
    "MyCampaigns",
  ),
});

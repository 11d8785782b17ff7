import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";
import { campaignStatuses } from "#sync/schema/values.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/")({
  validateSearch: searchParams({
    q: text,
    status: oneOf(campaignStatuses),
  }),
  ...screen(
    "developer",
    () => import("#features/campaigns/screens/developer-campaigns/developer-campaigns.tsx"),
    "MyCampaigns",
  ),
});

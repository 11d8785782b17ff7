import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { campaignStatuses } from "#sync/schema/values.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/campaigns")({
  validateSearch: searchParams({
    q: text,
    status: oneOf([...campaignStatuses, "hidden"]),
    campaign: text,
  }),
  ...withTexts("admin"),
  component: lazyRouteComponent(() => import("#features/admin/screens/campaigns/campaigns.tsx"), "AllCampaigns"),
});

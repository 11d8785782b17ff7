import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { campaignStatuses } from "#sync/schema/values.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/campaigns")({
  validateSearch: searchParams({
    q: text,
    status: oneOf([...campaignStatuses, "hidden"]),
    campaign: text,
  }),
  ...screen("admin", () => import("#features/admin/screens/campaigns/campaigns.tsx"), "AllCampaigns"),
});

// Addresses of a campaign's parts, as notifications and e-mails use them. They are tabs of one
// page.
import { createFileRoute, redirect } from "@tanstack/react-router";
import * as v from "valibot";
import { campaignTab } from "../../../../../features/campaigns/search.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/$campaignId/$part")({
  beforeLoad: ({ params: { campaignId, part } }) => {
    const tab = v.is(campaignTab, part) ? part : undefined;
    throw redirect({ to: "/developer/campaigns/$campaignId", params: { campaignId }, search: { tab }, replace: true });
  },
});

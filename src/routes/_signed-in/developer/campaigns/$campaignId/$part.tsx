// Redirects paths from notifications and e-mails to the campaign's tabs.
import { createFileRoute, redirect } from "@tanstack/react-router";
import { campaignTab } from "#features/campaigns/search.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/$campaignId/$part")({
  beforeLoad: ({ params: { campaignId, part } }) => {
    const search = { tab: campaignTab(part) };
    throw redirect({ to: "/developer/campaigns/$campaignId", params: { campaignId }, search, replace: true });
  },
});

// Addresses of a campaign's parts, as notifications and e-mails use them. They are tabs of one
// page.
import { createRoute, redirect } from "@tanstack/react-router";
import * as v from "valibot";
import { developerRoute } from "./layout.tsx";

export const campaignParts = v.picklist(["applicants", "feedback", "analytics", "summary", "edit"]);

export const developerCampaignPartRoute = createRoute({
  getParentRoute: () => developerRoute,
  path: "/campaigns/$campaignId/$part",
  beforeLoad: ({ params: { campaignId, part } }) => {
    const tab = v.is(campaignParts, part) ? part : undefined;
    throw redirect({ to: "/developer/campaigns/$campaignId", params: { campaignId }, search: { tab }, replace: true });
  },
});

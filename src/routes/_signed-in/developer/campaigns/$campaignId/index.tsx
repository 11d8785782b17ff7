import { createFileRoute } from "@tanstack/react-router";
import { applicantSearch } from "#features/applications/search.ts";
import { campaignTab, formTabs, invitationSearch } from "#features/campaigns/search.ts";
import { reviewSearch } from "#features/reports/search.ts";
import { resultSearch } from "#features/tasks/search.ts";
import { day, oneOf, searchParams, text } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";

const ownSearch = searchParams({
  tab: campaignTab,
  step: oneOf(formTabs),
  report: text,
  /** The days of the analytics, and the build to compare with. */
  from: day,
  to: day,
  versus: text,
});

export const Route = createFileRoute("/_signed-in/developer/campaigns/$campaignId/")({
  validateSearch: (search) => ({
    ...applicantSearch(search),
    ...invitationSearch(search),
    ...reviewSearch(search),
    ...resultSearch(search),
    ...ownSearch(search),
  }),
  ...screen("developer", () => import("./-campaign-screen.tsx"), "CampaignScreen"),
});

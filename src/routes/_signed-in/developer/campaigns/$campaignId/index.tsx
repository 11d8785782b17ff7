import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { applicantSearch } from "../../../../../features/applications/search.ts";
import { campaignTab, formTabs, invitationSearch } from "../../../../../features/campaigns/search.ts";
import { reviewSearch } from "../../../../../features/reports/search.ts";
import { oneOf, searchParams, text } from "../../../../../lib/search-params.ts";
import { withTexts } from "../../../../-texts.ts";

const ownSearch = searchParams({
  tab: campaignTab,
  /** Which part of the form is open while editing. */
  step: oneOf(formTabs),
  /** The report that is open. */
  report: text,
});

export const Route = createFileRoute("/_signed-in/developer/campaigns/$campaignId/")({
  validateSearch: (search) => ({
    ...applicantSearch(search),
    ...invitationSearch(search),
    ...reviewSearch(search),
    ...ownSearch(search),
  }),
  ...withTexts("developer"),
  component: lazyRouteComponent(() => import("./-campaign-screen.tsx"), "CampaignScreen"),
});

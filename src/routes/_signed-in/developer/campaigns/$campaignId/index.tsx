import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { applicantSearch } from "../../../../../features/applications/search.ts";
import { campaignTab, formTabs, invitationSearch } from "../../../../../features/campaigns/search.ts";
import { reviewSearch } from "../../../../../features/reports/search.ts";
import { searchParams } from "../../../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/$campaignId/")({
  validateSearch: v.object({
    ...applicantSearch.entries,
    ...invitationSearch.entries,
    ...reviewSearch.entries,
    ...searchParams({
      tab: campaignTab,
      /** Which part of the form is open while editing. */
      step: v.picklist(formTabs),
      /** The report that is open. */
      report: v.string(),
    }).entries,
  }),
  component: lazyRouteComponent(() => import("./-campaign-screen.tsx"), "CampaignScreen"),
});

import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { formTabs } from "../../../../features/campaigns/search.ts";
import { searchParams } from "../../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/create")({
  validateSearch: searchParams({ tab: v.picklist(formTabs) }),
  component: lazyRouteComponent(
    () => import("../../../../features/campaigns/screens/campaign-create/campaign-create.tsx"),
    "CampaignCreate",
  ),
});

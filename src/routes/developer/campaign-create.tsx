import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { developerRoute } from "./layout.tsx";

export const campaignTabs = v.picklist(["basic", "details", "rewards", "requirements"]);
const search = v.object({ tab: v.optional(v.fallback(v.optional(campaignTabs), undefined)) });

export const developerCampaignCreateRoute = createRoute({
  getParentRoute: () => developerRoute,
  path: "/campaigns/create",
  validateSearch: search,
  component: lazyRouteComponent(
    () => import("../../features/campaigns/screens/campaign-create/campaign-create.tsx"),
    "CampaignCreate",
  ),
});

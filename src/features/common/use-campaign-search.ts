// The search parameters of a developer's campaign page, which its tabs share.
import { getRouteApi } from "@tanstack/react-router";
import { useSearchChange } from "../../ui/use-search-change.ts";

const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");
export type CampaignSearch = ReturnType<typeof route.useSearch>;

/** @returns the parameters, and a function that changes some of them */
export const useCampaignSearch = () => useSearchChange(route);

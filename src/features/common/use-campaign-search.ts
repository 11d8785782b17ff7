// The search parameters of a developer's campaign page, which its tabs share.
import { getRouteApi, useNavigate } from "@tanstack/react-router";

const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");
export type CampaignSearch = ReturnType<typeof route.useSearch>;

/** @returns the parameters, and a function that changes some of them */
export function useCampaignSearch() {
  const navigate = useNavigate({ from: "/developer/campaigns/$campaignId/" });
  const change = (next: { [K in keyof CampaignSearch]?: CampaignSearch[K] | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });
  return [route.useSearch(), change] as const;
}

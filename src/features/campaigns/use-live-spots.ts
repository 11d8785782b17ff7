import type { Campaign } from "#sync/schema/campaigns.ts";
import { readTest } from "#sync/schema/test-page.ts";
import { useStatus } from "../../state/status.ts";
import { useRemote } from "../../state/use-online-query.ts";

/**
 * Takes the number of testers from the server, because the row's number is up to ten minutes old.
 * `isSnapshot`: offline, or the test is not public.
 */
export function useLiveSpots(campaign: Campaign, shown: boolean): { campaign: Campaign; isSnapshot: boolean } {
  const online = useStatus("online");
  const remote = useRemote(readTest, shown ? { test_id: campaign.id } : null);
  const live = remote.state === "ready" && !remote.old ? remote.data : undefined;
  return {
    campaign: live ? { ...campaign, testers_joined: live.testers_joined } : campaign,
    isSnapshot: !online || live === null || remote.state === "error",
  };
}

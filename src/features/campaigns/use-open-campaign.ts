import { useEffect, useState } from "react";
import { campaignOpen } from "#sync/mutations/applications.ts";
import { reportError } from "../../lib/error-log.ts";
import { useStatus } from "../../state/status.ts";
import { loadSync } from "../../state/sync.ts";

/**
 * Requests access to a campaign that is not on this device, for example an unlisted one. @returns
 * true until the server has responded and the row has arrived
 */
export function useOpenCampaign(id: string): boolean {
  const online = useStatus("online");
  /** Id of a campaign that the server denied. */
  const [closed, setClosed] = useState<string>();
  useEffect(() => {
    if (!online) return;
    let left = false;
    const ask = async () => {
      const sync = await loadSync();
      const seen = await campaignOpen(sync.transport, id);
      if (left) return;
      if (seen.ok && seen.value) await sync.syncNow();
      else setClosed(id);
    };
    ask().catch((error: unknown) => {
      reportError(error);
      if (!left) setClosed(id);
    });
    return () => {
      left = true;
    };
  }, [id, online]);
  return online && closed !== id;
}

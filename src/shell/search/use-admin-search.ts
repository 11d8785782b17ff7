import { useEffect, useState } from "react";
import { askRemote } from "#sync/queries/online-queries.ts";
import {
  type AdminApp,
  type AdminCampaign,
  type AdminUser,
  adminApps,
  adminCampaigns,
  adminUsers,
  type RemotePage,
} from "#sync/schema/admin-functions.ts";
import type { SqlFunction } from "#sync/schema/functions.ts";
import { reportError } from "../../lib/error-log.ts";
import { useStatus } from "../../state/status.ts";
import { useStore } from "../../state/store.ts";
import { loadSync } from "../../state/sync.ts";

const PAUSE_MS = 250;
const FEWEST_LETTERS = 2;
const MOST = 5;

export interface AdminFound {
  state: "none" | "asking" | "ready" | "offline" | "failed";
  people: readonly AdminUser[];
  campaigns: readonly AdminCampaign[];
  apps: readonly AdminApp[];
}

const nothing = { people: [], campaigns: [], apps: [] };
const none: AdminFound = { state: "none", ...nothing };

/** @param query null if the user may not search */
export function useAdminSearch(query: string | null): AdminFound {
  const store = useStore();
  const online = useStatus("online");
  const [answer, setAnswer] = useState<AdminFound & { of: string }>();
  const search = query?.trim() ?? "";
  const asks = store !== null && online && search.length >= FEWEST_LETTERS;

  useEffect(() => {
    if (!asks || !store) return;
    const leaving = new AbortController();
    const ask = async () => {
      const { transport } = await loadSync();
      const rows = <R>(fn: SqlFunction<RemotePage<R>>, more = {}) =>
        askRemote(store, transport, fn, { request: { search, limit: MOST, ...more } }, leaving.signal);
      const [people, campaigns, apps] = await Promise.all([
        rows(adminUsers, { role: "", status: "", sort: "name", direction: "asc" }),
        rows(adminCampaigns),
        rows(adminApps),
      ]);
      if (!people || !campaigns || !apps) return;
      if (people.ok && campaigns.ok && apps.ok) {
        // An exact address ranks above addresses with the same prefix.
        const typed = (one: AdminUser) => Number(one.email.toLowerCase() === search.toLowerCase());
        setAnswer({
          ...{ of: search, state: "ready" },
          people: people.value.value.rows.slice(0, MOST).sort((a, b) => typed(b) - typed(a)),
          campaigns: campaigns.value.value.rows.slice(0, MOST),
          apps: apps.value.value.rows.slice(0, MOST),
        });
        return;
      }
      const rejected = [people, campaigns, apps].some((each) => !each.ok && each.error.type === "rejected");
      setAnswer({ of: search, state: rejected ? "failed" : "offline", ...nothing });
    };
    const timer = setTimeout(() => {
      ask().catch((error: unknown) => {
        reportError(error);
        if (!leaving.signal.aborted) setAnswer({ of: search, state: "failed", ...nothing });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [store, asks, search]);

  if (query === null || search.length < FEWEST_LETTERS) return none;
  if (!online) return { state: "offline", ...nothing };
  return answer?.of === search ? answer : { state: "asking", ...nothing };
}

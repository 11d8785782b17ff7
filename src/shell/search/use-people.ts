// People, whom only the server knows: asked once typing pauses, a few at a time.
import { useEffect, useState } from "react";
import { askRemote } from "../../../sync/queries/online-queries.ts";
import { type AdminUser, adminUsers } from "../../../sync/schema/admin-functions.ts";
import { reportError } from "../../lib/error-log.ts";
import { useStatus } from "../../state/status.ts";
import { useStore } from "../../state/store.ts";
import { loadSync } from "../../state/sync.ts";

const PAUSE_MS = 250;
const FEWEST_LETTERS = 2;
const MOST = 5;

export interface FoundPeople {
  state: "none" | "asking" | "ready" | "offline" | "failed";
  people: readonly AdminUser[];
}

const none: FoundPeople = { state: "none", people: [] };

/** @param query null: this person may not search for people */
export function usePeople(query: string | null): FoundPeople {
  const store = useStore();
  const online = useStatus("online");
  const [answer, setAnswer] = useState<FoundPeople & { of: string }>();
  const search = query?.trim() ?? "";
  const asks = store !== null && online && search.length >= FEWEST_LETTERS;

  useEffect(() => {
    if (!asks || !store) return;
    const leaving = new AbortController();
    const ask = async () => {
      const { transport } = await loadSync();
      const request = { search, role: "", status: "", sort: "name", direction: "asc", limit: MOST };
      const found = await askRemote(store, transport, adminUsers, { request }, leaving.signal);
      if (!found) return;
      // Whose address was typed whole stands above those whose address begins alike.
      const typed = (one: AdminUser) => Number(one.email.toLowerCase() === search.toLowerCase());
      if (found.ok)
        setAnswer({
          of: search,
          state: "ready",
          people: found.value.value.rows.slice(0, MOST).sort((a, b) => typed(b) - typed(a)),
        });
      else setAnswer({ of: search, state: found.error.type === "refused" ? "failed" : "offline", people: [] });
    };
    const timer = setTimeout(() => {
      ask().catch((error: unknown) => {
        reportError(error);
        if (!leaving.signal.aborted) setAnswer({ of: search, state: "failed", people: [] });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [store, asks, search]);

  if (query === null || search.length < FEWEST_LETTERS) return none;
  if (!online) return { state: "offline", people: [] };
  return answer?.of === search ? answer : { state: "asking", people: [] };
}

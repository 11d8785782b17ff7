// The leader's catalog tasks: refreshes shelves, rechecks copies, and clears the catalog when the
// disk is full.
import { distinctUntilChanged, EMPTY, map, type Observable, of } from "rxjs";
import { afterFirstPaint } from "../database/own-task.ts";
import { rowsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import { campaignShelf } from "../schema/catalog.ts";
import type { Flag } from "../schema/flags.ts";
import { platformsOf } from "../schema/profiles.ts";
import { Cancelled, spreadMs } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";
import { keepAhead } from "./kept-rows.ts";
import { emptyCatalog } from "./pins.ts";
import { recheck } from "./recheck.ts";
import { refreshShelves } from "./shelf.ts";

const everyMs = 15 * 60_000;
/** Shelves of campaigns on a tester's device, one per platform. */
const mostPlatforms = 2;

export interface CatalogTasks {
  stop(): void;
}

/**
 * @param diskFailing$ why replication cannot write
 * @param failed receives errors of this device
 */
export function startCatalog(
  store: Store,
  transport: Transport,
  diskFailing$: Observable<string | null>,
  failed: (error: unknown) => void,
): CatalogTasks {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hidden = () => typeof document !== "undefined" && document.visibilityState !== "visible";
  const tell = (error: unknown) => {
    if (!signal.aborted && !(error instanceof Cancelled)) failed(error);
  };
  let shelves: readonly string[] = ["apps"];
  let begun = false;
  const bring = async () => {
    await refreshShelves(store, transport, shelves, signal);
    await recheck(store, transport, "app", signal);
    if (store.role === "tester") await recheck(store, transport, "campaign", signal);
  };
  const refresh = async (wanted: boolean): Promise<void> => {
    begun ||= wanted;
    if (wanted) await bring().catch(tell);
    if (signal.aborted) return;
    timer = setTimeout(() => void refresh(!hidden()), spreadMs(everyMs));
  };
  const wanted = shelvesOf(store).subscribe((next) => {
    shelves = next;
    // The profile was pulled or its devices have changed.
    if (begun) bring().catch(tell);
  });
  // Visitors read only the first page; the shelf is for people who return.
  void afterFirstPaint().then(() => refresh(!signal.aborted && (store.person !== null || !store.isNew)));
  const full = diskFailing$.subscribe((failure) => {
    if (failure !== "storage_full") return;
    emptyCatalog(store).catch(tell);
  });
  // Admins read flagged content, offline too.
  const asked = new Set<string>();
  const keepAheadOf = (flags: readonly Flag[]) => {
    const fresh = flags.filter(({ content_id }) => !asked.has(content_id));
    for (const { content_id } of fresh) asked.add(content_id);
    const idsOf = (type: Flag["content_type"]) => [
      ...new Set(fresh.filter((flag) => flag.content_type === type).map(({ content_id }) => content_id)),
    ];
    for (const kind of ["app", "campaign", "feedback"] as const)
      keepAhead(store, transport, kind, idsOf(kind), signal).catch(tell);
  };
  const ahead = openFlags(store).subscribe(keepAheadOf);
  return {
    stop() {
      stopping.abort();
      clearTimeout(timer);
      wanted.unsubscribe();
      full.unsubscribe();
      ahead.unsubscribe();
    },
  };
}

/**
 * Observes the names of this device's shelves. Testers have apps, and the campaigns for the
 * platforms of their devices; phones if they have named none.
 */
export const shelvesOf = (store: Store): Observable<string[]> =>
  store.person && store.role === "tester"
    ? rowsOf(store, "profiles", { selector: { id: store.person.id } }).pipe(
        map(([profile]) => [...platformsOf(profile?.devices ?? [])].slice(0, mostPlatforms)),
        map((own) => ["apps", ...(own.length > 0 ? own : ["android", "ios"]).map(campaignShelf)]),
        distinctUntilChanged((a, b) => a.join() === b.join()),
      )
    : of(["apps"]);

/** Newest first. */
const openFlags = (store: Store): Observable<Flag[]> =>
  store.has("flags")
    ? rowsOf(store, "flags", { selector: { status: { $in: ["pending", "under_review"] } } }).pipe(
        map((flags) => flags.sort((a, b) => b.created_at.localeCompare(a.created_at))),
      )
    : EMPTY;

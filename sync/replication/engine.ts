// Replicates one store: decides when to pull and push (pull.ts, push.ts). Runs in the leading tab.
import {
  BehaviorSubject,
  combineLatest,
  debounceTime,
  distinctUntilChanged,
  filter,
  fromEvent,
  interval,
  map,
  type Observable,
  of,
  Subject,
  switchMap,
  throttleTime,
} from "rxjs";
import { ignoreStorageErrors, readMeta, reportUnexpected } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import { backendVersion } from "../schema/backend-version.ts";
import type { CollectionName } from "../schema/collections.ts";
import type { RejectedCall } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { timestamp, watchClockJumps } from "../transport/server-clock.ts";
import { listenForChanges } from "./change-notifications.ts";
import { createDiskRetry } from "./disk-retry.ts";
import { openLostRows } from "./lost-rows.ts";
import { pollTimes } from "./poll.ts";
import { type PulledPage, startPulling } from "./pull.ts";
import { startPushing } from "./push.ts";
import { askForRows, type PushCall } from "./push-call.ts";
import { createPushShare } from "./push-parts.ts";
import { openSeen } from "./seen.ts";
import { topicsOf } from "./topics.ts";
import { openUnreadable } from "./unreadable-rows.ts";

/** Interval of the search for edits whose tab died before it announced them. */
const orphansMs = 60_000;
/** Minimum interval between two reports of progress. */
const progressMs = 500;
/**
 * Delay of the next pull while own rows are compared with the server's, and after a notification
 * whose rows an older transaction may have held back.
 */
const soonMs = 1_000;

/** Counts only ever grow within one sync. */
export interface SlowProgress {
  rows: number;
  bytes: number;
}
type ProblemKind = "push" | "pull" | "unreadable" | "store" | "failed";
type ProblemKey = `${CollectionName}:${ProblemKind}`;

/** Returns the collections that lack rows because of these problems. */
export function lackingOf(problems: Iterable<ProblemKey>, names: readonly CollectionName[]): CollectionName[] {
  const parts = [...problems].map((key) => key.split(":") as [CollectionName, ProblemKind]);
  // A full device stores no rows at all.
  if (parts.some(([, kind]) => kind === "store")) return [...names];
  // A failed push leaves its rows on the device.
  return [...new Set(parts.filter(([, kind]) => kind !== "push").map(([name]) => name))];
}

export interface Engine {
  /** True while rows are pushed or pulled. */
  readonly active$: BehaviorSubject<boolean>;
  readonly lastSyncedAt$: BehaviorSubject<string | null>;
  /** Progress of the running sync on a slow connection. Null when idle or not slow. */
  readonly slow$: Observable<SlowProgress | null>;
  /** The server lacks migrations that this version of the app was built with. */
  readonly serverOlder$: BehaviorSubject<boolean>;
  /** Problems that block a whole collection, with their codes. */
  readonly problems$: BehaviorSubject<ReadonlyMap<ProblemKey, string>>;
  /** Why received rows cannot be written, otherwise null. */
  readonly diskFailing$: Observable<string | null>;
  resync(): void;
  stop(): Promise<void>;
}

export interface EngineOptions {
  store: Store;
  transport: Transport;
  /**
   * Called when the store must be rebuilt: the server's epoch or the person's scope has changed.
   * `restored`: the server was restored and may lack rows that it had acknowledged.
   */
  onStale(why: { restored: boolean }): void;
}

export async function startEngine({ store, transport, onStale }: EngineOptions): Promise<Engine> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const disk = createDiskRetry(signal);
  const active$ = new BehaviorSubject(false);
  const receivedRows$ = new BehaviorSubject(0);
  const lastSyncedAt$ = new BehaviorSubject((await readMeta<string>(store.device, "last_synced_at")) ?? null);
  /** True once every collection of this store has been pulled to its end. */
  let firstSyncDone = store.wasComplete;
  const problems$ = new BehaviorSubject<ReadonlyMap<ProblemKey, string>>(new Map());
  const serverOlder$ = new BehaviorSubject(false);
  const problem = (name: CollectionName, kind: ProblemKind, code: string | null) => {
    const key = `${name}:${kind}` as const;
    if ((problems$.value.get(key) ?? null) === code) return;
    const next = new Map(problems$.value);
    if (code === null) next.delete(key);
    else next.set(key, code);
    problems$.next(next);
  };

  const known = {
    epoch: await readMeta<string>(store.device, "epoch"),
    scope: await readMeta<string>(store.device, "scope"),
  };
  /** The first answer notes the server's epoch and this person's scope. */
  let isNoted = known.epoch !== undefined;
  const historyFacts = () => (["epoch", "scope"] as const).map((key) => ({ key, value: known[key] }));
  // The role may have changed before this store's first pull: then there is no earlier answer to
  // compare with.
  const expected = store.person ? `${store.owner}:${store.role}:` : "anonymous";
  const unreadable = await openUnreadable(store, (name, id) => problem(name, "unreadable", id));
  if (unreadable.isOutdated) known.epoch = "";
  /** A bug in pulls leaves rows out; one in pushes keeps them on the device. */
  const bugsAs = (kind: "failed" | "push") => ({
    failed(error: unknown) {
      problem("profiles", kind, error instanceof Error ? error.name : "unexpected");
      reportUnexpected(error);
    },
    recovered: () => problem("profiles", kind, null),
  });
  const codeOf = (failure: RejectedCall | null) => failure && (failure.code || String(failure.status));
  const seen = await openSeen(store.device);
  const watching = disk.failing$.subscribe((failure) => problem("settings", "store", failure));
  let lostRows = await openLostRows(store);
  let comparing = Promise.resolve();
  /** Collections that were pulled to their end. */
  const ended = new Set<CollectionName>();
  const isComplete = (pages: readonly PulledPage[]) => {
    const all = new Set([...ended, ...pages.filter(({ more }) => !more).map(({ name }) => name)]);
    return all.size === store.names.length;
  };
  let at = lastSyncedAt$.value;
  /** Requests a pull soon: the server sends no hint when its running transactions end. */
  const soon$ = new Subject<void>();
  let isHinted = false;

  const pushCall: PushCall = {
    ...{ transport, signal, seen, share: createPushShare(transport.pace) },
    accept({ scope, elsewhere }) {
      const ours = known.scope === undefined ? scope?.startsWith(expected) : known.scope === scope;
      const same = !elsewhere && (scope === undefined || ours === true);
      if (!same) onStale({ restored: elsewhere });
      return same;
    },
  };
  const puller = await startPulling({
    ...{ store, transport, disk, signal, seen },
    ...bugsAs("failed"),
    rejected: (name, failure) => problem(name, "pull", codeOf(failure)),
    unreadable: (name, id) => unreadable.add(name, id),
    accept(answer) {
      serverOlder$.next(answer.version != null && answer.version < backendVersion);
      if (known.epoch === undefined) {
        known.epoch = answer.epoch;
        known.scope = answer.scope;
      }
      const here = known.epoch === answer.epoch && known.scope === answer.scope && answer.scope.startsWith(expected);
      const same = here && !answer.restarted && !answer.elsewhere;
      // No server has the epoch "": the store only wants to be pulled again.
      if (!same) onStale({ restored: answer.elsewhere || (known.epoch !== answer.epoch && known.epoch !== "") });
      return same;
    },
    facts(pages) {
      const history = isNoted ? [] : historyFacts();
      if (!isComplete(pages)) return history;
      at = timestamp();
      const first = firstSyncDone ? [] : [{ key: "first_sync_done", value: true }];
      return [...history, { key: "last_synced_at", value: at }, ...first];
    },
    stored(pages) {
      isNoted = true;
      // An older transaction that still runs may hold back the changed rows.
      if (isHinted && pages.some(({ covered, newest }) => covered < newest)) {
        isHinted = false;
        soon$.next();
      }
      for (const page of pages) {
        const { name, rows, more } = page;
        lostRows?.pulled(name, rows);
        unreadable.read(name, rows);
        receivedRows$.next(receivedRows$.value + rows.length);
        if (more) continue;
        ended.add(name);
        const complete = lostRows?.ended(name, page);
        if (!lostRows || ended.size < store.names.length) continue;
        if (complete) {
          const toCompare = lostRows;
          lostRows = null;
          comparing = disk
            .write(() => toCompare.compare(signal, (asked, ids) => askForRows(pushCall, asked, ids)))
            .catch(reportUnexpected);
        } else soon$.next();
      }
      if (ended.size < store.names.length) return;
      lastSyncedAt$.next(at);
      firstSyncDone = true;
    },
  });

  const pusher = store.person
    ? startPushing({
        ...{ store, disk, ...pushCall },
        ...bugsAs("push"),
        rejected: (name, failure) => problem(name, "push", codeOf(failure)),
      })
    : null;

  const hint = (names: readonly CollectionName[] | null) =>
    puller.pull(names?.filter((name) => store.has(name)) ?? store.names);
  const resync = () => {
    transport.wake();
    hint(null);
    pusher?.push();
  };

  // Signed out, the store only polls: no socket per visitor, and no socket code before the first
  // screen.
  const notifications = store.person
    ? listenForChanges({
        client: transport.client,
        topics: topicsOf(store, store.person.id),
        onChange: (names) => {
          isHinted = true;
          hint(names);
          // A developer's device does not replicate settings: its tabs ask (queries/settings.ts).
          if (names?.includes("settings") && !store.has("settings"))
            ignoreStorageErrors(store.device.meta.put({ key: "settings_changed", value: new Date().toISOString() }));
        },
      })
    : { connected$: of(false), leave: () => undefined };

  const browser = typeof document !== "undefined";
  const isVisible = () => !browser || document.visibilityState === "visible";
  const watch = (events$: Observable<unknown>, onEvent: () => void) => watching.add(events$.subscribe(onEvent));
  watch(soon$.pipe(debounceTime(soonMs)), () => hint(null));
  watch(interval(orphansMs), () => pusher?.push());
  watch(pollTimes(notifications.connected$).pipe(filter(isVisible)), () => hint(null));
  // Any failed call sets the status to offline, while the channel may still be connected, and the
  // next poll is minutes away. A pull retries until the server answers.
  watch(transport.online$.pipe(filter((online) => !online)), () => soon$.next());
  watching.add(watchClockJumps(resync));
  if (browser) {
    watch(fromEvent(document, "visibilitychange").pipe(filter(isVisible)), resync);
    watch(fromEvent(window, "online"), resync);
    // Sets the status at once; otherwise it would change only with the next failed call.
    watch(fromEvent(window, "offline"), () => transport.seen({ type: "offline" }));
  }

  let before: SlowProgress = { rows: 0, bytes: transport.pace.received$.value };
  const activity$ = combineLatest([puller.active$, pusher?.active$ ?? of(false)]);
  watching.add(activity$.subscribe((all) => active$.next(all.some(Boolean))));
  hint(null);

  const { pace } = transport;
  const slow$ = combineLatest([active$.pipe(distinctUntilChanged()), pace.slow$]).pipe(
    switchMap(([active, slow]) => {
      if (!active) before = { rows: receivedRows$.value, bytes: pace.received$.value };
      if (!active || !slow) return of(null);
      return combineLatest([receivedRows$, pace.received$]).pipe(
        throttleTime(progressMs, undefined, { leading: true, trailing: true }),
        map(([rows, bytes]): SlowProgress => ({ rows: rows - before.rows, bytes: bytes - before.bytes })),
      );
    }),
    distinctUntilChanged(),
  );

  return {
    active$,
    slow$,
    lastSyncedAt$,
    problems$,
    serverOlder$,
    diskFailing$: disk.failing$,
    resync,
    async stop() {
      stopping.abort();
      notifications.leave();
      watching.unsubscribe();
      puller.stop();
      pusher?.stop();
      await disk.settled();
      await comparing;
    },
  };
}

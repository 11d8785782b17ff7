// The leader's tasks: replication and the upload queues, and publishing their state to other tabs.
// They run while this tab is the leader and the store is open.
import { combineLatest, debounceTime, exhaustMap, map, Subscription } from "rxjs";
import { startCatalog } from "../catalog/leader.ts";
import { reportUnexpected } from "../database/device-db.ts";
import { prefetchAttachments } from "../uploads/attachment-cache.ts";
import { startDownloadQueue } from "../uploads/downloads.ts";
import { startUploadQueue } from "../uploads/upload-queue.ts";
import { type EngineOptions, lackingOf, startEngine } from "./engine.ts";
import type { LiveStatus } from "./status.ts";

/** Pulls of one poll end within this time. */
const prefetchMs = 500;

export interface LeaderTasks {
  syncNow(): void;
  stop(): Promise<void>;
}

export interface LeaderTasksOptions extends EngineOptions {
  /** Fetches builds. */
  send: typeof fetch;
  onLive(live: LiveStatus): void;
}

export async function startLeaderTasks({
  store,
  transport,
  send,
  onStale,
  onLive,
}: LeaderTasksOptions): Promise<LeaderTasks> {
  const engine = await startEngine({ store, transport, onStale });
  const uploads = startUploadQueue(store, transport);
  const catalog = startCatalog(store, transport, engine.diskFailing$, (error) => globalThis.reportError?.(error));
  const queues = [uploads, startDownloadQueue(store, transport, send)];
  const live$ = combineLatest([
    transport.online$,
    transport.locked$,
    engine.active$,
    engine.problems$,
    engine.serverOlder$,
    uploads.active$,
    engine.slow$,
  ]).pipe(
    map(([online, locked, active, problems, serverOlder, uploading, slow]) => ({
      online,
      locked,
      serverOlder,
      slow,
      active: active || uploading,
      problem: [...problems].map(([what, code]) => `${what}:${code}`)[0] ?? null,
      lacking: lackingOf(problems.keys(), store.names),
    })),
  );
  const subscription = new Subscription();
  subscription.add(live$.subscribe(onLive));
  // Collections finish their pulls separately: debounced into one prefetch, one at a time.
  const prefetching = engine.lastSyncedAt$.pipe(
    debounceTime(prefetchMs),
    exhaustMap(() => prefetchAttachments(store, transport).catch(reportUnexpected)),
  );
  subscription.add(prefetching.subscribe());
  return {
    syncNow() {
      engine.resync();
      for (const queue of queues) queue.kick();
    },
    async stop() {
      subscription.unsubscribe();
      catalog.stop();
      for (const queue of queues) queue.stop();
      await engine.stop();
    },
  };
}

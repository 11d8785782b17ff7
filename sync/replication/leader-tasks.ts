// The leader's tasks: replication and the upload queues, and publishing their state to other tabs.
// They run while this tab is the leader and the store is open.
import { combineLatest, map, Subscription } from "rxjs";
import { startCatalog } from "../catalog/leader.ts";
import { ignoreStorageErrors } from "../database/device-db.ts";
import { ownTask } from "../database/own-task.ts";
import { prefetchAttachments } from "../uploads/attachment-cache.ts";
import { repairAttachments } from "../uploads/attachments.ts";
import { startDownloadQueue } from "../uploads/downloads.ts";
import { startUploadQueue } from "../uploads/upload-queue.ts";
import { type EngineOptions, startEngine } from "./engine.ts";
import type { LiveStatus } from "./status.ts";

export interface LeaderTasks {
  /** Sends and fetches all that there is, now. */
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
  await repairAttachments(store);
  const engine = await startEngine({ store, transport, onStale });
  await ownTask();
  const uploads = startUploadQueue(store, transport);
  await ownTask();
  const catalog = startCatalog(store, transport, (error) => globalThis.reportError?.(error));
  const queues = [uploads, startDownloadQueue(store, transport, send)];
  const live$ = combineLatest([
    transport.online$,
    transport.locked$,
    engine.active$,
    engine.problems$,
    engine.serverOlder$,
    uploads.active$,
  ]).pipe(
    map(([online, locked, active, problems, serverOlder, uploading]) => ({
      online,
      locked,
      serverOlder,
      active: active || uploading,
      problem: [...problems].map(([what, code]) => `${what}:${code}`)[0] ?? null,
    })),
  );
  const subscription = new Subscription();
  subscription.add(live$.subscribe(onLive));
  subscription.add(engine.lastSyncedAt$.subscribe(() => ignoreStorageErrors(prefetchAttachments(store, transport))));
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

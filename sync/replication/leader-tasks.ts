// What only the leading tab does, and what it tells the others of it: replication and the queues of
// files. Started when this tab becomes the leader, ended when it is no longer, or when the store is
// closed.
import { BehaviorSubject, combineLatest, map, Subscription } from "rxjs";
import { ignoreStorageErrors } from "../database/device-db.ts";
import { prefetchAttachments } from "../uploads/attachment-cache.ts";
import { repairAttachments, startAttachmentQueue } from "../uploads/attachments.ts";
import { startDownloadQueue } from "../uploads/downloads.ts";
import { startFlagQueue } from "../uploads/flags.ts";
import { startObjectQueue } from "../uploads/image-uploads.ts";
import type { Queue } from "../uploads/queue.ts";
import { startBuildQueue } from "../uploads/release-uploads.ts";
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
  const attachments = store.has("feedback") && store.person ? startAttachmentQueue(store, transport) : null;
  const queues: Queue[] = [
    ...(attachments ? [attachments] : []),
    startDownloadQueue(store, transport, send),
    ...(store.person ? [startObjectQueue(store, transport), startFlagQueue(store, transport)] : []),
    ...(store.role === "developer" ? [startBuildQueue(store, transport)] : []),
  ];
  const live$ = combineLatest([
    transport.online$,
    transport.locked$,
    transport.clockOffset$,
    engine.active$,
    engine.problems$,
    attachments?.progress$ ?? new BehaviorSubject<ReadonlyMap<string, number>>(new Map()),
  ]).pipe(
    map(([online, locked, clockOffset, active, problems, sent]) => ({
      online,
      locked,
      clockOffset,
      active: active || sent.size > 0,
      problem: [...problems].map(([what, code]) => `${what}:${code}`)[0] ?? null,
      sent: [...sent],
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
      for (const queue of queues) queue.stop();
      await engine.stop();
    },
  };
}

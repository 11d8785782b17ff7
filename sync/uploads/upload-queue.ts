// The upload queue for pending files and messages. Runs in the leader. Each kind has its own
// worker, so a large release does not block a report's photo.
import { combineLatest, map, type Observable, of } from "rxjs";
import type { PendingItem } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import type { Transport } from "../transport/rpc.ts";
import { attachmentDriver } from "./attachments.ts";
import { flagDriver } from "./flags.ts";
import { imageDriver } from "./image-uploads.ts";
import type { Queue } from "./queue.ts";
import { releaseDriver } from "./release-uploads.ts";
import { type Driver, startUploadWorker, type UploadWorker } from "./upload-worker.ts";

type Create<T extends PendingItem> = (store: Store, transport: Transport) => Driver<T> | null;

const worker =
  <T extends PendingItem>(create: Create<T>) =>
  (store: Store, transport: Transport): UploadWorker | null => {
    const driver = create(store, transport);
    return driver && startUploadWorker(store.device.pending, transport, driver);
  };

/** One worker per kind of pending item. Contact messages need no store: contact-queue.ts. */
const workers = [worker(attachmentDriver), worker(imageDriver), worker(releaseDriver), worker(flagDriver)];

export interface UploadQueue extends Queue {
  readonly active$: Observable<boolean>;
}

export function startUploadQueue(store: Store, transport: Transport): UploadQueue {
  const started = workers.map((start) => start(store, transport)).filter((one) => one !== null);
  return {
    // `of(false)` gives a store without workers (signed out) a state as well.
    active$: combineLatest([of(false), ...started.map(({ active$ }) => active$)]).pipe(
      map((all) => all.includes(true)),
    ),
    kick() {
      for (const one of started) one.kick();
    },
    stop() {
      for (const one of started) one.stop();
    },
  };
}

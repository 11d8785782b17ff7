// Sends the pending items of one kind, one after another. What all kinds share is here: order,
// progress, rejection, retries, what wakes it. What differs is in the kind's driver.
import { BehaviorSubject, type Observable } from "rxjs";
import { ifThereIsRoom, ignoreStorageErrors } from "../database/device-db.ts";
import type { PendingItem } from "../database/pending-item.ts";
import { type CallFailure, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { changeItem, type Items, isSame } from "./pending-items.ts";
import { type Queue, startQueue, untilAnswered } from "./queue.ts";
import type { Sending } from "./upload-client.ts";

/** All that one kind of pending item needs beside its place in the table of upload-queue.ts. */
export interface Driver<T extends PendingItem> {
  readonly kind: T["kind"];
  /** May it be sent now? If not, it is asked again when `due$` emits. Default: it may. */
  isDue?(item: T): Promise<boolean>;
  /** One try. A refused call rejects the item; any other failure is tried again. */
  send(item: T, sending: Sending): Promise<Result<void, CallFailure>>;
  /**
   * The server has it: takes the item off the list. @returns the code of a rejection that came only
   * now, else null
   */
  finish(item: T, signal: AbortSignal): Promise<string | null>;
  /** Emits when a postponed item may be due. */
  readonly due$?: Observable<unknown>;
}

export interface UploadWorker extends Queue {
  /** Bytes of an item are on their way now. */
  readonly active$: BehaviorSubject<boolean>;
}

/** How often the progress is noted, for the screens, the other tabs and the next start. */
const noteMs = 400;

export function startUploadWorker<T extends PendingItem>(
  items: Items,
  transport: Transport,
  driver: Driver<T>,
): UploadWorker {
  const { kind } = driver;
  const active$ = new BehaviorSubject(false);

  /** @returns the outcome; `gone`: the item was discarded or replaced meanwhile */
  async function deliver(item: T, signal: AbortSignal): Promise<{ gone: boolean; rejection: string | null }> {
    let gone = false;
    const rejection = await untilAnswered(transport, signal, async (onArrived) => {
      const now = await items.get(item.key);
      gone = !isSame(item, now);
      if (!now || gone) return ok(undefined);
      let noted = performance.now();
      const sent = await driver.send(item, {
        signal,
        onArrived,
        // What an earlier try has noted.
        resume: now.resume,
        onResume: (resume) => ifThereIsRoom(changeItem(items, item, resume === "" ? { resume, sent: 0 } : { resume })),
        onProgress: (bytes) => {
          active$.next(true);
          if (performance.now() - noted < noteMs) return;
          noted = performance.now();
          ignoreStorageErrors(changeItem(items, item, { sent: bytes }));
        },
      });
      // Postponed: nothing is in flight.
      if (!sent.ok) active$.next(false);
      return sent;
    });
    return { gone, rejection };
  }

  async function each(item: T, signal: AbortSignal): Promise<void> {
    if (driver.isDue && !(await driver.isDue(item))) return;
    try {
      const { gone, rejection } = await deliver(item, signal);
      if (gone) return;
      const failure = rejection ?? (await driver.finish(item, signal));
      if (failure !== null) await changeItem(items, item, { state: "rejected", failure });
    } finally {
      active$.next(false);
    }
  }

  const queue = startQueue(transport, {
    load: async () => (await items.where("[kind+state]").equals([kind, "pending"]).toArray()) as T[],
    keyOf: ({ key, at }) => `${key} ${at}`,
    each,
  });
  const due = driver.due$?.subscribe(() => queue.kick());
  return {
    active$,
    kick: queue.kick,
    stop() {
      due?.unsubscribe();
      queue.stop();
    },
  };
}

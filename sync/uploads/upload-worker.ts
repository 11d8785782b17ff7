// Sends the pending items of one kind, one after another: order, progress, rejection, retries and
// wake-ups. The kind's driver does the rest.
import { BehaviorSubject, type Observable } from "rxjs";
import { ifThereIsRoom, ignoreStorageErrors } from "../database/device-db.ts";
import type { PendingItem } from "../database/pending-item.ts";
import { type CallFailure, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { changeItem, type Items, isSame } from "./pending-items.ts";
import { type Queue, startQueue, untilAnswered } from "./queue.ts";
import type { Sending } from "./upload-client.ts";

/** The specifics of one kind of pending item. */
export interface Driver<T extends PendingItem> {
  readonly kind: T["kind"];
  /** True if the item may be sent now; else checked again at `due$`. Default: always. */
  isDue?(item: T): Promise<boolean>;
  /** Tries to send an item. A rejection rejects it; any other failure is retried. */
  send(item: T, sending: Sending): Promise<Result<void, CallFailure>>;
  /** Removes an item that the server has. @returns the code of a late rejection, else null */
  finish(item: T, signal: AbortSignal): Promise<string | null>;
  /** Emits when a postponed item may be due. */
  readonly due$?: Observable<unknown>;
}

export interface UploadWorker extends Queue {
  /** True while bytes of an item are being sent. */
  readonly active$: BehaviorSubject<boolean>;
}

/** Interval of saved progress, for screens, other tabs and the next start. */
const noteMs = 400;

export function startUploadWorker<T extends PendingItem>(
  items: Items,
  transport: Transport,
  driver: Driver<T>,
): UploadWorker {
  const { kind } = driver;
  const active$ = new BehaviorSubject(false);

  /** @returns the outcome; `gone`: the item was discarded or replaced */
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
        // Saved by an earlier try.
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

// Notices a device whose database does not open, or opens and does not answer: a browser that is
// stuck (or a disk) would otherwise look like a page that loads for ever.
import { BehaviorSubject } from "rxjs";
import { afterFirstPaint } from "./after-first-paint.ts";
import type { Store } from "./store.ts";

/** Opening takes a tenth of it on a slow phone. */
const patienceMs = 8_000;

/** Resolves once each collection has answered a read. */
export async function answers(store: Store): Promise<void> {
  await afterFirstPaint();
  const asked = ["-"];
  await Promise.all(store.names.map((name) => store.collection(name).storageInstance.findDocumentsById(asked, true)));
}

export interface SlowWatch {
  /** True while what is watched has not ended for too long. */
  readonly slow$: BehaviorSubject<boolean>;
  /** Replaces what was watched before. How it ends is its owner's business. */
  watch(task: Promise<unknown>): void;
  stop(): void;
}

export function watchSlow(): SlowWatch {
  const slow$ = new BehaviorSubject(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched: Promise<unknown> | null = null;
  const stop = () => {
    clearTimeout(timer);
    watched = null;
    if (slow$.value) slow$.next(false);
  };
  return {
    slow$,
    watch(task) {
      stop();
      watched = task;
      timer = setTimeout(() => slow$.next(true), patienceMs);
      const over = () => {
        if (watched === task) stop();
      };
      task.then(over, over);
    },
    stop,
  };
}

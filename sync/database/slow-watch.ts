// Detects a database that does not open or answer, so that the page shows a notice instead of
// loading endlessly.
import { BehaviorSubject } from "rxjs";
import { afterFirstPaint } from "./own-task.ts";
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
  readonly slow$: BehaviorSubject<boolean>;
  /** Replaces the watched task. Ignores its errors, which its owner handles. */
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

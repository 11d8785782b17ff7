// Saves typed text shortly after the last key, at least once a second while typing, and when the
// page is hidden or closed. A debounce alone would never save during continuous typing.

import { storeWhenHidden } from "./when-hidden.ts";

const AFTER_MS = 300;
const LONGEST_MS = 1_000;

export interface Saver {
  typed(): void;
  flush(): void;
  /** Flushes and removes the listeners. */
  stop(): void;
}

/** @param save called only if there is unsaved input */
export function createSaver(save: () => void): Saver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | null = null;
  const flush = () => {
    clearTimeout(timer);
    if (since === null) return;
    since = null;
    save();
  };
  const stopWatching = storeWhenHidden(flush);
  return {
    typed() {
      since ??= performance.now();
      clearTimeout(timer);
      timer = setTimeout(flush, Math.max(0, Math.min(AFTER_MS, since + LONGEST_MS - performance.now())));
    },
    flush,
    stop() {
      flush();
      stopWatching();
    },
  };
}

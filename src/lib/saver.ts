// When typed text is saved: soon after the last key, at least once a second while keys keep coming,
// and at once when the page is hidden or closed. A debounce alone would save nothing of somebody
// who writes without a pause.

const AFTER_MS = 300;
const LONGEST_MS = 1_000;

export interface Saver {
  /** Something was typed. */
  typed(): void;
  /** Saves what was typed and is not saved yet. */
  flush(): void;
  /** Flushes, and listens no more. */
  stop(): void;
}

/** @param save is called when there is something to save, and only then */
export function createSaver(save: () => void): Saver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | null = null;
  const flush = () => {
    clearTimeout(timer);
    if (since === null) return;
    since = null;
    save();
  };
  const hidden = () => {
    if (document.visibilityState === "hidden") flush();
  };
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", hidden);
  return {
    typed() {
      since ??= performance.now();
      clearTimeout(timer);
      timer = setTimeout(flush, Math.max(0, Math.min(AFTER_MS, since + LONGEST_MS - performance.now())));
    },
    flush,
    stop() {
      flush();
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", hidden);
    },
  };
}

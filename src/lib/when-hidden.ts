/** Runs `task` when the page is hidden or closed. @returns stops it */
export function whenHidden(task: () => void): () => void {
  const hidden = () => {
    if (document.visibilityState === "hidden") task();
  };
  window.addEventListener("pagehide", task);
  document.addEventListener("visibilitychange", hidden);
  return () => {
    window.removeEventListener("pagehide", task);
    document.removeEventListener("visibilitychange", hidden);
  };
}

const typed = new Set<() => void>();

/** Runs `store` when the page is hidden or closed, and in `storeTyped`. @returns stops it */
export function storeWhenHidden(store: () => void): () => void {
  typed.add(store);
  const stop = whenHidden(store);
  return () => {
    typed.delete(store);
    stop();
  };
}

/** Starts to store all typed text now, so that drafts include it. */
export function storeTyped(): void {
  for (const store of [...typed]) store();
}

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

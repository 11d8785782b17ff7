// Delays work that would slow down the first screen: it runs some seconds later, or when the page
// becomes hidden. The service worker of a first visit fetches 3.9 MB.

const START_MS = 5_000;

/** @returns cancels the task */
export function afterStart(task: () => void): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const begin = () => {
    leaving.abort();
    task();
  };
  const timer = setTimeout(begin, Math.max(0, START_MS - performance.now()));
  signal.addEventListener("abort", () => clearTimeout(timer));
  window.addEventListener("offline", begin, { signal });
  document.addEventListener("visibilitychange", begin, { signal });
  return () => leaving.abort();
}

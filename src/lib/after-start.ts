// What a visitor's first screen does not need and would only make slow: it waits until the page
// has been there for some seconds, or may soon be left or cut off.

const START_MS = 5_000;

/** @returns cancels it */
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

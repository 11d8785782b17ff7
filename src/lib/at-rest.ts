/** When the page is idle; after two seconds where the browser cannot tell (Safari). */
export function atRest(task: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(task);
  else setTimeout(task, 2_000);
}

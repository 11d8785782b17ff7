import { useSyncExternalStore } from "react";

const TICK_MS = 30_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  now = Date.now();
  for (const listener of listeners) listener();
};
function subscribe(listener: () => void) {
  listeners.add(listener);
  // One timer for all dates of the page: one each would be a thousand in a long list.
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time it is, for display; renews itself twice a minute. */
export const useNow = () =>
  useSyncExternalStore(subscribe, () => {
    // After a while without listeners the kept time is old.
    if (listeners.size === 0) now = Math.max(now, Math.floor(Date.now() / TICK_MS) * TICK_MS);
    return now;
  });

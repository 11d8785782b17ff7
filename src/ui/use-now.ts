import { useSyncExternalStore } from "react";
import { now as clockNow, onClockSet } from "../lib/clock.ts";

const TICK_MS = 30_000;
let now = clockNow();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  now = clockNow();
  for (const listener of listeners) listener();
};
// Update at once, even backwards.
onClockSet(tick);

function subscribe(listener: () => void) {
  listeners.add(listener);
  // One timer for all dates of the page.
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time for display, updated twice a minute. */
export const useNow = () =>
  useSyncExternalStore(subscribe, () => {
    // There were no updates without listeners.
    if (listeners.size === 0) now = Math.max(now, Math.floor(clockNow() / TICK_MS) * TICK_MS);
    return now;
  });

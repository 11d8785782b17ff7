// The app's "now": this device's clock, put right by what is known of the server's.
// src/state/clock.ts sets it.

let offset = 0;
const listeners = new Set<() => void>();

/**
 * For whatever meets times that others wrote. Two moments of this device alone are compared by
 * `Date.now()`.
 */
export const now = (): number => Date.now() + offset;

/** @param ms the server's clock minus this device's */
export function setClockOffset(ms: number): void {
  offset = ms;
  for (const listener of listeners) listener();
}

export const onClockSet = (listener: () => void): void => void listeners.add(listener);

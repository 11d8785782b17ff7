// The device's clock, corrected by the offset of the server's clock. Set by `src/state/clock.ts`.

let offset = 0;
const listeners = new Set<() => void>();

/** For comparison with timestamps of others. Compare two local moments with `Date.now()`. */
export const now = (): number => Date.now() + offset;

/** @param ms server clock minus device clock */
export function setClockOffset(ms: number): void {
  offset = ms;
  for (const listener of listeners) listener();
}

export const onClockSet = (listener: () => void): void => void listeners.add(listener);

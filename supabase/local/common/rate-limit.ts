// Counts per key in fixed windows. A restart allows at most one more window.

export interface Limits {
  /** Counts a call. Returns 0, or the seconds to wait. */
  take(key: string, most: number, perSeconds: number): number;
  /** The seconds to wait if `most` are used up. Does not count. */
  wait(key: string, most: number): number;
  forget(key: string): void;
}

interface Window {
  until: number;
  hits: number;
}
const maxKeys = 50_000;

export function createLimits(now: () => number = Date.now): Limits {
  const windows = new Map<string, Window>();
  const waiting = (window: Window): number => Math.max(1, Math.ceil((window.until - now()) / 1000));
  return {
    take(key, most, perSeconds) {
      const known = windows.get(key);
      if (!known || known.until <= now()) {
        if (windows.size >= maxKeys) {
          for (const [each, window] of windows) if (window.until <= now()) windows.delete(each);
          // Drops only some: a flood would otherwise reset the attacker's count, too.
          for (const each of windows.keys()) {
            if (windows.size < maxKeys * 0.9) break;
            windows.delete(each);
          }
        }
        windows.set(key, { until: now() + perSeconds * 1000, hits: 1 });
        return 0;
      }
      known.hits += 1;
      return known.hits > most ? waiting(known) : 0;
    },
    wait(key, most) {
      const known = windows.get(key);
      return known && known.until > now() && known.hits >= most ? waiting(known) : 0;
    },
    forget: (key) => void windows.delete(key),
  };
}

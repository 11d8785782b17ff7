// How often somebody may ask: counts per key in windows of fixed length, in memory. A process that
// starts again starts counting again, which gives nobody more than one window. Never grows without
// end: a flood from many addresses drops what has run out, then the oldest.

export interface Limits {
  /** Counts one. 0: go on; otherwise the seconds to wait. */
  take(key: string, most: number, perSeconds: number): number;
  /** The seconds to wait if `most` are used up; counts nothing. */
  wait(key: string, most: number): number;
  /** It went well: what was counted is no guess. */
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
          // Not all of them: whoever floods would start everybody's count anew, his own guesses'
          // included.
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

// Keeps writes and the making-anew of a store apart, in all tabs: a write that came between the
// reading of what is unsent and the closing of the old store would be in neither. Holds nobody up
// otherwise.

/** The store was made anew while this write waited: it belongs into the new one. */
export class StoreReplaced extends Error {
  override name = "StoreReplaced";
}

export interface WriteGate {
  /** Any number at a time, none while `alone` runs. */
  together<T>(task: () => Promise<T>): Promise<T>;
  /** After all that run, before all that come. */
  alone<T>(task: () => Promise<T>): Promise<T>;
}

/** One gate for all tabs where the browser has Web Locks, else one for this store. */
export function writeGate(name: string): WriteGate {
  if (typeof navigator !== "undefined" && "locks" in navigator) {
    return {
      together: (task) => navigator.locks.request(name, { mode: "shared" }, task),
      alone: (task) => navigator.locks.request(name, { mode: "exclusive" }, task),
    };
  }
  const running = new Set<Promise<unknown>>();
  let closed: Promise<unknown> | null = null;
  return {
    async together(task) {
      while (closed !== null) await closed;
      const run = task();
      running.add(run);
      try {
        return await run;
      } finally {
        running.delete(run);
      }
    },
    async alone(task) {
      while (closed !== null) await closed;
      const run = Promise.allSettled([...running]).then(task);
      closed = run.then(
        () => undefined,
        () => undefined,
      );
      try {
        return await run;
      } finally {
        closed = null;
      }
    },
  };
}

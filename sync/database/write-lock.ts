// Cross-tab lock: no write may land while the local database is rebuilt. A write between the
// reading of pending rows and the closing of the old database would be in neither.

/** The database was rebuilt while this write waited: it belongs in the new one. */
export class StoreReplaced extends Error {
  override name = "StoreReplaced";
}

export interface WriteLock {
  /** Any number at a time, none while an exclusive task runs. */
  shared<T>(task: () => Promise<T>): Promise<T>;
  /** After all running tasks, before all later ones. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
}

/** One lock for all tabs where the browser has Web Locks, else one for this store. */
export function createWriteLock(name: string): WriteLock {
  if (typeof navigator !== "undefined" && "locks" in navigator) {
    return {
      shared: (task) => navigator.locks.request(name, { mode: "shared" }, task),
      exclusive: (task) => navigator.locks.request(name, { mode: "exclusive" }, task),
    };
  }
  const running = new Set<Promise<unknown>>();
  let closed: Promise<unknown> | null = null;
  return {
    async shared(task) {
      while (closed !== null) await closed;
      const run = task();
      running.add(run);
      try {
        return await run;
      } finally {
        running.delete(run);
      }
    },
    async exclusive(task) {
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

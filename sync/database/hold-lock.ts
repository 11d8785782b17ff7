// Web Locks. The browser releases a lock when its page ends in any way.

/** Undefined over plain HTTP, and in tests. */
export const locks = (): LockManager | undefined => globalThis.navigator?.locks;

/** Holds a lock. Does nothing without Web Locks. @returns releases it */
export function holdLock(name: string, mode: LockMode): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // A page that is being unloaded gets no lock.
  locks()
    ?.request(name, { mode }, () => released)
    .catch(() => undefined);
  return release;
}

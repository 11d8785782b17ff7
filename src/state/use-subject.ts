import { useCallback, useSyncExternalStore } from "react";
import type { BehaviorSubject } from "rxjs";

/** The current value of a subject; the fallback while there is none. */
export function useSubject<T>(subject: BehaviorSubject<T> | null, fallback: T): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = subject?.subscribe(onChange);
      return () => subscription?.unsubscribe();
    },
    [subject],
  );
  return useSyncExternalStore(
    subscribe,
    () => subject?.value ?? fallback,
    // During prerendering and hydration nothing is known yet.
    () => fallback,
  );
}

import { useCallback, useSyncExternalStore } from "react";
import type { BehaviorSubject } from "rxjs";

/** The current value of a subject; the fallback while there is none. */
export function useSubject<T>(subject: BehaviorSubject<T> | null, fallback: T): T;
/** What `select` takes of it: renders again only when that changes. */
export function useSubject<T, S>(subject: BehaviorSubject<T> | null, fallback: T, select: (value: T) => S): S;
export function useSubject<T>(
  subject: BehaviorSubject<T> | null,
  fallback: T,
  select: (value: T) => unknown = (value) => value,
) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = subject?.subscribe(onChange);
      return () => subscription?.unsubscribe();
    },
    [subject],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(subject?.value ?? fallback),
    // During prerendering and hydration nothing is known yet.
    () => select(fallback),
  );
}

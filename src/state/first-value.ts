import type { BehaviorSubject } from "rxjs";

/** The first value that matches. rxjs operators would add their chunk to the first page. */
export function firstValue<T, U extends T>(subject: BehaviorSubject<T>, fits: (value: T) => value is U): Promise<U> {
  return new Promise((found) => {
    const state: { done: boolean; stop: (() => void) | null } = { done: false, stop: null };
    const subscription = subject.subscribe((value) => {
      if (state.done || !fits(value)) return;
      state.done = true;
      found(value);
      state.stop?.();
    });
    state.stop = () => subscription.unsubscribe();
    if (state.done) state.stop();
  });
}

import { useSyncExternalStore } from "react";

/** From 64rem two things fit side by side (a list and what is read), from 80rem a third. */
type Breakpoint = "48rem" | "64rem" | "80rem";

/** Is the window at least so wide? Known at the first render: nothing moves afterwards. */
export const useWide = (from: Breakpoint = "64rem") =>
  useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(`(min-width: ${from})`);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => window.matchMedia(`(min-width: ${from})`).matches,
    // At build time a page is drawn as a phone shows it.
    () => false,
  );

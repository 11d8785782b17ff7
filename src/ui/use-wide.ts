import { useSyncExternalStore } from "react";

/** Two columns fit from 64rem (a list and a reader), three from 80rem. */
type Breakpoint = "48rem" | "64rem" | "80rem";

/** True if the window has this minimum width. Known at the first render, so nothing moves. */
export const useWide = (from: Breakpoint = "64rem") =>
  useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(`(min-width: ${from})`);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => window.matchMedia(`(min-width: ${from})`).matches,
    // Prerender the phone layout.
    () => false,
  );

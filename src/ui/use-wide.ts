import { useSyncExternalStore } from "react";

const wide = "(min-width: 64rem)";

/** Is there room for two things side by side: a list and what is read, a form and a picture? */
export const useWide = () =>
  useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(wide);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => window.matchMedia(wide).matches,
  );

import { useEffect } from "react";

/** Reloads when the page becomes visible: figures of this morning would mislead. */
export function useLookedAt(look: () => void) {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") look();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [look]);
}

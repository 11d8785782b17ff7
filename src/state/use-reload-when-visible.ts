import { useEffect } from "react";

/** Reloads when the page becomes visible, because older numbers would mislead. */
export function useReloadWhenVisible(look: () => void) {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") look();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [look]);
}

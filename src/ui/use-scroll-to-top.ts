import { useEffect, useRef } from "react";

/**
 * Scrolls to the top when the value changes, because the page then shows something else in the same
 * place.
 * @param shown undefined while it is loading
 */
export function useScrollToTop(shown: string | boolean | undefined): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown === undefined) return;
    if (before.current !== undefined && before.current !== shown) window.scrollTo({ top: 0, behavior: "instant" });
    before.current = shown;
  }, [shown]);
}

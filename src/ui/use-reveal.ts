// Focuses something new and scrolls it into view: on a phone, the button that was pressed may be a
// screen below it.
import { type RefObject, useEffect, useRef } from "react";

/**
 * @param shown changes when it appears; null: it is not there
 * @param block where it then is in the window
 * @returns the ref of an element with a `tabIndex`
 */
export function useReveal(shown: unknown, block: ScrollLogicalPosition = "center"): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shown) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block });
  }, [shown, block]);
  return element;
}

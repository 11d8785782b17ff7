import { type FocusEvent as ReactFocusEvent, type RefObject, useEffect, useRef } from "react";

interface KeptFocus<T extends HTMLElement> {
  ref: RefObject<T | null>;
  tabIndex: -1;
  onFocus: (event: ReactFocusEvent) => void;
}

/**
 * Returns props for an element that takes the focus when the focused element inside it is removed,
 * for example a used button or its dialog. Otherwise the focus falls to the page and a screen
 * reader starts at its top.
 */
export function useKeptFocus<T extends HTMLElement>(): KeptFocus<T> {
  const ref = useRef<T>(null);
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const inside = target instanceof Node && (target === last.current || ref.current?.contains(target));
      if (!inside) last.current = null;
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  useEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    // A closed dialog first returns the focus to its opener, if still mounted.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    });
  });
  return {
    ref,
    tabIndex: -1,
    // A React event, so that a dialog rendered by the element counts as inside.
    onFocus: ({ target }) => {
      last.current = target;
    },
  };
}

import { type FocusEvent as ReactFocusEvent, type RefObject, useEffect, useRef } from "react";

interface KeptFocus<T extends HTMLElement> {
  ref: RefObject<T | null>;
  tabIndex: -1;
  onFocus: (event: ReactFocusEvent) => void;
}

/**
 * An element that takes the focus when what had it in there goes away: a button that has done what
 * it was for, or its dialog. Else the page would have it, and a screen reader would be at its top.
 * @returns the properties of the element
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
    // A dialog that was closed gives the focus back first, if its opener is still there.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    });
  });
  return {
    ref,
    tabIndex: -1,
    // Through React, so that a dialog of the element counts as a part of it.
    onFocus: ({ target }) => {
      last.current = target;
    },
  };
}

// The review's keyboard. Silent while somebody types or a dialog is open: there, letters are
// letters.
import { useEffect, useRef } from "react";

export type ReviewKey = "j" | "k" | "enter" | "a" | "c" | "r" | "d" | "i" | "x" | "u" | "?";
export type ReviewKeys = { readonly [K in ReviewKey]: () => void };

const isKey = (key: string, keys: ReviewKeys): key is ReviewKey => key in keys;

export function useReviewKeys(keys: ReviewKeys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      if (!(target instanceof Element) || document.querySelector("[role=dialog],[role=alertdialog],[role=menu]"))
        return;
      if (target.closest("input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]")) return;
      // Enter on a link or a button is theirs.
      if (event.key === "Enter" && target.closest("a,button")) return;
      const key = event.key === "Enter" ? "enter" : event.key;
      if (!isKey(key, latest.current)) return;
      event.preventDefault();
      latest.current[key]();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

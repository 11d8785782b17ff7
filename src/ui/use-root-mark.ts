// Tells the style sheet what stands on the page, as words in an attribute of the root (theme.css).
// `:root:has(…)` would ask the same, but then every change of the page is styled again from the
// root down.
import { useLayoutEffect } from "react";

type Mark = "dialog" | "form-bar" | "sidebar";

/** One entry for each component that stands there. */
let standing: readonly Mark[] = [];

function set(marks: readonly Mark[]): void {
  standing = marks;
  document.documentElement.dataset.with = [...new Set(marks)].join(" ");
}

/** @param stands false: not now */
export function useRootMark(mark: Mark, stands = true): void {
  useLayoutEffect(() => {
    if (!stands) return;
    set([...standing, mark]);
    return () => set(standing.toSpliced(standing.lastIndexOf(mark), 1));
  }, [mark, stands]);
}

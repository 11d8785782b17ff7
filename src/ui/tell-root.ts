// What the style sheet is told of the page, at the root: how high the bars at the window's edges
// are, and what stands on the page (base.css, `toasts` in theme.css).
import { useLayoutEffect } from "react";

type Height = "--bar-height" | "--decision-bar-height" | "--form-bar-height" | "--side-foot-height" | "--toasts-height";

/**
 * A ref callback: sets the property to the element's height and removes it on unmount. Create it
 * once, outside the component.
 */
export const observeHeight = (property: Height) => (element: HTMLElement | null) => {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(([entry]) => {
    // Not `offsetHeight`, which lays out the page again after each property that was set.
    const height = Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0);
    // The whole page is styled again for it: not to say what the style sheet takes for granted.
    if (height === 0) style.removeProperty(property);
    else style.setProperty(property, `${height}px`);
  });
  // Its padding counts, too.
  observer.observe(element, { box: "border-box" });
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
};

type Mark = "dialog" | "form-bar" | "sidebar";

/** One entry for each component that stands there. */
let standing: readonly Mark[] = [];

function tell(marks: readonly Mark[]): void {
  standing = marks;
  document.documentElement.dataset.with = [...new Set(marks)].join(" ");
}

/**
 * A word in the root's `data-with`. `:root:has(…)` would ask the same of the page itself, but then
 * every change of it is styled again from the root down.
 * @param stands false: not now
 */
export function useRootMark(mark: Mark, stands = true): void {
  useLayoutEffect(() => {
    if (!stands) return;
    tell([...standing, mark]);
    return () => tell(standing.toSpliced(standing.lastIndexOf(mark), 1));
  }, [mark, stands]);
}

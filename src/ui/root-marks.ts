// Sets root attributes and properties that CSS reads: the heights of the bars and the components on
// the page (`base.css`, `toasts` in `theme.css`).
import { useLayoutEffect } from "react";

type Height = "--bar-height" | "--decision-bar-height" | "--form-bar-height" | "--toasts-height";

/**
 * Returns a ref callback that sets the property to the element's height and removes it on unmount.
 * Create it once, outside the component.
 */
export const observeHeight = (property: Height) => (element: HTMLElement | null) => {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(([entry]) => {
    // `offsetHeight` would force a layout after each property.
    const height = Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0);
    // Setting a root property restyles the whole page, so skip the default.
    if (height === 0) style.removeProperty(property);
    else style.setProperty(property, `${height}px`);
  });
  // Includes the padding.
  observer.observe(element, { box: "border-box" });
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
};

type Mark = "dialog" | "form-bar" | "sidebar";

/** One entry per mounted component. */
let mounted: readonly Mark[] = [];

function setMarks(marks: readonly Mark[]): void {
  mounted = marks;
  document.documentElement.dataset.with = [...new Set(marks)].join(" ");
}

/**
 * Adds a word to the root's `data-with`. `:root:has(…)` would restyle the page from the root on
 * every change.
 * @param stands false removes it
 */
export function useRootMark(mark: Mark, stands = true): void {
  useLayoutEffect(() => {
    if (!stands) return;
    setMarks([...mounted, mark]);
    return () => setMarks(mounted.toSpliced(mounted.lastIndexOf(mark), 1));
  }, [mark, stands]);
}

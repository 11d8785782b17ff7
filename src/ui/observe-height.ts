// Publishes the height of an element that stays at an edge of the window as a custom property
// (theme.css).

type Property =
  | "--bar-height"
  | "--decision-bar-height"
  | "--form-bar-height"
  | "--side-foot-height"
  | "--toasts-height";

/**
 * A ref callback: sets the property to the element's height and removes it on unmount. Create it
 * once, outside the component.
 */
export const observeHeight = (property: Property) => (element: HTMLElement | null) => {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(([entry]) => {
    // Not `offsetHeight`, which lays out the page again after each property that was set.
    style.setProperty(property, `${Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`);
  });
  // Its padding counts, too.
  observer.observe(element, { box: "border-box" });
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
};

// Tells the styles how high something at the lower edge of the window is, as a custom property of
// the page (theme.css).

type Property = "--bar-height" | "--side-foot-height" | "--toasts-height";

/**
 * A ref: keeps the property at the element's height, and takes it away with the element. Make it
 * once, outside the component.
 */
export const observeHeight = (property: Property) => (element: HTMLElement | null) => {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
};

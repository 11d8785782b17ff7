/**
 * Scrolls what the keyboard goes to clear of the bars that stay in place (the scroll padding of
 * base.css). A browser takes what lies behind such a bar for seen. Whatever is in a bar itself
 * (`data-stays`) is in view.
 */
export function keepFocusInView(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(":focus-visible") || target.closest("[data-stays]")) return;
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

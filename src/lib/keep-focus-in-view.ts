/**
 * Scrolls focused elements out from under sticky bars (scroll padding of `base.css`), since
 * browsers treat covered elements as visible. Ignores elements inside a bar (`data-stays`).
 */
export function keepFocusInView(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(":focus-visible") || target.closest("[data-stays]")) return;
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

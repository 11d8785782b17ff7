// A horizontally scrolling row of choices. Keeps the selected one visible and fades the overflowing
// side, because there is no scrollbar.
import { type RefObject, useLayoutEffect, useRef } from "react";

export const rowFade =
  "data-more-before:mask-l-from-[calc(100%-2rem)] data-more-after:mask-r-from-[calc(100%-2rem)] [scrollbar-width:none]";

/** Past the fade, so that the next choice is visible. */
const MARGIN = 40;

/** @returns a ref for the row, whose children are the choices */
export function useScrollableRow(chosen: number, count: number): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: watches new children
  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return;
    const fade = () => {
      row.toggleAttribute("data-more-before", row.scrollLeft > 1);
      row.toggleAttribute("data-more-after", row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
    };
    // `scrollIntoView` would scroll the page too.
    const show = () => {
      const edge = row.getBoundingClientRect();
      const box = row.children[chosen]?.getBoundingClientRect();
      const before = box ? box.left - MARGIN - edge.left : 0;
      const after = box ? box.right + MARGIN - edge.right : 0;
      if (before < 0) row.scrollLeft += before;
      else if (after > 0) row.scrollLeft += after;
      fade();
    };
    // Before the first paint, so that nothing moves under a click.
    show();
    // Badges and fonts may load later.
    const sizes = new ResizeObserver(show);
    for (const one of [row, ...row.children]) sizes.observe(one);
    row.addEventListener("scroll", fade, { passive: true });
    return () => {
      sizes.disconnect();
      row.removeEventListener("scroll", fade);
    };
  }, [chosen, count]);
  return ref;
}

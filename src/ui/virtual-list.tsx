// Virtualised lists on the window's scrollbar: renders what is in view. Short lists are rendered
// whole, so that find-in-page and printing work.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef, useState } from "react";

const WHOLE_UP_TO = 60;
/** Items in the first render: more than a phone shows. The rest follows without blocking input. */
const FIRST_ITEMS = 9;
const GAP = 12;

interface VirtualListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  render: (item: T, index: number) => ReactNode;
  label: string;
  /** Height of a row in px before it is measured. */
  estimate?: number;
  /** A grid with as many columns of at least this width (px) as fit. */
  minItemWidth?: number;
}

export function VirtualList<T>({ items, keyOf, render, label, estimate = 96, minItemWidth }: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const { columns, top } = useLayout(box, minItemWidth);
  const rowCount = Math.ceil(items.length / columns);
  const whole = items.length <= WHOLE_UP_TO;
  const all = useDeferredValue(true, false);
  const virtualizer = useWindowVirtualizer({
    count: whole ? 0 : rowCount,
    estimateSize: () => estimate,
    getItemKey: (row) => keyOf(items[row * columns] as T),
    overscan: 4,
    gap: GAP,
    scrollMargin: top,
  });
  const cell = (index: number) => {
    const item = items[index];
    if (item === undefined) return null;
    return (
      <div
        key={keyOf(item)}
        role="listitem"
        aria-setsize={items.length}
        aria-posinset={index + 1}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)]"
      >
        {render(item, index)}
      </div>
    );
  };
  // Restoring a scroll position needs the full height before all is rendered.
  const minHeight = all ? undefined : rowCount * (estimate + GAP);
  // In CSS, not by `columns`: a narrower window gets its columns at once.
  const column = minItemWidth ? `repeat(auto-fill, minmax(min(100%, ${minItemWidth}px), 1fr))` : "minmax(0, 1fr)";
  const grid = { gridTemplateColumns: column, gap: GAP };

  if (whole) {
    return (
      <div ref={box} role="list" aria-label={label} className="grid content-start" style={{ ...grid, minHeight }}>
        {(all ? items : items.slice(0, FIRST_ITEMS)).map((_, index) => cell(index))}
      </div>
    );
  }
  return (
    <div ref={box} role="list" aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((row) => (
        <div
          key={row.key}
          role="presentation"
          ref={virtualizer.measureElement}
          data-index={row.index}
          className="absolute inset-x-0 top-0 grid"
          style={{ ...grid, transform: `translateY(${row.start - top}px)` }}
        >
          {Array.from({ length: columns }, (_, column) => cell(row.index * columns + column))}
        </div>
      ))}
    </div>
  );
}

/** A VirtualList of rows with an id. */
export const RowList = <T extends { readonly id: string }>(props: Omit<VirtualListProps<T>, "keyOf">) => (
  <VirtualList keyOf={(row) => row.id} {...props} />
);

function useLayout(box: React.RefObject<HTMLDivElement | null>, minItemWidth: number | undefined) {
  const [layout, setLayout] = useState({ columns: 1, top: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const columns = minItemWidth ? Math.max(1, Math.floor((element.clientWidth + GAP) / (minItemWidth + GAP))) : 1;
      const top = element.getBoundingClientRect().top + window.scrollY;
      setLayout((old) => (old.columns === columns && Math.abs(old.top - top) < 1 ? old : { columns, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // A change of height above the list moves it without resizing it.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box, minItemWidth]);
  return layout;
}

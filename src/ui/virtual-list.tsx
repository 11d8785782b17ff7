// Virtualized lists on the window's scrollbar. Short lists render completely, so that find-in-page
// and printing work. Until the code for long lists loads, only the first items are shown.
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import type { VirtualRows } from "./virtual-rows.tsx";

const WHOLE_UP_TO = 60;
const GAP = 12;

interface VirtualListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  render: (item: T, index: number) => ReactNode;
  label: string;
  estimate?: number;
  gap?: number;
  /** Minimum column width in px; as many columns as fit. */
  minItemWidth?: number;
  /** Class of the element around an item, a grid. */
  cell?: string;
}

/** Number of items that fill a window. */
function itemsInView(estimate: number, gap: number, minItemWidth = window.innerWidth): number {
  const columns = Math.max(1, Math.floor(window.innerWidth / (minItemWidth + gap)));
  return columns * Math.ceil(window.innerHeight / (estimate + gap));
}

/**
 * Number of rendered items: first those in view, then the rest in steps. Rendering 60 campaigns at
 * once would double the work before the first one is shown, to 5.7 s at CPU x4.
 */
function useDrawn(count: number, step: number): number {
  const [drawn, setDrawn] = useState(step);
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn((n) => n + step));
  }, [drawn, count, step]);
  return Math.min(drawn, count);
}

let fetched: typeof VirtualRows | null = null;

async function fetchRows(): Promise<typeof VirtualRows> {
  fetched ??= (await import("./virtual-rows.tsx")).VirtualRows;
  return fetched;
}

/** `Rows` is null for short lists and while the code loads; `missing` if loading failed. */
function useRows(count: number): { Rows: typeof VirtualRows | null; missing: boolean } {
  const long = count > WHOLE_UP_TO;
  // Triggers a re-render after loading.
  const [, setRows] = useState(() => fetched);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (long)
      fetchRows().then(
        (rows) => setRows(() => rows),
        () => setMissing(true),
      );
  }, [long]);
  return { Rows: long ? fetched : null, missing };
}

export function VirtualList<T>(props: VirtualListProps<T>) {
  const {
    items,
    keyOf,
    render,
    label,
    estimate = 96,
    gap = GAP,
    minItemWidth,
    cell: cellClass = "grid-cols-[minmax(0,1fr)]",
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const { Rows, missing } = useRows(items.length);
  const { columns, top } = useLayout(box, gap, minItemWidth, Rows !== null);
  const rowCount = Math.ceil(items.length / columns);
  const drawn = useDrawn(Rows ? 0 : Math.min(items.length, WHOLE_UP_TO), itemsInView(estimate, gap, minItemWidth));
  const cell = (index: number) => {
    const item = items[index];
    if (item === undefined) return null;
    return (
      <div
        key={keyOf(item)}
        role="listitem"
        data-row
        aria-setsize={items.length}
        aria-posinset={index + 1}
        className={cx("grid min-w-0", cellClass)}
      >
        {render(item, index)}
      </div>
    );
  };
  // CSS instead of `columns`, so that resizing takes effect at once.
  const column = minItemWidth ? `repeat(auto-fill, minmax(min(100%, ${minItemWidth}px), 1fr))` : "minmax(0, 1fr)";
  const grid = { gridTemplateColumns: column, gap };

  if (Rows) {
    return (
      <div ref={box} role="list" aria-label={label}>
        <Rows
          count={rowCount}
          estimate={estimate}
          gap={gap}
          top={top}
          keyOf={(row) => keyOf(items[row * columns] as T)}
          grid={grid}
          render={(row) => Array.from({ length: columns }, (_, column) => cell(row * columns + column))}
        />
      </div>
    );
  }
  // If the code cannot be loaded (offline, not cached), render the whole list, even if slow.
  const shown = items.slice(0, missing ? undefined : drawn);
  // Restoring a scroll position needs the full height early.
  const minHeight = shown.length < items.length ? rowCount * (estimate + gap) : undefined;
  return (
    <div ref={box} role="list" aria-label={label} className="grid content-start" style={{ ...grid, minHeight }}>
      {shown.map((_, index) => cell(index))}
    </div>
  );
}

/** A VirtualList of rows with ids. */
export const RowList = <T extends { readonly id: string }>(props: Omit<VirtualListProps<T>, "keyOf">) => (
  <VirtualList keyOf={(row) => row.id} {...props} />
);

/**
 * @param atOnce measures before the first paint, which costs a layout but is required for virtual
 * rows
 */
function useLayout(
  box: React.RefObject<HTMLDivElement | null>,
  gap: number,
  minItemWidth: number | undefined,
  atOnce: boolean,
) {
  const [layout, setLayout] = useState({ columns: 1, top: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const columns = minItemWidth ? Math.max(1, Math.floor((element.clientWidth + gap) / (minItemWidth + gap))) : 1;
      const top = element.getBoundingClientRect().top + window.scrollY;
      setLayout((old) => (old.columns === columns && Math.abs(old.top - top) < 1 ? old : { columns, top }));
    };
    if (atOnce) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // A height change above the list moves it without resizing it.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box, gap, minItemWidth, atOnce]);
  return layout;
}

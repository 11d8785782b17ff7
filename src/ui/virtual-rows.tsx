// The visible rows of a long list. Loaded on demand (`virtual-list.tsx`).
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import type { CSSProperties, ReactNode } from "react";

interface VirtualRowsProps {
  count: number;
  estimate: number;
  gap: number;
  /** Offset of the list on the page in px. */
  top: number;
  keyOf: (row: number) => string;
  grid: CSSProperties;
  render: (row: number) => ReactNode;
}

export function VirtualRows({ count, estimate, gap, top, keyOf, grid, render }: VirtualRowsProps) {
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: 4,
    gap,
    scrollMargin: top,
  });
  return (
    <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((row) => (
        <div
          key={row.key}
          role="presentation"
          ref={virtualizer.measureElement}
          data-index={row.index}
          className="absolute inset-x-0 top-0 grid"
          style={{ ...grid, transform: `translateY(${row.start - top}px)` }}
        >
          {render(row.index)}
        </div>
      ))}
    </div>
  );
}

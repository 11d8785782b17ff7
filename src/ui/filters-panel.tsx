// Filters in a popover over the list, which does not move.
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { FiltersButton } from "./filters-button.tsx";

interface FiltersPanelProps {
  /** Button label, hidden on a phone. */
  label: string;
  count: number;
  className?: string;
  children: ReactNode;
}

/** Spans the closest positioned ancestor on a phone. */
export function FiltersPanel({ label, count, className, children }: FiltersPanelProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from its content
    <div
      ref={box}
      className="shrink-0 md:relative"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.preventDefault();
        setOpen(false);
        box.current?.querySelector("button")?.focus();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !box.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <FiltersButton
        open={open}
        onToggle={() => setOpen(!open)}
        controls={id}
        count={count}
        title={label}
        className="max-md:px-2.5"
      >
        <span className="max-md:sr-only">{label}</span>
      </FiltersButton>
      <div
        id={id}
        role="group"
        aria-label={label}
        hidden={!open}
        className={cx(
          "absolute inset-x-0 top-full z-20 mt-1 rounded-lg border border-line bg-raised p-3 shadow-lg md:start-auto md:w-104",
          className,
        )}
      >
        {open && children}
      </div>
    </div>
  );
}

// Tabs with roving focus: arrow keys select, Home and End jump. The caller stores the selected tab,
// usually in the URL.
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { rowFade, useScrollableRow } from "./use-scrollable-row.ts";

export interface TabItem<T extends string> {
  value: T;
  label: ReactNode;
  /** A count after the label. */
  badge?: ReactNode;
}

interface TabsProps<T extends string> {
  label: string;
  tabs: readonly TabItem<T>[];
  value: T;
  onChange: (value: T) => void;
  children: ReactNode;
  /** Replaces the gap between tabs and content. */
  className?: string;
}

export function Tabs<T extends string>({ label, tabs, value, onChange, children, className = "gap-6" }: TabsProps<T>) {
  const id = useId();
  const at = tabs.findIndex((tab) => tab.value === value);
  const list = useScrollableRow(at, tabs.length);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (!tab) return;
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  };

  return (
    <div className={cx("flex flex-col", className)}>
      <div
        ref={list}
        role="tablist"
        data-print="hide"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={cx("-mx-4 flex gap-1 overflow-x-auto border-line border-b px-4 md:mx-0 md:px-0", rowFade)}
      >
        {tabs.map((tab) => {
          const chosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={cx(
                "-mb-px inline-flex min-h-11 shrink-0 items-center gap-2 rounded-t-md border-b-2 px-3 font-semibold text-sm transition-colors duration-150 focus-visible:-outline-offset-2",
                chosen
                  ? "border-accent text-text"
                  : "border-transparent text-muted hover:border-line-strong hover:text-text",
              )}
            >
              {tab.label}
              {tab.badge}
            </button>
          );
        })}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} tabIndex={-1}>
        {children}
      </div>
    </div>
  );
}

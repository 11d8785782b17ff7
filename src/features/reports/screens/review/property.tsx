// A property of a report: label and value in the panel, only the value in the compact line. The
// value is a button that edits it.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { KeyHint } from "./key-hint.tsx";

interface PropertyProps {
  label: ReactNode;
  panel: boolean;
  children: ReactNode;
}

export const Property = ({ label, panel, children }: PropertyProps) => (
  <div className={cx("min-w-0", !panel && "shrink")}>
    <dt className={panel ? "text-muted text-xs" : "sr-only"}>{label}</dt>
    <dd className="flex min-w-0 flex-col items-stretch text-sm">{children}</dd>
  </div>
);

interface PropertyValueProps {
  action: string;
  /** Placeholder without a value. */
  empty: { icon: LucideIcon; short: ReactNode };
  panel: boolean;
  shortcut?: string;
  onChange: (() => void) | null;
  children: ReactNode;
}

export function PropertyValue({ action, empty, panel, shortcut, onChange, children }: PropertyValueProps) {
  if (!onChange) return children && <span className="flex min-w-0 items-center py-1 font-medium">{children}</span>;
  const { icon: Icon, short } = empty;
  return (
    <button
      type="button"
      onClick={onChange}
      title={action}
      aria-keyshortcuts={shortcut}
      className={cx(
        "tap flex min-w-0 items-center rounded-md px-2 py-1 text-start hover:bg-sunken print:flex!",
        panel ? "-mx-2 gap-2" : "w-full gap-1.5 border border-line-strong bg-raised",
        panel && !children ? "font-semibold" : "font-medium",
      )}
    >
      {children ? (
        <>
          <span className="sr-only">{action}: </span>
          {children}
        </>
      ) : (
        <>
          <Icon aria-hidden className={cx("shrink-0", panel ? "size-5" : "size-4 text-muted")} />
          {panel ? (
            action
          ) : (
            <>
              <span className="sr-only">{action}</span>
              <span aria-hidden className="truncate text-muted">
                {short}
              </span>
            </>
          )}
        </>
      )}
      {panel && shortcut && (
        <span className="ms-auto">
          <KeyHint>{shortcut}</KeyHint>
        </span>
      )}
    </button>
  );
}

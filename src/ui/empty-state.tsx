import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty list or one without matches: say which, and what to do. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-line border-dashed px-6 py-12 text-center">
      {Icon && (
        <span className="grid size-12 place-items-center rounded-full bg-sunken text-muted">
          <Icon aria-hidden className="size-6" />
        </span>
      )}
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-md text-balance text-muted text-sm">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

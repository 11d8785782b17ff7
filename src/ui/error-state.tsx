import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface ErrorStateProps {
  title?: ReactNode;
  children?: ReactNode;
  onRetry?: () => void;
}

/** Explains a loading error and what to do. */
export function ErrorState({ title, children, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 rounded-lg border border-line px-6 py-12 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert aria-hidden className="size-6" />
      </span>
      <p className="font-semibold">{title ?? <Trans>This could not be loaded</Trans>}</p>
      {children && <div className="max-w-md text-balance text-muted text-sm">{children}</div>}
      {onRetry && (
        <Button className="mt-2" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  );
}

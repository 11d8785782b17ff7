import { Plural } from "@lingui/react/macro";
import { SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "./badge.tsx";
import { Button } from "./button.tsx";

interface FiltersButtonProps {
  open: boolean;
  onToggle: () => void;
  controls: string;
  count: number;
  /** Tooltip where the label is hidden. */
  title?: string;
  className?: string;
  children: ReactNode;
}

/** Opens filters that do not fit next to the search. */
export function FiltersButton({
  open,
  onToggle,
  controls,
  count,
  title,
  className = "",
  children,
}: FiltersButtonProps) {
  return (
    <Button
      icon={SlidersHorizontal}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
      title={title}
      className={className}
    >
      {children}
      {count > 0 && (
        <Badge tone="accent">
          <span aria-hidden>{count}</span>
          <span className="sr-only">
            <Plural value={count} one="# in use" other="# in use" />
          </span>
        </Badge>
      )}
    </Button>
  );
}

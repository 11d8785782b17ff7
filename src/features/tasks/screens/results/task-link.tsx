import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface TaskLinkProps {
  taskId: string;
  /** Shows only this step. */
  item?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** Opens the results of a task, with the same filters. A history entry, so Back keeps the place. */
export const TaskLink = ({ taskId, item, className = "", children }: TaskLinkProps) => (
  <Link
    from="/developer/campaigns/$campaignId/"
    to="."
    search={(old) => ({ ...old, task: taskId, item })}
    className={`tap-text text-accent-text hover:underline ${className}`}
  >
    {children}
  </Link>
);

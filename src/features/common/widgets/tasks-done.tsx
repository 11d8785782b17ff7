import { Plural, Trans } from "@lingui/react/macro";
import { ListChecks } from "lucide-react";

interface TasksDoneProps {
  done: number;
  tasks: number;
}

/** A tester's progress over the tasks of a test, in lists. */
export const TasksDone = ({ done, tasks }: TasksDoneProps) => (
  <p className="flex items-center gap-1.5 text-muted text-sm tabular-nums">
    <ListChecks aria-hidden className="size-4 shrink-0" />
    <Trans>
      {done} of <Plural value={tasks} one="# task" other="# tasks" />
    </Trans>
  </p>
);

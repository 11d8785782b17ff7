import { Plural } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Effort } from "./effort.tsx";

/** Stays at the end of its line. */
const SEPARATOR = "\u00A0· ";

interface WorkProps {
  campaign: Pick<Campaign, "effort_minutes" | "required_tasks" | "task_minutes">;
}

/** The developer's estimate, else the minutes of the required tasks; 0 if unknown. */
export const minutesOf = ({
  effort_minutes,
  task_minutes,
}: Pick<Campaign, "effort_minutes" | "task_minutes">): number => effort_minutes ?? task_minutes;

/** The time and the required tasks of a test, at the end of a card's line. */
export function Work({ campaign }: WorkProps) {
  const { required_tasks } = campaign;
  const minutes = minutesOf(campaign);
  return (
    <>
      {minutes > 0 && (
        <>
          {SEPARATOR}
          <Effort minutes={minutes} />
        </>
      )}
      {required_tasks > 0 && (
        <>
          {SEPARATOR}
          <span className="inline-block">
            <Plural value={required_tasks} one="# required task" other="# required tasks" />
          </span>
        </>
      )}
    </>
  );
}

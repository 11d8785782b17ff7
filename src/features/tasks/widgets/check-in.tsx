import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarCheck, CircleCheck } from "lucide-react";
import { useToday } from "#features/common/campaign-rules.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { formatDate } from "#i18n/format.ts";
import { answerSave } from "#sync/mutations/tasks.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Task, TaskResult } from "#sync/schema/tasks.ts";
import { Button } from "#ui/button.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

interface CheckInProps {
  task: Task;
  application: Application;
  result: TaskResult | undefined;
  readOnly: boolean;
  primary?: boolean;
  /** Lists the days. */
  detailed?: boolean;
  /** Replaces saving to the application, while a developer tries the task. */
  save?: (change: (before: TaskResult) => Partial<TaskResult>) => Promise<boolean>;
}

/** One tap per day. The day is the tester's, also when it is sent later. */
export function CheckIn({ task, application, result, readOnly, primary = true, detailed = false, save }: CheckInProps) {
  const { t, i18n } = useLingui();
  const today = useToday();
  const write = useMutationToast(answerSave);
  const days = result?.days ?? [];
  const checked = days.length;
  const needed = task.days;
  const isHere = days.includes(today);
  const day = isHere ? checked : checked + 1;
  const add = ({ days: before = [] }: TaskResult) => ({
    days: [...new Set([...before, today])].sort((a, b) => a.localeCompare(b)),
  });
  const checkIn = () => (save ? save(add) : write(application.id, task, add));
  return (
    <section aria-label={t`Daily check-in`} className="flex flex-col gap-4">
      {(isHere || checked < needed) && (
        <p className="font-semibold">
          <Trans>
            Day {day} of {needed}
          </Trans>
        </p>
      )}
      <ProgressBar value={(checked / needed) * 100} label={t`${checked} of ${needed} days`} tone="positive" />
      <p role="status" className="flex items-center gap-2 text-sm">
        {isHere && <CircleCheck aria-hidden className="size-5 text-positive" />}
        <span>
          {isHere && <Trans>Checked in today.</Trans>}{" "}
          {checked < needed && <Plural value={needed - checked} one="# day left." other="# days left." />}
        </span>
      </p>
      {!isHere && checked < needed && !readOnly && (
        <Button
          variant={primary ? "primary" : "secondary"}
          size="lg"
          icon={CalendarCheck}
          className="self-start max-sm:w-full"
          onClick={() => void checkIn()}
        >
          <Trans>Check in for today</Trans>
        </Button>
      )}
      {detailed && checked > 0 && (
        <ul aria-label={t`Days with a check-in`} className="flex flex-wrap gap-1.5 text-sm">
          {days.map((one) => (
            <li key={one} className="rounded-sm bg-positive-soft px-2 py-0.5 text-positive">
              {formatDate(one, i18n.locale)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarCheck, CircleCheck } from "lucide-react";
import { useToday } from "#features/common/campaign-rules.ts";
import { formatDate } from "#i18n/format.ts";
import { Button } from "#ui/button.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import type { TaskWork } from "./task-work.ts";

/** One tap per day. The day is the tester's, also when it is sent later. */
export function CheckIn({ work: { task, result, readOnly, save } }: { work: TaskWork }) {
  const { t, i18n } = useLingui();
  const today = useToday();
  const days = result?.days ?? [];
  const checked = days.length;
  const needed = task.days;
  const isHere = days.includes(today);
  const checkIn = () =>
    save((before) => ({ days: [...new Set([...(before.days ?? []), today])].sort((a, b) => a.localeCompare(b)) }));
  return (
    <section aria-label={t`Daily check-in`} className="flex flex-col gap-4">
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
          variant="primary"
          size="lg"
          icon={CalendarCheck}
          className="self-start max-sm:w-full"
          onClick={() => void checkIn()}
        >
          <Trans>Check in for today</Trans>
        </Button>
      )}
      {checked > 0 && (
        <ul aria-label={t`Days with a check-in`} className="flex flex-wrap gap-1.5 text-sm">
          {days.map((day) => (
            <li key={day} className="rounded-sm bg-positive-soft px-2 py-0.5 text-positive">
              {formatDate(day, i18n.locale)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

// Deadlines of a month: a grid on wide screens, otherwise a list of days with entries.
import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { useToday } from "#features/common/campaign-rules.ts";
import { firstWeekday, formatDay, formatMonth, formatWeekday } from "#i18n/format.ts";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { reportsOfTester } from "#sync/queries/feedback.ts";
import { isActiveTest, type TesterTest } from "#sync/queries/tester-tests.ts";
import { Button, IconButton, TextLink } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { SaveDeadlines } from "../../widgets/save-deadlines.tsx";
import { type CalendarEntry, calendarEntries, monthAfter, splitAt, weeksOf } from "./calendar-days.ts";

interface CalendarProps {
  tests: readonly TesterTest[];
  /** `YYYY-MM`; undefined for the current month. */
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
}

export function Calendar({ tests, month, onMonth }: CalendarProps) {
  const { t, i18n } = useLingui();
  const today = useToday();
  const reports = useQueryOr(reportsOfTester(usePerson().id), []);
  const thisMonth = today.slice(0, 7);
  const shown = month ?? thisMonth;
  const go = (n: number) => {
    const next = monthAfter(shown, n);
    onMonth(next === thisMonth ? undefined : next);
  };
  const name = formatMonth(`${shown}-01`, i18n.locale);
  const entries = calendarEntries(tests, reports);
  const here = entries.filter(({ day }) => day.startsWith(shown));
  const { coming, past } = splitAt(here, today);
  const next = entries.find(({ day }) => day.slice(0, 7) > shown);
  const nextDay = next && formatDay(next.day, i18n.locale);
  return (
    <section className="flex flex-col gap-4" aria-labelledby="calendar-month">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="calendar-month" aria-live="polite" className="min-w-44 text-lg first-letter:uppercase">
          {name}
        </h2>
        <IconButton icon={ChevronLeft} label={t`Previous month`} onClick={() => go(-1)} />
        <IconButton icon={ChevronRight} label={t`Next month`} onClick={() => go(1)} />
        {shown !== thisMonth && (
          <Button size="sm" onClick={() => onMonth(undefined)}>
            <Trans>Today</Trans>
          </Button>
        )}
        <div className="md:ms-auto">
          <SaveDeadlines tests={tests.filter((test) => isActiveTest(test, today))} />
        </div>
      </div>
      <Grid weeks={weeksOf(shown, firstWeekday(i18n.locale))} month={shown} name={name} today={today} entries={here} />
      {coming.length === 0 && !(past.length > 0 && shown < thisMonth) ? (
        <EmptyState
          icon={CalendarDays}
          title={
            past.length === 0 ? <Trans>Nothing is due this month</Trans> : <Trans>Nothing more is due this month</Trans>
          }
          action={
            next && (
              <Button onClick={() => onMonth(next.day.slice(0, 7))}>
                <Trans>Next: {nextDay}</Trans>
              </Button>
            )
          }
        >
          <Trans>
            First and last days of your tests, and when your reports are decided at the latest, appear here.
          </Trans>
        </EmptyState>
      ) : (
        <Agenda entries={shown < thisMonth ? past : coming} today={today} />
      )}
      {shown === thisMonth && past.length > 0 && <Earlier entries={past} today={today} />}
    </section>
  );
}

/** Collapsed, because users look for upcoming entries. */
function Earlier({ entries, today }: { entries: readonly CalendarEntry[]; today: string }) {
  return (
    <details className="group flex flex-col gap-3">
      <summary className="flex min-h-11 w-fit list-none items-center gap-2 font-semibold text-sm [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden
          className="size-5 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <Trans>Earlier this month</Trans>
      </summary>
      <Agenda entries={entries} today={today} />
    </details>
  );
}

interface GridProps {
  weeks: readonly string[][];
  month: string;
  name: string;
  today: string;
  entries: readonly CalendarEntry[];
}

const MOST_IN_CELL = 3;

function Grid({ weeks, month, name, today, entries }: GridProps) {
  const { i18n } = useLingui();
  const [first = []] = weeks;
  return (
    <table className="hidden w-full table-fixed border-separate border-spacing-px overflow-hidden rounded-lg border border-line bg-line text-sm shadow-sm md:table">
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          {first.map((day) => (
            <th key={day} scope="col" className="bg-raised px-2 py-1.5 text-start font-semibold text-muted">
              {formatWeekday(day, i18n.locale)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const own = day.startsWith(month) ? entries.filter((entry) => entry.day === day) : [];
              const hidden = own.length - MOST_IN_CELL;
              return (
                <td
                  key={day}
                  aria-current={day === today ? "date" : undefined}
                  className={cx("h-24 p-1.5 align-top", day.startsWith(month) ? "bg-raised" : "bg-surface")}
                >
                  <p
                    className={cx(
                      "mb-1 inline-grid size-7 place-items-center rounded-full tabular-nums",
                      day === today ? "bg-accent font-semibold text-on-accent" : "text-muted",
                    )}
                  >
                    {Number(day.slice(8))}
                  </p>
                  <ul className="flex flex-col gap-1">
                    {own.slice(0, MOST_IN_CELL).map((entry) => (
                      <li key={entry.key}>
                        <EntryLink entry={entry} short />
                      </li>
                    ))}
                  </ul>
                  {hidden > 0 && (
                    <p className="text-muted text-xs">
                      <Trans>{hidden} more below</Trans>
                    </p>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Agenda({ entries, today }: { entries: readonly CalendarEntry[]; today: string }) {
  const { i18n } = useLingui();
  const days = [...new Set(entries.map(({ day }) => day))];
  return (
    <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-raised px-4 shadow-sm">
      {days.map((day) => (
        <li key={day} className="flex gap-4 py-3">
          <p className={cx("w-20 shrink-0 text-sm", day === today ? "font-semibold text-accent" : "text-muted")}>
            <span className="block first-letter:uppercase">{formatWeekday(day, i18n.locale)}</span>
            {formatDay(day, i18n.locale)}
          </p>
          <ul className="flex min-w-0 flex-1 flex-col gap-2">
            {entries
              .filter((entry) => entry.day === day)
              .map((entry) => (
                <li key={entry.key}>
                  <EntryLink entry={entry} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

const marks = { ends: "bg-caution", starts: "bg-accent", decision: "bg-positive" } as const;

function EntryLink({ entry, short = false }: { entry: CalendarEntry; short?: boolean }) {
  const { t } = useLingui();
  const { kind, title, campaignId, reportId } = entry;
  const what = { ends: t`Test ends`, starts: t`Test starts`, decision: t`Decided at the latest` }[kind];
  const text = (
    <>
      {short ? <span className="sr-only">{what}: </span> : null}
      {title}
    </>
  );
  const to = reportId
    ? ({ to: "/tester/tests/$campaignId/report/$feedbackId", params: { campaignId, feedbackId: reportId } } as const)
    : ({ to: "/tester/tests/$campaignId", params: { campaignId } } as const);
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span aria-hidden className={cx("mt-1.5 size-2 shrink-0 rounded-full", marks[kind])} />
      <span className="min-w-0">
        {!short && <span className="block text-muted text-sm">{what}</span>}
        <TextLink {...to} className={cx("break-words", short && "line-clamp-2 text-sm")}>
          {text}
        </TextLink>
      </span>
    </span>
  );
}

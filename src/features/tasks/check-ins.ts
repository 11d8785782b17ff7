// Figures about daily check-ins, and what Google Play asks of a closed test.
import { dayOf } from "#i18n/format.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { resultKey } from "#sync/tasks/outcome.ts";

/**
 * Google's requirement for production access, and what the template proposes: spots and days that
 * leave room for replacements.
 */
export const closedTest = { testers: 12, days: 14, spots: 16, proposedDays: 21 } as const;

export const checkInOf = (tasks: readonly Task[]): Task | undefined => tasks.find(({ kind }) => kind === "check_in");

/** True for a check-in over as many days as Google Play asks for. */
export const isClosedTest = (tasks: readonly Task[]): boolean => (checkInOf(tasks)?.days ?? 0) >= closedTest.days;

export interface CheckIns {
  days: number;
  last: string | null;
  hasToday: boolean;
  isDone: boolean;
  /** Days in a row up to today, or up to yesterday while today is open. */
  run: number;
  longestRun: number;
  /** Days without a check-in, before today and before the last needed one. */
  missed: number;
  /** Days without a check-in since the last one, before today. */
  silent: number;
}

const DAY_MS = 86_400_000;
/** Days since 1970, so that daylight saving time changes nothing. */
const numberOf = (day: string): number => Date.parse(day) / DAY_MS;
export const dayAfter = (day: string, days: number): string =>
  new Date((numberOf(day) + days) * DAY_MS).toISOString().slice(0, 10);

type Taker = Pick<Application, "results" | "release_id" | "accepted_at">;
type Dates = Pick<Campaign, "start_date" | "end_date">;

const daysOf = (task: Task, { results, release_id }: Taker): readonly string[] =>
  results[resultKey(task, release_id)]?.days ?? [];

/** Returns a tester's check-ins. @param today local calendar day */
export function checkInsOf(task: Task, taker: Taker, { start_date, end_date }: Dates, today: string): CheckIns {
  const days = [...new Set(daysOf(task, taker))].map(numberOf).sort((a, b) => a - b);
  const [now, last] = [numberOf(today), days.at(-1)];
  const isDone = days.length >= task.days;
  const runs: number[] = [];
  for (const [at, day] of days.entries()) {
    if (day - 1 === days[at - 1]) runs.push((runs.pop() ?? 0) + 1);
    else runs.push(1);
  }
  // Null until the server has the acceptance.
  const joined = taker.accepted_at === null ? now : numberOf(dayOf(Date.parse(taker.accepted_at)));
  const first = Math.min(Math.max(joined, numberOf(start_date)), days[0] ?? Number.POSITIVE_INFINITY);
  const yesterday = Math.min(now - 1, numberOf(end_date));
  const end = isDone && last !== undefined ? last : yesterday;
  return {
    days: days.length,
    last: last === undefined ? null : dayAfter("1970-01-01", last),
    hasToday: days.includes(now),
    isDone,
    run: last !== undefined && last >= now - 1 ? (runs.at(-1) ?? 0) : 0,
    longestRun: Math.max(0, ...runs),
    missed: Math.max(0, end - first + 1 - days.filter((day) => day <= end).length),
    silent: isDone ? 0 : Math.max(0, yesterday - Math.max(last ?? Number.NEGATIVE_INFINITY, first - 1)),
  };
}

/** Numbers of testers with a check-in, per day until the campaign's end or today. */
export function checkInsPerDay(task: Task, takers: readonly Taker[], { start_date, end_date }: Dates, today: string) {
  const end = end_date < today ? end_date : today;
  const length = Math.max(0, numberOf(end) - numberOf(start_date) + 1);
  return Array.from({ length }, (_, at) => {
    const day = dayAfter(start_date, at);
    return { day, testers: takers.filter((taker) => daysOf(task, taker).includes(day)).length };
  });
}

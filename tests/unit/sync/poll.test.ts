import { BehaviorSubject } from "rxjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollTimes } from "../../../sync/replication/poll.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Counts the polls within the given seconds. */
function counted(connected$: BehaviorSubject<boolean>) {
  let polls = 0;
  const subscription = pollTimes(connected$).subscribe(() => {
    polls++;
  });
  return {
    within(seconds: number): number {
      const before = polls;
      vi.advanceTimersByTime(seconds * 1000);
      return polls - before;
    },
    stop: () => subscription.unsubscribe(),
  };
}

test("polls each minute without a channel, every five minutes with one", () => {
  const connected$ = new BehaviorSubject(false);
  const polls = counted(connected$);
  expect(polls.within(600)).toBeGreaterThanOrEqual(8);
  connected$.next(true);
  expect(polls.within(239)).toBe(0);
  expect(polls.within(3600 - 239)).toBeGreaterThanOrEqual(9);
  expect(polls.within(3600)).toBeLessThanOrEqual(15);
  polls.stop();
  expect(polls.within(3600)).toBe(0);
});

test("pulls within half a minute after losing a channel, not at once", () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const connected$ = new BehaviorSubject(true);
  const polls = counted(connected$);
  connected$.next(false);
  expect(polls.within(14)).toBe(0);
  expect(polls.within(2)).toBe(1);
  expect(polls.within(58)).toBe(0);
  expect(polls.within(3)).toBe(1);
  polls.stop();
});

test("devices that start together drift apart", () => {
  const times = [0, 0.999].map((chance) => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    const connected$ = new BehaviorSubject(true);
    const polls = counted(connected$);
    let seconds = 0;
    while (polls.within(1) === 0) seconds++;
    polls.stop();
    return seconds;
  });
  expect(times.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([240, 360]);
});

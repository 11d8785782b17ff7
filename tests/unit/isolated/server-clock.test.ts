// Estimates the server's time on a device whose clock is wrong.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { root, sources, withoutComments } from "../../fixtures/imports.ts";
import { Random } from "../../fixtures/random.ts";

const day = 86_400_000;
const right = Date.UTC(2026, 10, 24, 10);

/** Loads the module as a new page would; local storage stays between two calls. */
async function start() {
  vi.resetModules();
  const clock = await import("../../../sync/transport/server-clock.ts");
  const { onlyAnswers } = await import("../../../sync/transport/answers.ts");
  return { ...clock, onlyAnswers };
}
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.useFakeTimers({ now: right });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A Date header has whole seconds. */
const header = (time: number) => new Date(time).toUTCString();

test.each([day, -day])(
  "T1 O2 one response corrects a clock that is %d ms off, also after an offline start",
  async (off) => {
    const first = await start();
    vi.setSystemTime(right + off);
    expect(first.timestamp()).toBe(new Date(right + off).toISOString());
    first.readServerTime(header(right), right + off - 300);
    expect(Math.abs(Date.parse(first.timestamp()) - right)).toBeLessThan(2_000);
    const again = await start();
    expect(again.timestamp()).toBe(first.timestamp());
  },
);

test("T1 slow responses never shift a right clock, and nothing is stored", async () => {
  const clock = await start();
  const changes: number[] = [];
  clock.followClockOffset((offset) => changes.push(offset));
  const random = new Random(7);
  for (let i = 0; i < 500; i++) {
    const sentAt = Date.now();
    const [there, back] = [random.below(30_000), random.below(30_000)];
    const answeredAt = sentAt + there;
    vi.setSystemTime(answeredAt + back + random.below(1_000));
    clock.readServerTime(header(answeredAt), sentAt);
    expect(clock.timestamp()).toBe(new Date().toISOString());
  }
  expect(changes).toEqual([0]);
  expect([...stored]).toEqual([]);
});

test("T1 a corrected clock is stable: slow responses do not shift it, and all of its times are right", async () => {
  const clock = await start();
  const changes: number[] = [];
  clock.followClockOffset((offset) => changes.push(offset));
  const random = new Random(8);
  let now = right;
  vi.setSystemTime(now - day);
  clock.readServerTime(header(now), Date.now() - 200);
  for (let i = 0; i < 200; i++) {
    const sentAt = now;
    const answeredAt = sentAt + random.below(10_000);
    now = answeredAt + random.below(10_000);
    vi.setSystemTime(now - day);
    clock.readServerTime(header(answeredAt), sentAt - day);
    expect(Math.abs(Date.parse(clock.timestamp()) - now)).toBeLessThan(5_000);
  }
  expect(changes).toHaveLength(2);
});

test("T1 a clock that its owner has set counts as right again", async () => {
  vi.setSystemTime(right - day);
  const clock = await start();
  clock.readServerTime(header(right), right - day);
  vi.setSystemTime(right + 1_000);
  clock.readServerTime(header(right + 1_000), right + 700);
  expect(clock.timestamp()).toBe(new Date(right + 1_000).toISOString());
  expect([...stored]).toEqual([]);
});

/** Sets the device's clock forward by `ms`, or simulates sleep: no other time passes. */
const jump = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const hour = 3_600_000;
const answers = (clock: Awaited<ReturnType<typeof start>>, time: number) =>
  clock.readServerTime(header(time), Date.now() - 200);
const offBy = (clock: Awaited<ReturnType<typeof start>>, time: number) =>
  Math.abs(Date.parse(clock.timestamp()) - time);

test.each([0, day, -day])(
  "T1 O2 a clock %d ms off that is corrected offline yields right timestamps, also in the next visit",
  async (off) => {
    vi.setSystemTime(right + off);
    const clock = await start();
    const shown: number[] = [];
    clock.followClockOffset((offset) => shown.push(offset));
    answers(clock, right);
    vi.advanceTimersByTime(60_000);
    jump(-hour);
    expect(offBy(clock, right + 60_000)).toBeLessThan(2_000);
    expect(Math.abs(Date.now() + (shown.at(-1) ?? 0) - right - 60_000)).toBeLessThan(2_000);
    jump(-hour);
    vi.advanceTimersByTime(60_000);
    expect(offBy(clock, right + 120_000)).toBeLessThan(2_000);
    expect(offBy(await start(), right + 120_000)).toBeLessThan(2_000);
  },
);

test("T1 O2 timestamps are right after a night's sleep, although the monotonic clock has stopped", async () => {
  const clock = await start();
  answers(clock, right);
  jump(8 * hour);
  expect(offBy(clock, right + 8 * hour)).toBeLessThan(2_000);
});

test.each([hour, -hour])("T1 O2 a clock %d ms off is right as soon as its owner corrects it", async (off) => {
  vi.setSystemTime(right + off);
  const clock = await start();
  answers(clock, right);
  jump(-off);
  expect(offBy(clock, right)).toBeLessThan(5_000);
  expect([...stored]).toEqual([]);
});

test("T1 an unconfirmed clock is followed when it is set: its owner may be correcting it", async () => {
  vi.setSystemTime(right + day);
  const clock = await start();
  jump(-day);
  expect(clock.timestamp()).toBe(new Date(right).toISOString());
});

test.each([hour, -hour])("T1 an idle page notices a jump of %d ms and asks the server once", async (ms) => {
  const clock = await start();
  answers(clock, right);
  let seconds = 0;
  const pass = () => {
    for (let i = 0; i < 20; i++, seconds++) vi.advanceTimersByTime(1_000);
  };
  const asks = vi.fn(() => answers(clock, right + seconds * 1_000));
  const stop = clock.watchClockJumps(asks);
  pass();
  expect(asks).not.toHaveBeenCalled();
  jump(ms);
  pass();
  expect(asks).toHaveBeenCalledOnce();
  expect(offBy(clock, right + seconds * 1_000)).toBeLessThan(5_000);
  stop();
  jump(ms);
  pass();
  expect(asks).toHaveBeenCalledOnce();
});

test("T1 a monotonic clock that drifts by seconds a day does not count as a jump", async () => {
  const clock = await start();
  answers(clock, right);
  const asks = vi.fn();
  const stop = clock.watchClockJumps(asks);
  for (let i = 0; i < 100; i++) {
    jump(400);
    vi.advanceTimersByTime(10_000);
  }
  expect(asks).not.toHaveBeenCalled();
  stop();
});

test("T1 ignores a response without a time, and one during which the clock was set back", async () => {
  const clock = await start();
  clock.readServerTime(null, Date.now());
  clock.readServerTime("yesterday", Date.now());
  clock.readServerTime(header(right), right, right - day);
  expect(clock.timestamp()).toBe(new Date(right).toISOString());
});

test("T1 O2 takes the time from every server response, but not from a captive portal's page", async () => {
  vi.setSystemTime(right - day);
  const { onlyAnswers, timestamp } = await start();
  const ask = (type: string, body: string) =>
    onlyAnswers(async () => new Response(body, { headers: { date: header(right), "content-type": type } }))(
      "https://server.test/rest/v1/settings",
    );
  await expect(ask("text/html", "<h1>Hotel</h1>")).rejects.toThrow(TypeError);
  expect(timestamp()).toBe(new Date(right - day).toISOString());
  await ask("application/json", "[]");
  expect(Math.abs(Date.parse(timestamp()) - right)).toBeLessThan(2_000);
});

test("T1 a row's next timestamp is never before its last one if the clock was ahead", async () => {
  vi.setSystemTime(right + day);
  const clock = await start();
  const made = clock.timestamp();
  clock.readServerTime(header(right), right + day);
  expect(clock.timestampAfter(made)).toBe(made);
  expect(clock.timestampAfter(new Date(right - 1).toISOString())).toBe(clock.timestamp());
});

test("T1 without storage the time is known for the visit", async () => {
  const denied = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: denied, removeItem: denied });
  vi.setSystemTime(right - day);
  const clock = await start();
  clock.readServerTime(header(right), right - day);
  expect(Math.abs(Date.parse(clock.timestamp()) - right)).toBeLessThan(2_000);
});

test("T1 only timestamps that never leave the device use its clock", () => {
  const own = [...sources("src"), ...sources("sync")].filter((file) =>
    /new Date\(\)/.test(withoutComments(readFileSync(resolve(root, file), "utf8"))),
  );
  expect(own.sort()).toEqual([
    "src/features/reports/screens/report/use-recorder.ts",
    "src/lib/error-log.ts",
    "src/shell/replicated-site-settings.tsx",
    "sync/mutations/pending-reviews.ts",
    "sync/replication/engine.ts",
    "sync/uploads/attachment-cache.ts",
  ]);
});

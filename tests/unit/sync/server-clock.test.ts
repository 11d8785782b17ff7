// The time by the server's clock, on a device whose own is wrong.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { root, sources, withoutComments } from "../../fixtures/imports.ts";
import { Random } from "../../fixtures/random.ts";

const day = 86_400_000;
const right = Date.UTC(2026, 10, 24, 10);

/** The module as a page that is opened has it; local storage stays between two of them. */
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

/** What an answer's header says: whole seconds. */
const header = (time: number) => new Date(time).toUTCString();

test.each([day, -day])(
  "T1 O2 a clock that is %d ms off is put right by one answer, also after an offline start",
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

test("T1 a right clock is never moved, however slow the answers are, and nothing is stored", async () => {
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

test("T1 once it is put right, a wrong clock stays where it is: slow answers do not move it, and each of its times is right", async () => {
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

test("T1 a clock that its owner has set meanwhile counts as right again", async () => {
  vi.setSystemTime(right - day);
  const clock = await start();
  clock.readServerTime(header(right), right - day);
  vi.setSystemTime(right + 1_000);
  clock.readServerTime(header(right + 1_000), right + 700);
  expect(clock.timestamp()).toBe(new Date(right + 1_000).toISOString());
  expect([...stored]).toEqual([]);
});

test("T1 an answer without a time says nothing, nor one during which the clock was put back", async () => {
  const clock = await start();
  clock.readServerTime(null, Date.now());
  clock.readServerTime("yesterday", Date.now());
  clock.readServerTime(header(right), right, right - day);
  expect(clock.timestamp()).toBe(new Date(right).toISOString());
});

test("T1 O2 every answer of the server brings its time, and a portal's page does not", async () => {
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

test("T1 a row's next stamp is never before its last one, when the clock turns out to be ahead", async () => {
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

test("T1 no other stamp is taken from the device's clock than those that never leave it", () => {
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

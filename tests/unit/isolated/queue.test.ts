// The device's queues that process one item after another: downloads, pictures, reports to admins.
import "fake-indexeddb/auto";
import Dexie, { type Table } from "dexie";
import { expect, test, vi } from "vitest";
import { createRetryPolicy } from "../../../sync/transport/retry-policy.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { startQueue, untilAnswered } from "../../../sync/uploads/queue.ts";

test("O1 a new item is tried at once, although earlier ones wait out a minute", async () => {
  const db = new Dexie("queue") as Dexie & { items: Table<{ key: string }, string> };
  db.version(1).stores({ items: "key" });
  const retry = createRetryPolicy();
  const tried: string[] = [];
  const queue = startQueue(retry as Transport, {
    load: () => db.items.toArray(),
    keyOf: ({ key }) => key,
    each: async ({ key }, signal) => {
      tried.push(key);
      if (tried.length === 1) await retry.pause(6, signal);
      await db.items.delete(key);
    },
  });
  await db.items.add({ key: "cut off" });
  await vi.waitUntil(() => tried.length === 1);
  await db.items.add({ key: "wanted now" });
  await vi.waitUntil(() => tried.length === 2, { timeout: 5_000 });
  expect(tried).toEqual(["cut off", "wanted now"]);
  queue.stop();
  db.close();
});

test("O2 a job that throws is reported and retried later, and later jobs continue", async () => {
  const reportError = vi.fn();
  vi.stubGlobal("reportError", reportError);
  const db = new Dexie("queue-throws") as Dexie & { items: Table<{ key: string; tries?: number }, string> };
  db.version(1).stores({ items: "key" });
  const retry = createRetryPolicy();
  const tried: string[] = [];
  await db.items.bulkAdd([{ key: "a bug" }, { key: "behind it" }]);
  const load = vi.fn(() => db.items.toArray());
  load.mockRejectedValueOnce(new Error("The list")).mockRejectedValueOnce(new Error("The list"));
  const queue = startQueue(retry as Transport, {
    load,
    keyOf: ({ key }) => key,
    each: async ({ key }) => {
      tried.push(key);
      // A change of the list must not end the pause, or the job would retry without pause.
      if (key === "a bug") await db.items.update(key, { tries: tried.length });
      if (key === "a bug" && tried.length < 4) throw new TypeError("The job");
      await db.items.delete(key);
    },
  });
  // The first pause ends early, because the list could not be read.
  await vi.waitUntil(() => tried.length === 2, { timeout: 4_000 });
  retry.wake();
  await vi.waitUntil(() => tried.length === 3);
  retry.wake();
  await vi.waitUntil(async () => (await db.items.count()) === 0);
  expect(tried).toEqual(["a bug", "behind it", "a bug", "a bug"]);
  expect(reportError.mock.calls.map(([error]) => String(error))).toEqual([
    ...["Error: The list", "TypeError: The job", "TypeError: The job"],
  ]);
  queue.stop();
  db.close();
  vi.unstubAllGlobals();
});

test("O2 pauses between retries grow without progress, and reset when the server has more of the file", async () => {
  const pauses: number[] = [];
  const transport = {
    seen: () => undefined,
    rpc: async () => ({ ok: true, value: null }),
    pause: async (attempt: number) => void pauses.push(attempt),
  } as unknown as Transport;
  // No progress twice, then one piece per try, then none again: the upload address is dropped and
  // it starts over.
  const arrives = [0, 0, 3, 6, 6, 6, 0, 2, 4];
  const done = await untilAnswered(transport, new AbortController().signal, async (onArrived) => {
    const bytes = arrives.shift();
    if (bytes === undefined) return { ok: true, value: undefined };
    onArrived(bytes);
    return { ok: false, error: { type: "offline" } };
  });
  expect(done).toBeNull();
  expect(pauses).toEqual([0, 1, 0, 0, 1, 2, 3, 0, 0]);
});

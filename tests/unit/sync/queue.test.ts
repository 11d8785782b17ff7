// What waits on the device and is done one after another (downloads, pictures, reports to the
// admins).
import "fake-indexeddb/auto";
import Dexie, { type Table } from "dexie";
import { expect, test, vi } from "vitest";
import { createRetryPolicy } from "../../../sync/transport/retry-policy.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { startQueue, untilAnswered } from "../../../sync/uploads/queue.ts";

test("O1 what is newly asked for is tried at once, though what came before it waits out a minute", async () => {
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

test("O2 the pauses between tries grow while nothing moves, and begin anew when the server has more of the file", async () => {
  const pauses: number[] = [];
  const transport = {
    seen: () => undefined,
    rpc: async () => ({ ok: true, value: null }),
    pause: async (attempt: number) => void pauses.push(attempt),
  } as unknown as Transport;
  // Nothing twice, then a piece with each try, then nothing again: the address is forgotten and it
  // begins anew.
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

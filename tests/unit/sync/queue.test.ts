// What waits on the device and is done one after another (downloads, pictures, reports to the admins).
import "fake-indexeddb/auto";
import Dexie, { type Table } from "dexie";
import { expect, test, vi } from "vitest";
import { startQueue } from "../../../sync/queue.ts";
import type { Transport } from "../../../sync/transport.ts";
import { createWaiting } from "../../../sync/waiting.ts";

test("O1 what is newly asked for is tried at once, though what came before it waits out a minute", async () => {
  const db = new Dexie("queue") as Dexie & { items: Table<{ key: string }, string> };
  db.version(1).stores({ items: "key" });
  const waiting = createWaiting();
  const tried: string[] = [];
  const queue = startQueue(waiting as Transport, {
    load: () => db.items.toArray(),
    keyOf: ({ key }) => key,
    each: async ({ key }, signal) => {
      tried.push(key);
      if (tried.length === 1) await waiting.pause(6, signal);
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

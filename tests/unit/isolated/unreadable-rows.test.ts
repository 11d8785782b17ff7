// Rows that this version of the app cannot read.
import "fake-indexeddb/auto";
import { expect, onTestFinished, test } from "vitest";
import type { Store } from "../../../sync/database/store.ts";
import { openUnreadable } from "../../../sync/replication/unreadable-rows.ts";
import { openDeviceDb } from "../../fixtures/sync/device-db.ts";

async function unreadableOf(ids: readonly { id: string }[]) {
  const device = openDeviceDb(crypto.randomUUID());
  onTestFinished(() => device.close());
  const store = { device, has: () => true } as unknown as Store;
  const problem: { id: string | null } = { id: null };
  const reopen = () =>
    openUnreadable(store, (_, id) => {
      problem.id = id;
    });
  const rows = await reopen();
  for (const { id } of ids) rows.add("campaigns", id);
  return { rows, problem, reopen };
}
const idsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `row ${n}` }));

test("O2 a collection lacks rows until the last unreadable row is read", async () => {
  const ids = idsOf(100);
  const { rows, problem } = await unreadableOf(ids);
  rows.read("campaigns", ids.slice(0, 99));
  expect(problem.id).toBe("row 99");
  rows.read("campaigns", ids.slice(99));
  expect(problem.id).toBeNull();
});

test("O2 a collection with more unreadable rows than are stored still lacks rows when the stored ones are read", async () => {
  const ids = idsOf(150);
  const { rows, problem, reopen } = await unreadableOf(ids);
  rows.read("campaigns", ids.slice(0, 100));
  expect(problem.id).not.toBeNull();
  problem.id = null;
  await reopen();
  expect(problem.id).not.toBeNull();
});

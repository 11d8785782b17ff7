import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import type { SyncedDoc } from "../../../sync/database/row.ts";
import { applyServerRow } from "../../../sync/database/server-row.ts";
import { openStore, rebuildStore } from "../../../sync/database/store.ts";
import { commentAdd } from "../../../sync/mutations/feedback.ts";
import { value } from "../../fixtures/sync/scenario.ts";

const person = { id: crypto.randomUUID(), name: "T", email: "t@example.test", role: "tester" as const };
const report = { id: crypto.randomUUID(), tester_id: person.id, org_id: person.id, developer_id: person.id };

/** A store with a comment that was edited while a new server version arrived. */
async function edited() {
  const options = { device: crypto.randomUUID(), multiInstance: false };
  const store = await openStore(person, options);
  const made = value(await commentAdd(store, report as Parameters<typeof commentAdd>[1], "Mine"));
  const version = (seq: number): SyncedDoc => ({
    ...made,
    body: "Before",
    _deleted: false,
    sync_xid: "7",
    sync_client: "",
    sync_seq: seq,
  });
  await store.transaction(["comments"], (rows) =>
    rows.write("comments", [{ doc: { ...made, _deleted: false }, base: version(1), newer: version(900) }]),
  );
  return { store, options, id: made.id, version };
}

test("O2 after a server restore a pending edit is merged with the server's current row", async () => {
  const { store, options, id, version } = await edited();
  await rebuildStore(store, { next: person, restored: true });
  const again = await openStore(person, options);
  await again.transaction(["comments"], async (rows) => {
    const local = (await rows.read("comments", [id])).get(id);
    if (!local) throw new Error("The pending row is gone");
    const now = { ...version(3), sync_xid: "9" };
    const event = { type: "conflict", row: now, sent: local } as const;
    expect(applyServerRow("comments", local, event, again).next).toMatchObject({ base: now });
  });
  await again.close();
});

test("O1 O2 a failed rebuild keeps the old state and releases the database", async () => {
  const { store, options, id } = await edited();
  const clear = vi.spyOn(IDBObjectStore.prototype, "clear").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  await expect(rebuildStore(store, { next: person, restored: true })).rejects.toThrow();
  clear.mockRestore();
  const again = await openStore(person, options);
  expect((await again.collection("comments").findOne(id).exec())?.body).toBe("Mine");
  await again.close();
});

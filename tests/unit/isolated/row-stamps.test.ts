import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { openStore } from "../../../sync/database/store.ts";
import { commentAdd } from "../../../sync/mutations/feedback.ts";
import { patchRow } from "../../../sync/mutations/row.ts";
import { readServerTime } from "../../../sync/transport/server-clock.ts";

afterEach(() => void vi.useRealTimers());

test("T1 O2 a row created under a fast clock and edited after its correction keeps its timestamps in order", async () => {
  const right = Date.UTC(2026, 10, 24, 10);
  vi.useFakeTimers({ now: right + 86_400_000, toFake: ["Date"] });
  const [device, id] = [crypto.randomUUID(), crypto.randomUUID()];
  const person = { id, name: "T", email: "t@example.test", role: "tester" as const };
  const store = await openStore(person, { device, multiInstance: false });
  const report = { id: crypto.randomUUID(), tester_id: id, org_id: id, developer_id: id };
  const add = async (body: string) => {
    const added = await commentAdd(store, report as Parameters<typeof commentAdd>[1], body);
    if (!added.ok) throw new Error(added.error.type);
    return added.value;
  };
  const early = await add("Before");
  readServerTime(new Date(right).toUTCString(), Date.now());
  const changed = await patchRow(store, "comments", early.id, { body: "After" });
  expect(changed).toMatchObject({ ok: true, value: { created_at: early.created_at, updated_at: early.updated_at } });
  const late = await add("Later");
  for (const stamp of [late.created_at, late.updated_at, late.captured_at])
    expect(Math.abs(Date.parse(stamp) - right)).toBeLessThan(2_000);
  await store.close();
});

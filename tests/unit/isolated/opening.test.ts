// What opening a store does to the database, and how a failure to open is reported.
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { watchSlow } from "../../../sync/database/slow-watch.ts";
import { openStore } from "../../../sync/database/store.ts";
import { electLeader } from "../../../sync/replication/leader.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("O1 an existing store opens without a write transaction", async () => {
  const options = { device: crypto.randomUUID(), multiInstance: false };
  const person = { id: crypto.randomUUID(), name: "T", email: "t@example.test", role: "tester" as const };
  await (await openStore(person, options)).close();
  const modes: string[] = [];
  const own = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...args) {
    modes.push(`${args[1] ?? "readonly"} ${this.name.split("--").at(-1)} ${args[0]}`);
    return own.apply(this, args);
  });
  const store = await openStore(person, options);
  await store.db.storageToken;
  expect(store.isNew).toBe(false);
  expect(modes.filter((mode) => mode.startsWith("readwrite"))).toEqual([]);
  expect(modes.length).toBeGreaterThan(0);
  // The first edit finds its sequence numbers stored.
  await store.transaction([], async () => {
    expect(await store.device.meta.get("numbered")).toEqual({ key: "numbered", value: store.numbers.from });
  });
  await store.close();
});

test("O1 a page that is being left requests the leader lock once, not forever", async () => {
  let asked = 0;
  const request = async () => {
    asked += 1;
    if (asked > 50) await new Promise(() => undefined);
    throw new DOMException("The document is not fully active", "InvalidStateError");
  };
  vi.stubGlobal("navigator", { locks: { request } });
  const leadership = electLeader("left", () => undefined);
  await new Promise((later) => setTimeout(later, 20));
  expect(asked).toBe(1);
  leadership.stop();
});

test("O1 reports a database that does not open within seconds, until it opens", async () => {
  vi.useFakeTimers();
  const watch = watchSlow();
  let open = (): void => undefined;
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  watch.watch(opening);
  expect(watch.slow$.value).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(watch.slow$.value).toBe(true);
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect(watch.slow$.value).toBe(false);
  watch.watch(Promise.reject(new Error("denied")));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(watch.slow$.value).toBe(false);
});

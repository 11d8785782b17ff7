// The browser closes databases on a full disk, cleared data, or iOS in the background, and a frozen
// tab blocks a deletion.
import "fake-indexeddb/auto";
// @ts-expect-error: the package has it, without types.
import forceCloseDatabase from "fake-indexeddb/lib/forceCloseDatabase";
import { BehaviorSubject } from "rxjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useMutation } from "../../../src/state/store.ts";
import { finishWipes, keepFromWipe } from "../../../sync/auth/wipes.ts";
import { openStore, type Person, type Store, StoreReplaced } from "../../../sync/database/store.ts";
import { begunWipes, noteWipe } from "../../../sync/database/wipe.ts";
import { buildDownload, buildFree } from "../../../sync/mutations/downloads.ts";
import { reportEdit, reportStart } from "../../../sync/mutations/feedback.ts";
import { flagAdd, flagDiscard } from "../../../sync/mutations/flags.ts";
import { rejectedDiscard } from "../../../sync/mutations/outbox.ts";
import { scheduleReview, undoReview } from "../../../sync/mutations/pending-reviews.ts";
import { patchRow } from "../../../sync/mutations/row.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import { storageFailure } from "../../../sync/transport/errors.ts";
import { ok } from "../../../sync/transport/result.ts";
import type { StoreState } from "../../../sync/types.ts";
import type { Downloadable } from "../../../sync/uploads/downloads.ts";
import { queueImage } from "../../../sync/uploads/image-uploads.ts";
import { value } from "../../fixtures/sync/scenario.ts";

const store$ = new BehaviorSubject<StoreState>({ kind: "opening" });
// The screens' way to the store, without the app.
vi.mock("../../../src/state/sync.ts", () => ({ loadSync: async () => ({ store$ }) }));

const id = () => crypto.randomUUID();
const connections: IDBDatabase[] = [];
let onOpen: (connection: IDBDatabase) => unknown;
let person: Person;
let options: { device: string; multiInstance: boolean };
let store: Store;

beforeEach(async () => {
  onOpen = (connection) => connections.push(connection);
  const open = IDBFactory.prototype.open;
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(function (this: IDBFactory, ...args) {
    const request = open.apply(this, args);
    request.addEventListener("success", () => onOpen(request.result));
    return request;
  });
  person = { id: id(), name: "P", email: "p@example.test", role: "tester" };
  options = { device: id(), multiInstance: false };
  store = await openStore(person, options);
});
afterEach(async () => {
  vi.restoreAllMocks();
  connections.length = 0;
  await store.close();
});

function closeAll(): void {
  for (const connection of connections.splice(0)) forceCloseDatabase(connection);
}

/** Simulates another tab that upgrades the database. */
function replace(connection: IDBDatabase): void {
  const event = new IDBVersionChangeEvent("versionchange", { oldVersion: 10, newVersion: 20 });
  connection.dispatchEvent(Object.assign(event, { eventPath: [] }));
}

async function drafting() {
  const application = { id: id(), campaign_id: id(), campaign_title: "A", org_id: id(), developer_id: id() };
  return value(await reportStart(store, { ...application, release_id: null } as Application, ""));
}

test("B15 O1 O2 after the browser has closed its databases, the next edit is stored", async () => {
  const draft = await drafting();
  closeAll();
  value(await reportEdit(store, draft.id, { summary: "Typed after it" }));
  closeAll();
  const row = await store.collection("feedback").findOne(draft.id).exec();
  expect(row?.summary).toBe("Typed after it");
  value(await reportEdit(store, draft.id, { summary: "And once more" }));
  await store.close();
  store = await openStore(person, options);
  expect((await store.collection("feedback").findOne(draft.id).exec())?.summary).toBe("And once more");
});

test("O1 O2 while a full disk blocks the databases each write fails, then succeeds once there is space", async () => {
  const draft = await drafting();
  const full = new DOMException("IO error: FILE_ERROR_NO_SPACE", "UnknownError");
  const open = vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
    throw full;
  });
  closeAll();
  for (let tries = 0; tries < 5; tries++) {
    expect(await reportEdit(store, draft.id, { summary: "No room" })).toEqual({
      ok: false,
      error: { type: "storage_full" },
    });
  }
  await vi.waitUntil(() => store.shut$.value === "storage_full");
  open.mockRestore();
  // Retries the edit, like the form.
  await vi.waitUntil(async () => (await reportEdit(store, draft.id, { summary: "There is room" })).ok, 10_000);
  expect((await store.collection("feedback").findOne(draft.id).exec())?.summary).toBe("There is room");
  await vi.waitUntil(() => store.shut$.value === null, 10_000);
});

/** Collects the reasons that a store publishes. */
function reasonsOf({ shut$ }: Store): (string | null)[] {
  const reasons: (string | null)[] = [];
  shut$.subscribe((reason) => reasons.push(reason));
  return reasons;
}

test("O1 O2 the store reports a full disk until it can write again, without another edit", async () => {
  const draft = await drafting();
  const reasons = reasonsOf(store);
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("There is no space left.", "QuotaExceededError");
  });
  const noRoom = { ok: false, error: { type: "storage_full" } };
  expect(await reportEdit(store, draft.id, { summary: "No room" })).toEqual(noRoom);
  expect(reasons).toEqual([null, "storage_full"]);
  const tries = put.mock.calls.length;
  await vi.waitUntil(() => put.mock.calls.length > tries, 5_000);
  expect(store.shut$.value).toBe("storage_full");
  put.mockRestore();
  await vi.waitUntil(() => store.shut$.value === null, 10_000);
  expect(reasons).toEqual([null, "storage_full", null]);
});

const release: Downloadable = {
  ...{ id: id(), app_id: id(), version: "1", file_name: "a.apk", file_path: "a", content_type: "" },
  ...{ size_bytes: 1, sha256: "" },
};

test.each<[string, (store: Store) => Promise<unknown>]>([
  ["a scheduled review", (store) => scheduleReview(store, [id()], { to: "approved", usefulness: 5 }, "page")],
  ["a reported issue", (store) => flagAdd(store, { content_type: "app", content_id: id() }, "A copy")],
  ["a picture of a profile", (store) => queueImage(store, "avatars", new Blob(["face"], { type: "image/png" }))],
  ["a download", (store) => buildDownload(store, release, "App", true)],
])("O1 O2 the store reports a full disk that rejects %s", async (_, write) => {
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("There is no space left.", "QuotaExceededError");
  });
  expect(await write(store)).toEqual({ ok: false, error: { type: "storage_full" } });
  expect(store.shut$.value).toBe("storage_full");
});

test.each<[string, (store: Store) => Promise<unknown>]>([
  ["a discarded change", (store) => rejectedDiscard(store, "rejected|feedback|1")],
  ["an undone review", (store) => undoReview(store, [id()])],
  ["a discarded issue", (store) => flagDiscard(store, id())],
  ["a deleted download", (store) => buildFree(store, id())],
])("O1 O2 the store reports a full disk that rejects %s", async (_, write) => {
  // Saves its numbers, which needs a put.
  await store.transaction([], async () => undefined);
  vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
    throw new DOMException("There is no space left.", "QuotaExceededError");
  });
  expect(await write(store)).toEqual({ ok: false, error: { type: "storage_full" } });
  expect(store.shut$.value).toBe("storage_full");
});

test("O1 O2 the store does not report a single aborted write or a task that throws", async () => {
  const draft = await drafting();
  const reasons = reasonsOf(store);
  const own = IDBObjectStore.prototype.put;
  let probed = false;
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(function (this: IDBObjectStore) {
    this.transaction.abort();
    throw new DOMException("The transaction was aborted", "AbortError");
  });
  expect(await reportEdit(store, draft.id, { summary: "Aborted" })).toMatchObject({ error: { type: "unexpected" } });
  put.mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = own.apply(this, args);
    request.transaction?.addEventListener("complete", () => {
      probed = true;
    });
    return request;
  });
  await vi.waitUntil(() => probed, 5_000);
  const bug = store.transaction([], () => Promise.reject(new TypeError("A bug")));
  await expect(bug).rejects.toThrow("A bug");
  await new Promise((later) => setTimeout(later));
  expect(reasons).toEqual([null]);
});

test.each([
  ["InvalidStateError", "The database connection is closing."],
  ["UnknownError", "Connection to Indexed Database server lost. Refresh the page to try again"],
])("O1 O2 an edit is stored although its connection is lost without an event: %s", async (name, message) => {
  const draft = await drafting();
  const reasons = reasonsOf(store);
  const get = vi.spyOn(IDBObjectStore.prototype, "get").mockImplementationOnce(() => {
    for (const connection of connections.splice(0)) connection.close();
    throw new DOMException(message, name);
  });
  value(await patchRow(store, "feedback", draft.id, { summary: "Stored on a new connection" }));
  expect(get).toHaveBeenCalled();
  expect(connections).toHaveLength(1);
  expect((await store.collection("feedback").findOne(draft.id).exec())?.summary).toBe("Stored on a new connection");
  expect(reasons).toEqual([null]);
});

test("O1 O2 a write that fails on an open connection is not repeated", async () => {
  await drafting();
  const task = vi.fn(() => Promise.reject(new DOMException("The disk fails", "UnknownError")));
  await expect(store.transaction(["feedback"], task)).rejects.toMatchObject({ name: "UnknownError" });
  expect(task).toHaveBeenCalledTimes(1);
});

test("O1 O2 after another tab's upgrade a mutation that reads a plain table is repeated on the next store", async () => {
  const first = store;
  store$.next({ kind: "open", store: first });
  for (const connection of connections.splice(0)) replace(connection);
  const stores: Store[] = [];
  const count = useMutation(async (on: Store) => {
    stores.push(on);
    return ok(await on.device.outbox.count());
  });
  const counted = count();
  await vi.waitUntil(() => stores.length > 0);
  await first.close();
  store = await openStore(person, options);
  store$.next({ kind: "open", store });
  expect(await counted).toEqual({ ok: true, value: 0 });
  expect(stores).toEqual([first, store]);
});

test("O1 a store whose data was cleared reports it and rejects edits", async () => {
  const draft = await drafting();
  const lost = vi.fn();
  store.lost$.subscribe(lost);
  closeAll();
  await store.device.open();
  await store.device.meta.clear();
  await expect(reportEdit(store, draft.id, { summary: "Where to?" })).rejects.toThrow(StoreReplaced);
  expect(lost).toHaveBeenCalled();
});

test("O1 O2 edits during an upgrade or wipe by another tab go to the next store", async () => {
  const draft = await drafting();
  const lost = vi.fn();
  store.lost$.subscribe(lost);
  for (const connection of connections.splice(0)) replace(connection);
  await expect(patchRow(store, "feedback", draft.id, { summary: "Where to?" })).rejects.toThrow(StoreReplaced);
  expect(lost).toHaveBeenCalled();
});

test("O1 O2 opening a store reports an upgrade or wipe by another tab", async () => {
  onOpen = (connection) => setImmediate(() => replace(connection));
  await store.close();
  const opened = await openStore(person, options).catch((error: unknown) => error);
  if (opened instanceof Error) return expect(opened).toBeInstanceOf(StoreReplaced);
  store = opened as Store;
  const lost = vi.fn();
  store.lost$.subscribe(lost);
  await vi.waitUntil(() => lost.mock.calls.length > 0);
});

test.each([
  ["UnknownError", "Unable to create writable file (ChromeMethodBFE: 3::NewWritableFile::FILE_ERROR_NO_SPACE)"],
  ["UnknownError", "NS_ERROR_FILE_NO_DEVICE_SPACE"],
  ["UnknownError", "database or disk is full"],
  ["QuotaExceededError", ""],
])("O1 %s “%s” is a full disk", (name, message) => {
  expect(storageFailure(new DOMException(message, name))).toEqual({ type: "storage_full" });
  expect(storageFailure({ name: "DatabaseClosedError", inner: new DOMException(message, name) })).toEqual({
    type: "storage_full",
  });
});

test("T2 a login cancels a wipe that a frozen tab has blocked", async () => {
  const wiped = vi.fn(async () => undefined);
  await noteWipe(person.id);
  await noteWipe("another");
  await keepFromWipe(person.id);
  expect(await begunWipes()).toEqual(["another"]);
  const draft = await drafting();
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  await finishWipes({ forget: wiped, storage, store: options });
  expect(wiped.mock.calls).toEqual([["another"]]);
  value(await reportEdit(store, draft.id, { summary: "Still here" }));
});

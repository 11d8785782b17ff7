// Shared behaviour of all upload kinds, tested with a generic driver.
import "fake-indexeddb/auto";
import { Subject } from "rxjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DeviceDb } from "../../../sync/database/device-db.ts";
import { newItem, type PendingFile } from "../../../sync/database/pending-item.ts";
import type { Store } from "../../../sync/database/store.ts";
import { type CallFailure, fail, ok, type Result } from "../../../sync/transport/result.ts";
import { createRetryPolicy } from "../../../sync/transport/retry-policy.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { addFile, discardItem, removeSent, retryItem } from "../../../sync/uploads/pending-items.ts";
import { type Driver, startUploadWorker, type UploadWorker } from "../../../sync/uploads/upload-worker.ts";
import { openDeviceDb, plainStore } from "../../fixtures/sync/device-db.ts";

let device: DeviceDb;
let store: Store;
let worker: UploadWorker | undefined;
const transport = { ...createRetryPolicy(), seen: () => undefined } as unknown as Transport;

beforeEach(() => {
  device = openDeviceDb(crypto.randomUUID());
  store = plainStore(device);
});
afterEach(() => {
  worker?.stop();
  worker = undefined;
  device.close();
});

const fileOf = (sha256: string, at = sha256): PendingFile => ({
  ...newItem<PendingFile>({
    ...{ kind: "release", id: "r", subject: "r", name: "a.apk", bucket: "releases", path: sha256 },
    ...{ type: "", size: 4, sha256 },
  }),
  at,
});
const add = (item: PendingFile) => addFile(store, { blob: new Blob([item.sha256]), item });
const offline: Result<void, CallFailure> = fail({ type: "offline" });
const rejected: Result<void, CallFailure> = fail({ type: "rejected", status: 400, code: "quota", message: "" });

function start(driver: Partial<Driver<PendingFile>>): void {
  const finish = async (item: PendingFile) => {
    await removeSent(device, item);
    return null;
  };
  const send = async () => ok(undefined);
  worker = startUploadWorker(device.pending, transport, { kind: "release", send, finish, ...driver });
}
const hurried = (done: () => Promise<boolean> | boolean) =>
  vi.waitUntil(() => {
    transport.wake();
    return done();
  });

test("O2 a rejected item keeps its reason and bytes, and a retry sends it from the start", async () => {
  const answers = [rejected, ok(undefined)];
  const resumed: string[] = [];
  await add({ ...fileOf("one"), resume: "http://there", sent: 3 });
  start({
    async send(_, { resume }) {
      resumed.push(resume);
      return answers.shift() ?? offline;
    },
  });
  await vi.waitUntil(async () => (await device.pending.get("release|r"))?.state === "rejected");
  expect(await device.pending.get("release|r")).toMatchObject({ failure: "quota" });
  expect(await device.blobs.get("one")).toBeDefined();
  await retryItem(device.pending, "release|r");
  await vi.waitUntil(async () => (await device.pending.count()) === 0);
  expect(resumed).toEqual(["http://there", ""]);
  expect(await device.blobs.count()).toBe(0);
});

test("O2 S28 a replacing file is sent and the replaced one is not finished; a discarded one is neither", async () => {
  const tried: string[] = [];
  const finished: string[] = [];
  let answer: Result<void, CallFailure> = offline;
  await add(fileOf("one"));
  start({
    async send({ sha256 }) {
      tried.push(sha256);
      return answer;
    },
    async finish(item) {
      finished.push(item.sha256);
      await removeSent(device, item);
      return null;
    },
  });
  await vi.waitUntil(() => tried.length === 1);
  await add(fileOf("two"));
  expect((await device.blobs.toArray()).map(({ sha256 }) => sha256)).toEqual(["two"]);
  await hurried(() => tried.includes("two"));
  await discardItem(device, "release|r");
  answer = ok(undefined);
  const before = tried.length;
  await add(fileOf("three"));
  await hurried(async () => (await device.pending.count()) === 0);
  expect(tried.slice(before)).toEqual(["three"]);
  expect(finished).toEqual(["three"]);
});

test("O1 an item with a due time is not tried before it", async () => {
  const due$ = new Subject<void>();
  let due = false;
  const sent: string[] = [];
  await add(fileOf("one"));
  start({
    due$,
    isDue: async () => due,
    async send({ sha256 }) {
      sent.push(sha256);
      return ok(undefined);
    },
  });
  transport.wake();
  expect(await device.pending.get("release|r")).toMatchObject({ state: "pending" });
  expect(sent).toEqual([]);
  due = true;
  due$.next();
  await vi.waitUntil(async () => (await device.pending.count()) === 0);
  expect(sent).toEqual(["one"]);
});

test("O1 an upload's address and progress are stored for the next start; the worker is active while bytes go out", async () => {
  const active: boolean[] = [];
  await add(fileOf("one"));
  let go: () => void = () => undefined;
  start({
    async send(_, { onResume, onProgress }) {
      await onResume("http://there");
      onProgress(1);
      await new Promise((done) => setTimeout(done, 420));
      onProgress(3);
      await new Promise<void>((done) => {
        go = done;
      });
      return ok(undefined);
    },
  });
  worker?.active$.subscribe((is) => active.push(is));
  await vi.waitUntil(async () => (await device.pending.get("release|r"))?.sent === 3);
  expect(await device.pending.get("release|r")).toMatchObject({ resume: "http://there", state: "pending" });
  expect(worker?.active$.value).toBe(true);
  go();
  await vi.waitUntil(async () => (await device.pending.count()) === 0 && worker?.active$.value === false);
});

test("O2 bytes that two items share stay until both are deleted", async () => {
  const photo = (id: string): PendingFile => ({ ...fileOf("same"), key: `attachment|${id}`, kind: "attachment", id });
  await add(photo("a"));
  await add(photo("b"));
  await removeSent(device, photo("a"), "cache");
  expect(await device.blobs.get("same")).toMatchObject({ own: 1 });
  await discardItem(device, "attachment|b");
  expect(await device.blobs.count()).toBe(0);
});

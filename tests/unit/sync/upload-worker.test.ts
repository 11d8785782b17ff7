// What all kinds of pending files and messages share, tried with a driver of no kind in particular.
import "fake-indexeddb/auto";
import { Subject } from "rxjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeviceDb } from "../../../sync/database/device-db.ts";
import { newItem, type PendingFile } from "../../../sync/database/pending-item.ts";
import type { Store } from "../../../sync/database/store.ts";
import { type CallFailure, fail, ok, type Result } from "../../../sync/transport/result.ts";
import { createRetryPolicy } from "../../../sync/transport/retry-policy.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { addFile, discardItem, removeSent, retryItem } from "../../../sync/uploads/pending-items.ts";
import { type Driver, startUploadWorker, type UploadWorker } from "../../../sync/uploads/upload-worker.ts";

let side: DeviceDb;
let store: Store;
let worker: UploadWorker | undefined;
const transport = { ...createRetryPolicy(), seen: () => undefined } as unknown as Transport;

beforeEach(() => {
  side = new DeviceDb(crypto.randomUUID());
  store = { side } as Store;
});
afterEach(() => {
  worker?.stop();
  worker = undefined;
  side.close();
});

const fileOf = (sha256: string, at = sha256): PendingFile => ({
  ...newItem<PendingFile>({
    ...{ kind: "release", id: "r", subject: "r", name: "a.apk", bucket: "releases", path: sha256 },
    ...{ type: "", size: 4, sha256 },
  }),
  at,
});
const add = (item: PendingFile) => addFile(store, new Blob([item.sha256]), item);
const offline: Result<void, CallFailure> = fail({ type: "offline" });
const refused: Result<void, CallFailure> = fail({ type: "refused", status: 400, code: "quota", message: "" });

function start(driver: Partial<Driver<PendingFile>>): void {
  const finish = async (item: PendingFile) => {
    await removeSent(side, item);
    return null;
  };
  const send = async () => ok(undefined);
  worker = startUploadWorker(side.pending, transport, { kind: "release", send, finish, ...driver });
}
const hurried = (done: () => Promise<boolean> | boolean) =>
  vi.waitUntil(() => {
    transport.wake();
    return done();
  });

test("O2 a rejected item keeps its reason and its bytes, and is sent from the beginning when it is retried", async () => {
  const answers = [refused, ok(undefined)];
  const resumed: string[] = [];
  await add({ ...fileOf("one"), resume: "http://there", sent: 3 });
  start({
    async send(_, { resume }) {
      resumed.push(resume);
      return answers.shift() ?? offline;
    },
  });
  await vi.waitUntil(async () => (await side.pending.get("release|r"))?.state === "rejected");
  expect(await side.pending.get("release|r")).toMatchObject({ failure: "quota" });
  expect(await side.blobs.get("one")).toBeDefined();
  await retryItem(side.pending, "release|r");
  await vi.waitUntil(async () => (await side.pending.count()) === 0);
  expect(resumed).toEqual(["http://there", ""]);
  expect(await side.blobs.count()).toBe(0);
});

test("O2 S28 a file that takes another's place is sent, the one before is not finished; one that is discarded is neither", async () => {
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
      await removeSent(side, item);
      return null;
    },
  });
  await vi.waitUntil(() => tried.length === 1);
  await add(fileOf("two"));
  expect((await side.blobs.toArray()).map(({ sha256 }) => sha256)).toEqual(["two"]);
  await hurried(() => tried.includes("two"));
  await discardItem(side, "release|r");
  answer = ok(undefined);
  const before = tried.length;
  await add(fileOf("three"));
  await hurried(async () => (await side.pending.count()) === 0);
  expect(tried.slice(before)).toEqual(["three"]);
  expect(finished).toEqual(["three"]);
});

test("O1 an item that has to wait is left alone until it is due", async () => {
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
  expect(await side.pending.get("release|r")).toMatchObject({ state: "pending" });
  expect(sent).toEqual([]);
  due = true;
  due$.next();
  await vi.waitUntil(async () => (await side.pending.count()) === 0);
  expect(sent).toEqual(["one"]);
});

test("O1 the address and the progress of an upload are noted for the next start; while bytes go out the worker is active", async () => {
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
  await vi.waitUntil(async () => (await side.pending.get("release|r"))?.sent === 3);
  expect(await side.pending.get("release|r")).toMatchObject({ resume: "http://there", state: "pending" });
  expect(worker?.active$.value).toBe(true);
  go();
  await vi.waitUntil(async () => (await side.pending.count()) === 0 && worker?.active$.value === false);
});

test("O2 bytes that two items share stay until the last of them is gone", async () => {
  const photo = (id: string): PendingFile => ({ ...fileOf("same"), key: `attachment|${id}`, kind: "attachment", id });
  await add(photo("a"));
  await add(photo("b"));
  await removeSent(side, photo("a"), "cache");
  expect(await side.blobs.get("same")).toMatchObject({ own: 1 });
  await discardItem(side, "attachment|b");
  expect(await side.blobs.count()).toBe(0);
});

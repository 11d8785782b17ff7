// File bytes in the device database: rejects writes that WebKit would corrupt, and detects damage
// before display or upload.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DeviceDb } from "../../../sync/database/device-db.ts";
import type { PendingFile } from "../../../sync/database/pending-item.ts";
import type { Store } from "../../../sync/database/store.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { readAttachment } from "../../../sync/uploads/attachment-cache.ts";
import { addFile } from "../../../sync/uploads/pending-items.ts";
import { sendPendingFile } from "../../../sync/uploads/upload-client.ts";
import { openDeviceDb, plainStore } from "../../fixtures/sync/device-db.ts";
import { queueAttachment } from "../../fixtures/sync/queued-files.ts";

let device: DeviceDb;
let store: Store;
beforeEach(() => {
  device = openDeviceDb(crypto.randomUUID());
  store = plainStore(device, { owner: "o" });
});
afterEach(() => {
  vi.restoreAllMocks();
  device.close();
});

const blob = (text: string) => new Blob([text], { type: "image/png" });
const rowOf = (text: string) => ({ sha256: "aa", data: blob(text), type: "", size: 1, own: 1 as const, at: "" });
const writing = (task: () => Promise<unknown>) => device.transaction("rw", device.blobs, device.parts, task);

test("S11 the transaction that stored a Blob never overwrites or deletes it: WebKit would destroy the next one", async () => {
  const part = { release_id: "r", index: 0, data: blob("a") };
  const forbidden: (() => Promise<unknown>)[] = [
    async () => {
      await device.blobs.put(rowOf("a"));
      await device.blobs.put(rowOf("b"));
    },
    async () => {
      await device.blobs.put(rowOf("a"));
      await device.blobs.delete("aa");
    },
    async () => {
      await device.blobs.add(rowOf("a"));
      await device.blobs.update("aa", { own: 0 });
    },
    async () => {
      await device.blobs.bulkPut([rowOf("a"), rowOf("b")]);
    },
    async () => {
      await device.parts.put(part);
      await device.parts.where("[release_id+index]").between(["r", -Infinity], ["r", Infinity]).delete();
    },
    async () => {
      await device.parts.put(part);
      await device.parts.clear();
    },
  ];
  for (const task of forbidden) await expect(writing(task)).rejects.toThrow("by the transaction that stored it");
  expect(await device.blobs.count()).toBe(0);
  // Later transactions may overwrite and delete it, also together with other rows.
  await writing(() => device.blobs.put(rowOf("a")));
  await writing(async () => {
    await device.blobs.put({ ...rowOf("b"), sha256: "bb" });
    await device.blobs.delete("aa");
  });
  await device.blobs.update("bb", { own: 0 });
  await device.blobs.put({ ...rowOf("c"), sha256: "bb" });
  expect(await device.blobs.toCollection().primaryKeys()).toEqual(["bb"]);
});

const attached = async () => {
  const kept = await queueAttachment(store, "report", { name: "a.png", blob: blob("a photo of the screen") });
  if (!kept.ok) throw new Error(kept.error.type);
  const item = (await device.pending.get(`attachment|${kept.value.id}`)) as PendingFile;
  return { attachment: kept.value, item };
};
const server = { token: () => Promise.reject(new Error("asked the server")) } as unknown as Transport;
const sending = { signal: new AbortController().signal, resume: "", onResume: async () => undefined };
const quiet = { onProgress: () => undefined, onArrived: () => undefined };

const damages: readonly (readonly [string, Blob])[] = [
  ["of another size", new Blob(["0"])],
  ["of the same size", new Blob(["a photo of the screeN"])],
  [
    "unreadable",
    Object.assign(blob("a photo of the screen"), {
      arrayBuffer: () => Promise.reject(new DOMException("gone", "NotReadableError")),
    }),
  ],
];

test.each(damages)(
  "S11 O2 a photo whose stored bytes are %s is not sent, and is reported as damaged on this device",
  async (_, data) => {
    const { attachment, item } = await attached();
    vi.spyOn(device.blobs, "get").mockImplementation((async () => ({ ...rowOf("x"), data })) as never);
    const row = { tester_id: "o", uploaded: [] };
    expect(await readAttachment(store, server, row, attachment)).toEqual({ state: "damaged_here" });
    expect(await sendPendingFile(device, server, item, { ...sending, ...quiet })).toMatchObject({
      error: { type: "rejected", code: "damaged_here" },
    });
    // The server has it, so the device asks there.
    const uploaded = [attachment.id];
    await expect(readAttachment(store, server, { tester_id: "o", uploaded }, attachment)).rejects.toThrow("asked");
  },
);

test("S11 a photo without its bytes is reported as lost, and a complete one is shown", async () => {
  const { attachment, item } = await attached();
  expect(await readAttachment(store, server, { tester_id: "o", uploaded: [] }, attachment)).toMatchObject({
    state: "ready",
  });
  await device.blobs.clear();
  expect(await sendPendingFile(device, server, item, { ...sending, ...quiet })).toMatchObject({
    error: { type: "rejected", code: "lost" },
  });
  await addFile(store, { blob: blob("a photo of the screen"), item });
  expect(await readAttachment(store, server, { tester_id: "o", uploaded: [] }, attachment)).toMatchObject({
    state: "ready",
  });
});

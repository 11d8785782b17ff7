// Simulates WebKit's private browsing, whose object stores reject every Blob.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DeviceDb } from "../../../sync/database/device-db.ts";
import type { Store } from "../../../sync/database/store.ts";
import { blobOf, isLasting, storeFile } from "../../../sync/database/stored-bytes.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { readAttachment } from "../../../sync/uploads/attachment-cache.ts";
import { downloadedFile } from "../../../sync/uploads/downloads.ts";
import { localImage, queueImage } from "../../../sync/uploads/image-uploads.ts";
import { openDeviceDb, plainStore } from "../../fixtures/sync/device-db.ts";
import { queueAttachment, queueReleaseFile } from "../../fixtures/sync/queued-files.ts";

const holdsBlob = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === "object" && value !== null && Object.values(value).some(holdsBlob));

function rejectBlobs() {
  for (const write of ["put", "add"] as const) {
    const own = IDBObjectStore.prototype[write];
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(function (this: IDBObjectStore, ...args) {
      if (!holdsBlob(args[0])) return own.apply(this, args);
      this.transaction.abort();
      throw new DOMException("Error preparing Blob/File data to be stored in object store", "UnknownError");
    });
  }
}

let device: DeviceDb;
let store: Store;
beforeEach(() => {
  device = openDeviceDb(crypto.randomUUID());
  store = plainStore(device, { owner: "o", person: { id: "o", name: "", email: "", role: "tester" } });
});
afterEach(() => {
  vi.restoreAllMocks();
  device.close();
});

const row = { tester_id: "o", uploaded: [] };

test("S11 O1 stores a photo, a build, a picture and a download where Blobs cannot be stored", async () => {
  rejectBlobs();
  const kept = await queueAttachment(store, "report", {
    name: "a.png",
    blob: new Blob(["photo"], { type: "image/png" }),
  });
  if (!kept.ok) throw new Error(kept.error.type);
  const view = await readAttachment(store, {} as Transport, row, kept.value);
  expect(view).toMatchObject({ state: "ready", blob: { type: "image/png", size: 5 } });
  expect(view.state === "ready" && (await view.blob.text())).toBe("photo");

  const file = await queueReleaseFile(store, "r", new File(["build"], "a.apk", { type: "application/zip" }));
  const stored = await device.blobs.get(file.ok ? file.value.sha256 : "");
  expect(await (stored && blobOf(stored.data))?.text()).toBe("build");

  const picture = await queueImage(store, "avatars", new Blob(["face"], { type: "image/png" }));
  expect(await (await localImage(store, "avatars", picture.ok ? picture.value : ""))?.text()).toBe("face");

  await device.downloads.put({
    ...{
      release_id: "r",
      app_id: "a",
      title: "",
      version: "1",
      name: "a.apk",
      type: "",
      path: "p",
      size: 6,
      sha256: "",
    },
    ...{ got: 6, state: "ready", failure: "", keep: true, uncounted: false, at: "" },
  });
  for (const [index, part] of ["abc", "def"].entries())
    await storeFile(device, new Blob([part]), (data) => device.parts.put({ release_id: "r", index, data }));
  expect(await (await downloadedFile(store, "r"))?.text()).toBe("abcdef");
  // Private browsing is detected by its missing file system.
  expect(await isLasting(device)).toBe(false);
});

test("S11 a write that fails for another reason does not turn later files into bytes", async () => {
  const blob = new Blob(["photo"], { type: "image/png" });
  const store = (sha256: string) =>
    storeFile(device, blob, (data) => device.blobs.put({ sha256, data, type: "", size: 5, own: 0, at: "" }));
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(function (this: IDBObjectStore) {
    this.transaction.abort();
    throw new DOMException("Internal error", "UnknownError");
  });
  await expect(store("aa")).rejects.toMatchObject({ name: "UnknownError" });
  await store("bb");
  expect((await device.blobs.toArray()).map(({ data }) => data)).toEqual([expect.any(Blob)]);
  expect(await isLasting(device)).toBe(true);
});

test("S11 stores Blobs unchanged where that works, and reads older rows", async () => {
  const blob = new Blob(["photo"], { type: "image/png" });
  const kept = await queueAttachment(store, "report", { name: "a.png", blob });
  if (!kept.ok) throw new Error(kept.error.type);
  expect((await device.blobs.get(kept.value.sha256))?.data).toBeInstanceOf(Blob);
  rejectBlobs();
  expect(await readAttachment(store, {} as Transport, row, kept.value)).toMatchObject({ state: "ready" });
  expect(await isLasting(device)).toBe(true);
  expect(await device.meta.count()).toBe(0);
});

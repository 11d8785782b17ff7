// A browser that stores no Blob: WebKit in private browsing. Simulated where it refuses: at the
// object store.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeviceDb } from "../../../sync/database/device-db.ts";
import type { Store } from "../../../sync/database/store.ts";
import { blobOf, isLasting, toStoredBytes } from "../../../sync/database/stored-bytes.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { readAttachment } from "../../../sync/uploads/attachment-cache.ts";
import { queueAttachment } from "../../../sync/uploads/attachments.ts";
import { downloadedFile } from "../../../sync/uploads/downloads.ts";
import { localImage, queueImage } from "../../../sync/uploads/image-uploads.ts";
import { queueReleaseFile } from "../../../sync/uploads/release-uploads.ts";

const holdsBlob = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === "object" && value !== null && Object.values(value).some(holdsBlob));

function refuseBlobs() {
  for (const write of ["put", "add"] as const) {
    const own = IDBObjectStore.prototype[write];
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(function (this: IDBObjectStore, ...args) {
      if (!holdsBlob(args[0])) return own.apply(this, args);
      this.transaction.abort();
      throw new DOMException("Error preparing Blob/File data to be stored in object store", "UnknownError");
    });
  }
}

let side: DeviceDb;
let store: Store;
beforeEach(() => {
  side = new DeviceDb(crypto.randomUUID());
  store = { side, owner: "o", person: { id: "o", name: "", email: "", role: "tester" } } as unknown as Store;
});
afterEach(() => {
  vi.restoreAllMocks();
  side.close();
});

const row = { tester_id: "o", uploaded: [] };

test("S11 O1 a photo, a build, a picture and a download are kept where no Blob can be stored", async () => {
  refuseBlobs();
  const kept = await queueAttachment(store, "report", {
    name: "a.png",
    blob: new Blob(["photo"], { type: "image/png" }),
  });
  if (!kept.ok) throw new Error(kept.error.type);
  const view = await readAttachment(store, {} as Transport, row, kept.value);
  expect(view).toMatchObject({ state: "ready", blob: { type: "image/png", size: 5 } });
  expect(view.state === "ready" && (await view.blob.text())).toBe("photo");

  const file = await queueReleaseFile(store, "r", new File(["build"], "a.apk", { type: "application/zip" }));
  const stored = await side.blobs.get(file.ok ? file.value.sha256 : "");
  expect(await (stored && blobOf(stored.data))?.text()).toBe("build");

  const picture = await queueImage(store, "avatars", new Blob(["face"], { type: "image/png" }));
  expect(await (await localImage(store, "avatars", picture.ok ? picture.value : ""))?.text()).toBe("face");

  await side.downloads.put({
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
    await side.parts.put({ release_id: "r", index, data: await toStoredBytes(side, new Blob([part])) });
  expect(await (await downloadedFile(store, "r"))?.text()).toBe("abcdef");
  // Without a file system of its own, which private browsing denies, this is how it is told.
  expect(await isLasting(side)).toBe(false);
});

test("S11 Blobs are stored as they are where that works, and rows of before are read", async () => {
  const blob = new Blob(["photo"], { type: "image/png" });
  expect(await toStoredBytes(side, blob)).toBe(blob);
  const kept = await queueAttachment(store, "report", { name: "a.png", blob });
  if (!kept.ok) throw new Error(kept.error.type);
  refuseBlobs();
  expect(await readAttachment(store, {} as Transport, row, kept.value)).toMatchObject({ state: "ready" });
  expect(await isLasting(side)).toBe(true);
  expect(await side.meta.count()).toBe(0);
});

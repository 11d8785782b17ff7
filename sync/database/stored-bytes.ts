// Files in the side database. Where the browser stores no Blob (WebKit in private browsing) their
// bytes are stored instead; rows of both kinds can be read anywhere.
import { storageFailure } from "../transport/errors.ts";
import { type DeviceDb, isClosed } from "./device-db.ts";
import type { StoredBytes } from "./stored-blob.ts";

export const blobOf = (kept: StoredBytes): Blob =>
  kept instanceof Blob ? kept : new Blob([kept.bytes], { type: kept.type });

export const sizeOf = (kept: StoredBytes): number => (kept instanceof Blob ? kept.size : kept.bytes.byteLength);

const probeKey = "blob-probe";

/** Asked once for each opening: private browsing is not left without closing the page. */
const answered = new WeakMap<DeviceDb, Promise<boolean>>();

/** Tries it with one byte. A failed put takes its transaction with it, so no file is risked. */
async function probe(side: DeviceDb): Promise<boolean> {
  try {
    await side.transaction("rw", side.meta, async () => {
      await side.meta.put({ key: probeKey, value: new Blob(["0"]) });
      await side.meta.delete(probeKey);
    });
    return true;
  } catch (error) {
    // A full disk and a closed database say nothing about Blobs, and fail the next write, too.
    if (storageFailure(error)?.type === "storage_full" || isClosed(error)) throw error;
    return false;
  }
}

/** Whether Blobs can be stored in this browser, now. */
function storesBlobs(side: DeviceDb): Promise<boolean> {
  const known = answered.get(side);
  if (known !== undefined) return known;
  const asked = probe(side).catch((error: unknown) => {
    answered.delete(side);
    throw error;
  });
  answered.set(side, asked);
  return asked;
}

/**
 * A file as it can be stored here. Asked before the transaction that stores it: reading bytes would
 * end that.
 */
export async function toStoredBytes(side: DeviceDb, file: Blob): Promise<StoredBytes> {
  return (await storesBlobs(side)) ? file : { bytes: await file.arrayBuffer(), type: file.type };
}

/**
 * Does storage survive closing the window? No browser says so. WebKit's and Firefox's private
 * browsing are detected by what they deny; Chromium's denies nothing.
 */
export async function isLasting(side: DeviceDb): Promise<boolean> {
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined;
  if (storage?.getDirectory) {
    return storage.getDirectory().then(
      () => true,
      () => false,
    );
  }
  return storesBlobs(side).catch(() => true);
}

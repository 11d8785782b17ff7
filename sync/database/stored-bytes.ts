// Stores files in the device database. If the browser cannot store a Blob (WebKit in private
// browsing), stores its bytes instead. Rows of both kinds are readable in any browser.
import { causesOf } from "../transport/errors.ts";
import type { DeviceDb, StoredBytes } from "./device-db.ts";

export const blobOf = (kept: StoredBytes): Blob =>
  kept instanceof Blob ? kept : new Blob([kept.bytes], { type: kept.type });

export const sizeOf = (kept: StoredBytes): number => (kept instanceof Blob ? kept.size : kept.bytes.byteLength);

/** WebKit has no specific error for it. The texts are those of its IDBTransaction.cpp. */
const rejectsBlobs = (error: unknown): boolean =>
  causesOf(error).some(
    ({ name, message }) => name === "DataCloneError" || message.includes("Error preparing Blob/File data"),
  );

/** Databases that rejected a Blob. Cached, since private browsing lasts as long as the page. */
const withoutBlobs = new WeakSet<DeviceDb>();

/**
 * Stores a file in the form that this browser accepts. Tries with the file itself, because a failed
 * transaction leaves nothing behind. A Blob stored as a test would be deleted again, and WebKit
 * then destroys the next one (blob-guard.ts).
 * @param write stores it, in one transaction
 */
export async function storeFile<T>(
  device: DeviceDb,
  file: Blob,
  write: (data: StoredBytes) => PromiseLike<T>,
): Promise<T> {
  try {
    if (!withoutBlobs.has(device)) return await write(file);
  } catch (error) {
    if (!rejectsBlobs(error)) throw error;
  }
  const written = await write({ bytes: await file.arrayBuffer(), type: file.type });
  withoutBlobs.add(device);
  return written;
}

/**
 * Returns whether data survives closing the window. No browser reports this. Private browsing of
 * WebKit and Firefox is detected by what they deny; Chromium's denies nothing.
 */
export async function isLasting(device: DeviceDb): Promise<boolean> {
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined;
  if (!storage?.getDirectory) return !withoutBlobs.has(device);
  return storage.getDirectory().then(
    () => true,
    () => false,
  );
}

// Adds, changes, retries and discards pending files and messages. The upload queue sends them
// (upload-queue.ts).
import type { Table } from "dexie";
import type { DeviceDb, StoredBytes } from "../database/device-db.ts";
import { isFile, type PendingFile, type PendingItem } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import { storeFile } from "../database/stored-bytes.ts";

export type Items = Table<PendingItem, string>;
type Change = Partial<Pick<PendingItem, "state" | "failure" | "sent" | "resume">>;

/** Returns the items that the server lacks, including rejected ones. */
export async function pendingItems({ device }: Store): Promise<PendingItem[]> {
  // One request for all rows: few have been sent, and Dexie's `anyOf` uses a slow cursor.
  return (await device.pending.toArray()).filter(({ state }) => state !== "sent");
}

/** A file to store and queue. */
export interface NewFile {
  blob: Blob;
  item: PendingFile;
  /** The file that it replaces. */
  instead?: { key: string; sha256: string };
}

/** Tables of transactions that store or discard a file. */
export const fileTables = ["pending", "blobs"] as const;

/** Stores and queues a file, within a transaction. Replaces an item with the same key. */
export async function putFile(device: DeviceDb, { item, instead }: NewFile, data: StoredBytes): Promise<void> {
  const { key, sha256, type, size, at } = item;
  // In a separate request: if WebKit cannot store a Blob, the failed transaction never ends while
  // it has other requests.
  await device.blobs.put({ sha256, data, type, size, own: 1, at });
  const [before]: [PendingItem | undefined, unknown] = await Promise.all([
    device.pending.get(key),
    device.pending.put(item),
  ]);
  if (before && isFile(before)) await freeBytes(device, before.sha256);
  if (instead) await discardItem(device, instead.key, instead.sha256);
}

/** Stores a file whose row is written separately. Throws if the disk rejects. */
export const addFile = (store: Store, file: NewFile): Promise<void> =>
  storeFile(store.device, file.blob, (data) => store.transaction(fileTables, () => putFile(store.device, file, data)));

/** True if the stored item is still the one that was read. */
export const isSame = (item: PendingItem, now: PendingItem | undefined): now is PendingItem => now?.at === item.at;

/** Changes an item, unless it was discarded or replaced. */
export const changeItem = (items: Items, item: PendingItem, change: Change): Promise<void> =>
  items.db.transaction("rw", items, async () => {
    const now = await items.get(item.key);
    if (isSame(item, now)) await items.put({ ...now, ...change });
  });

/** Retries a rejected item from the beginning. */
export async function retryItem(items: Items, key: string): Promise<void> {
  await items.update(key, { state: "pending", failure: "", sent: 0, resume: "" });
}

/**
 * Removes an item from the queue, and its bytes unless another item uses them.
 * @param sha256 key of the bytes, for a file that may have left the queue
 */
export const discardItem = (device: DeviceDb, key: string, sha256?: string): Promise<void> =>
  device.transaction("rw", device.pending, device.blobs, async () => {
    const item: PendingItem | undefined = await device.pending.get(key);
    await device.pending.delete(key);
    const bytes = item && isFile(item) ? item.sha256 : sha256;
    if (bytes !== undefined) await freeBytes(device, bytes);
  });

/** Removes an item that the server has. Frees or caches its bytes. */
export const removeSent = (device: DeviceDb, item: PendingItem, bytes: "free" | "cache" = "free"): Promise<void> =>
  device.transaction("rw", device.pending, device.blobs, async () => {
    if (!isSame(item, await device.pending.get(item.key))) return;
    await device.pending.delete(item.key);
    if (!isFile(item)) return;
    if (bytes === "free") await freeBytes(device, item.sha256);
    else if (!(await isNeeded(device, item.sha256))) await device.blobs.update(item.sha256, { own: 0 });
  });

const isNeeded = async (device: DeviceDb, sha256: string) =>
  (await device.pending.where("sha256").equals(sha256).count()) > 0;

async function freeBytes(device: DeviceDb, sha256: string): Promise<void> {
  if (!(await isNeeded(device, sha256))) await device.blobs.delete(sha256);
}

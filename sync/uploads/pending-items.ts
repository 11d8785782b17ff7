// Files and messages that are on this device and not on the server: the one place that adds,
// changes, retries and discards pending items. The upload queue sends them (upload-queue.ts).
import type { Table } from "dexie";
import { type DeviceDb, storing } from "../database/device-db.ts";
import { isFile, type PendingFile, type PendingItem } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import { toStoredBytes } from "../database/stored-bytes.ts";
import type { Result } from "../transport/result.ts";

export type Items = Table<PendingItem, string>;
type Change = Partial<Pick<PendingItem, "state" | "failure" | "sent" | "resume">>;

/** What the server does not have, rejected or not. */
export async function pendingItems({ side }: Store): Promise<PendingItem[]> {
  // All rows in one request: those that are sent are few, and Dexie's `anyOf` walks a cursor.
  return (await side.pending.toArray()).filter(({ state }) => state !== "sent");
}

/**
 * Stores a file's bytes and queues it, in one transaction. It takes the place of an item with the
 * same key: another file chosen for the same release. Throws when the disk refuses.
 */
export async function putFile({ side }: Store, bytes: Blob, item: PendingFile): Promise<void> {
  const { key, sha256, type, size, at } = item;
  const data = await toStoredBytes(side, bytes);
  await side.transaction("rw", side.pending, side.blobs, async () => {
    // Requests of a transaction run in their order, so none has to wait for the one before.
    const [before]: [PendingItem | undefined, ...unknown[]] = await Promise.all([
      side.pending.get(key),
      side.pending.put(item),
      side.blobs.put({ sha256, data, type, size, own: 1, at }),
    ]);
    if (before && isFile(before)) await freeBytes(side, before.sha256);
  });
}

export const addFile = (store: Store, bytes: Blob, item: PendingFile): Promise<Result<void>> =>
  storing(() => putFile(store, bytes, item));

export const addMessage = (items: Items, item: PendingItem): Promise<Result<string>> => storing(() => items.put(item));

/** Is the stored item still the one that was read before? */
export const isSame = (item: PendingItem, now: PendingItem | undefined): now is PendingItem => now?.at === item.at;

/** Notes something about an item, unless it was discarded or replaced meanwhile. */
export const changeItem = (items: Items, item: PendingItem, change: Change): Promise<void> =>
  items.db.transaction("rw", items, async () => {
    const now = await items.get(item.key);
    if (isSame(item, now)) await items.put({ ...now, ...change });
  });

/** Has a rejected item tried again, from the beginning. */
export async function retryItem(items: Items, key: string): Promise<void> {
  await items.update(key, { state: "pending", failure: "", sent: 0, resume: "" });
}

/**
 * Takes an item out of the queue; a file's bytes go with it unless another item has the same.
 * @param sha256 names the bytes of a file that may have left the queue
 */
export const discardItem = (side: DeviceDb, key: string, sha256?: string): Promise<void> =>
  side.transaction("rw", side.pending, side.blobs, async () => {
    const item: PendingItem | undefined = await side.pending.get(key);
    await side.pending.delete(key);
    const bytes = item && isFile(item) ? item.sha256 : sha256;
    if (bytes !== undefined) await freeBytes(side, bytes);
  });

/** Takes an item off the list that the server has, and its bytes where nothing else needs them. */
export const removeSent = (side: DeviceDb, item: PendingItem, bytes: "free" | "cache" = "free"): Promise<void> =>
  side.transaction("rw", side.pending, side.blobs, async () => {
    if (!isSame(item, await side.pending.get(item.key))) return;
    await side.pending.delete(item.key);
    if (!isFile(item)) return;
    if (bytes === "free") await freeBytes(side, item.sha256);
    else if (!(await isNeeded(side, item.sha256))) await side.blobs.update(item.sha256, { own: 0 });
  });

const isNeeded = async (side: DeviceDb, sha256: string) =>
  (await side.pending.where("sha256").equals(sha256).count()) > 0;

async function freeBytes(side: DeviceDb, sha256: string): Promise<void> {
  if (!(await isNeeded(side, sha256))) await side.blobs.delete(sha256);
}

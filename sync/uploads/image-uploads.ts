// Public images (avatars, icons, screenshots, logos): stored on this device before the row that
// refers to them. The path contains the checksum, so repeated uploads are harmless and cached
// copies never go stale. Sent images are kept for viewing offline.
import { type StoredBlob, storing } from "../database/device-db.ts";
import { newItem, type PendingFile, pendingKey } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import { blobOf } from "../database/stored-bytes.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { addFile, changeItem, type NewFile } from "./pending-items.ts";
import type { PublicBucket } from "./public-address.ts";
import { checksumOf } from "./sha256.ts";
import { sendPendingFile } from "./upload-client.ts";
import type { Driver } from "./upload-worker.ts";

const year = 31_536_000;
const idOf = (bucket: PublicBucket, path: string) => `${bucket}/${path}`;

/** Computes the path of an image, for its row. Does not store it. */
export async function newImage(
  { person }: Store,
  bucket: PublicBucket,
  image: Blob,
): Promise<Result<{ path: string; file: NewFile }>> {
  if (!person) return fail({ type: "not_allowed", code: "forbidden" });
  const { type, size } = image;
  const hashed = await checksumOf(image);
  if (!hashed.ok) return hashed;
  const sha256 = hashed.value;
  const path = `${person.id}/${sha256}.${type === "image/png" ? "png" : "jpg"}`;
  const id = idOf(bucket, path);
  const item = newItem<PendingFile>({ kind: "image", id, subject: "", name: "", bucket, path, type, size, sha256 });
  return ok({ path, file: { blob: image, item } });
}

/** Stores and queues an image for a row that is written later. @returns its path */
export async function queueImage(store: Store, bucket: PublicBucket, image: Blob): Promise<Result<string>> {
  const made = await newImage(store, bucket, image);
  if (!made.ok) return made;
  const added = await storing(() => addFile(store, made.value.file));
  return added.ok ? ok(made.value.path) : added;
}

/** Returns the bytes of an image that this device added; null if only the server has them. */
export async function localImage({ device }: Store, bucket: PublicBucket, path: string): Promise<Blob | null> {
  const item = await device.pending.get(pendingKey("image", idOf(bucket, path)));
  if (item?.kind !== "image") return null;
  const bytes: StoredBlob | undefined = await device.blobs.get(item.sha256);
  return bytes ? blobOf(bytes.data) : null;
}

/** Queues all images again for a server that may have lost them. */
export async function resendImages(store: Store): Promise<void> {
  await store.transaction(["pending"], () =>
    store.device.pending
      .where("[kind+state]")
      .equals(["image", "sent"])
      .modify({ state: "pending", sent: 0, resume: "" }),
  );
}

export const imageDriver = (store: Store, transport: Transport): Driver<PendingFile> | null =>
  store.person && {
    kind: "image",
    send: (item, sending) => sendPendingFile(store.device, transport, item, { ...sending, maxAge: year }),
    async finish(item) {
      await changeItem(store.device.pending, item, { state: "sent" });
      return null;
    },
  };

// Public images that a person adds (avatars, icons, screenshots, logos): stored on this device
// before the row that names them. Paths hold the hash of the bytes, so a repeat is harmless and a
// copy never grows old. Once sent, an image stays for looking at it offline.
import type { DeviceDb } from "../database/device-db.ts";
import { newItem, type PendingFile, pendingKey } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import type { StoredBlob } from "../database/stored-blob.ts";
import { blobOf } from "../database/stored-bytes.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { addFile, changeItem } from "./pending-items.ts";
import type { PublicBucket } from "./public-address.ts";
import { sha256Of } from "./sha256.ts";
import { sendPendingFile } from "./upload-client.ts";
import type { Driver } from "./upload-worker.ts";

const year = 31_536_000;
const idOf = (bucket: PublicBucket, path: string) => `${bucket}/${path}`;

/** Stores the image under the owner's folder and queues it. @returns its path, for the row */
export async function queueImage(store: Store, bucket: PublicBucket, image: Blob): Promise<Result<string>> {
  const { person } = store;
  if (!person) return fail({ type: "not_allowed", code: "forbidden" });
  const { type, size } = image;
  const sha256 = await sha256Of(image);
  const path = `${person.id}/${sha256}.${type === "image/png" ? "png" : "jpg"}`;
  const id = idOf(bucket, path);
  const item = newItem<PendingFile>({ kind: "image", id, subject: "", name: "", bucket, path, type, size, sha256 });
  const added = await addFile(store, image, item);
  return added.ok ? ok(path) : added;
}

/** The bytes that this device made itself; null: they are only on the server. */
export async function localImage({ side }: Store, bucket: PublicBucket, path: string): Promise<Blob | null> {
  const item = await side.pending.get(pendingKey("image", idOf(bucket, path)));
  if (item?.kind !== "image") return null;
  const bytes: StoredBlob | undefined = await side.blobs.get(item.sha256);
  return bytes ? blobOf(bytes.data) : null;
}

/** To a server that may have lost them: what it has is not taken twice. */
export async function resendImages({ pending }: DeviceDb): Promise<void> {
  await pending.where("[kind+state]").equals(["image", "sent"]).modify({ state: "pending", sent: 0, resume: "" });
}

export const imageDriver = (store: Store, transport: Transport): Driver<PendingFile> | null =>
  store.person && {
    kind: "image",
    send: (item, sending) => sendPendingFile(store.side, transport, item, { ...sending, maxAge: year }),
    async finish(item) {
      await changeItem(store.side.pending, item, { state: "sent" });
      return null;
    },
  };

// Files of releases: stored in the transaction that adds them to the release. The path is the
// checksum, so a repeated upload is harmless. Never changes a row.
import { newItem, type PendingFile, pendingKey } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import { fileNameOf } from "../inputs/file-name.ts";
import type { Release } from "../schema/releases.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { downloadedFile } from "./downloads.ts";
import { addFile, discardItem, type NewFile, removeSent } from "./pending-items.ts";
import { checksumOf } from "./sha256.ts";
import { sendPendingFile } from "./upload-client.ts";
import type { Driver } from "./upload-worker.ts";

/** The bucket's limit (migration `storage`). */
const maxBytes = 500 * 1024 * 1024;

export type ReleaseFile = Pick<Release, "file_name" | "file_path" | "content_type" | "size_bytes" | "sha256">;

const itemOf = (id: string, file: Pick<PendingFile, "name" | "path" | "type" | "size" | "sha256">) =>
  newItem<PendingFile>({ kind: "release", id, subject: id, bucket: "releases", ...file });

/** Computes a release's file columns. Does not store the file. */
export async function newReleaseFile(
  store: Store,
  releaseId: string,
  file: File,
  onHashed?: (done: number) => void,
): Promise<Result<{ columns: ReleaseFile; file: NewFile }>> {
  if (file.size > maxBytes) return fail({ type: "too_large", limit: maxBytes });
  if (file.size === 0) return fail({ type: "wrong_type" });
  const hashed = await checksumOf(file, onHashed);
  if (!hashed.ok) return hashed;
  const sha256 = hashed.value;
  const path = `${store.owner}/${sha256}`;
  const name = fileNameOf(file.name);
  const type = (file.type || "application/octet-stream").slice(0, 100);
  const { size } = file;
  return ok({
    columns: { file_name: name, file_path: path, content_type: type, size_bytes: size, sha256 },
    file: { blob: file, item: itemOf(releaseId, { name, path, type, size, sha256 }) },
  });
}

/** Queues a file again that the server lost, if it is on this device for offline use. */
export async function resendReleaseFile(store: Store, release: Release): Promise<void> {
  const { id, file_path: path, file_name: name, content_type: type, size_bytes: size, sha256 } = release;
  if (path === "" || (await store.device.pending.get(pendingKey("release", id))) !== undefined) return;
  const bytes = await downloadedFile(store, id);
  if (bytes === null || bytes.size !== size) return;
  await addFile(store, { blob: bytes, item: itemOf(id, { name, path, type, size, sha256 }) });
}

export const discardReleaseFile = (store: Store, releaseId: string): Promise<void> =>
  discardItem(store.device, pendingKey("release", releaseId));

export const releaseDriver = (store: Store, transport: Transport): Driver<PendingFile> | null =>
  store.role !== "developer"
    ? null
    : {
        kind: "release",
        send: (item, sending) => sendPendingFile(store.device, transport, item, sending),
        async finish(item) {
          await removeSent(store.device, item);
          return null;
        },
      };

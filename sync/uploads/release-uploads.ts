// The files of releases: stored on this device with the release that names them. The path is the
// hash of the bytes, so a repeat is harmless. Never touches a row.
import { newItem, type PendingFile, pendingKey } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import type { Release } from "../schema/releases.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { downloadedFile } from "./downloads.ts";
import { addFile, discardItem, putFile, removeSent } from "./pending-items.ts";
import { sha256Of } from "./sha256.ts";
import { sendPendingFile } from "./upload-client.ts";
import type { Driver } from "./upload-worker.ts";

/** As the bucket says (migration `storage`). */
const maxBytes = 500 * 1024 * 1024;

export type ReleaseFile = Pick<Release, "file_name" | "file_path" | "content_type" | "size_bytes" | "sha256">;

const itemOf = (id: string, file: Pick<PendingFile, "name" | "path" | "type" | "size" | "sha256">) =>
  newItem<PendingFile>({ kind: "release", id, subject: id, bucket: "releases", ...file });

/** Stores a file for a release and queues it. @returns the columns that name it, for the row */
export async function queueReleaseFile(
  store: Store,
  releaseId: string,
  file: File,
  onHashed?: (done: number) => void,
): Promise<Result<ReleaseFile>> {
  if (file.size > maxBytes) return fail({ type: "too_large", limit: maxBytes });
  if (file.size === 0) return fail({ type: "wrong_type" });
  const sha256 = await sha256Of(file, onHashed);
  const path = `${store.owner}/${sha256}`;
  const name = file.name.slice(0, 255);
  const type = (file.type || "application/octet-stream").slice(0, 100);
  const { size } = file;
  const added = await addFile(store, file, itemOf(releaseId, { name, path, type, size, sha256 }));
  if (!added.ok) return added;
  return ok({ file_name: name, file_path: path, content_type: type, size_bytes: size, sha256 });
}

/**
 * Queues the file of a release once more that the server has lost, if it is still on this device:
 * stored for use without a network.
 */
export async function resendReleaseFile(store: Store, release: Release): Promise<void> {
  const { id, file_path: path, file_name: name, content_type: type, size_bytes: size, sha256 } = release;
  if (path === "" || (await store.side.pending.get(pendingKey("release", id))) !== undefined) return;
  const bytes = await downloadedFile(store, id);
  if (bytes === null || bytes.size !== size) return;
  await putFile(store, bytes, itemOf(id, { name, path, type, size, sha256 }));
}

export const discardReleaseFile = (store: Store, releaseId: string): Promise<void> =>
  discardItem(store.side, pendingKey("release", releaseId));

export const releaseDriver = (store: Store, transport: Transport): Driver<PendingFile> | null =>
  store.role !== "developer"
    ? null
    : {
        kind: "release",
        send: (item, sending) => sendPendingFile(store.side, transport, item, sending),
        async finish(item) {
          await removeSent(store.side, item);
          return null;
        },
      };

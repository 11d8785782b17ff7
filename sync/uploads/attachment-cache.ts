// Attachments for viewing: from this device, else downloaded and cached up to a limit.

import type { Store } from "../database/store.ts";
import { blobOf, toStoredBytes } from "../database/stored-bytes.ts";
import type { Attachment, Feedback } from "../schema/feedback.ts";
import { isPage } from "../transport/answers.ts";
import { storageFailure } from "../transport/errors.ts";
import type { Transport } from "../transport/rpc.ts";
import { attachmentBucket } from "./attachments.ts";
import { sha256Of } from "./sha256.ts";
import { failureOfFile } from "./upload-client.ts";

/**
 * Pictures fetched to be looked at; the oldest go first. Own pictures not yet uploaded never go.
 */
const cacheBytes = 200 * 1024 * 1024;

export type AttachmentView =
  | { state: "ready"; blob: Blob }
  /** Not on the server yet: it is still on the device that took it. */
  | { state: "on_its_way" }
  | { state: "offline" }
  | { state: "missing" }
  /** What the server has are other bytes than those that the tester attached. */
  | { state: "damaged" };

/** The bytes of an attachment: from this device, else downloaded and cached. */
export async function readAttachment(
  store: Store,
  transport: Transport,
  row: Pick<Feedback, "tester_id" | "uploaded">,
  attachment: Attachment,
): Promise<AttachmentView> {
  const kept = await store.side.blobs.get(attachment.sha256);
  if (kept) return { state: "ready", blob: blobOf(kept.data) };
  if (!row.uploaded.includes(attachment.id)) return { state: "on_its_way" };
  const token = await transport.token();
  if (!token.ok) return { state: "offline" };
  const answer = await (await transport.client()).storage
    .from(attachmentBucket)
    .download(`${row.tester_id}/${attachment.sha256}`);
  if (answer.error) {
    const failure = failureOfFile(answer.error);
    if (!failure.ok) transport.seen(failure.error);
    return { state: !failure.ok && failure.error.type === "refused" ? "missing" : "offline" };
  }
  if (isPage(answer.data.type) && !isPage(attachment.type)) {
    transport.seen({ type: "offline" });
    return { state: "offline" };
  }
  // The name is the checksum of the bytes. The embedded server checks it when they arrive, a hosted
  // one does not.
  if ((await sha256Of(answer.data)) !== attachment.sha256) return { state: "damaged" };
  const blob = new Blob([answer.data], { type: attachment.type });
  await cache(store, attachment.sha256, blob);
  return { state: "ready", blob };
}

async function cache(store: Store, sha256: string, blob: Blob): Promise<void> {
  try {
    const data = await toStoredBytes(store.side, blob);
    const at = new Date().toISOString();
    await store.side.blobs.put({ sha256, data, type: blob.type, size: blob.size, own: 0, at });
    let total = 0;
    const fetched = await store.side.blobs.where("own").equals(0).toArray();
    fetched.sort((a, b) => b.at.localeCompare(a.at));
    for (const b of fetched) {
      total += b.size;
      if (total > cacheBytes) await store.side.blobs.delete(b.sha256);
    }
  } catch (error) {
    // No room for a copy: the picture is shown all the same and fetched again next time.
    if (storageFailure(error) === null) throw error;
  }
}

/** Caches the pictures of reports to review, so that they can be read offline. */
export async function prefetchAttachments(store: Store, transport: Transport): Promise<void> {
  if (store.role !== "developer") return;
  const open = await store
    .collection("feedback")
    .find({ selector: { status: "submitted" } })
    .exec();
  for (const row of open) {
    for (const a of row.attachments) {
      if (!a.type.startsWith("image/") || !row.uploaded.includes(a.id)) continue;
      if (await store.side.blobs.get(a.sha256)) continue;
      const view = await readAttachment(store, transport, row, a);
      if (view.state === "offline") return;
    }
  }
}

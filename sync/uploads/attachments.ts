// Files of reports: stored on the device in the same action as the draft, uploaded later, once. The
// path is the hash of the bytes, so a repeat is harmless. Never touches a row: the server marks
// what arrived.
import { newItem, type PendingFile, pendingKey } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import type { Attachment } from "../schema/feedback.ts";
import { attachmentArrived } from "../schema/functions.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { addFile, discardItem, removeSent } from "./pending-items.ts";
import { sha256Of } from "./sha256.ts";
import { sendPendingFile } from "./upload-client.ts";
import type { Driver } from "./upload-worker.ts";

export const attachmentBucket = "attachments";
/** One home for what the form, the queue and (in SQL) the bucket allow. */
export const attachmentLimits = {
  bytes: 50 * 1024 * 1024,
  types: [
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "video/mp4",
    "video/webm",
    "video/quicktime",
    "text/plain",
    "application/pdf",
    "application/json",
    "application/zip",
  ],
} as const;

/** @param owner who attached it @param reportId the report that lists it */
export const attachmentItem = (owner: string, reportId: string, attachment: Attachment): PendingFile => {
  const { id, name, type, size, sha256 } = attachment;
  const path = `${owner}/${sha256}`;
  return newItem<PendingFile>({
    ...{ kind: "attachment", id, subject: reportId, name, bucket: attachmentBucket, path, type, size, sha256 },
  });
};

/**
 * Stores a file for a report on this device and queues it. The report's row is changed by the
 * caller right after; a crash between the two leaves bytes without a row, which `repairAttachments`
 * removes at a later start.
 */
export async function queueAttachment(
  store: Store,
  reportId: string,
  file: { name: string; blob: Blob; width?: number; height?: number },
): Promise<Result<Attachment>> {
  const { blob } = file;
  if (blob.size > attachmentLimits.bytes) return fail({ type: "too_large", limit: attachmentLimits.bytes });
  if (!attachmentLimits.types.some((t) => t === blob.type) || blob.size === 0) return fail({ type: "wrong_type" });
  const attachment: Attachment = {
    id: crypto.randomUUID(),
    name: file.name.slice(0, 255),
    type: blob.type,
    size: blob.size,
    sha256: await sha256Of(blob),
    width: file.width ?? null,
    height: file.height ?? null,
  };
  const added = await addFile(store, blob, attachmentItem(store.owner, reportId, attachment));
  return added.ok ? ok(attachment) : added;
}

/** Takes a file back out of the queue (it was removed from the draft), and its bytes. */
export const discardAttachment = (store: Store, { id, sha256 }: Pick<Attachment, "id" | "sha256">): Promise<void> =>
  discardItem(store.side, pendingKey("attachment", id), sha256);

/** A file's row is written right after its bytes. */
const attachingMs = 60_000;

/**
 * Removes queued files whose report does not list them: a crash came between the bytes and the row.
 */
export async function repairAttachments(store: Store): Promise<void> {
  if (!store.has("feedback")) return;
  const items = await store.side.pending.where("key").startsWith(pendingKey("attachment", "")).toArray();
  for (const item of items) {
    if (item.kind !== "attachment") continue;
    const { id, subject, sha256 } = item;
    const row = await store.collection("feedback").findOne(subject).exec();
    const listed = row?.attachments.some((attachment) => attachment.id === id) ?? false;
    const rejected = await store.side.outbox.get(`refused|feedback|${subject}`);
    if (listed || rejected) continue;
    // Shared into the app, a file may be just about to be listed.
    const storedAt = Date.parse((await store.side.blobs.get(sha256))?.at ?? "");
    if (Math.abs(Date.now() - storedAt) < attachingMs) continue;
    await discardAttachment(store, { id, sha256 });
  }
}

/** Sent once the report that lists it is on the server, which then marks it as arrived. */
export function attachmentDriver(store: Store, transport: Transport): Driver<PendingFile> | null {
  if (!store.has("feedback") || !store.person) return null;
  return {
    kind: "attachment",
    due$: store.collection("feedback").$,
    async isDue(item) {
      const { id, subject } = item;
      const row = await store.collection("feedback").findOne(subject).exec();
      // A draft's files stay here until it is submitted; a row that the server has not confirmed
      // cannot be marked.
      if (!row || row.status === "draft" || row.sync_xid === "") return false;
      if (row.uploaded.includes(id)) {
        await removeSent(store.side, item, "cache");
        return false;
      }
      // Its bytes are here, and the row is just about to list it; or a crash came between, and the
      // repair takes it away.
      return row.attachments.some((attachment) => attachment.id === id);
    },
    send: (item, sending) => sendPendingFile(store.side, transport, item, sending),
    async finish(item, signal) {
      const args = { feedback_id: item.subject, attachment_id: item.id };
      const marked = await transport.rpcUntilAnswered(attachmentArrived, args, "person", signal);
      if (!marked.ok) return marked.error.code;
      if (!marked.value) return "not_arrived";
      await removeSent(store.side, item, "cache");
      return null;
    },
  };
}

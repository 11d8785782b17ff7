// Files of reports: stored in the transaction that adds them to the report, and uploaded later. The
// path is the checksum, so a repeated upload is harmless. Never changes a row: the server marks
// uploaded files.
import { newItem, type PendingFile, pendingKey } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import { attachmentTypes } from "../files/file-types.ts";
import { fileNameOf } from "../inputs/file-name.ts";
import type { Attachment } from "../schema/feedback.ts";
import { attachmentArrived } from "../schema/functions.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { discardItem, fileTables, type NewFile, removeSent } from "./pending-items.ts";
import { checksumOf } from "./sha256.ts";
import { sendPendingFile } from "./upload-client.ts";
import type { Driver } from "./upload-worker.ts";

export const attachmentBucket = "attachments";
/** Shared by the form and the queue. The bucket's limits in SQL are the same. */
export const attachmentLimits = {
  bytes: 50 * 1024 * 1024,
  types: attachmentTypes,
} as const;

/** @param owner who attached it @param reportId the report that lists it */
export const attachmentItem = (owner: string, reportId: string, attachment: Attachment): PendingFile => {
  const { id, name, type, size, sha256 } = attachment;
  const path = `${owner}/${sha256}`;
  return newItem<PendingFile>({
    ...{ kind: "attachment", id, subject: reportId, name, bucket: attachmentBucket, path, type, size, sha256 },
  });
};

/** Checks a file for a report and computes its checksum. Does not store it. */
export async function newAttachment(
  store: Store,
  reportId: string,
  file: { name: string; blob: Blob; width?: number; height?: number },
  instead: Attachment | null = null,
): Promise<Result<{ attachment: Attachment; file: NewFile }>> {
  const { blob } = file;
  if (blob.size > attachmentLimits.bytes) return fail({ type: "too_large", limit: attachmentLimits.bytes });
  if (!attachmentLimits.types.some((t) => t === blob.type) || blob.size === 0) return fail({ type: "wrong_type" });
  const hashed = await checksumOf(blob);
  if (!hashed.ok) return hashed;
  const attachment: Attachment = {
    id: crypto.randomUUID(),
    name: fileNameOf(file.name),
    type: blob.type,
    size: blob.size,
    sha256: hashed.value,
    width: file.width ?? null,
    height: file.height ?? null,
  };
  const item = attachmentItem(store.owner, reportId, attachment);
  const replaced = instead && { key: pendingKey("attachment", instead.id), sha256: instead.sha256 };
  return ok({ attachment, file: { blob, item, ...(replaced && { instead: replaced }) } });
}

/** Removes a file and its bytes from the queue after it was removed from the draft. */
export const discardAttachment = (store: Store, { id, sha256 }: Pick<Attachment, "id" | "sha256">): Promise<void> =>
  discardItem(store.device, pendingKey("attachment", id), sha256);

/**
 * Removes a file that its report no longer lists, because another device removed it or deleted the
 * draft. A report that is not pulled yet is ignored.
 */
const removeUnlisted = (store: Store, { id, key, subject }: PendingFile): Promise<void> =>
  store.transaction(["feedback", "outbox", ...fileTables], async (rows) => {
    const row = (await rows.read("feedback", [subject])).get(subject)?.doc;
    // Cast: the row belongs to `feedback`.
    const listed = row && !row._deleted && (row.attachments as Attachment[]).some((one) => one.id === id);
    if (!row || listed || (await store.device.outbox.get(`rejected|feedback|${subject}`))) return;
    await discardItem(store.device, key);
  });

/** Uploads attachments after their report is on the server, which then marks them as arrived. */
export function attachmentDriver(store: Store, transport: Transport): Driver<PendingFile> | null {
  if (!store.has("feedback") || !store.person) return null;
  return {
    kind: "attachment",
    due$: store.collection("feedback").$,
    async isDue(item) {
      const { id, subject } = item;
      const row = await store.collection("feedback").findOne(subject).exec();
      if (!row?.attachments.some((attachment) => attachment.id === id)) {
        await removeUnlisted(store, item);
        return false;
      }
      // Files of a draft wait for its submission. The server can mark files only of a row that it
      // has.
      if (row.status === "draft" || row.sync_xid === "") return false;
      if (row.uploaded.includes(id)) {
        await removeSent(store.device, item, "cache");
        return false;
      }
      return true;
    },
    send: (item, sending) => sendPendingFile(store.device, transport, item, sending),
    async finish(item, signal) {
      const args = { feedback_id: item.subject, attachment_id: item.id };
      const marked = await transport.rpcUntilAnswered(attachmentArrived, args, "person", signal);
      if (!marked.ok) return marked.error.code;
      if (!marked.value) return "not_arrived";
      await removeSent(store.device, item, "cache");
      return null;
    },
  };
}

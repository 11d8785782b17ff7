// Files of reports, and photos of results: stored in the transaction that adds them to their row,
// and uploaded later. The path is the checksum, so a repeated upload is harmless. Never changes a
// row: the server marks uploaded files.
import { merge } from "rxjs";
import { newItem, type PendingFile, pendingKey } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import { attachmentTypes } from "../files/file-types.ts";
import { fileNameOf } from "../inputs/file-name.ts";
import type { Application } from "../schema/applications.ts";
import type { Attachment, Feedback } from "../schema/feedback.ts";
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

/** @param owner who attached it @param rowId the report or application that lists it */
export const attachmentItem = (owner: string, rowId: string, attachment: Attachment): PendingFile => {
  const { id, name, type, size, sha256 } = attachment;
  const path = `${owner}/${sha256}`;
  return newItem<PendingFile>({
    ...{ kind: "attachment", id, subject: rowId, name, bucket: attachmentBucket, path, type, size, sha256 },
  });
};

/** Checks a file for a report or result and computes its checksum. Does not store it. */
export async function newAttachment(
  store: Store,
  rowId: string,
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
  const item = attachmentItem(store.owner, rowId, attachment);
  const replaced = instead && { key: pendingKey("attachment", instead.id), sha256: instead.sha256 };
  return ok({ attachment, file: { blob, item, ...(replaced && { instead: replaced }) } });
}

/** Removes a file and its bytes from the queue after it was removed from the draft. */
export const discardAttachment = (store: Store, { id, sha256 }: Pick<Attachment, "id" | "sha256">): Promise<void> =>
  discardItem(store.device, pendingKey("attachment", id), sha256);

/** The files that a row lists: a report's attachments, or the photos of results and retests. */
export const filesOf = (
  row: Pick<Feedback, "attachments"> | Pick<Application, "results" | "retests">,
): readonly Attachment[] =>
  "attachments" in row
    ? row.attachments
    : [row.results, row.retests].flatMap((each) => Object.values(each).flatMap(({ photos }) => photos ?? []));

/**
 * Removes a file that its row no longer lists, because another device removed it or deleted the
 * draft. A row that is not pulled yet is ignored.
 */
const removeUnlisted = (store: Store, name: "feedback" | "applications", { id, key, subject }: PendingFile) =>
  store.transaction([name, "outbox", ...fileTables], async (rows) => {
    const row = (await rows.read(name, [subject])).get(subject)?.doc;
    // Cast: the row belongs to this collection.
    const files = row && !row._deleted ? filesOf(row as unknown as Feedback | Application) : [];
    const listed = files.some((one) => one.id === id);
    if (!row || listed || (await store.device.outbox.get(`rejected|${name}|${subject}`))) return;
    await discardItem(store.device, key);
  });

/** Uploads files after their row is on the server, which then marks them as arrived. */
export function attachmentDriver(store: Store, transport: Transport): Driver<PendingFile> | null {
  if (!store.has("feedback") || !store.person) return null;
  return {
    kind: "attachment",
    due$: merge(store.collection("feedback").$, store.collection("applications").$),
    async isDue(item) {
      const { id, subject } = item;
      const application = await store.collection("applications").findOne(subject).exec();
      const report = application ? null : await store.collection("feedback").findOne(subject).exec();
      const row = application ?? report;
      if (!row || !filesOf(row).some((file) => file.id === id)) {
        await removeUnlisted(store, application ? "applications" : "feedback", item);
        return false;
      }
      // Files of a draft wait for its submission. The server can mark only files of a row that it
      // has.
      if (report?.status === "draft" || row.sync_xid === "") return false;
      if (row.uploaded.includes(id)) {
        await removeSent(store.device, item, "cache");
        return false;
      }
      return true;
    },
    send: (item, sending) => sendPendingFile(store.device, transport, item, sending),
    async finish(item, signal) {
      const args = { row_id: item.subject, attachment_id: item.id };
      const marked = await transport.rpcUntilAnswered(attachmentArrived, args, "person", signal);
      if (!marked.ok) return marked.error.code;
      if (!marked.value) return "not_arrived";
      await removeSent(store.device, item, "cache");
      return null;
    },
  };
}

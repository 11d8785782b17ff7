// Bytes of attachments: kept on the device in the same action as the draft, uploaded later, once.
// Path = sha-256 of the bytes, so a repeat is harmless. Never touches a row: the server marks what
// arrived.
import { BehaviorSubject } from "rxjs";
import { ifThereIsRoom, type StoredBlob, type Upload } from "../database/device-db.ts";
import { blobOf, keepable } from "../database/kept-bytes.ts";
import type { Store } from "../database/store.ts";
import type { Attachment } from "../schema/feedback.ts";
import { attachmentArrived } from "../schema/functions.ts";
import { storageFailure } from "../transport/errors.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { type Queue, startQueue, untilAnswered } from "./queue.ts";
import { sha256Of } from "./sha256.ts";
import { type Sending, sendFile } from "./upload-client.ts";

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

/**
 * Keeps a file for a report on this device and queues it for upload. The report's row is changed by
 * the caller right after; a crash between the two leaves bytes without a row, which
 * `repairAttachments` removes at a later start.
 */
export async function keepAttachment(
  store: Store,
  feedbackId: string,
  file: { name: string; blob: Blob; width?: number; height?: number },
): Promise<Result<Attachment>> {
  const { blob } = file;
  if (blob.size > attachmentLimits.bytes) return fail({ type: "too_large", limit: attachmentLimits.bytes });
  if (!attachmentLimits.types.some((t) => t === blob.type) || blob.size === 0) return fail({ type: "wrong_type" });
  const digest = await sha256Of(blob);
  const attachment: Attachment = {
    id: crypto.randomUUID(),
    name: file.name.slice(0, 255),
    type: blob.type,
    size: blob.size,
    sha256: digest,
    width: file.width ?? null,
    height: file.height ?? null,
  };
  const { id: attachment_id, name, type, size } = attachment;
  try {
    const data = await keepable(store.side, blob);
    await store.side.transaction("rw", store.side.blobs, store.side.uploads, async () => {
      const at = new Date().toISOString();
      await store.side.blobs.put({ sha256: digest, data, type, size, own: 1, at });
      const key = `${feedbackId}|${attachment_id}`;
      const upload = { key, feedback_id: feedbackId, attachment_id, sha256: digest, name, type, size };
      await store.side.uploads.put({ ...upload, refused: "", resume: "" });
    });
  } catch (error) {
    const failure = storageFailure(error);
    if (failure) return fail(failure);
    throw error;
  }
  return ok(attachment);
}

/** Takes a file back out of the queue (it was removed from the draft). */
export async function dropAttachment(
  store: Store,
  feedbackId: string,
  attachment: Pick<Attachment, "id" | "sha256">,
): Promise<void> {
  await store.side.transaction("rw", store.side.blobs, store.side.uploads, async () => {
    await store.side.uploads.delete(`${feedbackId}|${attachment.id}`);
    const others = await store.side.uploads.where("sha256").equals(attachment.sha256).count();
    if (others === 0) await store.side.blobs.delete(attachment.sha256);
  });
}

/** A file's row is written right after its bytes. */
const attachingMs = 60_000;

/**
 * Removes queued files whose report does not list them: a crash came between the bytes and the row.
 */
export async function repairAttachments(store: Store): Promise<void> {
  if (!store.has("feedback")) return;
  for (const upload of await store.side.uploads.toArray()) {
    const row = await store.collection("feedback").findOne(upload.feedback_id).exec();
    const listed = row?.attachments.some((a) => a.id === upload.attachment_id) ?? false;
    const refused = await store.side.outbox.get(`refused|feedback|${upload.feedback_id}`);
    if (listed || refused) continue;
    // Shared into the app, a file may be just about to be listed.
    const keptAt = Date.parse((await store.side.blobs.get(upload.sha256))?.at ?? "");
    if (Math.abs(Date.now() - keptAt) < attachingMs) continue;
    await dropAttachment(store, upload.feedback_id, { id: upload.attachment_id, sha256: upload.sha256 });
  }
}

export interface AttachmentQueue extends Queue {
  readonly progress$: BehaviorSubject<ReadonlyMap<string, number>>;
}

/** Uploads what is queued, one file at a time, text before pictures. Runs in the leading tab. */
export function startAttachmentQueue(store: Store, transport: Transport): AttachmentQueue {
  const progress$ = new BehaviorSubject<ReadonlyMap<string, number>>(new Map());
  const { uploads } = store.side;
  const report = (key: string, sent: number | null) => {
    const next = new Map(progress$.value);
    if (sent === null) next.delete(key);
    else next.set(key, sent);
    progress$.next(next);
  };

  async function each(upload: Upload, signal: AbortSignal): Promise<void> {
    const row = await store.collection("feedback").findOne(upload.feedback_id).exec();
    // A draft's files stay here until it is submitted; a row that the server has not confirmed
    // cannot be marked.
    if (!row || row.status === "draft" || row.sync_xid === "") return;
    // Its bytes are here, and the row is just about to list it; or a crash came between, and the
    // repair takes it away.
    if (!row.attachments.some(({ id }) => id === upload.attachment_id)) return;
    if (row.uploaded.includes(upload.attachment_id)) return uploads.delete(upload.key);
    const blob = await store.side.blobs.get(upload.sha256);
    if (!blob) return void (await uploads.update(upload.key, { refused: "lost" }));
    const onProgress = (sent: number) => report(upload.key, sent);
    const refused = await untilAnswered(transport, signal, async (onArrived) => {
      const sent = await send(store, transport, upload, blob, { signal, onProgress, onArrived });
      // It waits now: nothing is under way, and "Syncing…" would be wrong.
      if (!sent.ok) report(upload.key, null);
      return sent;
    });
    if (refused !== null) {
      await uploads.update(upload.key, { refused });
      return report(upload.key, null);
    }
    const args = { feedback_id: upload.feedback_id, attachment_id: upload.attachment_id };
    const marked = await transport.rpcUntilAnswered(attachmentArrived, args, "person", signal);
    if (marked.ok && marked.value) {
      await store.side.transaction("rw", uploads, store.side.blobs, async () => {
        await uploads.delete(upload.key);
        await store.side.blobs.update(upload.sha256, { own: 0 });
      });
    } else await uploads.update(upload.key, { refused: marked.ok ? "not_arrived" : marked.error.code });
    report(upload.key, null);
  }

  const load = async () => (await uploads.toArray()).filter((upload) => upload.refused === "");
  const queue = startQueue(transport, { load, keyOf: ({ key }) => key, each });
  const rows = store.collection("feedback").$.subscribe(() => queue.kick());
  return {
    progress$,
    kick: queue.kick,
    stop() {
      queue.stop();
      rows.unsubscribe();
    },
  };
}

async function send(
  store: Store,
  transport: Transport,
  upload: Upload,
  { data, type }: StoredBlob,
  sending: Omit<Sending, "resume" | "onResume">,
): Promise<Result<void, CallFailure>> {
  const file = {
    bucket: attachmentBucket,
    path: `${store.owner}/${upload.sha256}`,
    type,
    bytes: blobOf(data),
    maxAge: 3600,
  };
  const onResume = (resume: string) => ifThereIsRoom(store.side.uploads.update(upload.key, { resume }));
  // What an earlier try has noted since this one was queued.
  const resume = (await store.side.uploads.get(upload.key))?.resume ?? "";
  return sendFile(transport, file, { ...sending, resume, onResume });
}

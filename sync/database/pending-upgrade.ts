// Version 6 of the device database: what waited in `uploads` and, under prefixes, in `drafts` moves
// into the one table `pending`, and all bytes into `blobs`. Nothing that was queued is lost.
import type { Transaction } from "dexie";
import type { Flag } from "../schema/flags.ts";
import { newItem, type PendingFile, type PendingFlag, type PendingItem } from "./pending-item.ts";
import type { StoredBlob, StoredBytes } from "./stored-blob.ts";

interface OldFile {
  name: string;
  type: string;
  size: number;
  refused: string;
  resume: string;
}
interface OldAttachment extends OldFile {
  key: string;
  feedback_id: string;
  attachment_id: string;
  sha256: string;
}
interface OldRelease extends OldFile {
  release_id: string;
  path: string;
  sent: number;
}
interface OldImage {
  bucket: string;
  path: string;
  blob: StoredBytes;
  sent: boolean;
  refused: string;
}
interface OldFlag extends Pick<Flag, "id" | "content_type" | "content_id" | "reason"> {
  refused: string;
}

const stateOf = (refused: string) => ({ state: refused === "" ? ("pending" as const) : ("rejected" as const) });
/** The last part of a path is the checksum of the bytes, with or without a file type. */
const sha256OfPath = (path: string) => path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");

/** @param owner whose database it is */
export async function movePendingItems(transaction: Transaction, owner: string): Promise<void> {
  const blobs = transaction.table<StoredBlob, string>("blobs");
  const draftsOf = <T>(prefix: string) =>
    transaction.table<{ key: string; value: T; at: string }, string>("drafts").where("key").startsWith(prefix);
  const items: PendingItem[] = [];

  for (const old of await transaction.table<OldAttachment, string>("uploads").toArray()) {
    const { feedback_id: subject, attachment_id: id, name, type, size, sha256, refused, resume } = old;
    items.push({
      ...newItem<PendingFile>({
        ...{ kind: "attachment", id, subject, name, type, size, sha256 },
        ...{ bucket: "attachments", path: `${owner}/${sha256}` },
      }),
      ...{ ...stateOf(refused), failure: refused, resume },
    });
  }

  for (const { value, at } of await draftsOf<OldRelease>("build|").toArray()) {
    const { release_id: id, path, name, type, size, refused, resume, sent } = value;
    const sha256 = sha256OfPath(path);
    items.push({
      ...newItem<PendingFile>({
        ...{ kind: "release", id, subject: id, name, type, size, sha256, bucket: "releases", path },
      }),
      ...{ ...stateOf(refused), failure: refused, resume, sent, at },
    });
    const bytes = await draftsOf<StoredBytes>(`build-bytes|${id}`).first();
    if (bytes) await blobs.put({ sha256, data: bytes.value, type, size, own: 1, at });
  }

  for (const { value, at } of await draftsOf<OldImage>("object|").toArray()) {
    const { bucket, path, blob, sent, refused } = value;
    const sha256 = sha256OfPath(path);
    const size = blob instanceof Blob ? blob.size : blob.bytes.byteLength;
    items.push({
      ...newItem<PendingFile>({
        ...{ kind: "image", id: `${bucket}/${path}`, subject: "", name: "", type: blob.type, size },
        ...{ sha256, bucket, path },
      }),
      ...{ ...(sent ? { state: "sent" as const } : stateOf(refused)), failure: refused, at },
    });
    await blobs.put({ sha256, data: blob, type: blob.type, size, own: 1, at });
  }

  for (const { value, at } of await draftsOf<OldFlag>("flag|").toArray()) {
    const { id, refused, ...body } = value;
    const { content_type, content_id, reason } = body;
    items.push({
      ...newItem<PendingFlag>({
        ...{ kind: "flag", id, subject: content_id, name: reason, body: { content_type, content_id, reason } },
      }),
      ...{ ...stateOf(refused), failure: refused, at },
    });
  }

  await transaction.table<PendingItem, string>("pending").bulkPut(items);
  for (const prefix of ["build|", "build-bytes|", "object|", "flag|"]) await draftsOf(prefix).delete();
}

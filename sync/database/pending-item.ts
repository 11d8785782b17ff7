// A file or message on this device that the upload queue still has to send.
import type { Flag } from "../schema/flags.ts";
import { timestamp } from "../transport/server-clock.ts";

interface PendingBase {
  /** `{kind}|{id}` */
  key: string;
  /** The id of the attachment, release, flag or message; the path of an image. */
  id: string;
  /** Id of the parent row: a report, a release or the flagged row; empty: none. */
  subject: string;
  /** Display name; empty if it has none. */
  name: string;
  /** `sent`: the server has it. Only images are kept then, for viewing offline. */
  state: "pending" | "rejected" | "sent";
  /** Why it is rejected: the server's code, or one of `unsendable`. */
  failure: string;
  /** Bytes sent. Saved periodically, for other tabs and the next start. */
  sent: number;
  /** The address of a resumable upload; empty: start from the beginning. */
  resume: string;
  /** When it was queued. With `key` it identifies this item: a file may replace another. */
  at: string;
}

export interface PendingFile extends PendingBase {
  kind: "attachment" | "image" | "release";
  bucket: string;
  path: string;
  type: string;
  size: number;
  /** Key of its bytes in the table `blobs`. */
  sha256: string;
}

export interface PendingFlag extends PendingBase {
  kind: "flag";
  body: Pick<Flag, "content_type" | "content_id" | "reason">;
}

export interface PendingContact extends PendingBase {
  kind: "contact";
  body: { name: string; email: string; message: string };
}

export type PendingItem = PendingFile | PendingFlag | PendingContact;

/** Indexes of a table of pending items. */
export const pendingIndexes = "key, state, [kind+state], [kind+subject], sha256";

/** Failures of files that a device cannot send: bytes are missing or have changed. */
export const unsendable: readonly string[] = ["lost", "damaged_here"];

export const isFile = (item: PendingItem): item is PendingFile => "sha256" in item;

type NewItem<T extends PendingItem> = Omit<T, "key" | "state" | "failure" | "sent" | "resume" | "at">;

export const pendingKey = (kind: PendingItem["kind"], id: string): string => `${kind}|${id}`;

export const newItem = <T extends PendingItem>(item: NewItem<T>) => ({
  ...item,
  key: pendingKey(item.kind, item.id),
  state: "pending" as const,
  failure: "",
  sent: 0,
  resume: "",
  at: timestamp(),
});

// A file or message that is on this device and not on the server yet: what the upload queue sends.
import type { Flag } from "../schema/flags.ts";
import { timestamp } from "../transport/server-clock.ts";

interface PendingBase {
  /** `{kind}|{id}` */
  key: string;
  /** Of the attachment, release, flag or message; of an image its path. */
  id: string;
  /** Id of the row that it belongs to: a report, a release, what is flagged; empty: none. */
  subject: string;
  /** What a person calls it; empty where it has no name. */
  name: string;
  /** `sent`: the server has it. Only images stay then, for looking at them offline. */
  state: "pending" | "rejected" | "sent";
  /** Why it is rejected: the server's code, or `lost` when its bytes are not on this device. */
  failure: string;
  /** Bytes that are out. Noted now and then, for other tabs and the next start. */
  sent: number;
  /** The address where a resumable upload goes on; empty: from the beginning. */
  resume: string;
  /** When it was queued. With `key` it names this very item: a file may be replaced by another. */
  at: string;
}

export interface PendingFile extends PendingBase {
  kind: "attachment" | "image" | "release";
  bucket: string;
  path: string;
  type: string;
  size: number;
  /** Names its bytes in the table `blobs`. */
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

/** Has it bytes? */
export const isFile = (item: PendingItem): item is PendingFile => "sha256" in item;

type NewItem<T extends PendingItem> = Omit<T, "key" | "state" | "failure" | "sent" | "resume" | "at">;

export const pendingKey = (kind: PendingItem["kind"], id: string): string => `${kind}|${id}`;

/** An item as it enters the queue. */
export const newItem = <T extends PendingItem>(item: NewItem<T>) => ({
  ...item,
  key: pendingKey(item.kind, item.id),
  state: "pending" as const,
  failure: "",
  sent: 0,
  resume: "",
  at: timestamp(),
});

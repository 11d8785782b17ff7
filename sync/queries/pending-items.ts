// Files and messages that are on this device and not on the server yet.
import { isFile, type PendingFile, type PendingItem } from "../database/pending-item.ts";
import { type Query, sideOf } from "../database/query.ts";
import { pendingItems } from "../uploads/pending-items.ts";

export type { PendingFile, PendingItem };

/** What the server rejected, of any kind. */
export const rejectedItems = (): Query<PendingItem[]> => ({
  key: "rejectedItems",
  observe: (store) => sideOf(() => store.side.pending.where("state").equals("rejected").toArray()),
});

/** What of one kind belongs to a row: attachments of a report, flags about an app. */
export const pendingOf = (kind: PendingItem["kind"], subject: string): Query<PendingItem[]> => ({
  key: `pendingOf|${kind}|${subject}`,
  observe: (store) => sideOf(() => store.side.pending.where("[kind+subject]").equals([kind, subject]).toArray()),
});

/**
 * Files of releases, by the release's id. What is not in it is on the server, or was never on this
 * device.
 */
export const releaseUploads = (): Query<ReadonlyMap<string, PendingFile>> => ({
  key: "releaseUploads",
  observe: (store) =>
    sideOf(async () => {
      const files = (await pendingItems(store)).filter(isFile).filter(({ kind }) => kind === "release");
      return new Map(files.map((file) => [file.subject, file]));
    }),
});

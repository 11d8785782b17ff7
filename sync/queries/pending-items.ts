// Files and messages that wait for their upload.
import { isFile, type PendingFile, type PendingItem, pendingKey, unsendable } from "../database/pending-item.ts";
import { liveDevice, type Query, query } from "../database/query.ts";
import { pendingItems } from "../uploads/pending-items.ts";

export type { PendingFile, PendingItem };
export { pendingKey };

/** True if the file must be chosen again because a retry would fail too. */
export const mustBeChosenAgain = ({ failure }: PendingItem): boolean => unsendable.includes(failure);

/** Rejected items of all kinds. */
export const rejectedItems = (): Query<PendingItem[]> =>
  query("rejectedItems", (store) => liveDevice(() => store.device.pending.where("state").equals("rejected").toArray()));

/** Pending items of one kind that belong to a row: attachments of a report, flags of an app. */
export const pendingOf = (kind: PendingItem["kind"], subject: string): Query<PendingItem[]> =>
  query(`pendingOf|${kind}|${subject}`, (store) =>
    liveDevice(() => store.device.pending.where("[kind+subject]").equals([kind, subject]).toArray()),
  );

/** Pending files of releases, by release id. Other files are on the server, or were never here. */
export const releaseUploads = (): Query<ReadonlyMap<string, PendingFile>> =>
  query("releaseUploads", (store) =>
    liveDevice(async () => {
      const files = (await pendingItems(store)).filter(isFile).filter(({ kind }) => kind === "release");
      return new Map(files.map((file) => [file.subject, file]));
    }),
  );

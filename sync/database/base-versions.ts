// Base versions: the server's version of each row, as this device last knew it.
// A confirmed row is its own base. A pending row carries the version that it was edited from as
// `_meta.base`, written with the row in one transaction.
// RxDB would store a second copy of every row in another database. This storage skips that copy,
// and a pending row keeps its base wherever it is copied to. RxDB's databases only hold the
// checkpoints.
// The base also lists the earlier pending versions that may have been sent. If the answer to one of
// them was lost, the server's row must not look like another person's edit.
import { defaultHashSha256 } from "rxdb";
import { type CollectionName, collections } from "../schema/collections.ts";
import { type InFlightRows, rowKey } from "./in-flight-rows.ts";
import { type SyncedDoc, withoutMeta } from "./row.ts";
import { type AnyStorage, adaptStorage, type StorageInstance } from "./rxdb-storage.ts";

/** What RxDB calls the replication in the names of its databases. */
export const replicationIdentifier = "supabase";

/**
 * How RxDB's context reads when it writes what the conflict handler made (rxdb
 * `replication-protocol/upstream`).
 */
const mergedContext = "replication-up-write-conflict";

/** `sync_client` → the highest `sync_seq` among the earlier pending versions of a row. */
export type Past = Readonly<Record<string, number>>;

/** A row as it is stored. */
interface StoredRow extends SyncedDoc {
  _meta: { lwt: number; base?: SyncedDoc; past?: Past };
}

/**
 * The server's version that a stored row was made from, or is; undefined: the server has never had
 * it.
 */
export function baseOf(stored: object): SyncedDoc | undefined {
  const row = stored as StoredRow;
  return row.sync_xid === "" ? row._meta.base : withoutMeta(row);
}

/**
 * What may have been sent of a stored row before; undefined: an earlier version of the app wrote it
 * and did not say.
 */
export const pastOf = (stored: object): Past | undefined => (stored as StoredRow)._meta.past;

function pastAfter(previous: StoredRow | undefined, copied: Past | undefined): Past {
  // Copied from another generation a row comes with its past.
  if (!previous) return copied ?? {};
  if (previous.sync_xid !== "") return {};
  const { sync_client, sync_seq } = previous;
  const past = previous._meta.past ?? {};
  return { ...past, [sync_client]: Math.max(past[sync_client] ?? 0, sync_seq) };
}

/**
 * Creates a storage whose rows carry their base versions.
 * @param numbers is called with each pending row that is stored (edit-sequence.ts)
 */
export function withBases(storage: AnyStorage, inFlight: InFlightRows, numbers: Map<string, number>): AnyStorage {
  const rows = new Map<CollectionName, StorageInstance>();
  return adaptStorage(storage, async (instance, name) => {
    if (isCollection(name)) {
      rows.set(name, instance);
      carryBases(instance, name, inFlight, numbers);
    } else if (name.startsWith(notesPrefix)) {
      const of = (await collectionsByNotes()).get(name);
      if (of) answerFromRows(instance, () => rows.get(of));
    }
  });
}

const isCollection = (name: string): name is CollectionName => Object.hasOwn(collections, name);

const notesPrefix = "rx-replication-meta-";
let byNotes: Promise<ReadonlyMap<string, CollectionName>> | undefined;
/**
 * What RxDB calls the database of its notes → the collection that they are about. Not worked out
 * before the store is open.
 */
function collectionsByNotes(): Promise<ReadonlyMap<string, CollectionName>> {
  byNotes ??= Promise.all(
    (Object.keys(collections) as CollectionName[]).map(
      async (name) => [notesPrefix + (await defaultHashSha256(`${name}-${replicationIdentifier}`)), name] as const,
    ),
  ).then((pairs) => new Map(pairs));
  return byNotes;
}

function carryBases(
  own: StorageInstance,
  name: CollectionName,
  inFlight: InFlightRows,
  numbers: Map<string, number>,
): void {
  const write = own.bulkWrite.bind(own);
  own.bulkWrite = async (rows, context) => {
    for (const { document, previous } of rows as { document: StoredRow; previous?: StoredRow }[]) {
      const key = rowKey(name, document.id);
      if (context === mergedContext) Object.assign(document, inFlight.pulledAfter(key, document));
      const { base: stale, past: copied, ...meta } = document._meta;
      const confirmed = document.sync_xid !== "";
      if (confirmed) inFlight.noteConfirmed(key);
      // What is reverted counts too: another tab may have written it.
      const unsent = [document, previous].filter((row) => row?.sync_xid === "").map((row) => row?.sync_seq ?? 0);
      if (unsent.length > 0) numbers.set(key, Math.max(numbers.get(key) ?? 0, ...unsent));
      // Copied from another generation a row comes with its base.
      const before = previous ? baseOf(previous) : stale;
      const base = context === mergedContext ? (inFlight.mergedFrom(key) ?? before) : before;
      // RxDB shares one object among the rows of a batch.
      document._meta = confirmed ? meta : { ...meta, ...(base ? { base } : {}), past: pastAfter(previous, copied) };
    }
    const written = await write(rows, context);
    // Not before: a disk that fails is asked again, and a pull may bring something newer until
    // then.
    if (context === mergedContext)
      for (const { document } of rows) inFlight.noteAnswerStored(rowKey(name, document.id));
    return written;
  };
}

function answerFromRows(own: StorageInstance, rows: () => StorageInstance | undefined): void {
  const write = own.bulkWrite.bind(own);
  const find = own.findDocumentsById.bind(own);
  own.bulkWrite = async (notes, context) => {
    const checkpoints = notes.filter(({ document }) => document.isCheckpoint === "1");
    return checkpoints.length > 0 ? write(checkpoints, context) : { error: [] };
  };
  own.findDocumentsById = async (ids, deleted) => {
    const ofRows = ids.filter((id) => id.endsWith("|0")).map((id) => id.slice(0, -2));
    if (ofRows.length === 0) return find(ids, deleted);
    const found = (await rows()?.findDocumentsById(ofRows, true)) ?? [];
    return found.flatMap((row) => {
      const docData = baseOf(row);
      return docData ? [noteOf(docData)] : [];
    });
  };
}

/**
 * How RxDB notes what it assumes the server to have (rxdb `replication-protocol/meta-instance`).
 */
const noteOf = (docData: SyncedDoc) => ({
  ...{ id: `${docData.id}|0`, itemId: docData.id, isCheckpoint: "0", docData },
  ...{ _deleted: false, _attachments: {}, _meta: { lwt: 0 }, _rev: "1-base" },
});

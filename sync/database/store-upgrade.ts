// Copies a store, row by row, into a new generation: an earlier format into today's schemas and
// indexes, with the checkpoints; or only the pending rows. Each pending row keeps its base version.
// The old generation stays in use until all is copied, so a tab killed at any point starts over and
// loses nothing. Needs no network.
import {
  createRxSchema,
  deepEqual,
  defaultHashSha256,
  getAllCollectionDocuments,
  getRxReplicationMetaInstanceSchema,
  INTERNAL_STORE_SCHEMA,
} from "rxdb";
import type { CollectionName } from "../schema/collections.ts";
import { rxSchema } from "../schema/rxdb-schema.ts";
import { baseOf } from "./base-versions.ts";
import { elsewhere } from "./merge.ts";
import { copyWithoutMeta, readRow, type SyncedDoc } from "./row.ts";
import { type AnyStorage, openInstance, preparedQuery, type StorageInstance, type Written } from "./rxdb-storage.ts";

export interface UpgradeProgress {
  done: number;
  total: number;
}

/** An unsent row that has no place in the new store. */
export interface UnmigratableRow {
  collection: CollectionName;
  doc: SyncedDoc;
  code: "not_allowed" | "invalid";
}

interface Upgraded {
  unmigratable: UnmigratableRow[];
  /** Some copied rows have default values or are missing: everything must be pulled again. */
  incomplete: boolean;
}

type Schema = { readonly properties: Readonly<Record<string, object>> };
type Stored = SyncedDoc & { _meta: { base?: SyncedDoc }; docData?: SyncedDoc };

/** A storage instance, with rows as the upgrade reads them. */
interface Instance extends StorageInstance {
  query(prepared: object): Promise<{ documents: Stored[] }>;
  findDocumentsById(ids: readonly string[], deleted: boolean): Promise<Stored[]>;
  bulkWrite(rows: { document: object }[], context: string): Promise<Written>;
}

/** A collection of the old store, with the databases that replication keeps beside it. */
interface Old {
  name: CollectionName;
  schema: Schema;
  connectedStorages: { collectionName: string; schema: Schema }[];
}

// Cast: RxDB's type of its internal store leaves out what it notes of a collection.
const collectionsIn = getAllCollectionDocuments as unknown as (internal: Instance) => Promise<{ data: Old }[]>;
// Cast: its type wants to know the rows, of which only the key counts here.
const notesSchemaOf = getRxReplicationMetaInstanceSchema as unknown as (rows: object, encrypted: boolean) => object;

const pageOf = 1000;

interface Copying {
  storage: AnyStorage;
  from: string;
  to: string;
  /** What the new store holds. */
  names: readonly CollectionName[];
  /** Neither what is confirmed nor the checkpoints. */
  only?: "unsent";
  /**
   * The server was put back to an earlier state: what an unsent row was made from may never have
   * been there.
   */
  restored?: boolean;
  /** With `only`: called with the rows that are not copied, a page at a time. */
  leaves?(name: CollectionName, rows: readonly SyncedDoc[]): Promise<void>;
  progress?(progress: UpgradeProgress): void;
}

export async function copyStore({
  storage,
  from,
  to,
  names,
  only,
  restored,
  leaves,
  progress,
}: Copying): Promise<Upgraded> {
  const open = (databaseName: string, collectionName: string, schema: object) =>
    openInstance<Instance>(storage, databaseName, collectionName, schema);
  const within = async <T>(opening: Promise<Instance>, task: (instance: Instance) => Promise<T>): Promise<T> => {
    const instance = await opening;
    try {
      return await task(instance);
    } finally {
      await instance.close();
    }
  };

  const olds = await within(open(from, "_rxdb_internal", INTERNAL_STORE_SCHEMA), async (internal) =>
    (await collectionsIn(internal)).map(({ data }) => data),
  );
  const upgraded: Upgraded = { unmigratable: [], incomplete: false };
  let done = 0;
  let total = 0;
  if (progress) for (const { name, schema } of olds) total += await within(open(from, name, schema), countOf);
  progress?.({ done, total });

  for (const { name, schema, connectedStorages } of olds) {
    const stays = names.includes(name);
    const fitting: Schema | null = stays ? createRxSchema(rxSchema(name), defaultHashSha256).jsonSchema : null;
    const adapt = fitting ? fitterOf(name, schema, fitting) : null;
    if (adapt?.changed) upgraded.incomplete = true;
    const keep = (stored: Stored, bases: ReadonlyMap<string, SyncedDoc>): object | null => {
      done += 1;
      const fits = adapt?.(stored);
      if (fits) {
        const { base: _, ...meta } = stored._meta;
        const base = stored.sync_xid === "" ? (baseOf(stored) ?? bases.get(fits.id)) : undefined;
        const fitted = base && adapt?.(base);
        return {
          ...{ ...fits, _rev: stored._rev, _attachments: stored._attachments },
          _meta: fitted ? { ...meta, base: restored ? { ...fitted, sync_xid: elsewhere } : fitted } : meta,
        };
      }
      const doc = copyWithoutMeta(stored);
      if (doc.sync_xid === "")
        upgraded.unmigratable.push({ collection: name, doc, code: stays ? "invalid" : "not_allowed" });
      else if (stays) upgraded.incomplete = true;
      return null;
    };
    const copyRows = (notes: Instance | null, made: Instance | null) =>
      within(open(from, name, schema), async (old) => {
        for await (const page of pagesOf(old, only)) {
          const bases = await notedBases(notes, page);
          const rows = page.map((stored) => keep(stored, bases)).filter((row) => row !== null);
          if (made) await write(made, rows);
          progress?.({ done, total });
        }
        if (leaves) for await (const page of pagesOf(old, "confirmed")) await leaves(name, page.map(copyWithoutMeta));
      });
    // In a store of today's format they hold nothing but the checkpoints.
    const [meta] = only ? [] : connectedStorages;
    const withNotes = (task: (notes: Instance | null) => Promise<void>) =>
      meta ? within(open(from, meta.collectionName, meta.schema), task) : task(null);
    await withNotes(async (notes) => {
      if (!fitting) return copyRows(notes, null);
      // The checkpoint before the rows: what an older tab still pulls meanwhile is pulled once
      // more, not passed over.
      if (notes && meta)
        await within(open(to, meta.collectionName, notesSchemaOf(fitting, false)), async (made) =>
          write(made, await notes.findDocumentsById(["down|1", "up|1"], false)),
        );
      return within(open(to, name, fitting), (made) => copyRows(notes, made));
    });
  }
  return upgraded;
}

/** All rows (or some of them), deleted ones too, a page at a time in the order of their ids. */
async function* pagesOf(instance: Instance, only?: "unsent" | "confirmed"): AsyncGenerator<Stored[]> {
  const which = only && { sync_xid: only === "unsent" ? { $eq: "" } : { $gt: "" } };
  for (const deleted of [false, true])
    for (let last = ""; ; ) {
      const selector = { _deleted: { $eq: deleted }, ...which, id: { $gt: last } };
      const rows = which ? { selector } : { selector, index: ["_deleted", "id"] };
      const query = { ...rows, sort: [{ id: "asc" }], limit: pageOf };
      const { documents } = await instance.query(preparedQuery(instance.schema, query));
      if (documents.length > 0) yield documents;
      if (documents.length < pageOf) break;
      last = String(documents.at(-1)?.id);
    }
}

async function countOf(instance: Instance): Promise<number> {
  const counts = [false, true].map((deleted) => {
    const query = { selector: { _deleted: { $eq: deleted } }, index: ["_deleted", "id"] };
    return instance.count(preparedQuery(instance.schema, query));
  });
  return (await Promise.all(counts)).reduce((sum, { count }) => sum + count, 0);
}

async function write(to: Instance, rows: readonly object[]): Promise<void> {
  const { error } = await to.bulkWrite(
    rows.map((document) => ({ document })),
    "upgrade",
  );
  if (error[0]) throw new Error(`A row could not be copied: ${JSON.stringify(error[0])}`);
}

/** The first format stored base versions in RxDB's metadata databases. */
async function notedBases(notes: Instance | null, page: readonly Stored[]): Promise<ReadonlyMap<string, SyncedDoc>> {
  const unsent = page.filter(({ sync_xid, _meta }) => sync_xid === "" && !_meta.base).map(({ id }) => `${id}|0`);
  const found = notes && unsent.length > 0 ? await notes.findDocumentsById(unsent, true) : [];
  return new Map(found.flatMap(({ docData }) => (docData ? [[docData.id, docData] as const] : [])));
}

interface Fitter {
  /** The columns of a stored row as today's schema wants them; null: they do not fit. */
  (stored: Record<string, unknown>): SyncedDoc | null;
  /** Columns were added, removed or changed. */
  readonly changed: boolean;
}

function fitterOf(name: CollectionName, before: Schema, after: Schema): Fitter {
  const emptyOnes = Object.entries(after.properties)
    .filter(([column]) => !(column in before.properties))
    .map(([column, schema]) => [column, defaultValue(schema)]);
  const missing: Record<string, unknown> = Object.fromEntries(emptyOnes);
  const changed = !deepEqual(columnsOf(before), columnsOf(after));
  // Another index alone: the rows are what they were.
  // A row from before there were organizations belongs to its author's personal one.
  const owner = (stored: Record<string, unknown>) => ("org_id" in missing ? { org_id: stored.developer_id } : {});
  const adapt = (stored: Record<string, unknown>) =>
    changed ? readRow(name, { ...missing, ...owner(stored), ...stored }) : (stored as SyncedDoc);
  return Object.assign(adapt, { changed });
}

/** An index gives the values of an enum a length: no change of the column. */
const columnsOf = ({ properties }: Schema) =>
  Object.fromEntries(
    Object.entries(properties).map(([column, schema]) => {
      const { maxLength, ...rest } = schema as { maxLength?: number; enum?: unknown };
      return [column, rest.enum === undefined ? schema : rest];
    }),
  );

/** Value of a new column until the server's is pulled. */
function defaultValue(schema: object): unknown {
  const { type, anyOf, enum: values } = schema as { type?: string; anyOf?: object[]; enum?: unknown[] };
  if (values) return values[0];
  if (anyOf)
    return anyOf.some((one) => (one as { type?: string }).type === "null") ? null : defaultValue(anyOf[0] ?? {});
  switch (type) {
    case "string":
      return "";
    case "array":
      return [];
    case "object":
      return {};
    case "boolean":
      return false;
    case "number":
    case "integer":
      return 0;
    default:
      return null;
  }
}

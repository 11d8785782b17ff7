// Brings a store of an earlier format up to date: copies it, row by row, into a new generation that has today's schemas
// and indexes, with the checkpoints and the versions that unsent rows were made from. The old generation stays in force
// until all is copied, so that a tab killed at any point begins anew and loses nothing. Needs no network.
import {
  createRxSchema,
  deepEqual,
  defaultHashSha256,
  getAllCollectionDocuments,
  getRxReplicationMetaInstanceSchema,
  INTERNAL_STORE_SCHEMA,
  normalizeMangoQuery,
  prepareQuery,
  type RxStorage,
} from "rxdb";
import type { SyncedDoc } from "./replication/merge.ts";
import { readRow } from "./replication/pull.ts";
import type { CollectionName } from "./schema/collections.ts";
import { rxSchema } from "./schema/rx.ts";
import { plainRow } from "./unsent.ts";

export interface UpgradeProgress {
  done: number;
  total: number;
}

/** An unsent row that has no place in the new store. */
interface Homeless {
  collection: CollectionName;
  doc: SyncedDoc;
  code: "not_allowed" | "invalid";
}

interface Upgraded {
  homeless: Homeless[];
  /** The server knows more than was here: the rows are stand-ins until all is pulled again. */
  incomplete: boolean;
}

type Schema = { readonly properties: Readonly<Record<string, object>> };
type Stored = Record<string, unknown> & { docData?: Record<string, unknown> };

/** What is needed of RxDB's storage, written out: see `Plain` in unsent.ts. */
interface Instance {
  readonly schema: object;
  query(prepared: object): Promise<{ documents: Stored[] }>;
  count(prepared: object): Promise<{ count: number }>;
  bulkWrite(rows: { document: object }[], context: string): Promise<{ error: object[] }>;
  close(): Promise<void>;
}
const normalize = normalizeMangoQuery as (schema: object, query: object) => object;
const prepare = prepareQuery as (schema: object, query: object) => object;

/** A collection of the old store, with the databases that replication keeps beside it. */
interface Old {
  name: CollectionName;
  schema: Schema;
  connectedStorages: { collectionName: string; schema: Schema }[];
}

const pageOf = 1000;

interface Upgrade {
  storage: RxStorage<unknown, unknown>;
  from: string;
  to: string;
  /** What the new store holds. */
  names: readonly CollectionName[];
  progress(progress: UpgradeProgress): void;
}

export async function copyStore({ storage, from, to, names, progress }: Upgrade): Promise<Upgraded> {
  const open = (databaseName: string, collectionName: string, schema: object) =>
    storage.createStorageInstance({
      ...{ databaseName, collectionName, schema, databaseInstanceToken: "upgrade" },
      ...{ multiInstance: false, options: {}, devMode: false },
    } as never) as Promise<unknown> as Promise<Instance>;
  const within = async <T>(opening: Promise<Instance>, task: (instance: Instance) => Promise<T>): Promise<T> => {
    const instance = await opening;
    try {
      return await task(instance);
    } finally {
      await instance.close();
    }
  };

  const olds = await within(open(from, "_rxdb_internal", INTERNAL_STORE_SCHEMA), async (internal) =>
    (await getAllCollectionDocuments(internal as never)).map(({ data }) => data as unknown as Old),
  );
  const upgraded: Upgraded = { homeless: [], incomplete: false };
  let done = 0;
  let total = 0;
  for (const { name, schema } of olds) total += await within(open(from, name, schema), countOf);
  progress({ done, total });

  for (const { name, schema, connectedStorages } of olds) {
    const stays = names.includes(name);
    const fitting = stays ? createRxSchema(rxSchema(name), defaultHashSha256).jsonSchema : null;
    const adapt = fitting ? fitterOf(name, schema, fitting as unknown as Schema) : null;
    if (adapt?.changed) upgraded.incomplete = true;
    // The checkpoint before the rows: what an older tab still pulls meanwhile is pulled once more, not passed over.
    for (const meta of stays ? connectedStorages : [])
      await within(open(from, meta.collectionName, meta.schema), (old) =>
        within(open(to, meta.collectionName, getRxReplicationMetaInstanceSchema(fitting as never, false)), (made) =>
          copy(old, made, (stored) => fitMeta(stored, adapt)),
        ),
      );
    const keep = (stored: Stored): object | null => {
      done += 1;
      const fits = adapt ? adapt(stored) : null;
      if (fits) return { ...fits, _meta: stored._meta, _rev: stored._rev, _attachments: stored._attachments };
      const doc = plainRow(stored);
      if (doc.sync_xid === "")
        upgraded.homeless.push({ collection: name, doc, code: stays ? "invalid" : "not_allowed" });
      else if (stays) upgraded.incomplete = true;
      return null;
    };
    await within(open(from, name, schema), (old) =>
      fitting
        ? within(open(to, name, fitting), (made) => copy(old, made, keep, () => progress({ done, total })))
        : copy(old, null, keep, () => progress({ done, total })),
    );
  }
  return upgraded;
}

/** All rows, deleted ones too, a page at a time in the order of their ids. */
async function* pagesOf(instance: Instance): AsyncGenerator<Stored[]> {
  for (const deleted of [false, true])
    for (let last = ""; ; ) {
      const selector = { _deleted: { $eq: deleted }, id: { $gt: last } };
      const query = { selector, sort: [{ id: "asc" }], limit: pageOf, index: ["_deleted", "id"] };
      const { documents } = await instance.query(prepare(instance.schema, normalize(instance.schema, query)));
      if (documents.length > 0) yield documents;
      if (documents.length < pageOf) break;
      last = String(documents.at(-1)?.id);
    }
}

async function countOf(instance: Instance): Promise<number> {
  const counts = [false, true].map((deleted) => {
    const query = { selector: { _deleted: { $eq: deleted } }, index: ["_deleted", "id"] };
    return instance.count(prepare(instance.schema, normalize(instance.schema, query)));
  });
  return (await Promise.all(counts)).reduce((sum, { count }) => sum + count, 0);
}

/** @param to null: the rows are only looked at */
async function copy(
  from: Instance,
  to: Instance | null,
  change: (stored: Stored) => object | null,
  copied: () => void = () => undefined,
): Promise<void> {
  for await (const page of pagesOf(from)) {
    const rows = page.map(change).filter((document) => document !== null);
    const written = await to?.bulkWrite(
      rows.map((document) => ({ document })),
      "upgrade",
    );
    if (written?.error[0]) throw new Error(`A row could not be copied: ${JSON.stringify(written.error[0])}`);
    copied();
  }
}

interface Fitter {
  /** The columns of a stored row as today's schema wants them; null: they do not fit. */
  (stored: Record<string, unknown>): SyncedDoc | null;
  /** Columns have come, gone or changed. */
  readonly changed: boolean;
}

function fitterOf(name: CollectionName, before: Schema, after: Schema): Fitter {
  const emptyOnes = Object.entries(after.properties)
    .filter(([column]) => !(column in before.properties))
    .map(([column, schema]) => [column, emptiest(schema)]);
  const missing: Record<string, unknown> = Object.fromEntries(emptyOnes);
  const changed = !deepEqual(columnsOf(before), columnsOf(after));
  // Another index alone: the rows are what they were.
  const adapt = (stored: Record<string, unknown>) =>
    changed ? readRow(name, { ...missing, ...stored }) : (stored as SyncedDoc);
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

/** What stands in a new column until the server's value is here. */
function emptiest(schema: object): unknown {
  const { type, anyOf, enum: values } = schema as { type?: string; anyOf?: object[]; enum?: unknown[] };
  if (values) return values[0];
  if (anyOf) return anyOf.some((one) => (one as { type?: string }).type === "null") ? null : emptiest(anyOf[0] ?? {});
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

/** Checkpoints as they are; the server's version of a row like the row itself. */
function fitMeta(stored: Stored, adapt: Fitter | null): object | null {
  if (!stored.docData || !adapt) return stored;
  const docData = adapt(stored.docData);
  return docData && { ...stored, docData };
}

// A store as an earlier version of the app left it: other indexes, a column fewer, one that is gone
// today, no format noted.
// Made with RxDB itself, in the tests' IndexedDB and in the bench's browser alike.
import { createRxDatabase, type RxCollection, type RxJsonSchema } from "rxdb";
import { replicateRxCollection } from "rxdb/plugins/replication";
import { NEVER } from "rxjs";
import { DeviceDb } from "../../sync/database/device-db.ts";
import type { SyncedDoc } from "../../sync/database/row.ts";
import { databaseName, dexieStorage } from "../../sync/database/store-databases.ts";
import type { CollectionName } from "../../sync/schema/collections.ts";
import { rxSchema } from "../../sync/schema/rxdb-schema.ts";

type Column = Record<string, object>;
export type Rows = ReadonlyMap<CollectionName, readonly SyncedDoc[]>;

/** Columns that the earlier version did not know. */
export const later: Partial<Record<CollectionName, string>> = { campaigns: "new_feedback_count", feedback: "known" };
/** A column that it had. */
const former = "former";

function olderSchema(name: CollectionName): RxJsonSchema<SyncedDoc> {
  const schema = structuredClone(rxSchema(name)) as unknown as RxJsonSchema<SyncedDoc> & { properties: Column };
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([column]) => column !== later[name]));
  return {
    ...schema,
    properties: { ...properties, [former]: { type: "string" } },
    required: Object.keys(properties),
    // What is looked for is still found by what is not confirmed.
    indexes: ["sync_xid"],
  } as RxJsonSchema<SyncedDoc>;
}

const olderRow = (name: CollectionName, { _deleted, ...row }: SyncedDoc) => {
  const { [later[name] ?? ""]: _, ...rest } = row as Record<string, unknown>;
  return { ...rest, [former]: "no longer a column" };
};

export interface OldStore {
  key: string;
  /** As the server has them, pulled. */
  pulled: Rows;
  /** Written here and not confirmed: new ones, edits of pulled ones, deletions. */
  unsent: Rows;
}

/** Makes the databases of generation 1. The server is never asked: what was pulled is handed in. */
export async function makeOldStore({ key, pulled, unsent }: OldStore): Promise<void> {
  const side = new DeviceDb(key);
  await side.meta.bulkPut([
    { key: "client", value: crypto.randomUUID() },
    { key: "epoch", value: "the server's" },
    { key: "scope", value: "a scope" },
    { key: "first_sync_done", value: true },
  ]);
  side.close();
  const db = await createRxDatabase({
    name: databaseName(key, 1),
    storage: dexieStorage(),
    multiInstance: false,
    closeDuplicates: true,
  });
  const made = await db.addCollections(
    Object.fromEntries([...pulled.keys()].map((name) => [name, { schema: olderSchema(name) }])),
  );
  for (const [name, rows] of pulled) {
    const collection = made[name] as unknown as RxCollection<SyncedDoc>;
    const replication = replicateRxCollection<SyncedDoc, { xid: string }>({
      replicationIdentifier: "supabase",
      collection,
      live: true,
      waitForLeadership: false,
      toggleOnDocumentVisible: false,
      pull: {
        batchSize: 20_000,
        stream$: NEVER,
        handler: async (from) => ({
          documents: (from ? [] : rows.map((row) => ({ ...olderRow(name, row), _deleted: row._deleted }))) as never[],
          checkpoint: { xid: "7" },
        }),
      },
      // Everything was sent once; what follows is written without a network.
      push: { handler: async () => [] },
    });
    await replication.awaitInSync();
    await replication.cancel();
    const own = unsent.get(name) ?? [];
    await collection.bulkUpsert(own.map((row) => olderRow(name, row)) as never);
    await collection.bulkRemove(own.filter((row) => row._deleted).map(({ id }) => id));
  }
  await db.close();
}

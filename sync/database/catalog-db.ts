// The catalog's database on this device: one RxDB collection beside the store, opened when
// something of the catalog is read, and closed with the store. It holds copies only and can be
// deleted at any time without loss: it is the first to go when the disk is full, and a change of
// the person's rights empties it.
import { createRxDatabase, type RxCollection, type RxDatabase, type RxJsonSchema } from "rxdb";
import { ifThereIsRoom } from "./device-db.ts";
import { catalogName, dexieStorage, type StoreOptions } from "./store-databases.ts";

/**
 * - `shelf`: a card that the server keeps on this device. Only shelf.ts writes them.
 * - `card`: a card that a search brought.
 * - `kept`: a whole row that was opened.
 * - `mark`: how far something is.
 *
 * A card may be here for both reasons, as two entries: when one goes the other stays.
 */
type EntryKind = "shelf" | "card" | "kept" | "mark";

export interface Entry {
  /** `{kind}|{of}|{id}` */
  id: string;
  kind: EntryKind;
  /** When it was shown last, in ms. */
  used: number;
  bytes: number;
  value: Record<string, unknown>;
}

const schema: RxJsonSchema<Entry> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id: { type: "string", maxLength: 100 },
    kind: { type: "string", maxLength: 5 },
    used: { type: "number" },
    bytes: { type: "number" },
    value: { type: "object" },
  },
  required: ["id", "kind", "used", "bytes", "value"],
  indexes: ["kind"],
};

export interface Catalog {
  readonly entries: RxCollection<Entry>;
  /** Writes copies. A full disk drops them: they can be asked for again. */
  put(entries: readonly Entry[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Empties the catalog. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Opens (or makes) the catalog beside the store with this key. */
export async function openCatalog(key: string, options: StoreOptions): Promise<Catalog> {
  const { storage, multiInstance = true } = options;
  const db: RxDatabase<{ catalog: RxCollection<Entry> }> = await createRxDatabase({
    name: catalogName(key),
    storage: storage ?? dexieStorage(),
    multiInstance,
    eventReduce: true,
    closeDuplicates: true,
  });
  const { catalog: entries } = await db.addCollections({ catalog: { schema } }).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const remove = async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    await ifThereIsRoom(entries.bulkRemove([...ids]));
    // RxDB leaves deleted documents in the storage; here nobody has to hear of them.
    await ifThereIsRoom(entries.storageInstance.cleanup(0));
  };
  return {
    entries,
    remove,
    put: (list) => (list.length === 0 ? Promise.resolve() : ifThereIsRoom(entries.bulkUpsert([...list]))),
    close: async () => void (await db.close()),
    async clear() {
      const all = await entries.find().exec();
      await remove(all.map(({ id }) => id));
    },
  };
}

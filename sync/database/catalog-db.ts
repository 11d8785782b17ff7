// The catalog on this device: one RxDB collection, opened by the first read. It holds only copies,
// which a full disk or a change of the person's rights deletes without loss.
import type { RxCollection, RxDatabase, RxJsonSchema } from "rxdb";
import { catalogIndexes, catalogTable, ifThereIsRoom } from "./device-db.ts";
import type { StoreDatabase } from "./rx-storage.ts";

/**
 * - `shelf`: a card that the server keeps on this device. Only shelf.ts writes them.
 * - `card`: a card from a search.
 * - `kept`: a whole row that was opened.
 * - `mark`: bookkeeping, such as a shelf's checkpoint.
 *
 * A row can have both a `shelf` and a `card` entry; each is removed separately.
 */
type EntryKind = "shelf" | "card" | "kept" | "mark";

export interface Entry {
  /** `{kind}|{of}|{id}` */
  id: string;
  kind: EntryKind;
  /** When it was last shown, in ms. */
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
  indexes: [...catalogIndexes],
};

interface CatalogChange {
  put?: readonly Entry[];
  remove?: readonly string[];
}

export interface Catalog {
  readonly entries: RxCollection<Entry>;
  /**
   * Writes copies in one transaction. A full disk drops them, because they can be fetched again.
   */
  change(task: (read: (id: string) => Promise<Entry | undefined>) => Promise<CatalogChange>): Promise<void>;
  put(entries: readonly Entry[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

export async function openCatalog(db: RxDatabase, { writeTogether }: Pick<StoreDatabase, "writeTogether">) {
  const made = await db.addCollections({ [catalogTable]: { schema } });
  // Cast: RxDB's type of a collection by a computed name has no rows.
  const entries = made[catalogTable] as unknown as RxCollection<Entry>;
  async function change(task: Parameters<Catalog["change"]>[0]): Promise<void> {
    let removed = false;
    const written = writeTogether([catalogTable], async ({ read, write }) => {
      const { put = [], remove = [] } = await task(async (id) => {
        const row = (await read(catalogTable, [id])).get(id);
        // Cast: entries have the shape of the catalog's schema.
        return row && !row._deleted ? (row as unknown as Entry) : undefined;
      });
      const ids = [...put.map(({ id }) => id), ...remove];
      const there = await read(catalogTable, ids);
      const gone = remove.flatMap((id) => there.get(id) ?? []).filter((row) => !row._deleted);
      removed = gone.length > 0;
      await write(catalogTable, [
        ...put.map((entry) => ({ row: { ...entry, _deleted: false }, previous: there.get(entry.id) })),
        ...gone.map((row) => ({ row: { ...row, _deleted: true }, previous: row })),
      ]);
    });
    await ifThereIsRoom(written);
    // The catalog is not replicated, so its tombstones are removed at once.
    if (removed) await ifThereIsRoom(entries.storageInstance.cleanup(0));
  }
  const catalog: Catalog = {
    entries,
    change,
    put: async (put) => (put.length === 0 ? undefined : change(async () => ({ put }))),
    remove: async (remove) => (remove.length === 0 ? undefined : change(async () => ({ remove }))),
    async clear() {
      const all = await entries.find().exec();
      await catalog.remove(all.map(({ id }) => id));
    },
  };
  return catalog;
}

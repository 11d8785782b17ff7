// One person's rows on this device: opening, closing and wiping them. One database per person and
// generation; a change of role or of the server's epoch starts a new generation and carries over
// what is unsent; another format one that carries over everything.
// Never talks to the server.
import { createRxDatabase, type RxCollection, type RxDatabase } from "rxdb";
import { type CollectionName, collectionsByRole, type Row } from "../schema/collections.ts";
import type { Role } from "../schema/profiles.ts";
import { rxSchema } from "../schema/rxdb-schema.ts";
import { storeFormat } from "../schema/store-version.ts";
import { withBases } from "./base-versions.ts";
import { type Catalog, openCatalog } from "./catalog-db.ts";
import { DeviceDb, ifThereIsRoom, readMeta, sideDbName } from "./device-db.ts";
import { type EditNumbers, numbersFrom } from "./edit-sequence.ts";
import { InFlightRows } from "./in-flight-rows.ts";
import { conflictHandler, type MergeContext } from "./merge.ts";
import { ownTask } from "./own-task.ts";
import { createStorageRetry, type StorageRetry } from "./storage-retry.ts";
import { databaseName, dexieStorage, keyOf, type StoreOptions, wipeDatabases } from "./store-databases.ts";
import { factsOf } from "./store-facts.ts";
import { isForeign, startNewGeneration, sweep, type Upgrading, upgradeStore } from "./store-generations.ts";
import { createWriteLock, StoreReplaced, type WriteLock } from "./write-lock.ts";

/** Another tab runs a newer app that upgraded the store: this tab must reload. */
export class StoreOutdated extends Error {
  override name = "StoreOutdated";
}

export interface Person {
  id: string;
  name: string;
  email: string;
  role: Role;
}

const groupSize = 4;
const groupsOf = (names: readonly CollectionName[]) =>
  Array.from({ length: Math.ceil(names.length / groupSize) }, (_, i) =>
    names.slice(i * groupSize, (i + 1) * groupSize),
  );

type Collections = { [N in CollectionName]: RxCollection<Row<N>> };

export interface Store {
  /** Null: signed out; the store has public rows only. */
  readonly person: Person | null;
  readonly role: Role | "anonymous";
  /** "anonymous" or the person's id. */
  readonly owner: string;
  /**
   * Identifies this store in each local write. Generated when the store is opened and never saved:
   * in a copied browser profile two stores would share a saved one.
   */
  readonly clientId: string;
  /** This device's store, for as long as it exists: what a download is counted by. */
  readonly deviceId: string;
  readonly names: readonly CollectionName[];
  readonly db: RxDatabase<Partial<Collections>>;
  readonly side: DeviceDb;
  readonly merge: MergeContext;
  readonly numbers: EditNumbers;
  /** The collection, which this role's store must hold; asking for another is a bug. */
  collection<N extends CollectionName>(name: N): Collections[N];
  has(name: CollectionName): boolean;
  /** Runs a write. Throws `StoreReplaced` when the store was rebuilt meanwhile, in any tab. */
  write<T>(task: () => Promise<T>): Promise<T>;
  /** Made just now: there is nothing in it to be read first. */
  readonly isNew: boolean;
  /** As it was opened: all rows had come once. */
  readonly wasComplete: boolean;
  /** What becomes of replication's writes on a full disk. */
  readonly storageRetry: StorageRetry;
  /** Keeps writes out while the store is rebuilt (write-lock.ts). */
  readonly writeLock: WriteLock;
  /** Opens the catalog beside it, once. Throws `StoreReplaced` when the store is closing. */
  catalog(): Promise<Catalog>;
  /** For good: RxDB opens no more than 13 collections at a time, and the next store has its own. */
  closeCatalog(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens (or makes) the store of a person, or the public one. Throws `StoreOutdated` when a newer
 * app has been here.
 */
export async function openStore(
  person: Person | null,
  options: StoreOptions = {},
  upgrading: Upgrading = { progress: () => undefined, replaced: () => undefined },
): Promise<Store> {
  const owner = person?.id ?? "anonymous";
  const role = person?.role ?? "anonymous";
  const names = collectionsByRole[role];
  const key = keyOf(owner, options);
  const side = new DeviceDb(key);
  const writeLock = createWriteLock(`betaflock-write-${key}`);
  let facts = await factsOf(side);
  if (isForeign(facts, upgrading))
    facts = await writeLock.exclusive(() => upgradeStore(side, key, role, options, upgrading));
  if (facts.format > storeFormat.version) {
    side.close();
    throw new StoreOutdated();
  }
  const { deviceId, generation } = facts;
  if (facts.leftover) await sweep(side, key, generation);
  const merge: MergeContext = {
    side,
    writer: { owner, role },
    inFlight: new InFlightRows(),
  };
  const numbers: EditNumbers = { from: numbersFrom(facts.numbered), given: new Map() };
  // Saved before the first edit, not at the start: opening the app writes nothing.
  let numbered: Promise<void> | null = null;
  const noteNumbers = () => {
    numbered ??= ifThereIsRoom(side.meta.put({ key: "numbered", value: numbers.from }));
    return numbered;
  };
  const storageRetry = createStorageRetry(withBases(options.storage ?? dexieStorage(), merge.inFlight, numbers.given));
  const db = await createRxDatabase<Partial<Collections>>({
    name: databaseName(key, generation),
    storage: storageRetry.storage,
    multiInstance: options.multiInstance ?? true,
    eventReduce: true,
    closeDuplicates: true,
  });
  let catalog: Promise<Catalog> | undefined;
  let closing = false;
  async function closeCatalog(): Promise<void> {
    closing = true;
    // One that could not be opened said so to whoever wanted it.
    await catalog?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }
  // RxDB sorts each schema for its hash: all of them at once are one long task.
  await Promise.all(
    groupsOf(names).map(async (group) => {
      await ownTask();
      const made = group.map((name) => [
        name,
        { schema: rxSchema(name), conflictHandler: conflictHandler(name, merge) },
      ]);
      // Cast: the keys of an object made of entries are not known to TypeScript.
      await db.addCollections(Object.fromEntries(made) as Parameters<typeof db.addCollections>[0]);
    }),
  );
  return {
    person,
    role,
    owner,
    clientId: crypto.randomUUID(),
    deviceId,
    names,
    db,
    side,
    merge,
    numbers,
    isNew: facts.isNew,
    wasComplete: facts.firstSyncDone,
    storageRetry,
    writeLock,
    catalog() {
      if (closing) return Promise.reject(new StoreReplaced());
      catalog ??= openCatalog(key, options).catch((error: unknown) => {
        // The next one who wants it tries again.
        catalog = undefined;
        throw error;
      });
      return catalog;
    },
    closeCatalog,
    write: (task) =>
      writeLock.shared(async () => {
        if (!side.isOpen() || ((await readMeta<number>(side, "generation")) ?? 1) !== generation)
          throw new StoreReplaced();
        await noteNumbers();
        return task();
      }),
    has: (name) => names.includes(name),
    collection<N extends CollectionName>(name: N) {
      const found = db.collections[name];
      if (!found) throw new Error(`The store of the role ${role} has no collection ${name}`);
      return found as Collections[N];
    },
    async close() {
      await closeCatalog();
      await db.close();
      side.close();
    },
  };
}

/** Why and for whom a store is rebuilt. */
export interface Rebuild {
  next: Person | null;
  /** The server was put back to an earlier state. */
  restored: boolean;
}

/**
 * Rebuilds a person's store (another role, another epoch). Closes the store.
 * The new generation gets the pending rows, each with its base version; the old one is deleted.
 * Rows that the person wrote and the server had are saved beside it, since a restored server may
 * lack them (lost-rows.ts). If the page is killed half-way, the old generation stays in use.
 */
export const rebuildStore = (store: Store, { next, restored }: Rebuild, options: StoreOptions = {}): Promise<void> =>
  store.writeLock.exclusive(async () => {
    await store.closeCatalog();
    await startNewGeneration(store, { role: next?.role ?? "anonymous", restored }, options);
  });

/**
 * Deletes everything that this device holds of a person: every IndexedDB database by name (RxDB
 * leaves them behind).
 * @returns false: a tab that does not answer keeps an empty one
 */
export function wipePerson(owner: string, options: StoreOptions = {}): Promise<boolean> {
  const key = keyOf(owner, options);
  return wipeDatabases(key, sideDbName(key));
}

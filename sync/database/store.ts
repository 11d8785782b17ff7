// Opens and closes a person's store, and provides the transaction that writes it. Never calls the
// server.
import Dexie from "dexie";
import { createRxDatabase, type RxCollection, type RxDatabase } from "rxdb";
import { type BehaviorSubject, type Observable, ReplaySubject } from "rxjs";
import { type CollectionName, collectionsByRole, type Row } from "../schema/collections.ts";
import type { Writer } from "../schema/own.ts";
import type { Role } from "../schema/profiles.ts";
import { rxSchema } from "../schema/rxdb-schema.ts";
import { storeFormat } from "../schema/store-version.ts";
import { createDeviceDb, type DeviceDb, type DeviceTable, deviceDbName, isClosed } from "./device-db.ts";
import { type EditNumbers, numbersFrom } from "./edit-sequence.ts";
import { type LocalRows, localRows } from "./local-rows.ts";
import { organizationsOf } from "./own-rows.ts";
import { ownTask } from "./own-task.ts";
import type { StoreDatabase } from "./rx-storage.ts";
import { holdBackAdvert } from "./rxdb-advert.ts";
import { type Facts, factsOf } from "./store-facts.ts";
import { rebuildRows, type UpgradeProgress, upgradeRows } from "./store-upgrade.ts";
import { holdOpen } from "./wipe.ts";

/** Another tab runs a newer app that upgraded the store: this tab must reload. */
export class StoreOutdated extends Error {
  override name = "StoreOutdated";
}

/** The store was rebuilt, wiped or cleared: repeat the write on the new store. */
export class StoreReplaced extends Error {
  override name = "StoreReplaced";
}

export interface Person {
  id: string;
  name: string;
  email: string;
  role: Role;
}

export interface StoreOptions {
  multiInstance?: boolean;
  /** Keeps apart several devices in one process, in tests. */
  device?: string;
}

export const keyOf = (owner: string, { device = "" }: StoreOptions) => owner + device;

export interface Upgrading {
  progress?(progress: UpgradeProgress): void;
  /** Also opens a newer format: the server was rolled back. */
  downgrade?: boolean;
}

type Collections = { [N in CollectionName]: RxCollection<Row<N>> };

export interface Store extends Writer {
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
  /** Identifies the store on this device until it is deleted. Downloads are counted by it. */
  readonly deviceId: string;
  readonly names: readonly CollectionName[];
  readonly db: RxDatabase<Partial<Collections>>;
  readonly device: DeviceDb;
  readonly numbers: EditNumbers;
  /** Returns a collection of this role. Throws for any other: that is a bug. */
  collection<N extends CollectionName>(name: N): Collections[N];
  has(name: CollectionName): boolean;
  /**
   * Runs a task in one transaction over these collections and tables. The task awaits only its
   * transaction, never RxDB or the network, and at most a hundred promises in sequence: Dexie loses
   * longer transactions. It runs again if the browser closes the database, so it must have no other
   * effects. Throws `StoreReplaced` if any tab has rebuilt the store.
   */
  transaction<T>(names: readonly (CollectionName | DeviceTable)[], task: (rows: LocalRows) => Promise<T>): Promise<T>;
  /** True if a task failed because the store was replaced or closed: repeat it on the next. */
  isReplaced(error: unknown): boolean;
  /** True for a store that was just created and has no rows to read. */
  readonly isNew: boolean;
  /** True if all rows had been pulled when the store was opened. */
  readonly wasComplete: boolean;
  /** Why the database cannot be opened or written; null while nothing has failed. */
  readonly shut$: BehaviorSubject<string | null>;
  /** Emits when the store has lost its rows or its database and must be reopened. */
  readonly lost$: Observable<void>;
  close(): Promise<void>;
}

const groupSize = 4;
const groupsOf = (names: readonly CollectionName[]) =>
  Array.from({ length: Math.ceil(names.length / groupSize) }, (_, i) =>
    names.slice(i * groupSize, (i + 1) * groupSize),
  );

/** Opens or creates a person's store, or the public one. A newer format throws `StoreOutdated`. */
export async function openStore(
  person: Person | null,
  options: StoreOptions = {},
  { progress, downgrade = false }: Upgrading = {},
): Promise<Store> {
  const owner = person?.id ?? "anonymous";
  const role = person?.role ?? "anonymous";
  const names = collectionsByRole[role];
  const key = keyOf(owner, options);
  // Replays, because the store may be lost before anything subscribes.
  const lost$ = new ReplaySubject<void>(1);
  // Another tab upgrades or wipes the database, or this one has closed it.
  let closed = false;
  const replaced = () => {
    closed = true;
    lost$.next();
  };
  const database = createDeviceDb(key, { newer: downgrade, replaced });
  // Cast: Dexie makes a property of each table.
  const device = database.dexie as DeviceDb;
  const release = holdOpen(key);
  const facts = await openDatabase(
    database,
    device,
    { owner, role },
    { downgrade, ...(progress && { progress }) },
  ).catch((error: unknown) => {
    release();
    throw closed && isClosed(error) ? new StoreReplaced() : error;
  });
  const { deviceId, generation } = facts;
  const numbers: EditNumbers = { from: numbersFrom(facts.numbered), given: new Map() };
  // Saved with the first write, not at the start: opening the app writes nothing.
  let isNumbered = false;
  holdBackAdvert();
  const db = await createRxDatabase<Partial<Collections>>({
    name: deviceDbName(key),
    storage: database.storage,
    multiInstance: options.multiInstance ?? true,
    eventReduce: true,
    closeDuplicates: true,
  });
  // RxDB sorts each schema for its hash: all of them at once are one long task.
  await Promise.all(
    groupsOf(names).map(async (group) => {
      await ownTask();
      const made = group.map((name) => [name, { schema: rxSchema(name) }]);
      // Cast: the keys of an object made of entries are not known to TypeScript.
      await db.addCollections(Object.fromEntries(made) as Parameters<typeof db.addCollections>[0]);
    }),
  );
  return {
    ...{ person, role, owner, deviceId, names, db, device, numbers, lost$ },
    clientId: crypto.randomUUID(),
    isNew: facts.isNew,
    wasComplete: facts.firstSyncDone,
    shut$: database.shut$,
    async transaction(tables, task) {
      if (closed) throw new StoreReplaced();
      const result = await database.writeTogether([...new Set([...tables, "meta"])], async (together) => {
        const [now, client] = await device.meta.bulkGet(["generation", "client"]);
        // The person cleared the site's data, so the database is new and empty.
        if (client?.value !== deviceId) lost$.next();
        if (client?.value !== deviceId || (now?.value ?? 1) !== generation) throw new StoreReplaced();
        if (!isNumbered) await device.meta.put({ key: "numbered", value: numbers.from });
        return task(localRows(together, numbers));
      });
      isNumbered = true;
      return result;
    },
    isReplaced: (error) => error instanceof StoreReplaced || (closed && isClosed(error)),
    has: (name) => names.includes(name),
    collection<N extends CollectionName>(name: N) {
      const found = db.collections[name];
      if (!found) throw new Error(`The store of the role ${role} has no collection ${name}`);
      return found as Collections[N];
    },
    async close() {
      closed = true;
      await db.close();
      database.close();
      release();
    },
  };
}

async function openDatabase(
  database: StoreDatabase,
  device: DeviceDb,
  writer: Writer,
  { progress, downgrade = false }: Upgrading,
): Promise<Facts> {
  try {
    await database.ready();
    const facts = await factsOf(device);
    if (facts.format === storeFormat.version) return facts;
    if (facts.format > storeFormat.version && !downgrade) throw new StoreOutdated();
    await upgradeRows(device, writer, progress);
    return { ...facts, format: storeFormat.version };
  } catch (error) {
    database.close();
    throw error instanceof Dexie.VersionError ? new StoreOutdated() : error;
  }
}

export interface Rebuild {
  next: Person | null;
  /** The server was restored to an earlier state. */
  restored: boolean;
}

export async function rebuildStore(store: Store, { next, restored }: Rebuild): Promise<void> {
  try {
    const writer = store.person && { ...store, organizations: await organizationsOf(store) };
    await rebuildRows(store.device, writer, next?.role ?? "anonymous", restored);
  } finally {
    await store.close();
  }
}

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
import { DeviceDb, ifThereIsRoom, readMeta, sideDbName } from "./device-db.ts";
import { type EditNumbers, numbersFrom } from "./edit-sequence.ts";
import { conflictHandler, type MergeContext } from "./merge.ts";
import { keepRefused } from "./outbox-writer.ts";
import { keepOwnRows } from "./own-rows.ts";
import { type PatientWrites, patientWrites } from "./storage-retry.ts";
import {
  databaseName,
  deleteGenerations,
  dexieStorage,
  keyOf,
  type StoreOptions,
  wipeDatabases,
} from "./store-databases.ts";
import { copyStore, type Homeless, type UpgradeProgress } from "./store-upgrade.ts";
import { StoreReplaced, type WriteGate, writeGate } from "./write-lock.ts";

/** The store on this device is a newer app's: another tab has it, this one must be loaded anew. */
export class StoreOutdated extends Error {
  override name = "StoreOutdated";
}

export interface Person {
  id: string;
  name: string;
  email: string;
  role: Role;
}

type Collections = { [N in CollectionName]: RxCollection<Row<N>> };

export interface Store {
  /** Null: nobody is signed in; the store holds what is public. */
  readonly person: Person | null;
  readonly role: Role | "anonymous";
  /** "anonymous" or the person's id. */
  readonly owner: string;
  /**
   * Stamped into every local write: tells its versions from those of other stores. Made up anew
   * each time that the store is opened, and never kept: in a copied browser profile two stores
   * would have the same.
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
  /**
   * Runs a write. Throws `StoreReplaced` when the store was made anew meanwhile, here or in another
   * tab.
   */
  write<T>(task: () => Promise<T>): Promise<T>;
  /** Made just now: there is nothing in it to be read first. */
  readonly isNew: boolean;
  /** What becomes of replication's writes on a full disk. */
  readonly patience: PatientWrites;
  /** What stands between writes and a rebuild. */
  readonly gate: WriteGate;
  close(): Promise<void>;
}

interface Facts {
  deviceId: string;
  generation: number;
  format: number;
  /**
   * A generation that is no longer in force may still lie here: the tab was killed before it was
   * deleted.
   */
  leftover: boolean;
  isNew: boolean;
  /** edit-sequence.ts */
  numbered: number;
}

async function readFacts(side: DeviceDb): Promise<Omit<Facts, "deviceId"> & { deviceId: string | undefined }> {
  const rows = await side.meta.bulkGet(["client", "generation", "format", "leftover", "numbered"]);
  const [deviceId, generation = 1, format = 0, leftover = false, numbered = 0] = rows.map((r) => r?.value) as never[];
  // The first stores noted no format.
  return { deviceId, generation, format, leftover, numbered, isNew: false };
}

const isMade = (facts: Awaited<ReturnType<typeof readFacts>>): facts is Facts => facts.deviceId !== undefined;

/**
 * What this device's store of an owner is: made now where there is none. Where there is one, the
 * start only reads.
 */
async function factsOf(side: DeviceDb): Promise<Facts> {
  const known = await readFacts(side);
  if (isMade(known)) return known;
  return side.transaction("rw", side.meta, async () => {
    // Another tab may have made it meanwhile.
    const facts = await readFacts(side);
    if (isMade(facts)) return facts;
    const made = { ...facts, deviceId: crypto.randomUUID(), format: storeFormat.version, isNew: true };
    await side.meta.bulkPut([
      { key: "client", value: made.deviceId },
      { key: "format", value: made.format },
    ]);
    return made;
  });
}

/** Deletes all generations but the one in force. */
async function sweep(side: DeviceDb, key: string, generation: number): Promise<void> {
  await deleteGenerations(key, generation);
  await side.meta.delete("leftover");
}

/** What is told while a store of an earlier format is brought up to date. */
export interface Upgrading {
  progress(progress: UpgradeProgress): void;
  /** The new one stands: whoever still has the old one open must let go of it. */
  replaced(): void;
  /** A store of a newer format too is brought to this one: there is no newer app any more. */
  downgrade?: boolean;
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
  const gate = writeGate(`betaflock-write-${key}`);
  let facts = await factsOf(side);
  if (isForeign(facts, upgrading)) facts = await gate.alone(() => upgrade(side, key, names, options, upgrading));
  if (facts.format > storeFormat.version) {
    side.close();
    throw new StoreOutdated();
  }
  const { deviceId, generation } = facts;
  if (facts.leftover) await sweep(side, key, generation);
  const merge: MergeContext = {
    side,
    writer: { owner, role },
    settled: new Map(),
    merged: new Map(),
    passed: new Map(),
  };
  const numbers: EditNumbers = { from: numbersFrom(facts.numbered), given: new Map() };
  // On the disk before the first edit, and by nobody who only looks: the start writes nothing.
  let numbered: Promise<void> | null = null;
  const noteNumbers = () => {
    numbered ??= ifThereIsRoom(side.meta.put({ key: "numbered", value: numbers.from }));
    return numbered;
  };
  const patience = patientWrites(withBases(options.storage ?? dexieStorage(), merge, numbers.given));
  const db = await createRxDatabase<Partial<Collections>>({
    name: databaseName(key, generation),
    storage: patience.storage,
    multiInstance: options.multiInstance ?? true,
    eventReduce: true,
    closeDuplicates: true,
  });
  await db.addCollections(
    Object.fromEntries(
      names.map((name) => [name, { schema: rxSchema(name), conflictHandler: conflictHandler(name, merge) }]),
    ) as never,
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
    patience,
    gate,
    write: (task) =>
      gate.together(async () => {
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
      await db.close();
      side.close();
    },
  };
}

const isForeign = ({ format }: Facts, { downgrade = false }: Upgrading) =>
  format < storeFormat.version || (downgrade && format > storeFormat.version);

/** Under the gate: another tab may have done it while this one waited. */
async function upgrade(
  side: DeviceDb,
  key: string,
  names: readonly CollectionName[],
  options: StoreOptions,
  upgrading: Upgrading,
): Promise<Facts> {
  const facts = await factsOf(side);
  if (!isForeign(facts, upgrading)) return facts;
  const { progress, replaced } = upgrading;
  const generation = facts.generation + 1;
  // What an attempt that was killed left behind.
  await deleteGenerations(key, facts.generation);
  const storage = options.storage ?? dexieStorage();
  const [from, to] = [databaseName(key, facts.generation), databaseName(key, generation)];
  const { homeless, incomplete } = await copyStore({ storage, from, to, names, progress });
  await side.transaction("rw", side.outbox, side.meta, async () => {
    await keepHomeless(side, homeless);
    // No server has this epoch: with its first answer the store is made anew, and all is pulled
    // again.
    if (incomplete) await side.meta.put({ key: "epoch", value: "" });
    await side.meta.bulkPut([
      { key: "generation", value: generation },
      { key: "format", value: storeFormat.version },
      { key: "leftover", value: true },
    ]);
  });
  replaced();
  await sweep(side, key, generation);
  return { ...facts, generation, format: storeFormat.version };
}

/** Why and for whom a store is made anew. */
export interface Rebuild {
  next: Person | null;
  /** The server was put back to an earlier state. */
  restored: boolean;
}

/**
 * Starts a person's rows afresh (another role, another epoch): a new generation holds what is
 * unsent, each row with the server's version that it was made from; the old one is deleted. What
 * the person wrote and the server had is kept aside, for it may have been lost there
 * (lost-rows.ts). Killed half-way, the old generation is still the one in force. Closes the store.
 */
export const rebuildStore = (store: Store, why: Rebuild, options: StoreOptions = {}): Promise<void> =>
  store.gate.alone(() => rebuild(store, why, options));

async function rebuild(store: Store, { next, restored }: Rebuild, options: StoreOptions): Promise<void> {
  const { owner, db, side, person } = store;
  const key = keyOf(owner, options);
  const generation = (await readMeta<number>(side, "generation")) ?? 1;
  // Closed first: RxDB opens no more than 13 collections at a time.
  await db.close();
  // What an attempt that was killed left behind.
  await deleteGenerations(key, generation);
  const { homeless } = await copyStore({
    storage: options.storage ?? dexieStorage(),
    from: databaseName(key, generation),
    to: databaseName(key, generation + 1),
    names: collectionsByRole[next?.role ?? "anonymous"],
    only: "unsent",
    restored,
    // Whatever the reason: the server may have been put back besides, and say so with its next
    // answer.
    ...(person ? { leaves: (name, rows) => keepOwnRows(side, store, name, rows) } : {}),
  });
  await side.transaction("rw", side.outbox, side.meta, async () => {
    await keepHomeless(side, homeless);
    // What the device has seen stays: by it the server says whether it was put back.
    await side.meta.bulkDelete(["epoch", "scope", "first_sync_done", ...(restored ? ["seen"] : [])]);
    await side.meta.bulkPut([
      { key: "generation", value: generation + 1 },
      { key: "leftover", value: true },
      ...(restored ? [{ key: "restored", value: true }] : []),
    ]);
  });
  await sweep(side, key, generation + 1);
  side.close();
}

/** What has no place in the new generation stays readable in the outbox. */
async function keepHomeless(side: DeviceDb, homeless: readonly Homeless[]): Promise<void> {
  for (const { collection, doc, code } of homeless)
    await keepRefused(side, { collection, doc, code, message: "" }, null);
}

/**
 * Deletes everything that this device holds of a person: every IndexedDB database by name (RxDB
 * leaves them behind).
 * @returns false: a tab that does not answer keeps an empty one
 */
export function wipePerson(owner: string, options: StoreOptions = {}): Promise<boolean> {
  const key = keyOf(owner, options);
  return wipeDatabases(key, sideDbName(key));
}

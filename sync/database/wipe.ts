// Wipes a person from this device at logout. A note is written first and deleted last, so the next
// start of a killed browser finishes the wipe before it shows anything. The note has a separate
// database, because a page looks for it before it opens the person's.
import Dexie, { type Table } from "dexie";
import { deviceDbName } from "./device-db.ts";
import { holdLock, locks } from "./hold-lock.ts";

const wipeDatabase = "betaflock-wipe";

class WipeDb extends Dexie {
  declare owners: Table<{ owner: string }, string>;
  constructor() {
    super(wipeDatabase, { chromeTransactionDurability: "strict" });
    this.version(1).stores({ owners: "owner" });
    this.on("versionchange", () => this.close());
  }
}

async function withNotes<T>(task: (notes: WipeDb) => Promise<T>): Promise<T> {
  const notes = new WipeDb();
  try {
    return await task(notes);
  } finally {
    notes.close();
  }
}

export const noteWipe = (owner: string): Promise<void> =>
  withNotes(async ({ owners }) => void (await owners.put({ owner })));

/** Deletes the note of a finished or cancelled wipe. */
export async function endWipe(owner: string): Promise<void> {
  const left = await withNotes(async ({ owners }) => {
    await owners.delete(owner);
    return owners.count();
  });
  if (left === 0) await Dexie.delete(wipeDatabase);
}

export async function begunWipes(): Promise<string[]> {
  // Not `Dexie.exists`, which creates a missing database for a moment.
  if (!(await Dexie.getDatabaseNames()).includes(wipeDatabase)) return [];
  return withNotes(async ({ owners }) => (await owners.toArray()).map(({ owner }) => owner));
}

/** A tab that freezes during a wipe must not block this one for longer. */
const patienceMs = 5_000;
/** How long the start of the app waits for other tabs to close a database that is wiped. */
export const startPatienceMs = 300;

/** Lets one tab wipe at a time: another's running wipe must not look like an interrupted one. */
export async function wiping<T>(task: () => Promise<T>): Promise<T> {
  const manager = locks();
  if (!manager) return task();
  const begun = { yes: false };
  const once = () => {
    begun.yes = true;
    return task();
  };
  try {
    return await manager.request(wipeDatabase, { signal: AbortSignal.timeout(patienceMs) }, once);
  } catch (error) {
    if (begun.yes) throw error;
    return task();
  }
}

const openLock = (key: string) => `betaflock-open-${key}`;

/** Holds a lock while this tab has an owner's database open. @returns releases it */
export const holdOpen = (key: string): (() => void) => holdLock(openLock(key), "shared");

/**
 * Empties an owner's database in one transaction, and deletes it if no other tab has it open: a
 * deletion that waits for a frozen tab would block the next login.
 * @param waitMs how long to wait for other tabs to close it
 * @returns false: the database is empty and still exists
 */
export async function wipeDevice(key: string, waitMs = patienceMs): Promise<boolean> {
  const name = deviceDbName(key);
  if (!(await Dexie.getDatabaseNames()).includes(name)) return true;
  const db = new Dexie(name);
  try {
    await db.open();
    if (db.tables.length > 0)
      await db.transaction("rw", db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  } catch (error) {
    // Another tab has deleted it.
    if ((error as Error).name !== "NoSuchDatabaseError") throw error;
  } finally {
    db.close();
  }
  const remove = async () => {
    await Dexie.delete(name);
    return true;
  };
  const manager = locks();
  if (!manager) return remove();
  return manager.request(openLock(key), { signal: AbortSignal.timeout(waitMs) }, remove).catch((error: unknown) => {
    if ((error as Error).name !== "TimeoutError" && (error as Error).name !== "AbortError") throw error;
    return false;
  });
}

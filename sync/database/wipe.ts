// Logging out wipes a person from this device. What is to be wiped is noted first, on the disk, and
// the note goes last: a browser that is killed in between finishes at its next start, before
// anything is shown. The note is a database of its own, so that a page can see that there is one
// without opening anything.
import Dexie, { type Table } from "dexie";

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

/** From here on this owner's data is wiped, come what may. */
export const noteWipe = (owner: string): Promise<void> =>
  withNotes(async ({ owners }) => void (await owners.put({ owner })));

/** Wiped, or not to be wiped after all. */
export async function endWipe(owner: string): Promise<void> {
  const left = await withNotes(async ({ owners }) => {
    await owners.delete(owner);
    return owners.count();
  });
  if (left === 0) await Dexie.delete(wipeDatabase);
}

/** Whose wiping was begun and not finished. */
export async function begunWipes(): Promise<string[]> {
  // Not `Dexie.exists`: it opens the database, which makes one for a moment where there is none.
  if (!(await Dexie.getDatabaseNames()).includes(wipeDatabase)) return [];
  return withNotes(async ({ owners }) => (await owners.toArray()).map(({ owner }) => owner));
}

/** Another tab that is frozen in the middle of wiping must not keep this one from starting. */
const patienceMs = 5_000;

/**
 * One tab wipes at a time: what another has just begun is not taken for something that was left
 * behind.
 */
export async function wiping<T>(task: () => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return task();
  const begun = { yes: false };
  const once = () => {
    begun.yes = true;
    return task();
  };
  try {
    return await navigator.locks.request(wipeDatabase, { signal: AbortSignal.timeout(patienceMs) }, once);
  } catch (error) {
    if (begun.yes) throw error;
    return task();
  }
}

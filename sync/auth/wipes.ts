// Logging out leaves nothing of the person on this device, also when the browser is killed while it
// happens: what was begun is finished at the next start.

import { wipePerson } from "../database/store.ts";
import type { StoreOptions } from "../database/store-databases.ts";
import { begunWipes, endWipe, noteWipe, wiping } from "../database/wipe.ts";
import { storageFailure } from "../transport/errors.ts";
import { AuthStorage, type KeyValue } from "./auth-storage.ts";

export interface WipeConfig {
  store?: StoreOptions;
  /** Tests give each client a storage of its own. */
  storage?: KeyValue;
  /**
   * Wipes what the screens keep of a person outside of the store; called once, or again after a
   * kill.
   */
  forget?: (owner: string) => Promise<void>;
}

export const authStorageOf = ({ storage }: Pick<WipeConfig, "storage">) =>
  storage ? new AuthStorage(storage, storage) : new AuthStorage();

/** Killed at any point, `finishWipes` goes on. */
export async function wipe(owner: string, config: WipeConfig): Promise<void> {
  const gone = await wipePerson(owner, config.store);
  await config.forget?.(owner);
  if (gone) await unlessDenied(endWipe(owner));
}

/** A disk that is full or denied takes no note: logging out goes on without one. */
const unlessDenied = (note: Promise<void>) =>
  note.catch((error: unknown) => {
    if (storageFailure(error) === null) throw error;
  });

/**
 * Finishes a sign-out that was interrupted by closing the browser. Runs before anything is shown.
 */
export async function finishWipes(config: WipeConfig): Promise<void> {
  await wiping(async () => {
    for (const owner of await begunWipes()) {
      const storage = authStorageOf(config);
      if (storage.readPerson()?.id === owner) storage.clear();
      await wipe(owner, config);
    }
  });
}

/** From here on the owner's data is wiped, come what may. */
export const beginWipe = (owner: string): Promise<void> => unlessDenied(noteWipe(owner));

/** The session did not end: nothing is wiped. */
export const cancelWipe = (owner: string): Promise<void> => unlessDenied(endWipe(owner));

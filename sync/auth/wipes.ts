// Wipes the person's data at logout. The next start finishes a wipe that a killed browser
// interrupted.

import { reportUnexpected } from "../database/device-db.ts";
import { keyOf, type StoreOptions } from "../database/store.ts";
import { begunWipes, endWipe, noteWipe, startPatienceMs, wipeDevice, wiping } from "../database/wipe.ts";
import { storageFailure } from "../transport/errors.ts";
import { again, backoff, createRetryPolicy, done, retryUntilDone } from "../transport/retry-policy.ts";
import { AuthStorage, type KeyValue } from "./auth-storage.ts";

export interface WipeConfig {
  store?: StoreOptions;
  /** Tests give each client separate storage. */
  storage?: KeyValue;
  /** Wipes a person's data outside the store. Called again if a wipe was interrupted. */
  forget?: (owner: string) => Promise<void>;
}

export const authStorageOf = ({ storage }: Pick<WipeConfig, "storage">) =>
  storage ? new AuthStorage(storage, storage, null) : new AuthStorage();

/**
 * A start after a killed tab completes it (`finishWipes`).
 * @param waitMs how long to wait for other tabs to close the database
 */
async function wipe(owner: string, config: WipeConfig, waitMs?: number): Promise<void> {
  const gone = await wipeDevice(keyOf(owner, config.store ?? {}), waitMs);
  await config.forget?.(owner);
  if (gone) await unlessDenied(endWipe(owner));
}

/**
 * Wipes at logout. Retries in the background while the disk fails, until a login cancels the wipe
 * (`keepFromWipe`) or `signal` aborts. The next start then finishes it.
 */
export async function wipeAtLogout(owner: string, config: WipeConfig, signal: AbortSignal): Promise<void> {
  try {
    await wipe(owner, config);
  } catch (error) {
    if (storageFailure(error) === null) throw error;
    wipeLater(owner, config, signal).catch(reportUnexpected);
  }
}

async function wipeLater(owner: string, config: WipeConfig, signal: AbortSignal): Promise<void> {
  const disk = createRetryPolicy(backoff.disk);
  const attempt = async () => {
    if ((await begunWipes()).includes(owner)) await wipe(owner, config, startPatienceMs);
    return done(undefined);
  };
  await disk.pause(0, signal);
  await retryUntilDone(disk, signal, () =>
    wiping(attempt).catch((error: unknown) => {
      if (storageFailure(error) === null) throw error;
      return again;
    }),
  );
}

/** Logout continues without a note if the disk is full or denied. */
const unlessDenied = (note: Promise<void>) =>
  note.catch((error: unknown) => {
    if (storageFailure(error) === null) throw error;
  });

/** Finishes a logout that was interrupted by closing the browser. Runs before any screen. */
export async function finishWipes(config: WipeConfig): Promise<void> {
  await wiping(async () => {
    for (const owner of await begunWipes()) {
      const storage = authStorageOf(config);
      if (storage.readPerson()?.id === owner) storage.clear();
      await wipe(owner, config, startPatienceMs);
    }
  });
}

/** Records that the owner's data must be wiped, even if the browser is killed. */
export const beginWipe = (owner: string): Promise<void> => unlessDenied(noteWipe(owner));

/**
 * Cancels the owner's unfinished wipe at their next login; otherwise the next start would delete
 * the new session and its work. Waits for a running wipe.
 */
export const keepFromWipe = (owner: string): Promise<void> =>
  wiping(async () => {
    const begun = await begunWipes().catch((error: unknown): string[] => {
      if (storageFailure(error) === null) throw error;
      return [];
    });
    if (begun.includes(owner)) await cancelWipe(owner);
  });

export const cancelWipe = (owner: string): Promise<void> => unlessDenied(endWipe(owner));

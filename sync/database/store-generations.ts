// Generations of an owner's store: one RxDB database each, one of which is in force. A new one is
// made from the old for another format (all rows), or for another role, epoch or history (what is
// unsent). Killed half-way, the old generation is still the one in force.
import { collectionsByRole } from "../schema/collections.ts";
import type { Writer } from "../schema/own.ts";
import type { Role } from "../schema/profiles.ts";
import { ownCampaignsSince, storeFormat } from "../schema/store-version.ts";
import { type DeviceDb, readMeta } from "./device-db.ts";
import { keepRefused } from "./outbox-writer.ts";
import { keepOwnRows, type MemberStore, organizationsOf } from "./own-rows.ts";
import { databaseName, deleteGenerations, dexieStorage, keyOf, type StoreOptions } from "./store-databases.ts";
import { type Facts, factsOf } from "./store-facts.ts";
import { copyStore, type UnmigratableRow, type UpgradeProgress } from "./store-upgrade.ts";

/** Events while a store of an earlier format is upgraded. */
export interface Upgrading {
  progress(progress: UpgradeProgress): void;
  /** The new store is complete: tabs with the old one must close it. */
  replaced(): void;
  /** A store of a newer format too is brought to this one: there is no newer app any more. */
  downgrade?: boolean;
}

/** Deletes all generations but the one in force. */
export async function sweep(side: DeviceDb, key: string, generation: number): Promise<void> {
  await deleteGenerations(key, generation);
  await side.meta.delete("leftover");
}

/** Is the store of another format than this version's? */
export const isForeign = ({ format }: Facts, { downgrade = false }: Upgrading) =>
  format < storeFormat.version || (downgrade && format > storeFormat.version);

/** Under the write lock: another tab may have done it meanwhile. */
export async function upgradeStore(
  side: DeviceDb,
  key: string,
  role: Role | "anonymous",
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
  const names = collectionsByRole[role];
  const { unmigratable, incomplete } = await copyStore({ storage, from, to, names, progress });
  const othersCampaigns = role === "tester" && facts.format < ownCampaignsSince;
  await side.transaction("rw", side.outbox, side.meta, async () => {
    await keepUnmigratable(side, unmigratable);
    // No server has this epoch, so the first answer makes the store start over and pull everything.
    if (incomplete || othersCampaigns) await side.meta.put({ key: "epoch", value: "" });
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

/** What is needed of a store to start it afresh. */
interface Rebuilt extends Writer, MemberStore {
  readonly person: object | null;
  readonly side: DeviceDb;
  readonly db: { close(): Promise<unknown> };
}

/** Under the store's write lock; see `rebuildStore`. */
export async function startNewGeneration(
  store: Rebuilt,
  { role, restored }: { role: Role | "anonymous"; restored: boolean },
  options: StoreOptions,
): Promise<void> {
  const { owner, db, side, person } = store;
  const key = keyOf(owner, options);
  const generation = (await readMeta<number>(side, "generation")) ?? 1;
  const writer: Writer = { owner, role: store.role, organizations: await organizationsOf(store) };
  // Closed first: RxDB opens no more than 13 collections at a time.
  await db.close();
  // What an attempt that was killed left behind.
  await deleteGenerations(key, generation);
  const { unmigratable } = await copyStore({
    storage: options.storage ?? dexieStorage(),
    from: databaseName(key, generation),
    to: databaseName(key, generation + 1),
    names: collectionsByRole[role],
    only: "unsent",
    restored,
    // Whatever the reason: the server may have been put back besides, and say so with its next
    // answer.
    ...(person ? { leaves: (name, rows) => keepOwnRows(side, writer, name, rows) } : {}),
  });
  await side.transaction("rw", side.outbox, side.meta, async () => {
    await keepUnmigratable(side, unmigratable);
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
async function keepUnmigratable(side: DeviceDb, unmigratable: readonly UnmigratableRow[]): Promise<void> {
  for (const { collection, doc, code } of unmigratable)
    await keepRefused(side, { collection, doc, code, message: "" }, null);
}

// Saves a person's confirmed rows before a rebuild: a restored server may lack them (lost-rows.ts).
import type { CollectionName } from "../schema/collections.ts";
import type { Membership } from "../schema/organizations.ts";
import { hasOwnWords, type Writer } from "../schema/own.ts";
import type { DeviceDb } from "./device-db.ts";
import type { SyncedDoc } from "./row.ts";

/** The parts of a store that `organizationsOf` reads. */
export interface MemberStore {
  owner: string;
  has(name: "accounts"): boolean;
  collection(name: "accounts"): {
    findOne(id: string): { exec(): Promise<{ readonly memberships: readonly Readonly<Membership>[] } | null> };
  };
}

/** The organizations of the store's person, as far as the device knows. */
export async function organizationsOf(store: MemberStore): Promise<string[]> {
  const account = store.has("accounts") ? await store.collection("accounts").findOne(store.owner).exec() : null;
  return account?.memberships.map(({ org_id }) => org_id) ?? [];
}

/** @param rows a page of confirmed rows of a store that is about to be rebuilt */
export async function keepOwnRows(
  device: DeviceDb,
  writer: Writer,
  collection: CollectionName,
  rows: readonly SyncedDoc[],
): Promise<void> {
  const own = rows.filter((doc) => !doc._deleted && hasOwnWords(collection, writer, doc));
  const keyOf = ({ id, sync_client, sync_seq }: SyncedDoc) => `${collection}|${id}|${sync_seq}|${sync_client}`;
  if (own.length > 0) await device.ownRows.bulkPut(own.map((doc) => ({ key: keyOf(doc), collection, doc })));
}

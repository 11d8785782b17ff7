// Saves the rows that a person wrote and the server had, before a store is rebuilt: a restored
// server may lack them (lost-rows.ts).
import type { CollectionName } from "../schema/collections.ts";
import type { Membership } from "../schema/organizations.ts";
import { hasOwnWords, type Writer } from "../schema/own.ts";
import type { DeviceDb } from "./device-db.ts";
import type { SyncedDoc } from "./row.ts";

/** What is needed of a store to know where its person is a member. */
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

/** @param rows a page of confirmed rows, before their store goes */
export async function keepOwnRows(
  side: DeviceDb,
  writer: Writer,
  collection: CollectionName,
  rows: readonly SyncedDoc[],
): Promise<void> {
  const own = rows.filter((doc) => !doc._deleted && hasOwnWords(collection, writer, doc));
  const keyOf = ({ id, sync_client, sync_seq }: SyncedDoc) => `${collection}|${id}|${sync_seq}|${sync_client}`;
  if (own.length > 0) await side.ownRows.bulkPut(own.map((doc) => ({ key: keyOf(doc), collection, doc })));
}

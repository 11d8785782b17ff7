// What goes into the outbox: changes that were refused, one entry for each row, and texts that
// found no place in theirs.
// Nothing that an earlier entry holds is lost with it.
import { type CollectionName, collections } from "../schema/collections.ts";
import { timestamp } from "../transport/server-clock.ts";
import type { DeviceDb, OutboxEntry } from "./device-db.ts";
import { mergeLists } from "./merge-lists.ts";

export interface Refusal {
  collection: CollectionName;
  /** The whole row as the person wrote it. */
  doc: Record<string, unknown>;
  code: string;
  message: string;
}

/** @param current the server's row: a text that it contains is not lost */
export async function keepRefused(
  { outbox }: DeviceDb,
  { collection, doc, code, message }: Refusal,
  current: Record<string, unknown> | null,
): Promise<void> {
  const id = String(doc.id);
  const key = `refused|${collection}|${id}`;
  const entry = { collection, id, code, message, at: timestamp() };
  const earlier = (await outbox.get(key))?.doc ?? {};
  const recovered: OutboxEntry[] = [];
  for (const field of collections[collection].texts) {
    const text = earlier[field];
    if (typeof text !== "string" || text.trim() === "" || text === doc[field] || text === current?.[field]) continue;
    const key = await keyOfRecovered(outbox, earlier, collection, field, text);
    recovered.push({ ...entry, key, kind: "recovered", doc: earlier, field, text });
  }
  // A photo of the earlier version has no other place: that one was made from a row without it.
  const lists = (collections[collection].lists ?? []).map((list) => [
    list,
    mergeLists([], earlier[list] ?? [], doc[list]),
  ]);
  const whole = { ...doc, ...Object.fromEntries(lists) };
  await outbox.bulkPut([...recovered, { ...entry, key, kind: "refused", doc: whole, field: "", text: "" }]);
}

/**
 * Saves a text that lost a conflict, or whose row was deleted.
 * @param doc the row as the person wrote it
 * @param code `lostCode`: the server had it once
 */
export async function keepRecovered(
  { outbox }: DeviceDb,
  collection: CollectionName,
  doc: Record<string, unknown>,
  field: string,
  text: string,
  code = "conflict",
): Promise<void> {
  await outbox.put({
    key: await keyOfRecovered(outbox, doc, collection, field, text),
    ...{ kind: "recovered", collection, id: String(doc.id), code, message: "", doc, field, text },
    at: timestamp(),
  });
}

/**
 * Saves the same text once and never replaces another one: a rejected version has the same number
 * while its author edits it.
 */
async function keyOfRecovered(
  outbox: DeviceDb["outbox"],
  doc: Record<string, unknown>,
  collection: CollectionName,
  field: string,
  text: string,
): Promise<string> {
  const first = `recovered|${collection}|${String(doc.id)}|${field}|${String(doc.sync_seq)}`;
  for (let n = 1; ; n++) {
    const key = n === 1 ? first : `${first}|${n}`;
    const there = await outbox.get(key);
    if (!there || there.text === text) return key;
  }
}

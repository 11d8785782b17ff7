// Adds entries to the outbox: one per rejected row, and texts that lost a conflict. A new entry
// keeps the content of earlier ones.
import { type CollectionName, collections } from "../schema/collections.ts";
import { timestamp } from "../transport/server-clock.ts";
import type { DeviceDb, OutboxEntry } from "./device-db.ts";
import { mergeList } from "./merge.ts";
import type { OutboxWrite, Rejection } from "./server-row.ts";

/** @param current the server's row; texts that it contains are not lost */
export async function keepRejected(
  { outbox }: Pick<DeviceDb, "outbox">,
  { collection, doc, base, code, message }: Rejection,
  current: Record<string, unknown> | null,
): Promise<void> {
  const id = String(doc.id);
  const key = `rejected|${collection}|${id}`;
  const entry = { collection, id, code, message, at: timestamp() };
  const earlier = (await outbox.get(key))?.doc ?? {};
  const recovered: OutboxEntry[] = [];
  for (const field of collections[collection].texts) {
    const text = earlier[field];
    if (typeof text !== "string" || text.trim() === "" || text === doc[field] || text === current?.[field]) continue;
    const key = await keyOfRecovered(outbox, earlier, collection, field, text);
    recovered.push({ ...entry, key, kind: "recovered", doc: earlier, field, text });
  }
  // Only the earlier entry has its photos: this version was made from a row without them.
  const lists = collections[collection].lists.map((list) => [
    list,
    mergeList(list, [], earlier[list] ?? [], doc[list]),
  ]);
  const whole = { ...doc, ...Object.fromEntries(lists) };
  const rejected: OutboxEntry = { ...entry, key, kind: "rejected", doc: whole, field: "", text: "" };
  await outbox.bulkPut([...recovered, base ? { ...rejected, base } : rejected]);
}

/**
 * Saves a text that lost a conflict, or whose row was deleted.
 * @param doc the row as the person wrote it
 * @param code `lostCode` if the server had the text once
 */
export async function keepRecovered(
  { outbox }: Pick<DeviceDb, "outbox">,
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

/** Saves each text once and replaces none: a rejected version keeps its number while edited. */
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

/** Saves the outbox entries of an answer, in the transaction that writes its rows. */
export async function keepOutbox(
  device: DeviceDb,
  collection: CollectionName,
  outcomes: readonly { outbox: readonly OutboxWrite[] }[],
): Promise<void> {
  for (const write of outcomes.flatMap(({ outbox }) => outbox)) {
    if (write.kind === "rejected") await keepRejected(device, write.rejection, write.current);
    else await keepRecovered(device, collection, write.doc, write.field, write.text, write.code);
  }
}

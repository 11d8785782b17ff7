// Prints the history of a row, to investigate a failed seed.
import type { CollectionName } from "../../sync/schema/collections.ts";
import type { SimulatedClient } from "./client.ts";
import type { AskedServer } from "./server.ts";

/**
 * The used part of a collection: type-checking RxDB's types of a union of sixteen takes gigabytes.
 */
interface Findable {
  findOne(id: string): { exec(): Promise<unknown> };
}

interface Place {
  collection: string;
  id: string;
  /** Null for the whole row. */
  column: string | null;
}

export async function lifeOf({ sql }: AskedServer, clients: readonly SimulatedClient[], w: Place): Promise<string> {
  const versions =
    await sql`select h.at, h.client, h.seq, coalesce(h.doc::jsonb ->> ${w.column}, h.doc::text) as text, h.doc::jsonb ->> 'status' as status,
    h.doc::jsonb ->> '_deleted' as deleted from public.simulated_history h where h.collection = ${w.collection} and h.id = ${w.id} order by h.n`;
  const rejections = await sql`select at, code, message from public.sync_rejections where row_id = ${w.id} order by at`;
  const outboxes = await Promise.all(
    clients.map(async ({ device }) => {
      const store = await device.store();
      const kept = await store.device.outbox.where({ collection: w.collection, id: w.id }).toArray();
      const name = w.collection as CollectionName;
      return {
        device: device.name,
        role: store.role,
        client: store.clientId,
        here: store.has(name) ? await (store.collection(name) as Findable).findOne(w.id).exec() : null,
        kept: kept.map(({ key, at, code }) => ({ key, at, code })),
      };
    }),
  );
  return JSON.stringify({ written: w, versions, rejections, outboxes });
}

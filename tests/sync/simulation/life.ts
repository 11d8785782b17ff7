// What became of a row, for whoever looks for the reason of a failed seed.
import type { SimulatedClient } from "./client.ts";
import type { SimulatedServer } from "./server.ts";

interface Place {
  collection: string;
  id: string;
  column: string;
}

export async function lifeOf({ sql }: SimulatedServer, clients: readonly SimulatedClient[], w: Place): Promise<string> {
  const versions =
    await sql`select h.at, h.client, h.seq, h.doc::jsonb ->> ${w.column} as text, h.doc::jsonb ->> 'status' as status,
    h.doc::jsonb ->> '_deleted' as deleted from public.simulated_history h where h.collection = ${w.collection} and h.id = ${w.id} order by h.n`;
  const refusals = await sql`select at, code, message from public.sync_refusals where row_id = ${w.id} order by at`;
  const outboxes = await Promise.all(
    clients.map(async ({ device }) => {
      const store = await device.store();
      const kept = await store.side.outbox.where({ collection: w.collection, id: w.id }).toArray();
      return {
        device: device.name,
        client: store.clientId,
        kept: kept.map(({ key, at, code }) => ({ key, at, code })),
      };
    }),
  );
  return JSON.stringify({ written: w, versions, refusals, outboxes }, null, 1);
}

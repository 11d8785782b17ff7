// What the outboxes and the history of rows must say together: no edit is in conflict with itself, no child is refused
// because it came before its own parent, and what was thrown away stays so.
import { parentOf } from "../../../sync/replication/push.ts";
import type { OutboxEntry } from "../../../sync/side-db.ts";
import type { SimulatedClient } from "./client.ts";
import { lifeOf } from "./life.ts";
import type { SimulatedServer } from "./server.ts";

interface Version {
  client: string;
  deleted: boolean;
  at: Date;
}

async function entriesOf(clients: readonly SimulatedClient[]): Promise<OutboxEntry[]> {
  const all = await Promise.all(clients.map(async ({ device }) => (await device.store()).side.outbox.toArray()));
  return all.flat();
}

const versionsOf = ({ sql }: SimulatedServer, collection: string, id: string) => sql<Version[]>`
  select h.client, (h.doc::jsonb ->> '_deleted')::boolean as deleted, h.at from public.simulated_history h
  where h.collection = ${collection} and h.id = ${id} order by h.n`;

/** A text loses against somebody else's, never against an earlier one of the same device. */
export async function conflictsHaveTwoSides(
  server: SimulatedServer,
  clients: readonly SimulatedClient[],
): Promise<void> {
  for (const entry of await entriesOf(clients)) {
    if (entry.kind !== "recovered" || entry.code !== "conflict") continue;
    const versions = await versionsOf(server, entry.collection, entry.id);
    const own = versions.every((v) => v.client === entry.doc.sync_client && !v.deleted);
    if (versions.length === 0 || !own) continue;
    const life = await lifeOf(server, clients, { ...entry, column: entry.field });
    throw new Error(`${entry.key} lost a conflict against its own device: ${life}`);
  }
}

/** A child that was refused for want of a parent which the same device sent right after, and which was taken. */
export async function parentsCameFirst(server: SimulatedServer, clients: readonly SimulatedClient[]): Promise<void> {
  for (const entry of await entriesOf(clients)) {
    if (entry.kind !== "refused" || entry.code !== "missing_parent") continue;
    for (const [parent, column] of parentOf[entry.collection] ?? []) {
      const id = String(entry.doc[column]);
      const [first] = await versionsOf(server, parent, id);
      if (!first || first.client !== entry.doc.sync_client || first.at <= new Date(entry.at)) continue;
      // Refused itself at first: its children rightly wait for the person.
      const refused =
        await server.sql`select 1 from public.sync_refusals where collection = ${parent} and row_id = ${id}`;
      if (refused.length === 0)
        throw new Error(`${entry.key} was refused before its parent (${parent} ${id}) was sent`);
    }
  }
}

/** What somebody threw away is gone, unless another hand wrote it too (then that version stands) or the deletion was refused. */
export async function deletionsStand(
  server: SimulatedServer,
  clients: readonly SimulatedClient[],
  removed: ReadonlyMap<string, string>,
): Promise<void> {
  const refused = new Set((await entriesOf(clients)).map((e) => `${e.collection}|${e.id}`));
  for (const [key, by] of removed) {
    const [collection = "", id = ""] = key.split("|");
    const versions = await versionsOf(server, collection, id);
    const last = versions.at(-1);
    if (!last || last.deleted || refused.has(key) || versions.some((v) => v.client !== by)) continue;
    throw new Error(`${key} was thrown away and is there again: ${JSON.stringify(versions)}`);
  }
}

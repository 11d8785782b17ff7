// Consistency of outboxes and row histories: no edit conflicts with itself, no child is rejected
// for arriving before its own parent, and deleted rows stay deleted.
import type { OutboxEntry } from "../../sync/database/device-db.ts";
import { parentOf } from "../../sync/replication/push.ts";
import { type CollectionName, collections } from "../../sync/schema/collections.ts";
import { isAuthor } from "../../sync/schema/own.ts";
import { lostCode } from "../../sync/schema/rejections.ts";
import { until } from "../fixtures/sync/device.ts";
import type { SimulatedClient } from "./client.ts";
import { type Editor, markIn, writeBio } from "./edits.ts";
import { queuesEmpty } from "./invariants.ts";
import { lifeOf } from "./life.ts";
import type { Organizations } from "./organizations.ts";
import type { AskedServer } from "./server.ts";

interface Version {
  client: string;
  deleted: boolean;
  /** PGlite answers with a text. */
  at: Date | string;
}

async function entriesOf(clients: readonly SimulatedClient[]): Promise<OutboxEntry[]> {
  const all = await Promise.all(clients.map((client) => client.ask((store) => store.device.outbox.toArray())));
  return all.flat();
}

const versionsOf = ({ sql }: AskedServer, collection: string, id: string) => sql<Version[]>`
  select h.client, (h.doc::jsonb ->> '_deleted')::boolean as deleted, h.at from public.simulated_history h
  where h.collection = ${collection} and h.id = ${id} order by h.n`;

/**
 * Expects texts to lose only against another device's, never against an earlier one of the same
 * device.
 */
export async function conflictsHaveTwoSides(
  server: AskedServer,
  clients: readonly SimulatedClient[],
  { devices, copied }: Editor,
): Promise<void> {
  const deviceOf = (client: unknown) => devices.get(String(client)) ?? client;
  // The other side may be the other copy with the same stamp.
  const ofBoth = (client: unknown) => copied.has(String(client));
  for (const entry of await entriesOf(clients)) {
    if (entry.kind !== "recovered" || entry.code !== "conflict") continue;
    const versions = await versionsOf(server, entry.collection, entry.id);
    const author = entry.doc.sync_client;
    const own =
      !ofBoth(author) &&
      versions.every((v) => !ofBoth(v.client) && deviceOf(v.client) === deviceOf(author) && !v.deleted);
    // Recreated with the same id (a brief, an application) in a later store of the device that did
    // not have the first one yet: two rows, of which one wins.
    const anew = entry.doc.sync_xid === "" && versions.every((v) => v.client !== author);
    if (versions.length === 0 || !own || anew) continue;
    const life = await lifeOf(server, clients, { ...entry, column: entry.field });
    throw new Error(`${entry.key} lost a conflict against its own device: ${life}`);
  }
}

const ofDevelopers: readonly CollectionName[] = ["apps", "releases", "campaigns", "briefs"];

/**
 * Expects no lost rows unless the server was restored to an earlier state. After a new epoch, texts
 * and decisions that lost a conflict, and rows of an organization that the person has left, have
 * the same code: the device cannot tell. Nor can a tester's device for developers' rows, which no
 * screen lets testers edit: a campaign may have become private.
 */
export async function nothingReportedLost(
  clients: readonly SimulatedClient[],
  organizations: Pick<Organizations, "left"> | null,
): Promise<void> {
  for (const client of clients) {
    const entries = await client.ask(async (store) => {
      const all = await store.device.outbox.toArray();
      const isForeign = ({ collection, doc }: OutboxEntry) =>
        store.role === "tester" && ofDevelopers.includes(collection) && !isAuthor(collection, store, doc);
      return all.filter((entry) => !isForeign(entry));
    });
    const lost = entries.filter(
      ({ kind, code, doc }) =>
        kind === "rejected" &&
        code === lostCode &&
        !organizations?.left.has(`${String(doc.org_id)} ${client.person.id}`),
    );
    if (lost.length > 0) throw new Error(`Reported as lost: ${JSON.stringify(lost)}`);
  }
}

/**
 * Expects no child rejected for a missing parent that the same device sent right after it and that
 * was accepted.
 */
export async function parentsCameFirst(server: AskedServer, clients: readonly SimulatedClient[]): Promise<void> {
  for (const entry of await entriesOf(clients)) {
    if (entry.kind !== "rejected" || entry.code !== "missing_parent") continue;
    for (const [parent, column] of parentOf[entry.collection] ?? []) {
      const id = String(entry.doc[column]);
      const [first] = await versionsOf(server, parent, id);
      if (!first || first.client !== entry.doc.sync_client || new Date(first.at) <= new Date(entry.at)) continue;
      // Its parent was rejected first, so the children wait for the user.
      const rejected =
        await server.sql`select 1 from public.sync_rejections where collection = ${parent} and row_id = ${id}`;
      if (rejected.length === 0)
        throw new Error(`${entry.key} was rejected before its parent (${parent} ${id}) was sent`);
    }
  }
}

/**
 * Expects deleted rows to stay deleted, unless another device wrote them too (whose version wins)
 * or the deletion was rejected.
 */
export async function deletionsStand(
  server: AskedServer,
  clients: readonly SimulatedClient[],
  { removed, devices }: Editor,
): Promise<void> {
  const rejected = new Set((await entriesOf(clients)).map((e) => `${e.collection}|${e.id}`));
  for (const [key, by] of removed) {
    const [collection = "", id = ""] = key.split("|");
    const versions = await versionsOf(server, collection, id);
    const last = versions.at(-1);
    if (!last || last.deleted || rejected.has(key) || versions.some((v) => (devices.get(v.client) ?? v.client) !== by))
      continue;
    const life = await lifeOf(server, clients, { collection, id, column: null });
    throw new Error(`${key} was thrown away and is there again: ${life}`);
  }
}

/**
 * Expects no text to be overwritten by one that was not based on it, not even from a copy of the
 * same store.
 */
export async function nothingOverwritten(
  server: AskedServer,
  clients: readonly SimulatedClient[],
  { before }: Editor,
): Promise<void> {
  const kept = JSON.stringify(await entriesOf(clients));
  const versions = await server.sql<{ collection: CollectionName; id: string; doc: string }[]>`
    select h.collection, h.id::text as id, h.doc from public.simulated_history h order by h.collection, h.id, h.n`;
  const goesOnFrom = (mark: string, earlier: string) => {
    for (let at = before.get(mark); at; at = before.get(at)) if (at === earlier) return true;
    return false;
  };
  const standing = new Map<string, string>();
  for (const { collection, id, doc } of versions) {
    const row = JSON.parse(doc) as Record<string, unknown>;
    for (const column of collections[collection].texts) {
      const place = `${collection}|${id}|${column}`;
      const [earlier, mark] = [standing.get(place) ?? "", markIn(row[column])];
      standing.set(place, mark);
      if (earlier === "" || mark === "" || mark === earlier || goesOnFrom(mark, earlier) || kept.includes(earlier))
        continue;
      const life = await lifeOf(server, clients, { collection, id, column });
      throw new Error(`${place}: ${mark} was written over ${earlier}, which its author had not seen: ${life}`);
    }
  }
}

/**
 * Edits a text, loses the response and edits it again. Expects no conflict: the device recognizes
 * its own version on the server.
 */
export async function knowsItsOwnVersion(client: SimulatedClient, editor: Editor): Promise<void> {
  const { network } = client.device;
  const { fault } = network;
  const before = new Set((await entriesOf([client])).map(({ key }) => key));
  let lost = 0;
  network.fault = (url) => {
    if (!url.endsWith("/sync_push")) return null;
    lost += 1;
    return { kind: "answer_lost" };
  };
  await client.ask((store) => writeBio(editor, store));
  await until("a lost response", async () => lost > 0 || undefined);
  await client.ask((store) => writeBio(editor, store));
  network.fault = fault;
  await queuesEmpty(client, editor.attached);
  const added = (await entriesOf([client])).filter(({ key }) => !before.has(key));
  if (added.length > 0)
    throw new Error(`${client.device.name} conflicts with its own version: ${JSON.stringify(added)}`);
}

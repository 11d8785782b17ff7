// Invariants after healing, checked in PostgreSQL: each device shows what its policies allow, no
// text is lost, rejections are visible to their authors, and money was created once.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { deepEqual } from "rxdb";
import { firstValueFrom } from "rxjs";
import WebSocket from "ws";
import { readRow, type SyncedDoc } from "../../sync/database/row.ts";
import { withoutWords } from "../../sync/database/server-row.ts";
import type { Store } from "../../sync/database/store.ts";
import { pendingStored, waitingCounts } from "../../sync/outbox/pending-changes.ts";
import type { CollectionName } from "../../sync/schema/collections.ts";
import { pendingItems } from "../../sync/uploads/pending-items.ts";
import { until } from "../fixtures/sync/device.ts";
import { password } from "../fixtures/sync/scenario.ts";
import type { SimulatedClient } from "./client.ts";
import type { Editor } from "./edits.ts";
import { lifeOf } from "./life.ts";
import type { AskedServer } from "./server.ts";

/** Admins' collections. */
const queues: ReadonlySet<CollectionName> = new Set(["flags", "payouts"]);

type Rows = Map<string, Record<string, unknown>>;

/**
 * Opens a separate session. Once per device, because a login updates the profile, which causes a
 * pull.
 */
async function signIn(server: AskedServer, client: SimulatedClient): Promise<SupabaseClient> {
  const api = createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  const session = await api.auth.signInWithPassword({ email: client.person.email, password });
  if (session.error) throw session.error;
  return api;
}

/**
 * Returns every row that a user's devices pull from the beginning. Queues also keep decided rows,
 * as long as a policy shows them.
 */
async function seenByServer(api: SupabaseClient, device: ReadonlyMap<CollectionName, Rows>) {
  const all = new Map<CollectionName, Rows>();
  for (const [collection, here] of device) {
    const rows: Rows = new Map();
    for (let checkpoint: unknown = null; ; ) {
      const { data, error } = await api.rpc("sync_pull", { requests: [{ collection, checkpoint, limit: 1000 }] });
      if (error) throw new Error(`sync_pull of ${collection}: ${error.message}`);
      const page = (data as { collections: Record<string, { rows: SyncedDoc[]; checkpoint: unknown; more: boolean }> })
        .collections[collection];
      if (!page) throw new Error(`sync_pull did not answer for ${collection}`);
      for (const row of page.rows) {
        const read = readRow(collection, row);
        if (!read) throw new Error(`${collection} ${row.id} does not fit the schema`);
        if (read._deleted) rows.delete(row.id);
        else rows.set(row.id, read);
      }
      checkpoint = page.checkpoint;
      if (!page.more) break;
    }
    const besides = queues.has(collection) ? [...here.keys()].filter((id) => !rows.has(id)) : [];
    if (besides.length > 0) {
      const { data, error } = await api.from(collection).select("id").in("id", besides).eq("_deleted", false);
      if (error) throw new Error(`${collection}: ${error.message}`);
      for (const { id } of data as { id: string }[]) rows.set(id, here.get(id) ?? {});
    }
    all.set(collection, rows);
  }
  return all;
}

async function seenByDevice(store: Store, name: CollectionName): Promise<Rows> {
  const docs = await store.collection(name).find().exec();
  return new Map(docs.map((d) => [d.primary, d.toMutableJSON() as Record<string, unknown>]));
}

interface Difference {
  collection: CollectionName;
  id: string;
  what: string;
}

function difference(collection: CollectionName, device: Rows, server: Rows): Difference | null {
  for (const [id, row] of server) {
    const mine = device.get(id);
    if (!mine) return { collection, id, what: `(${String(row.status ?? "")}) is on the server and not on the device` };
    for (const [column, value] of Object.entries(row)) {
      if (column === "_deleted" || deepEqual(mine[column], value)) continue;
      const what = `${column}: the device shows ${JSON.stringify(mine[column])}, the server ${JSON.stringify(value)} (sync ${String(mine.sync_xid)}/${String(row.sync_xid)})`;
      return { collection, id, what };
    }
  }
  for (const [id, row] of device) {
    if (!server.has(id))
      return { collection, id, what: `(${JSON.stringify(row).slice(0, 300)}) is on the device and not on the server` };
  }
  return null;
}

const attachments = async (store: Store) => (await pendingItems(store)).filter(({ kind }) => kind === "attachment");

/**
 * Expects the device's queues to empty within a minute, except for files of drafts and rejected
 * reports. An attached file that neither a row nor a rejected version lists counts as lost.
 * @param attached ids of files whose attachment succeeded
 */
export async function queuesEmpty(client: SimulatedClient, attached: ReadonlySet<string>): Promise<void> {
  let waiting = "";
  const empty = async (store: Store) => {
    const counts = await firstValueFrom(waitingCounts(store));
    const uploads: string[] = [];
    for (const upload of store.has("feedback") ? await attachments(store) : []) {
      const row = await store.collection("feedback").findOne(upload.subject).exec();
      if (upload.state === "rejected" || !row || row.status === "draft" || row.sync_xid === "") continue;
      const rejected = await store.device.outbox.get(`rejected|feedback|${upload.subject}`);
      const lists = (list: unknown) => JSON.stringify(list ?? []).includes(upload.id);
      const lost = attached.has(upload.id) && !lists(rejected?.doc.attachments);
      if (lists(row.attachments) || lost) uploads.push(upload.key);
    }
    const compared = (await store.device.ownRows.count()) === 0;
    const rows = await Promise.all(
      store.names.filter((name) => counts[name]).map((name) => pendingStored(store, name)),
    );
    waiting = JSON.stringify({ counts, uploads, compared, status: client.device.sync.status$.value, rows });
    return (compared && Object.values(counts).every((n) => n === 0) && uploads.length === 0) || undefined;
  };
  const probe = async () => {
    await client.unlock();
    return client.look(empty);
  };
  await until("", probe, 60_000).catch(() => {
    throw new Error(`${client.device.name}: after a minute something still waits: ${waiting}`);
  });
}

/** Expects the device to show the same as the server shows this user. */
export async function showsTheSame(server: AskedServer, client: SimulatedClient): Promise<void> {
  let last: Difference | null = null;
  const api = await signIn(server, client);
  const compare = async (store: Store) => {
    last = null;
    const device = new Map<CollectionName, Rows>();
    for (const name of store.names) device.set(name, await seenByDevice(store, name));
    const truth = await seenByServer(api, device);
    for (const [name, rows] of device) last ??= difference(name, rows, truth.get(name) ?? new Map());
    return last === null || undefined;
  };
  const same = async () => {
    await client.unlock();
    if (await client.look(compare)) return true;
    await client.device.sync.syncNow();
    return undefined;
  };
  await until("", same, 60_000).catch(async (error: unknown) => {
    const { store$, status$, session$ } = client.device.sync;
    const meta = store$.value.kind === "open" ? await store$.value.store.device.meta.toArray() : [];
    const state = JSON.stringify({
      store: store$.value.kind,
      session: session$.value.kind,
      status: status$.value,
      meta,
    });
    const life = last ? await lifeOf(server, [client], { ...(last as Difference), column: null }) : String(error);
    throw new Error(`${client.device.name}: ${JSON.stringify(last)}; ${state}; ${life}`);
  });
}

/** Expects every text in a version on the server, or in an outbox of its author. */
export async function nothingLost(
  server: AskedServer,
  clients: readonly SimulatedClient[],
  { written, removed }: Editor,
  restored: boolean,
): Promise<void> {
  const outboxes = new Map<string, string>();
  for (const client of clients) {
    const { person } = client;
    const entries = await client.ask((store) => store.device.outbox.toArray());
    outboxes.set(person.id, (outboxes.get(person.id) ?? "") + JSON.stringify(entries));
  }
  const known = await server.sql<{ doc: string }[]>`select doc from public.simulated_history`;
  const history = known.map((h) => h.doc).join("\n");
  for (const w of written.values()) {
    // Texts about a row that its author deleted are deleted with it, and no device keeps them.
    if (restored && removed.has(`${w.collection}|${w.id}`)) continue;
    if (outboxes.get(w.owner)?.includes(w.mark) || history.includes(w.mark)) continue;
    throw new Error(
      `${w.mark}, written to ${w.collection} ${w.id}.${w.column} (seq ${w.seq}), is nowhere: ${await lifeOf(server, clients, w)}`,
    );
  }
}

/** Expects the author to see each rejection, unless a later version succeeded. */
export async function rejectionsAreTold(
  server: AskedServer,
  clients: readonly SimulatedClient[],
  removed: ReadonlyMap<string, string>,
): Promise<number> {
  const told = new Set<string>();
  for (const client of clients) {
    for (const e of await client.ask((store) => store.device.outbox.toArray())) {
      if (e.kind === "rejected" && e.code === "") throw new Error(`${e.key} was rejected without a reason`);
      told.add(`${e.collection}|${e.id}`);
    }
  }
  // After a lost response the row continued: changed by its author it was accepted, changed by
  // another user it was merged (nothingLost looks for losing texts). A child that arrived before
  // its parent is accepted later.
  const rejected = await server.sql<{ collection: string; row_id: string }[]>`
    select distinct r.collection, r.row_id from public.sync_rejections r
    where not exists (select from public.simulated_history h
      where h.collection = r.collection and h.id::text = r.row_id and h.at > r.at)`;
  for (const { collection, row_id } of rejected) {
    if (withoutWords.has(collection as CollectionName)) continue;
    if (told.has(`${collection}|${row_id}`) || removed.has(`${collection}|${row_id}`)) continue;
    const who = await server.sql`select r.at, p.role, p.name from public.sync_rejections r
      left join public.profiles p on p.id = r.user_id where r.row_id = ${row_id}`;
    const life = await lifeOf(server, clients, { collection, id: row_id, column: null });
    throw new Error(`The rejection of ${collection} ${row_id} was told to nobody: ${JSON.stringify(who)}; ${life}`);
  }
  return rejected.length;
}

/** Rules that hold in any order of events. */
export async function booksBalance(server: AskedServer): Promise<void> {
  const broken = await server.sql<{ what: string }[]>`
    select 'an approved report with ' || count(r.id) || ' rewards' as what
      from public.feedback f join public.campaigns c on c.id = f.campaign_id
      left join public.rewards r on r.feedback_id = f.id
      where f.status = 'approved' group by f.id having count(r.id) > 1
    union all
    select 'a reward of a report that is ' || f.status from public.rewards r join public.feedback f on f.id = r.feedback_id
      where f.status <> 'approved' and r.status <> 'void'
    union all
    select 'a campaign with ' || count(*) || ' testers for ' || c.max_testers from public.campaigns c
      join public.applications a on a.campaign_id = c.id and a.status in ('accepted', 'completed')
      group by c.id, c.max_testers having count(*) > c.max_testers
    union all
    select 'counts ' || k::text || ' of ' || n::text from private.campaign_counts k
      cross join lateral private.counted_campaign(k.campaign_id) n
      where row(k.testers_joined, k.feedback_count, k.new_feedback_count) is distinct from row(n.testers, n.reports, n.new_reports)
    union all
    select 'two applications of one tester' from public.applications group by campaign_id, tester_id having count(*) > 1`;
  if (broken.length > 0) throw new Error(`The books do not balance: ${broken.map((b) => b.what).join("; ")}`);
}

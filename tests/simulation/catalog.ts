// Campaigns on testers' devices: their own are replicated; others are cards, and copies of opened
// ones, which stay while an application is pending. Expected ids come from the tables.
import { isDeepStrictEqual } from "node:util";
import { firstValueFrom } from "rxjs";
import { keepCards } from "../../sync/catalog/cards.ts";
import { entriesOf } from "../../sync/catalog/entries.ts";
import { fetchRow, readKept, versionOf } from "../../sync/catalog/kept-rows.ts";
import { shelvesOf } from "../../sync/catalog/leader.ts";
import { emptyCatalog } from "../../sync/catalog/pins.ts";
import { recheck } from "../../sync/catalog/recheck.ts";
import { refreshShelves } from "../../sync/catalog/shelf.ts";
import type { Store } from "../../sync/database/store.ts";
import { campaignApply } from "../../sync/mutations/applications.ts";
import { searchCatalog } from "../../sync/schema/catalog.ts";
import type { Random } from "../fixtures/random.ts";
import { until } from "../fixtures/sync/device.ts";
import type { SimulatedClient, SimulatedPerson } from "./client.ts";
import { applySomewhere, type Editor } from "./edits.ts";
import type { AskedServer } from "./server.ts";

type Asks = Pick<AskedServer, "sql">;

/** An unlisted campaign whose address a tester opens, and which becomes private at times. */
export interface UnlistedCampaign {
  change(server: Asks): Promise<void>;
  open(server: Asks): Promise<void>;
  close(server: Asks): Promise<void>;
}

export async function openUnlisted(
  server: Asks,
  random: Random,
  developer: SimulatedPerson,
  tester: SimulatedPerson,
): Promise<UnlistedCampaign> {
  const id = random.uuid();
  // Locks in the order of the concurrent pushes.
  const turn = ({ sql }: Asks, visibility: string) =>
    sql`with locked as materialized (select private.lock_in_order(array[${id}::uuid], '{}'))
      update public.campaigns set visibility = ${visibility} from locked where id = ${id} and visibility <> ${visibility}`;
  // Skips the rules, because no user does this.
  await server.sql`insert into public.campaigns (id, org_id, developer_id, title, description, start_date, end_date, status, published_at, visibility)
    select ${id}, ${developer.id}, ${developer.id}, 'By its address', 'Opened by its address alone', current_date, current_date + 20, 'active', now(), 'unlisted'
    from (select set_config('betaflock.seeding', 'on', true)) seeding`;
  const close = async (at: Asks) => void (await turn(at, "private"));
  const open = async (at: Asks) => {
    await turn(at, "unlisted");
    await at.sql`select private.grant_campaign_access(${id}, ${tester.id}, 'opened')`;
  };
  await open(server);
  return {
    ...{ open, close },
    async change(at) {
      const [row] = await at.sql<{ visibility: string }[]>`select visibility from public.campaigns where id = ${id}`;
      await (row?.visibility === "private" ? open(at) : close(at));
    },
  };
}

/** A tester browses Available Tests and opens one; offline this does nothing. */
export async function browse(random: Random, client: SimulatedClient): Promise<void> {
  const n = random.below(24);
  await client.look(async (store) => {
    if (store.role !== "tester") return;
    const { transport } = client.device.sync;
    const request = { kind: "campaigns", sort: "newest" };
    const found = await transport.rpc(searchCatalog.campaign, { request }, "person");
    if (!found.ok) return;
    const { rows } = found.value;
    await keepCards(store, "campaign", rows, found.value);
    const card = rows[n % Math.max(1, rows.length)];
    if (card) await fetchRow(store, transport, "campaign", card.id, { changed: true });
  });
}

const keptCampaigns = async (store: Store) =>
  (await entriesOf(store, "kept")).map(({ value }) => readKept("campaign", value)).filter((kept) => kept !== null);

/** Returns campaigns that a tester has applied to, and whether the device can show them. */
async function shownTests(store: Store): Promise<Map<string, boolean>> {
  const applications = await store.collection("applications").find().exec();
  const replicated = await store.collection("campaigns").find().exec();
  const kept = await keptCampaigns(store);
  const here = new Set([...replicated.map(({ id }) => id), ...kept.map(({ campaign }) => campaign.id)]);
  return new Map(applications.map(({ campaign_id }) => [campaign_id, here.has(campaign_id)]));
}

/**
 * Applies offline to a previously opened campaign on a full disk, and expects the device to still
 * show it.
 */
export async function applyInTunnel(server: Asks, editor: Editor, client: SimulatedClient): Promise<void> {
  const { online } = client;
  client.online = false;
  const lost = await client.look(async (store) => {
    if (store.role !== "tester") return [];
    editor.devices.set(store.clientId, client.device.name);
    await applySomewhere(editor, store);
    const before = await shownTests(store);
    await emptyCatalog(store);
    return [...(await shownTests(store))].filter(([id, here]) => !here && before.get(id)).map(([id]) => id);
  });
  client.online = online;
  for (const id of lost ?? []) {
    const [may] = await server.sql`select 1 from private.may_see_campaign(${id}, ${client.person.id}) may where may`;
    if (may) throw new Error(`${client.device.name} applied to ${id} and shows it no longer`);
  }
}

/**
 * Repeats this at the end with a new campaign, because random testers rarely apply to an opened
 * campaign that is not replicated.
 */
export async function appliedToIsKept(
  server: Asks,
  random: Random,
  developer: SimulatedPerson,
  client: SimulatedClient,
): Promise<void> {
  const id = random.uuid();
  await server.sql`insert into public.campaigns (id, org_id, developer_id, title, description, start_date, end_date, status, published_at)
    select ${id}, ${developer.id}, ${developer.id}, 'The last one', 'Made when all else was done', current_date, current_date + 20, 'active', now()
    from (select set_config('betaflock.seeding', 'on', true)) seeding`;
  const stays = await client.look(async (store) => {
    if (store.role !== "tester") return true;
    await fetchRow(store, client.device.sync.transport, "campaign", id, { changed: false });
    const kept = (await keptCampaigns(store)).find(({ campaign }) => campaign.id === id);
    if (!kept) throw new Error(`${client.device.name} can't open ${id}`);
    client.online = false;
    const applied = await campaignApply(store, kept.campaign, { message: "", answers: [], agreement_version: 0 });
    if (!applied.ok) throw new Error(`${client.device.name} can't apply to ${id}: ${JSON.stringify(applied.error)}`);
    await emptyCatalog(store);
    return (await shownTests(store)).get(id) === true;
  });
  client.online = true;
  if (stays === false) throw new Error(`${client.device.name} applied to ${id} and shows it no longer`);
  await holdsOwnCampaigns(server, client);
}

async function settled(client: SimulatedClient, wrong: (store: Store) => Promise<object | null>): Promise<void> {
  let last: object | null = null;
  await until("", async () => {
    await client.unlock();
    last = null;
    const fits = await client.look(async (store) => {
      last = store.role === "tester" ? await wrong(store) : null;
      return last === null;
    });
    if (fits) return true;
    await client.device.sync.syncNow();
    return undefined;
  }).catch((error: unknown) => {
    throw new Error(`${client.device.name}: ${last ? JSON.stringify(last) : String(error)}`, { cause: error });
  });
}

/**
 * Expects the device to replicate exactly the campaigns that its tester applied to or has access
 * to.
 */
export const holdsOwnCampaigns = (server: Asks, client: SimulatedClient): Promise<void> =>
  settled(client, async (store) => {
    const { id: me } = client.person;
    const own = await server.sql<{ id: string }[]>`select c.id::text as id from public.campaigns c
      where not c._deleted and c.status <> 'draft' and (
        exists (select 1 from private.campaign_access a where a.campaign_id = c.id and a.user_id = ${me})
        or exists (select 1 from public.applications a where a.campaign_id = c.id and a.tester_id = ${me}))`;
    const expected = new Set(own.map(({ id }) => id));
    // A former developer keeps their own campaigns.
    const held = (await store.collection("campaigns").find().exec()).filter(({ developer_id }) => developer_id !== me);
    const tooMany = held.map(({ id }) => id).filter((id) => !expected.has(id));
    const tooFew = [...expected].filter((id) => !held.some((row) => row.id === id));
    return tooMany.length + tooFew.length > 0 ? { campaigns: { tooMany, tooFew } } : null;
  });

const { signal } = new AbortController();
const sorted = <T>(list: T[]) => list.map((one) => JSON.stringify(one)).sort();

/**
 * Expects a refreshed catalog to have the server's shelves, cards of open campaigns, and current
 * copies of campaigns that this user may see.
 */
export const catalogIsCurrent = (server: Asks, client: SimulatedClient): Promise<void> =>
  settled(client, async (store) => {
    const { transport } = client.device.sync;
    const shelves = await firstValueFrom(shelvesOf(store));
    await refreshShelves(store, transport, shelves, signal);
    while (await recheck(store, transport, "campaign", signal));

    const all = await server.sql<{ shelf: string; id: string; xid: string }[]>`
      select shelf, id::text as id, card ->> 'xid' as xid from private.shelf_entries where card is not null`;
    const expected = all.filter(({ shelf }) => shelves.includes(shelf)).map(({ shelf, id, xid }) => [shelf, id, xid]);
    const shelved = (await entriesOf(store, "shelf")).map(({ id, value }) => [...id.split("|").slice(1), value.xid]);
    if (!isDeepStrictEqual(sorted(shelved), sorted(expected))) return { shelved, expected };

    const offers = await server.sql<{ id: string; xid: string }[]>`
      select id::text as id, card ->> 'xid' as xid from private.offers`;
    const open = new Map(offers.map(({ id, xid }) => [id, xid]));
    const cards = (await entriesOf(store, "card")).filter(({ id }) => id.startsWith("card|campaign|"));
    const closed = cards.filter(({ value }) => open.get(String(value.id)) !== value.xid).map(({ id }) => id);

    const seen = await server.sql<{ id: string; xid: string }[]>`select c.id::text as id, c.sync_xid::text as xid
      from public.campaigns c where private.may_see_campaign(c.id, ${client.person.id})`;
    const now = new Map(seen.map(({ id, xid }) => [id, xid]));
    const stale = (await keptCampaigns(store))
      .filter((kept) => now.get(kept.campaign.id) !== versionOf("campaign", kept))
      .map(({ campaign }) => campaign.id);
    return closed.length + stale.length > 0 ? { closed, stale } : null;
  });

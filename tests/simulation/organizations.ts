// Two organizations with developers who belong to one or both, and who join, leave and change role
// while they work, also offline with unsent changes.
import { firstValueFrom } from "rxjs";
import { localRow } from "../../sync/database/local-rows.ts";
import type { Store } from "../../sync/database/store.ts";
import { type AppInput, appCreate, releaseCreate } from "../../sync/mutations/apps.ts";
import { campaignCreate } from "../../sync/mutations/campaigns.ts";
import { commentAdd } from "../../sync/mutations/feedback.ts";
import { pendingRows, storedRows, waitingCounts, workOf } from "../../sync/outbox/pending-changes.ts";
import { type CollectionName, collections } from "../../sync/schema/collections.ts";
import type { Feedback } from "../../sync/schema/feedback.ts";
import type { OrganizationRole } from "../../sync/schema/organizations.ts";
import type { Random } from "../fixtures/random.ts";
import { stateOf, until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, reportApprove, value } from "../fixtures/sync/scenario.ts";
import type { SimulatedClient, SimulatedPerson } from "./client.ts";
import type { SimulatedServer } from "./server.ts";

interface Organization {
  id: string;
  name: string;
  /** Always remains a member, so that someone always sees the rows. */
  owner: string;
}

export interface Organizations {
  readonly all: readonly Organization[];
  /** Organization id and person id of each removal so far. */
  readonly left: ReadonlySet<string>;
  /** Adds or removes a member, or changes a role. */
  change(): Promise<void>;
}

const roles: readonly OrganizationRole[] = ["owner", "admin", "manager", "manager", "reviewer", "viewer"];

async function setRole(server: SimulatedServer, org: string, person: string, role: OrganizationRole | null) {
  if (role === null) {
    await server.sql`delete from public.organization_members where org_id = ${org} and user_id = ${person}`;
    return;
  }
  await server.sql`insert into public.organization_members as m (org_id, user_id, role) values (${org}, ${person}, ${role})
    on conflict (org_id, user_id) do update set role = excluded.role where m.role <> excluded.role`;
}

/**
 * The first developer owns the first organization and manages in the second, which the third
 * developer owns; the second developer is a member of the first.
 */
export async function foundOrganizations(
  server: SimulatedServer,
  random: Random,
  [first, second, third]: readonly [SimulatedPerson, SimulatedPerson, SimulatedPerson],
): Promise<Organizations> {
  const found = async (name: string, owner: SimulatedPerson): Promise<Organization> => {
    const id = random.uuid();
    await server.sql`insert into public.organizations (id, name) values (${id}, ${name})`;
    await setRole(server, id, owner.id, "owner");
    return { id, name, owner: owner.id };
  };
  const all = [await found("Night Maps", first), await found("Quiet Walks", third)] as const;
  await setRole(server, all[1].id, first.id, "manager");
  await setRole(server, all[0].id, second.id, random.pick(["manager", "reviewer"] as const) ?? "manager");
  const left = new Set<string>();
  return {
    ...{ all, left },
    async change() {
      const org = random.pick(all);
      const person = random.pick([first, second, third]);
      const role = random.chance(0.4) ? null : (random.pick(roles) ?? null);
      if (!org || !person || person.id === org.owner) return;
      if (role === null) left.add(`${org.id} ${person.id}`);
      await setRole(server, org.id, person.id, role);
    },
  };
}

const ofOrganization = "org_id in (select m.org_id from public.organization_members m where m.user_id = $1)";

/**
 * Independent statement of the rules: the devices that show each row. catalog.ts covers testers'
 * campaigns.
 */
const rules: Readonly<Record<"developer" | "tester", Partial<Record<CollectionName, string>>>> = {
  developer: {
    ...Object.fromEntries(
      (["campaigns", "briefs", "applications", "comments", "rewards"] as const).map((name) => [name, ofOrganization]),
    ),
    feedback: `status <> 'draft' and ${ofOrganization}`,
    apps: ofOrganization,
    releases: ofOrganization,
    notifications: "user_id = $1",
  },
  tester: {
    briefs:
      "id in (select a.campaign_id from public.applications a where a.tester_id = $1 and a.accepted_at is not null)",
    applications: "tester_id = $1",
    feedback: "tester_id = $1",
    comments: "tester_id = $1 and not internal",
    rewards: "tester_id = $1",
    notifications: "user_id = $1",
  },
};

/**
 * Expects the device to show exactly these rows. Reads the tables, because the device has used
 * sync_pull itself.
 */
export async function showsWhatItMay(server: SimulatedServer, client: SimulatedClient): Promise<void> {
  let different = "";
  const compare = async (store: Store) => {
    different = "";
    if (store.role !== "developer" && store.role !== "tester") return true;
    for (const [name, rule] of Object.entries(rules[store.role]) as [CollectionName, string][]) {
      if (!store.has(name)) continue;
      const may = await server.sql.unsafe<{ id: string }[]>(
        `select t.id::text as id from public.${name} t where not t._deleted and (${rule})`,
        [client.person.id],
      );
      const allowed = new Set(may.map(({ id }) => id));
      const shown = new Set((await store.collection(name).find().exec()).map((doc) => doc.primary));
      const tooMany = [...shown].filter((id) => !allowed.has(id));
      const tooFew = [...allowed].filter((id) => !shown.has(id));
      if (tooMany.length + tooFew.length > 0) {
        const here = (await storedRows(store, name, tooMany)).map(localRow);
        const there = await server.sql.unsafe(`select * from public.${name} where id = any ($1)`, [tooMany]);
        different = JSON.stringify({ name, tooMany, tooFew, here, there });
      }
    }
    return different === "" || undefined;
  };
  await until("", async () => {
    await client.unlock();
    if (await client.look(compare)) return true;
    await client.device.sync.syncNow();
    return undefined;
  }).catch(() => {
    throw new Error(`${client.device.name} shows other rows than it may: ${different}`);
  });
}

/**
 * Expects the sync badge to count these rows, and files of drafts, which remain with a former
 * tester.
 */
async function badgeSays(client: SimulatedClient, rows: number): Promise<void> {
  const { status$ } = client.device.sync;
  const told = () => ({ waiting: status$.value.waiting, rejected: status$.value.rejected });
  let there = {};
  await until("the badge", async () => {
    const outbox = await client.ask((store) => store.device.outbox.count());
    const files = await client.ask((store) => store.device.pending.where("state").equals("rejected").count());
    const kept = await client.ask((store) => store.device.pending.where("state").notEqual("rejected").count());
    there = { waiting: rows + kept, rejected: outbox + files };
    return JSON.stringify(told()) === JSON.stringify(there) || undefined;
  }).catch(async () => {
    const files = await client.ask((store) => store.device.pending.toArray());
    const counts = await client.ask((store) => firstValueFrom(waitingCounts(store)));
    const about = files.map(({ kind, state, failure }) => ({ kind, state, failure }));
    const all = { told: told(), there, counts, about, state: stateOf(client.device) };
    throw new Error(`${client.device.name}: the badge is wrong: ${JSON.stringify(all)}`);
  });
}

const appInput: AppInput = {
  ...{ title: "Tunnel map", description: "", platform: "android", type: "APK" },
  ...{ icon_path: "", screenshots: [], requirements: [], compatibility: "" },
};

/** A member's work while offline. */
async function work(store: Store, org: Organization): Promise<void> {
  const app = value(await appCreate(store, appInput, { org_id: org.id, name: org.name }));
  value(await releaseCreate(store, app.id, { version: "1", notes: "In a tunnel" }));
  value(
    await campaignCreate(store, campaignInput({ title: "From a tunnel" }), briefInput, {
      org_id: org.id,
      name: org.name,
    }),
  );
  const rejected = new Set((await store.device.outbox.toArray()).map(({ collection, id }) => `${collection}|${id}`));
  const reports = (
    await store
      .collection("feedback")
      .find({ selector: { org_id: org.id } })
      .exec()
  )
    .map((doc) => doc.toMutableJSON() as Feedback)
    .filter(({ id, status }) => status === "submitted" && !rejected.has(`feedback|${id}`));
  if (reports[0]) {
    value(await reportApprove(store, reports[0].id, 3));
    value(await commentAdd(store, reports[0], "Thank you", false));
  }
}

/**
 * Removes a manager who works offline. Back online, the device shows nothing of the organization,
 * and the outbox has each edit with its reason.
 */
export async function removedInTunnel(
  server: SimulatedServer,
  client: SimulatedClient,
  { all }: Organizations,
): Promise<void> {
  const org = all.find(({ owner }) => owner !== client.person.id);
  if (!org) return;
  await setRole(server, org.id, client.person.id, "manager");
  await until("the membership", async () => {
    await client.device.sync.syncNow();
    return client.look(async (store) => {
      const account = await store.collection("accounts").findOne(client.person.id).exec();
      const role = account?.memberships.find(({ org_id }) => org_id === org.id)?.role;
      return (role === "manager" && client.device.sync.status$.value.firstSyncDone) || undefined;
    });
  }).catch(async (error: unknown) => {
    const account = await client.look((store) => store.collection("accounts").findOne(client.person.id).exec());
    const { firstSyncDone } = client.device.sync.status$.value;
    const facts = { ...stateOf(client.device), firstSyncDone, memberships: account?.memberships, org: org.id };
    throw new Error(`${String(error)} ${client.device.name} ${JSON.stringify(facts)}`, { cause: error });
  });
  await showsWhatItMay(server, client);
  await badgeSays(client, 0);
  client.online = false;
  await client.ask((store) => work(store, org));
  // A store that was replaced in between has the work of each attempt.
  const rows = await client.ask(async (store) => {
    const pending = workOf(store).map(async (name) =>
      (await pendingRows(store, name)).map(({ id }) => `${name}|${id}`),
    );
    return (await Promise.all(pending)).flat();
  });
  await badgeSays(client, rows.length);
  await setRole(server, org.id, client.person.id, null);
  client.online = true;
  await until("the edits to be rejected", async () => {
    await client.device.sync.syncNow();
    return client.look(async (store) => {
      const entries = await store.device.outbox.toArray();
      const codes = rows.map((row) => entries.find(({ collection, id }) => `${collection}|${id}` === row)?.code);
      return codes.every((code) => code !== undefined && code !== "") || undefined;
    });
  }).catch(async (error: unknown) => {
    const entries = await client.ask((store) => store.device.outbox.toArray());
    const found = entries.map(({ key, code }) => `${key}: ${code}`);
    throw new Error(`${String(error)} ${client.device.name} ${JSON.stringify({ rows, found })}`, { cause: error });
  });
  await badgeSays(client, 0);
  await showsWhatItMay(server, client);
  const names = await client.ask(async (store) => store.names.filter((name) => "org_id" in collections[name]));
  for (const name of names) {
    const left = await client.ask((store) =>
      store
        .collection(name as "campaigns")
        .find({ selector: { org_id: org.id } })
        .exec(),
    );
    if (left.length > 0) throw new Error(`${client.device.name} still shows ${left.length} ${name} of ${org.name}`);
  }
}

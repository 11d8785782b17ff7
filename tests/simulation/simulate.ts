// One scenario: three or four devices, one server, a few hundred edits each, and everything that
// goes wrong in a week of trains and tunnels; then all is healed and the invariants are checked.
// What is drawn comes from the seed.

import { Random } from "../fixtures/random.ts";
import { openDevice, until } from "../fixtures/sync/device.ts";
import { password, personsStore, signUpOn } from "../fixtures/sync/scenario.ts";
import type { TestPostgres } from "../fixtures/test-postgres.ts";
import { begin } from "./begin.ts";
import {
  appliedToIsKept,
  applyInTunnel,
  browse,
  catalogIsCurrent,
  holdsOwnCampaigns,
  openUnlisted,
  type UnlistedCampaign,
} from "./catalog.ts";
import { SimulatedClient, type SimulatedPerson } from "./client.ts";
import { type Disasters, drawDisasters } from "./disasters.ts";
import type { Editor } from "./edits.ts";
import { booksBalance, nothingLost, queuesEmpty, refusalsAreTold, showsTheSame } from "./invariants.ts";
import { foundOrganizations, type Organizations, removedInTunnel, showsWhatItMay } from "./organizations.ts";
import { conflictsHaveTwoSides, deletionsStand, nothingOverwritten, parentsCameFirst } from "./outbox-invariants.ts";
import { type FlagQueue, openFlagQueue, queueIsCurrent } from "./queue.ts";
import { type SimulatedServer, startSimulatedServer } from "./server.ts";
import { type LargeUpload, largeUpload } from "./uploads.ts";

export interface SimulationOptions {
  seed: number;
  /** Edits of each device. */
  edits: number;
  cluster: TestPostgres;
  /**
   * `people`: a developer, a tester and one more device. `members`: a tester, and three developers
   * in two organizations.
   */
  cast: "people" | "members";
  /** Broken migrations, to see whether the invariants notice. */
  migrationsDir?: string;
}

export interface SimulationReport {
  edits: number;
  refusals: number;
  kills: number;
  restarts: number;
  lateCommits: number;
  /** How often somebody joined, left or changed role. */
  memberships: number;
  /** Of the line over which a large file goes. */
  cuts: number;
  healedInMs: number;
  disaster: string;
  /**
   * Rows and versions of them that came to be on the server, by collection: a scenario in which
   * nothing happens proves nothing.
   */
  rows: Record<string, string>;
}

interface Scenario {
  random: Random;
  server: SimulatedServer;
  clients: SimulatedClient[];
  report: SimulationReport;
  disasters: Disasters | null;
  organizations: Organizations | null;
  /** Of an admin. */
  flags: FlagQueue | null;
  unlisted: UnlistedCampaign | null;
  /** Transactions that hold rows back until they are released. */
  late: Set<Promise<unknown>>;
  release: Set<() => void>;
}

async function newPerson(server: SimulatedServer, role: "tester" | "developer", name: string) {
  const device = await openDevice(server, { name });
  const person = await signUpOn(device, role, name);
  return { device, person };
}

async function makeClients(
  server: SimulatedServer,
  random: Random,
  large: LargeUpload,
): Promise<[SimulatedClient[], FlagQueue | null]> {
  const developer = await newPerson(large.server, "developer", "developer");
  const tester = await newPerson(server, "tester", "tester");
  const clients = [
    new SimulatedClient(large.server, random, developer.device, developer.person),
    new SimulatedClient(server, random, tester.device, tester.person),
  ];
  // The third: a second device of one of the two, another tester, or an administrator.
  const third = random.weighted({ tester: 3, developer: 2, other: 2, admin: 3 });
  const flags = third === "admin" ? await openFlagQueue(server, random, tester.person) : null;
  if (third === "other" || third === "admin") {
    const { device, person } = await newPerson(server, "tester", third);
    if (third === "admin") await server.sql`update public.profiles set role = 'admin' where id = ${person.id}`;
    // Nothing is written into a tester's store that is about to be made anew.
    if (third === "admin")
      await until("an admin's store", async () => {
        await device.sync.syncNow();
        return (await device.store()).role === "admin" || undefined;
      });
    clients.push(new SimulatedClient(server, random, device, person));
  } else {
    const { person } = third === "tester" ? tester : developer;
    const device = await openDevice(server, { name: "second" });
    const answer = await device.sync.signIn({ email: person.email, password, remember: true });
    if (!answer.ok) throw new Error(`No second device: ${JSON.stringify(answer.error)}`);
    await personsStore(device, person.id);
    clients.push(new SimulatedClient(server, random, device, person));
  }
  return [clients, flags];
}

/** Three developers and a tester. The first developer's device has the large file to send. */
async function makeMembers(
  server: SimulatedServer,
  random: Random,
  large: LargeUpload,
): Promise<[SimulatedClient[], Organizations]> {
  const open = async (at: SimulatedServer, role: "tester" | "developer", name: string) => {
    const { device, person } = await newPerson(at, role, name);
    return new SimulatedClient(at, random, device, person);
  };
  const first = await open(large.server, "developer", "first");
  const second = await open(server, "developer", "second");
  const third = await open(server, "developer", "third");
  const organizations = await foundOrganizations(server, random, [first.person, second.person, third.person]);
  // Nothing is written into a store that is about to be made anew.
  for (const { device } of [first, second, third])
    await until("the memberships", async () => {
      await device.sync.syncNow();
      const store = await device.store();
      const account = await store.collection("accounts").findOne(store.owner).exec();
      return account && account.memberships.length > 1 ? true : undefined;
    });
  return [[first, await open(server, "tester", "tester"), second, third], organizations];
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * A transaction that has its number early and commits late: rows of it must not be passed over by a
 * pull.
 */
function commitLate(scenario: Scenario, person: SimulatedPerson, until: () => Promise<unknown>): Promise<unknown> {
  const { random, server } = scenario;
  scenario.report.lateCommits += 1;
  const ids = [random.uuid(), random.uuid()];
  const done = server.late.begin(async (sql) => {
    await sql`insert into public.notifications (id, user_id, kind, data, link)
      values (${ids[0] ?? ""}, ${person.id}, 'role_changed', '{}', '/')`;
    // Younger, and there at once: it carries the checkpoint past the one that is still under way.
    await server.sql`insert into public.notifications (id, user_id, kind, data, link)
      values (${ids[1] ?? ""}, ${person.id}, 'role_changed', '{}', '/')`;
    await Promise.race([until(), new Promise<void>((go) => scenario.release.add(go))]);
  });
  scenario.late.add(done);
  void done.finally(() => scenario.late.delete(done)).catch(() => undefined);
  return done;
}

/** Ends the transactions that were held open. One that failed with its server does not matter. */
async function releaseTransactions(scenario: Scenario): Promise<void> {
  for (const go of scenario.release) go();
  scenario.release.clear();
  await Promise.allSettled(scenario.late);
}

async function mishap(scenario: Scenario, editor: Editor): Promise<void> {
  const { random, server, report } = scenario;
  const client = random.pick(scenario.clients);
  if (!client) return;
  const what = random.weighted({
    network: 30,
    faults: 20,
    late: 20,
    wait: 20,
    token: 6,
    kill: 5,
    due: 3,
    suspend: 2,
    restore: 4,
    restart: 1,
    browse: 15,
    tunnel: 10,
    unlisted: 10,
    flag: scenario.flags ? 25 : 0,
    role: scenario.organizations ? 0 : 1,
    membership: scenario.organizations ? 25 : 0,
  });
  if (what === "network") client.online = !client.online;
  if (what === "faults") client.faulty = random.chance(0.5) ? 0 : 0.4;
  if (what === "late") {
    const ms = random.below(400);
    void commitLate(scenario, client.person, () => pause(ms)).catch(() => undefined);
  }
  if (what === "wait") await pause(random.below(60));
  if (what === "token") client.expireToken();
  if (what === "due") await server.sql`select private.run_scheduled_jobs()`;
  if (what === "suspend")
    await server.sql`update public.profiles set status = 'suspended' where id = ${client.person.id}`;
  if (what === "restore") await restorePeople(scenario);
  if (what === "role" && client !== scenario.clients[0] && !scenario.disasters?.betweenCopies) {
    await server.sql`update public.profiles set role = 'developer' where id = ${client.person.id} and role = 'tester'`;
  }
  // Who has left meanwhile is given nothing back.
  if (what === "membership" && !scenario.disasters?.betweenCopies && !scenario.disasters?.restored) {
    report.memberships += 1;
    await scenario.organizations?.change();
  }
  if (what === "browse") await browse(random, client);
  if (what === "tunnel") await applyInTunnel(server, editor, client);
  if (what === "unlisted") await scenario.unlisted?.change(server);
  if (what === "flag") await scenario.flags?.change(server);
  if (what === "kill") {
    report.kills += 1;
    await client.killAndReopen();
  }
  if (what === "restart") {
    report.restarts += 1;
    await server.restart();
  }
}

const roleOf = new Map<string, string>();

async function restorePeople({ server, clients }: Scenario): Promise<void> {
  for (const { person } of clients) {
    const role = roleOf.get(person.id) ?? "tester";
    await server.sql`update public.profiles set status = 'active', role = ${role} where id = ${person.id}
      and (status <> 'active' or role <> ${role})`;
  }
}

/** Plays one seed. Throws the first broken invariant. */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const random = new Random(options.seed);
  const server = await startSimulatedServer(options.cluster, options.migrationsDir);
  const large = await largeUpload(server);
  const report: SimulationReport = {
    edits: 0,
    refusals: 0,
    kills: 0,
    restarts: 0,
    lateCommits: 0,
    memberships: 0,
    cuts: 0,
    healedInMs: 0,
    disaster: "",
    rows: {},
  };
  const scenario: Scenario = {
    random,
    server,
    clients: [],
    report,
    disasters: null,
    organizations: null,
    flags: null,
    unlisted: null,
    late: new Set(),
    release: new Set(),
  };
  let marks = 0;
  const editor: Editor = {
    random,
    written: new Map(),
    removed: new Map(),
    last: new Map(),
    devices: new Map(),
    copied: new Set(),
    before: new Map(),
    attaches: true,
    attached: new Set(),
    mark: () => `§${options.seed}-${++marks}§`,
  };
  try {
    if (options.cast === "people") [scenario.clients, scenario.flags] = await makeClients(server, random, large);
    else [scenario.clients, scenario.organizations] = await makeMembers(server, random, large);
    const people = await server.sql<{ id: string; role: string }[]>`select id, role from public.profiles`;
    for (const { id, role } of people) roleOf.set(id, role);

    const [developer, tester] = scenario.clients;
    if (developer && tester) scenario.unlisted = await openUnlisted(server, random, developer.person, tester.person);
    await begin(scenario.clients, scenario.organizations?.all);
    const steps = options.edits * scenario.clients.length;
    const disasters = drawDisasters(
      {
        ...{ editor, random, server, clients: scenario.clients },
        releaseTransactions: () => releaseTransactions(scenario),
        hold: (ms) =>
          void commitLate(scenario, (scenario.clients[0] as SimulatedClient).person, () => pause(ms)).catch(
            () => undefined,
          ),
        restorePeople: () => restorePeople(scenario),
      },
      steps,
    );
    scenario.disasters = disasters;
    for (let step = 0; step < steps; step++) {
      if (step === Math.floor(steps / 2) && scenario.clients[0]) await large.begin(scenario.clients[0], options.seed);
      await disasters.at(step);
      await random.pick(scenario.clients)?.edit(editor);
      report.edits += 1;
      if (random.chance(0.12)) await mishap(scenario, editor);
    }

    await scenario.clients[0]?.families(editor);
    const healing = Date.now();
    await releaseTransactions(scenario);
    await restorePeople(scenario);
    for (const client of scenario.clients) await client.heal();
    // With everybody there to pull in between: earlier ones may have been made good by a store that
    // was made anew.
    await Promise.all(scenario.clients.map((client) => commitLate(scenario, client.person, () => client.pulls())));
    if (scenario.clients[0]) report.cuts = await large.arrived(scenario.clients[0], options.seed, disasters.restored);
    for (const client of scenario.clients) await queuesEmpty(client, editor.attached);
    if (disasters.restored && random.chance(0.5)) {
      for (const client of scenario.clients) await client.sendLost();
      for (const client of scenario.clients) await queuesEmpty(client, editor.attached);
    }
    report.disaster = disasters.restored ? "folder" : disasters.cloned ? "clone" : "epoch";
    report.healedInMs = Date.now() - healing;
    for (const client of scenario.clients) await showsTheSame(server, client);
    // Held by the tester's devices as they are in the end, and then taken from them.
    for (const turn of ["open", "close"] as const) {
      await scenario.unlisted?.[turn](server);
      for (const client of scenario.clients) await holdsOwnCampaigns(server, client);
    }
    for (const client of scenario.clients) await catalogIsCurrent(server, client);
    if (scenario.flags) for (const client of scenario.clients) await queueIsCurrent(server, client, scenario.flags);
    if (scenario.organizations) for (const client of scenario.clients) await showsWhatItMay(server, client);
    await nothingLost(server, scenario.clients, editor, disasters.restored);
    report.refusals = await refusalsAreTold(server, scenario.clients, editor.removed);
    // What was acknowledged and is lost comes later than what it was the parent of, or was the
    // other side of a conflict; and what was thrown away is there again.
    if (!disasters.restored) {
      await conflictsHaveTwoSides(server, scenario.clients, editor);
      await parentsCameFirst(server, scenario.clients);
      await deletionsStand(server, scenario.clients, editor);
      await nothingOverwritten(server, scenario.clients, editor);
    }
    await booksBalance(server);
    if (developer && tester) await appliedToIsKept(server, random, developer.person, tester);
    const [member] = scenario.clients.filter(({ device }) => device.name === "second");
    if (scenario.organizations && member) await removedInTunnel(server, member, scenario.organizations);
    const rows = await server.sql<{ collection: string; n: string }[]>`
      select collection, count(distinct id) || '/' || count(*) as n from public.simulated_history group by 1 order by 1`;
    for (const { collection, n } of rows) report.rows[collection] = n;
    return report;
  } finally {
    for (const client of scenario.clients) await client.device.kill();
    await large.line.close();
    await server.stop();
  }
}

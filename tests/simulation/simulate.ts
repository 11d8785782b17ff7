// One scenario: three or four devices, one server, hundreds of edits each, and all faults; then
// everything heals and the invariants are checked. Random choices come from the seed.

import type { Random } from "../fixtures/random.ts";
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
import { failurePoints } from "./failure-points.ts";
import { booksBalance, nothingLost, queuesEmpty, rejectionsAreTold, showsTheSame } from "./invariants.ts";
import { lastWrites } from "./last-writes.ts";
import { foundOrganizations, type Organizations, removedInTunnel, showsWhatItMay } from "./organizations.ts";
import {
  conflictsHaveTwoSides,
  deletionsStand,
  knowsItsOwnVersion,
  nothingOverwritten,
  nothingReportedLost,
  parentsCameFirst,
} from "./outbox-invariants.ts";
import { type FlagQueue, openFlagQueue, queueIsCurrent } from "./queue.ts";
import type { Script } from "./script.ts";
import { type SimulatedServer, startSimulatedServer } from "./server.ts";
import { answersAreKept, tasksBalance, tasksSeen } from "./task-invariants.ts";
import { answerTask } from "./tasks.ts";
import { type LargeUpload, largeUpload } from "./uploads.ts";

/** Seeds play the first three in turn. */
export const casts = ["members", "people", "admins", "devices"] as const;
export type Cast = (typeof casts)[number];

export interface SimulationOptions {
  seed: number;
  script: Script;
  edits: number;
  cluster: TestPostgres;
  /**
   * `people`: a developer, a tester and one more device. `devices`: the same, with a second device
   * of the tester. `admins`: the same, with an admin.
   * `members`: a tester, and three developers in two organizations.
   */
  cast: Cast;
  /** Broken migrations that the invariants must notice. */
  migrationsDir?: string;
}

export interface SimulationReport {
  edits: number;
  rejections: number;
  kills: number;
  restarts: number;
  lateCommits: number;
  memberships: number;
  /** Cuts of the connection with the large file. */
  cuts: number;
  healedInMs: number;
  disaster: string;
  /**
   * Rows and their versions on the server, by collection: a scenario without rows proves nothing.
   */
  rows: Record<string, string>;
  /** Answers, conflicts, sets and retests. */
  tasks: Record<string, string>;
}

interface Scenario {
  random: Random;
  server: SimulatedServer;
  clients: SimulatedClient[];
  report: SimulationReport;
  disasters: Disasters | null;
  organizations: Organizations | null;
  /** Null without an admin. */
  flags: FlagQueue | null;
  unlisted: UnlistedCampaign | null;
  /** Transactions that delay rows until they are released. */
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
  cast: Exclude<Cast, "members">,
): Promise<[SimulatedClient[], FlagQueue | null]> {
  const developer = await newPerson(large.server, "developer", "developer");
  const tester = await newPerson(server, "tester", "tester");
  const clients = [
    new SimulatedClient(large.server, random, developer.device, developer.person),
    new SimulatedClient(server, random, tester.device, tester.person),
  ];
  // The third: a second device of one of the two, another tester, or an administrator.
  const anyone = { tester: 3, developer: cast === "devices" ? 0 : 2, other: cast === "devices" ? 0 : 2 };
  const third = cast === "admins" ? "admin" : random.weighted(anyone);
  const flags = third === "admin" ? await openFlagQueue(server, random, tester.person) : null;
  if (third === "other" || third === "admin") {
    const { device, person } = await newPerson(server, "tester", third);
    if (third === "admin") await server.sql`update public.profiles set role = 'admin' where id = ${person.id}`;
    // Avoids writing into a tester's store that is about to be rebuilt.
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

/** Three developers and a tester. The first developer's device sends the large file. */
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
  // Avoids writing into a store that is about to be rebuilt.
  for (const { device } of [first, second, third])
    await until("the memberships", async () => {
      await device.sync.syncNow();
      const store = await device.store();
      const account = await store.collection("accounts").findOne(store.owner).exec();
      return account && account.memberships.length > 1 ? true : undefined;
    });
  return [[first, await open(server, "tester", "tester"), second, third], organizations];
}

/** Retries of rejected changes per device, at the end. */
const retries = 5;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Begins a transaction early and commits it late: pulls must not skip its rows. */
function commitLate(scenario: Scenario, person: SimulatedPerson, until: () => Promise<unknown>): Promise<unknown> {
  const { random, server } = scenario;
  scenario.report.lateCommits += 1;
  const ids = [random.uuid(), random.uuid()];
  const done = server.late.begin(async (sql) => {
    await sql`insert into public.notifications (id, user_id, kind, data, link)
      values (${ids[0] ?? ""}, ${person.id}, 'role_changed', '{}', '/')`;
    // A newer row that is visible at once moves the checkpoint past the running transaction.
    await server.sql`insert into public.notifications (id, user_id, kind, data, link)
      values (${ids[1] ?? ""}, ${person.id}, 'role_changed', '{}', '/')`;
    await Promise.race([until(), new Promise<void>((go) => scenario.release.add(go))]);
  });
  scenario.late.add(done);
  void done.finally(() => scenario.late.delete(done)).catch(() => undefined);
  return done;
}

/** Ends transactions that were held open. Failures due to a stopped server are ignored. */
async function releaseTransactions(scenario: Scenario): Promise<void> {
  for (const go of scenario.release) go();
  scenario.release.clear();
  await Promise.allSettled(scenario.late);
}

const devicesOfTester = ({ clients: [, tester, third] }: Scenario): readonly SimulatedClient[] =>
  tester && third && tester.person.id === third.person.id ? [tester, third] : [];

/** Both devices of the tester answer the script without a connection. */
async function answerOnBoth(scenario: Scenario, editor: Editor): Promise<void> {
  const devices = devicesOfTester(scenario);
  for (const device of devices) device.online = false;
  for (const device of devices) await device.edit(editor, answerTask);
  for (const device of devices) device.online = true;
}

/** @returns its description */
async function mishap(scenario: Scenario, editor: Editor): Promise<string> {
  const { random, server, report } = scenario;
  const client = random.pick(scenario.clients);
  if (!client) return "";
  const what = random.weighted({
    network: 30,
    faults: 20,
    late: 20,
    wait: 20,
    token: 6,
    kill: 5,
    retry: 8,
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
    both: devicesOfTester(scenario).length > 0 ? 10 : 0,
  });
  if (what === "network") client.online = !client.online;
  if (what === "faults") client.faulty = random.chance(0.5) ? 0 : 0.4;
  if (what === "late") {
    const ms = random.below(400);
    void commitLate(scenario, client.person, () => pause(ms)).catch(() => undefined);
  }
  if (what === "wait") await pause(random.below(60));
  if (what === "token") client.expireToken();
  if (what === "due") await server.sql`call private.run_scheduled_jobs()`;
  if (what === "suspend")
    await server.sql`update public.profiles set status = 'suspended' where id = ${client.person.id}`;
  if (what === "restore") await restorePeople(scenario);
  if (what === "role" && client !== scenario.clients[0] && !scenario.disasters?.betweenCopies) {
    await server.sql`update public.profiles set role = 'developer' where id = ${client.person.id} and role = 'tester'`;
  }
  // Skipped around a restore, which does not give former members their rights back.
  if (what === "membership" && !scenario.disasters?.betweenCopies && !scenario.disasters?.restored) {
    report.memberships += 1;
    await scenario.organizations?.change();
  }
  if (what === "browse") await browse(random, client);
  if (what === "tunnel") await applyInTunnel(server, editor, client);
  if (what === "unlisted") await scenario.unlisted?.change(server);
  if (what === "both") await answerOnBoth(scenario, editor);
  if (what === "flag") await scenario.flags?.change(server);
  if (what === "retry") await client.retryRejected(random.next());
  if (what === "kill") {
    report.kills += 1;
    await client.killAndReopen(random.chance(0.3));
  }
  if (what === "restart") {
    report.restarts += 1;
    await server.restart();
  }
  return `${what}, ${client.device.name}`;
}

/** Plays a step. A failing disk may end it early. */
async function unlessStruck({ clients }: Scenario, task: () => Promise<string>): Promise<string> {
  for (const client of clients) await client.reload();
  try {
    return await task();
  } catch (error) {
    const failed = clients.some(({ device }) => device.sync.store$.value.kind === "failed");
    if (failed || failurePoints.explains(error)) return "ended by a failing disk";
    throw error;
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
  const { script } = options;
  const { random } = script;
  failurePoints.begin(options.seed);
  const server = await startSimulatedServer(options.cluster, options.migrationsDir);
  const large = await largeUpload(server);
  const report: SimulationReport = {
    edits: 0,
    rejections: 0,
    kills: 0,
    restarts: 0,
    lateCommits: 0,
    memberships: 0,
    cuts: 0,
    healedInMs: 0,
    disaster: "",
    rows: {},
    tasks: {},
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
    tasks: null,
    mark: () => `§${options.seed}-${++marks}§`,
  };
  try {
    if (options.cast === "members")
      [scenario.clients, scenario.organizations] = await makeMembers(server, random, large);
    else [scenario.clients, scenario.flags] = await makeClients(server, random, large, options.cast);
    const people = await server.sql<{ id: string; role: string }[]>`select id, role from public.profiles`;
    for (const { id, role } of people) roleOf.set(id, role);

    const [developer, tester] = scenario.clients;
    if (developer && tester) scenario.unlisted = await openUnlisted(server, random, developer.person, tester.person);
    editor.tasks = await begin(server, random, scenario.clients, scenario.organizations?.all);
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
    const play = (task: () => Promise<string>) => script.step(() => unlessStruck(scenario, task));
    failurePoints.share = 0.15;
    for (let step = 0; step < steps; step++) {
      if (step === Math.floor(steps / 2) && scenario.clients[0]) await large.begin(scenario.clients[0], options.seed);
      await play(() => disasters.at(step));
      await play(async () => {
        const client = random.pick(scenario.clients);
        report.edits += 1;
        return client ? `${client.device.name}: ${await client.edit(editor)}` : "";
      });
      await play(async () => (random.chance(0.12) ? mishap(scenario, editor) : ""));
    }
    failurePoints.share = 0.5;
    for (let turn = 0; turn < retries; turn++)
      for (const client of scenario.clients)
        await play(async () => {
          await client.retryRejected(random.next());
          return `retry, ${client.device.name}`;
        });
    failurePoints.share = 0;
    for (const client of scenario.clients) await client.reload();

    // A failure of the last steps may still close the store.
    await unlessStruck(scenario, async () => {
      await scenario.clients[0]?.families(editor);
      return "";
    });
    const healing = Date.now();
    await releaseTransactions(scenario);
    await restorePeople(scenario);
    for (const client of scenario.clients) await client.heal();
    // All devices pull here, because a rebuilt store may have repaired earlier gaps.
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
    // Opened on the testers' final devices, and then made private.
    for (const turn of ["open", "close"] as const) {
      await scenario.unlisted?.[turn](server);
      for (const client of scenario.clients) await holdsOwnCampaigns(server, client);
    }
    for (const client of scenario.clients) await catalogIsCurrent(server, client);
    if (scenario.flags) for (const client of scenario.clients) await queueIsCurrent(server, client, scenario.flags);
    if (scenario.organizations) for (const client of scenario.clients) await showsWhatItMay(server, client);
    await nothingLost(server, scenario.clients, editor, disasters.restored);
    report.rejections = await rejectionsAreTold(server, scenario.clients, editor.removed);
    // A restored server gets acknowledged rows after their children or conflicting versions, and
    // has deleted rows again.
    if (!disasters.restored) {
      await nothingReportedLost(scenario.clients, scenario.organizations);
      await conflictsHaveTwoSides(server, scenario.clients, editor);
      await parentsCameFirst(server, scenario.clients);
      await deletionsStand(server, scenario.clients, editor);
      await nothingOverwritten(server, scenario.clients, editor);
      await answersAreKept(server, scenario.clients, editor);
    }
    await booksBalance(server);
    await tasksBalance(server);
    report.tasks = await tasksSeen(server);
    if (developer && tester) await appliedToIsKept(server, random, developer.person, tester);
    // A person's other device has another base.
    const devices = new Map(scenario.clients.map((client) => [client.person.id, client]));
    for (const client of devices.values()) await knowsItsOwnVersion(client, editor);
    for (const client of scenario.clients) await lastWrites(server, client);
    // The disks of all devices failed in the previous step.
    for (const client of scenario.clients) await client.heal();
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

// A scenario that depends only on its seed: the product's backend and database in this process,
// three devices, offline periods, bad proxies, killed tabs and expired tokens. Concurrency (late
// commits, locks), files and Realtime sockets are left to the simulation on PostgreSQL.
import { fileURLToPath } from "node:url";
import { IDBFactory } from "fake-indexeddb";
import { type ListeningBackend, startBackend } from "../../../supabase/local/backend.ts";
import type { Database } from "../../../supabase/local/database/session.ts";
import { snapshotOf } from "../../../supabase/local/database/snapshot.ts";
import { schemas } from "../../../sync/schema/collections.ts";
import type { Random } from "../../fixtures/random.ts";
import { openDevice, takeRealms } from "../../fixtures/sync/device.ts";
import { password, personsStore, signUpOn } from "../../fixtures/sync/scenario.ts";
import { begin } from "../begin.ts";
import { applyInTunnel, browse, holdsOwnCampaigns } from "../catalog.ts";
import { SimulatedClient } from "../client.ts";
import type { Editor } from "../edits.ts";
import { booksBalance, nothingLost, queuesEmpty, rejectionsAreTold, showsTheSame } from "../invariants.ts";
import { conflictsHaveTwoSides, deletionsStand, nothingOverwritten, parentsCameFirst } from "../outbox-invariants.ts";
import type { Script } from "../script.ts";
import { type AskedServer, history } from "../server.ts";
import { type DeviceCode, loadDeviceCode } from "./device-code.ts";
import { openPgliteHere } from "./pglite-here.ts";
import { beginVirtualTime, type VirtualTime } from "./virtual-time.ts";

const migrations = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));

/** RxDB's memory storage is shared by the process, so each run needs unique names. */
let worlds = 0;

/** Fixed, because tokens and e-mails contain it and the port varies. */
const siteUrl = "http://betaflock.test";

export interface World {
  /** Requests, responses and row versions with their times. */
  trace: readonly string[];
  edits: number;
  kills: number;
  rejections: number;
  /** Duration in virtual time. */
  seconds: number;
}

interface Stage {
  random: Random;
  clients: SimulatedClient[];
  server: AskedServer;
  roles: ReadonlyMap<string, string>;
}

async function makeClients(server: AskedServer, random: Random): Promise<SimulatedClient[]> {
  const person = async (role: "developer" | "tester") => {
    const device = await openDevice(server, { name: `${role}-${worlds}` });
    return new SimulatedClient(server, random, device, await signUpOn(device, role, role));
  };
  const [developer, tester] = [await person("developer"), await person("tester")];
  const again = random.chance(0.5) ? tester.person : developer.person;
  const device = await openDevice(server, { name: `second-${worlds}` });
  const answer = await device.sync.signIn({ email: again.email, password, remember: true });
  if (!answer.ok) throw new Error(`No second device: ${JSON.stringify(answer.error)}`);
  await personsStore(device, again.id);
  return [developer, tester, new SimulatedClient(server, random, device, again)];
}

async function restorePeople({ server, clients, roles }: Stage): Promise<void> {
  for (const { person } of clients) {
    const role = roles.get(person.id) ?? "tester";
    await server.sql`update public.profiles set status = 'active', role = ${role} where id = ${person.id}
      and (status <> 'active' or role <> ${role})`;
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** @returns its description */
async function mishap(stage: Stage, editor: Editor): Promise<string> {
  const { random, server } = stage;
  const client = random.pick(stage.clients);
  if (!client) return "";
  const what = random.weighted({
    ...{ network: 30, faults: 20, wait: 20, hours: 3, token: 6, kill: 5, due: 3, suspend: 2, restore: 4 },
    ...{ browse: 15, tunnel: 10 },
  });
  if (what === "network") client.online = !client.online;
  if (what === "faults") client.faulty = random.chance(0.5) ? 0 : 0.4;
  if (what === "wait") await pause(random.below(2_000));
  if (what === "hours") await pause(random.below(3 * 3_600_000));
  if (what === "token") client.expireToken();
  if (what === "due") await server.sql`call private.run_scheduled_jobs()`;
  if (what === "suspend")
    await server.sql`update public.profiles set status = 'suspended' where id = ${client.person.id}`;
  if (what === "restore") await restorePeople(stage);
  if (what === "browse") await browse(random, client);
  if (what === "tunnel") await applyInTunnel(server, editor, client);
  if (what === "kill") await client.killAndReopen();
  return `${what}, ${client.device.name}`;
}

async function live(
  stage: Stage,
  editor: Editor,
  edits: number,
  script: Script,
): Promise<Omit<World, "trace" | "seconds">> {
  const { random, server, clients } = stage;
  for (let step = 0; step < edits; step++) {
    await script.step(async () => {
      const client = random.pick(clients);
      return client ? `${client.device.name}: ${await client.edit(editor)}` : "";
    });
    await script.step(async () => (random.chance(0.12) ? mishap(stage, editor) : ""));
  }
  const kills = script.played.filter(({ what }) => what.startsWith("kill")).length;
  await restorePeople(stage);
  for (const client of clients) await client.heal();
  for (const client of clients) await queuesEmpty(client, editor.attached);
  for (const client of clients) await showsTheSame(server, client);
  for (const client of clients) await holdsOwnCampaigns(server, client);
  await nothingLost(server, clients, editor, false);
  const rejections = await rejectionsAreTold(server, clients, editor.removed);
  await conflictsHaveTwoSides(server, clients, editor);
  await parentsCameFirst(server, clients);
  await deletionsStand(server, clients, editor);
  await nothingOverwritten(server, clients, editor);
  await booksBalance(server);
  return { edits, kills, rejections };
}

/**
 * The parts of a world that this process reuses for the next one, because creating them takes
 * longest.
 */
interface Machine {
  realms: DeviceCode[];
  database: Database;
  backend: ListeningBackend;
  /** Empties the tables that had no rows before the first world, and the sent messages. */
  clear: string;
}
let kept: Machine | undefined;

async function openMachine(time: VirtualTime, realms: DeviceCode[], snapshot: string): Promise<Machine> {
  const database = await time.outside(() => openPgliteHere(snapshot));
  const backend = await time.outside(() => startBackend({ database, schedule: false, siteUrl }));
  await database.exec(history);
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'storage', 'realtime')`,
  );
  const empty: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(`select 1 as one from ${name} limit 1`);
    // The server's start sends a message. Later ones must go, because seeded ids can repeat.
    if (rows.length === 0 || name === "realtime.messages") empty.push(name);
  }
  const deletes = empty.map((name) => `delete from ${name};`).join("\n");
  // Without triggers and foreign keys.
  const clear = `set session_replication_role = replica;\n${deletes}\nreset session_replication_role;`;
  return { realms, database, backend, clear };
}

/** Stops the server of this process. */
export async function endWorlds(): Promise<void> {
  await kept?.backend.stop();
}

async function play(seed: number, edits: number, script: Script, time: VirtualTime, machine: Machine) {
  const { random } = script;
  const { database, backend } = machine;
  const server: AskedServer = {
    url: backend.url,
    publishableKey: backend.publishableKey,
    sql: (text, ...values) =>
      database.query(
        text.reduce((all, part, i) => `${all}$${i}${part}`),
        values,
      ) as Promise<never>,
  };
  const clients: SimulatedClient[] = [];
  try {
    clients.push(...(await makeClients(server, random)));
    const people = await server.sql<{ id: string; role: string }[]>`select id, role from public.profiles`;
    const stage: Stage = { random, clients, server, roles: new Map(people.map(({ id, role }) => [id, role])) };
    let marks = 0;
    const editor: Editor = {
      ...{ random, written: new Map(), removed: new Map(), last: new Map(), devices: new Map(), copied: new Set() },
      ...{ before: new Map(), attaches: false, attached: new Set(), tasks: null, mark: () => `§${seed}-${++marks}§` },
    };
    editor.tasks = await begin(server, random, clients);
    const lived = await live(stage, editor, edits, script);
    for (const name of Object.keys(schemas)) {
      const rows = await database.query<{ row: string }>(`select t::text as row from public.${name} t order by t.id`);
      time.note(`${name}: ${rows.map(({ row }) => row).join(" ")}`);
    }
    return lived;
  } finally {
    for (const client of clients) await client.device.kill();
    await database.exec(machine.clear);
  }
}

/** Plays one seed. Throws the first broken invariant. */
export async function playWorld(seed: number, edits: number, script: Script): Promise<World> {
  const snapshot = await snapshotOf(migrations);
  // Dexie uses the factory that exists when it loads.
  if (!kept) globalThis.indexedDB = new IDBFactory();
  const realms = kept?.realms ?? [await loadDeviceCode(), await loadDeviceCode(), await loadDeviceCode()];
  takeRealms(realms);
  const time = beginVirtualTime(seed);
  const startedAt = Date.now();
  worlds += 1;
  try {
    const lived = await time.play(async () => {
      kept ??= await openMachine(time, realms, snapshot);
      return play(seed, edits, script, time, kept);
    });
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    return { ...lived, trace: time.trace, seconds: Math.round((Date.now() - startedAt) / 1000) };
  } finally {
    time.end();
  }
}

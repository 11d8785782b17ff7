// One world that the seed decides wholly: the product's backend and database in this process, three
// devices, tunnels, bad proxies, killed tabs and spent tokens. What needs two things at the very
// same time (late commits, locks), files and Realtime's sockets stay with the simulation on
// PostgreSQL.
import { fileURLToPath } from "node:url";
import { IDBFactory } from "fake-indexeddb";
import { startBackend } from "../../../supabase/local/backend.ts";
import { snapshotOf } from "../../../supabase/local/database/snapshot.ts";
import { schemas } from "../../../sync/schema/collections.ts";
import { Random } from "../../fixtures/random.ts";
import { openDevice, takeRealms } from "../../fixtures/sync/device.ts";
import { password, personsStore, signUpOn } from "../../fixtures/sync/scenario.ts";
import { begin } from "../begin.ts";
import { applyInTunnel, browse, holdsOwnCampaigns } from "../catalog.ts";
import { SimulatedClient } from "../client.ts";
import type { Editor } from "../edits.ts";
import { booksBalance, nothingLost, queuesEmpty, refusalsAreTold, showsTheSame } from "../invariants.ts";
import { conflictsHaveTwoSides, deletionsStand, nothingOverwritten, parentsCameFirst } from "../outbox-invariants.ts";
import { type AskedServer, history } from "../server.ts";
import { loadDeviceCode } from "./device-code.ts";
import { openPgliteHere } from "./pglite-here.ts";
import { beginVirtualTime, type VirtualTime } from "./virtual-time.ts";

const migrations = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));

/** RxDB's memory storage is one for the process: each world has names of its own there. */
let worlds = 0;

/** Stands in tokens and mails; the port is another each time. */
const siteUrl = "http://betaflock.test";

export interface World {
  /** What was sent and answered, when, and what each row came to be. */
  trace: readonly string[];
  edits: number;
  kills: number;
  refusals: number;
  /** How long it took by its own clock. */
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

/** @returns whether a tab was killed */
async function mishap(stage: Stage, editor: Editor): Promise<boolean> {
  const { random, server } = stage;
  const client = random.pick(stage.clients);
  if (!client) return false;
  const what = random.weighted({
    ...{ network: 30, faults: 20, wait: 20, hours: 3, token: 6, kill: 5, due: 3, suspend: 2, restore: 4 },
    ...{ browse: 15, tunnel: 10 },
  });
  if (what === "network") client.online = !client.online;
  if (what === "faults") client.faulty = random.chance(0.5) ? 0 : 0.4;
  if (what === "wait") await pause(random.below(2_000));
  if (what === "hours") await pause(random.below(3 * 3_600_000));
  if (what === "token") client.expireToken();
  if (what === "due") await server.sql`select private.run_scheduled_jobs()`;
  if (what === "suspend")
    await server.sql`update public.profiles set status = 'suspended' where id = ${client.person.id}`;
  if (what === "restore") await restorePeople(stage);
  if (what === "browse") await browse(random, client);
  if (what === "tunnel") await applyInTunnel(server, editor, client);
  if (what === "kill") await client.killAndReopen();
  return what === "kill";
}

async function live(stage: Stage, editor: Editor, edits: number): Promise<Omit<World, "trace" | "seconds">> {
  const { random, server, clients } = stage;
  let kills = 0;
  for (let step = 0; step < edits; step++) {
    await random.pick(clients)?.edit(editor);
    if (random.chance(0.12) && (await mishap(stage, editor))) kills += 1;
  }
  await restorePeople(stage);
  for (const client of clients) await client.heal();
  for (const client of clients) await queuesEmpty(client, editor.attached);
  for (const client of clients) await showsTheSame(server, client);
  for (const client of clients) await holdsOwnCampaigns(server, client);
  await nothingLost(server, clients, editor, false);
  const refusals = await refusalsAreTold(server, clients, editor.removed);
  await conflictsHaveTwoSides(server, clients, editor);
  await parentsCameFirst(server, clients);
  await deletionsStand(server, clients, editor);
  await nothingOverwritten(server, clients, editor);
  await booksBalance(server);
  return { edits, kills, refusals };
}

async function play(seed: number, edits: number, time: VirtualTime, snapshot: string) {
  const random = new Random(seed + 2);
  const database = await time.outside(() => openPgliteHere(snapshot));
  const backend = await time.outside(() => startBackend({ database, schedule: false, siteUrl }));
  const server: AskedServer = {
    url: backend.url,
    publishableKey: backend.publishableKey,
    sql: (text, ...values) =>
      database.query(
        text.reduce((all, part, i) => `${all}$${i}${part}`),
        values,
      ) as Promise<never>,
  };
  await database.exec(history);
  const clients: SimulatedClient[] = [];
  try {
    clients.push(...(await makeClients(server, random)));
    const people = await server.sql<{ id: string; role: string }[]>`select id, role from public.profiles`;
    const stage: Stage = { random, clients, server, roles: new Map(people.map(({ id, role }) => [id, role])) };
    let marks = 0;
    const editor: Editor = {
      ...{ random, written: new Map(), removed: new Map(), last: new Map(), devices: new Map(), copied: new Set() },
      ...{ before: new Map(), attaches: false, attached: new Set(), mark: () => `§${seed}-${++marks}§` },
    };
    await begin(clients);
    const lived = await live(stage, editor, edits);
    for (const name of Object.keys(schemas)) {
      const rows = await database.query<{ row: string }>(`select t::text as row from public.${name} t order by t.id`);
      time.note(`${name}: ${rows.map(({ row }) => row).join(" ")}`);
    }
    return lived;
  } finally {
    for (const client of clients) await client.device.kill();
    await time.outside(() => backend.stop());
  }
}

/** Plays one seed. Throws the first broken invariant. */
export async function playWorld(seed: number, edits: number): Promise<World> {
  const snapshot = await snapshotOf(migrations);
  // Empty disks: Dexie takes the factory that it finds when it is loaded.
  globalThis.indexedDB = new IDBFactory();
  takeRealms([await loadDeviceCode(), await loadDeviceCode(), await loadDeviceCode()]);
  const time = beginVirtualTime(seed);
  const startedAt = Date.now();
  worlds += 1;
  try {
    const lived = await time.play(() => play(seed, edits, time, snapshot));
    return { ...lived, trace: time.trace, seconds: Math.round((Date.now() - startedAt) / 1000) };
  } finally {
    time.end();
  }
}

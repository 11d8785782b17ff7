// The admins' queue: new flags arrive, other admins decide some of them, and one was decided before
// the simulated admin's device began.
import type { Random } from "../fixtures/random.ts";
import type { SimulatedClient, SimulatedPerson } from "./client.ts";
import type { AskedServer } from "./server.ts";

type Asks = Pick<AskedServer, "sql">;

export interface FlagQueue {
  /** Adds a flag, or decides one as another admin. */
  change(server: Asks): Promise<void>;
  /** Decided before the admin's device began, so it must not have this one. */
  readonly old: string;
}

export async function openFlagQueue(server: Asks, random: Random, reporter: SimulatedPerson): Promise<FlagQueue> {
  let made = 0;
  const add = async ({ sql }: Asks, status: string): Promise<string> => {
    const id = random.uuid();
    made += 1;
    // Skips the rules, because the flags' targets do not matter.
    await sql`insert into public.flags (id, reporter_id, content_type, content_id, reason, status)
      select ${id}, ${reporter.id}, 'app', ${id}, ${`Flag ${made}`}, ${status}
      from (select set_config('betaflock.seeding', 'on', true)) seeding`;
    return id;
  };
  const old = await add(server, "dismissed");
  for (let n = 0; n < 3; n++) await add(server, "pending");
  return {
    old,
    async change(at) {
      if (random.chance(0.5)) return void (await add(at, "pending"));
      const n = random.below(4);
      await at.sql`update public.flags f set status = 'dismissed' from (select set_config('betaflock.seeding', 'on', true)) seeding
        where f.id = (select o.id from public.flags o where o.status in ('pending', 'under_review') order by o.id offset ${n} limit 1)`;
    },
  };
}

/** Expects the device to show the current decision of each flag, every open one, and no old one. */
export async function queueIsCurrent(server: Asks, client: SimulatedClient, { old }: FlagQueue): Promise<void> {
  const there = await server.sql<{ id: string; status: string; hidden: boolean }[]>`
    select id, status, hidden from public.flags where not _deleted`;
  const here = await client.ask(async (store) => {
    if (!store.has("flags")) return null;
    const rows = (await store.collection("flags").find().exec()).map((row) => row.toJSON());
    return new Map(rows.map(({ id, status, hidden }) => [id, { status, hidden }]));
  });
  if (!here) return;
  for (const { id, status, hidden } of there) {
    const mine = here.get(id);
    if (!mine && (status === "pending" || status === "under_review" || hidden))
      throw new Error(`${client.device.name}: the flag ${id} is open and not on the device`);
    if (mine && (mine.status !== status || mine.hidden !== hidden))
      throw new Error(`${client.device.name}: the flag ${id} is ${status}, and the device shows ${mine.status}`);
  }
  if (here.has(old)) throw new Error(`${client.device.name}: holds the flag ${old}, decided before it began`);
}

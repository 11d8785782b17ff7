// Server cost with 1,000, 100,000 and 1,000,000 apps, as many campaigns and five times as many
// reports: one user's cost must not grow with others' data. Each run creates its own cluster; the
// largest takes about 15 GB of disk and ten minutes to fill.
import { loadavg, tmpdir } from "node:os";
import { bootstrap } from "../../supabase/local/database/bootstrap.ts";
import { openPostgres } from "../../supabase/local/database/database.ts";
import { migrate } from "../../supabase/local/database/migrations.ts";
import { collectionsByRole } from "../../sync/schema/collections.ts";
import { signUpByApi } from "../fixtures/browser/api.ts";
import { password } from "../fixtures/browser/people.ts";
import { migrationsFolder } from "../fixtures/shared-postgres.ts";
import { openDatabase, TestDatabase } from "../fixtures/sql/database.ts";
import { analyze, marketplace } from "../fixtures/sql/marketplace.ts";
import { applicationId, apply, campaign, person, report } from "../fixtures/sql/rows.ts";
import { type Search, searches, timedPages } from "../fixtures/sql/searches.ts";
import { pull } from "../fixtures/sql/sync-calls.ts";
import { startTestPostgres, type TestPostgres } from "../fixtures/test-postgres.ts";
import type { Aim, Row } from "./report.ts";
import { type BenchBackend, type DeviceMeasure, deviceMeasures, measureDevice, openDevices } from "./scale-devices.ts";

type Done = (row: Row) => void;
type Role = "tester" | "developer" | "admin";

/** Enough for indexes over a million rows, but no more than a small server has. */
const settings = { shared_buffers: "1GB", max_wal_size: "8GB", wal_level: "minimal", max_wal_senders: "0" };
const named = (size: number) => size.toLocaleString("en");
const load = () => `Load ${(loadavg()[0] ?? 0).toFixed(1)}.`;

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

async function times(count: number, task: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < count; n++) taken.push(await timed(task));
  return taken;
}

async function fillCluster(cluster: TestPostgres, size: number): Promise<{ db: TestDatabase; url: string }> {
  const url = await cluster.createDatabase();
  const database = await openPostgres(url);
  await bootstrap(database);
  await migrate(database, migrationsFolder);
  await database.script(marketplace(size));
  await database.exec(analyze);
  return { db: new TestDatabase("postgres", { db: database }), url };
}

/** Three users with the same data at every size. */
async function people(db: TestDatabase, { backend }: BenchBackend) {
  const signedUp = {
    tester: await signUpByApi(backend, "Measured Tester", "tester"),
    developer: await signUpByApi(backend, "Measured Developer", "developer"),
    admin: await signUpByApi(backend, "Measured Admin", "tester"),
  };
  const [tester, developer, admin] = [signedUp.tester.id, signedUp.developer.id, signedUp.admin.id];
  await db.owner("update public.profiles set role = 'admin' where id = $1", [admin]);
  const campaigns: string[] = [];
  for (let n = 0; n < 20; n++)
    campaigns.push(await campaign(db, developer, { title: `My campaign ${n}`, max_testers: 2000 }));
  const [first = ""] = campaigns;
  for (const id of campaigns) await apply(db, id, tester);
  for (let n = 0; n < 60; n++) await report(db, campaigns[n % campaigns.length] ?? "", tester);
  const application = await applicationId(db, first, tester);
  await db.withoutMoves(
    `insert into public.feedback (id, campaign_id, application_id, tester_id, developer_id, org_id, summary, details, status, received_at)
      select gen_random_uuid(), $1, $2, (select id from public.profiles where name = 'foreign tester 1'), $3, $3, 'It stops', 'At the second step.', 'approved', now()
      from generate_series(1, 2000)`,
    [first, application, developer],
  );
  return signedUp;
}

/**
 * Measures the devices of these users and of a visitor. `first sync` without own rows is a new
 * tester's.
 */
async function devicesBySize(bench: BenchBackend, who: Emails, size: number, runs: number, bySize: BySize) {
  const newcomer = await signUpByApi(bench.backend, "New Tester", "tester");
  for (const [name, role, email] of [
    ["tester", "tester", who.tester.email],
    ["tester without own rows", "tester", newcomer.email],
    ["developer", "developer", who.developer.email],
    ["admin, 2,000 open flags", "admin", who.admin.email],
    ["anonymous", "anonymous", null],
  ] as const) {
    const seen: Record<DeviceMeasure, number>[] = [];
    for (let run = 0; run < Math.min(runs, 5); run++) seen.push(await measureDevice(bench, role, email));
    for (const measure of deviceMeasures)
      if (role !== "anonymous" || measure !== "first sync")
        bySize.add(
          `a new device, ${name}: ${measure}`,
          size,
          seen.map((one) => one[measure]),
        );
  }
}
type Emails = Record<Role, { email: string }>;

async function searchRows(db: TestDatabase, tester: string, size: number, where: string, most: number, done: Done) {
  for (const kind of ["apps", "campaigns"] as const) {
    const values: Record<string, number[]> = {};
    const later: number[] = [];
    for (const [name, all] of Object.entries(searches(kind, size))) {
      values[name] = [];
      for (const search of all) {
        // Warms up the server.
        await timedPages(db, tester, search, 1);
        const [first, ...rest] = await timedPages(db, tester, search, 2);
        values[name].push(first?.ms ?? Number.NaN);
        later.push(...rest.map(({ ms }) => ms));
      }
    }
    const twenty: Search[] = [
      { kind, sort: "newest" },
      { kind, sort: "newest", q: "photo" },
    ];
    const farther: number[] = [];
    for (const search of twenty)
      farther.push(...(await timedPages(db, tester, search, 20)).slice(19).map(({ ms }) => ms));
    const aims: Aim[] = Object.keys(values).map((of) => ({
      ...{ of, by: "p95" },
      most: of === "a rare word" || of === "no match" ? Math.min(most, 0.3 * most) : most,
    }));
    done({
      what: `search among ${named(size)} ${kind}, ${where}`,
      aims: [...aims, { of: "page 2", by: "p95", most }, { of: "page 20", by: "p95", most }],
      values: { ...values, "page 2": later, "page 20": farther },
      compare: false,
      note: load(),
    });
  }
}

/**
 * Pulls until no rows are left, or up to a page limit.
 * @returns the parameters of the device's next pull
 */
async function pulledUp(db: TestDatabase, who: string, role: Role) {
  let requests = collectionsByRole[role].map((collection): Record<string, unknown> => ({ collection, limit: 1000 }));
  const startedAt = performance.now();
  let bytes = 0;
  for (let page = 1; page <= 20; page++) {
    const answer = await pull(db, who, requests);
    bytes += JSON.stringify(answer).length;
    requests = requests.map((r) => ({ ...r, checkpoint: answer.collections[String(r.collection)]?.checkpoint }));
    if (!Object.values(answer.collections).some(({ more }) => more))
      return { requests, bytes, ms: performance.now() - startedAt, calls: page };
  }
  return undefined;
}

/** Values by role and size. A role that holds others' rows has no entry. */
class BySize {
  readonly #values = new Map<string, Record<string, number[]>>();
  add(what: string, size: number, values: readonly number[]): void {
    this.#values.set(what, { ...this.#values.get(what), [named(size)]: [...values] });
  }
  /**
   * Requires the same cost at the largest size as at the smallest, and 1.5 times for open tasks.
   */
  tell(sizes: readonly number[], done: Done): void {
    const [least = 0, largest = 0] = [Math.min(...sizes), Math.max(...sizes)];
    for (const [what, values] of this.#values) {
      const unit = Object.entries(units).find(([end]) => what.endsWith(end))?.[1] ?? "ms";
      const most = { times: unit === "ms" ? 1.5 : 1.2, of: named(least) };
      const aims: Aim[] = [{ of: named(largest), by: "median", most }];
      const limit = limits[what];
      if (limit !== undefined) aims.push({ of: named(largest), by: "median", most: limit });
      done({ what, values, unit, aims, note: load() });
    }
  }
}
const units = { compressed: "kB", bytes: "kB", calls: "", requests: "", stored: "MB", heap: "MB" };
/** Limits for compressed responses and waiting time. */
const limits: Readonly<Record<string, number>> = {
  "a new device, tester without own rows: bytes": 80,
  "a new device, tester without own rows: stored": 6,
  "a new device, tester without own rows: first sync": 2000,
  "a new device, admin, 2,000 open flags: bytes": 300,
  "a new device, admin, 2,000 open flags: first sync": 3000,
  "a new device, anonymous: bytes": 15,
};

async function countedRows(db: TestDatabase, developer: string, size: number, done: Done): Promise<void> {
  const busy = await campaign(db, developer, { title: "A popular campaign", max_testers: 500 });
  const before = await db.row<{ sync_xid: string }>("campaigns", busy);
  const testers: string[] = [];
  for (let n = 0; n < 100; n++) testers.push(await person(db, "tester"));
  const accepted = await times(1, async () => {
    for (const tester of testers) await apply(db, busy, tester);
  });
  const reported = await times(1, async () => {
    for (const tester of testers) await report(db, busy, tester);
  });
  const after = await db.row<{ sync_xid: string }>("campaigns", busy);
  done({
    what: `100 acceptances and 100 reports on one campaign, ${named(size)} others: stamps of its row`,
    aims: [{ of: "stamps", by: "median", most: 0 }],
    unit: "",
    values: { stamps: [before.sync_xid === after.sync_xid ? 0 : 1] },
  });
  done({
    what: "the same: each takes",
    aims: [],
    compare: false,
    values: { acceptance: accepted.map((ms) => ms / 100), report: reported.map((ms) => ms / 100) },
  });
}

async function editRows(db: TestDatabase, developer: string, size: number, done: Done): Promise<void> {
  const popular = await campaign(db, developer, { title: "Ten thousand testers", max_testers: 10_000 });
  await db.withoutMoves(
    `insert into public.profiles (id, name, email) select md5('popular' || n)::uuid, 'Popular ' || n, 'popular.' || n || '@example.test' from generate_series(1, 10000) n`,
  );
  await db.withoutMoves(
    `insert into public.applications (id, campaign_id, tester_id, org_id, developer_id, status, accepted_at, card)
      select md5('applied' || n)::uuid, $1, md5('popular' || n)::uuid, $2, $2, 'accepted', now(),
        private.tester_card(md5('popular' || n)::uuid) from generate_series(1, 10000) n`,
    [popular, developer],
  );
  await db.owner("analyze public.applications");
  const took: number[] = [];
  const messages: number[] = [];
  for (let n = 0; n < 10; n++) {
    const [since] = await db.owner<{ at: string }>("select clock_timestamp()::timestamp::text as at");
    took.push(await timed(() => db.update(developer, "campaigns", popular, { requirements: `Edition ${n}` })));
    const [sent] = await db.owner<{ n: number }>(
      "select count(*)::int as n from realtime.messages where inserted_at >= $1::timestamp and topic <> 'admin'",
      [since?.at ?? ""],
    );
    messages.push(sent?.n ?? Number.NaN);
  }
  done({
    what: `an edit of a campaign with 10,000 testers, ${named(size)} others: change notifications`,
    aims: [{ of: "messages", by: "longest", most: 101 }],
    unit: "",
    values: { messages },
  });
  done({
    what: "the same: it takes",
    aims: [{ of: "edit", by: "median", most: 200 }],
    values: { edit: took },
    note: load(),
  });
}

async function adminRows(db: TestDatabase, admin: string, size: number, done: Done): Promise<void> {
  const ask = (name: string, request: object) => () =>
    db.query(admin, `select public.${name}($1::jsonb)`, [JSON.stringify(request)]);
  const values: Record<string, number[]> = {};
  for (const [name, requests] of Object.entries({
    admin_users: [
      ...["name", "email", "role", "status", "joined", "active"].map((sort) => ({ sort })),
      ...["17", "foreign", "developer 23"].map((search) => ({ search })),
    ],
    admin_activity: ["", "17", "campaign 4711", "developer"].map((search) => ({ search })),
  })) {
    values[name] = [];
    for (const request of requests) {
      await ask(name, request)();
      values[name].push(await timed(ask(name, request)));
    }
  }
  const aims: Aim[] = Object.keys(values).map((of) => ({ of, by: "p95", most: 100 }));
  // Open tasks are counted, however many: here a fifth of all reports.
  values.admin_numbers = await times(10, () => db.query(admin, "select public.admin_numbers()"));
  aims.push({ of: "admin_numbers", by: "p95", most: 2000 });
  done({
    what: `the admin's online lists, ${named(size)} campaigns`,
    aims,
    values,
    compare: false,
    note: load(),
  });
}

async function shelfRows(db: TestDatabase, size: number, done: Done): Promise<void> {
  const first = await timed(() => db.owner("select private.refresh_shelves()"));
  const again = await times(5, () => db.owner("select private.refresh_shelves()"));
  done({
    what: `refresh_shelves among ${named(size)}`,
    aims: [
      { of: "nothing has changed", by: "longest", most: 2000 },
      { of: "all is new", by: "median", most: 2000 },
    ],
    values: { "nothing has changed": again, "all is new": [first] },
    compare: false,
    note: load(),
  });
}

/** Serves until Ctrl+C. */
async function serve({ backend }: BenchBackend, who: Emails): Promise<void> {
  const people = Object.entries(who).map(([role, { email }]) => `${role}: ${email}`);
  process.stdout.write(`\n${backend.url}, password "${password}": ${people.join(", ")}. Ctrl+C goes on.\n`);
  await new Promise((goOn) => process.on("SIGINT", goOn));
}

/**
 * @param largest number of apps, and of campaigns, of the largest marketplace
 * @param isServed keeps it running for a browser after the measurement
 */
export async function scaleRows(runs: number, largest: number, isServed: boolean, done: Done): Promise<void> {
  const sizes = [...new Set([1000, Math.min(100_000, largest), largest])].sort((a, b) => a - b);
  const bySize = new BySize();
  const cluster = await startTestPostgres(settings, tmpdir());
  try {
    for (const size of sizes) {
      let filled: Awaited<ReturnType<typeof fillCluster>> | undefined;
      const took = await timed(async () => {
        filled = await fillCluster(cluster, size);
      });
      if (!filled) throw new Error("unreachable");
      const { db, url } = filled;
      process.stdout.write(`\n${named(size)} apps and campaigns: filled in ${(took / 1000).toFixed(0)} s. ${load()}\n`);
      const bench = await openDevices(url);
      try {
        // The nightly job.
        await db.owner("select private.keep_totals()");
        await shelfRows(db, size, size === largest ? done : () => undefined);
        const signedUp = await people(db, bench);
        const who = { tester: signedUp.tester.id, developer: signedUp.developer.id, admin: signedUp.admin.id };
        await devicesBySize(bench, signedUp, size, runs, bySize);
        for (const role of ["tester", "developer", "admin"] as const) {
          const first = await pulledUp(db, who[role], role);
          const rows = first ? [first] : [];
          bySize.add(
            `a first pull, ${role}: bytes, not compressed`,
            size,
            rows.map(({ bytes }) => bytes / 1000),
          );
          bySize.add(
            `a first pull, ${role}: calls`,
            size,
            rows.map(({ calls }) => calls),
          );
          bySize.add(
            `a first pull, ${role}: server`,
            size,
            rows.map(({ ms }) => ms),
          );
          const idle = first ? await times(runs * 5, () => pull(db, who[role], first.requests)) : [];
          bySize.add(`a pull that is up to date, ${role}`, size, idle);
        }
        if (size !== largest) continue;
        await searchRows(db, who.tester, size, "PostgreSQL", 100, done);
        await adminRows(db, who.admin, size, done);
        await countedRows(db, who.developer, size, done);
        await editRows(db, who.developer, size, done);
        bySize.tell(sizes, done);
        if (isServed) await serve(bench, signedUp);
      } finally {
        await bench.stop();
        await db.close();
      }
    }
  } finally {
    await cluster.stop();
  }
  const small = Math.min(100_000, largest);
  const pglite = await openDatabase("pglite");
  try {
    await pglite.db.script(marketplace(small));
    await pglite.db.exec(analyze);
    await searchRows(pglite, await person(pglite, "tester"), small, "PGlite", 200, done);
  } finally {
    await pglite.close();
  }
}

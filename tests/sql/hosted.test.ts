// Hosted Supabase gives the migrations no superuser: an owner who may do what the platform lets
// `postgres` do, and no more. Whatever needs more than that fails here and not at the first
// deployment.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cliPackage } from "../../supabase/deploy.ts";
import { bootstrap } from "../../supabase/local/database/bootstrap.ts";
import { openPostgres } from "../../supabase/local/database/database.ts";
import { migrate } from "../../supabase/local/database/migrations.ts";
import { migrationsFolder } from "../fixtures/shared-postgres.ts";
import { TestDatabase } from "../fixtures/sql/database.ts";
import { apply, campaign, person, reportedCampaign } from "../fixtures/sql/rows.ts";
import { pullRows, push } from "../fixtures/sql/sync-calls.ts";
import { startTestPostgres, type TestPostgres } from "../fixtures/test-postgres.ts";

let cluster: TestPostgres;
let db: TestDatabase;
let url: string;
let deployed: Ran;

interface Ran {
  code: number;
  said: string;
}
const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const npx = (...args: string[]) =>
  new Promise<Ran>((done) => {
    const child = spawn("npx", ["--yes", ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (said += bytes.toString()));
    child.on("close", (code) => done({ code: code ?? 1, said }));
  });
const deploy = (...args: string[]) => npx("tsx", here("supabase/deploy.ts"), ...args);
// No package of this project, since not every registry has it for every machine.
const cliIsHere = (await npx(cliPackage, "--version")).code === 0;

beforeAll(async () => {
  cluster = await startTestPostgres();
  const root = await openPostgres(cluster.url);
  await bootstrap(root);
  await root.script(`
    create role project_owner login nosuperuser createrole bypassrls;
    grant anon, authenticated, service_role to project_owner;
    grant create on database ${new URL(cluster.url).pathname.slice(1)} to project_owner;
    grant all on schema public, supabase_migrations, supabase_local to project_owner;
    grant all on all tables in schema supabase_migrations, supabase_local to project_owner;
    grant usage on schema auth, storage, realtime to project_owner;
    -- Rows of the platform's tables, and triggers on auth.users; no objects of its own there.
    grant all on all tables in schema auth to project_owner;
    grant all on storage.objects, storage.buckets, realtime.messages to project_owner;
    -- What supautils lets the owner do on Supabase without owning the table: policies.
    alter table storage.objects owner to project_owner;
    alter table realtime.messages owner to project_owner;
    grant create on schema storage, realtime to project_owner;
    -- Projects since 2026-10-30: nothing in public is open unless its migration says so.
    alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
    alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
    alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
  `);
  await root.script("revoke create on schema storage, realtime from project_owner");
  await root.close();
  const owner = new URL(cluster.url);
  owner.username = "project_owner";
  url = owner.href;
  // As the guide deploys, with the real CLI.
  if (cliIsHere) deployed = await deploy("--db-url", url);
  const opened = await openPostgres(url);
  if (!cliIsHere) await migrate(opened, migrationsFolder);
  db = new TestDatabase("postgres", { db: opened, drop: () => cluster.stop() });
});
afterAll(() => db.close());

test.skipIf(!cliIsHere)(
  "the guide's command applies the migrations with the CLI, knows every setting, and changes nothing the second time",
  async () => {
    expect(deployed).toMatchObject({ code: 0, said: expect.stringContaining("Done.") });
    // What the CLI does not know, or will not know for long, it warns of.
    expect(deployed.said).not.toContain("WARN");
    const again = await deploy("--db-url", url, "--dry-run");
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining("up to date") });
  },
);

test("P2 each table and function has the same grants as where the platform opens everything first", async () => {
  const opened = await openPostgres(await cluster.createDatabase());
  await bootstrap(opened);
  await migrate(opened, migrationsFolder);
  const plain = new TestDatabase("postgres", { db: opened, drop: () => Promise.resolve() });
  const grants = (where: TestDatabase) =>
    where.owner(`
      select c.relname::text as name, r.rolname::text as role, p.privilege from pg_class c
      cross join pg_roles r cross join unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) p (privilege)
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'v')
        and r.rolname in ('anon', 'authenticated', 'service_role') and has_table_privilege(r.oid, c.oid, p.privilege)
      union all
      select f.oid::regprocedure::text, r.rolname, 'EXECUTE' from pg_proc f cross join pg_roles r
      where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and r.rolname in ('anon', 'authenticated', 'service_role') and has_function_privilege(r.oid, f.oid, 'EXECUTE')
      order by 1, 2, 3`);
  expect(await grants(db)).toEqual(await grants(plain));
  await plain.close();
});

test.skipIf(!cliIsHere)(
  "Supabase's own advisors find no error, and no warning but policies that stand side by side",
  async () => {
    const { said } = await npx(cliPackage, "db", "advisors", `--remote=${url}`, "--level=warn", "--workdir", here("."));
    const found = JSON.parse(said.slice(said.indexOf("["), said.lastIndexOf("]") + 1)) as {
      level: string;
      name: string;
    }[];
    // One policy for each kind of reader: PostgreSQL joins them with "or", as one policy would.
    expect(found.filter(({ name }) => name !== "multiple_permissive_policies")).toEqual([]);
    expect(found.filter(({ level }) => level === "ERROR")).toEqual([]);
    expect(found).not.toEqual([]);
  },
);

test("the migrations apply without a superuser, and the main story works", async () => {
  const [me] = await db.owner<{ super: boolean }>(
    "select rolsuper as super from pg_roles where rolname = current_user",
  );
  expect(me?.super).toBe(false);
  const { dev, tester, admin, reportId } = await reportedCampaign(db);
  const [base] = await pullRows(db, dev, "feedback");
  const doc = { ...base, status: "approved", usefulness: 4, sync_client: "laptop", sync_seq: 1 };
  expect(await push(db, dev, "feedback", [{ doc, assumed: base ?? null }])).toMatchObject({
    conflicts: [],
    rejected: [],
  });
  expect(await pullRows(db, tester, "rewards")).toMatchObject([{ feedback_id: reportId, status: "earned" }]);
  // The people are asked for page by page; an admin's device holds one of them.
  expect(await pullRows(db, admin, "profiles")).toMatchObject([{ id: admin }]);
  expect(await db.count(admin, "profiles")).toBe(3);
  expect(await db.count(null, "settings")).toBe(5);
  await db.owner("select private.run_scheduled_jobs()");
});

test("the sample data loads and is cleaned without a superuser", async () => {
  await db.db.script(readFileSync(fileURLToPath(new URL("../../supabase/seed.sql", import.meta.url)), "utf8"));
  const admin = await person(db, "admin");
  await db.query(admin, "select public.clean_sample_data()");
  expect(await db.owner("select 1 from public.campaigns where is_sample and not _deleted")).toEqual([]);
});

test("S29 each minute the functions push and mail are called, where something waits for them, with what stands in the vault", async () => {
  // pg_net and the vault as the platform has them; pg_cron runs the same statement.
  await db.db.script(`
    create schema net; create schema vault; create table net.calls (url text, headers jsonb, body jsonb);
    create table vault.decrypted_secrets (name text, decrypted_secret text);
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
      timeout_milliseconds int default 5000) returns bigint language sql as
    $$ insert into net.calls values (url, headers, body) returning 1::bigint $$;
  `);
  const call = async () => (await db.owner<{ n: number }>("select private.invoke_workers() as n"))[0]?.n;
  const facts = async () => (await db.owner<{ facts: object }>("select public.backend_facts() as facts"))[0]?.facts;
  expect(await facts()).toMatchObject({ missing: [], jobs: null, secrets: [] });
  const tester = await person(db, "tester");
  await db.owner("delete from private.deliveries");
  await db.owner("select private.notify($1::uuid, 'campaign_completed', '{}', '/tester')", [tester]);
  // Nobody has set it up.
  expect(await call()).toBe(0);
  await db.owner(
    `insert into vault.decrypted_secrets values ('project_url', 'https://ref.supabase.co/'), ('secret_key', 'the key')`,
  );
  expect(await facts()).toMatchObject({ secrets: ["project_url", "secret_key"] });
  // An e-mail waits for two minutes.
  expect(await call()).toBe(0);
  await db.owner("update private.deliveries set not_before = now()");
  expect(await call()).toBe(1);
  await db.owner("update private.deliveries set channel = 'push'");
  expect(await call()).toBe(1);
  const sent = { headers: { apikey: "the key", "content-type": "application/json" }, body: {} };
  expect(await db.owner("select * from net.calls")).toEqual([
    { url: "https://ref.supabase.co/functions/v1/mail", ...sent },
    { url: "https://ref.supabase.co/functions/v1/push", ...sent },
  ]);
});

test("O2 a pull walks (owner, transaction, id) also in a large table", async () => {
  const dev = await person(db, "developer");
  const tester = await person(db, "tester");
  const id = await campaign(db, dev);
  const application = await apply(db, id, tester);
  // One row in fifty is this tester's.
  await db.withoutMoves(
    `insert into public.feedback (id, campaign_id, application_id, tester_id, developer_id, summary)
       select gen_random_uuid(), $1, $2, case when n % 50 = 0 then $3::uuid else $4::uuid end, $4::uuid, 'Report ' || n from generate_series(1, 20000) n`,
    [id, application, tester, dev],
  );
  await db.owner("analyze public.feedback");
  const [predicate] = await db.owner<{ predicate: string }>(
    "select predicate from private.sync_filters where collection = 'feedback' and role = 'tester'",
  );
  const plan = await db.as(tester, async (s) => {
    // As sync_pull runs: one plan, whoever asks.
    await s.query("set local enable_bitmapscan = off");
    await s.query("set local plan_cache_mode = force_generic_plan");
    await s.query(`prepare page(uuid, xid8, uuid, xid8, int) as select t.id from public.feedback t where (${predicate?.predicate ?? ""})
       and (t.sync_xid, t.id) > ($2, $3) and t.sync_xid < $4 order by t.sync_xid, t.id limit $5`);
    const rows = await s.query<Record<string, string>>(
      `explain execute page('${tester}', '0', '00000000-0000-0000-0000-000000000000', '999999999', 200)`,
    );
    await s.query("deallocate page");
    return rows;
  });
  const text = plan.map((row) => Object.values(row)[0]).join("\n");
  expect(text).toContain("feedback_sync_tester");
  expect(text).not.toMatch(/Seq Scan on feedback|Sort Key/);
});

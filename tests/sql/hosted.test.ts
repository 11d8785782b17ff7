// Hosted Supabase runs migrations without a superuser, with the rights of its `postgres` role.
// Migrations that need more fail here instead of at the first deployment.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliPackage } from "../../supabase/deploy.ts";
import { bootstrap } from "../../supabase/local/database/bootstrap.ts";
import { openPostgres } from "../../supabase/local/database/database.ts";
import { migrate } from "../../supabase/local/database/migrations.ts";
import { startManagementApi } from "../fixtures/backend/management-api.ts";
import { long } from "../fixtures/long.ts";
import { migrationsFolder } from "../fixtures/shared-postgres.ts";
import { TestDatabase } from "../fixtures/sql/database.ts";
import { apply, campaign, person, reportedCampaign } from "../fixtures/sql/rows.ts";
import { pullRows, push } from "../fixtures/sql/sync-calls.ts";
import { startTestPostgres, type TestPostgres } from "../fixtures/test-postgres.ts";

const ref = "abcdefghijklmnopqrst";
const site = "https://beta.example.com";
const settings = {
  SUPABASE_SECRET_KEY: "sb_secret_0123456789",
  GOOGLE_CLIENT_ID: "google-id",
  GOOGLE_CLIENT_SECRET: "google-secret",
  ...{ VAPID_PUBLIC_KEY: "vapid-public", VAPID_PRIVATE_KEY: "vapid-private", VAPID_SUBJECT: "mailto:a@example.com" },
  SMTP_URL: 'smtps://user:it\'s-"quoted"-$HOME@mail.example.com:465',
  MAIL_FROM: "hello@example.com",
};

let cluster: TestPostgres;
let db: TestDatabase;
let url: string;
let api: Awaited<ReturnType<typeof startManagementApi>>;
let deployed: Ran;

interface Ran {
  code: number;
  said: string;
}
const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const npx = (args: string[], env: object = {}) =>
  new Promise<Ran>((done) => {
    const options = {
      stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    };
    const child = spawn("npx", ["--yes", ...args], options);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (said += bytes.toString()));
    child.on("close", (code) => done({ code: code ?? 1, said }));
  });
const deploy = (args: string[], env: object = {}) => npx(["tsx", here("supabase/deploy.ts"), ...args], env);
/** The project's database is in this cluster, so its address is passed too. */
const deployProject = (more: string[] = [], other: object = {}) =>
  deploy(["--project-ref", ref, "--site-url", site, "--db-url", url, ...more], { ...api.env, ...settings, ...other });
// Not a dependency, because not every registry has it for every machine.
const cliIsHere = (await npx([cliPackage, "--version"])).code === 0;

/**
 * SQL that the platform runs before the first migration, in addition to the embedded server's
 * bootstrap.
 */
const platform = (database: string): string => `
  create role project_owner login nosuperuser createrole bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to project_owner, authenticator;
  grant create on database ${database} to project_owner;
  grant all on schema public, supabase_migrations, supabase_local to project_owner;
  grant all on all tables in schema supabase_migrations, supabase_local to project_owner;
  grant usage on schema auth, storage, realtime to project_owner;
  -- Rows of the platform's tables, and triggers on auth.users; no objects of its own there.
  grant all on all tables in schema auth to project_owner;
  grant all on storage.objects, storage.buckets, realtime.messages to project_owner;
  -- What supautils lets the owner do on Supabase without owning the table: policies.
  alter table storage.objects owner to project_owner;
  alter table realtime.messages owner to project_owner;
  -- Projects since 2026-10-30: nothing in public is open unless its migration says so.
  alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
  -- The vault, without its encryption.
  create schema vault;
  create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
  create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
  create function vault.create_secret(secret text, name text) returns uuid language sql as
  $$ insert into vault.secrets (name, secret) values (name, secret) returning id $$;
  create function vault.update_secret(id uuid, secret text) returns void language sql as
  $$ update vault.secrets s set secret = update_secret.secret where s.id = update_secret.id $$;
  grant usage on schema vault to project_owner;
  grant all on all tables in schema vault to project_owner;
`;

beforeAll(async () => {
  cluster = await startTestPostgres();
  api = await startManagementApi(ref);
  const root = await openPostgres(cluster.url);
  await bootstrap(root);
  await root.script(platform(new URL(cluster.url).pathname.slice(1)));
  await root.close();
  const owner = new URL(cluster.url);
  owner.username = "project_owner";
  url = owner.href;
  // Deploys as in the guide, with the real CLI.
  if (cliIsHere) deployed = await deployProject();
  const opened = await openPostgres(url);
  if (!cliIsHere) await migrate(opened, migrationsFolder);
  db = new TestDatabase("postgres", { db: opened, drop: () => cluster.stop() });
});
afterAll(async () => {
  await db.close();
  await api.close();
});

describe.skipIf(!cliIsHere)("the guide's command, with the Supabase CLI", () => {
  const whats = () => api.changes.map(({ what }) => what);
  const bodyOf = (what: string) => api.changes.find((change) => change.what === what)?.body;
  const functions = ["api", "auth", "builds", "health", "install", "mail", "pages", "push", "storage"];

  test("P2 deploys everything, with the app's address instead of local addresses", long, async () => {
    expect(deployed).toMatchObject({ code: 0, said: expect.stringContaining("Done.") });
    // The CLI warns of unknown and deprecated settings.
    expect(deployed.said).not.toContain("WARN");
    expect(whats()).toEqual([
      ...["PATCH /postgrest", "PATCH /config/auth", "PATCH /config/storage", "POST /secrets"],
      ...[...functions.map(() => "POST /functions/deploy"), "PUT /functions"],
    ]);
    // The package reader is outside of the functions' folder.
    const sources = api.changes
      .filter(({ what }) => what === "POST /functions/deploy")
      .map(({ body }) => Object.keys(body as object));
    expect(sources[functions.indexOf("builds")]).toContainEqual(expect.stringMatching(/sync\/packages\/zip\.ts$/));
    expect(bodyOf("PATCH /postgrest")).toMatchObject({ db_schema: "public", max_rows: 1000 });
    expect(bodyOf("PATCH /config/storage")).toMatchObject({ fileSizeLimit: 500 * 1024 * 1024 });
    expect(bodyOf("PATCH /config/auth")).toMatchObject({
      ...{ site_url: site, uri_allow_list: `${site}/**`, mailer_otp_length: 8 },
      security_update_password_require_reauthentication: true,
      ...{ external_google_enabled: true, external_google_client_id: settings.GOOGLE_CLIENT_ID },
      external_google_secret: settings.GOOGLE_CLIENT_SECRET,
      mailer_templates_recovery_content: expect.stringContaining(
        "/auth/confirm#type=recovery&amp;token_hash={{ .TokenHash }}",
      ),
    });
    expect(JSON.stringify(api.changes.slice(0, 4))).not.toMatch(/127\.0\.0\.1|localhost|env\(/);
    const { SUPABASE_SECRET_KEY, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, ...secrets } = settings;
    expect(
      Object.fromEntries((bodyOf("POST /secrets") as { name: string; value: string }[]).map((s) => [s.name, s.value])),
    ).toEqual({ ...secrets, SITE_URL: site });
    const vault = "select name, decrypted_secret as secret from vault.decrypted_secrets order by name";
    expect(await db.owner(vault)).toEqual([
      { name: "project_url", secret: `https://${ref}.supabase.co` },
      { name: "secret_key", secret: SUPABASE_SECRET_KEY },
    ]);
    for (const secret of [SUPABASE_SECRET_KEY, GOOGLE_CLIENT_SECRET, secrets.VAPID_PRIVATE_KEY, secrets.SMTP_URL])
      expect(deployed.said).not.toContain(secret);
  });

  test("P2 no gateway checks tokens for the functions, because none knows the new keys", long, () => {
    const made = bodyOf("PUT /functions") as { slug: string; verify_jwt: boolean }[];
    expect(made.map(({ slug, verify_jwt }) => [slug, verify_jwt])).toEqual(functions.map((name) => [name, false]));
  });

  test("OAuth sign-in is on only with its settings; a missing one switches it off", long, async () => {
    expect(bodyOf("PATCH /config/auth")).not.toHaveProperty("external_github_enabled");
    expect(deployed.said).toContain("Signing in with GitHub is off");
    expect(deployed.said).not.toContain("Signing in with Google is off");
  });

  test("can be repeated without changes; stops at a failed step and names it", long, async () => {
    api.changes.length = 0;
    api.rejected = "POST /secrets";
    const again = await deployProject();
    api.rejected = null;
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining("This token may not do that") });
    for (const what of [
      "Remote database is",
      "Remote API config is",
      "Remote Auth config is",
      "Remote Storage config is",
    ])
      expect(again.said).toContain(`${what} up to date.`);
    expect(again.said).toContain("Stopped at step 4 of 5, Secrets of the functions.");
    expect(whats()).toEqual(["POST /secrets"]);
    expect(await db.owner("select name from vault.secrets")).toHaveLength(2);
  });

  test(
    "a dry run lists changes, including a provider whose setting is missing, and changes nothing",
    long,
    async () => {
      api.changes.length = 0;
      const dry = await deployProject(["--site-url", "https://other.example.com", "--dry-run"], {
        GOOGLE_CLIENT_ID: "",
      });
      expect(dry).toMatchObject({ code: 0, said: expect.stringContaining("Nothing was changed.") });
      expect(dry.said).toContain("https://other.example.com");
      expect(dry.said).toMatch(/auth\.external\.google\.enabled \[update\]\s+local: +false .*\s+remote: true/);
      expect(api.changes).toEqual([]);
    },
  );

  test("a self-hosted Supabase gets the migrations and the vault's secrets, and nothing else", long, async () => {
    api.changes.length = 0;
    const own = { SUPABASE_PROJECT_URL: "https://supabase.example.com", SUPABASE_SECRET_KEY: "sb_secret_of_ours" };
    const selfHosted = await deploy(["--db-url", url], own);
    expect(selfHosted).toMatchObject({ code: 0, said: expect.stringContaining("up to date") });
    expect(selfHosted.said).not.toContain("WARN");
    expect(await db.owner("select secret from vault.secrets order by name")).toEqual([
      { secret: own.SUPABASE_PROJECT_URL },
      { secret: own.SUPABASE_SECRET_KEY },
    ]);
    expect(api.changes).toEqual([]);
  });
});

test(
  "P2 each table and function has the same grants as on a platform that grants everything by default",
  long,
  async () => {
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
  },
);

test.skipIf(!cliIsHere)(
  "Supabase's own advisors find no error, and no warning except about parallel policies",
  long,
  async () => {
    const { said } = await npx([
      cliPackage,
      "db",
      "advisors",
      `--remote=${url}`,
      "--level=warn",
      "--workdir",
      here("."),
    ]);
    const found = JSON.parse(said.slice(said.indexOf("["), said.lastIndexOf("]") + 1)) as {
      level: string;
      name: string;
    }[];
    // One policy per kind of reader: PostgreSQL combines them with "or", like one policy. A
    // procedure that ends transactions cannot have settings (see lints.test.ts).
    const known = ["multiple_permissive_policies", "function_search_path_mutable"];
    expect(found.filter(({ name }) => !known.includes(name))).toEqual([]);
    expect(found.filter(({ level }) => level === "ERROR")).toEqual([]);
    expect(found).not.toEqual([]);
  },
);

test("the migrations apply without a superuser, and the main story works", long, async () => {
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
  // Users are requested in pages; an admin's device has one of them.
  expect(await pullRows(db, admin, "profiles")).toMatchObject([{ id: admin }]);
  expect(await db.count(admin, "profiles")).toBe(3);
  expect(await db.count(null, "settings")).toBe(5);
  await db.owner("call private.run_scheduled_jobs()");
});

test("the sample data loads and is cleaned without a superuser", long, async () => {
  await db.db.script(readFileSync(fileURLToPath(new URL("../../supabase/seed.sql", import.meta.url)), "utf8"));
  const admin = await person(db, "admin");
  await db.query(admin, "select public.clean_sample_data()");
  expect(await db.owner("select 1 from public.campaigns where is_sample and not _deleted")).toEqual([]);
});

test("P2 only the storage service deletes storage rows, never our SQL", long, async () => {
  const tester = await person(db, "tester");
  const name = `${tester}/face.png`;
  await db.query(
    tester,
    `insert into storage.objects (bucket_id, name, owner_id, metadata)
      values ('avatars', $1, $2, '{"size": 4, "mimetype": "image/png"}')`,
    [name, tester],
  );
  const remove = "delete from storage.objects where bucket_id = 'avatars' and name = $1 returning name";
  const rejection = "Direct deletion from storage tables is not allowed";
  await expect(db.query(tester, remove, [name])).rejects.toThrow(rejection);
  await expect(db.owner(remove, [name])).rejects.toThrow(rejection);
  // The scheduled jobs work without it.
  await db.owner("call private.run_scheduled_jobs()");
  expect(
    await db.as(tester, async (session) => {
      await session.query("select set_config('storage.allow_delete_query', 'true', true)");
      return session.query(remove, [name]);
    }),
  ).toEqual([{ name }]);
});

test("P2 requests connect as authenticator, which may only switch to the caller's role", long, async () => {
  const { tester, reportId } = await reportedCampaign(db);
  const address = new URL(url);
  address.username = "authenticator";
  const requests = new TestDatabase("postgres", { db: await openPostgres(address.href) });
  expect(await pullRows(requests, tester, "feedback")).toMatchObject([{ id: reportId }]);
  await expect(requests.owner("select id from public.feedback")).rejects.toThrow("permission denied");
  await requests.close();
});

test(
  "S29 calls the functions push, mail and builds each minute if they have work, with the vault's secrets",
  long,
  async () => {
    // pg_net as on the platform; pg_cron runs the same statement.
    await db.owner("delete from vault.secrets");
    await db.db.script(`
    create schema net; create table net.calls (url text, headers jsonb, body jsonb);
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
      timeout_milliseconds int default 5000) returns bigint language sql as
    $$ insert into net.calls values (url, headers, body) returning 1::bigint $$;
  `);
    const call = async () => (await db.owner<{ n: number }>("select private.invoke_workers() as n"))[0]?.n;
    const facts = async () => (await db.owner<{ facts: object }>("select public.backend_facts() as facts"))[0]?.facts;
    expect(await facts()).toMatchObject({ jobs: null, secrets: [] });
    const tester = await person(db, "tester");
    await db.owner("delete from private.deliveries");
    await db.owner("select private.notify($1::uuid, 'campaign_completed', '{}', '/tester')", [tester]);
    // The secrets are missing.
    expect(await call()).toBe(0);
    await db.owner(
      `insert into vault.secrets (name, secret) values ('project_url', 'https://ref.supabase.co/'), ('secret_key', 'the key')`,
    );
    expect(await facts()).toMatchObject({ secrets: ["project_url", "secret_key"] });
    // An e-mail waits for two minutes.
    expect(await call()).toBe(0);
    await db.owner("update private.deliveries set not_before = now()");
    expect(await call()).toBe(1);
    await db.owner("update private.deliveries set channel = 'push'");
    expect(await call()).toBe(1);
    await db.owner("delete from private.deliveries");
    await db.owner("insert into private.file_removals (file_path) values ('somebody/old')");
    expect(await call()).toBe(1);
    const sent = { headers: { apikey: "the key", "content-type": "application/json" }, body: {} };
    expect(await db.owner("select * from net.calls")).toEqual([
      { url: "https://ref.supabase.co/functions/v1/mail", ...sent },
      { url: "https://ref.supabase.co/functions/v1/push", ...sent },
      { url: "https://ref.supabase.co/functions/v1/builds", ...sent },
    ]);
  },
);

test("O2 a pull scans (owner, transaction, id) also in a large table", long, async () => {
  const dev = await person(db, "developer");
  const tester = await person(db, "tester");
  const id = await campaign(db, dev);
  const application = await apply(db, id, tester);
  // One row in fifty belongs to this tester.
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
    // Like sync_pull: one plan for all callers.
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

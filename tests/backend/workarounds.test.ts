// Proves each defect of the unpatched @supabase/lite. A failing test means that its workaround in
// supabase/local can be removed.
import { App, ConsoleEmailDriver, setExperimental } from "@supabase/lite";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bootstrap } from "../../supabase/local/database/bootstrap.ts";
import { openPglite } from "../../supabase/local/database/database.ts";
import { migrate } from "../../supabase/local/database/migrations.ts";
import { project } from "../fixtures/backend/project.ts";
import { long } from "../fixtures/long.ts";
import { createOwnDatabase } from "../fixtures/shared-postgres.ts";

let connection: PgliteConnection;
let app: App;
let client: SupabaseClient;
const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);

beforeAll(async () => {
  const database = await openPglite({ folder: undefined });
  await bootstrap(database);
  await migrate(database, project.migrationsDir);
  await database.query("checkpoint");
  const dump = await database.dump();
  await database.close();
  connection = await createPgliteConnection({ pgliteOptions: { loadDataDir: dump } });
  await connection.driver.waitReady;
  setExperimental("storage", true);
  app = new App({
    connection,
    auth: { enabled: true, jwt_secret: "x".repeat(32), publishable_key: "sb_publishable_x" },
    storage: { enabled: true },
    options: { server: { disableStudio: true }, drivers: { email: new ConsoleEmailDriver({ silent: true }) } },
  });
  client = createClient("http://lite.test", "sb_publishable_x", {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: class {} as unknown as typeof WebSocket },
    global: { fetch: (input, init) => app.fetch(new Request(input as string, init)) },
  });
  await client.auth.signUp({ email: "lite@example.test", password: "correct horse battery" });
}, 60_000);
afterAll(async () => {
  errors.mockRestore();
  await connection?.close();
});

test("lite mixes up two transactions on PGlite (connection-queue.ts)", long, async () => {
  let open: () => void = () => undefined;
  const waiting = new Promise<void>((done) => {
    open = done;
  });
  const first = connection.kysely.transaction().execute(async (transaction) => {
    await sql`select set_config('test.person', 'ann', true)`.execute(transaction);
    await waiting;
    const { rows } = await sql<{ person: string }>`select current_setting('test.person', true) as person`.execute(
      transaction,
    );
    return rows[0]?.person;
  });
  const second = connection.kysely.transaction().execute(async (transaction) => {
    await sql`select set_config('test.person', 'bob', true)`.execute(transaction);
    open();
  });
  const [seen] = await Promise.all([first, second]);
  expect(seen).not.toBe("ann");
});

test("lite grants every table to every role at its first request (lite-adapter.ts: rlsState)", long, async () => {
  await client.from("notes").select("id");
  const { rows } = await connection.driver.query<{ wide: boolean }>(
    "select has_column_privilege('authenticated', 'public.notes', 'secret', 'update') as wide",
  );
  expect(rows[0]?.wide).toBe(true);
});

test("lite parses a text in a JSON column as JSON (json-values.ts)", long, async () => {
  const { data } = await client.from("notes").insert({ body: "a text", data: "12" }).select("data");
  expect(data).toEqual([{ data: 12 }]);
});

test("lite loses the code of a rejection (lite-adapter.ts: normalizeDbError)", long, async () => {
  const answer = await client.rpc("reject", { code: "BF001", message: "no" });
  expect([answer.status, answer.error?.code]).toEqual([500, "SUP"]);
});

test("lite treats a broken token as signed out (rest/routes.ts)", long, async () => {
  const answer = await app.fetch(
    new Request("http://lite.test/rest/v1/rpc/who", {
      method: "POST",
      headers: { apikey: "sb_publishable_x", authorization: "Bearer broken", "content-type": "application/json" },
      body: "{}",
    }),
  );
  expect(answer.status).toBe(200);
});

test("lite has no storage adapter and no unnamed form field (stored-files.ts, upload-request.ts)", long, async () => {
  expect(app._storageAdapter).toBeUndefined();
  const { openAsBlob } = await import("node:fs");
  app._storageAdapter = {} as NonNullable<App["_storageAdapter"]>;
  const file = await openAsBlob(new URL(import.meta.url), { type: "text/plain" });
  const answer = await client.storage.from("attachments").upload("x/y", file);
  expect(answer.error?.message).toContain("Missing file in multipart upload");
});

test("lite exposes tables of every schema (lite-adapter.ts: exposedPart)", long, async () => {
  await connection.driver.exec(`
    create table public.things (id int primary key, owner_id uuid references auth.users (id));
    create table public.users (id int primary key, thing_id int references public.things (id));`);
  await connection.clearSchemaCache();
  expect((await client.from("things").select("id, users(id)")).error?.code).toBe("PGRST201");
});

test("lite returns null where it stored a default (rest/missing-columns.ts)", long, async () => {
  await connection.driver.exec("create table public.counted (id int primary key, n int default 7)");
  await connection.clearSchemaCache();
  const rows = [{ id: 1, n: 1 }, { id: 2 }];
  const { data } = await client.from("counted").insert(rows, { defaultToNull: false }).select("n");
  expect(data).toEqual([{ n: 1 }, { n: null }]);
});

test("lite has no WebSocket server and no functions (realtime/, functions.ts)", long, async () => {
  for (const path of ["/realtime/v1/websocket", "/functions/v1/health"]) {
    expect(
      (await app.fetch(new Request(`http://lite.test${path}`, { headers: { apikey: "sb_publishable_x" } }))).status,
    ).toBe(404);
  }
});

test("lite returns timestamps that are not ISO (replication goes through SQL functions)", long, async () => {
  await connection.driver.query("insert into public.notes (owner_id, body) select id, 'stamp' from auth.users limit 1");
  const { data } = await client.from("notes").select("created_at").limit(1).single();
  expect((data as { created_at: string }).created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:/);
});

test("lite encodes a jsonb argument twice on PostgreSQL (postgres.ts: jsonList)", long, async () => {
  const own = await createOwnDatabase("empty");
  const direct = createPostgresConnection({ url: own.url });
  try {
    const value = JSON.stringify({ a: 1 });
    const { rows } = await sql<{ kind: string }>`select jsonb_typeof(${value}::jsonb) as kind`.execute(direct.kysely);
    expect(rows[0]?.kind).toBe("string");
  } finally {
    await direct.close();
    await own.drop();
  }
});

test("lite changes an e-mail address after the old one's confirmation alone (auth/email-change.ts)", long, async () => {
  const { data } = await client.auth.signInWithPassword({
    email: "lite@example.test",
    password: "correct horse battery",
  });
  await client.auth.updateUser({ email: "next@example.test" });
  const { rows } = await connection.driver.query<{ current: string }>(
    "select email_change_token_current as current from auth.users where id = $1",
    [data.user?.id],
  );
  const verified = await client.auth.verifyOtp({ type: "email_change", token_hash: rows[0]?.current ?? "" });
  expect(verified.data.user?.email).toBe("next@example.test");
});

test("lite reports an unconfirmed address before it checks the password (auth/password-login.ts)", long, async () => {
  const email = "careful@example.test";
  await client.auth.signUp({ email, password: "correct horse battery" });
  await connection.driver.query("update auth.users set email_confirmed_at = null where email = $1", [email]);
  const { error } = await client.auth.signInWithPassword({ email, password: "not the one" });
  expect(error?.code).toBe("email_not_confirmed");
});

test("PGlite starts Postgres without fsync (fsync.ts)", long, async () => {
  const { rows } = await connection.driver.query<{ fsync: string }>("select current_setting('fsync') as fsync");
  expect(rows[0]?.fsync).toBe("off");
});

test("lite breaks warnings that are Errors (lite-process-guard.ts)", long, () => {
  // This file imports lite first, not through lite-package.ts.
  expect(() => process.emitWarning(new Error("said by a test"))).toThrow(TypeError);
});

// `npm run doctor` on a complete backend, on one without migrations, and with each fault in turn,
// for which it must print the effect and the fix.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { examine } from "../../supabase/doctor.ts";
import { backendVersion } from "../../supabase/functions/_shared/version.ts";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { backendVersion as expectedVersion } from "../../sync/schema/backend-version.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { type Between, openProxy, type Page } from "../fixtures/http-proxy.ts";
import { firstCases, long } from "../fixtures/long.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "betaflock-doctor-"));
const empty = join(folder, "empty");
const dist = join(folder, "dist");
let whole: ListeningBackend;
let bare: ListeningBackend;
let front: Between;
let frontUrl: string;
beforeAll(async () => {
  mkdirSync(empty);
  mkdirSync(join(dist, "assets"), { recursive: true });
  writeFileSync(join(dist, "index.html"), '<!doctype html><script src="/assets/index-abc.js"></script>');
  writeFileSync(join(dist, "assets", "index-abc.js"), 'const key = "sb_publishable_local";');
  writeFileSync(join(dist, "sw.js"), 'const all = ["assets/index-abc.js", "assets/later-abc.js"];');
  writeFileSync(join(dist, "assets", "later-abc.js"), "export {};");
  whole = await startOwnBackend({ sample: true, distDir: dist });
  bare = await startBackend({ migrationsDir: empty, functionsDir: empty });
  front = await openProxy(() => Number(new URL(whole.url).port));
  frontUrl = `http://127.0.0.1:${front.port}`;
  await whole.sql("call private.run_scheduled_jobs()");
});
afterAll(async () => {
  await front?.close();
  await whole?.stop();
  await bare?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const all = (to: Partial<Parameters<typeof examine>[0]> = {}) =>
  examine({ url: whole.url, key: whole.publishableKey, secretKey: whole.serviceKey, ...to });
/** Returns found problems. Their texts distinguish faults of the same part. */
const wrong = async (to: Partial<Parameters<typeof examine>[0]> = {}) =>
  (await all(to)).filter(({ level }) => level === "wrong");

describe("doctor", () => {
  test("finds no problem in a complete backend and its site", async () => {
    const findings = await all({ site: whole.url });
    expect(findings.filter(({ level }) => level === "wrong")).toEqual([]);
    expect([...new Set(findings.map(({ part }) => part))]).toEqual([
      ...["address", "key", "clock", "accounts", "migrations", "policies", "functions", "transactions", "push", "mail"],
      ...["realtime", "buckets", "version", "parts", "schedule", "site"],
    ]);
    expect(await wrong({ url: frontUrl, site: frontUrl })).toEqual([]);
  });

  test("its version equals the one that the newest migration records", async () => {
    const newest = readdirSync(join(root, "supabase/migrations")).sort().at(-1);
    expect(newest?.split("_")[0]).toBe(backendVersion);
    expect(expectedVersion).toBe(backendVersion);
    expect(await whole.sql("select version from private.backend_version")).toMatchObject([{ version: backendVersion }]);
  });

  const sql: {
    fault: string;
    part: string;
    what: string;
    fix: string;
    breaks: string;
    mends: string;
    /** `npm test` runs another fault of the same kind. */
  }[] = [
    {
      fault: "older migrations",
      part: "version",
      what: "The newest migration is 20260101000000",
      fix: "npm run deploy",
      breaks: "update private.backend_version set version = '20260101000000'",
      mends: `update private.backend_version set version = '${backendVersion}'`,
    },
    {
      fault: "newer migrations",
      part: "version",
      what: "The database is newer (20990101000000)",
      fix: "Update the app",
      breaks: "update private.backend_version set version = '20990101000000'",
      mends: `update private.backend_version set version = '${backendVersion}'`,
    },
    {
      fault: "row level security off on a table",
      part: "policies",
      what: "Changed row level security: public.rewards",
      fix: "alter table public.rewards enable row level security",
      breaks: "alter table public.rewards disable row level security",
      mends: "alter table public.rewards enable row level security",
    },
    {
      fault: "a policy of a table gone",
      part: "policies",
      what: "Missing policies: public.accounts accounts_read",
      fix: "20261124001080_accounts.sql.",
      breaks: "alter policy accounts_read on public.accounts rename to lost",
      mends: "alter policy lost on public.accounts rename to accounts_read",
    },
    {
      fault: "a policy of the storage gone",
      part: "policies",
      what: "storage.objects betaflock_own_read",
      fix: "20261124001330_storage.sql.",
      breaks: "alter policy betaflock_own_read on storage.objects rename to lost",
      mends: "alter policy lost on storage.objects rename to betaflock_own_read",
    },
    {
      fault: "a policy of realtime gone",
      part: "policies",
      what: "realtime.messages betaflock_own_topic",
      fix: "20261124001060_change_notifications.sql.",
      breaks: "alter policy betaflock_own_topic on realtime.messages rename to lost",
      mends: "alter policy lost on realtime.messages rename to betaflock_own_topic",
    },
    ...["sync_pull(jsonb, jsonb)", "sync_push(text, json, jsonb)"].map((call) => ({
      fault: `${call} revoked`,
      part: "calls",
      what: `${call} authenticated`,
      fix: `grant execute on function public.${call} to authenticated;`,
      breaks: `revoke execute on function public.${call} from authenticated`,
      mends: `grant execute on function public.${call} to authenticated`,
    })),
    {
      fault: "a table of a migration gone",
      part: "migrations",
      what: "Missing tables: public.settings",
      fix: "20261124001120_settings.sql.",
      breaks: "alter table public.settings rename to lost",
      mends: "alter table public.lost rename to settings",
    },
    {
      fault: "a trigger on auth.users disabled",
      part: "triggers",
      what: "auth.users betaflock_user_created",
      fix: "20261124001370_auth_users.sql.",
      breaks: "alter table auth.users disable trigger betaflock_user_created",
      mends: "alter table auth.users enable trigger betaflock_user_created",
    },
    {
      fault: "a private bucket open to everybody",
      part: "buckets",
      what: "Changed buckets: files",
      fix: "20261124001330_storage.sql",
      breaks: "update storage.buckets set public = true where id = 'files'",
      mends: "update storage.buckets set public = false where id = 'files'",
    },
    {
      fault: "a public bucket that is private",
      part: "buckets",
      what: "Changed buckets: avatars",
      fix: "20261124001330_storage.sql",
      breaks: "update storage.buckets set public = false where id = 'avatars'",
      mends: "update storage.buckets set public = true where id = 'avatars'",
    },
    {
      fault: "a missing bucket",
      part: "buckets",
      what: "Missing buckets: branding",
      fix: "20261124001330_storage.sql",
      breaks: `do $$ begin
        perform set_config('storage.allow_delete_query', 'true', true);
        delete from storage.buckets where id = 'branding';
      end $$`,
      mends: `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
        values ('branding', 'branding', true, 1048576, array['image/png'])`,
    },
    {
      fault: "a renamed column of a closed table",
      part: "migrations",
      what: "Missing columns: private.wave_candidates.place",
      fix: "20261124001209_waves.sql",
      breaks: "alter table private.wave_candidates rename place to lost",
      mends: "alter table private.wave_candidates rename lost to place",
    },
    {
      fault: "another default of a column",
      part: "migrations",
      what: "Changed columns: public.profiles.status",
      fix: "20261124001070_profiles.sql",
      breaks: "alter table public.profiles alter status set default 'suspended'",
      mends: "alter table public.profiles alter status set default 'active'",
    },
    {
      fault: "a check that is gone",
      part: "migrations",
      what: "Missing constraints: public.feedback feedback_summary_check",
      fix: "20261124001230_feedback.sql",
      breaks: "alter table public.feedback rename constraint feedback_summary_check to lost",
      mends: "alter table public.feedback rename constraint lost to feedback_summary_check",
    },
    {
      fault: "an extra right to write a column",
      part: "policies",
      what: "Not of this version: rights: public.profiles.karma authenticated UPDATE",
      fix: "revoke UPDATE (karma) on public.profiles from authenticated;",
      breaks: "grant update (karma) on public.profiles to authenticated",
      mends: "revoke update (karma) on public.profiles from authenticated",
    },
    {
      fault: "an extra right to call a function of the server",
      part: "calls",
      what: "Not of this version: rights to call: private.new_epoch() authenticated",
      fix: "revoke execute on function private.new_epoch() from public, authenticated;",
      breaks: "grant execute on function private.new_epoch() to authenticated",
      mends: "revoke execute on function private.new_epoch() from authenticated",
    },
    {
      fault: "a weakened policy",
      part: "policies",
      what: "Changed policies: public.sync_rejections sync_rejections_read",
      fix: "20261124001400_push_rows.sql",
      breaks: "alter policy sync_rejections_read on public.sync_rejections using (true)",
      mends: "alter policy sync_rejections_read on public.sync_rejections using ((select private.is_admin()))",
    },
    {
      fault: "an extra policy",
      part: "policies",
      what: "Not of this version: policies: storage.objects everybody",
      fix: "drop policy everybody on storage.objects;",
      breaks: "create policy everybody on storage.objects for select using (true)",
      mends: "drop policy everybody on storage.objects",
    },
    ...["storage.objects", "realtime.messages"].map((table) => ({
      fault: `row level security off on ${table}`,
      part: "policies",
      what: `Changed row level security: ${table}`,
      fix: `alter table ${table} enable row level security;`,
      breaks: `alter table ${table} disable row level security`,
      mends: `alter table ${table} enable row level security`,
    })),
    {
      fault: "a replaced function",
      part: "triggers",
      what: "Changed functions: private.push_budget()",
      fix: "20261124001410_push.sql",
      breaks: `create or replace function private.push_budget() returns interval
        language sql stable set search_path = '' as $$ select interval '1 hour' $$`,
      mends: `create or replace function private.push_budget() returns interval
        language sql stable set search_path = '' as $$ select interval '1.5 seconds' $$`,
    },
    {
      fault: "a bucket without a limit",
      part: "buckets",
      what: "Changed buckets: attachments",
      fix: "20261124001330_storage.sql",
      breaks: `create table private.kept as select file_size_limit as size from storage.buckets where id = 'attachments';
        update storage.buckets set file_size_limit = null where id = 'attachments'`,
      mends: `update storage.buckets set file_size_limit = (select size from private.kept) where id = 'attachments';
        drop table private.kept`,
    },
    {
      fault: "a migration in the middle that has not run",
      part: "version",
      what: "Migrations that have not run: 20261124001230_feedback.sql",
      fix: "npm run deploy",
      breaks: "delete from supabase_migrations.schema_migrations where version = '20261124001230'",
      mends: "insert into supabase_migrations.schema_migrations (version, name) values ('20261124001230', 'feedback')",
    },
    {
      fault: "a schedule that does not run",
      part: "schedule",
      what: "The schedule has not run since",
      fix: "pg_cron",
      breaks: "update private.scheduled_jobs set ended_at = now() - interval '1 hour' where job = 'note_day'",
      mends: "update private.scheduled_jobs set ended_at = now()",
    },
    {
      fault: "a row with which the schedule fails",
      part: "schedule",
      what: "approve_reports of 11111111-1111-4111-8111-111111111111 (2 times since",
      fix: "private.job_failures",
      breaks: `insert into private.job_failures (job, item, attempts, error)
        values ('approve_reports', '11111111-1111-4111-8111-111111111111', 2, 'this row is broken')`,
      mends: "delete from private.job_failures",
    },
  ];
  test.each(firstCases(sql))("reports $fault", async (row) => {
    const { part, what, fix, breaks, mends } = row;
    await whole.database.exec(breaks);
    const found = await wrong();
    await whole.database.exec(mends);
    expect(found).toContainEqual({
      ...{ part, level: "wrong", what: expect.stringContaining(what), why: expect.stringMatching(/\.$/) },
      fix: expect.stringContaining(fix),
    });
  });

  test("reports nothing after every fault is fixed", async () => {
    expect(await wrong()).toEqual([]);
  });

  const later = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const json = (value: unknown): Page => ({
    ...{ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(value) },
  });
  const facts = async (changed: object): Promise<Page> => {
    const answer = await fetch(`${whole.url}/rest/v1/rpc/backend_facts`, {
      method: "POST",
      headers: { apikey: whole.serviceKey, authorization: `Bearer ${whole.serviceKey}` },
    });
    return json({ ...((await answer.json()) as object), ...changed });
  };
  const jobs = ["betaflock-scheduled-jobs", "betaflock-deliveries"];
  const answers: { fault: string; part: string; what: string; fix: string; at: string; page: () => Promise<Page> }[] = [
    {
      fault: "a missing function",
      part: "functions",
      what: "Not deployed: storage.",
      fix: "npm run deploy",
      at: "/functions/v1/storage",
      page: async () => ({ ...json({ message: "Requested function was not found" }), status: 404 }),
    },
    {
      fault: "a function of an older version",
      part: "functions",
      what: "Of another version: storage.",
      fix: "npm run deploy",
      at: "/functions/v1/storage",
      page: async () => ({ status: 400, headers: { "x-betaflock-version": "20260101000000" } }),
    },
    {
      fault: "a clock that is ahead",
      part: "clock",
      what: "s ahead of this one.",
      fix: "NTP",
      at: "/auth/v1/settings",
      page: async () => ({ ...json({}), headers: { date: later(90).toUTCString() } }),
    },
    {
      fault: "the database's clock that is behind",
      part: "clock",
      what: "s behind this one.",
      fix: "NTP",
      at: "/rest/v1/rpc/backend_facts",
      page: () => facts({ now: later(-90).toISOString() }),
    },
    {
      fault: "cron that was not set up",
      part: "schedule",
      what: "Not scheduled: betaflock-scheduled-jobs, betaflock-deliveries.",
      fix: "select cron.schedule('betaflock-scheduled-jobs'",
      at: "/rest/v1/rpc/backend_facts",
      page: () => facts({ jobs: [], secrets: ["project_url", "secret_key"] }),
    },
    {
      fault: "a vault without the functions' secrets",
      part: "vault",
      what: "The vault has no secret_key.",
      fix: "npm run deploy",
      at: "/rest/v1/rpc/backend_facts",
      page: () => facts({ jobs, secrets: ["project_url"] }),
    },
    {
      fault: "a host that answers pages under /assets/",
      part: "site",
      what: "answers 200 and text/html",
      fix: "Answer 404 under /assets/",
      at: "/assets/none-of-ours-00000000.js",
      page: async () => ({ status: 200 }),
    },
    {
      fault: "a secret key in the app",
      part: "site",
      what: "A secret key is in assets/later-abc.js.",
      fix: "Revoke this key",
      at: "/assets/later-abc.js",
      page: async () => ({ status: 200, body: `const key = "sb_secret_${"x".repeat(30)}";` }),
    },
  ];
  /** Returns the problems found while one address has a different response. */
  async function wrongWith(at: string, page: Page) {
    front.rule = ({ url }) => (url === at ? page : null);
    const found = await wrong({ url: frontUrl, site: frontUrl });
    front.rule = () => null;
    return found;
  }
  test.each(firstCases(answers))("reports $fault", async ({ part, what, fix, at, page }) => {
    expect(await wrongWith(at, await page())).toEqual([
      {
        ...{ part, level: "wrong", what: expect.stringContaining(what), why: expect.stringMatching(/\.$/) },
        fix: expect.stringContaining(fix),
      },
    ]);
  });

  test("reports public channels, a websocket that does not open, and an unreachable server", long, async () => {
    const sockets = new WebSocketServer({ noServer: true });
    sockets.on("connection", (client) =>
      client.on("message", (data) => {
        const { topic, ref, join_ref } = JSON.parse(String(data)) as Record<string, unknown>;
        const payload = { status: "ok", response: {} };
        client.send(JSON.stringify({ topic, event: "phx_reply", payload, ref, join_ref }));
      }),
    );
    front.onUpgrade = (incoming, socket, head) =>
      sockets.handleUpgrade(incoming, socket, head, (client) => sockets.emit("connection", client));
    const open = await wrong({ url: frontUrl });
    front.onUpgrade = (_incoming, socket) => void socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    const closed = await wrong({ url: frontUrl });
    sockets.removeAllListeners("connection");
    sockets.on("connection", (client) => client.close());
    front.onUpgrade = (incoming, socket, head) =>
      sockets.handleUpgrade(incoming, socket, head, (client) => sockets.emit("connection", client));
    const silent = await wrong({ url: frontUrl });
    front.onUpgrade = null;
    expect(silent).toMatchObject([{ part: "realtime", what: expect.stringContaining("without an answer") }]);
    expect(open).toMatchObject([{ part: "realtime", what: "Anybody may join public channels." }]);
    expect(closed).toMatchObject([{ part: "realtime", fix: expect.stringContaining("pass upgrades") }]);
    expect(await wrong({ url: "http://127.0.0.1:9" })).toMatchObject([{ part: "address" }]);
  });

  test("S29 lists disabled features: push, email, and OAuth logins", long, async () => {
    const notes = async (backend: ListeningBackend) =>
      (await all({ url: backend.url, key: backend.publishableKey, secretKey: backend.serviceKey }))
        .filter(({ level }) => level === "note")
        .map(({ what }) => what);
    const off = ["Signing in with Google is off.", "Signing in with GitHub is off."];
    expect(await notes(whole)).toEqual([...off, "Notifications by email are off."]);
    const sending = await startOwnBackend({ smtp: { url: "smtp://127.0.0.1:9", from: "hello@betaflock.example" } });
    expect(await notes(sending)).toEqual(off);
    await sending.stop();
    front.rule = ({ url }) =>
      url === "/functions/v1/push" ? { status: 501, headers: { "x-betaflock-version": backendVersion } } : null;
    const found = await all({ url: frontUrl });
    front.rule = () => null;
    expect(found).toContainEqual(expect.objectContaining({ part: "push", level: "note", what: "Web push is off." }));
  });

  test("a server's health names failing jobs, and none of their rows", async () => {
    await whole.sql(
      "insert into private.job_failures (job, item, error) values ('approve_reports', 'a-row', 'secret words')",
    );
    const body = { status: "degraded", schedule: "Scheduled jobs fail: approve_reports." };
    for (const path of ["/health", "/functions/v1/health"]) {
      const answer = await fetch(whole.url + path, { headers: { apikey: whole.publishableKey } });
      expect(await answer.json()).toEqual(body);
    }
    const found = await wrong({ secretKey: "" });
    await whole.sql("delete from private.job_failures");
    expect(found).toMatchObject([{ part: "jobs", what: body.schedule }]);
  });

  test("reports missing parts where nothing was deployed", async () => {
    const found = await wrong({ url: bare.url, key: bare.publishableKey, secretKey: bare.serviceKey });
    expect(found.map(({ part }) => part)).toEqual(["migrations", "functions", "buckets", "version"]);
    expect(found[0]).toMatchObject({ fix: expect.stringContaining("npm run deploy") });
    expect(found[1]?.what).toMatch(/^Not deployed: .*mail/);
  });

  test("P2 detects a publicly readable table, also without the secret key", async () => {
    await whole.sql("alter table public.accounts disable row level security");
    await whole.sql("grant select on public.accounts to anon");
    const found = await wrong({ secretKey: "" });
    await whole.sql("alter table public.accounts enable row level security");
    await whole.sql("revoke select on public.accounts from anon");
    expect(found).toMatchObject([{ part: "policies", what: "A stranger can read accounts." }]);
  });

  test("P2 only the secret key reads the database's self-description", async () => {
    const asked = await fetch(`${whole.url}/rest/v1/rpc/backend_facts`, {
      method: "POST",
      headers: { apikey: whole.publishableKey, "content-type": "application/json" },
      body: "{}",
    });
    expect([401, 403, 404]).toContain(asked.status);
    const found = await all({ secretKey: "" });
    expect(found.map(({ part }) => part)).not.toContain("version");
    expect(found).toContainEqual(expect.objectContaining({ part: "secret key", level: "note" }));
  });

  test("reports a secret key instead of the app's, wrong keys, and a host that is not Supabase", async () => {
    expect(await wrong({ key: whole.serviceKey })).toMatchObject([{ part: "key", what: "This is a secret key." }]);
    expect(await wrong({ key: "sb_publishable_other" })).toMatchObject([{ part: "key" }]);
    const other = { secretKey: `sb_secret_${"x".repeat(30)}` };
    expect(await wrong(other)).toContainEqual(expect.objectContaining({ part: "secret key" }));
    expect(await wrongWith("/auth/v1/settings", { status: 404 })).toMatchObject([
      { part: "address", what: expect.stringContaining("no Supabase behind it") },
    ]);
  });

  test(
    "as a command: exits with 0 for a complete backend, 1 for a fault, 2 for arguments; also prints JSON",
    long,
    async () => {
      const run = (...args: string[]) =>
        new Promise<{ status: unknown; stdout: string }>((done) => {
          const env = { ...process.env, SUPABASE_SECRET_KEY: whole.serviceKey };
          const command = ["--import", "tsx", "supabase/doctor.ts", ...args];
          execFile(process.execPath, command, { cwd: root, env }, (error, stdout) =>
            done({ status: error ? error.code : 0, stdout }),
          );
        });
      const good = await run(whole.url, whole.publishableKey, "--json");
      expect(good.status).toBe(0);
      expect(JSON.parse(good.stdout)).toContainEqual(expect.objectContaining({ part: "version", level: "good" }));
      const rejected = await run(whole.url, "x");
      expect(rejected.status).toBe(1);
      expect(rejected.stdout).toMatch(/^WRONG {2}key +The key was rejected/m);
      expect(await run("--jsn")).toMatchObject({ status: 2 });
    },
  );
});

// The whole product in a separate process, to measure its memory and notice its end. Its first line
// contains its address and callers; it answers "memory" with its resident size after a garbage
// collection.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBackend } from "../../../supabase/local/backend.ts";
import type { Log } from "../../../supabase/local/common/log.ts";
import { watchProcess } from "../../../supabase/local/common/process-errors.ts";
import { signToken } from "../../../supabase/local/common/token.ts";
import { password, signUp } from "../../fixtures/backend/project.ts";
import { createOwnDatabase } from "../../fixtures/shared-postgres.ts";

export interface Scenario {
  port: number;
  publishableKey: string;
  /** Tokens by caller; "service" is a key. */
  callers: Record<string, string>;
  ids: string[];
  tables: Record<string, string[]>;
  functions: Record<string, { name: string; type: string }[]>;
  buckets: string[];
}

/** Users with an account, in the order of their sign-up. */
const callerNames = ["tester", "developer", "admin", "suspended", "doomed", "former"];
const developers = ["developer", "former"];
/** Rows that the developer may still create today. */
const left = 3;
/** Concurrent calls do not see each other (private.rate_limit_unlocked). */
const atOnce = 16;

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const told =
  /^(request_failed|response_failed|upgrade_failed|unhandled_rejection|uncaught_exception|function_failed|.*_rejected)$/;
const log: Log = (event, fields) => {
  if (told.test(event) && Number(fields?.status ?? 500) >= 500) say({ event, ...fields });
};

async function main(): Promise<void> {
  watchProcess(log, (code) => process.exit(code));
  const dist = mkdtempSync(join(tmpdir(), "betaflock-fuzz-"));
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>app</title>");
  writeFileSync(join(dist, "a file.js"), "1");
  const own = process.argv[2] === "postgres" ? await createOwnDatabase() : undefined;
  const backend = await startBackend({
    ...{ schedule: false, distDir: dist, sample: true, log },
    ...(own ? { databaseUrl: own.url } : {}),
  });
  const people: Record<string, string> = {};
  const ids: string[] = [];
  for (const name of callerNames) {
    const person = await signUp(backend, {
      name: `Fuzzy ${name}`,
      role: developers.includes(name) ? "developer" : "tester",
    });
    people[name] = person.token;
    ids.push(person.id);
  }
  await backend.sql("update public.profiles set role = 'admin' where id = $1", [ids[2] ?? ""]);
  await backend.sql("update public.profiles set status = 'suspended' where id = $1", [ids[3] ?? ""]);
  // A removed member, whose app stays with the developer's organization.
  const [, developer = "", , , , former = ""] = ids;
  const formersApp = randomUUID();
  await backend.sql("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
    ...[developer, former],
  ]);
  const created = await fetch(`${backend.url}/rest/v1/rpc/sync_push`, {
    method: "POST",
    headers: {
      ...{ apikey: backend.publishableKey, "content-type": "application/json" },
      authorization: `Bearer ${people.former}`,
    },
    body: JSON.stringify({
      collection: "apps",
      rows: [
        {
          assumedMasterState: null,
          newDocumentState: {
            ...{
              id: formersApp,
              org_id: developer,
              developer_id: former,
              title: "Left behind",
              description: "By a member",
            },
            ...{ platform: "web", type: "WEB", icon_path: "", screenshots: [], requirements: [], compatibility: "" },
            ...{ status: "draft", sync_client: "fuzz", sync_seq: 1, sync_xid: "" },
          },
        },
      ],
    }),
  });
  const pushed = await created.text();
  if (!pushed.includes(`"applied": [{`) && !pushed.includes(`"applied":[{`))
    throw new Error(`No app to leave behind: ${pushed}`);
  await backend.sql("delete from public.organization_members where org_id = $1 and user_id = $2", [developer, former]);
  await backend.sql(
    `insert into private.rate_limits (bucket, window_start, window_end, hits)
     select 'new:' || k || ':' || $1, now(), now() + interval '1 day', private.most(k) - $2::int from unnest('{apps,campaigns}'::text[]) k`,
    [developer, left],
  );
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: ids[0], role: "authenticated", aud: "authenticated", iat: now - 7200, exp: now - 3600 };
  const tables = await backend.sql<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') group by 1`,
  );
  const functions = await backend.sql<{ name: string; args: string[]; types: string[] }>(
    `select p.proname as name, coalesce(p.proargnames, '{}') as args,
       array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a(t, n) order by n) as types
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`,
  );
  const buckets = await backend.sql<{ id: string }>("select id from storage.buckets");
  // A few rows of each kind, owned by others.
  const rows = await backend.sql<{ id: string }>(
    ["campaigns", "apps", "releases", "organizations", "feedback", "profiles", "comments", "notifications"]
      .map((table) => `(select id::text as id from public.${table} order by id limit 3)`)
      .join(" union all "),
  );
  const scenario: Scenario = {
    port: backend.port,
    publishableKey: backend.publishableKey,
    callers: {
      ...people,
      anon: "",
      service: backend.serviceKey,
      expired: signToken(claims, backend.jwtSecret),
      forged: signToken({ ...claims, exp: now + 3600 }, "not the server's own secret at all"),
    },
    ids: [...ids, ...rows.map((row) => row.id)],
    tables: Object.fromEntries(tables.map((row) => [row.name, row.columns])),
    functions: Object.fromEntries(
      functions.map(({ name, args, types }) => [name, types.map((type, at) => ({ name: args[at] ?? "", type }))]),
    ),
    buckets: buckets.map((row) => row.id),
  };
  say(scenario);
  const signedIn = async (at: number): Promise<string> => {
    const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: `person-${at + 1}@example.test`, password }),
    });
    return ((await answer.json()) as { access_token?: string }).access_token ?? "";
  };
  process.on("disconnect", () => process.exit(0));
  process.on("message", (asked) => {
    if (asked === "memory") {
      globalThis.gc?.();
      process.send?.({ memory: process.memoryUsage().rss });
    }
    // Invariants that no request may break.
    if (asked === "invariants")
      void backend
        .sql<{ broken: string }>(
          `select 'a team with the id of a person: ' || o.id as broken from public.organizations o join public.profiles p on p.id = o.id where not o.personal
           union all select 'a stranger in a personal organization: ' || m.user_id from public.organization_members m
             join public.organizations o on o.id = m.org_id where o.personal and m.user_id <> o.id and not o.is_sample
           union all select 'a picture of another person: ' || a.icon_path from public.apps a where a.icon_path <> ''
             and not exists (select 1 from public.profiles p where starts_with(a.icon_path, p.id || '/'))
           union all select 'a build of another person: ' || r.file_path from public.releases r
             where r.file_path <> '' and not starts_with(r.file_path, r.developer_id || '/') and not r.is_sample
           union all select 'an address that is none: ' || e from (
             select email from auth.users union all select email from public.profiles union all select email from private.deliveries
             union all select email from private.organization_invitations union all select email from private.tester_invitations
             union all select email from public.contact_messages union all select paypal_email from public.accounts
             union all select new_email from public.accounts) a (e) where coalesce(e, '') not in ('', 'deleted@example.invalid') and private.email_of(e) is distinct from lower(e)
           union all select 'more rows than a person may create: ' || r.kind || ' ' || count(*) from (
             select 'apps' as kind, developer_id from public.apps union all select 'campaigns', developer_id from public.campaigns) r
             where r.developer_id = $2 group by r.kind having count(*) > $3
           union all select 'a bucket is missing: ' || b from unnest($1::text[]) b where b not in (select id from storage.buckets)`,
          [`{${buckets.map((row) => row.id).join(",")}}`, developer, left + atOnce],
        )
        .then(async (found) => {
          const exported = await fetch(`${backend.url}/rest/v1/rpc/export_own_data`, {
            method: "POST",
            headers: {
              ...{ apikey: backend.publishableKey, "content-type": "application/json" },
              authorization: `Bearer ${await signedIn(callerNames.indexOf("former"))}`,
            },
            body: JSON.stringify({ request: { part: "apps" } }),
          });
          const text = await exported.text();
          const leaks = exported.ok && !text.includes(formersApp) ? [] : [`an export of a removed member: ${text}`];
          process.send?.({ broken: [...found.map((row) => row.broken), ...leaks] });
        });
    // Callers whom a request has signed out sign in again, or the rest would run unauthenticated.
    if (asked === "sign in")
      void Promise.all(callerNames.map(async (name, at) => [name, await signedIn(at)])).then((tokens) =>
        process.send?.({ callers: Object.fromEntries(tokens) }),
      );
    if (asked === "stop")
      void backend.stop().then(async () => {
        await own?.drop();
        rmSync(dist, { recursive: true, force: true });
        process.exit(0);
      });
  });
}

void main();

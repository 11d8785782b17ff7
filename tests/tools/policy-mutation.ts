// Mutation test of the database: removes each policy, trigger, grant and check in turn on a
// temporary PostgreSQL, and runs the views of supabase/tests. `npm run test:mutation` lists
// surviving mutants. Changes no file.
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { bootstrap } from "../../supabase/local/database/bootstrap.ts";
import { openPostgres } from "../../supabase/local/database/database.ts";
import { migrate } from "../../supabase/local/database/migrations.ts";
import { pgtapSql, prepared } from "../fixtures/sql/pgtap.ts";
import { startTestPostgres } from "../fixtures/test-postgres.ts";

const migrations = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));

interface Mutant {
  /** Place whose questions run first. */
  place: string;
  sql: string;
  /** Pattern of the attempts that run first. */
  attempts?: string | null | undefined;
}

/**
 * Mutants without a visible effect, each with the reason. A mutant that a test detects must leave
 * this list.
 */
const equivalent = new Map<string, string>([
  ...["payouts_decide on public.payouts", "flags_decide on public.flags", "settings_edit_admin on public.settings"].map(
    (name): [string, string] => [
      `alter policy ${name} with check (true)`,
      "using and check ask the same, of the caller and not of the row",
    ],
  ),
  ...["sync_rejections", "state_transitions"].map((table): [string, string] => [
    `drop policy require_valid_session on public.${table}`,
    "its own policy asks for a role, and nobody has one in an ended session",
  ]),
  ...["anon", "authenticated"].map((role): [string, string] => [
    `revoke usage on schema public from ${role}`,
    "PostgreSQL gives it to everybody besides",
  ]),
  ...["priority", "tags"].map((column): [string, string] => [
    `alter table feedback drop constraint feedback_${column}_check`,
    "triggers move the value away, to a table whose own check rejects the same",
  ]),
  ["alter policy settings_read on public.settings using (true)", "no section is ever deleted"],
  [
    "alter policy state_transitions_read on public.state_transitions using (true)",
    "whoever has no role has no session either (require_valid_session); the table is no secret",
  ],
]);

/** SQL that lists the database's objects and their removal as rows of `Mutant`. */
const policies = `
select place, case cmd when 'SELECT' then '(read|select)' when 'INSERT' then '(add|insert)' when 'UPDATE' then '(change|update)' when 'DELETE' then '(remove|delete)' end as attempts,
  unnest(array[
    format('drop policy %I on %I.%I', policyname, schemaname, tablename),
    case when permissive = 'PERMISSIVE' and qual is not null then format('alter policy %I on %I.%I using (true)', policyname, schemaname, tablename) end,
    case when permissive = 'PERMISSIVE' and with_check is not null then format('alter policy %I on %I.%I with check (true)', policyname, schemaname, tablename) end
  ]) as sql
from (select *, case schemaname when 'public' then tablename else schemaname || '.' || tablename end as place from pg_policies) p
where schemaname in ('public', 'storage', 'realtime')
union all
select relname, null, format('alter table public.%I disable row level security', relname) from pg_class
where relnamespace = 'public'::regnamespace and relkind = 'r'`;

const triggers = `
select c.oid::regclass::text as place, format('drop trigger %I on %s', t.tgname, case c.relnamespace when 'public'::regnamespace then 'public.' else '' end || c.oid::regclass) as sql
from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
where p.pronamespace = 'private'::regnamespace and not t.tgisinternal and t.tgname not like 'notify\\_%' and t.tgname <> 'effects'`;

const grants = `
select c.relname as place, format('revoke %s (%I) on public.%I from %I', x.privilege_type, a.attname, c.relname, r.rolname) as sql
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attacl is not null cross join aclexplode(a.attacl) x join pg_roles r on r.oid = x.grantee
where c.relnamespace = 'public'::regnamespace and r.rolname in ('anon', 'authenticated')
union all
select c.relname, format('revoke %s on public.%I from %I', x.privilege_type, c.relname, r.rolname)
from pg_class c cross join aclexplode(c.relacl) x join pg_roles r on r.oid = x.grantee
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and r.rolname in ('anon', 'authenticated', 'service_role')
union all
select c.relname, format('grant all on public.%I to %I', c.relname, who)
from pg_class c, (values ('anon'), ('authenticated'), ('public')) w (who) where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
union all
select 'calls', format(case when has_function_privilege(who, p.oid, 'execute') then 'revoke all on routine %s from %I' else 'grant execute on routine %s to %I' end, p.oid::regprocedure, who)
from pg_proc p, (values ('anon'), ('authenticated')) w (who)
where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prorettype <> 'trigger'::regtype and p.proname not like 'pg\\_%'
union all
select 'schemas', format('revoke usage on schema %I from %I', n, who) from (values ('anon'), ('authenticated')) w (who), (values ('public'), ('private')) s (n)`;

const checks = `
select c.relname as place, format('alter table %s drop constraint %I', c.oid::regclass, k.conname) as sql
from pg_constraint k join pg_class c on c.oid = k.conrelid
where k.contype = 'c' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;

/** Makes a condition of policies and triggers return wrong values. */
const wrong = (name: string, result: string, body: string, place: string, attempts?: string): Mutant => ({
  ...{ place, attempts },
  sql: `create or replace function private.${name} returns ${result} language sql stable security definer set search_path = '' as $$ ${body} $$`,
});
const isAdmin = (body: string, place: string): Mutant => wrong("is_admin()", "boolean", body, place);
/** Makes one condition of the campaign visibility check always true. */
const maySee = (place: string, met: number): Mutant => {
  const conditions = [
    "not c._deleted",
    "c.status <> 'draft'",
    "exists (select 1 from public.profiles p where p.id = the_person and p.role = 'tester')",
    "(c.visibility = 'public' or c.id in (select private.campaigns_of(the_person)))",
    "private.is_admin()",
    "the_person = auth.uid()",
  ].map((condition, n) => (n === met ? "true" : condition));
  const [present, published, tester, visible, admin, caller] = conditions;
  const organization = "private.organization_allows(c.org_id, 'view', the_person)";
  return wrong(
    "may_see_campaign(the_campaign uuid, the_person uuid)",
    "boolean",
    `select exists (select 1 from public.campaigns c where c.id = the_campaign and ${present}
       and (${organization} or (${caller} and ${admin}) or (${published} and ${tester} and ${visible})))`,
    place,
  );
};
const functions: Mutant[] = [
  ...["campaigns", "applications", "flags", "flags", "flags"].map(maySee),
  wrong("campaigns_of(person uuid)", "setof uuid", "select c.id from public.campaigns c", "applications"),
  wrong("my_campaigns()", "setof uuid", "select c.id from public.campaigns c", "campaigns"),
  isAdmin("select private.my_role() = 'admin'", "profiles"),
  isAdmin("select true", "profiles"),
  isAdmin("select coalesce(private.my_role() = 'admin' and private.my_status() = 'active', false)", "settings"),
  isAdmin(
    `select coalesce(private.my_role() = 'admin' and private.my_status() = 'active' and (private.second_factor_given()
       or private.setting('security', 'require_2fa_for_admins') is distinct from 'true'), false)`,
    "settings",
  ),
  wrong("second_factor_given()", "boolean", "select true", "settings"),
  wrong("second_factor_given()", "boolean", "select coalesce(auth.jwt() ->> 'aal' = 'aal2', false)", "settings"),
  wrong("acting_role()", "text", "select private.my_role()", "storage.objects", "insert"),
  wrong("my_role()", "text", "select 'admin'", "settings"),
  wrong("my_status()", "text", "select 'active'", "profiles"),
  wrong("can_write()", "boolean", "select true", "storage.objects", "insert"),
  wrong("own_folder(name text)", "boolean", "select true", "storage.objects"),
  wrong(
    "own_folder(name text)",
    "boolean",
    "select split_part(name, '/', 1) = auth.uid()::text",
    "storage.objects",
    "insert",
  ),
  wrong("received_attachment(name text)", "boolean", "select true", "storage.objects"),
  wrong("my_accepted_campaigns()", "setof uuid", "select c.id from public.campaigns c", "briefs"),
  wrong("my_granted_releases()", "setof uuid", "select r.id from public.releases r", "releases"),
  wrong("vouches(person uuid, org_id uuid, capability text)", "boolean", "select true", "calls"),
  wrong("right_to_invite(role text)", "text", "select 'administer'", "calls"),
  wrong("is_orphaned_upload(bucket text, name text, person uuid)", "boolean", "select false", "storage.objects"),
  wrong("require_own_object(actor text, name text, path text, before text default '')", "void", "select", "apps"),
  wrong("session_error()", "text", "select null", "accounts"),
  wrong(
    "session_error()",
    "text",
    `select case when auth.jwt() ->> 'session_id' is not null and not exists (
       select 1 from auth.sessions s where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid()) then 'ended' end`,
    "profiles",
  ),
  wrong("current_actor()", "text", "select 'server'", "apps"),
];

interface Group {
  file: string;
  views: readonly string[];
  sources: readonly string[];
  written: readonly Mutant[];
}

interface Score {
  tried: number;
  /** Each with the undetected change and the place of the missing test. */
  survived: string[];
  /** Listed in `equivalent` although a test detects it. */
  stale: string[];
}

/** Kinds of mutants, and the test views that should detect them, fastest first. */
const groups: Record<string, Group> = {
  "policy, function, trigger and grant": {
    ...{ file: "permissions.test.sql", views: ["answer", "session_answer"] },
    ...{ sources: [policies, triggers, grants], written: functions },
  },
  check: { file: "limits.test.sql", views: ["answer"], sources: [checks], written: [] },
};

const survival = (file: string, { place, sql }: Mutant): string =>
  `${sql}\n  Nothing in supabase/tests/${file} notices that. Add a line there (place '${place}') for what somebody could do then,` +
  " or to `equivalent` in tests/tools/policy-mutation.ts why nobody could.";

type Questions = (view: string, where: string) => Promise<boolean>;

/**
 * Runs each mutant in a savepoint.
 * @returns whether a test's result differs
 */
async function noticed(sql: postgres.Sql, wrongAnswer: Questions, views: readonly string[], mutant: Mutant) {
  await sql.unsafe("savepoint mutant");
  await sql.unsafe(mutant.sql).catch((error: unknown) => {
    throw new Error(`${mutant.sql}: ${String(error)}`);
  });
  try {
    // Asks about the mutant's own place first, because all questions take seconds and few mutants
    // are detected elsewhere only. Equivalent mutants run there alone.
    const [own, elsewhere] = [`place = '${mutant.place}'`, `place <> '${mutant.place}'`];
    const begins = mutant.attempts && `${own} and what ~ '(P4|by session:) ${mutant.attempts} '`;
    for (const where of equivalent.has(mutant.sql) ? [own] : [...(begins ? [begins] : []), own, elsewhere])
      for (const view of views) if (await wrongAnswer(view, where)) return true;
    return false;
  } catch {
    return true; // The questions themselves fail.
  } finally {
    await sql.unsafe("rollback to savepoint mutant");
  }
}

async function mutate({ file, views, sources, written }: Group, said = (_line: string): void => undefined) {
  const cluster = await startTestPostgres();
  const score: Score = { tried: 0, survived: [], stale: [] };
  try {
    const template = await openPostgres(cluster.url);
    await bootstrap(template);
    await migrate(template, migrations);
    await template.script(pgtapSql());
    await template.close();
    const sql = postgres(cluster.url, { max: 1, onnotice: () => undefined });
    try {
      const found = await Promise.all(
        sources.map((source) =>
          sql.unsafe<Mutant[]>(`select * from (${source}) m where sql is not null order by place, sql`),
        ),
      );
      const [setup = ""] = prepared(file).split("\nselect is(");
      // PostgreSQL changes no table that has waiting triggers.
      await sql.unsafe(`${setup}; set constraints all immediate; set constraints all deferred`).simple();
      const wrongAnswer: Questions = async (view, where) =>
        (await sql.unsafe(`select what from ${view} where got is distinct from expected and ${where} limit 1`)).length >
        0;
      for (const view of views)
        if (await wrongAnswer(view, "true"))
          throw new Error(`${file} does not hold before anything is taken away: npm run test:sql says what`);
      for (const mutant of [...found.flat(), ...written]) {
        score.tried += 1;
        const seen = await noticed(sql, wrongAnswer, views, mutant);
        if (!seen && !equivalent.has(mutant.sql)) {
          score.survived.push(survival(file, mutant));
          said(`survived: ${survival(file, mutant)}`);
        }
        if (seen && equivalent.has(mutant.sql)) score.stale.push(mutant.sql);
      }
    } finally {
      await sql.end({ timeout: 1 });
    }
  } finally {
    await cluster.stop();
  }
  return score;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const [name, group] of Object.entries(groups)) {
    const startedAt = Date.now();
    const { tried, survived, stale } = await mutate(group, say);
    for (const sql of stale) say(`noticed, though it is listed as equivalent: ${sql}`);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
    say(
      `${name}: ${tried} mutants, ${tried - survived.length} noticed or equivalent, ${survived.length} survived, ${seconds} s`,
    );
    if (survived.length + stale.length > 0) process.exitCode = 1;
  }
}

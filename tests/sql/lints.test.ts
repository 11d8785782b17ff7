// The rules of Splinter, the linter of Supabase's dashboard, as queries over the system catalog: no
// errors, and each warning has a reason here. Each query lists violations of its rule.
import { expect, test } from "vitest";
import { definerFunctions } from "../fixtures/sql/api-functions.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";

const db = setUpDatabase("pglite");

const ours = "('public'::regnamespace, 'private'::regnamespace)";
const policies = "pg_policies p where p.schemaname in ('public', 'storage', 'realtime')";

/** [number and name of Splinter's rule, query, allowed findings with reasons]. */
const lints: [string, string, string[]?][] = [
  [
    "0001 unindexed foreign keys",
    `select c.oid::regclass || ' ' || k.conname as found from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace in ${ours} and not exists (
       select 1 from pg_index i where i.indrelid = k.conrelid and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey and (
         i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)',
           (select quote_ident(attname) from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]))))`,
    // Users are never deleted (the ledger outlives them), so no query looks these up; tester and
    // developer have partial indexes for pulls.
    ["comments comments_tester_id_fkey", "feedback feedback_developer_id_fkey", "feedback feedback_org_id_fkey"],
  ],
  [
    "0002 auth.users exposed",
    `select c.oid::regclass::text as found from pg_class c join pg_rewrite r on r.ev_class = c.oid join pg_depend d on d.objid = r.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and d.refobjid = 'auth.users'::regclass`,
  ],
  [
    "0003 auth functions called per row in policies",
    `select p.tablename || ' ' || p.policyname as found from ${policies}
     and regexp_replace(concat_ws(' ', qual, with_check), '\\(\\s*SELECT (auth|private|realtime)\\.[a-z_]+\\([^()]*\\) AS [a-z_]+\\)', '', 'g')
       ~ '(auth\\.(uid|jwt|role|email)|current_setting|private\\.(my_role|acting_role|my_status|is_admin|session_error|can_write|my_accepted_campaigns|my_granted_releases))\\('
     and regexp_replace(concat_ws(' ', qual, with_check), '\\(\\s*SELECT (auth|private|realtime)\\.[a-z_]+\\([^()]*\\) AS [a-z_]+\\)', '', 'g')
       !~ 'IN \\( SELECT private\\.'`,
  ],
  [
    "0004 no primary key",
    `select c.oid::regclass::text as found from pg_class c where c.relnamespace in ${ours} and c.relkind = 'r'
     and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  ],
  [
    "0007 policies where row level security is off, 0013 off in public",
    `select c.oid::regclass::text as found from pg_class c where c.relkind in ('r', 'p') and not c.relrowsecurity
     and (c.relnamespace = 'public'::regnamespace or exists (select 1 from pg_policy p where p.polrelid = c.oid))`,
  ],
  [
    "0008 row level security without a policy that lets anybody in",
    `select c.oid::regclass::text as found from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
     and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polpermissive)`,
  ],
  [
    "0009 duplicate indexes",
    `select min(i.indexrelid::regclass::text) as found from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace in ${ours}
     group by i.indrelid, i.indkey::text, i.indclass::text, coalesce(pg_get_expr(i.indpred, i.indrelid), ''), coalesce(pg_get_expr(i.indexprs, i.indrelid), '')
     having count(*) > 1`,
  ],
  [
    "0010 views that run as their owner",
    `select c.oid::regclass::text as found from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
     and not coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']`,
  ],
  [
    "0011 functions with a search path of the caller's",
    `select p.oid::regprocedure::text as found from pg_proc p where p.pronamespace in ${ours}
     and not coalesce(p.proconfig, '{}') @> array['search_path=""']`,
    // A procedure with a SET clause cannot end a transaction. It qualifies names with schemas.
    ["private.run_scheduled_jobs(jsonb)"],
  ],
  [
    "0014 extensions in public",
    "select extname as found from pg_extension where extnamespace = 'public'::regnamespace",
  ],
  [
    "0015 user metadata in policies, and in functions that policies ask",
    `select p.policyname::text as found from ${policies} and concat_ws(' ', qual, with_check) ~ 'user_metadata'
     union all select oid::regprocedure::text from pg_proc where pronamespace in ${ours} and prosrc ~ 'user_meta' and prorettype <> 'trigger'::regtype`,
  ],
  [
    "0016 materialized views, 0017 foreign tables in the API",
    "select oid::regclass::text as found from pg_class where relnamespace = 'public'::regnamespace and relkind in ('m', 'f')",
  ],
  [
    "0020 tables whose keys are not uuid or identity",
    `select c.oid::regclass || ' ' || a.attname as found from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace in ${ours} and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null and a.attidentity = '' and c.relkind = 'r' and a.attnum > 0`,
  ],
  [
    "0024 policies that let everybody in",
    `select p.policyname::text as found from ${policies} and p.permissive = 'PERMISSIVE' and p.cmd <> 'SELECT'
     and (qual = 'true' or with_check = 'true')`,
  ],
  [
    "0028 and 0029 security definer functions that the API's roles may call",
    `select p.proname::text as found from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
     and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))`,
    // Intended calls; each checks its caller first (the lines "call …" of
    // supabase/tests/permissions.test.sql).
    [...definerFunctions],
  ],
];

test("P2 P3 the role admin is compared only where active admin rights are decided", async () => {
  const compared = "my_role\\(\\)\\s*(=|<>|!=|is|in|not|~|= any)[^;]*''admin''";
  const found = await db.owner<{ found: string }>(
    `select p.oid::regprocedure::text as found from pg_proc p where p.pronamespace in ${ours} and p.prosrc ~* '${compared}'
     union all select p.tablename || ' ' || p.policyname from ${policies} and concat_ws(' ', qual, with_check) ~* '${compared}' order by found`,
  );
  // The replication scope includes the role and whether it is active; it grants no access.
  expect(found.map((row) => row.found)).toEqual(["private.is_admin()", "private.my_scope()"]);
});

test("P2 each table of the API requires a valid session before it shows a row", async () => {
  const found = await db.owner<{ found: string }>(
    `select c.relname::text as found from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not (c.relrowsecurity and exists (
       select 1 from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('*', 'r')
         and p.polroles @> array['authenticated'::regrole::oid] and pg_get_expr(p.polqual, p.polrelid) ~ 'private\\.session_error\\(\\)'))`,
  );
  expect(found).toEqual([]);
});

test.each(lints)("P2 lint %s", async (_, query, allowed = []) => {
  const found = await db.owner<{ found: string }>(`select found from (${query}) lint order by found`);
  expect(found.map((row) => row.found)).toEqual(allowed);
});

test("P2 lint 0006 multiple permissive policies for one role and command are disjoint and few", async () => {
  // Splinter warns because each policy is evaluated. Ours each use an index, and a pull selects its
  // branch.
  const several = await db.owner<{ n: number }>(
    `select count(*)::int as n from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE' group by tablename, cmd having count(*) > 1`,
  );
  expect(Math.max(0, ...several.map((row) => row.n))).toBeLessThanOrEqual(3);
});

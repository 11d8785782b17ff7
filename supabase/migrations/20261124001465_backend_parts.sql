-- The expected parts of a backend: `npm run doctor` compares them with the existing ones and
-- reports each missing policy, trigger or grant.

-- One row: the newest migration that has run, by the number of its file.
create table private.backend_version (version text primary key);
create unique index backend_version_once on private.backend_version ((true));

create function private.server_version() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select v.version from private.backend_version v);
end
$$;

-- Lists the parts of this backend, each with a hash of its definition that is equal in PostgreSQL
-- 15 to 18. `npm run doctor` compares them with the result of its migrations. For tables of shared
-- schemas it lists policies, our triggers and row level security. `of`: the table or function that
-- owns it.
create function private.current_parts() returns table (kind text, of text, name text, hash text)
language sql stable security definer set search_path = '' as $$
  with roles as (select unnest('{anon,authenticated,service_role}'::text[]) as role),
  tables as (
    select c.oid, n.nspname || '.' || c.relname as name, n.nspname as schema, c.relrowsecurity, c.relforcerowsecurity
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and (n.nspname in ('public', 'private')
      or (n.nspname, c.relname) in (('storage', 'objects'), ('storage', 'buckets'), ('realtime', 'messages'),
        ('auth', 'users'), ('auth', 'identities'), ('auth', 'sessions'), ('auth', 'mfa_factors')))
  ),
  own as (select * from tables t where t.schema in ('public', 'private')),
  calls as (
    select p.oid, n.nspname || '.' || p.proname || '(' || pg_catalog.oidvectortypes(p.proargtypes) || ')' as name,
      p.prosrc, p.prorettype, p.proretset, p.provolatile, p.prosecdef, p.proisstrict, p.proconfig
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private')
      and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  )
  select 'table', t.name, t.name, '' from own t
  union all
  select 'column', t.name, t.name || '.' || a.attname, md5(concat_ws(' ', pg_catalog.format_type(a.atttypid, a.atttypmod),
    a.attnotnull, a.attidentity, a.attgenerated, pg_catalog.pg_get_expr(d.adbin, d.adrelid)))
  from own t join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  union all
  select 'constraint', t.name, t.name || ' ' || k.conname, md5(pg_catalog.pg_get_constraintdef(k.oid) || k.convalidated::text)
  from own t join pg_catalog.pg_constraint k on k.conrelid = t.oid and k.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'index', t.name, t.name || ' ' || i.relname, md5(pg_catalog.pg_get_indexdef(i.oid) || x.indisvalid::text)
  from own t join pg_catalog.pg_index x on x.indrelid = t.oid join pg_catalog.pg_class i on i.oid = x.indexrelid
  union all
  select 'row security', t.name, t.name, concat_ws(' ', t.relrowsecurity, t.relforcerowsecurity) from tables t
  where t.schema not in ('private', 'auth') and t.name <> 'storage.buckets'
  union all
  select 'policy', t.name, t.name || ' ' || p.polname, md5(concat_ws(' ', p.polcmd, p.polpermissive,
    (select string_agg(coalesce(r.rolname, 'public'), ',' order by r.rolname) from unnest(p.polroles) o (id) left join pg_catalog.pg_roles r on r.oid = o.id),
    'using', pg_catalog.pg_get_expr(p.polqual, p.polrelid), 'check', pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)))
  from tables t join pg_catalog.pg_policy p on p.polrelid = t.oid
  union all
  select 'trigger', t.name, t.name || ' ' || g.tgname, md5(pg_catalog.pg_get_triggerdef(g.oid) || g.tgenabled::text)
  from tables t join pg_catalog.pg_trigger g on g.tgrelid = t.oid
  where not g.tgisinternal and (t.schema in ('public', 'private') or g.tgname like 'betaflock\_%')
  union all
  -- A privilege on the whole table does not count as a column grant.
  select 'grant', t.name, format('%s %s %s', t.name, r.role, x.privilege), ''
  from own t cross join roles r cross join unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) x (privilege)
  where pg_catalog.has_table_privilege(r.role, t.oid, x.privilege)
  union all
  select 'grant', t.name, format('%s.%s %s %s', t.name, a.attname, r.role, x.privilege), ''
  from own t join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and a.attacl is not null
  cross join roles r cross join unnest('{SELECT,INSERT,UPDATE}'::text[]) x (privilege)
  where pg_catalog.has_column_privilege(r.role, t.oid, a.attnum, x.privilege) and not pg_catalog.has_table_privilege(r.role, t.oid, x.privilege)
  union all
  select 'function', c.name, c.name, md5(concat_ws(' ', c.prosrc, pg_catalog.format_type(c.prorettype, null), c.proretset, c.provolatile, c.prosecdef,
    c.proisstrict, (select string_agg(s, ',' order by s) from unnest(c.proconfig) s)))
  from calls c
  union all
  select 'call', c.name, c.name || ' ' || r.role, '' from calls c cross join roles r where pg_catalog.has_function_privilege(r.role, c.oid, 'execute')
  union all
  select 'bucket', b.id, b.id, md5(concat_ws(' ', b.public, 'limit', b.file_size_limit, 'types',
    (select string_agg(m, ',' order by m) from unnest(b.allowed_mime_types) m)))
  from storage.buckets b where b.id in ('attachments', 'avatars', 'app-content', 'branding', 'releases', 'files')
$$;

-- Called at the end of the newest migration with the number of its file.
create function private.record_backend(version text) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.backend_version;
  insert into private.backend_version values (version);
$$;

create function public.backend_facts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  jobs text[];
  secrets text[];
  migrations text[];
  -- The embedded server has its own timer and worker, and neither extension.
  cron constant boolean := exists (select from pg_catalog.pg_extension e where e.extname = 'pg_cron');
  vault constant boolean := to_regclass('vault.decrypted_secrets') is not null;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select array_agg(m.version::text order by m.version) from supabase_migrations.schema_migrations m' into migrations;
  end if;
  if cron then
    execute 'select array_agg(j.jobname) from cron.job j where j.active and j.jobname like ''betaflock-%''' into jobs;
  end if;
  if vault then
    execute 'select array_agg(s.name order by s.name) from vault.decrypted_secrets s where s.name in (''project_url'', ''secret_key'')' into secrets;
  end if;
  return jsonb_build_object(
    'version', private.server_version(),
    'now', private.iso_time(clock_timestamp()),
    'parts', (select jsonb_agg(jsonb_build_array(p.kind, p.of, p.name, p.hash)) from private.current_parts() p),
    'migrations', migrations,
    'scheduled_at', (select case when count(j.ended_at) = count(*) then private.iso_time(min(j.ended_at)) end from private.scheduled_jobs j),
    'failures', (select coalesce(jsonb_agg(jsonb_build_object('job', f.job, 'item', f.item, 'attempts', f.attempts,
      'since', private.iso_time(f.first_at), 'error', f.error)), '[]') from private.recent_job_failures() f),
    'jobs', case when cron then coalesce(to_jsonb(jobs), '[]') end,
    'secrets', case when vault then coalesce(to_jsonb(secrets), '[]') end);
end
$$;
comment on function public.backend_facts() is
'The state of the database, for `npm run doctor` (service key). Out: {version: the newest migration,
now, parts: [[kind, of, name, hash]] of private.current_parts; migrations: versions of those that
have run, null when they are not recorded; scheduled_at: the earliest of the times at which each job
last ended, null until each has run; failures: [{job, item, attempts, since, error}], recent
failures; jobs: names of the active cron jobs, secrets: names of the functions'' secrets in the
vault; each null without its extension}.';

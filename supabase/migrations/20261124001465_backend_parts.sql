-- What a whole backend is made of: `npm run doctor` compares what is there with what the migrations
-- made, so that each policy, trigger or grant that was lost is named.

-- One row: the newest migration that has run, by the number of its file.
create table private.backend_version (version text primary key);
create unique index backend_version_once on private.backend_version ((true));

create function private.server_version() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select v.version from private.backend_version v);
end
$$;
comment on function private.server_version() is
'The newest migration, by the number of its file: sync_pull tells the app, which may be newer.';

-- The parts as the newest migration left them.
create table private.backend_parts (kind text, name text, primary key (kind, name));

create function private.current_parts() returns table (kind text, name text)
language sql stable security definer set search_path = '' as $$
  select 'table', c.relname::text from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  union all
  select 'row security', c.relname from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
  union all
  select 'policy', format('%s.%s %s', n.nspname, c.relname, p.polname)
  from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' or (n.nspname in ('storage', 'realtime') and p.polname like 'betaflock\_%')
  union all
  select 'trigger', format('%s.%s %s', n.nspname, c.relname, t.tgname)
  from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and t.tgenabled <> 'D'
    and (n.nspname in ('public', 'private') or (n.nspname in ('auth', 'storage') and t.tgname like 'betaflock\_%'))
  union all
  select 'call', format('%s(%s) %s', p.proname, pg_catalog.oidvectortypes(p.proargtypes), r.role)
  from pg_catalog.pg_proc p cross join unnest('{anon,authenticated,service_role}'::text[]) r (role)
  where p.pronamespace = 'public'::regnamespace and pg_catalog.has_function_privilege(r.role, p.oid, 'execute')
  union all
  select 'bucket', format('%s %s', b.id, case when b.public then 'public' else 'private' end) from storage.buckets b
  where b.id in ('attachments', 'avatars', 'app-content', 'branding', 'releases', 'files')
$$;
comment on function private.current_parts() is
'The parts of this backend that can be lost one by one: tables and whether their rows are guarded,
policies, triggers that are on, who may call what, buckets and whether they are public. Other people''s
policies, triggers and buckets in shared schemas are left out.';

create function private.record_backend(version text) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.backend_version;
  insert into private.backend_version values (version);
  delete from private.backend_parts;
  insert into private.backend_parts select p.kind, p.name from private.current_parts() p;
$$;
comment on function private.record_backend(text) is
'Called at the end of the newest migration with the number of its file: what is there now is what a
whole backend has.';

create function public.backend_facts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  jobs text[];
  secrets text[];
  -- The embedded server has a timer and a worker of its own, and neither of both.
  cron constant boolean := exists (select from pg_catalog.pg_extension e where e.extname = 'pg_cron');
  vault constant boolean := to_regclass('vault.decrypted_secrets') is not null;
begin
  if cron then
    execute 'select array_agg(j.jobname) from cron.job j where j.active and j.jobname like ''betaflock-%''' into jobs;
  end if;
  if vault then
    execute 'select array_agg(s.name order by s.name) from vault.decrypted_secrets s where s.name in (''project_url'', ''secret_key'')' into secrets;
  end if;
  return jsonb_build_object(
    'version', private.server_version(),
    'now', private.iso_time(clock_timestamp()),
    'missing', (select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name) order by p.kind, p.name), '[]')
      from (select b.kind, b.name from private.backend_parts b except select c.kind, c.name from private.current_parts() c) p),
    'scheduled_at', (select private.iso_time(min(s.refreshed_at)) from private.shelves s),
    'jobs', case when cron then coalesce(to_jsonb(jobs), '[]') end,
    'secrets', case when vault then coalesce(to_jsonb(secrets), '[]') end);
end
$$;
comment on function public.backend_facts() is
'What only the database knows of its own state, for `npm run doctor` (service key). Out: {version: the
newest migration, now, missing: [{kind, name}], the parts of private.current_parts that were there when it
ran; scheduled_at: when the schedule last refreshed the shelves, which it does every ten minutes; jobs:
names of the cron jobs that are on, secrets: names of the vault''s secrets for the functions; both null
where there is no such extension}.';

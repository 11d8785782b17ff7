-- The history of this database. A checkpoint is valid for one epoch. Each call sends the device's
-- latest position, so a database that was restored to an earlier state (folder, disk or dump) is
-- detected even when a device connects much later.

create table private.sync_state (
  one boolean primary key default true check (one),
  epoch uuid not null default gen_random_uuid(),
  -- Identifies this database cluster. A different value means that it was restored from a dump or
  -- copied.
  home text not null default ''
);

-- The oldest running transaction at the start of each day: converts "90 days ago" to a transaction
-- id.
create table private.sync_retention_days (
  day date primary key,
  xid xid8 not null
);

-- The transaction before which all others had ended so many days ago; null in a younger database.
create function private.xid_before(days int) returns xid8
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select d.xid from private.sync_retention_days d where d.day <= private.today() - days order by d.day desc limit 1);
end
$$;

-- Hard-deletes tombstones older than 90 days unless another row references them.
create function private.purge_tombstones() returns int
language plpgsql security definer set search_path = '' as $$
declare
  horizon constant xid8 := private.xid_before(90);
  kind text;
  unnamed text;
  removed int;
  newest xid8;
  total int := 0;
begin
  if horizon is null then return 0; end if;
  foreach kind in array array['comments', 'notifications', 'activity', 'flags', 'files', 'feedback', 'applications', 'briefs', 'releases',
    'campaigns', 'apps'] loop
    select coalesce(string_agg(format(' and not exists (select 1 from %s child where child.%I = t.id)', k.conrelid::regclass, a.attname), ''), '')
    into unnamed
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    -- References with on delete cascade do not count.
    where k.contype = 'f' and k.confdeltype <> 'c' and k.confrelid = format('public.%I', kind)::regclass;
    execute format('with doomed as (select t.id from public.%1$I t where t._deleted and t.sync_xid < $1%2$s limit 20000),
        removed as (delete from public.%1$I t using doomed d where t.id = d.id returning t.sync_xid)
      select count(*)::int, (select g.sync_xid from removed g order by g.sync_xid desc limit 1) from removed', kind, unnamed)
    into removed, newest using horizon;
    if removed > 0 then
      update private.sync_collections c set purged_xid = greatest(c.purged_xid, newest) where c.name = kind;
      total := total + removed;
    end if;
  end loop;
  with removed as (delete from private.campaign_removals r where r.sync_xid < horizon returning r.sync_xid)
  select g.sync_xid into newest from removed g order by g.sync_xid desc limit 1;
  update private.sync_collections c set purged_xid = greatest(c.purged_xid, newest) where c.name = 'campaigns' and newest is not null;
  return total;
end
$$;

-- The epoch changes when this is not the database that issued a checkpoint (restored, replaced):
-- transaction ids would restart or go back, which makes all checkpoints wrong.
create function private.epoch() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  stored text := (select s.epoch::text from private.sync_state s);
  place text := '';
begin
  begin
    select c.system_identifier::text || ':' || p.timeline_id::text into place
    from pg_catalog.pg_control_system() c, pg_catalog.pg_control_checkpoint() p;
  exception when others then
    -- A host may withhold these functions; the operator then calls private.new_epoch() after a
    -- restore.
    place := '';
  end;
  return md5(stored || ':' || place);
end
$$;

-- For operators, after restoring a logical dump: makes every device restart its replication
-- (pending changes are kept), and gives rows with unreachable transactions a current one.
create function private.new_epoch() returns text
language plpgsql security definer set search_path = '' as $$
declare
  name text;
  answer text;
begin
  -- As seed: no effects, and updated_at stays. Rows from the dump of a newer cluster have
  -- transactions that this one has not reached; a pull would never deliver them.
  perform set_config('betaflock.seeding', 'on', true);
  for name in select c.name from private.sync_collections c loop
    execute format('update public.%I t set sync_client = t.sync_client where t.sync_xid >= pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())', name);
  end loop;
  perform set_config('betaflock.seeding', '', true);
  foreach name in array '{campaign_access,campaign_removals,release_grants}'::text[] loop
    execute format('update private.%I t set sync_xid = pg_current_xact_id() where t.sync_xid >= pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())', name);
  end loop;
  delete from private.sync_retention_days;
  update private.sync_collections c set purged_xid = '0';
  update private.sync_state set epoch = gen_random_uuid() returning epoch::text into answer;
  return answer;
end
$$;

-- Starts of the database server, each with the first transaction that it could assign. A restored
-- folder lacks the starts after its copy was made and adds a new one, so any later position of a
-- device belongs to another history.
create table private.sync_runs (
  number bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  started timestamptz not null,
  -- The oids of database and table, which a restored dump changes.
  place text not null,
  since xid8 not null,
  unique (started, place)
);

create function private.sync_place() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select d.oid || ':' || 'private.sync_state'::regclass::oid from pg_catalog.pg_database d where d.datname = current_database());
end
$$;

-- Records each start of the database server with the first transaction that it could assign, and
-- starts a new epoch after a dump was restored. Called with each pull and push, each minute, and
-- when the embedded server starts. Returns the run.
create function private.sync_run() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  began constant timestamptz := pg_catalog.pg_postmaster_start_time();
  here constant text := private.sync_place();
  cluster text := '';
  first xid8;
  run uuid;
begin
  select r.id into run from private.sync_runs r where r.started = began and r.place = here;
  if found then return run; end if;

  -- Serializes concurrent callers, so that one records the run.
  perform 1 from private.sync_state for update;
  select r.id into run from private.sync_runs r where r.started = began and r.place = here;
  if found then return run; end if;
  first := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  begin
    -- The last checkpoint was at the start or soon after it: closer to the start of this run than
    -- the running transactions.
    select c.system_identifier::text,
      least(first, (split_part(p.next_xid, ':', 1)::numeric * 4294967296 + split_part(p.next_xid, ':', 2)::numeric)::text::xid8)
    into cluster, first
    from pg_catalog.pg_control_system() c, pg_catalog.pg_control_checkpoint() p;
  exception when insufficient_privilege or undefined_function then
    -- A host may withhold these functions.
    cluster := '';
  end;
  if (select s.home from private.sync_state s) <> cluster || ':' || here then
    -- These transactions belonged to another server.
    delete from private.sync_runs;
    perform private.new_epoch();
    update private.sync_state set home = cluster || ':' || here;
  end if;
  insert into private.sync_runs (started, place, since) values (began, here, first) returning id into run;
  -- A device that was away longer starts over.
  delete from private.sync_runs r where r.number <= (select max(n.number) from private.sync_runs n) - 1000;
  return run;
end
$$;

-- True when this database has been in the given state. seen: {epoch, run, xid}, the latest that the
-- device received; null: none, or an older device.
create function private.is_known_history(seen jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  run private.sync_runs;
  until xid8;
begin
  if seen is null or jsonb_typeof(seen) = 'null' then return true; end if;
  if not coalesce(seen ->> 'epoch' = private.epoch() and private.is_uuid(seen ->> 'run') and seen ->> 'xid' ~ '^\d{1,18}$', false) then
    return false;
  end if;
  select * into run from private.sync_runs r where r.id = (seen ->> 'run')::uuid;
  if not found then return false; end if;
  select r.since into until from private.sync_runs r where r.number > run.number order by r.number limit 1;
  return (seen ->> 'xid')::xid8 < coalesce(until, pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot()));
end
$$;

insert into private.sync_state default values;
do $$
declare
  cluster text := '';
begin
  begin
    select c.system_identifier::text into cluster from pg_catalog.pg_control_system() c;
  exception when insufficient_privilege or undefined_function then
    cluster := '';
  end;
  update private.sync_state set home = cluster || ':' || private.sync_place();
end
$$;

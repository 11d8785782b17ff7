-- Where in the history of this database a device stands. A checkpoint is good for one epoch; a
-- database that was put back to an earlier state (folder, disk or dump) is noticed, however late a
-- device connects.

create table private.sync_state (
  one boolean primary key default true check (one),
  epoch uuid not null default gen_random_uuid(),
  -- Where this database lives: other than noted, it was restored from a dump, or copied.
  home text not null default ''
);

-- The oldest transaction that was still running when each day began: what turns "90 days ago" into
-- a place in the order of transactions.
create table private.sync_days (
  day date primary key,
  xid xid8 not null
);

-- What every transaction before it was over a week ago, or null on a young database.
create function private.week_old_xid() returns xid8
language sql stable security definer set search_path = '' as $$
  select d.xid from private.sync_days d where d.day <= private.today() - 7 order by d.day desc limit 1
$$;

-- ---- Epochs ------------------------------------------------------------------------------------

-- The epoch: changes when this database is not the one that a checkpoint was made on (restored,
-- replaced), because transaction ids then start again or go back, and every checkpoint would lie.
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
    -- A host may withhold these; then private.new_epoch() after a restore is the operator's task.
    place := '';
  end;
  return md5(stored || ':' || place);
end
$$;

create function private.new_epoch() returns text
language plpgsql security definer set search_path = '' as $$
declare
  name text;
  answer text;
begin
  -- As seed: no effects, no new time of the last change. Rows of a younger cluster's dump carry
  -- transactions that this one has not reached yet: no pull would ever show them.
  perform set_config('betaflock.seeding', 'on', true);
  for name in select c.name from private.sync_collections c loop
    execute format('update public.%I t set sync_client = t.sync_client where t.sync_xid >= pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())', name);
  end loop;
  perform set_config('betaflock.seeding', '', true);
  delete from private.sync_days;
  update private.sync_collections c set purged_xid = '0';
  update private.sync_state set epoch = gen_random_uuid() returning epoch::text into answer;
  return answer;
end
$$;
comment on function private.new_epoch() is
'For operators, after a logical dump and restore: makes every device start its replication afresh (unsent changes are kept), and gives rows
whose transaction this cluster has not reached yet one that it has.';

-- ---- Runs of the database server ---------------------------------------------------------------

-- Chapter 34: a database that was put back to an earlier state is noticed, however that was done
-- and however late, and an edit of another store is not taken for one's own (sync.md "Pull",
-- "Push"). What a device has seen of this server goes with each call; it is compared with what
-- happened here. Each start of the database server, and the first transaction that it could give
-- out. A folder that was put back lacks the starts since its copy was made, and begins a start of
-- its own where it was copied: whatever a device has seen after that place happened in another
-- history.
create table private.sync_runs (
  number bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  started timestamptz not null,
  -- Which database and which table, by their oids: a dump that is restored makes both anew.
  place text not null,
  since xid8 not null,
  unique (started, place)
);

create function private.sync_place() returns text
language sql stable security definer set search_path = '' as $$
  select d.oid || ':' || 'private.sync_state'::regclass::oid from pg_catalog.pg_database d where d.datname = current_database()
$$;

-- The run of the database server. Notes it when it is new, and makes a new epoch when this is not
-- the database that it was: called with each pull and push, each minute, and when the embedded
-- server starts.
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

  -- One at a time: of those that come together the others find it noted.
  perform 1 from private.sync_state for update;
  select r.id into run from private.sync_runs r where r.started = began and r.place = here;
  if found then return run; end if;
  first := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  begin
    -- The last checkpoint is the one of the start, or soon after it: closer to where this run began
    -- than what runs now.
    select c.system_identifier::text,
      least(first, (split_part(p.next_xid, ':', 1)::numeric * 4294967296 + split_part(p.next_xid, ':', 2)::numeric)::text::xid8)
    into cluster, first
    from pg_catalog.pg_control_system() c, pg_catalog.pg_control_checkpoint() p;
  exception when insufficient_privilege or undefined_function then
    -- A host may withhold these.
    cluster := '';
  end;
  if (select s.home from private.sync_state s) <> cluster || ':' || here then
    -- What was noted about transactions is about those of another server.
    delete from private.sync_runs;
    perform private.new_epoch();
    update private.sync_state set home = cluster || ':' || here;
  end if;
  insert into private.sync_runs (started, place, since) values (began, here, first) returning id into run;
  -- Whoever was away for longer starts over.
  delete from private.sync_runs r where r.number <= (select max(n.number) from private.sync_runs n) - 1000;
  return run;
end
$$;
comment on function private.sync_run() is
'Notes each start of the database server with the first transaction that it could give out, and makes a new epoch after a dump was restored. Out: the
run. Cheap where both are known.';

-- Did that happen here? seen: {epoch, run, xid}, the latest that a device was told; null: it has
-- seen nothing, or does not say.
create function private.sync_knows(seen jsonb) returns boolean
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
-- The database that is here now is where it should be.
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

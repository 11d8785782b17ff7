-- Chapter 34: a database that was put back to an earlier state is noticed, however that was done and however late, and an edit of another store is not
-- taken for one's own (sync.md "Pull", "Push"). What a device has seen of this server goes with each call; it is compared with what happened here.

-- Each start of the database server, and the first transaction that it could give out. A folder that was put back lacks the starts since its copy was
-- made, and begins a start of its own where it was copied: whatever a device has seen after that place happened in another history.
create table private.sync_runs (
  number bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  started timestamptz not null,
  -- Which database and which table, by their oids: a dump that is restored makes both anew.
  place text not null,
  since xid8 not null,
  unique (started, place)
);

-- Where this database lives: other than noted, it was restored from a dump, or copied.
alter table private.sync_state add column home text not null default '';

create function private.sync_place() returns text
language sql stable security definer set search_path = '' as $$
  select d.oid || ':' || 'private.sync_state'::regclass::oid from pg_catalog.pg_database d where d.datname = current_database()
$$;

-- The run of the database server. Notes it when it is new, and makes a new epoch when this is not the database that it was: called with each pull and
-- push, each minute, and when the embedded server starts.
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
    -- The last checkpoint is the one of the start, or soon after it: closer to where this run began than what runs now.
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

-- Did that happen here? seen: {epoch, run, xid}, the latest that a device was told; null: it has seen nothing, or does not say.
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

alter function public.sync_pull(jsonb) set schema private;

-- Volatile for the sake of sync_run, which writes once in a run; the pages come from one call of a stable function, and so from one snapshot.
create function public.sync_pull(requests jsonb, seen jsonb default null) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  run constant uuid := private.sync_run();
  epoch constant text := private.epoch();
  horizon constant xid8 := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  listed constant jsonb := case when jsonb_typeof(requests) = 'array' then requests else '[]' end;
  here boolean := private.sync_knows(seen);
  answer jsonb;
begin
  -- No checkpoint of this database lies ahead.
  here := here and not exists (
    select 1 from jsonb_array_elements(listed) r
    where r -> 'checkpoint' ->> 'epoch' = epoch and r -> 'checkpoint' ->> 'xid' ~ '^\d{1,18}$' and (r -> 'checkpoint' ->> 'xid')::xid8 >= horizon);
  if not here then
    -- As of no epoch: the answer says that each of them starts over.
    requests := (select coalesce(jsonb_agg(case when jsonb_typeof(r -> 'checkpoint') = 'object'
      then jsonb_set(r, '{checkpoint,epoch}', '""') else r end), '[]') from jsonb_array_elements(listed) r);
  end if;
  answer := private.sync_pull(requests);
  return answer || jsonb_build_object('elsewhere', not here, 'covered', (horizon::text::numeric - 1)::text,
    'newest', (pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text::numeric - 1)::text, 'seen', jsonb_build_object('epoch', epoch, 'run', run,
    'xid', (pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::numeric - 1)::text));
end
$$;
comment on function public.sync_pull(jsonb, jsonb) is
'In: [{collection, checkpoint: {epoch, scope, xid, id} | null, limit}], at most 32, limit 1 to 1000 (default 200); what the device has seen of this
server, as the latest answer said it. Out: {epoch, scope, now, seen: {epoch, run, xid}, elsewhere, covered, newest, collections: {name: {rows, checkpoint,
more, restarted}}}: rows after the checkpoint in the order (sync_xid, id), with tombstones, exactly the columns of sync/schema plus _deleted. elsewhere: the
device has seen what never happened here, because this database was put back to an earlier state. covered: the transaction up to which nothing is
missing; newest: the latest that has begun. A row that a transaction between the two has changed is in no page, not even as it was before. A checkpoint of another epoch, scope or history, or one older than a
purged tombstone, counts as none (restarted: the device makes its store anew). Errors (PT422): forbidden (no such account), invalid, unknown_collection
(also one that this role does not hold). Rules: sync.md "Pull".';

alter function public.sync_push(text, json) rename to sync_push_in_scope;
alter function public.sync_push_in_scope(text, json) set schema private;

create function public.sync_push(collection text, rows json, seen jsonb default null) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  run constant uuid := private.sync_run();
  here constant boolean := private.sync_knows(seen);
  answer constant jsonb := private.sync_push_in_scope(collection, case when here then rows else '[]' end);
begin
  return answer || jsonb_build_object('elsewhere', not here, 'seen', jsonb_build_object('epoch', private.epoch(), 'run', run,
    'xid', coalesce(pg_catalog.pg_current_xact_id_if_assigned()::text,
      (pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::numeric - 1)::text)));
end
$$;
comment on function public.sync_push(text, json, jsonb) is
'In: a collection and [{assumedMasterState: row | null, newDocumentState: row}], at most 500; what the device has seen of this server, as the latest
answer said it. newDocumentState.sync_past: {sync_client: highest sync_seq} of the versions that the same store may have sent before this one. Each row
in a savepoint of its own. Out: {scope, seen: {epoch, run, xid}, elsewhere, applied: [the server''s row, taken now or there already: the same batch twice
changes nothing], conflicts: [the server''s row], rejected: [{id, code, message, row: the server''s row | null}]}. elsewhere: as sync_pull says it;
nothing was looked at. Refused rows are also noted in sync_refusals. Errors of the whole call: forbidden, invalid, unknown_collection (PT422);
maintenance and rights that changed just now (PT503), and anything that is not a row''s fault, to be tried again. Rules: sync.md "Push".';

-- What falls due each minute comes first where nobody is connected: the sooner a run is noted, the closer to where it began.
alter function private.run_due() rename to run_what_is_due;
create function private.run_due() returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_run();
  return private.run_what_is_due();
end
$$;
comment on function private.run_due() is
'private.run_what_is_due, after noting the run of the database server. Called each minute: by pg_cron on Supabase, by the Node process locally.';

-- As in chapter 23, but for what counts as one's own: a store stamps its edits with an id that it makes up each time that it is opened, and says which
-- of its earlier versions it may have sent. One id for ever was one for two stores where a browser's profile was copied: each took the other's text
-- for an earlier one of its own, and wrote over it without a word.
create or replace function private.sync_push_row(plan private.sync_collections, doc jsonb, assumed jsonb, current_row jsonb) returns boolean
language plpgsql security invoker set search_path = '' as $$
declare
  row_id constant uuid := (doc ->> 'id')::uuid;
  client constant text := coalesce(doc ->> 'sync_client', '');
  seq constant int := coalesce((doc ->> 'sync_seq')::int, 0);
  stamped constant jsonb := doc || jsonb_build_object('sync_client', client, 'sync_seq', seq);
  stamps constant text[] := '{sync_client,sync_seq}';
  -- The machine of a collection is called as one of its rows.
  machine constant text := rtrim(plan.name, 's');
  -- Whose edit stands there.
  writer text;
  columns text[];
  -- What the row passes through on its way to the state that the device sent.
  steps text[];
  bad text;
begin
  if cardinality(plan.insert_columns) = 0 and cardinality(plan.update_columns) = 0 then
    perform private.refuse('not_allowed', 'These rows are made by the server alone.');
  end if;
  if current_row is null then
    if coalesce((assumed ->> '_deleted')::boolean, false) or assumed is null then
      -- Made and deleted on the device before the server ever knew it.
      if coalesce((doc ->> '_deleted')::boolean, false) then return true; end if;
      if cardinality(plan.insert_columns) = 0 then
        perform private.refuse('not_allowed', 'Rows of this kind are made by the server alone.');
      end if;
      columns := array(select c from unnest(plan.insert_columns || stamps) c where doc ? c);
      steps := private.states_between(machine, 'new', doc ->> 'status', private.my_role());
      begin
        execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1) r', plan.name,
          (select string_agg(quote_ident(c), ', ') from unnest(columns) c),
          (select string_agg('r.' || quote_ident(c), ', ') from unnest(columns) c), plan.name)
        -- An edit that the server has not seen carries "" there, which is no xid8.
        using (doc - 'sync_xid') || case when cardinality(steps) = 0 then '{}' else
          jsonb_build_object('status', steps[1], 'sync_client', '', 'sync_seq', 0) end;
        -- What comes later, by somebody else's hand, must not have been written into a new row: it would vanish without a word.
        select string_agg(c, ', ') into bad from unnest(plan.update_columns) c
        where c <> 'status' and c <> all (plan.insert_columns) and coalesce(doc -> c, 'null') not in ('null', '""', 'false', '0', '[]', '{}');
        if bad is not null then
          perform private.refuse('not_allowed', format('Not yours to write into a new row: %s.', bad));
        end if;
        return cardinality(steps) = 0
          or private.sync_update(plan, '{status}', stamped, steps[2:], row_id, pg_current_xact_id()::text);
      exception when unique_violation then
        -- The id exists. Visible now: another device of the same person was faster. Still not visible: it is somebody else's.
        current_row := private.sync_row(plan, row_id);
        if current_row is null then raise; end if;
      end;
    else
      perform private.refuse('forbidden', 'There is no such row, or it is not yours.');
    end if;
  end if;

  writer := current_row ->> 'sync_client';
  if client <> '' and writer = client then
    -- A lost answer: the same edit, or a later one, is there already.
    if (current_row ->> 'sync_seq')::int >= seq then return true; end if;
  elsif writer <> '' and (doc -> 'sync_past' ->> writer)::bigint >= (current_row ->> 'sync_seq')::int then
    -- The answer to an earlier edit was lost before this one was made of it.
    null;
  elsif assumed is null or current_row ->> 'sync_xid' is distinct from assumed ->> 'sync_xid' then
    return false;
  end if;

  if cardinality(plan.update_columns) = 0 then
    perform private.refuse('not_allowed', 'A row of this kind stays as it was written.');
  end if;
  if coalesce((doc ->> '_deleted')::boolean, false) and not plan.removable then
    perform private.refuse('not_allowed', 'Rows of this kind are not deleted.');
  end if;
  -- What may not be written must not have been written, either: dropped in silence, a device would show a change that nobody else ever sees.
  -- Measured against what the device itself assumed, because columns that the server fills in may be unknown to it.
  if assumed is not null then
    select string_agg(d.key, ', ') into bad
    from jsonb_each(doc) d
    where assumed ? d.key and d.value is distinct from assumed -> d.key and d.key <> all (plan.update_columns)
      and d.key not in ('sync_xid', 'sync_client', 'sync_seq', 'created_at', 'updated_at', '_deleted');
    if bad is not null then
      perform private.refuse('not_allowed', format('Not yours to change: %s.', bad));
    end if;
  end if;

  -- Only what differs is written: a column that the device sends back as it came must not count as an edit.
  columns := array(
    select c from unnest(plan.update_columns || case when plan.removable then '{_deleted}'::text[] else '{}' end) c
    where doc ? c and doc -> c is distinct from current_row -> c);
  steps := case when 'status' = any (columns)
    then private.states_between(machine, current_row ->> 'status', doc ->> 'status', private.my_role()) else '{}' end;
  if private.sync_update(plan, columns, stamped, steps, row_id, current_row ->> 'sync_xid') then return true; end if;
  -- Nothing matched. Written by somebody else in between: a conflict. Otherwise a policy hid it: never to be read as a conflict, the device
  -- would revert the person's edit without a word.
  if (private.sync_row(plan, row_id) ->> 'sync_xid') is distinct from current_row ->> 'sync_xid' then return false; end if;
  perform private.refuse('forbidden', 'This row is not yours to change.');
  return false;
end
$$;

do $$
declare f text;
begin
  foreach f in array array['public.sync_pull(jsonb, jsonb)', 'public.sync_push(text, json, jsonb)', 'private.sync_run()', 'private.sync_place()',
    'private.sync_knows(jsonb)', 'private.run_due()'] loop
    execute format('revoke all on function %s from public, anon, authenticated', f);
    execute format('grant execute on function %s to service_role', f);
  end loop;
end
$$;
grant execute on function public.sync_pull(jsonb, jsonb), private.sync_run(), private.sync_knows(jsonb) to anon, authenticated;
grant execute on function public.sync_push(text, json, jsonb) to authenticated;

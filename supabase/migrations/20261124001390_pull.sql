-- Pull: what a device has not seen, in the order (key, id). A row's key is the transaction that
-- wrote it or, where that is younger, the one that granted it to the caller
-- (private.sync_filters). Runs as the caller, under row level security.
--
-- Size: with 1,000,000 rows a filter reads its page from its own index. Granted rows are found from
-- the grants of the caller, some tens or hundreds, and sorted.

-- The organizations whose rows a device holds, at most 20. Somebody without any still gets one,
-- which has no rows.
create function private.my_pulled_organizations() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(array_agg(m.org_id order by m.org_id), array[auth.uid()]) from public.organization_members m where m.user_id = auth.uid());
end
$$;

-- One function for each collection and role: a page is the commonest call of all, and so it is
-- planned once for a connection and not each time, which took half of a pull. Only keys below the
-- horizon, which is the oldest running transaction: one that commits later with a lower id would
-- land behind the checkpoint and never be seen. Below it a key is final: whatever changes the row
-- or grants it is younger. Each filter walks its own index and stops after `most`; one with {org}
-- walks once for each organization. Called at the end of the migrations, and by each later one that
-- changes a filter or a column of a collection.
create function private.build_sync_pages() returns void
language plpgsql set search_path = '' as $$
declare
  page record;
  signature text;
begin
  for page in
    select c.name, f.role, string_agg(case when strpos(f.predicate, '{org}') = 0 then '(' || branch || ')'
        else format('(select b.* from unnest(orgs) o (id) cross join lateral (%s) b)', branch) end, ' union all ' order by f.part) as branches
    from private.sync_collections c
    join private.sync_filters f on f.collection = c.name
    cross join lateral format('select %1$s as xid, t.id, (select to_jsonb(d) from (select %2$s) d) as doc from %3$s
        where (%4$s) and (%1$s, t.id) > (after_xid, after_id) and %1$s < horizon order by %1$s, t.id limit most',
      f.key, c.select_list, coalesce(f.source, format('public.%I t', c.name)), replace(replace(f.predicate, '{orgs}', 'orgs'), '{org}', 'o.id')) branch
    group by c.name, f.role
  loop
    signature := format('private.%I(uuid, xid8, uuid, xid8, int, uuid[], xid8, xid8)', format('sync_page_%s_%s', page.name, page.role));
    execute format($sql$
      create or replace function private.%I(me uuid, after_xid xid8, after_id uuid, horizon xid8, most int, orgs uuid[], born xid8, until xid8, out found_rows jsonb, out found_keys jsonb)
      language plpgsql stable security invoker set search_path = '' as $page$
      begin
        select coalesce(jsonb_agg(page.doc order by page.xid, page.id), '[]'), coalesce(jsonb_agg(page.xid::text order by page.xid, page.id), '[]')
        into found_rows, found_keys from (select * from (%s) branches order by xid, id limit most) page;
      end
      $page$
    $sql$, format('sync_page_%s_%s', page.name, page.role), page.branches);
    execute format('revoke all on function %s from public, anon, authenticated', signature);
    -- It runs as its caller.
    execute format('grant execute on function %s to %I', signature, case page.role when 'anonymous' then 'anon' else 'authenticated' end);
  end loop;
end
$$;

-- What a role pulls of a collection. Null when the role does not hold it.
create function private.sync_plan(collection text, role text, out page_function text, out is_open text, out purged_xid xid8)
language plpgsql stable security definer set search_path = '' as $$
begin
  select format('private.%I', format('sync_page_%s_%s', c.name, sync_plan.role)), min(f.is_open), c.purged_xid
    into page_function, is_open, purged_xid
    from private.sync_collections c join private.sync_filters f on f.collection = c.name
    where c.name = sync_plan.collection and f.role = sync_plan.role
    group by c.name, c.purged_xid;
end
$$;

-- The key of the nth row of a queue that waits, oldest first; null: so many do not wait. As the
-- caller, from the queue's own index.
create function private.open_key(collection text, is_open text, before xid8, nth int) returns xid8
language plpgsql stable security invoker set search_path = '' as $$
declare
  found xid8;
begin
  execute format('select t.sync_xid from public.%I t where t.sync_xid < $1 and not t._deleted and (%s) order by t.sync_xid, t.id offset %s limit 1',
    collection, is_open, nth - 1) into found using before;
  return found;
end
$$;

-- Whether a queue has changed more often since `born` than a device is to hold. Below the horizon:
-- a device that begins anew meets nothing of it, however long a transaction runs.
create function private.queue_is_long(collection text, born xid8) returns boolean
language plpgsql stable security invoker set search_path = '' as $$
declare
  long boolean;
begin
  execute format('select exists (select from public.%I t where t.sync_xid >= $1 and t.sync_xid < $2 order by t.sync_xid, t.id offset 5000)', collection)
  into long using born, pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  return long;
end
$$;

create function private.sync_collection(name text) returns private.sync_collections
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select c from private.sync_collections c where c.name = sync_collection.name);
end
$$;

create function private.my_scope() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.uid()::text || ':' || private.my_role() || ':' || private.my_status()
    || case when private.my_role() = 'admin' and not private.is_admin() then ':limited' else '' end || private.membership_scope();
end
$$;

create function private.sync_pull(requests jsonb) returns jsonb
-- Stable: all queries see one snapshot, so a child never arrives without its parent, and the
-- horizon is that snapshot's. No bitmap scans: for the `or` of several policies the planner would
-- gather and sort a large part of the table for a page of 200.
language plpgsql stable security invoker set search_path = '' set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := auth.uid();
  orgs constant uuid[] := private.my_pulled_organizations();
  my_role constant text := case when me is null then 'anonymous' else private.my_role() end;
  -- An admin without the second factor sees less. What the factor opens is older than the
  -- checkpoint, so it is another scope.
  scope constant text := case when me is null then 'anonymous' else me::text || ':' || my_role || ':' || private.my_status()
    || case when my_role = 'admin' and not private.is_admin() then ':limited' else '' end || private.membership_scope() end;
  epoch constant text := private.epoch();
  answer jsonb := '{}';
  request jsonb;
  name text;
  plan record;
  most int;
  checkpoint jsonb;
  valid boolean;
  horizon constant xid8 := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  old_xid constant xid8 := private.xid_before(7);
  -- Of a queue only what is open is wanted: whoever was away for longer begins anew. So does a
  -- device in use after 5,000 changes (queue_is_long): what was decided is the server's to list.
  queue_xid constant xid8 := private.xid_before(14);
  -- Of a queue's first part: so many rows at most, and again when fewer than so many still wait.
  first_part constant int := 1000;
  few constant int := 500;
  after_xid text;
  after_id uuid;
  found_rows jsonb;
  found_keys jsonb;
  born xid8;
  until xid8;
  more boolean;
begin
  perform private.check_session();
  if scope is null then
    -- Signed in with a deleted account: an anonymous answer would look like an empty world to the
    -- device.
    perform private.refuse('forbidden', 'This account no longer exists.');
  end if;
  if requests is null or jsonb_typeof(requests) <> 'array' or jsonb_array_length(requests) > 32 then
    perform private.refuse('invalid', 'requests: a list of at most 32.');
  end if;
  for request in select value from jsonb_array_elements(requests) loop
    name := request ->> 'collection';
    select * into plan from private.sync_plan(name, my_role);
    if plan.page_function is null then
      perform private.refuse('unknown_collection', format('%s does not hold %s.', my_role, coalesce(name, 'a collection without a name')));
    end if;
    most := greatest(1, least(1000, case when jsonb_typeof(request -> 'limit') = 'number' then (request ->> 'limit')::numeric::int else 200 end));
    checkpoint := request -> 'checkpoint';
    valid := jsonb_typeof(checkpoint) = 'object' and checkpoint ->> 'epoch' = epoch and checkpoint ->> 'scope' = scope
      and checkpoint ->> 'xid' ~ '^\d{1,18}$' and private.is_uuid(checkpoint ->> 'id');
    -- Purged tombstones cannot be delivered: a device that was away for that long starts over.
    -- What was purged before its first pull began is nothing that it can have missed: on the way
    -- through old rows, a device would start over with each page.
    if valid then
      valid := greatest((checkpoint ->> 'xid')::xid8, substring(checkpoint ->> 'born' from '^\d{1,18}$')::xid8)
        >= greatest(plan.purged_xid, case when plan.is_open is not null then queue_xid end);
    end if;
    if valid and plan.is_open is not null and checkpoint ->> 'born' ~ '^\d{1,18}$' then
      valid := not private.queue_is_long(name, (checkpoint ->> 'born')::xid8);
    end if;
    valid := coalesce(valid, false);
    after_xid := case when valid then checkpoint ->> 'xid' else '0' end;
    after_id := case when valid then checkpoint ->> 'id' else '00000000-0000-0000-0000-000000000000' end;

    -- Where the first pull stood (queues: private.add_sync_queue): everything below had ended.
    born := case when not valid then horizon when checkpoint ->> 'born' ~ '^\d{1,18}$' then (checkpoint ->> 'born')::xid8 else after_xid::xid8 end;

    until := case when valid and checkpoint ->> 'until' ~ '^\d{1,18}$' then (checkpoint ->> 'until')::xid8
      when valid or plan.is_open is null then born
      else coalesce(private.open_key(name, plan.is_open, born, first_part), born) end;

    execute format('select * from %s($1, $2, $3, $4, $5, $6, $7, $8)', plan.page_function)
    into found_rows, found_keys using me, after_xid::xid8, after_id, horizon, most + 1, orgs, born, until;

    more := jsonb_array_length(found_rows) > most;
    if more then found_rows := found_rows - most; end if;
    if jsonb_array_length(found_rows) > 0 then
      after_xid := found_keys ->> (jsonb_array_length(found_rows) - 1);
      after_id := (found_rows -> -1 ->> 'id')::uuid;
    end if;
    -- The last page: everything below the horizon was looked at.
    if not more and until < born and private.open_key(name, plan.is_open, (until::text::numeric + 1)::text::xid8, few) is null then
      -- Most of the queue's first part has been decided: again, with what waits behind it.
      more := true;
      after_xid := '0';
      after_id := '00000000-0000-0000-0000-000000000000';
      born := horizon;
      until := coalesce(private.open_key(name, plan.is_open, born, first_part), born);
    -- A checkpoint that stays at an old row would one day count as "away for months", although its
    -- device polls each minute. Moved once a week, because each move is a write on the device.
    elsif not more and after_xid::xid8 < greatest(old_xid, plan.purged_xid) then
      after_xid := (horizon::text::numeric - 1)::text;
      after_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
    answer := answer || jsonb_build_object(name, jsonb_build_object(
      'rows', found_rows, 'more', more,
      'restarted', coalesce(jsonb_typeof(checkpoint) = 'object', false) and not valid,
      'checkpoint', jsonb_build_object('epoch', epoch, 'scope', scope, 'xid', after_xid, 'id', after_id)
        || case when plan.is_open is not null then jsonb_build_object('born', born, 'until', until)
          when more then jsonb_build_object('born', born) else '{}' end));
  end loop;
  return jsonb_build_object('epoch', epoch, 'scope', scope,
    'now', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'collections', answer);
end
$$;
comment on function private.sync_pull(jsonb) is
'The pages of public.sync_pull, which documents them; all from one snapshot.';

-- Volatile because of sync_run, which writes once in a run. The pages come from one call of a
-- stable function, hence from one snapshot.
create function public.sync_pull(requests jsonb, seen jsonb default null) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  run constant uuid := private.sync_run();
  epoch constant text := private.epoch();
  horizon constant xid8 := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  listed constant jsonb := case when jsonb_typeof(requests) = 'array' then requests else '[]' end;
  here boolean := private.is_known_history(seen);
  answer jsonb;
begin
  -- No checkpoint of this database can be ahead of it.
  here := here and not exists (
    select 1 from jsonb_array_elements(listed) r
    where r -> 'checkpoint' ->> 'epoch' = epoch and r -> 'checkpoint' ->> 'xid' ~ '^\d{1,18}$' and (r -> 'checkpoint' ->> 'xid')::xid8 >= horizon);
  if not here then
    -- Without an epoch each of them starts over.
    requests := (select coalesce(jsonb_agg(case when jsonb_typeof(r -> 'checkpoint') = 'object'
      then jsonb_set(r, '{checkpoint,epoch}', '""') else r end), '[]') from jsonb_array_elements(listed) r);
  end if;
  answer := private.sync_pull(requests);
  return answer || jsonb_build_object('version', private.server_version(), 'elsewhere', not here, 'covered', (horizon::text::numeric - 1)::text,
    'newest', (pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text::numeric - 1)::text, 'seen', jsonb_build_object('epoch', epoch, 'run', run,
    'xid', (pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::numeric - 1)::text));
end
$$;
comment on function public.sync_pull(jsonb, jsonb) is
'In: [{collection, checkpoint: {epoch, scope, xid, id, born (queues, and while there is more), until (queues)} | null, limit}], at most 32, limit 1 to 1000
(default 200); seen: what the latest answer said. Out: {version, epoch, scope, now, seen: {epoch, run, xid},
elsewhere, covered, newest, collections: {name: {rows, checkpoint, more, restarted}}}. rows: those
after the checkpoint in the order (key, id), with tombstones, exactly the columns of
sync/schema plus _deleted. version: the server''s newest migration. elsewhere: the device has seen what never happened here, because this
database was restored to an earlier state. covered: the transaction up to which nothing is missing;
newest: the latest that has begun; a row that a transaction between the two has changed is in no
page, not even as it was before. restarted: the checkpoint was of another epoch, scope or history,
or older than a purged tombstone (queues: than 14 days or 5,000 changes), and counted as none; the device rebuilds its collection. Errors
(PT422): forbidden (no such account), invalid, unknown_collection (also one that this role does not
hold).';

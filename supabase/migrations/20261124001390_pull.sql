-- Pull: rows changed since the device's checkpoints, in the order (key, id). A row's key is the
-- younger of the transaction that wrote it and the one that granted it to the caller
-- (private.sync_filters). Runs as the caller, under row level security.
--
-- Scale: with 1,000,000 rows a filter reads its page from its index. Granted rows (tens or
-- hundreds) are found from the caller's grants and sorted.

-- The organizations whose rows a device holds, at most 20. Without any, one id that has no rows.
create function private.my_pulled_organizations() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(array_agg(m.org_id order by m.org_id), array[auth.uid()]) from public.organization_members m where m.user_id = auth.uid());
end
$$;

-- Creates one function per collection and role. Pages are the most frequent call, so PostgreSQL
-- plans each once per connection; planning each call took half of a pull.
--
-- A page ends before row number `most` (which indicates more rows) and before `room` bytes are
-- full. It reads only keys below the horizon, the oldest running transaction: a transaction that
-- commits later with a lower id would land below the checkpoint and never be seen. A key below the
-- horizon is final: later changes or grants of the row get a higher key.
--
-- Each filter scans its own index and stops after `most`; a filter with {org} scans once per
-- organization. Called at the end of the migrations, and by each later migration that changes a
-- filter or a column of a collection.
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
    signature := format('private.%I(uuid, xid8, uuid, xid8, int, int, boolean, uuid[], xid8, xid8)', format('sync_page_%s_%s', page.name, page.role));
    execute format($sql$
      create or replace function private.%I(me uuid, after_xid xid8, after_id uuid, horizon xid8, most int, room int, at_least_one boolean, orgs uuid[], born xid8, until xid8, out found_rows jsonb, out last_key text, out bytes int, out more boolean)
      language plpgsql stable security invoker set search_path = '' as $page$
      begin
        select coalesce(jsonb_agg(doc order by n) filter (where fits), '[]'), (array_agg(xid::text order by n desc) filter (where fits))[1],
          coalesce(max(total) filter (where fits), 0), coalesce(bool_or(not fits), false)
        into found_rows, last_key, bytes, more
        from (select *, n < most and (total <= room or (at_least_one and n = 1)) as fits
          from (select *, row_number() over in_order as n, sum(octet_length(doc::text)) over in_order as total
            from (select * from (%s) branches order by xid, id limit most) page window in_order as (order by xid, id)) sized) cut;
      end
      $page$
    $sql$, format('sync_page_%s_%s', page.name, page.role), page.branches);
    execute format('revoke all on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to %I', signature, case page.role when 'anonymous' then 'anon' else 'authenticated' end);
  end loop;
end
$$;

-- Creates one function per collection and role for the answers of a push: rows by id, under the
-- caller's policies. A row outside the role's filters (`gone`) becomes a tombstone: policies show
-- more than a device pulls (a published release of an organization that the caller has left), and
-- no pull would ever change or delete such a row on the device. Rows of a queue are never gone,
-- because a device pulls all their later changes. Called with build_sync_pages.
create function private.build_sync_answers() returns void
language plpgsql set search_path = '' as $$
declare
  answer record;
  signature text;
begin
  for answer in
    select c.name, f.role, c.select_list, string_agg(case
        when f.is_open is not null then 'true'
        when f.source is null then format('(%s)', replace(f.predicate, '{org}', 'any (orgs)'))
        else format('t.id in (select t.id from %s where %s)', f.source, replace(f.predicate, '{org}', 'any (orgs)')) end,
      ' or ' order by f.part) as is_held
    from private.sync_collections c
    join private.sync_filters f on f.collection = c.name
    where not f.removals and f.role <> 'anonymous'
    group by c.name, f.role
  loop
    signature := format('private.%I(uuid, uuid[], uuid[])', format('sync_answers_%s_%s', answer.name, answer.role));
    execute format($sql$
      create or replace function private.%I(me uuid, ids uuid[], orgs uuid[], out docs jsonb, out gone uuid[])
      language plpgsql stable security invoker set search_path = '' as $answers$
      begin
        select coalesce(jsonb_object_agg(id, case when is_held then doc else doc || '{"_deleted": true}' end), '{}'),
          coalesce(array_agg(id) filter (where not is_held), '{}')
        into docs, gone
        from (select t.id, (%s) is true as is_held, (select to_jsonb(d) from (select %s) d) as doc from public.%I t where t.id = any (ids)) found;
      end
      $answers$
    $sql$, format('sync_answers_%s_%s', answer.name, answer.role), answer.is_held, answer.select_list, answer.name);
    execute format('revoke all on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to authenticated', signature);
  end loop;
end
$$;

-- The filters and page function of a role's collection. Null when the role does not hold it.
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

-- The key of the nth open row of a queue, oldest first; null with fewer open rows. As the caller,
-- from the queue's own index.
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

-- True when a queue has changed more often since `born` than a device may hold. Counts below the
-- horizon, so that a long transaction cannot make a restarted device restart again.
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
  -- Without the second factor an admin sees fewer rows. Those that the factor opens are older than
  -- the checkpoint, so it changes the scope.
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
  -- A queue only needs its open rows, and decided ones are in online lists. A device therefore
  -- starts over after a longer absence or 5,000 changes (queue_is_long).
  queue_xid constant xid8 := private.xid_before(14);
  -- Size of a queue's first part. It is sent again when fewer than `few` of its rows are open.
  first_part constant int := 1000;
  max_bytes constant int := 4 * 1024 * 1024;
  few constant int := 500;
  after_xid text;
  after_id uuid;
  found_rows jsonb;
  last_key text;
  bytes int;
  -- Bytes of the rows in this answer. The ceiling limits a call's memory; a small budget lets a
  -- slow connection finish an answer.
  used int := 0;
  budget int;
  born xid8;
  until xid8;
  more boolean;
begin
  perform private.check_session();
  -- The account was deleted. An anonymous answer would look like an empty database.
  perform private.reject_if(scope is null, 'forbidden', 'This account no longer exists.');
  perform private.reject_if(requests is null or jsonb_typeof(requests) <> 'array' or jsonb_array_length(requests) > 32,
    'invalid', 'requests: a list of at most 32.');
  for request in select value from jsonb_array_elements(requests) loop
    name := request ->> 'collection';
    select * into plan from private.sync_plan(name, my_role);
    perform private.reject_if(plan.page_function is null,
      'unknown_collection', format('%s does not hold %s.', my_role, coalesce(name, 'a collection without a name')));
    most := greatest(1, least(1000, case when jsonb_typeof(request -> 'limit') = 'number' then (request ->> 'limit')::numeric else 200 end));
    budget := greatest(1, least(max_bytes, case when jsonb_typeof(request -> 'bytes') = 'number' then (request ->> 'bytes')::numeric else max_bytes end));
    checkpoint := request -> 'checkpoint';
    valid := jsonb_typeof(checkpoint) = 'object' and checkpoint ->> 'epoch' = epoch and checkpoint ->> 'scope' = scope
      and checkpoint ->> 'xid' ~ '^\d{1,18}$' and private.is_uuid(checkpoint ->> 'id');
    -- Purged tombstones cannot be delivered, so a device with an older checkpoint starts over. Rows
    -- purged before its first pull began do not count: otherwise a device would start over with
    -- each page of old rows.
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

    -- Horizon of the first pull (queues: private.add_sync_queue): all transactions below it had
    -- ended.
    born := case when not valid then horizon when checkpoint ->> 'born' ~ '^\d{1,18}$' then (checkpoint ->> 'born')::xid8 else after_xid::xid8 end;

    until := case when valid and checkpoint ->> 'until' ~ '^\d{1,18}$' then (checkpoint ->> 'until')::xid8
      when valid or plan.is_open is null then born
      else coalesce(private.open_key(name, plan.is_open, born, first_part), born) end;

    if used >= budget then
      -- Earlier collections filled the answer.
      found_rows := '[]';
      more := true;
    else
      -- Skips rows that cannot fit: with the sync columns, every row has at least 200 bytes.
      most := least(most, (budget - used) / 200 + 1);
      execute format('select * from %s($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', plan.page_function)
      into found_rows, last_key, bytes, more using me, after_xid::xid8, after_id, horizon, most + 1, budget - used, used = 0, orgs, born, until;
      used := used + bytes;
    end if;
    if jsonb_array_length(found_rows) > 0 then
      after_xid := last_key;
      after_id := (found_rows -> -1 ->> 'id')::uuid;
    end if;
    -- The last page: it covers all rows below the horizon.
    if not more and until < born and private.open_key(name, plan.is_open, (until::text::numeric + 1)::text::xid8, few) is null then
      -- Most of the queue's first part has been decided: sends it again with the next open rows.
      more := true;
      after_xid := '0';
      after_id := '00000000-0000-0000-0000-000000000000';
      born := horizon;
      until := coalesce(private.open_key(name, plan.is_open, born, first_part), born);
    -- An unchanged old checkpoint would one day count as "away for months", although its device
    -- polls each minute. Advanced once a week, because each change is a write on the device.
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

-- Volatile because of sync_run, which writes once per run. The pages come from one call of a stable
-- function, hence from one snapshot.
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
  -- A valid checkpoint cannot be ahead of this database.
  here := here and not exists (
    select 1 from jsonb_array_elements(listed) r
    where r -> 'checkpoint' ->> 'epoch' = epoch and r -> 'checkpoint' ->> 'xid' ~ '^\d{1,18}$' and (r -> 'checkpoint' ->> 'xid')::xid8 >= horizon);
  if not here then
    -- Each collection restarts without an epoch.
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
'In: [{collection, checkpoint: {epoch, scope, xid, id, born (queues, and while there is more), until
(queues)} | null, limit, bytes}], at most 32, limit 1 to 1000 (default 200); bytes: the total size
of the answer''s rows up to and including this page, at most 4 MB (default); the first row of an
answer is always sent, and a collection that does not fit has more: true and no rows; seen: its
value in the latest answer. Out: {version, epoch, scope, now, seen: {epoch, run, xid}, elsewhere,
covered, newest, collections: {name: {rows, checkpoint, more, restarted}}}. rows: rows and
tombstones after the checkpoint in the order (key, id), with exactly the columns of sync/schema plus
_deleted. version: the server''s newest migration. elsewhere: the device has seen a state that this
database never had, because it was restored to an earlier one. covered: the transaction up to which
the pages are complete; newest: the latest started one; rows changed between the two are in no page,
not even in their earlier version. restarted: the checkpoint was of another epoch, scope or history,
or older than a purged tombstone (queues: than 14 days or 5,000 changes), and counted as none; the
device rebuilds its collection. Errors (PT422): forbidden (no such account), invalid,
unknown_collection (also one that this role does not hold).';

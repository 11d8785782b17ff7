-- Pull: what a device has not seen, in the order (transaction, id). Runs as the caller, under row
-- level security.

-- What the caller pulls of a collection in a role: select list and filters. Null when the role does
-- not hold it. A filter with {org} stands once for each of the caller's organizations (at most 20),
-- so that each walks its own index; {orgs} are all of them.
create function private.sync_plan(
  collection text, role text, out select_list text, out sources text[], out predicates text[], out purged_xid xid8)
language sql stable security definer set search_path = '' as $$
  with mine as (
    -- Somebody without any still gets filters, which find nothing.
    select coalesce(array_agg(m.org_id order by m.org_id), array[auth.uid()]) as orgs
    from public.organization_members m where m.user_id = auth.uid()
  )
  select c.select_list, array_agg(coalesce(b.source, format('public.%I', c.name)) order by b.part, p.n), array_agg(p.predicate order by b.part, p.n),
    c.purged_xid
  from private.sync_collections c
  join private.sync_filters b on b.collection = c.name
  cross join mine
  cross join lateral (
    select replace(b.predicate, '{orgs}', format('%L::uuid[]', mine.orgs)) as predicate, 0 as n where strpos(b.predicate, '{org}') = 0
    union all
    select replace(b.predicate, '{org}', format('%L::uuid', o.id)), o.n from unnest(mine.orgs) with ordinality o (id, n) where strpos(b.predicate, '{org}') > 0
  ) p
  where c.name = sync_plan.collection and b.role = sync_plan.role
  group by c.select_list, c.purged_xid
$$;

create function private.sync_collection(name text) returns private.sync_collections
language sql stable security definer set search_path = '' as $$
  select c from private.sync_collections c where c.name = sync_collection.name
$$;

create function private.my_scope() returns text
language sql stable security definer set search_path = '' as $$
  select auth.uid()::text || ':' || private.my_role() || ':' || private.my_status()
    || case when private.my_role() = 'admin' and not private.is_admin() then ':limited' else '' end || private.membership_scope()
$$;

create function private.sync_pull(requests jsonb) returns jsonb
-- Stable: all queries see one snapshot, so a child never arrives without its parent, and the
-- horizon is that snapshot's. No bitmap scans: for the `or` of several policies the planner would
-- gather and sort a large part of the table for a page of 200.
language plpgsql stable security invoker set search_path = '' set enable_bitmapscan = off set jit = off as $$
declare
  me constant uuid := auth.uid();
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
  old_xid constant xid8 := private.checkpoint_refresh_xid();
  after_xid text;
  after_id uuid;
  found_rows jsonb;
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
    if plan.select_list is null then
      perform private.refuse('unknown_collection', format('%s does not hold %s.', my_role, coalesce(name, 'a collection without a name')));
    end if;
    most := greatest(1, least(1000, case when jsonb_typeof(request -> 'limit') = 'number' then (request ->> 'limit')::numeric::int else 200 end));
    checkpoint := request -> 'checkpoint';
    valid := jsonb_typeof(checkpoint) = 'object' and checkpoint ->> 'epoch' = epoch and checkpoint ->> 'scope' = scope
      and checkpoint ->> 'xid' ~ '^\d{1,18}$' and private.is_uuid(checkpoint ->> 'id');
    -- Purged tombstones cannot be delivered: a device that was away for that long starts over.
    if valid then valid := (checkpoint ->> 'xid')::xid8 >= plan.purged_xid; end if;
    valid := coalesce(valid, false);
    after_xid := case when valid then checkpoint ->> 'xid' else '0' end;
    after_id := case when valid then checkpoint ->> 'id' else '00000000-0000-0000-0000-000000000000' end;

    -- Only rows below the oldest running transaction: one that commits later with a lower id would
    -- land behind the checkpoint and never be seen. Each filter walks its own index and stops after
    -- `most`.
    execute format(
      'select coalesce(jsonb_agg(page.doc order by page.xid, page.id), ''[]'') from (select * from (%s) branches order by xid, id limit $5) page',
      (select string_agg(format(
        '(select t.sync_xid as xid, t.id, (select to_jsonb(d) from (select %s) d) as doc from %s t
          where (%s) and (t.sync_xid, t.id) > ($2::xid8, $3)
            and t.sync_xid < $4 order by t.sync_xid, t.id limit $5)',
        plan.select_list, b.source, b.predicate), ' union all ')
       from unnest(plan.sources, plan.predicates) b (source, predicate)))
    into found_rows using me, after_xid, after_id, horizon, most + 1;

    more := jsonb_array_length(found_rows) > most;
    if more then found_rows := found_rows - most; end if;
    if jsonb_array_length(found_rows) > 0 then
      after_xid := found_rows -> -1 ->> 'sync_xid';
      after_id := (found_rows -> -1 ->> 'id')::uuid;
    end if;
    -- The last page: everything below the horizon was looked at. A checkpoint that stays at an old
    -- row would one day count as "away for months", although its device polls each minute. Moved
    -- once a week, because each move is a write on the device.
    if not more and after_xid::xid8 < greatest(old_xid, plan.purged_xid) then
      after_xid := (horizon::text::numeric - 1)::text;
      after_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
    answer := answer || jsonb_build_object(name, jsonb_build_object(
      'rows', found_rows, 'more', more,
      'restarted', coalesce(jsonb_typeof(checkpoint) = 'object', false) and not valid,
      'checkpoint', jsonb_build_object('epoch', epoch, 'scope', scope, 'xid', after_xid, 'id', after_id)));
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
  return answer || jsonb_build_object('elsewhere', not here, 'covered', (horizon::text::numeric - 1)::text,
    'newest', (pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text::numeric - 1)::text, 'seen', jsonb_build_object('epoch', epoch, 'run', run,
    'xid', (pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::numeric - 1)::text));
end
$$;
comment on function public.sync_pull(jsonb, jsonb) is
'In: [{collection, checkpoint: {epoch, scope, xid, id} | null, limit}], at most 32, limit 1 to 1000
(default 200); seen: what the latest answer said. Out: {epoch, scope, now, seen: {epoch, run, xid},
elsewhere, covered, newest, collections: {name: {rows, checkpoint, more, restarted}}}. rows: those
after the checkpoint in the order (sync_xid, id), with tombstones, exactly the columns of
sync/schema plus _deleted. elsewhere: the device has seen what never happened here, because this
database was restored to an earlier state. covered: the transaction up to which nothing is missing;
newest: the latest that has begun; a row that a transaction between the two has changed is in no
page, not even as it was before. restarted: the checkpoint was of another epoch, scope or history,
or older than a purged tombstone, and counted as none; the device rebuilds its collection. Errors
(PT422): forbidden (no such account), invalid, unknown_collection (also one that this role does not
hold).';

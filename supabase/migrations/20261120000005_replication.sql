-- Chapter 5: replication (docs: sync.md). Two calls, both as the caller under row level security: sync_pull gives what a device has not seen,
-- in the order (transaction, id); sync_push takes what it wrote, row by row, and says which rows were conflicts and which were refused.
-- What a collection is (columns that a person may write, which branches a role reads) is data: adding one is a call of
-- private.sync_register and a few rows in private.sync_branches.

create table private.sync_collections (
  name text primary key,
  insert_columns text[] not null,
  update_columns text[] not null,
  removable boolean not null,
  -- The select list that makes a row what the device's schema asks for.
  select_list text not null,
  -- The newest tombstone that was purged: a checkpoint below it may have missed one.
  purged_xid xid8 not null default '0'
);

-- The rows that a role's device holds, as predicates over one index each: $1 is the caller. Several branches of one role are disjoint.
-- They are no permission (the policies are), they are the way in: the planner can't find (owner, sync_xid, id) behind an `or`.
create table private.sync_branches (
  collection text not null references private.sync_collections (name),
  role text not null check (role in ('anonymous', 'tester', 'developer', 'admin')),
  part int not null default 1,
  predicate text not null,
  primary key (collection, role, part)
);

-- A row as it travels: exactly the schema's columns and _deleted. Instants are ISO 8601 in UTC with milliseconds (they sort as text on the
-- device, and do not depend on the session's DateStyle), transaction ids are text (64 bits do not fit a JSON number).
create function private.sync_select_list(collection text) returns text
language sql stable set search_path = '' as $$
  select string_agg(
    case t.typname
      when 'timestamptz' then format('to_char(t.%1$I at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'') as %1$I', a.attname)
      when 'date' then format('to_char(t.%1$I, ''YYYY-MM-DD'') as %1$I', a.attname)
      when 'xid8' then format('t.%1$I::text as %1$I', a.attname)
      else format('t.%I', a.attname)
    end, ', ' order by a.attnum)
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  where a.attrelid = format('public.%I', collection)::regclass and a.attnum > 0 and not a.attisdropped
$$;

-- Makes a table a collection: its grants and its two generic triggers. Its hints are made in chapter 6.
create function private.sync_register(name text, insert_columns text[], update_columns text[], removable boolean) returns void
language plpgsql set search_path = '' as $$
declare
  stamps constant text[] := array['sync_client', 'sync_seq'];
  changeable text[] := update_columns || case when removable then array['_deleted'] else '{}' end;
begin
  insert into private.sync_collections (name, insert_columns, update_columns, removable, select_list)
  values (name, insert_columns, update_columns, removable, private.sync_select_list(name))
  on conflict on constraint sync_collections_pkey do update set insert_columns = excluded.insert_columns,
    update_columns = excluded.update_columns, removable = excluded.removable, select_list = excluded.select_list;
  execute format('revoke insert, update on public.%I from authenticated', name);
  if cardinality(insert_columns) > 0 then
    execute format('grant insert (%s) on public.%I to authenticated',
      (select string_agg(quote_ident(c), ', ') from unnest(insert_columns || stamps) c), name);
  end if;
  if cardinality(update_columns) > 0 then
    execute format('grant update (%s) on public.%I to authenticated',
      (select string_agg(quote_ident(c), ', ') from unnest(changeable || stamps) c), name);
  end if;
  execute format('create or replace trigger aa_guard before insert or update on public.%I for each row execute function private.guard(%s)',
    name, (select coalesce(string_agg(quote_literal(c), ', '), '') from unnest(changeable) c));
  execute format('create or replace trigger zz_stamp before insert or update on public.%I for each row execute function private.stamp()', name);
end
$$;

-- The rows of sync/schema/collections.ts.
do $$
declare
  campaign text[] := '{app_id,title,description,category,platform,start_date,end_date,max_testers,reward_model,reward_amount_cents,currency,requirements,auto_select,screening,agreement,review_days,status}';
  brief text[] := '{instructions,build_url,release_id}';
  report text[] := '{release_id,type,rating,summary,details,steps,severity,device,attachments,status,captured_at}';
  app text[] := '{title,description,platform,type,icon_path,screenshots,requirements,compatibility,status}';
  release text[] := '{version,notes,file_name,file_path,content_type,size_bytes,sha256,status}';
begin
  perform private.sync_register('profiles', '{}', '{name,avatar_path,bio,devices,expertise,company,website,social_links}', false);
  perform private.sync_register('accounts', '{}', '{paypal_email,language,billing,notification_preferences}', false);
  perform private.sync_register('settings', '{}', '{values}', false);
  perform private.sync_register('apps', '{id,developer_id}' || app, app, true);
  perform private.sync_register('releases', '{id,app_id,developer_id}' || release, release, true);
  perform private.sync_register('campaigns', '{id,developer_id}' || campaign, campaign, true);
  perform private.sync_register('briefs', '{id,developer_id}' || brief, brief, false);
  perform private.sync_register('applications',
    '{id,campaign_id,tester_id,message,answers,agreement_version,agreement_accepted_at,applied_at,status}',
    '{status,message,answers,agreement_version,agreement_accepted_at,reason,downloaded_at,confirmed_issues}', false);
  perform private.sync_register('feedback', '{id,campaign_id,application_id,tester_id}' || report,
    report || '{usefulness,reason_code,reason,duplicate_of,known}', true);
  perform private.sync_register('comments', '{id,feedback_id,author_id,body,internal,captured_at}', '{}', false);
  perform private.sync_register('rewards', '{}', '{}', false);
  perform private.sync_register('payouts', '{id,tester_id,currency}', '{status,reason}', false);
  perform private.sync_register('files', '{}', '{}', false);
  perform private.sync_register('flags', '{id,reporter_id,content_type,content_id,reason}', '{status,resolution,hidden}', false);
  perform private.sync_register('notifications', '{}', '{read_at}', false);
  perform private.sync_register('activity', '{}', '{}', false);
end
$$;

insert into private.sync_branches (collection, role, part, predicate) values
  ('settings', 'anonymous', 1, 'true'),
  ('apps', 'anonymous', 1, 't.published_at is not null'),
  ('releases', 'anonymous', 1, 't.published_at is not null'),

  ('profiles', 'tester', 1, 't.id = $1'),
  ('accounts', 'tester', 1, 't.id = $1'),
  ('settings', 'tester', 1, 'true'),
  ('apps', 'tester', 1, 't.published_at is not null'),
  ('releases', 'tester', 1, 't.published_at is not null'),
  ('releases', 'tester', 2, 't.published_at is null and t.id in (select private.my_granted_releases())'),
  ('campaigns', 'tester', 1, 't.status <> ''draft'''),
  ('briefs', 'tester', 1, 't.id in (select private.my_tests())'),
  ('applications', 'tester', 1, 't.tester_id = $1'),
  ('feedback', 'tester', 1, 't.tester_id = $1'),
  ('comments', 'tester', 1, 't.tester_id = $1 and not t.internal'),
  ('rewards', 'tester', 1, 't.tester_id = $1'),
  ('payouts', 'tester', 1, 't.tester_id = $1'),
  ('notifications', 'tester', 1, 't.user_id = $1'),

  ('profiles', 'developer', 1, 't.id = $1'),
  ('accounts', 'developer', 1, 't.id = $1'),
  ('settings', 'developer', 1, 'true'),
  ('apps', 'developer', 1, 't.developer_id = $1'),
  ('apps', 'developer', 2, 't.published_at is not null and t.developer_id <> $1'),
  ('releases', 'developer', 1, 't.developer_id = $1'),
  ('releases', 'developer', 2, 't.published_at is not null and t.developer_id <> $1'),
  ('campaigns', 'developer', 1, 't.developer_id = $1'),
  ('briefs', 'developer', 1, 't.developer_id = $1'),
  ('applications', 'developer', 1, 't.developer_id = $1'),
  ('feedback', 'developer', 1, 't.developer_id = $1 and t.status <> ''draft'''),
  ('comments', 'developer', 1, 't.developer_id = $1'),
  ('rewards', 'developer', 1, 't.developer_id = $1'),
  ('files', 'developer', 1, 't.owner_id = $1'),
  ('notifications', 'developer', 1, 't.user_id = $1'),

  -- Their own: a hundred thousand people are searched on the server (chapter 11), not carried about.
  ('profiles', 'admin', 1, 't.id = $1'),
  ('accounts', 'admin', 1, 't.id = $1'),
  ('settings', 'admin', 1, 'true'),
  ('apps', 'admin', 1, 'true'),
  ('releases', 'admin', 1, 'true'),
  ('campaigns', 'admin', 1, 'true'),
  ('feedback', 'admin', 1, 't.status <> ''draft'''),
  ('rewards', 'admin', 1, 'true'),
  ('payouts', 'admin', 1, 'true'),
  ('files', 'admin', 1, 'true'),
  ('flags', 'admin', 1, 'true'),
  ('notifications', 'admin', 1, 't.user_id = $1'),
  ('activity', 'admin', 1, 'true');

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The epoch: changes when this database is not the one that a checkpoint was made on (restored, replaced), because transaction ids then
-- start again or go back, and every checkpoint would lie.

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
  -- As seed: no effects, no new time of the last change. Rows of a younger cluster's dump carry transactions that this one has not
  -- reached yet: no pull would ever show them.
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

-- What one role pulls of one collection: the select list and the branches. Null when that role does not hold it.
create function private.sync_plan(collection text, role text, out select_list text, out predicates text[], out purged_xid xid8)
language sql stable security definer set search_path = '' as $$
  select c.select_list, array_agg(b.predicate order by b.part), c.purged_xid
  from private.sync_collections c
  join private.sync_branches b on b.collection = c.name
  where c.name = sync_plan.collection and b.role = sync_plan.role
  group by c.select_list, c.purged_xid
$$;

-- What every transaction before it was over a week ago, or null on a young database.
create function private.week_old_xid() returns xid8
language sql stable security definer set search_path = '' as $$
  select d.xid from private.sync_days d where d.day <= private.today() - 7 order by d.day desc limit 1
$$;

create function private.sync_collection(name text) returns private.sync_collections
language sql stable security definer set search_path = '' as $$
  select c from private.sync_collections c where c.name = sync_collection.name
$$;

create function public.sync_pull(requests jsonb) returns jsonb
-- Stable: all of its queries then see one snapshot, so a child never comes without its parent, and the horizon is that snapshot's.
-- No bitmap scans: for the `or` of several policies the planner would gather a large part of the table and sort it, for a page of 200.
language plpgsql stable security invoker set search_path = '' set enable_bitmapscan = off set jit = off as $$
declare
  me constant uuid := auth.uid();
  my_role constant text := case when me is null then 'anonymous' else private.my_role() end;
  -- An admin without the second factor sees less: the rows that come with it are older than the checkpoint, so it is another scope.
  scope constant text := case when me is null then 'anonymous' else me::text || ':' || my_role || ':' || private.my_status()
    || case when my_role = 'admin' and not private.is_admin() then ':limited' else '' end end;
  epoch constant text := private.epoch();
  answer jsonb := '{}';
  request jsonb;
  name text;
  plan record;
  most int;
  checkpoint jsonb;
  valid boolean;
  horizon constant xid8 := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  old_xid constant xid8 := private.week_old_xid();
  after_xid text;
  after_id uuid;
  found_rows jsonb;
  more boolean;
begin
  perform private.check_session();
  if scope is null then
    -- Signed in as nobody: an anonymous answer would look like an empty world, and the device would believe it.
    perform private.refuse('forbidden', 'This account does not exist any more.');
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
    -- Tombstones that are gone can't be told any more: whoever was away for that long starts over.
    if valid then valid := (checkpoint ->> 'xid')::xid8 >= plan.purged_xid; end if;
    valid := coalesce(valid, false);
    after_xid := case when valid then checkpoint ->> 'xid' else '0' end;
    after_id := case when valid then checkpoint ->> 'id' else '00000000-0000-0000-0000-000000000000' end;

    -- Only rows below the oldest transaction that still runs: one that commits later with a lower id could otherwise slip in behind the
    -- checkpoint and never be seen. Each branch walks its own index and stops after `most`.
    execute format(
      'select coalesce(jsonb_agg(page.doc order by page.xid, page.id), ''[]'') from (select * from (%s) branches order by xid, id limit $5) page',
      (select string_agg(format(
        '(select t.sync_xid as xid, t.id, (select to_jsonb(d) from (select %s) d) as doc from public.%I t
          where (%s) and (t.sync_xid, t.id) > ($2::xid8, $3)
            and t.sync_xid < $4 order by t.sync_xid, t.id limit $5)',
        plan.select_list, name, predicate), ' union all ')
       from unnest(plan.predicates) predicate))
    into found_rows using me, after_xid, after_id, horizon, most + 1;

    more := jsonb_array_length(found_rows) > most;
    if more then found_rows := found_rows - most; end if;
    if jsonb_array_length(found_rows) > 0 then
      after_xid := found_rows -> -1 ->> 'sync_xid';
      after_id := (found_rows -> -1 ->> 'id')::uuid;
    end if;
    -- The page is the last one: everything below the horizon was looked at. A checkpoint that stayed at an old row would count as "away for
    -- months" one day, although its device asks each minute. Moved once a week, because each move is a write on the device.
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
comment on function public.sync_pull(jsonb) is
'In: [{collection, checkpoint: {epoch, scope, xid, id} | null, limit}], at most 32, limit 1 to 1000 (default 200). Out: {epoch, scope, now,
collections: {name: {rows, checkpoint, more, restarted}}}: rows after the checkpoint in the order (sync_xid, id), with tombstones, exactly the
columns of sync/schema plus _deleted. A checkpoint of another epoch or scope, or one older than a purged tombstone, counts as none (restarted:
the device makes its store anew). Errors (PT422): forbidden (no such
account), invalid, unknown_collection (also one that this role does not hold). Rules: sync.md "Pull".';

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Push

create function private.log_refusal(collection text, row_id text, code text, message text) returns void
language sql security definer set search_path = '' as $$
  insert into public.sync_refusals (user_id, collection, row_id, code, message)
  values (auth.uid(), collection, left(row_id, 64), code, left(message, 1000))
$$;

-- The row as the caller may see it, or null.
create function private.sync_row(plan private.sync_collections, row_id uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare doc jsonb;
begin
  execute format('select to_jsonb(d) from (select %s from public.%I t where t.id = $1) d', plan.select_list, plan.name) into doc using row_id;
  return doc;
end
$$;

-- The states between two, on the shortest path of moves that one person may make: a device that was offline sends where a row has come to
-- and not each step. Each step is then written for itself, so that each has its rules and its effects. Empty: one move, or none at all.
create function private.states_between(machine text, from_state text, to_state text, actor text) returns text[]
language sql stable security definer set search_path = '' as $$
  with recursive path (state, states) as (
    select m.to_state, array[m.to_state] from public.state_moves m
    where m.machine = states_between.machine and m.actor = states_between.actor and m.from_state = states_between.from_state
    union all
    select m.to_state, p.states || m.to_state from path p
    join public.state_moves m on m.machine = states_between.machine and m.actor = states_between.actor and m.from_state = p.state
    where p.state <> states_between.to_state and m.to_state <> states_between.from_state and m.to_state <> all (p.states)
  )
  select coalesce((select trim_array(p.states, 1) from path p where p.state = states_between.to_state
    order by cardinality(p.states) limit 1), '{}')
$$;

-- Writes columns of one row that stands as it did in `xid`, and takes it through the states between. All columns come with the first step:
-- words are often free to change only before it, and a decision's reason belongs to it. The stamp of the device comes with the last.
-- False: the row does not stand there any more, or a policy hides it; then nothing was written.
create function private.sync_update(
  plan private.sync_collections, columns text[], doc jsonb, steps text[], row_id uuid, xid text) returns boolean
language plpgsql security invoker set search_path = '' as $$
declare
  states constant text[] := steps || (doc ->> 'status');
  written text[];
  touched bigint;
begin
  for i in 1 .. cardinality(states) loop
    written := case i when 1 then columns else '{status}' end || case i when cardinality(states) then '{sync_client,sync_seq}'::text[] else '{}' end;
    execute format('update public.%I t set (%s) = (select %s from jsonb_populate_record(null::public.%I, $1) r)
        where t.id = $2 and t.sync_xid = $3::xid8', plan.name,
      (select string_agg(quote_ident(c), ', ') from unnest(written) c),
      (select string_agg('r.' || quote_ident(c), ', ') from unnest(written) c), plan.name)
    using (doc - 'sync_xid') || jsonb_build_object('status', states[i]), row_id, xid;
    get diagnostics touched = row_count;
    if touched = 0 and i = 1 then return false; end if;
    if touched = 0 then perform private.refuse('forbidden', 'This row is not yours to change.'); end if;
    xid := pg_current_xact_id()::text;
  end loop;
  return true;
end
$$;

-- Applies one row. True: done (or already was); false: a conflict. Refusals are raised.
create function private.sync_push_row(plan private.sync_collections, doc jsonb, assumed jsonb) returns boolean
language plpgsql security invoker set search_path = '' as $$
declare
  row_id constant uuid := (doc ->> 'id')::uuid;
  client constant text := coalesce(doc ->> 'sync_client', '');
  seq constant int := coalesce((doc ->> 'sync_seq')::int, 0);
  stamped constant jsonb := doc || jsonb_build_object('sync_client', client, 'sync_seq', seq);
  stamps constant text[] := '{sync_client,sync_seq}';
  -- The machine of a collection is called as one of its rows.
  machine constant text := rtrim(plan.name, 's');
  current_row jsonb;
  columns text[];
  -- What the row passes through on its way to the state that the device sent.
  steps text[];
  bad text;
begin
  if cardinality(plan.insert_columns) = 0 and cardinality(plan.update_columns) = 0 then
    perform private.refuse('not_allowed', 'These rows are made by the server alone.');
  end if;
  current_row := private.sync_row(plan, row_id);

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

  -- A lost answer: the same edit, or a later one of the same store, is there already.
  if client <> '' and current_row ->> 'sync_client' = client then
    if (current_row ->> 'sync_seq')::int >= seq then return true; end if;
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

-- The id in the text of a batch's element that is no jsonb, because it holds a NUL or half an emoji: without it nobody could be told which.
create function private.row_id_of(element text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(element, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1?', 'g')::jsonb -> 'newDocumentState' ->> 'id';
exception when data_exception then
  return null;
end
$$;

-- json, not jsonb: PostgreSQL can't store a NUL or half an emoji, and a batch that is read as jsonb would fail as a whole because of one.
create function public.sync_push(collection text, rows json) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  plan constant private.sync_collections := private.sync_collection(collection);
  applied jsonb := '[]';
  conflicts jsonb := '[]';
  rejected jsonb := '[]';
  raw text;
  element jsonb;
  doc jsonb;
  row_id text;
  state text; message text; detail text; constraint_name text; column_name text;
  code text;
begin
  perform private.check_session();
  if plan.name is null then
    perform private.refuse('unknown_collection', format('There is no collection %s.', coalesce(collection, 'without a name')));
  end if;
  if private.my_role() is null then
    perform private.refuse('forbidden', 'This account does not exist any more.');
  end if;
  if rows is null or json_typeof(rows) <> 'array' or json_array_length(rows) > 500 then
    perform private.refuse('invalid', 'rows: a list of at most 500.');
  end if;
  for raw in select value::text from json_array_elements(rows) loop
    row_id := null;
    begin
      element := raw::jsonb;
      doc := element -> 'newDocumentState';
      row_id := coalesce(doc ->> 'id', '');
      if jsonb_typeof(doc) is distinct from 'object' or not private.is_uuid(row_id) then
        perform private.refuse('invalid', 'id: a row needs a UUID.');
      end if;
      if private.sync_push_row(plan, doc, nullif(element -> 'assumedMasterState', 'null'::jsonb)) then
        -- The row as it stands now goes back: a pull that was on its way may have passed it already, and then nothing else would ever
        -- tell the device that its edit arrived.
        applied := applied || coalesce(private.sync_row(plan, row_id::uuid), '[]');
      else
        conflicts := conflicts || coalesce(private.sync_row(plan, row_id::uuid), '[]');
      end if;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
        constraint_name = constraint_name, column_name = column_name;
      -- Not the row's fault: the whole call fails, and the device tries again later. (40 serialization and deadlock, 53 resources,
      -- 55 locked, 57 shutdown or timeout, 58 system, XX broken, PT503 maintenance.)
      if left(state, 2) in ('40', '53', '55', '57', '58', 'XX', '08') or state = 'PT503' then raise; end if;
      row_id := coalesce(row_id, private.row_id_of(raw), '');
      code := case
        when state = 'PT422' then detail
        when state = '42501' then 'forbidden'
        when state = '23503' then 'missing_parent'
        when state = '23505' then case when constraint_name like '%\_pkey' then 'forbidden' else 'duplicate' end
        when state in ('23514', '23502') or left(state, 2) = '22' then 'invalid'
        else 'internal'
      end;
      if code = 'invalid' and state <> 'PT422' then
        message := concat_ws(': ', nullif(coalesce(nullif(constraint_name, ''), column_name), ''), message);
      end if;
      perform private.log_refusal(collection, row_id, code, message);
      rejected := rejected || jsonb_build_object('id', row_id, 'code', code, 'message', message,
        'row', case when private.is_uuid(row_id) then private.sync_row(plan, row_id::uuid) end);
    end;
  end loop;
  return jsonb_build_object('applied', applied, 'conflicts', conflicts, 'rejected', rejected);
end
$$;
comment on function public.sync_push(text, json) is
'In: a collection and [{assumedMasterState: row | null, newDocumentState: row}], at most 500. Each row in a savepoint of its own. Out:
{applied: [the server''s row, taken now or there already: the same batch twice changes nothing], conflicts: [the server''s row], rejected:
[{id, code, message, row: the server''s row | null}]}. Refused rows are also noted in sync_refusals. Errors of the whole call: forbidden, invalid,
unknown_collection (PT422); maintenance (PT503) and anything that is not a row''s fault, to be tried again. Rules: sync.md "Push".';

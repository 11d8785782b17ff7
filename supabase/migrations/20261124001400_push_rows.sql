-- Push, row by row: what one edit does to the present row.

-- Rows that sync_push refused, for an admin whom somebody asks where their report went.
create table public.sync_refusals (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid,
  collection text not null,
  row_id text not null,
  code text not null,
  message text not null
);
create index sync_refusals_at on public.sync_refusals (at);

select private.protect_table('sync_refusals');
revoke all on sequence public.sync_refusals_id_seq from anon, authenticated;
create policy sync_refusals_read on public.sync_refusals for select to authenticated using ((select private.is_admin()));

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

create function private.sync_rows(plan private.sync_collections, row_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare docs jsonb;
begin
  execute format('select coalesce(jsonb_object_agg(t.id, (select to_jsonb(d) from (select %s) d)), ''{}'') from public.%I t where t.id = any ($1)',
    plan.select_list, plan.name) into docs using row_ids;
  return docs;
end
$$;

-- Writes columns of a row that still has the transaction `xid`, and takes it through the states
-- between. All columns come with the first step: words are often free to change only before it, and
-- a decision's reason belongs to it. The device's metadata comes with the last. False: the row has
-- changed meanwhile or a policy hides it, and nothing was written.
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

-- Applies one edit to the present row (null: the caller sees none). True: done, now or before;
-- false: a conflict. Refusals are raised.
-- A device database marks its edits with an id that it makes up each time it is opened, and says
-- which of its earlier versions it may have sent (sync_past). A permanent id would be shared by two
-- copies of a browser profile: each would take the other's text for its own earlier one and
-- overwrite it.
create function private.sync_push_row(plan private.sync_collections, doc jsonb, assumed jsonb, current_row jsonb) returns boolean
language plpgsql security invoker set search_path = '' as $$
declare
  row_id constant uuid := (doc ->> 'id')::uuid;
  client constant text := coalesce(doc ->> 'sync_client', '');
  seq constant int := coalesce((doc ->> 'sync_seq')::int, 0);
  marked constant jsonb := doc || jsonb_build_object('sync_client', client, 'sync_seq', seq);
  metadata constant text[] := '{sync_client,sync_seq}';
  -- A state machine is named after one row of its collection.
  machine constant text := rtrim(plan.name, 's');
  -- The device database that wrote the present row.
  writer text;
  columns text[];
  -- The states on the way to the one that the device sent.
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
      columns := array(select c from unnest(plan.insert_columns || metadata) c where doc ? c);
      steps := private.states_between(machine, 'new', doc ->> 'status', private.my_role());
      begin
        execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1) r', plan.name,
          (select string_agg(quote_ident(c), ', ') from unnest(columns) c),
          (select string_agg('r.' || quote_ident(c), ', ') from unnest(columns) c), plan.name)
        -- An edit that the server has not seen carries "" there, which is no xid8.
        using (doc - 'sync_xid') || case when cardinality(steps) = 0 then '{}' else
          jsonb_build_object('status', steps[1], 'sync_client', '', 'sync_seq', 0) end;
        -- A new row must not contain what somebody else writes later: it would be dropped in
        -- silence.
        select string_agg(c, ', ') into bad from unnest(plan.update_columns) c
        where c <> 'status' and c <> all (plan.insert_columns) and coalesce(doc -> c, 'null') not in ('null', '""', 'false', '0', '[]', '{}');
        if bad is not null then
          perform private.refuse('not_allowed', format('Not yours to write into a new row: %s.', bad));
        end if;
        return cardinality(steps) = 0
          or private.sync_update(plan, '{status}', marked, steps[2:], row_id, pg_current_xact_id()::text);
      exception when unique_violation then
        -- The id exists. Now visible: another device of the same person was faster. Still
        -- invisible: it is somebody else's.
        current_row := private.sync_row(plan, row_id);
        if current_row is null then raise; end if;
      end;
    else
      perform private.refuse('forbidden', 'There is no such row, or it is not yours.');
    end if;
  end if;

  writer := current_row ->> 'sync_client';
  if client <> '' and writer = client then
    -- An answer was lost: the same edit, or a later one, is there already.
    if (current_row ->> 'sync_seq')::int >= seq then return true; end if;
  elsif writer <> '' and (doc -> 'sync_past' ->> writer)::bigint >= (current_row ->> 'sync_seq')::int then
    -- This edit builds on an earlier one whose answer was lost.
    null;
  elsif assumed is null or current_row ->> 'sync_xid' is distinct from assumed ->> 'sync_xid' then
    return false;
  end if;

  if cardinality(plan.update_columns) = 0 then
    perform private.refuse('not_allowed', 'Rows of this kind cannot be changed.');
  end if;
  if coalesce((doc ->> '_deleted')::boolean, false) and not plan.removable then
    perform private.refuse('not_allowed', 'Rows of this kind are not deleted.');
  end if;
  -- A column that the caller may not write must be unchanged: dropped in silence, the device would
  -- show a change that nobody else ever sees. Compared with what the device assumed, because it may
  -- not know columns that the server fills in.
  if assumed is not null then
    select string_agg(d.key, ', ') into bad
    from jsonb_each(doc) d
    where assumed ? d.key and d.value is distinct from assumed -> d.key and d.key <> all (plan.update_columns)
      and d.key not in ('sync_xid', 'sync_client', 'sync_seq', 'created_at', 'updated_at', '_deleted');
    if bad is not null then
      perform private.refuse('not_allowed', format('Not yours to change: %s.', bad));
    end if;
  end if;

  -- Only differences are written: a column that comes back unchanged is no edit.
  columns := array(
    select c from unnest(plan.update_columns || case when plan.removable then '{_deleted}'::text[] else '{}' end) c
    where doc ? c and doc -> c is distinct from current_row -> c);
  steps := case when 'status' = any (columns)
    then private.states_between(machine, current_row ->> 'status', doc ->> 'status', private.my_role()) else '{}' end;
  if private.sync_update(plan, columns, marked, steps, row_id, current_row ->> 'sync_xid') then return true; end if;
  -- Nothing matched. A changed transaction is a conflict. Otherwise a policy hid the row, which
  -- must not look like a conflict: the device would revert the person's edit in silence.
  if (private.sync_row(plan, row_id) ->> 'sync_xid') is distinct from current_row ->> 'sync_xid' then return false; end if;
  perform private.refuse('forbidden', 'This row is not yours to change.');
  return false;
end
$$;

-- The id of an element that is no valid jsonb (a NUL, half an emoji): without it the refusal could
-- not name the row.
create function private.entity_id(element text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(element, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1?', 'g')::jsonb -> 'newDocumentState' ->> 'id';
exception when data_exception then
  return null;
end
$$;

-- Chapter 23: a batch is read twice, and not each of its rows. sync_push asked for the row before each write and after it: 0.2 of the 1.9 ms
-- that a row took, each time. What stands there is read for all of them at the beginning (whoever writes in between is noticed by the write itself,
-- which names the transaction that it expects), and what goes back at the end, with everything that the batch did.

-- Those of some rows that the caller may see, by their ids.
create function private.sync_rows(plan private.sync_collections, row_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare docs jsonb;
begin
  execute format('select coalesce(jsonb_object_agg(t.id, (select to_jsonb(d) from (select %s) d)), ''{}'') from public.%I t where t.id = any ($1)',
    plan.select_list, plan.name) into docs using row_ids;
  return docs;
end
$$;

-- Applies one row to the one that stands there (null: none that the caller sees). True: done (or already was); false: a conflict. Refusals are raised.
drop function private.sync_push_row(private.sync_collections, jsonb, jsonb);
create function private.sync_push_row(plan private.sync_collections, doc jsonb, assumed jsonb, current_row jsonb) returns boolean
language plpgsql security invoker set search_path = '' as $$
declare
  row_id constant uuid := (doc ->> 'id')::uuid;
  client constant text := coalesce(doc ->> 'sync_client', '');
  seq constant int := coalesce((doc ->> 'sync_seq')::int, 0);
  stamped constant jsonb := doc || jsonb_build_object('sync_client', client, 'sync_seq', seq);
  stamps constant text[] := '{sync_client,sync_seq}';
  -- The machine of a collection is called as one of its rows.
  machine constant text := rtrim(plan.name, 's');
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

-- json, not jsonb: PostgreSQL can't store a NUL or half an emoji, and a batch that is read as jsonb would fail as a whole because of one.
create or replace function public.sync_push(collection text, rows json) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  plan constant private.sync_collections := private.sync_collection(collection);
  -- What is there before the batch, and after it.
  standing jsonb;
  written jsonb;
  applied uuid[] := '{}';
  conflicts uuid[] := '{}';
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
  begin
    standing := private.sync_rows(plan, array(
      select (value -> 'newDocumentState' ->> 'id')::uuid from json_array_elements(rows)
      where private.is_uuid(value -> 'newDocumentState' ->> 'id')));
  exception when data_exception then
    -- One of them can't be read: each is asked for by itself.
    standing := null;
  end;
  for raw in select value::text from json_array_elements(rows) loop
    row_id := null;
    begin
      element := raw::jsonb;
      doc := element -> 'newDocumentState';
      row_id := coalesce(doc ->> 'id', '');
      if jsonb_typeof(doc) is distinct from 'object' or not private.is_uuid(row_id) then
        perform private.refuse('invalid', 'id: a row needs a UUID.');
      end if;
      if private.sync_push_row(plan, doc, nullif(element -> 'assumedMasterState', 'null'::jsonb),
        case when standing is null then private.sync_row(plan, row_id::uuid) else standing -> (row_id::uuid)::text end) then
        -- The row goes back as it stands now: a pull that was on its way may have passed it already, and then nothing else would ever
        -- tell the device that its edit arrived.
        applied := applied || row_id::uuid;
      else
        conflicts := conflicts || row_id::uuid;
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
  written := private.sync_rows(plan, applied || conflicts);
  return jsonb_build_object(
    'applied', (select coalesce(jsonb_agg(written -> id::text order by n), '[]') from unnest(applied) with ordinality as a (id, n) where written ? id::text),
    'conflicts', (select coalesce(jsonb_agg(written -> id::text order by n), '[]') from unnest(conflicts) with ordinality as c (id, n) where written ? id::text),
    'rejected', rejected);
end
$$;

do $$
declare f text;
begin
  foreach f in array array['private.sync_rows(private.sync_collections, uuid[])',
    'private.sync_push_row(private.sync_collections, jsonb, jsonb, jsonb)'] loop
    execute format('revoke all on function %s from public, anon', f);
    execute format('grant execute on function %s to authenticated, service_role', f);
  end loop;
end
$$;

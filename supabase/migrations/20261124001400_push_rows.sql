-- Push of single rows: applies one edit to the current row.

-- Rows rejected by sync_push, so that admins can answer questions about missing reports.
create table public.sync_rejections (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid,
  collection text not null,
  row_id text not null,
  code text not null,
  message text not null
);
create index sync_rejections_user on public.sync_rejections (user_id, at);
create index sync_rejections_at on public.sync_rejections (at, id);
create index sync_rejections_code on public.sync_rejections (code, at, id);
create index sync_rejections_collection on public.sync_rejections (collection, at, id);
create index sync_rejections_both on public.sync_rejections (collection, code, at, id);

select private.protect_table('sync_rejections');
revoke all on sequence public.sync_rejections_id_seq from anon, authenticated;
create policy sync_rejections_read on public.sync_rejections for select to authenticated using ((select private.is_admin()));

create function private.log_rejection(collection text, row_id text, code text, message text) returns void
language sql security definer set search_path = '' as $$
  insert into public.sync_rejections (user_id, collection, row_id, code, message)
  select auth.uid(), collection, left(row_id, 64), code, left(message, 1000)
  -- Caps entries at 500 per person and day, so that a device in a retry loop cannot fill the disk.
  where (select count(*) from (
    select from public.sync_rejections r where r.user_id = auth.uid() and r.at > now() - interval '1 day' limit 500) n) < 500
$$;

-- The row if the caller can see it, or null.
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

-- The rows that the caller's device may hold (build_sync_answers).
create function private.sync_answers(plan private.sync_collections, row_ids uuid[], out docs jsonb, out gone uuid[])
language plpgsql security invoker set search_path = '' as $$
declare
  role constant text := private.my_role();
begin
  if (private.sync_plan(plan.name, role)).page_function is null then
    -- The role does not hold the collection.
    docs := private.sync_rows(plan, row_ids);
    gone := '{}';
  else
    execute format('select * from private.%I($1, $2, $3)', format('sync_answers_%s_%s', plan.name, role))
    into docs, gone using auth.uid(), row_ids, private.my_pulled_organizations();
  end if;
end
$$;

-- Writes columns of a row whose transaction is still `xid`, and takes it through the states
-- between. The first step writes all columns: texts are often writable only before it, and a
-- decision's reason belongs to it. The last step writes the device's metadata. Returns false,
-- without a write, when the row has changed or a policy hides it.
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
    if touched = 0 then perform private.reject('forbidden', 'This row is not yours to change.'); end if;
    xid := pg_current_xact_id()::text;
  end loop;
  return true;
end
$$;

-- The effect of an edit. outcome: done (already applied, or no change), conflict, insert or update;
-- columns: columns to write, steps: the states between, foreign_columns: columns of a new row that
-- others write later.
create type private.sync_edit as (outcome text, columns text[], steps text[], foreign_columns text);

-- Decides the effect of an edit, without writing. In: the sent row, its base version, and the
-- current row (null: invisible). Errors: forbidden, not_allowed. A device database marks its edits
-- with an id that it generates on each opening, and lists its earlier versions that it may have
-- sent (sync_past). With a permanent id, two copies of a browser profile would each take the
-- other's text for their own earlier one and overwrite it.
create function private.sync_decide(plan private.sync_collections, doc jsonb, assumed jsonb, current_row jsonb) returns private.sync_edit
language plpgsql stable security invoker set search_path = '' as $$
declare
  client constant text := coalesce(doc ->> 'sync_client', '');
  seq constant int := coalesce((doc ->> 'sync_seq')::int, 0);
  deleted constant boolean := coalesce((doc ->> '_deleted')::boolean, false);
  -- A state machine has the singular name of its collection.
  machine constant text := rtrim(plan.name, 's');
  writer constant text := current_row ->> 'sync_client';
  edit private.sync_edit;
  bad text;
begin
  edit.steps := '{}';
  if cardinality(plan.insert_columns) = 0 and cardinality(plan.update_columns) = 0 then
    perform private.reject('not_allowed', 'These rows are made by the server alone.');
  end if;
  if current_row is null then
    if not (assumed is null or coalesce((assumed ->> '_deleted')::boolean, false)) then
      perform private.reject('forbidden', 'There is no such row, or it is not yours.');
    end if;
    if deleted then
      -- Created and deleted offline.
      edit.outcome := 'done';
      return edit;
    end if;
    if cardinality(plan.insert_columns) = 0 then
      perform private.reject('not_allowed', 'Rows of this kind are made by the server alone.');
    end if;
    select string_agg(c, ', ') into edit.foreign_columns from unnest(plan.update_columns) c
    where c <> 'status' and c <> all (plan.insert_columns) and coalesce(doc -> c, 'null') not in ('null', '""', 'false', '0', '[]', '{}');
    edit.outcome := 'insert';
    edit.columns := array(select c from unnest(plan.insert_columns) c where doc ? c);
    if doc ->> 'status' <> 'draft' then
      edit.steps := private.states_between(machine, 'new', doc ->> 'status', private.my_role());
    end if;
    return edit;
  end if;

  if client <> '' and writer = client and (current_row ->> 'sync_seq')::int >= seq then
    -- A retry after a lost answer: this edit, or a later one, is already applied.
    edit.outcome := 'done';
  elsif assumed ->> 'sync_xid' = '1' then
    -- The device's base version lacks columns that it has learned since (store-upgrade.ts).
    edit.outcome := 'conflict';
  elsif client <> '' and writer = client then
    null;
  elsif writer <> '' and (doc -> 'sync_past' ->> writer)::bigint >= (current_row ->> 'sync_seq')::int then
    -- This edit builds on an earlier one whose answer was lost.
    null;
  elsif assumed is null or current_row ->> 'sync_xid' is distinct from assumed ->> 'sync_xid' then
    edit.outcome := 'conflict';
  end if;
  if edit.outcome is not null then return edit; end if;

  if cardinality(plan.update_columns) = 0 then
    perform private.reject('not_allowed', 'Rows of this kind cannot be changed.');
  elsif deleted and not plan.removable then
    perform private.reject('not_allowed', 'Rows of this kind are not deleted.');
  end if;
  -- Columns that the caller may not write must be unchanged: silently dropping a change would leave
  -- it visible only on this device. Compared with the device's base version, because the device may
  -- not know server-filled columns.
  if assumed is not null then
    select string_agg(d.key, ', ') into bad
    from jsonb_each(doc) d
    where assumed ? d.key and d.value is distinct from assumed -> d.key and d.key <> all (plan.update_columns)
      and d.key not in ('sync_xid', 'sync_client', 'sync_seq', 'created_at', 'updated_at', '_deleted');
    if bad is not null then
      perform private.reject('not_allowed', format('Not yours to change: %s.', bad));
    end if;
  end if;
  edit.outcome := 'update';
  -- Writes only differences: an unchanged column is no edit.
  edit.columns := array(
    select c from unnest(plan.update_columns || case when plan.removable then '{_deleted}'::text[] else '{}' end) c
    where doc ? c and doc -> c is distinct from current_row -> c);
  if 'status' = any (edit.columns) then
    edit.steps := private.states_between(machine, current_row ->> 'status', doc ->> 'status', private.my_role());
  end if;
  return edit;
end
$$;

create function private.sync_marked(doc jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- A new edit has "" as its transaction, which is no xid8.
  return (doc - 'sync_xid') || jsonb_build_object('sync_client', coalesce(doc ->> 'sync_client', ''), 'sync_seq', coalesce((doc ->> 'sync_seq')::int, 0));
end
$$;

-- Applies one edit to the current row. True: applied, now or before; false: a conflict. Raises
-- rejections.
create function private.sync_push_row(plan private.sync_collections, doc jsonb, assumed jsonb, current_row jsonb) returns boolean
language plpgsql security invoker set search_path = '' as $$
declare
  row_id constant uuid := (doc ->> 'id')::uuid;
  marked constant jsonb := private.sync_marked(doc);
  edit private.sync_edit := private.sync_decide(plan, doc, assumed, current_row);
  columns text[];
begin
  if edit.outcome = 'insert' then
    columns := edit.columns || '{sync_client,sync_seq}'::text[];
    begin
      execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1) r', plan.name,
        (select string_agg(quote_ident(c), ', ') from unnest(columns) c),
        (select string_agg('r.' || quote_ident(c), ', ') from unnest(columns) c), plan.name)
      using marked || case when cardinality(edit.steps) = 0 then '{}' else
        jsonb_build_object('status', edit.steps[1], 'sync_client', '', 'sync_seq', 0) end;
      -- They would be silently dropped. Checked after the rules, whose errors are more specific.
      if edit.foreign_columns is not null then
        perform private.reject('not_allowed', format('Not yours to write into a new row: %s.', edit.foreign_columns));
      end if;
      return cardinality(edit.steps) = 0
        or private.sync_update(plan, '{status}', marked, edit.steps[2:], row_id, pg_current_xact_id()::text);
    exception when unique_violation then
      -- The id exists. If it is visible now, another device of the same person was faster; if not,
      -- it belongs to another person.
      current_row := private.sync_row(plan, row_id);
      if current_row is null then raise; end if;
    end;
    edit := private.sync_decide(plan, doc, assumed, current_row);
  end if;
  if edit.outcome <> 'update' then return edit.outcome = 'done'; end if;
  if private.sync_update(plan, edit.columns, marked, edit.steps, row_id, current_row ->> 'sync_xid') then return true; end if;
  -- No row matched. A changed transaction is a conflict. Otherwise a policy hid the row, which must
  -- not look like a conflict: the device would silently revert the person's edit.
  if (private.sync_row(plan, row_id) ->> 'sync_xid') is distinct from current_row ->> 'sync_xid' then return false; end if;
  perform private.reject('forbidden', 'This row is not yours to change.');
  return false;
end
$$;

-- In: a batch as in sync_push, and the current rows. Out: true when all were written; false,
-- without a write, when one needs more than a plain write. Raises the error of any row: the caller
-- rolls back and processes the rows one by one. One statement per set of columns. A thousand
-- offline edits are mostly drafts and small changes, and cost a third of separate statements. State
-- changes are excluded, because their effects depend on the earlier rows.
create function private.sync_push_together(plan private.sync_collections, batch jsonb, current_rows jsonb) returns boolean
language plpgsql security invoker set search_path = '' as $$
declare
  sent jsonb;
  doc jsonb;
  edit private.sync_edit;
  edits private.sync_edit[] := '{}';
  docs jsonb[] := '{}';
  present jsonb;
  alike record;
  columns text[];
  touched bigint;
begin
  for sent in select value from jsonb_array_elements(batch) loop
    doc := sent -> 'newDocumentState';
    present := current_rows -> (doc ->> 'id')::uuid::text;
    edit := private.sync_decide(plan, doc, nullif(sent -> 'assumedMasterState', 'null'), present);
    if edit.outcome not in ('insert', 'update') or cardinality(edit.steps) > 0 or edit.foreign_columns is not null
      or ('status' = any (edit.columns) and not (edit.outcome = 'insert' and doc ->> 'status' = 'draft')) then
      return false;
    end if;
    edits := edits || edit;
    docs := docs || case edit.outcome when 'insert' then private.sync_marked(doc)
      else private.sync_marked(doc) || jsonb_build_object('sync_xid', present -> 'sync_xid') end;
  end loop;
  for alike in
    select e.outcome, e.columns || '{sync_client,sync_seq}'::text[] as columns, count(*) as rows, jsonb_agg(e.doc order by e.n) as docs
    from unnest(edits, docs) with ordinality e (outcome, columns, steps, foreign_columns, doc, n) group by e.outcome, e.columns order by min(e.n)
  loop
    execute format(case alike.outcome when 'insert'
        then 'insert into public.%1$I (%2$s) select %3$s from jsonb_populate_recordset(null::public.%1$I, $1) r'
        else 'update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_recordset(null::public.%1$I, $1) r where t.id = r.id and t.sync_xid = r.sync_xid' end,
      plan.name, (select string_agg(quote_ident(c), ', ') from unnest(alike.columns) c),
      (select string_agg('r.' || quote_ident(c), ', ') from unnest(alike.columns) c))
    using alike.docs;
    get diagnostics touched = row_count;
    -- Changed concurrently, hidden by a policy, or twice in the batch.
    if touched <> alike.rows then
      raise exception 'Not each of these rows is as it was.';
    end if;
  end loop;
  return true;
end
$$;

-- The id of an element that is no valid jsonb (a NUL, half an emoji), so that the rejection can
-- name the row.
create function private.entity_id(element text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(element, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1?', 'g')::jsonb -> 'newDocumentState' ->> 'id';
exception when data_exception then
  return null;
end
$$;

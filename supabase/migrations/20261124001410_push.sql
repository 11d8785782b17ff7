-- Push: a batch of edits. Answers which rows were applied, which were conflicts and which were
-- refused. The present rows are read once at the beginning, the results once at the end.

-- Locks what a push is going to touch, as far as it is the caller's. Guessed before the rows are
-- checked: too much costs a short wait, and what is missing the row locks by itself.
create function private.lock_for_push(collection text, rows json) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  ids uuid[];
  ending uuid[];
  campaign_ids uuid[] := '{}';
  tester_ids uuid[] := '{}';
  assignees uuid[];
begin
  if collection not in ('campaigns', 'applications', 'feedback', 'payouts') then return; end if;
  begin
    if json_array_length(rows) > 500 then return; end if;
    -- New rows name their campaign themselves; a draft touches nothing but itself.
    select coalesce(array_agg(d.id::uuid), '{}'), coalesce(array_agg(d.id::uuid) filter (where d.status in ('completed', 'archived')), '{}'),
      coalesce(array_agg(distinct d.campaign_id::uuid) filter (where private.is_uuid(d.campaign_id)), '{}'),
      array_agg(distinct d.assignee_id::uuid) filter (where private.is_uuid(d.assignee_id))
    into ids, ending, campaign_ids, assignees
    from (select r ->> 'id' as id, r ->> 'campaign_id' as campaign_id, r ->> 'status' as status, r ->> 'assignee_id' as assignee_id
      from (select value -> 'newDocumentState' as r from json_array_elements(rows)) x) d
    where private.is_uuid(d.id) and d.status is distinct from 'draft';
  exception when data_exception then
    -- Unreadable as a whole: the rows take their locks one by one.
    return;
  end;
  if ids = '{}' then return; end if;
  case collection
    when 'campaigns' then
      select coalesce(array_agg(c.id), '{}') into campaign_ids from public.campaigns c where c.id = any (ids) and c.org_id in (select private.my_organizations('manage'));
      -- Completing a campaign completes the tests of those with an approved report.
      select coalesce(array_agg(distinct a.tester_id), '{}') into tester_ids from public.applications a
      where a.campaign_id = any (campaign_ids) and a.campaign_id = any (ending) and a.status = 'accepted'
        and exists (select 1 from public.feedback f where f.application_id = a.id and f.status = 'approved');
    when 'applications' then
      select campaign_ids || coalesce(array_agg(a.campaign_id), '{}'), coalesce(array_agg(a.tester_id), '{}') into campaign_ids, tester_ids
      from public.applications a where a.id = any (ids) and (a.tester_id = me or a.org_id in (select private.my_organizations('manage')));
    when 'feedback' then
      select coalesce(array_agg(a.campaign_id), '{}') into campaign_ids from public.applications a
      where a.campaign_id = any (campaign_ids) and a.tester_id = me;
      select campaign_ids || coalesce(array_agg(f.campaign_id), '{}'), coalesce(array_agg(f.tester_id), '{}') into campaign_ids, tester_ids
      from public.feedback f where f.id = any (ids) and (f.tester_id = me or f.org_id in (select private.my_organizations('review')));
    when 'payouts' then
      campaign_ids := '{}';
      select me || coalesce(array_agg(p.tester_id), '{}') into tester_ids from public.payouts p where p.id = any (ids) and private.is_admin();
  end case;
  perform private.lock_in_order(campaign_ids, tester_ids);
  -- Before any report: a removal holds its member and then asks for the reports.
  perform 1 from public.organization_members m where m.user_id = any (assignees) and m.org_id in (select private.my_organizations('review'))
  order by m.org_id, m.user_id for share;
end
$$;
comment on function private.lock_for_push(text, json) is
'In: what sync_push gets. Takes the locks on campaigns, testers'' profiles and assigned members that
the batch needs, in the one order. Never refuses anything.';

create function private.is_passing_trouble(state text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select left(state, 2) in ('40', '53', '55', '57', '58', 'XX', '08') or state = 'PT503'
$$;
comment on function private.is_passing_trouble(text) is
'Is an error no row''s fault, so that the whole call fails and the device tries again later? 40
serialization and deadlock, 53 resources, 55 locked, 57 shutdown or timeout, 58 system, XX broken,
08 connection, PT503 maintenance.';

-- json, not jsonb: PostgreSQL cannot store a NUL or half an emoji, and one of them would make a
-- whole batch of jsonb fail.
create function private.sync_push(collection text, rows json) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  plan constant private.sync_collections := private.sync_collection(collection);
  -- The rows before the batch, and after it.
  current_rows jsonb;
  written jsonb;
  applied uuid[] := '{}';
  conflicts uuid[] := '{}';
  rejected jsonb := '[]';
  one_by_one json := rows;
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
    perform private.refuse('forbidden', 'This account no longer exists.');
  end if;
  if rows is null or json_typeof(rows) <> 'array' or json_array_length(rows) > 500 then
    perform private.refuse('invalid', 'rows: a list of at most 500.');
  end if;
  begin
    current_rows := private.sync_rows(plan, array(
      select (value -> 'newDocumentState' ->> 'id')::uuid from json_array_elements(rows)
      where private.is_uuid(value -> 'newDocumentState' ->> 'id')));
  exception when data_exception then
    -- One id is unreadable: each row is read by itself.
    current_rows := null;
  end;
  if current_rows is not null and json_array_length(rows) > 1 then
    begin
      if private.sync_push_together(plan, rows::jsonb, current_rows) then
        applied := array(select (value -> 'newDocumentState' ->> 'id')::uuid from json_array_elements(rows));
        one_by_one := '[]';
      end if;
    exception when others then
      get stacked diagnostics state = returned_sqlstate;
      if private.is_passing_trouble(state) then raise; end if;
      -- A row's fault. Which one's, they show one by one.
    end;
  end if;
  for raw in select value::text from json_array_elements(one_by_one) loop
    row_id := null;
    begin
      element := raw::jsonb;
      doc := element -> 'newDocumentState';
      row_id := coalesce(doc ->> 'id', '');
      if jsonb_typeof(doc) is distinct from 'object' or not private.is_uuid(row_id) then
        perform private.refuse('invalid', 'id: a row needs a UUID.');
      end if;
      if private.sync_push_row(plan, doc, nullif(element -> 'assumedMasterState', 'null'::jsonb),
        case when current_rows is null then private.sync_row(plan, row_id::uuid) else current_rows -> (row_id::uuid)::text end) then
        -- The present row goes back: a pull that was under way may have passed it already, and
        -- nothing else would tell the device that its edit arrived.
        applied := applied || row_id::uuid;
      else
        conflicts := conflicts || row_id::uuid;
      end if;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
        constraint_name = constraint_name, column_name = column_name;
      if private.is_passing_trouble(state) then raise; end if;
      row_id := coalesce(row_id, private.entity_id(raw), '');
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
comment on function private.sync_push(text, json) is
'The batch of public.sync_push, which documents it, without history and scope.';

create function private.sync_push_in_scope(collection text, rows json) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  scope constant text := private.my_scope();
  later text;
  answer jsonb;
begin
  perform private.lock_for_push(collection, rows);
  answer := private.sync_push(collection, rows);
  later := private.my_scope();
  -- Not when this very call limits its caller: an admin without a second factor who has just made
  -- it mandatory.
  if later is distinct from scope and not (collection = 'settings' and later = scope || ':limited') then
    raise exception 'The rights of this account changed just now.' using errcode = 'PT503';
  end if;
  return answer || jsonb_build_object('scope', scope);
end
$$;
comment on function private.sync_push_in_scope(text, json) is
'private.sync_push under one scope: PT503 when the account''s rights changed while it ran; nothing
was written then, and the device tries again.';

create function public.sync_push(collection text, rows json, seen jsonb default null) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  run constant uuid := private.sync_run();
  here constant boolean := private.is_known_history(seen);
  answer jsonb;
begin
  perform private.note_active();
  answer := private.sync_push_in_scope(collection, case when here then rows else '[]' end);
  return answer || jsonb_build_object('elsewhere', not here, 'seen', jsonb_build_object('epoch', private.epoch(), 'run', run,
    'xid', coalesce(pg_catalog.pg_current_xact_id_if_assigned()::text,
      (pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::numeric - 1)::text)));
end
$$;
comment on function public.sync_push(text, json, jsonb) is
'In: a collection and [{assumedMasterState: row | null, newDocumentState: row}], at most 500; seen:
what the latest answer said. newDocumentState.sync_past: {sync_client: highest sync_seq} of the
earlier versions that the same device database may have sent. Plain edits are written together; after
a failure each row by itself, in a savepoint of its own.
Out: {scope, seen: {epoch, run, xid}, elsewhere, applied: [the server''s row, written now or before:
the same batch twice changes nothing], conflicts: [the server''s row], rejected: [{id, code,
message, row: the server''s row | null}]}. elsewhere: as in sync_pull; no row was looked at. Refused
rows are also noted in sync_refusals. Errors of the whole call: forbidden, invalid,
unknown_collection (PT422); maintenance and rights that changed just now (PT503) and whatever is not
a row''s fault, to be retried.';

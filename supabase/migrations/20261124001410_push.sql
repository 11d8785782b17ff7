-- Push of a batch of edits. Returns applied, conflicting and rejected rows. Reads the current rows
-- once at the beginning and the results once at the end.

-- In: as in sync_push. Locks the campaigns, testers' profiles and assigned members of the batch in
-- the common order. Never raises a rejection. Locks the caller's rows that a push probably writes,
-- before they are checked: a superfluous lock costs a short wait, and rows take missing locks
-- themselves.
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
  if collection = 'accounts' then
    begin
      perform private.lock_to_share((rows -> 0 -> 'newDocumentState')::jsonb);
    exception when data_exception then
      -- The row is unreadable and will be rejected.
    end;
    return;
  end if;
  if collection not in ('campaigns', 'applications', 'feedback', 'payouts') then return; end if;
  begin
    if json_array_length(rows) > 500 then return; end if;
    -- New rows name their campaign; a draft affects only itself.
    select coalesce(array_agg(d.id::uuid), '{}'), coalesce(array_agg(d.id::uuid) filter (where d.status in ('completed', 'archived')), '{}'),
      coalesce(array_agg(distinct d.campaign_id::uuid) filter (where private.is_uuid(d.campaign_id)), '{}'),
      array_agg(distinct d.assignee_id::uuid) filter (where private.is_uuid(d.assignee_id))
    into ids, ending, campaign_ids, assignees
    from (select r ->> 'id' as id, r ->> 'campaign_id' as campaign_id, r ->> 'status' as status, r ->> 'assignee_id' as assignee_id
      from (select value -> 'newDocumentState' as r from json_array_elements(rows)) x) d
    where private.is_uuid(d.id) and d.status is distinct from 'draft';
  exception when data_exception then
    -- The batch is unreadable: the rows take their locks one by one.
    return;
  end;
  if ids = '{}' then return; end if;
  case collection
    when 'campaigns' then
      select coalesce(array_agg(c.id), '{}') into campaign_ids from public.campaigns c where c.id = any (ids) and c.org_id in (select private.my_organizations('manage'));
      -- Completing a campaign completes the tests of testers with an approved report or results.
      select coalesce(array_agg(distinct a.tester_id), '{}') into tester_ids from public.applications a
      where a.campaign_id = any (campaign_ids) and a.campaign_id = any (ending) and a.status = 'accepted'
        and (a.results_status = 'accepted' or exists (select 1 from public.feedback f where f.application_id = a.id and f.status = 'approved'));
    when 'applications' then
      select campaign_ids || coalesce(array_agg(a.campaign_id), '{}'), coalesce(array_agg(a.tester_id), '{}') into campaign_ids, tester_ids
      from public.applications a where a.id = any (ids) and (a.tester_id = me or a.org_id in (select private.my_organizations('review')));
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
  -- Before any report: a removal locks its member first and then the reports.
  perform 1 from public.organization_members m where m.user_id = any (assignees) and m.org_id in (select private.my_organizations('review'))
  order by m.org_id, m.user_id for share;
end
$$;

-- True for an error that no row causes, so that the whole call fails and the device retries later:
-- 40 serialization and deadlock, 53 resources, 55 locked, 57 shutdown or timeout, 58 system, XX
-- broken, 08 connection, PT503 maintenance.
create function private.is_passing_trouble(state text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select left(state, 2) in ('40', '53', '55', '57', '58', 'XX', '08') or state = 'PT503'
$$;

-- How long a push writes rows. The remaining rows wait for the next call. A third of the shortest
-- time limit of a call (PGlite: 5 s). The call also reads the rows before and after, and finishes
-- the current row when the budget ends.
create function private.push_budget() returns interval
language sql stable set search_path = '' as $$ select interval '1.5 seconds' $$;

-- json, not jsonb: PostgreSQL cannot store a NUL or half an emoji, and one of them would make a
-- whole batch of jsonb fail.
create function private.sync_push(collection text, rows json) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  plan constant private.sync_collections := private.sync_collection(collection);
  -- Small, so that a failing part costs little of the budget.
  most_together constant int := 50;
  ends constant timestamptz := clock_timestamp() + private.push_budget();
  sent json[];
  part json[];
  -- The id of each row; null if invalid.
  ids uuid[];
  current_rows jsonb;
  written jsonb;
  applied uuid[] := '{}';
  conflicts uuid[] := '{}';
  rejected jsonb[] := '{}';
  rejected_ids uuid[] := '{}';
  -- Rows that the caller can read and a device does not pull.
  gone uuid[];
  tried int := 0;
  together boolean;
  raw text;
  element jsonb;
  doc jsonb;
  row_id text;
  state text; message text; detail text; constraint_name text; column_name text;
  code text;
begin
  perform private.check_session();
  perform private.reject_if(plan.name is null,
    'unknown_collection', format('There is no collection %s.', coalesce(collection, 'without a name')));
  perform private.reject_if(private.my_role() is null, 'forbidden', 'This account no longer exists.');
  perform private.reject_if(rows is null or json_typeof(rows) <> 'array' or json_array_length(rows) > 500,
    'invalid', 'rows: a list of at most 500.');
  perform private.reject_if(octet_length(rows::text) > 4000000, 'invalid', 'rows: at most 4 MB.');
  sent := array(select value from json_array_elements(rows));
  begin
    ids := array(select case when private.is_uuid(d.id) then d.id::uuid end
      from (select r -> 'newDocumentState' ->> 'id' as id, n from unnest(sent) with ordinality x (r, n) offset 0) d order by d.n);
    current_rows := private.sync_rows(plan, ids);
  exception when data_exception then
    -- One id is unreadable: reads the rows one by one.
    current_rows := null;
  end;
  while tried < cardinality(sent) and (tried = 0 or clock_timestamp() < ends) loop
    part := sent[tried + 1 : tried + most_together];
    together := false;
    if current_rows is not null and cardinality(part) > 1 then
      begin
        together := private.sync_push_together(plan, array_to_json(part)::jsonb, current_rows);
      exception when others then
        get stacked diagnostics state = returned_sqlstate;
        if private.is_passing_trouble(state) then raise; end if;
        -- A row caused the error. Writing the rows one by one finds it.
      end;
    end if;
    if together then
      applied := applied || ids[tried + 1 : tried + cardinality(part)];
      tried := tried + cardinality(part);
      continue;
    end if;
    foreach raw in array part::text[] loop
      exit when tried > 0 and clock_timestamp() >= ends;
      tried := tried + 1;
      row_id := null;
      begin
        element := raw::jsonb;
        doc := element -> 'newDocumentState';
        row_id := coalesce(doc ->> 'id', '');
        if jsonb_typeof(doc) is distinct from 'object' or not private.is_uuid(row_id) then
          perform private.reject('invalid', 'id: a row needs a UUID.');
        end if;
        if private.sync_push_row(plan, doc, nullif(element -> 'assumedMasterState', 'null'::jsonb),
          case when current_rows is null then private.sync_row(plan, row_id::uuid) else current_rows -> (row_id::uuid)::text end) then
          -- Returns the current row: a concurrent pull may have passed it already, and the device
          -- would not learn that its edit arrived.
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
        perform private.log_rejection(collection, row_id, code, message);
        rejected := rejected || jsonb_build_object('id', row_id, 'code', code, 'message', message);
        if private.is_uuid(row_id) then rejected_ids := rejected_ids || row_id::uuid; end if;
      end;
    end loop;
  end loop;
  select * into written, gone from private.sync_answers(plan, applied || conflicts || rejected_ids);
  -- A merge with a tombstone would keep only texts. The outbox keeps the whole edit.
  for row_id in select c from unnest(conflicts) c where c = any (gone) loop
    message := 'This row is no longer yours to change.';
    perform private.log_rejection(collection, row_id, 'forbidden', message);
    rejected := rejected || jsonb_build_object('id', row_id, 'code', 'forbidden', 'message', message);
  end loop;
  conflicts := array(select c from unnest(conflicts) with ordinality as e (c, n) where c <> all (gone) order by n);
  return jsonb_build_object(
    'applied', (select coalesce(jsonb_agg(written -> id::text order by n), '[]') from unnest(applied) with ordinality as a (id, n) where written ? id::text),
    'conflicts', (select coalesce(jsonb_agg(written -> id::text order by n), '[]') from unnest(conflicts) with ordinality as c (id, n) where written ? id::text),
    'rejected', (select coalesce(jsonb_agg(r || jsonb_build_object('row',
      case when private.is_uuid(r ->> 'id') then written -> (r ->> 'id')::uuid::text end) order by n), '[]')
      from unnest(rejected) with ordinality as e (r, n)),
    'untried', cardinality(sent) - tried);
end
$$;

-- Runs private.sync_push under one scope: PT503, without a write, when the account's rights changed
-- in between; the device retries.
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
  -- Except when this call itself restricts its caller: an admin without a second factor
  -- makes it mandatory.
  if later is distinct from scope and not (collection = 'settings' and later = scope || ':limited') then
    raise exception 'The rights of this account changed just now.' using errcode = 'PT503';
  end if;
  return answer || jsonb_build_object('scope', scope);
end
$$;

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
'In: a collection and [{assumedMasterState: row | null, newDocumentState: row}], at most 500 and 4
MB; seen: its value in the latest answer. newDocumentState.sync_past: {sync_client: highest
sync_seq} of the earlier versions that the same device database may have sent. Plain edits are
written in parts of fifty; if a part fails, its rows are written one by one, each in a savepoint.
After private.push_budget the remaining rows wait for the next call. Out: {scope, seen: {epoch, run,
xid}, elsewhere, applied: [the server''s row, written now or before: the same batch twice changes
nothing], conflicts: [the server''s row], rejected: [{id, code, message, row: the server''s row |
null}], untried: the number of unprocessed rows at the end of the batch, which must be sent again;
never all}. A row that the caller can read and a device does not pull is a tombstone in each of the
three lists; a conflict with it is rejected (forbidden). elsewhere: as in sync_pull; no row was
processed. Rejected rows are also logged in sync_rejections. Errors of the whole call: forbidden,
invalid, unknown_collection (PT422). Retry: maintenance and changed rights (PT503), and errors that
no row causes.';

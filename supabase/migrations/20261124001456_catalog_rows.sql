-- Whole rows of the catalog by id: opened, applied to, kept on the device, or flagged. Runs as the
-- caller, under row level security.
--
-- Scale: at most 200 rows by key, and for apps 20 releases each through the index of their app.

create function public.sync_get(collection text, wanted jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' set jit = off
-- Reads each row by its key, regardless of the planner's estimate for the list.
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  scope constant text := private.catalog_scope();
  select_list constant text := (private.sync_collection(collection)).select_list;
  releases constant text := case collection when 'apps' then format(
    ' || jsonb_build_object(''releases'', (select coalesce(jsonb_agg(r.doc order by r.n), ''[]'') from (
       select (select to_jsonb(d) from (select %s) d) as doc, row_number() over (order by t.published_at desc, t.id) as n
       from public.releases t where t.app_id = w.id and t.status = ''published'' and not t._deleted
       order by t.published_at desc, t.id limit 20) r))', (private.sync_collection('releases')).select_list) else '' end;
  found_rows jsonb;
  absent jsonb;
begin
  perform private.reject_if(collection is null or collection not in ('apps', 'campaigns', 'feedback'),
    'unknown_collection', 'collection: apps, campaigns or feedback.');
  -- They may exist, so the answer must not be "absent".
  perform private.reject_if(collection <> 'apps' and auth.uid() is null,
    'not_allowed', 'Campaigns and reports are for people who are signed in.');
  perform private.reject_if(jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) > 200
    or exists (select from jsonb_array_elements(wanted) w where not coalesce(private.is_uuid(w ->> 'id'), false)
      or coalesce(w ->> 'xid', '0') !~ '^\d{1,18}$'),
    'invalid', 'wanted: a list of at most 200 {id, xid}.');
  execute format(
    'select coalesce(jsonb_agg(g.doc order by g.id) filter (where g.doc is not null), ''[]''),
       coalesce(jsonb_agg(g.id order by g.id) filter (where not g.here), ''[]'')
     from (
       select w.id, t.id is not null as here,
         case when t.id is not null and t.sync_xid::text is distinct from w.xid then (select to_jsonb(d) from (select %1$s) d)%2$s end as doc
       from (select distinct on (v ->> ''id'') (v ->> ''id'')::uuid as id, v ->> ''xid'' as xid from jsonb_array_elements($1) v order by v ->> ''id'') w
       left join public.%3$I t on t.id = w.id and not t._deleted
     ) g', select_list, releases, collection)
  into found_rows, absent using wanted;
  return jsonb_build_object('epoch', private.epoch(), 'scope', scope, 'now', private.iso_time(clock_timestamp()), 'rows', found_rows, 'absent', absent);
end
$$;
comment on function public.sync_get(text, jsonb) is
'Rows by id. In: apps, campaigns or feedback, and [{id, xid: of the caller''s version, or null}], at
most 200. Out: {epoch, scope, now, rows: those of another version, in the format of sync_pull; an
app also has `releases`, its 20 newest published ones; absent: ids that were deleted or that the
caller cannot see}. An id in neither list is unchanged. Errors: forbidden, invalid, not_allowed
(campaigns and reports, signed out), unknown_collection.';

-- What admins look at and do. Lists that no device could carry (people, refusals, messages) come
-- page by page: each call answers {rows, next, total}, where `next` is the cursor of the next page.

-- One page of a list. `source` gives id, key (the sort key) and the filters, `shown` the row as it
-- is shown.
create function private.admin_page(source text, key_type text, descending boolean, shown text, request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  most constant int := greatest(1, least(200, coalesce((request ->> 'limit')::int, 50)));
  place constant jsonb := nullif(request -> 'after', 'null'::jsonb);
  search constant text := lower(coalesce(request ->> 'search', ''));
  page jsonb;
  total bigint;
begin
  execute format(
    'select coalesce(jsonb_agg(jsonb_build_object(''key'', p.key::text, ''id'', p.id::text, ''row'', (select to_jsonb(d) from (%4$s) d)) order by p.n), ''[]'')
     from (select f.*, row_number() over (order by f.key %3$s, f.id %3$s) as n from (
       select s.* from (%1$s) s where ($3 is null or (s.key, s.id::text) %5$s ($3::%2$s, $4)) order by s.key %3$s, s.id %3$s limit $5) f) p',
    source, key_type, case when descending then 'desc' else 'asc' end, shown, case when descending then '<' else '>' end)
  into page using request, search, place ->> 'key', place ->> 'id', most + 1;
  -- Counted with the first page only: the rest of the list hardly changes it.
  if place is null then
    execute format('select count(*) from (%s) s', source) into total using request, search;
  end if;
  return jsonb_build_object(
    'rows', coalesce((select jsonb_agg(e.value -> 'row' order by e.n) from jsonb_array_elements(page) with ordinality e(value, n) where e.n <= most), '[]'),
    'next', case when jsonb_array_length(page) > most then (page -> (most - 1)) - 'row' end,
    'total', total);
end
$$;

create function public.admin_users(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sort constant text := coalesce(request ->> 'sort', 'name');
  key constant text := case sort when 'name' then 'private.sort_key(p.name) collate "C"' when 'email' then 'lower(p.email)' when 'role' then 'p.role'
    when 'status' then 'p.status' when 'joined' then 'p.created_at' when 'active' then 'coalesce(p.last_sign_in_at, ''-infinity'')' end;
begin
  perform private.require_admin();
  if key is null or coalesce(request ->> 'role', '') not in ('', 'tester', 'developer', 'admin')
    or coalesce(request ->> 'status', '') not in ('', 'active', 'inactive', 'suspended') then
    perform private.refuse('invalid', 'Unknown sort, role or status.');
  end if;
  return private.admin_page(
    format('select p.id, %s as key from public.profiles p where not p._deleted', key)
      || case when coalesce(request ->> 'role', '') <> '' then ' and p.role = $1 ->> ''role''' else '' end
      || case when coalesce(request ->> 'status', '') <> '' then ' and p.status = $1 ->> ''status''' else '' end
      || case when coalesce(request ->> 'search', '') <> '' then ' and (strpos(lower(p.name), $2) > 0 or strpos(lower(p.email), $2) > 0)' else '' end,
    case when sort in ('joined', 'active') then 'timestamptz' else 'text' end,
    request ->> 'direction' is not distinct from 'desc',
    'select u.id, u.name, u.email, u.role, u.status, u.avatar_path, u.created_at as joined_at, u.last_sign_in_at as last_active_at, u.is_sample,
       case u.role when ''tester'' then u.tests_completed end as tests_completed,
       case u.role when ''developer'' then (select count(*) from public.campaigns c where c.developer_id = u.id and not c._deleted) end as campaigns_created,
       exists (select 1 from auth.mfa_factors m where m.user_id = u.id and m.status::text = ''verified'') as second_factor
     from public.profiles u where u.id = p.id',
    request);
end
$$;
comment on function public.admin_users(jsonb) is
'User Management, page by page. In: {search (name or e-mail), role, status, sort: name | email | role
| status | joined | active, direction: asc | desc, after: what `next` was, limit: 1 to 200}. Out:
{rows, next, total (first page only)}. Admins only. Errors: forbidden, invalid.';

create function public.admin_change_user(user_id uuid, change jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  new_name constant text := private.trimmed(change ->> 'name');
begin
  perform private.require_admin();
  select * into before from public.profiles p where p.id = user_id and not p._deleted for no key update;
  if not found then
    perform private.refuse('missing_parent', 'There is no such user.');
  elsif jsonb_typeof(change) is distinct from 'object' or change - '{name,status}'::text[] <> '{}'
    or coalesce(change ->> 'status', 'active') not in ('active', 'inactive', 'suspended') or char_length(new_name) not between 2 and 120 then
    perform private.refuse('invalid', 'A name of at least 2 characters, or a status.');
  elsif user_id = auth.uid() and coalesce(change ->> 'status', before.status) <> before.status then
    -- They might be the last admin who could undo it.
    perform private.refuse('not_allowed', 'Your own status is another admin''s to change.');
  end if;
  update public.profiles p set name = coalesce(new_name, p.name), status = coalesce(change ->> 'status', p.status) where p.id = user_id;
  if new_name <> before.name then
    perform private.log_activity(auth.uid(), 'user_edited', 'profile', user_id, jsonb_build_object('name', new_name, 'from', before.name, 'to', new_name));
  end if;
end
$$;
comment on function public.admin_change_user(uuid, jsonb) is
'Edit, Suspend, Reactivate. In: a user and {name?, status?: active | inactive | suspended}. Admins
only; not one''s own status. Leaves an activity row. Errors: forbidden, missing_parent, invalid,
not_allowed.';

create function public.admin_numbers() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  month constant timestamptz := date_trunc('month', now() at time zone 'utc') at time zone 'utc';
begin
  perform private.require_admin();
  return (select to_jsonb(u) from (
      select count(*)::int as users, (count(*) filter (where p.created_at >= month))::int as users_month,
        (count(*) filter (where p.role = 'tester'))::int as testers, (count(*) filter (where p.role = 'developer'))::int as developers,
        (count(*) filter (where p.role = 'admin'))::int as admins, (count(*) filter (where p.status = 'inactive' and p.role = 'developer'))::int as waiting
      from public.profiles p where not p._deleted) u)
    || (select to_jsonb(c) from (
      select (count(*) filter (where c.status = 'active'))::int as active, (count(*) filter (where c.published_at >= month))::int as active_month,
        (count(*) filter (where c.status in ('completed', 'archived')))::int as completed,
        (count(*) filter (where c.completed_at >= month))::int as completed_month
      from public.campaigns c where not c._deleted) c)
    || (select to_jsonb(f) from (
      select (count(*) filter (where f.status = 'submitted'))::int as reviews, (count(*) filter (where f.received_at >= month))::int as reports_month
      from public.feedback f where not f._deleted and f.status <> 'draft') f)
    || (select to_jsonb(g) from (
      select (count(*) filter (where g.status in ('pending', 'under_review')))::int as flagged, (count(*) filter (where g.created_at >= month))::int as flagged_month
      from public.flags g where not g._deleted) g)
    || jsonb_build_object('payouts', (select count(*)::int from public.payouts p where p.status = 'requested' and not p._deleted),
      'messages', (select count(*)::int from public.contact_messages m where m.done_at is null));
end
$$;
comment on function public.admin_numbers() is
'The figures of the admin dashboard, counted now; `…_month` is what came in since the first of this
month (UTC). Admins only. Errors: forbidden.';

create function public.admin_refusals(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.admin_page(
    'select r.id::text as id, r.at as key from public.sync_refusals r where true'
      || case when coalesce(request ->> 'code', '') <> '' then ' and r.code = $1 ->> ''code''' else '' end
      || case when coalesce(request ->> 'collection', '') <> '' then ' and r.collection = $1 ->> ''collection''' else '' end
      || case when coalesce(request ->> 'search', '') <> '' then ' and (strpos(lower(r.message), $2) > 0 or strpos(r.row_id, $2) > 0 or exists (
          select 1 from public.profiles p where p.id = r.user_id and (strpos(lower(p.name), $2) > 0 or strpos(lower(p.email), $2) > 0)))' else '' end,
    'timestamptz', true,
    'select r.id::text as id, r.at, r.collection, r.row_id, r.code, r.message, coalesce(u.name, '''') as user_name, coalesce(u.email, '''') as user_email
     from public.sync_refusals r left join public.profiles u on u.id = r.user_id where r.id = p.id::bigint',
    request)
    || jsonb_build_object('groups', (select coalesce(jsonb_agg(to_jsonb(g) order by g.n desc), '[]') from (
      select r.collection, r.code, count(*)::int as n from public.sync_refusals r group by r.collection, r.code order by count(*) desc limit 100) g));
end
$$;
comment on function public.admin_refusals(jsonb) is
'Rows that replication refused in the last 90 days, newest first. In: {search, code, collection,
after, limit}. Out: {rows, next, total, groups: [{collection, code, n}]}. Admins only. Errors:
forbidden.';

create function public.admin_messages(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.admin_page(
    'select m.id, m.created_at as key from public.contact_messages m where true'
      || case request ->> 'show' when 'open' then ' and m.done_at is null' when 'done' then ' and m.done_at is not null' else '' end
      || case when coalesce(request ->> 'search', '') <> ''
        then ' and (strpos(lower(m.name), $2) > 0 or strpos(lower(m.email), $2) > 0 or strpos(lower(m.message), $2) > 0)' else '' end,
    'timestamptz', true,
    'select m.id, m.name, m.email, m.message, m.created_at as at, m.user_id, m.done_at, coalesce(d.name, '''') as done_by_name
     from public.contact_messages m left join public.profiles d on d.id = m.done_by where m.id = p.id',
    request);
end
$$;
comment on function public.admin_messages(jsonb) is
'Messages from the contact form, newest first. In: {search, show: open | done | all, after, limit}.
Out: {rows, next, total}. Admins only. Errors: forbidden.';

create function public.admin_message_done(message_id uuid, done boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.contact_messages m set done_at = case when done then now() end, done_by = case when done then auth.uid() end where m.id = message_id;
  if not found then
    perform private.refuse('missing_parent', 'There is no such message.');
  end if;
end
$$;
comment on function public.admin_message_done(uuid, boolean) is
'Marks a contact message as done, or as open again. Admins only. Errors: forbidden, missing_parent.';

-- ---- For the function `auth` -------------------------------------------------------------------

-- The function `auth` calls with the service key and names the admin who asked it, for the log.
create function public.set_user_role(user_id uuid, role text, actor uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('betaflock.acting', actor::text, true);
  update public.profiles p set role = set_user_role.role where p.id = user_id and not p._deleted;
  return found;
end
$$;
comment on function public.set_user_role(uuid, text, uuid) is
'Changes a role, on behalf of the admin `actor`. For the function `auth` alone (service key). Out:
false when there is no such user.';

create function public.note_admin_action(actor uuid, action text, user_id uuid, details jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.log_activity(actor, action, 'profile', user_id, details)
$$;
comment on function public.note_admin_action(uuid, text, uuid, jsonb) is
'An activity row for what the function `auth` did through the auth service (invited, deleted, second
factor taken away). Service key alone.';

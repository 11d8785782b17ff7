-- Lists and actions of admins. Lists that are too large for a device (people, the log, rejections,
-- messages) are paged: each call returns {rows, next, total}, where `next` is the cursor of the
-- next page, and counting stops at 1,001.

-- One page of a list. `source` selects id, key (the sort key) and the filter columns, `shown` the
-- row's output. most_counted: where counting stops; null: never. id_type: of the id, if the list
-- has an index (key, id): a page then starts where the previous one ended.
create function private.admin_page(
  source text, key_type text, descending boolean, shown text, request jsonb, most_counted bigint default null, id_type text default 'text') returns jsonb
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
       select s.* from (%1$s) s where ($3 is null or (s.key, s.id::%6$s) %5$s ($3::%2$s, $4::%6$s)) order by s.key %3$s, s.id %3$s limit $5) f) p',
    source, key_type, case when descending then 'desc' else 'asc' end, shown, case when descending then '<' else '>' end, id_type)
  into page using request, search, place ->> 'key', place ->> 'id', most + 1;
  -- Counted with the first page only: the rest of the list hardly changes it.
  if place is null then
    execute format('select count(*) from (select 1 from (%s) s limit $3) counted', source) into total using request, search, most_counted;
  end if;
  return jsonb_build_object(
    'rows', coalesce((select jsonb_agg(e.value -> 'row' order by e.n) from jsonb_array_elements(page) with ordinality e(value, n) where e.n <= most), '[]'),
    'next', case when jsonb_array_length(page) > most then (page -> (most - 1)) - 'row' end,
    'total', total);
end
$$;

create function public.admin_users(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
declare
  orders constant jsonb := '{"name": ["name_key", "text"], "email": ["email", "text"], "role": ["role", "text"], "status": ["status", "text"],
    "joined": ["joined_at", "timestamptz"], "active": ["active_at", "timestamptz"]}';
  sort constant jsonb := orders -> coalesce(request ->> 'sort', 'name');
begin
  perform private.require_admin();
  perform private.reject_if(sort is null or coalesce(request ->> 'role', '') not in ('', 'tester', 'developer', 'admin')
    or coalesce(request ->> 'status', '') not in ('', 'active', 'inactive', 'suspended'),
    'invalid', 'Unknown sort, role or status.');
  return private.admin_search('people', 'admin_user', private.search_query(coalesce(request ->> 'search', ''), array_remove(
      array[private.filter_word('role', nullif(request ->> 'role', '')), private.filter_word('status', nullif(request ->> 'status', ''))], null)),
    row(sort ->> 0, sort ->> 1, request ->> 'direction' is not distinct from 'desc')::private.search_order, request);
end
$$;
comment on function public.admin_users(jsonb) is
'User Management, page by page. In: {search: words of the name or e-mail address, of which those of
three letters or more also match as beginnings, role, status, sort: name | email | role | status |
joined | active, direction: asc | desc, after: the previous `next`, limit: 1 to 200}. Out: {rows,
next, total: on the first page, 1001 for more than a thousand}. Admins only. Errors: forbidden,
invalid.';

create function public.admin_user_details(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '2s' as $$
declare
  person private.people;
begin
  perform private.require_admin();
  select * into person from private.people p where p.id = user_id;
  if person.id is null then return null; end if;
  return private.admin_user(person) || (select jsonb_build_object('status_reason', p.status_reason, 'karma', p.karma, 'rating', p.rating) from public.profiles p where p.id = user_id)
    || jsonb_build_object(
      'organizations', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'personal', o.personal, 'role', o.role)
          order by o.personal desc, o.name, o.id), '[]')
        from (select g.id, g.name, g.personal, m.role from public.organization_members m join public.organizations g on g.id = m.org_id
          where m.user_id = admin_user_details.user_id order by m.org_id limit 100) o),
      'reports', (select coalesce(jsonb_object_agg(r.status, r.n), '{}') from (
        select f.status, count(*)::int as n from public.feedback f
        where f.tester_id = admin_user_details.user_id and f.status <> 'draft' and not f._deleted group by f.status) r),
      'money', (select coalesce(jsonb_agg(to_jsonb(m) order by m.currency), '[]') from (
        select w.currency, sum(w.amount_cents)::bigint as earned_cents,
          coalesce(sum(w.amount_cents) filter (where w.status = 'requested'), 0)::bigint as requested_cents,
          coalesce(sum(w.amount_cents) filter (where w.status = 'paid'), 0)::bigint as paid_cents
        from public.rewards w where w.tester_id = admin_user_details.user_id and w.status <> 'void' and not w._deleted group by w.currency) m),
      'received', (select jsonb_build_object('reports', coalesce(sum(k.feedback_count), 0), 'waiting', coalesce(sum(k.new_feedback_count), 0))
        -- Of every membership, like the list `received` and the developer's dashboard.
        from public.organization_members o join public.campaigns c on c.org_id = o.org_id join private.campaign_counts k on k.campaign_id = c.id
        where o.user_id = admin_user_details.user_id and not c._deleted),
      'granted', (select coalesce(jsonb_agg(to_jsonb(m) order by m.currency), '[]') from (
        select w.currency, coalesce(sum(w.cents) filter (where w.status <> 'paid'), 0)::bigint as owed_cents,
          coalesce(sum(w.cents) filter (where w.status = 'requested'), 0)::bigint as requested_cents,
          coalesce(sum(w.cents) filter (where w.status = 'paid'), 0)::bigint as paid_cents
        from public.organization_members o cross join lateral (
          -- Reads in index order, which avoids a sort.
          select r.currency, r.status, sum(r.amount_cents) as cents from public.rewards r
          where r.org_id = o.org_id and r.status <> 'void' and not r._deleted group by r.currency, r.status) w
        where o.user_id = admin_user_details.user_id and o.role = 'owner' group by w.currency) m),
      'role_changes', (select coalesce(jsonb_agg(private.admin_activity_entry(w) order by w.at desc, w.id desc), '[]') from (
        select n.* from public.activity a join private.activity_words n on n.id = a.id
        where a.action = 'role_changed' and a.target_id = admin_user_details.user_id order by n.at desc, n.id desc limit 20) w));
end
$$;
comment on function public.admin_user_details(uuid) is
'One person. Out: a row of admin_users and {status_reason, karma, rating, organizations: [{id, name,
personal, role}] (100 at most), reports: {status: count}, money: [{currency, earned_cents: all that
was not voided, requested_cents, paid_cents}], received: {reports, waiting: undecided} of campaigns of
all their organizations, granted by organizations that they own: [{currency, owed_cents: not paid
yet, requested_cents: the requested part of it, paid_cents}], role_changes: the latest 20, as in admin_activity}; null: no
such user. Admins only. Errors: forbidden. Cost: counts of campaigns by key; rewards by an
index-only scan (rewards_granted): 5,700 pages and half a second for 1,000,000 rewards.';

create function public.admin_user_list(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' set enable_seqscan = off set jit = off as $$
declare
  list constant text := request ->> 'list';
  -- Their 5,000 most recently changed rows, by index, then by date: a change of the name touches
  -- all of them.
  source text := case list
    when 'tests' then 'select a.id, a.applied_at as key from public.applications a where a.tester_id = ($1 ->> ''user_id'')::uuid and not a._deleted'
    when 'campaigns' then 'select c.id, c.created_at as key from public.campaigns c where c.org_id = m.org_id and not c._deleted'
    when 'reports' then 'select f.id, coalesce(f.received_at, f.created_at) as key from public.feedback f
      where f.tester_id = ($1 ->> ''user_id'')::uuid and f.status <> ''draft'' and not f._deleted'
    when 'received' then 'select f.id, coalesce(f.received_at, f.created_at) as key from public.feedback f
      where f.org_id = m.org_id and f.status <> ''draft'' and not f._deleted'
    when 'payouts' then 'select p.id, p.requested_at as key from public.payouts p where p.tester_id = ($1 ->> ''user_id'')::uuid and not p._deleted' end
    || ' order by sync_xid desc, id desc limit 5000';
  shown constant text := case list
    when 'tests' then 'select a.id, a.campaign_id, a.campaign_title as title, a.status, private.iso_time(a.applied_at) as at from public.applications a where a.id = p.id'
    when 'campaigns' then 'select c.id, c.title, c.status, c.hidden, o.name as org_name, private.iso_time(c.created_at) as at
      from public.campaigns c join public.organizations o on o.id = c.org_id where c.id = p.id'
    when 'payouts' then 'select y.id, y.amount_cents, y.currency, y.status, y.reason, private.iso_time(y.requested_at) as at from public.payouts y where y.id = p.id'
    else 'select f.id, f.tester_id, f.tester_name, f.campaign_title, f.summary, f.type, f.severity, f.status, f.reason_code, f.usefulness, f.hidden,
        private.iso_time(coalesce(f.received_at, f.created_at)) as at, w.amount_cents, w.currency
      from public.feedback f left join lateral (
        select r.amount_cents, r.currency from public.rewards r where r.feedback_id = f.id and r.status <> ''void'' limit 1) w on true where f.id = p.id' end;
begin
  perform private.require_admin();
  perform private.reject_if(not coalesce(private.is_uuid(request ->> 'user_id'), false) or list is null
    or list not in ('tests', 'campaigns', 'reports', 'received', 'payouts', 'flags', 'activity'),
    'invalid', 'user_id: an id; list: tests, campaigns, reports, received, payouts, flags or activity.');
  if source is null then
    return private.admin_search(case list when 'flags' then 'flag_words' else 'activity_words' end,
      case list when 'flags' then 'admin_flag' else 'admin_activity_entry' end,
      private.search_query('', array[private.filter_word('person', lower(request ->> 'user_id'))]), row('at', 'timestamptz', true)::private.search_order, request);
  end if;
  if list in ('campaigns', 'received') then
    source := 'select c.* from public.organization_members m cross join lateral (' || source || ') c where m.user_id = ($1 ->> ''user_id'')::uuid';
  end if;
  return private.admin_page(source, 'timestamptz', true, shown, request, 1001, 'uuid');
exception when invalid_text_representation or numeric_value_out_of_range or invalid_datetime_format or datetime_field_overflow then
  perform private.reject('invalid', 'after: what `next` of the page before was; limit: 1 to 200.');
end
$$;
comment on function public.admin_user_list(jsonb) is
'The rows of one person, page by page, newest first. In: {user_id, list: tests (applied for or
joined) | campaigns (of their organizations) | reports | received (reports on those campaigns) |
payouts (the 5,000 changed last, of campaigns and of received reports in each organization) | flags
(by them, and about their content) | activity (by them and about them), after, limit}. Out: {rows,
next, total: up to 1001}. Admins only. Errors: forbidden, invalid. Cost: received reports are found
by index (feedback_sync_organization): of 1,000,000 rows at most those 5,000 are read.';

create function public.admin_user_sessions(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.sessions_of(user_id);
end
$$;
comment on function public.admin_user_sessions(uuid) is
'Sessions of a person (private.sessions_of). Admins only. Errors: forbidden.';

create function public.admin_end_session(session_id uuid, reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  why constant text := coalesce(private.trimmed(reason), '');
  person uuid;
begin
  perform private.require_admin();
  perform private.reject_if(session_id::text is not distinct from auth.jwt() ->> 'session_id',
    'invalid', 'This session ends by logging out.');
  perform private.reject_if(char_length(why) > 1000, 'invalid', 'A reason of up to 1,000 characters.');
  perform private.reject_if(why = '', 'reason_required', 'Ending a session needs a reason, which the person reads.');
  delete from auth.sessions s where s.id = admin_end_session.session_id returning s.user_id into person;
  if person is null then return false; end if;
  perform private.log_activity(auth.uid(), 'session_ended', 'profile', person,
    jsonb_build_object('name', (select p.name from public.profiles p where p.id = person), 'reason', why));
  perform private.notify(person, 'session_ended', jsonb_build_object('reason', left(why, 400)), '/account#devices');
  return true;
end
$$;
comment on function public.admin_end_session(uuid, text) is
'Ends a session of any person from its next call on, with an activity row. In: the session and a
reason, which the person reads. Out: false when there is none. Admins only. Errors: forbidden,
invalid (the calling session), reason_required.';

create function public.admin_activity(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
declare
  typed tsquery;
  named text;
begin
  perform private.require_admin();
  perform private.reject_if(not coalesce(private.is_text_list(nullif(request -> 'named', 'null'), 60, 80), true)
    or coalesce(request ->> 'action', 'x') !~ '^[a-z_]{0,80}$',
    'invalid', 'named: a list of actions; action: one of them.');
  typed := private.search_query(coalesce(request ->> 'search', ''), '{}');
  named := (select string_agg(private.filter_word('action', a), ' ') from jsonb_array_elements_text(coalesce(nullif(request -> 'named', 'null'), '[]')) a where a ~ '^[a-z_]+$');
  if typed is not null and named is not null then
    typed := typed || private.search_query('', array[named]);
  end if;
  if coalesce(request ->> 'action', '') <> '' then
    typed := coalesce(typed && private.search_query('', array[private.filter_word('action', request ->> 'action')]),
      private.search_query('', array[private.filter_word('action', request ->> 'action')]));
  end if;
  return private.admin_search('activity_words', 'admin_activity_entry', typed, row('at', 'timestamptz', true)::private.search_order, request);
end
$$;
comment on function public.admin_activity(jsonb) is
'The activity log, newest first. In: {search: words of the actor''s name or of the values before and
after, named: actions whose names in the caller''s language match, action, after: the previous
`next`, since and until: times, limit: 1 to 200}. Out: {rows: [{id, actor_id, actor_name, action, target_type, target_id,
details, created_at}], next, total: on the first page, 1001 for more than a thousand}. Admins only.
Errors: forbidden, invalid.';

create function public.admin_change_user(user_id uuid, change jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  new_name constant text := private.trimmed(change ->> 'name');
  new_status constant text := change ->> 'status';
  new_role constant text := change ->> 'role';
  reason constant text := coalesce(private.trimmed(change ->> 'reason'), '');
begin
  perform private.require_admin();
  perform private.reject_if(jsonb_typeof(change) is distinct from 'object' or change - '{name,status,role,reason}'::text[] <> '{}'
    or coalesce(new_status, 'active') not in ('active', 'inactive', 'suspended') or coalesce(new_role, 'tester') not in ('tester', 'developer')
    or char_length(new_name) not between 2 and 120 or char_length(reason) > 1000,
    'invalid', 'A name of at least 2 characters, a status, or the role tester or developer; a reason of up to 1,000 characters.');
  -- Two admins demote each other at once: the second call waits and then fails the admin check.
  if new_status <> 'active' or new_role is not null then
    perform pg_advisory_xact_lock(hashtextextended('betaflock.admins', 0));
    perform private.require_admin();
  end if;
  select * into before from public.profiles p where p.id = user_id and not p._deleted for no key update;
  perform private.reject_if(not found, 'missing_parent', 'There is no such user.');
  -- The caller may be the last admin who could undo it.
  perform private.reject_if(user_id = auth.uid() and (coalesce(new_status, before.status) <> before.status or new_role is not null),
    'not_allowed', 'Your own role and status are another admin''s to change.');
  perform private.reject_if(new_role is not null and before.role <> 'admin',
    'wrong_state', 'Only an admin can be given another role.');
  perform private.reject_if(before.role = 'admin' and before.status = 'active' and (new_status <> 'active' or new_role is not null)
    and not exists (select 1 from private.people o where o.role = 'admin' and o.status = 'active' and o.id <> user_id),
    'not_allowed', 'This is the last admin.');
  perform private.reject_if(reason = '' and (new_role is not null or (new_status = 'suspended' and before.status <> 'suspended')),
    'reason_required', 'A suspension and another role need a reason, which the person reads.');
  perform set_config('betaflock.reason', case when new_role is not null then reason else '' end, true);
  update public.profiles p set name = coalesce(new_name, p.name), status = coalesce(new_status, p.status), role = coalesce(new_role, p.role),
    status_reason = case coalesce(new_status, p.status) when 'suspended' then coalesce(nullif(reason, ''), p.status_reason) else '' end
  where p.id = user_id;
  perform set_config('betaflock.reason', '', true);
  if new_name <> before.name then
    perform private.log_activity(auth.uid(), 'user_edited', 'profile', user_id, jsonb_build_object('name', new_name, 'from', before.name, 'to', new_name));
  end if;
end
$$;
comment on function public.admin_change_user(uuid, jsonb) is
'Edits, suspends, reactivates or demotes a user. In: a user and {name?, status?: active | inactive |
suspended, role?: tester | developer, for an admin, reason?: shown to the person; required for a
suspension and a role change}. Writes activity rows. Admins only; not one''s own status or role, nor
those of the last admin. Errors: forbidden, missing_parent, invalid, not_allowed, reason_required,
wrong_state (a role change of a non-admin).';

create function public.admin_change_users(request jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  change constant jsonb := request - 'user_ids';
  one uuid;
  changed int := 0;
begin
  perform private.require_admin();
  perform private.reject_if(jsonb_typeof(request) is distinct from 'object' or not coalesce(private.is_uuid_list(request -> 'user_ids', 200), false)
    or change - '{status,reason}'::text[] <> '{}' or coalesce(change ->> 'status', '') not in ('active', 'suspended'),
    'invalid', 'user_ids: 200 at most; status: active or suspended; a reason.');
  for one in select p.id from public.profiles p
    where p.id in (select u::uuid from jsonb_array_elements_text(request -> 'user_ids') u) and p.id <> auth.uid() and not p._deleted
      and p.status <> change ->> 'status' order by p.id
  loop
    perform public.admin_change_user(one, change);
    changed := changed + 1;
  end loop;
  return jsonb_build_object('changed', changed);
end
$$;
comment on function public.admin_change_users(jsonb) is
'Suspends or reactivates several users in one transaction, like admin_change_user. In: {user_ids:
200 at most, status: active | suspended, reason}. Skips users with that status, deleted ones and the
caller. Out: {changed: how many}. Admins only. Errors: forbidden, invalid, reason_required.';

create function public.admin_numbers() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '5s' as $$
begin
  perform private.require_admin();
  return private.totals() || jsonb_build_object(
    'waiting', (select count(*)::int from public.profiles p where p.status = 'inactive' and p.role = 'developer' and not p._deleted),
    'reviews', (select count(*)::int from public.feedback f where f.status = 'submitted' and not f._deleted),
    'flagged', (select count(*)::int from public.flags g where g.status in ('pending', 'under_review') and not g._deleted),
    'payouts', (select count(*)::int from public.payouts p where p.status = 'requested' and not p._deleted),
    'messages', (select count(*)::int from public.contact_messages m where m.done_at is null),
    'recent', (select coalesce(jsonb_agg(private.admin_activity_entry(w) order by w.at desc, w.id desc), '[]')
      from private.activity_words w where (w.at, w.id) in (
        select n.at, n.id from private.activity_words n where n.at > now() - interval '30 days' order by n.at desc, n.id desc limit 8)));
end
$$;
comment on function public.admin_numbers() is
'Figures of the admin dashboard: pending items, counted now, the totals (private.totals) and the
eight newest entries of the activity log (`recent`); `…_month` counts since the first of this month
(UTC). Admins only. Errors: forbidden.';

create function public.admin_rejections(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  return private.admin_page(
    'select r.id, r.at as key from '
      || case when coalesce(request ->> 'search', '') <> '' then '(select * from public.sync_rejections n order by n.at desc limit 20000)' else 'public.sync_rejections' end
      || ' r where true'
      || case when coalesce(request ->> 'code', '') <> '' then ' and r.code = $1 ->> ''code''' else '' end
      || case when coalesce(request ->> 'collection', '') <> '' then ' and r.collection = $1 ->> ''collection''' else '' end
      || case when coalesce(request ->> 'search', '') <> '' then ' and (strpos(lower(r.message), $2) > 0 or strpos(r.row_id, $2) > 0 or exists (
          select 1 from public.profiles p where p.id = r.user_id and (strpos(lower(p.name), $2) > 0 or strpos(lower(p.email), $2) > 0)))' else '' end,
    'timestamptz', true,
    'select r.id::text as id, r.at, r.collection, r.row_id, r.code, r.message, coalesce(u.name, '''') as user_name, coalesce(u.email, '''') as user_email
     from public.sync_rejections r left join public.profiles u on u.id = r.user_id where r.id = p.id',
    request, 1001, 'bigint')
    || jsonb_build_object('groups', (select coalesce(jsonb_agg(to_jsonb(g) order by g.n desc), '[]') from (
      select r.collection, r.code, count(*)::int as n from (select * from public.sync_rejections n order by n.at desc limit 20000) r group by r.collection, r.code order by count(*) desc limit 100) g));
end
$$;
comment on function public.admin_rejections(jsonb) is
'Rows that replication rejected in the last 90 days, newest first. In: {search: in the newest
20,000, code, collection, after, limit}. Out: {rows, next, total: up to 1001, groups: [{collection,
code, n}] of the newest 20,000}. Admins only. Errors: forbidden.';

create function public.admin_messages(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  return private.admin_page(
    'select m.id, m.created_at as key from '
      || case when coalesce(request ->> 'search', '') <> '' then '(select * from public.contact_messages n order by n.created_at desc limit 20000)' else 'public.contact_messages' end
      || ' m where true'
      || case request ->> 'show' when 'open' then ' and m.done_at is null' when 'done' then ' and m.done_at is not null' else '' end
      || case when coalesce(request ->> 'search', '') <> ''
        then ' and (strpos(lower(m.name), $2) > 0 or strpos(lower(m.email), $2) > 0 or strpos(lower(m.message), $2) > 0)' else '' end,
    'timestamptz', true,
    'select m.id, m.name, m.email, m.message, m.created_at as at, m.user_id, m.done_at, coalesce(d.name, '''') as done_by_name,
       (select coalesce(jsonb_agg(jsonb_build_object(''id'', r.id, ''text'', r.text, ''at'', private.iso_time(r.sent_at), ''author_name'', a.name, ''failure'', r.failure,
            ''delivery'', case when r.mailed_at is not null then ''sent''
              when exists (select from private.deliveries d where d.notification_id = r.id and d.channel = ''email'') then ''waiting'' else ''failed'' end)
          order by r.sent_at, r.id), ''[]'') from private.contact_replies r join public.profiles a on a.id = r.author_id where r.message_id = m.id) as replies
     from public.contact_messages m left join public.profiles d on d.id = m.done_by where m.id = p.id',
    request, 1001, 'uuid');
end
$$;
comment on function public.admin_messages(jsonb) is
'Messages from the contact form with their replies, newest first. In: {search: in the newest 20,000,
show: open | done | all, after, limit}. Out: {rows, next, total: up to 1001}; replies have
`delivery`: sent (accepted by the mail server) | waiting | failed (after six attempts, after three
days without a mail server, or at once on an embedded server without one) and `failure`: why the
last attempt failed; not_set_up: no mail server; empty: no attempt yet. Admins only. Errors:
forbidden.';

create function public.admin_reply_message(message_id uuid, reply_id uuid, text text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message public.contact_messages;
  earlier private.contact_replies;
  reply constant text := private.trimmed(text);
begin
  perform private.require_admin();
  select * into message from public.contact_messages m where m.id = admin_reply_message.message_id for no key update;
  perform private.reject_if(not found, 'missing_parent', 'There is no such message.');
  perform private.reject_if(reply_id is null or coalesce(char_length(reply), 0) not between 1 and 5000,
    'invalid', 'A text of 1 to 5,000 characters.');
  -- A retry after a lost answer.
  select * into earlier from private.contact_replies r where r.id = reply_id;
  if found then
    perform private.reject_if((earlier.message_id, earlier.text) is distinct from (message.id, reply),
      'duplicate', 'Another reply was sent with this id.');
    return;
  end if;
  perform private.reject_if((select count(*) from private.contact_replies r where r.message_id = message.id) >= 20,
    'too_many', 'A message has at most twenty replies.');
  insert into private.contact_replies (id, message_id, author_id, text) values (reply_id, message.id, auth.uid(), reply);
  insert into private.deliveries (notification_id, email, channel, kind, data, link)
  values (reply_id, message.email, 'email', 'contact_reply', jsonb_build_object('name', message.name, 'text', reply, 'message', message.message)
    || jsonb_strip_nulls(jsonb_build_object('language', (select a.language from public.accounts a where a.id = message.user_id))), '');
  perform pg_notify('betaflock_deliveries', 'email');
end
$$;
comment on function public.admin_reply_message(uuid, uuid, text) is
'Replies to a contact message by e-mail and stores the reply. A retry with the same reply_id sends
nothing. Admins only. Errors: forbidden, missing_parent, invalid, duplicate (the id of another
reply), too_many (20).';

create function public.admin_message_done(message_id uuid, done boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.contact_messages m set done_at = case when done then now() end, done_by = case when done then auth.uid() end where m.id = message_id;
  perform private.reject_if(not found, 'missing_parent', 'There is no such message.');
end
$$;
comment on function public.admin_message_done(uuid, boolean) is
'Marks a contact message as done or open. Admins only. Errors: forbidden, missing_parent.';

-- Finds rows of a list (private.add_words) by words and, unless it is null, by status.
create function private.admin_list(kind text, status text, statuses text[], request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.reject_if(status <> all (statuses), 'invalid', format('status: %s.', array_to_string(statuses, ', ')));
  return private.admin_search(kind || '_words', 'admin_' || kind, private.search_query(coalesce(request ->> 'search', ''),
    array_remove(array[private.filter_word('status', status)], null)), row('at', 'timestamptz', true)::private.search_order, request);
end
$$;

-- Decided flags and payouts; open ones are on the admins' devices.
create function public.admin_flags(request jsonb) returns jsonb
language sql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
  select private.admin_list('flag', nullif(request ->> 'show', 'all'), '{resolved,dismissed}', request)
$$;
comment on function public.admin_flags(jsonb) is
'Flags, newest first. In: {show: all | resolved | dismissed, search: words of title, reporter,
reason or note, after, limit}. Out: {rows: as in sync/schema/flags.ts, next, total: 1001 for more
than a thousand}. Admins only. Errors: forbidden, invalid.';

create function public.admin_hide_content(flag_id uuid, hidden boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.flags f set hidden = admin_hide_content.hidden where f.id = flag_id and not f._deleted;
  perform private.reject_if(not found, 'missing_parent', 'There is no such flag.');
end
$$;
comment on function public.admin_hide_content(uuid, boolean) is
'Hides or shows the content of a resolved flag that is not on the admin''s device
(private.add_sync_queue). Devices of all admins then get the row. Writes an activity row. Admins
only. Errors: forbidden, missing_parent, wrong_state (the flag is not resolved).';

create function public.admin_payouts(request jsonb) returns jsonb
language sql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
  select private.admin_list('payout', nullif(request ->> 'show', 'all'), '{paid,failed}', request)
$$;
comment on function public.admin_payouts(jsonb) is
'Payouts, newest request first. In: {show: all | paid | failed, search: words of tester or address,
after, limit}. Out: {rows: as in sync/schema/payouts.ts, next, total: 1001 for more than a
thousand}. Admins only. Errors: forbidden, invalid.';

create function public.admin_campaigns(request jsonb) returns jsonb
language sql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
  select private.admin_list('campaign', nullif(request ->> 'status', ''), '{draft,active,completed,archived,hidden}', request)
$$;
comment on function public.admin_campaigns(jsonb) is
'All campaigns, newest first. In: {search: words of title or developer, status: draft | active |
completed | archived | hidden (by a flag, whatever its status), after, limit}. Out: {rows: [{id,
title, status, visibility, hidden, org_name, developer_id, developer_name, testers_joined,
max_testers, reports, created_at}], next, total: 1001 for more than a thousand}. Admins only.
Errors: forbidden, invalid.';

create function public.admin_apps(request jsonb) returns jsonb
language sql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
  select private.admin_list('app', nullif(request ->> 'status', ''), '{draft,published,unpublished,hidden}', request)
$$;
comment on function public.admin_apps(jsonb) is
'All apps, newest first. In: {search: words of title or developer, status: draft | published |
unpublished | hidden, after, limit}. Out: {rows: [{id, title, status, platform, version, org_name,
developer_id, developer_name, downloads, created_at}], next, total: 1001 for more than a thousand}.
Admins only. Errors: forbidden, invalid.';

-- The latest 20 flags about one item, as in sync/schema/flags.ts.
create function private.flags_about(content uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.admin_flag(w) order by w.at desc, w.id), '[]')
  from (select f.id from public.flags f where f.content_id = content and not f._deleted order by f.created_at desc limit 20) n
  join private.flag_words w on w.id = n.id
$$;

create function public.admin_campaign_details(campaign_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.require_admin();
  return (
    select private.admin_campaign(w) || jsonb_build_object('org_id', c.org_id, 'description', c.description, 'start_date', c.start_date, 'end_date', c.end_date,
      'published_at', private.iso_time(c.published_at), 'completed_at', private.iso_time(c.completed_at),
      'reward_model', c.reward_model, 'reward_amount_cents', c.reward_amount_cents, 'currency', c.currency,
      'reports_by_status', (select coalesce(jsonb_object_agg(r.status, r.n), '{}') from (
        select f.status, count(*)::int as n from public.feedback f where f.campaign_id = c.id and f.status <> 'draft' and not f._deleted group by f.status) r),
      'flags', private.flags_about(c.id))
    from private.campaign_words w join public.campaigns c on c.id = w.id where w.id = admin_campaign_details.campaign_id);
end
$$;
comment on function public.admin_campaign_details(uuid) is
'One campaign. Out: a row of admin_campaigns and {org_id, description, start_date, end_date,
published_at, completed_at, reward_model, reward_amount_cents, currency, reports_by_status: {status:
count}, flags: the latest 20, as in sync/schema/flags.ts}; null: no such campaign. Admins only.
Errors: forbidden.';

create function public.admin_app_details(app_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.require_admin();
  return (
    select private.admin_app(w) || jsonb_build_object('org_id', a.org_id, 'description', a.description, 'published_at', private.iso_time(a.published_at),
      'flags', private.flags_about(a.id))
    from private.app_words w join public.apps a on a.id = w.id where w.id = admin_app_details.app_id);
end
$$;
comment on function public.admin_app_details(uuid) is
'One app. Out: a row of admin_apps and {org_id, description, published_at, flags: the latest 20, as
in sync/schema/flags.ts}; null: no such app. Admins only. Errors: forbidden.';

create function public.admin_file_owners(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.require_admin();
  return private.admin_search('file_owners', 'admin_file_owner', private.search_query(coalesce(request ->> 'search', ''), '{}'),
    row('name_key', 'text', false)::private.search_order, request);
end
$$;
comment on function public.admin_file_owners(jsonb) is
'Organizations and people with files, by name. In: {search: words of the name, after, limit}. Out:
{rows: [{id, name}], next, total: 1001 for more than a thousand}. Admins only. Errors: forbidden,
invalid.';

-- An owner has at most 10,000 files (storage_reserve), the maximum that a page reads.
create function public.admin_files(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set statement_timeout = '2s' as $$
declare
  owner uuid;
  path text := coalesce(request ->> 'path', '');
  words constant text[] := array_remove((regexp_split_to_array(private.fold(left(coalesce(request ->> 'search', ''), 200)), '\s+'))[1:8], '');
  sort constant text := coalesce(request ->> 'sort', 'name');
  descending constant boolean := request ->> 'direction' is not distinct from 'desc';
  place constant jsonb := nullif(request -> 'after', 'null');
  most int;
  columns constant text := private.sync_select_list('files');
  named jsonb;
  answer jsonb;
begin
  perform private.require_admin();
  perform private.reject_if(not coalesce(private.is_uuid(request ->> 'owner'), false) or sort not in ('name', 'size', 'type', 'date')
    or (path <> '' and not private.is_file_path(path)) or (place is not null and (place ->> 'key' is null or place ->> 'id' is null)),
    'invalid', 'owner: an id; path: a folder; sort: name, size, type or date; after: what `next` of the page before was.');
  owner := request ->> 'owner';
  most := greatest(1, least(200, coalesce((request ->> 'limit')::numeric::int, 100)));
  -- A file's path stands for its folder.
  execute format('select (select to_jsonb(d) from (select %s) d) from public.files t where t.owner_id = $1 and t.file_name = $2 and not t._deleted', columns)
  into named using owner, path;
  if named is not null then
    path := coalesce(substring(path from '^(.*)/[^/]*$'), '');
  end if;
  execute format($sql$
    with below as materialized (
      select f.id, f.size_bytes, f.uploaded_at, f.content_type, substr(f.file_name, char_length($2) + 1) as rest
      from public.files f
      where f.owner_id = $1 and not f._deleted and starts_with(f.file_name, $2)
    ), entries as (
      select null::uuid as id, split_part(b.rest, '/', 1) as name, count(*)::int as files, sum(b.size_bytes)::bigint as size, '' as type, max(b.uploaded_at) as at
      from below b where strpos(b.rest, '/') > 0 and $3 = '{}' group by split_part(b.rest, '/', 1)
      union all
      select b.id, b.rest, 1, b.size_bytes, b.content_type, b.uploaded_at from below b
      where case when $3 = '{}' then strpos(b.rest, '/') = 0
        else not exists (select 1 from unnest($3) w where strpos(private.fold(b.rest), w) = 0) end
    ), keyed as (
      -- Folders first in every order.
      select e.*, case when (e.id is null) = $7 then '1' else '0' end || %1$s || chr(1) || private.sort_key(e.name) as key,
        case when e.id is null then 'd' else 'f' end || e.name as entry
      from entries e
    ), page as (
      select k.*, row_number() over (order by k.key collate "C" %2$s, k.entry collate "C" %2$s) as n from keyed k
      where $4 is null or (k.key collate "C", k.entry collate "C") %3$s ($4, $5)
      order by k.key collate "C" %2$s, k.entry collate "C" %2$s limit $6 + 1
    )
    select jsonb_build_object(
      'rows', coalesce((select jsonb_agg(jsonb_build_object('name', p.name, 'files', p.files, 'size', p.size, 'at', private.iso_time(p.at),
          'file', (select (select to_jsonb(d) from (select %4$s) d) from public.files t where t.id = p.id)) order by p.n) from page p where p.n <= $6), '[]'),
      'next', (select jsonb_build_object('key', p.key, 'id', p.entry) from page p where p.n = $6 and (select count(*) from page) > $6),
      'total', case when $4 is null then (select least(1001, count(*)) from entries) end)
    $sql$,
    case sort when 'size' then 'lpad(e.size::text, 16, ''0'')' when 'type' then 'lower(e.type)' when 'date' then 'private.iso_time(e.at)' else '''''' end,
    case when descending then 'desc' else 'asc' end, case when descending then '<' else '>' end, columns)
  into answer using owner, case when path = '' then '' else path || '/' end, words, place ->> 'key', place ->> 'id', most, descending;
  return answer || jsonb_build_object('owner', owner, 'path', path, 'search', coalesce(request ->> 'search', ''), 'file', named, 'owner_name', coalesce(
      (select o.name from public.organizations o where o.id = owner), (select p.name from public.profiles p where p.id = owner), '')) || (
    select jsonb_build_object('files', count(*), 'bytes', coalesce(sum(f.size_bytes), 0), 'preserved', count(*) filter (where starts_with(f.file_name, 'app-content/')))
    from public.files f where f.owner_id = owner and not f._deleted);
exception when invalid_text_representation or numeric_value_out_of_range then
  perform private.reject('invalid', 'limit: 1 to 200.');
end
$$;
comment on function public.admin_files(jsonb) is
'A folder of an owner''s File Storage, folders first. In: {owner, path: of the folder or of a file
in it, search: parts of names below it (replaces the folder''s listing), sort: name | size | type |
date, direction: asc | desc, after: the previous `next`, limit: 1 to 200}. Out: {rows: [{name, files
and size: for a folder of everything below it, at, file: as in sync/schema/files.ts, null for a
folder}], next, total: 1001 for more than a thousand, owner, owner_name, search, path: the folder,
file: the one that the path named, or null, files, bytes, preserved: of the whole storage, those
under app-content/ separately}. Admins only. Errors: forbidden, invalid.';

-- The function `auth` calls with the service key and passes the requesting admin for the log.
create function public.set_user_role(user_id uuid, role text, actor uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('betaflock.acting', actor::text, true);
  update public.profiles p set role = set_user_role.role where p.id = user_id and not p._deleted;
  return found;
end
$$;
comment on function public.set_user_role(uuid, text, uuid) is
'Changes a role on behalf of the admin `actor`. For the function `auth` (service key only). Out:
false when there is no such user.';

create function public.note_admin_action(actor uuid, action text, user_id uuid, details jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.log_activity(actor, action, 'profile', user_id, details)
$$;
comment on function public.note_admin_action(uuid, text, uuid, jsonb) is
'Logs an action of the function `auth` on the auth service (invited, deleted, second factor
removed). Service key only.';

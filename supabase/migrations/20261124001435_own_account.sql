-- A person's own account: data export, deletion, sessions and recovery codes.

-- The parts of an export. `source`: the rows of the person $1, as (key, data). Each table has an
-- index on its owner, so the cost of a page depends only on this person's rows.
create table private.own_data (
  part text primary key,
  place int not null,
  source text not null
);
revoke all on private.own_data from public, anon, authenticated;

-- without: secrets and sync columns. readable: a condition on the row `t` for rows that the person
-- may no longer read and that others may have changed since. When it is false, the export omits the
-- columns `closed` or, if `closed` is null, the row.
create function private.add_own_data(part text, relation text, owner text, key text default 'id', without text[] default '{}',
  readable text default 'true', closed text[] default null) returns void
language sql set search_path = '' as $$
  insert into private.own_data (part, place, source)
  select part, (select count(*) from private.own_data), format(
    -- details.about_id is another person's id, which only the deletion of that account needs.
    'select t.%I::text as key, (to_jsonb(t) #- ''{details,about_id}'') - %L::text[] - case when %s then ''{}'' else %L end::text[] as data from %s t where t.%I = $1 and (%s)',
    key, without || '{sync_xid,sync_client,sync_seq}'::text[], readable, coalesce(closed, '{}'), relation, owner,
    case when closed is null then readable else 'true' end)
$$;

select private.add_own_data('profile', 'public.profiles', 'id');
select private.add_own_data('account', 'public.accounts', 'id');
select private.add_own_data('login', '(select u.id, u.email, u.created_at, u.email_confirmed_at, u.last_sign_in_at from auth.users u)', 'id');
select private.add_own_data('sessions', '(select s.id, s.user_id, s.created_at, s.refreshed_at, s.user_agent from auth.sessions s)', 'user_id');
select private.add_own_data('organizations', 'public.organization_members', 'user_id', 'org_id');
select private.add_own_data('applications', 'public.applications', 'tester_id');
select private.add_own_data('reports', 'public.feedback', 'tester_id', 'id', '{priority,tags}');
select private.add_own_data('comments', 'public.comments', 'author_id');
select private.add_own_data('rewards', 'public.rewards', 'tester_id');
select private.add_own_data('payouts', 'public.payouts', 'tester_id');
select private.add_own_data('ledger', 'public.ledger_entries', 'tester_id');
select private.add_own_data('builds', 'private.build_uses', 'user_id', 'release_id');
select private.add_own_data('launch_codes', '(select c.release_id || '' '' || c.code as id, c.* from private.launch_code_tries c)', 'tester_id');
select private.add_own_data('downloads', 'public.downloads', 'user_id', 'release_id');
select private.add_own_data('opened_campaigns', 'private.campaign_access', 'user_id', 'campaign_id');
select private.add_own_data('invitations', 'private.tester_invitations', 'user_id', 'id', '{token_hash}');
select private.add_own_data('notifications', 'public.notifications', 'user_id');
select private.add_own_data('push_subscriptions', 'public.push_subscriptions', 'user_id', 'id', '{p256dh,auth}');
select private.add_own_data('flags', 'public.flags', 'reporter_id');
select private.add_own_data('contact_messages', 'public.contact_messages', 'user_id', 'id', '{done_by}');
select private.add_own_data('contact_replies', 'private.contact_replies', 'author_id');
select private.add_own_data('rejected_changes', 'public.sync_rejections', 'user_id');
-- The details name other people.
select private.add_own_data('activity', 'public.activity', 'actor_id', 'id', '{}', 'private.is_admin() or t.target_id = $1', '{details}');
select private.add_own_data('organization_activity', 'private.organization_activity', 'actor_id', 'id', '{}',
  't.org_id in (select private.my_organizations(''view''))', '{details}');
select private.add_own_data('announcements', 'private.announcements', 'author_id', 'id', '{text_hash}',
  'exists (select 1 from public.campaigns c where c.id = t.campaign_id and c.org_id in (select private.my_organizations(''view'')))',
  '{recipients,removed_at,notified_up_to,pending}');
select private.add_own_data('api_tokens', 'private.api_tokens', 'user_id', 'id', '{token_hash}');
select private.add_own_data('test_devices', 'private.test_devices', 'user_id', 'id', '{udid_encrypted,udid_hash}');
select private.add_own_data(part, 'public.' || part, 'developer_id', 'id', '{}', 't.org_id in (select private.my_organizations(''view''))')
from unnest('{apps,releases,campaigns,briefs}'::text[]) with ordinality p (part, n) order by n;
select private.add_own_data('files', 'public.files', 'owner_id');

create function public.export_own_data(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '5s' as $$
declare
  me constant uuid := auth.uid();
  most constant int := 500;
  part_ private.own_data;
  n bigint;
  parts jsonb := '[]';
  page jsonb;
begin
  perform private.require_account();
  if request ->> 'part' is null then
    perform private.require_rate('export:' || me, 20, '1 hour', 'Too many exports. Please wait an hour.');
    for part_ in select * from private.own_data d order by d.place loop
      execute format('select count(*) from (%s) s', part_.source) into n using me;
      parts := parts || jsonb_build_object('part', part_.part, 'rows', n);
    end loop;
    return jsonb_build_object('parts', parts);
  end if;
  select * into part_ from private.own_data d where d.part = request ->> 'part';
  perform private.reject_if(not found, 'invalid', 'part: one of those that a call without it answers.');
  execute format('select jsonb_build_object(
      ''rows'', coalesce(jsonb_agg(p.data order by p.key collate "C"), ''[]''),
      ''next'', case when count(*) = $3 then max(p.key collate "C") end)
    from (select s.* from (%s) s where $2 is null or s.key collate "C" > $2 order by s.key collate "C" limit $3) p', part_.source)
  into page using me, request ->> 'after', most;
  return page;
end
$$;
comment on function public.export_own_data(jsonb) is
'Exports the caller''s currently readable data, page by page, without stored files. In: {} for the
list of parts, or {part, after: the previous `next`}. Out: {parts: [{part, rows}]}, or {rows: up to
500, next: null after the last page}. Errors: forbidden, session_ended, invalid, rate_limited
(PT429: 20 exports an hour).';

-- True when the person authenticated in this session within the last ten minutes: an unlocked phone
-- may be in other hands. The app signs in separately from the session in use, and calls with that
-- token.
create function private.is_fresh_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from auth.sessions s
    where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id' and s.created_at > now() - interval '10 minutes');
end
$$;

create function private.organizations_of_one(person uuid) returns setof uuid
language sql stable security definer set search_path = '' rows 3 as $$
  select m.org_id from public.organization_members m
  where m.user_id = person and not exists (
    select 1 from public.organization_members n where n.org_id = m.org_id and n.user_id <> person)
$$;

-- Conditions that block a deletion: [{code, names: at most ten}].
create function private.deletion_blockers(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb := '[]';
  names jsonb;
begin
  select jsonb_agg(o.name order by o.name) into names from (
    select o.name from public.organization_members m join public.organizations o on o.id = m.org_id
    where m.user_id = person and m.role = 'owner' and not o.personal
      and exists (select 1 from public.organization_members n where n.org_id = m.org_id and n.user_id <> person)
      and not exists (select 1 from public.organization_members n where n.org_id = m.org_id and n.user_id <> person and n.role = 'owner')
    limit 10) o;
  if names is not null then found := found || jsonb_build_object('code', 'last_owner', 'names', names); end if;
  select jsonb_agg(c.title order by c.title) into names from (
    select c.title from public.campaigns c
    where c.org_id in (select private.organizations_of_one(person)) and c.status = 'active' and not c._deleted
    limit 10) c;
  if names is not null then found := found || jsonb_build_object('code', 'running_campaigns', 'names', names); end if;
  if exists (select 1 from public.payouts p where p.tester_id = person and p.status = 'requested' and not p._deleted) then
    found := found || '{"code": "payout_requested", "names": []}';
  end if;
  if exists (select 1 from public.profiles p where p.id = person and p.role = 'admin')
    and not exists (select 1 from public.profiles p where p.role = 'admin' and p.status = 'active' and not p._deleted and p.id <> person) then
    found := found || '{"code": "last_admin", "names": []}';
  end if;
  return found;
end
$$;

create function public.account_deletion() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_account();
  return jsonb_build_object(
    'blockers', private.deletion_blockers(me),
    'fresh', private.is_fresh_session(),
    'has_password', exists (select 1 from auth.users u where u.id = me and coalesce(u.encrypted_password, '') <> ''),
    'second_factor', exists (select 1 from auth.mfa_factors f where f.user_id = me and f.status::text = 'verified'),
    'unpaid', (select coalesce(jsonb_agg(jsonb_build_object('currency', r.currency, 'amount_cents', r.amount_cents) order by r.currency), '[]') from (
      select r.currency, sum(r.amount_cents)::bigint as amount_cents from public.rewards r
      where r.tester_id = me and r.status = 'earned' and not r._deleted group by r.currency having sum(r.amount_cents) > 0) r));
end
$$;
comment on function public.account_deletion() is
'Blockers and effects of deleting the caller''s account. Out: {blockers: [{code: last_owner |
running_campaigns | payout_requested | last_admin, names}], fresh: this session began within ten
minutes, has_password, second_factor, unpaid: rewards that were not requested, [{currency,
amount_cents}]}. Errors: forbidden, session_ended.';

create function public.delete_own_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  blockers jsonb;
begin
  perform private.require_account();
  perform private.reject_if(not private.is_fresh_session(),
    'not_allowed', 'Enter your password again before you delete your account.');
  -- In the lock order of docs/architecture.md (Money). Locks all admins: the last two, leaving at
  -- once, would otherwise each see the other.
  perform private.lock_in_order(
    array(select a.campaign_id from public.applications a where a.tester_id = me and a.status in ('pending', 'accepted')),
    array(select p.id from public.profiles p where p.id = me
      or p.role = 'admin' and exists (select 1 from public.profiles own where own.id = me and own.role = 'admin')));
  perform 1 from public.organizations o join public.organization_members m on m.org_id = o.id
  where m.user_id = me order by o.id for no key update of o;
  blockers := private.deletion_blockers(me);
  perform private.reject_if(blockers @> '[{"code": "last_owner"}]',
    'last_owner', 'An organization with members needs an owner: make somebody else one first.');
  perform private.reject_if(blockers @> '[{"code": "running_campaigns"}]',
    'wrong_state', 'Your campaigns are running: end them first.');
  perform private.reject_if(blockers @> '[{"code": "payout_requested"}]',
    'wrong_state', 'A payout is requested: wait until it has been paid.');
  perform private.reject_if(blockers @> '[{"code": "last_admin"}]',
    'not_allowed', 'You are the last admin: make somebody else one first.');
  update public.applications a set status = 'withdrawn' where a.tester_id = me and a.status in ('pending', 'accepted') and not a._deleted;
  update public.apps a set status = 'unpublished'
  where a.org_id in (select private.organizations_of_one(me)) and a.status in ('published', 'hidden') and not a._deleted;
  update public.feedback f set _deleted = true where f.tester_id = me and f.status = 'draft' and not f._deleted;
  perform private.log_activity(me, 'account_deleted', 'profile', me, '{}');
  delete from auth.users u where u.id = me;
end
$$;
comment on function public.delete_own_account() is
'Deletes the caller''s account: on_user_deleted removes name, addresses and texts; reports, rewards
and the ledger stay. Withdraws open applications, deletes drafts, and unpublishes apps without
another member. The function `auth` removes the pictures. Errors: not_allowed (the session is older
than ten minutes, or the last admin), last_owner, wrong_state (running campaigns, a requested
payout), forbidden, session_ended.';

-- Sessions of a person: the calling one first, then by last use, at most 100. Out: [{id,
-- user_agent, created_at, used_at: of the last token, so up to an hour old, current: the calling
-- one}].
create function private.sessions_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'user_agent', s.user_agent, 'created_at', private.iso_time(s.created_at),
    'used_at', private.iso_time(s.used_at), 'current', s.current) order by s.current desc, s.used_at desc, s.id), '[]')
  from (
    select s.id, left(coalesce(s.user_agent, ''), 400) as user_agent, s.created_at,
      greatest(s.created_at, s.refreshed_at at time zone 'UTC') as used_at,
      s.id::text is not distinct from auth.jwt() ->> 'session_id' as current
    from auth.sessions s where s.user_id = person and (s.not_after is null or s.not_after > now())
    order by current desc, used_at desc, s.id limit 100) s
$$;

create function public.list_own_sessions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_account();
  return private.sessions_of(auth.uid());
end
$$;
comment on function public.list_own_sessions() is
'Sessions of the caller (private.sessions_of). Errors: forbidden, session_ended.';

create function public.end_own_session(session_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.reject_if(session_id::text is not distinct from auth.jwt() ->> 'session_id',
    'invalid', 'This session ends by logging out.');
  delete from auth.sessions s where s.id = end_own_session.session_id and s.user_id = auth.uid();
  return found;
end
$$;
comment on function public.end_own_session(uuid) is
'Ends another session of the caller from its next call on. Out: false when there is none. Errors:
forbidden, session_ended, invalid (the calling session).';

-- Recovery codes replace a lost authenticator app. Stored as hashes, and deleted with the last
-- second factor or the account.
create table private.recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  made_at timestamptz not null default now(),
  primary key (user_id, hash)
);
revoke all on private.recovery_codes from public, anon, authenticated;

create function private.on_factor_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.recovery_codes c where c.user_id = old.user_id
    and not exists (select 1 from auth.mfa_factors f where f.user_id = old.user_id and f.status::text = 'verified');
  return null;
end
$$;
create trigger betaflock_factor_deleted after delete on auth.mfa_factors for each row execute function private.on_factor_deleted();

-- 80 random bits as four groups of four letters and digits, without similar ones (0, 1, i, o).
create function private.new_recovery_code() returns text
language plpgsql volatile set search_path = '' as $$
declare
  bytes constant bytea := private.token_hash(private.new_token());
begin
  return (select string_agg(substr('abcdefghjklmnpqrstuvwxyz23456789', 1 + get_byte(bytes, n) % 32, 1)
    || case when n in (3, 7, 11) then '-' else '' end, '' order by n) from generate_series(0, 15) n);
end
$$;

-- Ignores separators and case, and maps "l" to the "1" or "I" that it was read as.
create function private.recovery_code_hash(code text) returns bytea
language sql immutable set search_path = '' as $$
  select private.token_hash(regexp_replace(translate(lower(left(code, 100)), '1i', 'll'), '[^a-z0-9]', '', 'g'))
$$;

create function public.make_recovery_codes() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  codes constant text[] := array(select private.new_recovery_code() from generate_series(1, 10));
begin
  perform private.require_account();
  -- Serializes tabs, and the removal of the factor.
  perform 1 from auth.mfa_factors f where f.user_id = me order by f.id for update;
  perform private.reject_if(not private.second_factor_given(),
    'wrong_state', 'Recovery codes need a second factor, given in this session.');
  delete from private.recovery_codes c where c.user_id = me;
  insert into private.recovery_codes (user_id, hash) select me, private.recovery_code_hash(code) from unnest(codes) code;
  return to_jsonb(codes);
end
$$;
comment on function public.make_recovery_codes() is
'Replaces the caller''s recovery codes by ten new ones. Out: the codes, shown only once. Errors:
wrong_state (no second factor, or not given in this session), forbidden, session_ended,
second_factor.';

create function public.recovery_codes_made_at() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_session();
  return (select private.iso_time(max(c.made_at)) from private.recovery_codes c where c.user_id = auth.uid());
end
$$;
comment on function public.recovery_codes_made_at() is
'When the caller''s recovery codes were created; null: none exist. Errors: session_ended,
second_factor.';

create function public.use_recovery_code(code text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  -- The only call for a session without the required second factor.
  if private.session_error() is distinct from 'second_factor' then
    perform private.check_session();
    perform private.reject('wrong_state', 'This session does not wait for a second factor.');
  end if;
  perform private.require_rate('recovery_code:' || me, 10, '1 hour', 'Too many attempts. Please wait an hour.');
  delete from private.recovery_codes c where c.user_id = me and c.hash = private.recovery_code_hash(code);
  -- Returns instead of raising, which would roll back the counted try.
  if not found then return false; end if;
  -- Ignores the notification settings: an attacker may have used the code. Queued before the
  -- factors are deleted, so that no e-mail about each of them follows (private.on_factor_changed).
  insert into private.deliveries (notification_id, user_id, channel, kind, data, link)
  values (gen_random_uuid(), me, 'email', 'recovery_code_used', '{}', '/account/security');
  perform pg_notify('betaflock_deliveries', 'email');
  -- A trigger deletes the other codes, too.
  delete from auth.mfa_factors f where f.user_id = me;
  delete from auth.sessions s where s.user_id = me and s.id::text is distinct from auth.jwt() ->> 'session_id';
  perform private.log_activity(me, 'recovery_code_used', 'profile', me, '{}');
  return true;
end
$$;
comment on function public.use_recovery_code(text) is
'Turns off two-step verification for a person who has logged in with the password and lost the
authenticator app: removes factors, the other codes and all other sessions, and notifies by e-mail.
Out: false when the code is not one of the caller''s. Errors: rate_limited (PT429: 10 tries an
hour), wrong_state (no second factor is missing), session_ended.';

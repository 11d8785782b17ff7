-- Sessions and roles of the caller.
--
-- Security definer, because a policy on profiles that reads profiles would recurse. PL/pgSQL,
-- because it caches plans: every policy calls these functions, several times per pushed row.
--
-- An access token is valid for an hour, so each statement checks that its session still exists and
-- that a required second factor was given. Signing out everywhere, changing the password and
-- deleting the account take effect with the next call.

create function private.reject(code text, message text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'PT422', message = message, detail = code;
end
$$;
comment on function private.reject(text, text) is
'Raises a rejection: SQLSTATE PT422 (PostgREST and @supabase/lite answer HTTP 422), MESSAGE in words, DETAIL = machine code. Codes, also in
sync/schema/rejections.ts: not_allowed (a column, a kind of row or a role that may not be written so), forbidden (another person''s),
wrong_state (the state machine has no such move), campaign_full, campaign_closed, not_accepted, too_early, too_late, missing_parent,
missing_rating, text_frozen, reason_required, usefulness_required, suspended, inactive, invalid, duplicate, spots_limit,
agreement_required, answer_required, no_rewards, no_paypal, release_required (an app without a published release), quota, too_large,
damaged (bytes that are not those of their name), last_owner, too_many, daily_limit (of new rows of a kind), not_a_reviewer (a report
is assigned to members who can review it), unknown_collection, registration_closed, rate_limited (PT429), maintenance (PT503),
internal (a fault of ours, logged).';

-- For checks once per call. Row triggers use `if`, which costs no call per row.
create function private.reject_if(condition boolean, code text, message text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if condition then
    perform private.reject(code, message);
  end if;
end
$$;

-- Password expiry (System Settings, Security): a session that starts with an expired password has
-- no access until the password is changed. Running sessions continue, so that no report is
-- interrupted.
create table private.password_dates (
  user_id uuid primary key,
  changed_at timestamptz not null
);

create function private.on_password_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.password_dates as d (user_id, changed_at) values (new.id, now())
  on conflict (user_id) do update set changed_at = excluded.changed_at;
  return null;
end
$$;
create trigger betaflock_password_made after insert on auth.users for each row
  when (coalesce(new.encrypted_password, '') <> '') execute function private.on_password_changed();
create trigger betaflock_password_changed after update of encrypted_password on auth.users for each row
  when (new.encrypted_password is distinct from old.encrypted_password and coalesce(new.encrypted_password, '') <> '')
  execute function private.on_password_changed();

-- A stranger may have made an unconfirmed account with another person's address. When the owner of
-- the address takes the account, the stranger's access ends. Push subscriptions end with their
-- sessions, recovery codes with the factors.
create function private.end_earlier_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  delete from auth.mfa_factors f where f.user_id = new.id;
  update private.api_tokens t set revoked_at = now() where t.user_id = new.id and t.revoked_at is null;
  return null;
end
$$;
-- The owner logs in with a provider that has verified the address: the auth service removes the
-- password.
create trigger betaflock_password_removed after update of encrypted_password on auth.users for each row
  when (coalesce(new.encrypted_password, '') = '' and coalesce(old.encrypted_password, '') <> '')
  execute function private.end_earlier_access();
-- The owner resets the password by e-mail: the link, whose token is now empty, confirms the
-- address. The session that begins with the link is created afterwards.
create trigger betaflock_address_proven after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null and new.email = old.email
    and new.recovery_sent_at is not null and coalesce(new.recovery_token, '') = '')
  execute function private.end_earlier_access();

create function private.on_password_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.password_dates d where d.user_id = old.id;
  return null;
end
$$;
create trigger betaflock_password_deleted after delete on auth.users for each row execute function private.on_password_deleted();

-- A login with a copied password must not fill the tables. At the limit the session that was not
-- used for the longest time ends.
create function private.limit_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.id in (
    select l.id from auth.sessions l where l.id in (
      select o.id from auth.sessions o
      where o.user_id = new.user_id and o.id <> new.id
      order by greatest(o.created_at, o.refreshed_at at time zone 'UTC') desc, o.id offset 99)
    -- A session that is being refreshed is in use.
    for update skip locked);
  return null;
end
$$;
create trigger betaflock_session_limit after insert on auth.sessions for each row execute function private.limit_sessions();

-- Checks the session of the caller's token. Out: ended, second_factor or password_expired; null
-- when the session is valid, when the caller is signed out, and for a token without a session.
create function private.session_error() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  claims constant jsonb := auth.jwt();
  session constant text := claims ->> 'session_id';
begin
  if me is null then return null; end if;
  if session is not null and not exists (select 1 from auth.sessions s where s.id::text = session and s.user_id = me) then
    return 'ended';
  end if;
  -- Accepts only the level that is known to be sufficient.
  if claims ->> 'aal' is distinct from 'aal2'
    and exists (select 1 from auth.mfa_factors f where f.user_id = me and f.status::text = 'verified') then
    return 'second_factor';
  end if;
  if session is not null and exists (
    select 1 from public.settings expiry
    join private.password_dates d on d.user_id = me
    join auth.sessions s on s.user_id = me and s.id::text = session
    where expiry.section = 'security' and expiry.saved_at is not null and not expiry.display_only ? 'password_expiry_days'
      and (expiry."values" ->> 'password_expiry_days')::int > 0
      and s.created_at > d.changed_at + make_interval(days => (expiry."values" ->> 'password_expiry_days')::int)
      -- A sign-in with Google or GitHub uses no password.
      and not exists (select 1 from auth.mfa_amr_claims m where m.session_id = s.id and m.authentication_method = 'oauth')) then
    return 'password_expired';
  end if;
  return null;
end
$$;

-- 401 makes the client refresh its session and, if that fails, lock the device's data. 403 makes it
-- ask for the second factor or a new password.
create function private.check_session() returns void
language plpgsql stable set search_path = '' as $$
declare
  problem constant text := private.session_error();
begin
  if problem = 'ended' then
    raise exception using errcode = 'PT401', message = 'This session has ended. Please log in again.', detail = 'session_ended';
  elsif problem = 'second_factor' then
    raise exception using errcode = 'PT403', message = 'The second factor is needed.', detail = 'second_factor';
  elsif problem is not null then
    raise exception using errcode = 'PT403', message = 'The password has expired. Please choose a new one.', detail = problem;
  end if;
end
$$;

create function private.second_factor_given() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  claims constant jsonb := auth.jwt();
  session constant text := claims ->> 'session_id';
begin
  return coalesce(claims ->> 'aal' = 'aal2', false)
    and exists (select 1 from auth.mfa_factors f where f.user_id = me and f.status::text = 'verified')
    and (session is null or exists (
      select 1 from auth.sessions s where s.user_id = me and s.id::text = session and s.aal::text = 'aal2'));
end
$$;

create function private.my_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if me is null or private.session_error() is not null then return null; end if;
  return (select p.role from public.profiles p where p.id = me and not p._deleted);
end
$$;

create function private.my_status() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if me is null or private.session_error() is not null then return null; end if;
  return (select p.status from public.profiles p where p.id = me and not p._deleted);
end
$$;

-- True when the caller acts as an admin: role and status of the profile, a valid session, and the
-- second factor where admins need it. Every policy and function uses this check. Never null.
create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- The second factor is optional when the setting was never saved or is false.
  return coalesce(private.my_role() = 'admin' and private.my_status() = 'active'
    and (private.second_factor_given() or exists (
      select 1 from public.settings s
      where s.section = 'security' and (s.saved_at is null or s.display_only ? 'require_2fa_for_admins'
        or s."values" -> 'require_2fa_for_admins' = 'false'::jsonb))), false);
end
$$;

-- The role in which the caller acts: tester, developer or admin. Null when signed out, and for an
-- admin who does not pass is_admin.
create function private.acting_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  role constant text := private.my_role();
begin
  return case when role <> 'admin' or private.is_admin() then role end;
end
$$;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_session();
  perform private.reject_if(not private.is_admin(), 'forbidden', 'Only admins may do this.');
end
$$;

-- Developers wait for an admin's approval if the settings require it.
create function private.require_active(person uuid, what text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select p.status from public.profiles p where p.id = person) is distinct from 'active' then
    perform private.reject('inactive', format('An admin has to activate this account before it can %s.', what));
  end if;
end
$$;

-- Edge functions call this with the caller's token, so that both layers apply the same rules.
create function public.my_access() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.check_session();
  if private.my_role() is null then
    raise exception using errcode = 'PT403', message = 'This account no longer exists.', detail = 'forbidden';
  end if;
  return jsonb_build_object('user_id', auth.uid(), 'role', private.my_role(), 'status', private.my_status(),
    'is_admin', private.is_admin(), 'can_write', private.can_write());
end
$$;
comment on function public.my_access() is
'The caller''s rights: {user_id, role, status, is_admin, can_write}. `role` is the stored role;
`is_admin` is true when the caller acts as an admin now; can_write is false for suspended people,
and for everyone but admins during maintenance. Errors: session_ended (PT401), second_factor,
password_expired, forbidden (PT403: no such account).';

create function private.require_account() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_session();
  perform private.reject_if(private.my_status() is null, 'forbidden', 'Log in first.');
end
$$;

create function private.require_writer() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_session();
  perform private.reject_if(private.my_status() is null, 'forbidden', 'This account no longer exists.');
  perform private.reject_if(private.my_status() = 'suspended',
    'suspended', 'This account is suspended: it can read but not write.');
end
$$;

-- Closes a table of the API: no API role can write it, and reading requires a valid session. The
-- table's own policies and grants then open it per role (tests/sql/lints.test.ts finds unprotected
-- tables).
create function private.protect_table(name text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('alter table public.%I enable row level security', name);
  execute format('revoke all on public.%I from anon, authenticated', name);
  execute format('grant select on public.%I to authenticated', name);
  execute format('create policy require_valid_session on public.%I as restrictive for all to authenticated
    using ((select private.session_error()) is null)', name);
end
$$;

create function private.is_seeding() returns boolean
language sql stable set search_path = '' as $$ select coalesce(current_setting('betaflock.seeding', true), '') = 'on' $$;

-- Who writes the row: 'tester', 'developer' or 'admin' (by role), 'server' (trigger, schedule,
-- service role) or 'seed' (the owner with betaflock.seeding = on, for supabase/seed.sql). A client
-- cannot be 'seed': see private.authorize_write.
create function private.current_actor() returns text
language plpgsql stable set search_path = '' as $$
begin
  return case current_setting('betaflock.actor', true)
    when 'client' then coalesce(private.acting_role(), 'nobody')
    when 'seed' then 'seed'
    else 'server' end;
end
$$;

-- The author of a write: the caller, or the admin on whose behalf an edge function calls with the
-- service key.
create function private.acting_user_id() returns uuid
language sql stable set search_path = '' as $$
  select coalesce(auth.uid(), nullif(current_setting('betaflock.acting', true), '')::uuid)
$$;

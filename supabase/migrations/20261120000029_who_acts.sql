-- Chapter 29: one predicate decides who acts as an admin, and every door asks it (functions through
-- public.my_access). A rule that cannot be read refuses.

-- Token, session and factor have to agree: a factor that was removed (by its owner, or by an admin
-- for a lost phone) no longer counts, though tokens made with it stay valid for an hour.
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
comment on function private.second_factor_given() is
'Was the second factor given in this session, and does it still count? Out: true or false. Rules: T13, P3.';

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Only two states of the settings waive the second factor: never saved, and saved as false.
  return coalesce(private.my_role() = 'admin' and private.my_status() = 'active'
    and (private.second_factor_given() or exists (
      select 1 from public.settings s
      where s.section = 'security' and (s.saved_at is null or s."values" -> 'require_2fa_for_admins' = 'false'::jsonb))), false);
end
$$;
comment on function private.is_admin() is
'Does the caller act as an admin? The one answer for every door: role and status in profiles, a session without a problem (session_problem: ended,
second_factor, password_expired), and the second factor where admins need it. Out: true or false, never null. Rules: P2, P3, S25.';

create function private.acting_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  role constant text := private.my_role();
begin
  return case when role <> 'admin' or private.is_admin() then role end;
end
$$;
comment on function private.acting_role() is
'As what the caller acts: tester, developer or admin. Null for nobody, and for an admin who does not act as one (see is_admin).';

create or replace function private.session_problem() returns text
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
  -- Any other level than the one that is known to be enough.
  if claims ->> 'aal' is distinct from 'aal2'
    and exists (select 1 from auth.mfa_factors f where f.user_id = me and f.status::text = 'verified') then
    return 'second_factor';
  end if;
  if session is not null and exists (
    select 1 from public.settings expiry
    join private.password_dates d on d.user_id = me
    join auth.sessions s on s.user_id = me and s.id::text = session
    where expiry.section = 'security' and expiry.saved_at is not null and (expiry."values" ->> 'password_expiry_days')::int > 0
      and s.created_at > d.changed_at + make_interval(days => (expiry."values" ->> 'password_expiry_days')::int)
      -- Who came in another way (Google, GitHub) has used no password.
      and not exists (select 1 from auth.mfa_amr_claims m where m.session_id = s.id and m.authentication_method = 'oauth')) then
    return 'password_expired';
  end if;
  return null;
end
$$;

create or replace function private.actor() returns text
language sql stable set search_path = '' as $$
  select case current_setting('betaflock.actor', true)
    when 'client' then coalesce(private.acting_role(), 'nobody')
    when 'seed' then 'seed'
    else 'server' end
$$;

-- Never null: what is not known is no.
create or replace function private.may_write() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.my_status() <> 'suspended'
    and (private.is_admin() or coalesce(private.setting('general', 'maintenance_mode') <> 'true'::jsonb, true)), false)
$$;

alter policy betaflock_own_add on storage.objects
  with check (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and private.own_folder(name)
    and (select private.may_write())
    and (bucket_id not in ('app-content', 'releases') or (select private.acting_role()) in ('developer', 'admin')));
alter policy betaflock_own_change on storage.objects
  with check (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and private.own_folder(name)
    and (bucket_id not in ('app-content', 'releases') or (select private.acting_role()) in ('developer', 'admin')));

-- Edge functions call this with the caller's own token, so they never differ from the database.
create function public.my_access() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.check_session();
  if private.my_role() is null then
    raise exception using errcode = 'PT403', message = 'This account does not exist any more.', detail = 'forbidden';
  end if;
  return jsonb_build_object('user_id', auth.uid(), 'role', private.my_role(), 'status', private.my_status(),
    'is_admin', private.is_admin(), 'may_write', private.may_write());
end
$$;
comment on function public.my_access() is
'What the caller may do: {user_id, role, status, is_admin, may_write}. `role` says what somebody is, `is_admin` whether they act as an admin now;
may_write is false for the suspended, and for all but admins during maintenance. Errors: session_ended (PT401), second_factor, password_expired,
forbidden (PT403: no such account). Called by every function that serves people. Rules: P2, P3, C7, C9.';

-- These calls answered an ended session with another code than the rest, or compared the role alone.
-- Patched in place, so that earlier changes to them stay.
do $$
declare
  change record;
  before text;
  after text;
begin
  for change in select * from (values
    ('public.clean_sample_data()', '\nbegin\n', E'\nbegin\n  perform private.check_session();\n'),
    ('public.record_download(uuid, uuid)', '\nbegin\n', E'\nbegin\n  perform private.check_session();\n'),
    ('public.storage_reserve(text, bigint, text)', 'private\.my_role\(\) not in', 'private.acting_role() not in')
  ) c (signature, old_text, new_text) loop
    before := pg_catalog.pg_get_functiondef(change.signature::regprocedure);
    after := regexp_replace(before, change.old_text, change.new_text);
    if after = before then raise exception '% is not as this chapter expects it', change.signature; end if;
    execute after;
  end loop;
end
$$;

revoke all on function private.second_factor_given(), private.acting_role(), public.my_access() from public, anon, authenticated;
grant execute on function private.second_factor_given(), private.acting_role() to service_role;
grant execute on function private.acting_role() to authenticated;
grant execute on function public.my_access() to authenticated, service_role;

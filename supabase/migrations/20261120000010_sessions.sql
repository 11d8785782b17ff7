-- Chapter 10: sessions. An access token is good for an hour, whatever happens meanwhile; so the database asks, once per statement, whether the
-- session that it was made for is still there, and whether the second factor was given by somebody who has one. "Sign out everywhere", a
-- changed password and a removed person count from the next call on, and a stolen password alone opens nothing.

-- Null: all is well, or nobody is signed in. A token that names no session (made by the project's own tools) has none that could end.
create function private.session_problem() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.uid() is null then null
    when claims ->> 'session_id' is not null and not exists (
      select 1 from auth.sessions s where s.id::text = claims ->> 'session_id' and s.user_id = auth.uid()) then 'ended'
    when coalesce(claims ->> 'aal', 'aal1') = 'aal1' and exists (
      select 1 from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified') then 'second_factor'
  end
  from (select auth.jwt() as claims) token
$$;

-- 401 makes the client renew its session, find that it cannot, and lock what is on the device. 403 makes it ask for the second factor.
create function private.check_session() returns void
language plpgsql stable set search_path = '' as $$
declare
  problem constant text := private.session_problem();
begin
  if problem = 'ended' then
    raise exception using errcode = 'PT401', message = 'This session has ended. Please log in again.', detail = 'session_ended';
  elsif problem is not null then
    raise exception using errcode = 'PT403', message = 'The second factor is needed.', detail = 'second_factor';
  end if;
end
$$;

create or replace function private.my_role() returns text
language sql stable security definer set search_path = '' as $$
  select p.role from public.profiles p where p.id = (select auth.uid()) and not p._deleted and private.session_problem() is null
$$;

create or replace function private.my_status() returns text
language sql stable security definer set search_path = '' as $$
  select p.status from public.profiles p where p.id = (select auth.uid()) and not p._deleted and private.session_problem() is null
$$;

-- Restrictive: besides whatever else allows a row. One's own profile is the exception, so that the app can say whose code it asks for.
do $$
declare name text;
begin
  for name in select tablename from pg_catalog.pg_tables where schemaname = 'public' and tablename <> 'profiles' loop
    execute format('create policy session_holds on public.%I as restrictive for all to authenticated
      using ((select private.session_problem()) is null)', name);
  end loop;
end
$$;
create policy session_holds on public.profiles as restrictive for select to authenticated
  using ((select private.session_problem()) is null
    or ((select private.session_problem()) = 'second_factor' and id = (select auth.uid())));
create policy session_holds_change on public.profiles as restrictive for update to authenticated
  using ((select private.session_problem()) is null);
create policy betaflock_session_holds on storage.objects as restrictive for all to authenticated
  using ((select private.session_problem()) is null);
create policy betaflock_session_holds on realtime.messages as restrictive for select to authenticated
  using ((select private.session_problem()) is null);

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Messages to the admins may come from anybody, so not often: five in ten minutes from one address, two hundred an hour from all together.

create function private.contact_message_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The same message again (an answer was lost) is not counted: its key refuses it.
  if exists (select 1 from public.contact_messages m where m.id = new.id) then return new; end if;
  if not private.rate_limit('contact:' || private.caller_address(), 5, '10 minutes')
    or not private.rate_limit('contact', 200, '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many messages. Please wait a few minutes.', detail = 'rate_limited';
  end if;
  return new;
end
$$;
create trigger contact_messages_limit before insert on public.contact_messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.contact_message_rules();

-- ---------------------------------------------------------------------------------------------------------------------------------
do $$
declare f text;
begin
  foreach f in array array['session_problem()', 'check_session()', 'contact_message_rules()'] loop
    execute format('revoke all on function private.%s from public, anon, authenticated', f);
    execute format('grant execute on function private.%s to service_role', f);
  end loop;
end
$$;
grant execute on function private.session_problem(), private.check_session() to anon, authenticated;

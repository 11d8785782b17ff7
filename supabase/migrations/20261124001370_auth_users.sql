-- Accounts of the auth service: changes of auth.users show in profiles and accounts. The role in
-- user metadata counts once, at sign-up, and only for "developer": the caller writes the metadata,
-- so it must never grant anything.

create function private.on_user_created() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  typed text := new.raw_user_meta_data ->> 'name';
  name text := private.trimmed(coalesce(typed, new.raw_user_meta_data ->> 'full_name', ''));
  role text := case when new.raw_user_meta_data ->> 'role' = 'developer' then 'developer' else 'tester' end;
  status text := 'active';
begin
  if not private.is_seeding() then
    -- Accounts that an admin adds have invited_at.
    if private.setting('general', 'open_registration') = 'false'::jsonb and new.invited_at is null then
      perform private.refuse('registration_closed', 'Registration is currently closed.');
    end if;
    if role = 'developer' and private.setting('general', 'auto_approve_developers') = 'false'::jsonb then
      status := 'inactive';
    end if;
    -- Only for a typed name: a social login's name is not the person's mistake, and without one it
    -- is 'User'.
    if typed is not null and char_length(name) < 2 and coalesce(new.raw_app_meta_data ->> 'provider', 'email') = 'email' then
      perform private.refuse('invalid', 'Name must be at least 2 characters');
    end if;
  end if;
  if char_length(name) < 2 then name := 'User'; end if;
  insert into public.profiles (id, name, email, role, status, last_sign_in_at)
  values (new.id, left(name, 120), lower(coalesce(new.email, '')), role, status, new.last_sign_in_at)
  on conflict (id) do nothing;
  insert into public.accounts (id, email) values (new.id, lower(coalesce(new.email, ''))) on conflict (id) do nothing;
  if not private.is_seeding() then
    perform private.log_activity(new.id, 'registered', 'profile', new.id, jsonb_build_object('role', role));
  end if;
  return null;
end
$$;
create trigger betaflock_user_created after insert on auth.users for each row execute function private.on_user_created();

-- Address and last sign-in follow. Name and role do not: the person writes the metadata.
create function private.on_user_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set email = lower(coalesce(new.email, '')), last_sign_in_at = new.last_sign_in_at
  where p.id = new.id and row(p.email, p.last_sign_in_at)
    is distinct from row(lower(coalesce(new.email, '')), new.last_sign_in_at::timestamptz(3));
  update public.accounts a set email = lower(coalesce(new.email, ''))
  where a.id = new.id and a.email <> lower(coalesce(new.email, ''));
  return null;
end
$$;
create trigger betaflock_user_changed after update of email, last_sign_in_at on auth.users for each row execute function private.on_user_changed();

-- A deleted login leaves an anonymous profile: reports, rewards and ledger stay.
create function private.on_user_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set name = 'Deleted user', email = '', status = 'inactive', status_reason = '', avatar_path = '', bio = '', devices = '[]',
    expertise = '[]', company = '', website = '', social_links = '{"github": "", "twitter": "", "linkedin": ""}', _deleted = true
  where p.id = old.id;
  update public.accounts a set email = '', unverified_email = '', new_email = '', new_email_waits = '', paypal_email = '', time_zone = '',
    notification_preferences = '{}', saved_replies = '{}', saved_searches = '[]', saved_views = '{}', saved_templates = '{}', _deleted = true, billing = '{"plan": "free", "next_billing_date": null, "payment_method": ""}'
  where a.id = old.id;
  update public.applications set card = card || '{"name": "Deleted user", "avatar_path": "", "devices": [], "expertise": []}' where tester_id = old.id;
  delete from private.campaign_access where user_id = old.id;
  update public.feedback set tester_name = 'Deleted user' where tester_id = old.id;
  update public.comments set author_name = 'Deleted user' where author_id = old.id;
  update public.flags set reporter_name = 'Deleted user' where reporter_id = old.id;
  -- An open payout keeps the address that it has to be paid to.
  update public.payouts set tester_name = 'Deleted user', paypal_email = case when status = 'requested' then paypal_email else '' end
  where tester_id = old.id;
  update public.contact_messages set name = 'Deleted user', email = 'deleted@example.invalid' where user_id = old.id;
  delete from public.notifications where user_id = old.id;
  -- The logs keep what was done, without the name.
  update private.organization_activity set actor_name = 'Deleted user' where actor_id = old.id;
  update public.activity set actor_name = 'Deleted user' where actor_id = old.id;
  update public.activity set details = details || '{"name": "Deleted user"}' where target_id = old.id and details ? 'name';
  return null;
end
$$;
create trigger betaflock_user_deleted after delete on auth.users for each row execute function private.on_user_deleted();

-- People who signed up before these tables were there (none in a new project).
insert into public.profiles (id, email)
select u.id, lower(coalesce(u.email, '')) from auth.users u on conflict (id) do nothing;
insert into public.accounts (id, email)
select u.id, lower(coalesce(u.email, '')) from auth.users u on conflict (id) do nothing;

create function public.email_exists(email text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if char_length(coalesce(email, '')) not between 3 and 320 then
    perform private.refuse('invalid', 'Please enter a valid email address');
  end if;
  if not private.rate_limit('email_exists:' || private.caller_browser(), 10, '5 minutes')
    or not private.rate_limit('email_exists:' || private.caller_address(), 40, '5 minutes') then
    raise exception using errcode = 'PT429', message = 'Too many requests. Please wait a few minutes.', detail = 'rate_limited';
  end if;
  return exists (select 1 from public.profiles p where lower(p.email) = lower(btrim(email_exists.email)) and not p._deleted);
end
$$;
comment on function public.email_exists(text) is
'Does this address have an account? Out: true or false. Errors: invalid (PT422), rate_limited (PT429:
in five minutes 10 answers per browser and 40 per network, never counted for all callers together).
A caller without an answer goes on: sign-in asks for the password first, and sign-up''s own answer
decides.';

-- ---- Addresses to verify -----------------------------------------------------------------------

create function private.copy_email_state() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(coalesce(new.email, ''));
  unverified constant text := case when new.email_confirmed_at is null then address else '' end;
  old_waits constant boolean := coalesce(new.email_change_token_current, '') <> '';
  new_waits constant boolean := coalesce(new.email_change_token_new, '') <> '';
  waits constant text := case
    when coalesce(new.email_change, '') = '' then ''
    when old_waits and new_waits then 'both' when old_waits then 'old' when new_waits then 'new' else '' end;
  next constant text := case when waits = '' then '' else lower(new.email_change) end;
begin
  update public.accounts a set unverified_email = unverified, new_email = next, new_email_waits = waits
  where a.id = new.id and (a.unverified_email, a.new_email, a.new_email_waits) is distinct from (unverified, next, waits);
  return null;
end
$$;

-- Fires after betaflock_user_created, by name: the row in accounts is there.
create trigger betaflock_user_email after insert or update of email, email_confirmed_at, email_change, email_change_token_current,
  email_change_token_new on auth.users for each row execute function private.copy_email_state();

-- The auth service has no call for this: asked for the present address it does nothing.
create function public.cancel_email_change() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.check_session();
  if private.my_status() is null then
    perform private.refuse('forbidden', 'Log in first.');
  end if;
  -- Newer auth services keep their links in this table, the embedded one in the user's row.
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1
      and token_type::text in (''email_change_token_current'', ''email_change_token_new'')' using me;
  end if;
  update auth.users u set email_change = '', email_change_token_current = '', email_change_token_new = '',
    email_change_confirm_status = 0
  where u.id = me and coalesce(u.email_change, '') <> '';
  return found;
end
$$;
comment on function public.cancel_email_change() is
'Ends a change of the caller''s address: the links in its messages open nothing any more. Out:
whether there was one. Errors: forbidden, session_ended.';

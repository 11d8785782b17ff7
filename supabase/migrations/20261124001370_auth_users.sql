-- Copies auth.users to profiles and accounts. Name, role and language in user metadata are read
-- once, at sign-up. Of the roles only "developer" has an effect: the caller writes the metadata, so
-- it must never grant rights.

-- Normalizes the address of a login; empty when there is none, or when `before`, the stored one, is
-- invalid and stays. Errors: invalid (another invalid address, or an internationalized domain that
-- is not in its xn-- form). The auth service is less strict: it would accept "x<victim@a.test>" and
-- send mail to it.
create function private.require_email_or_none(typed text, before text default null) returns text
language plpgsql immutable set search_path = '' as $$
declare address constant text := private.email_of(typed);
begin
  if coalesce(typed, '') = '' then return ''; end if;
  -- Existing accounts with an invalid address can still log in.
  if typed = before then return coalesce(address, ''); end if;
  perform private.reject_if(address is distinct from lower(typed), 'invalid', 'Please enter a valid email address');
  return address;
end
$$;

-- Each access token carries the metadata, which its person may write.
create function private.limit_user_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Longer metadata from before this rule may stay.
  if octet_length(new.raw_user_meta_data::text) > greatest(16384, case tg_op when 'UPDATE' then octet_length(old.raw_user_meta_data::text) end) then
    perform private.reject('too_large', 'The metadata of a user has at most 16 kB.');
  end if;
  return new;
end
$$;
create trigger betaflock_user_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.limit_user_metadata();

-- Lets a login at a provider open or make only the account whose address the provider has verified,
-- and names as the login's own. Errors: forbidden. Where addresses need no confirmation
-- (enable_confirmations = false), the auth service also trusts addresses that the provider has not
-- verified. GitHub lists any address that its user has typed.
create function private.require_verified_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare address constant text := private.email_of(new.identity_data ->> 'email');
begin
  if new.provider in ('email', 'phone') then return new; end if;
  if coalesce(new.identity_data ->> 'email_verified', '') <> 'true'
    or not exists (select 1 from auth.users u where u.id = new.user_id and private.email_of(u.email) = address) then
    perform private.reject('forbidden', 'The provider of this login has not verified the email address of the account.');
  end if;
  return new;
end
$$;
create trigger betaflock_verified_identity before insert on auth.identities for each row execute function private.require_verified_identity();

-- The language of the sign-up page; null if unknown. E-mail sign-ups send it; after a provider's
-- sign-up the app adds it to the user metadata.
create function private.sign_up_language(metadata jsonb) returns text
language sql immutable set search_path = '' as $$
  select metadata ->> 'language' where metadata ->> 'language' in ('en', 'es')
$$;

create function private.on_user_created() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  typed text := new.raw_user_meta_data ->> 'name';
  name text := left(private.one_line(coalesce(typed, new.raw_user_meta_data ->> 'full_name', '')), 120);
  role text := case when new.raw_user_meta_data ->> 'role' = 'developer' then 'developer' else 'tester' end;
  status text := 'active';
  address constant text := private.require_email_or_none(new.email);
begin
  if not private.is_seeding() then
    -- Accounts that an admin adds have invited_at.
    if private.setting('general', 'open_registration') = 'false'::jsonb and new.invited_at is null then
      perform private.reject('registration_closed', 'Registration is currently closed.');
    end if;
    if role = 'developer' and private.setting('general', 'auto_approve_developers') = 'false'::jsonb then
      status := 'inactive';
    end if;
    -- Only for a typed name. A name from a social login is not the person's mistake, and a missing
    -- name becomes 'User'.
    if typed is not null and char_length(name) < 2 and coalesce(new.raw_app_meta_data ->> 'provider', 'email') = 'email' then
      perform private.reject('invalid', 'Name must be at least 2 characters');
    end if;
  end if;
  if char_length(name) < 2 then name := 'User'; end if;
  insert into public.profiles (id, name, email, role, status, last_sign_in_at)
  values (new.id, name, address, role, status, new.last_sign_in_at)
  on conflict (id) do nothing;
  insert into public.accounts (id, email, language) values (new.id, address, coalesce(private.sign_up_language(new.raw_user_meta_data), 'en')) on conflict (id) do nothing;
  if not private.is_seeding() then
    perform private.log_activity(new.id, 'registered', 'profile', new.id, jsonb_build_object('role', role));
  end if;
  return null;
end
$$;
create trigger betaflock_user_created after insert on auth.users for each row execute function private.on_user_created();

-- Copies address, last sign-in, and the language once. Name and role are not copied: the person
-- writes the metadata.
create function private.on_user_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.require_email_or_none(new.email, old.email);
  -- Only after the sign-up: an older account may have another language by choice.
  added constant text := case when old.raw_user_meta_data ->> 'language' is null and new.created_at > now() - interval '1 hour'
    then private.sign_up_language(new.raw_user_meta_data) end;
begin
  update public.profiles p set email = address, last_sign_in_at = new.last_sign_in_at
  where p.id = new.id and row(p.email, p.last_sign_in_at) is distinct from row(address, new.last_sign_in_at::timestamptz(3));
  update public.accounts a set email = address, language = coalesce(added, a.language)
  where a.id = new.id and (a.email <> address or a.language <> added);
  return null;
end
$$;
create trigger betaflock_user_changed after update of email, last_sign_in_at, raw_user_meta_data on auth.users for each row execute function private.on_user_changed();

-- Queue of deleted people whose names are removed from notifications and logs in batches: one
-- person may be named in a hundred thousand notifications. A row stays for ten minutes after the
-- last match, because a transaction that read the name before the deletion may commit after it.
create table private.forgotten_people (
  user_id uuid primary key,
  deleted_at timestamptz not null default now()
);

-- Removes the person with about_id from the details of a log entry or notification.
create function private.without_names(facts jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select facts - 'about_id' || coalesce((
    select jsonb_object_agg(k, 'Deleted user') from unnest('{name,email,tester_name,author_name,assigned_by,inviter_name}'::text[]) k where facts ? k), '{}')
$$;

-- Removes the name and the address of a deleted person from all logs, notifications and the
-- delivery queue, up to `most` rows each. Out: how many rows.
create function private.forget_names(person uuid, most int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  done int := 0;
  n int;
begin
  with named as (
    delete from private.notification_names t
    where t.notification_id in (select o.notification_id from private.notification_names o where o.person_id = person limit most)
    returning t.notification_id)
  update public.notifications t set data = private.without_names(t.data) from named where t.id = named.notification_id;
  get diagnostics n = row_count; done := done + n;
  update private.deliveries t set data = private.without_names(t.data)
  where t.id in (select o.id from private.deliveries o where o.data ->> 'about_id' = person::text limit most);
  get diagnostics n = row_count; done := done + n;
  update private.organization_activity t set details = private.without_names(t.details)
  where t.id in (select o.id from private.organization_activity o where o.details ->> 'about_id' = person::text limit most);
  get diagnostics n = row_count; done := done + n;
  update private.organization_activity t set actor_name = 'Deleted user'
  where t.id in (select o.id from private.organization_activity o where o.actor_id = person and o.actor_name <> 'Deleted user' limit most);
  get diagnostics n = row_count; done := done + n;
  -- The values "from" and "to" of "user_edited" contain names.
  update public.activity t set details = private.without_names(case when t.action = 'user_edited' then t.details - '{from,to}'::text[] else t.details end)
  where t.id in (select o.id from public.activity o where o.details ->> 'about_id' = person::text limit most);
  get diagnostics n = row_count; done := done + n;
  update public.activity t set actor_name = 'Deleted user'
  where t.id in (select o.id from public.activity o where o.actor_id = person and o.actor_name <> 'Deleted user' limit most);
  get diagnostics n = row_count; done := done + n;
  return done;
end
$$;

create function private.forget_person(person uuid, most int) returns int
language plpgsql security definer set search_path = '' as $$
declare done constant int := private.forget_names(person, most);
begin
  if done = 0 then
    delete from private.forgotten_people p where p.user_id = person and p.deleted_at < now() - interval '10 minutes';
  else
    update private.forgotten_people p set deleted_at = now() where p.user_id = person;
  end if;
  return done;
end
$$;

-- Deletes invitations to organizations that the person received, also at a former address. Sets
-- about_id on their log entries, so it must run before forget_names.
create function private.forget_invitations(person uuid, address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.organization_activity a set details = a.details || jsonb_build_object('about_id', person)
  where a.details ? 'email' and a.target_id in (select i.id from private.organization_invitations i where i.email = address);
  delete from private.organization_invitations i where i.id in (select a.target_id from private.organization_activity a where a.details ->> 'about_id' = person::text and a.details ? 'email');
end
$$;

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
  -- Photos of a set that was not submitted, or was sent back, are not the organization's.
  update public.applications set card = card || '{"name": "Deleted user", "avatar_path": "", "devices": [], "expertise": []}',
    results = case when results_status in ('', 'returned') then private.without_photos(results) else results end
  where tester_id = old.id;
  delete from private.campaign_access where user_id = old.id;
  delete from private.launch_code_tries where tester_id = old.id;
  update public.feedback set tester_name = 'Deleted user' where tester_id = old.id;
  update public.comments set author_name = 'Deleted user' where author_id = old.id;
  update public.flags set reporter_name = 'Deleted user' where reporter_id = old.id;
  -- An open payout keeps the address for the payment.
  update public.payouts set tester_name = 'Deleted user', paypal_email = case when status = 'requested' then paypal_email else '' end
  where tester_id = old.id;
  update public.contact_messages set name = 'Deleted user', email = 'deleted@example.invalid' where user_id = old.id;
  -- Messages written while signed out.
  update public.contact_messages set name = 'Deleted user', email = 'deleted@example.invalid' where email = private.email_of(old.email) and user_id is null;
  delete from public.notifications where user_id = old.id;
  -- The logs keep the actions without the name.
  perform private.forget_invitations(old.id, coalesce(private.email_of(old.email), ''));
  perform private.forget_names(old.id, 1000);
  insert into private.forgotten_people (user_id) values (old.id) on conflict do nothing;
  return null;
end
$$;
create trigger betaflock_user_deleted after delete on auth.users for each row execute function private.on_user_deleted();

-- Copies people who signed up before these tables existed (none in a new project).
insert into public.profiles (id, email)
select u.id, coalesce(private.email_of(u.email), '') from auth.users u on conflict (id) do nothing;
insert into public.accounts (id, email)
select u.id, coalesce(private.email_of(u.email), '') from auth.users u on conflict (id) do nothing;

create function public.email_exists(email text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.reject_if(private.email_of(email) is null, 'invalid', 'Please enter a valid email address');
  perform private.require_rate('email_exists:' || private.caller_browser(), 10, '5 minutes', 'Too many requests. Please wait a few minutes.');
  perform private.require_rate('email_exists:' || private.caller_address(), 40, '5 minutes', 'Too many requests. Please wait a few minutes.');
  return exists (select 1 from public.profiles p where p.email = private.email_of(email_exists.email) and not p._deleted);
end
$$;
comment on function public.email_exists(text) is
'True when this address has an account. Errors: invalid (PT422), rate_limited (PT429: in five
minutes 10 answers per browser and 40 per network; no global limit). Without an answer the app
continues: sign-in asks for the password first, and sign-up reports an existing account itself.';

create function private.copy_email_state() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.require_email_or_none(new.email, case tg_op when 'UPDATE' then old.email end);
  unverified constant text := case when new.email_confirmed_at is null then address else '' end;
  old_waits constant boolean := coalesce(new.email_change_token_current, '') <> '';
  new_waits constant boolean := coalesce(new.email_change_token_new, '') <> '';
  waits constant text := case
    when coalesce(new.email_change, '') = '' then ''
    when old_waits and new_waits then 'both' when old_waits then 'old' when new_waits then 'new' else '' end;
  next constant text := case when waits = '' then '' else private.require_email_or_none(new.email_change, case tg_op when 'UPDATE' then old.email_change end) end;
begin
  update public.accounts a set unverified_email = unverified, new_email = next, new_email_waits = waits
  where a.id = new.id and (a.unverified_email, a.new_email, a.new_email_waits) is distinct from (unverified, next, waits);
  return null;
end
$$;

-- Fires after betaflock_user_created, by name: the row in accounts exists.
create trigger betaflock_user_email after insert or update of email, email_confirmed_at, email_change, email_change_token_current,
  email_change_token_new on auth.users for each row execute function private.copy_email_state();

-- The auth service cannot cancel a change: requesting the present address has no effect.
create function public.cancel_email_change() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_account();
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
'Cancels a requested change of the caller''s address and voids the links in its messages. Out: true
when there was one. Errors: forbidden, session_ended.';

-- Chapter 8: accounts. What the auth service does to auth.users shows in profiles and accounts. The role in user metadata is looked at once,
-- at sign-up, and only for "developer": metadata is whatever the caller wrote, and must never grant anything (P1).

create function private.on_user_created() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  typed text := new.raw_user_meta_data ->> 'name';
  name text := private.trimmed(coalesce(typed, new.raw_user_meta_data ->> 'full_name', ''));
  role text := case when new.raw_user_meta_data ->> 'role' = 'developer' then 'developer' else 'tester' end;
  status text := 'active';
begin
  if not private.is_seeding() then
    -- People whom an admin adds come with invited_at.
    if private.setting('general', 'open_registration') = 'false'::jsonb and new.invited_at is null then
      perform private.refuse('registration_closed', 'Registration is closed at the moment.');
    end if;
    if role = 'developer' and private.setting('general', 'auto_approve_developers') = 'false'::jsonb then
      status := 'inactive';
    end if;
    -- V1. Only for those who typed it: a name that a social login reports is not the person's mistake, and without any it is 'User'.
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

-- Address and last visit follow. Name and role do not: metadata is the person's to change, these are not.
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

-- A deleted login leaves a person without a name: reports, rewards and ledger stay (decisions.md, profile.status).
create function private.on_user_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set name = 'Deleted user', email = '', status = 'inactive', avatar_path = '', bio = '', devices = '[]',
    expertise = '[]', company = '', website = '', social_links = '{"github": "", "twitter": "", "linkedin": ""}', _deleted = true
  where p.id = old.id;
  update public.accounts a set email = '', paypal_email = '', notification_preferences = '{}', _deleted = true,
    billing = '{"plan": "free", "next_billing_date": null, "payment_method": ""}'
  where a.id = old.id;
  update public.applications set card = card || '{"name": "Deleted user", "avatar_path": "", "devices": [], "expertise": []}' where tester_id = old.id;
  update public.feedback set tester_name = 'Deleted user' where tester_id = old.id;
  update public.comments set author_name = 'Deleted user' where author_id = old.id;
  -- The log says what was done, to whom nobody any more.
  update public.activity set actor_name = 'Deleted user' where actor_id = old.id;
  update public.activity set details = details || '{"name": "Deleted user"}' where target_id = old.id and details ? 'name';
  return null;
end
$$;
create trigger betaflock_user_deleted after delete on auth.users for each row execute function private.on_user_deleted();

-- Signed-up people of the time before this chapter (none in a new project).
insert into public.profiles (id, email)
select u.id, lower(coalesce(u.email, '')) from auth.users u on conflict (id) do nothing;
insert into public.accounts (id, email)
select u.id, lower(coalesce(u.email, '')) from auth.users u on conflict (id) do nothing;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Does an address have an account? Yes or no, and not often: each answer is something that somebody who collects addresses wants.

create function private.rate_limit(bucket text, most int, per interval) returns boolean
language plpgsql security definer set search_path = '' as $$
declare n int;
begin
  insert into private.rate_limits as r (bucket, window_start, hits)
  values (rate_limit.bucket, date_bin(per, now(), timestamptz '2000-01-01'), 1)
  on conflict on constraint rate_limits_pkey do update set hits = r.hits + 1
  returning hits into n;
  return n <= most;
end
$$;

-- The caller's address as the nearest proxy reports it. A caller can write such headers too: hence the second limit for everybody together.
create function private.caller_address() returns text
language plpgsql stable set search_path = '' as $$
declare headers jsonb;
begin
  headers := nullif(current_setting('request.headers', true), '')::jsonb;
  return left(coalesce(nullif(headers ->> 'cf-connecting-ip', ''), nullif(headers ->> 'x-real-ip', ''),
    nullif(btrim(split_part(headers ->> 'x-forwarded-for', ',', 1)), ''), 'unknown'), 64);
exception when invalid_text_representation then
  return 'unknown';
end
$$;

create function public.email_exists(email text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if char_length(coalesce(email, '')) not between 3 and 320 then
    perform private.refuse('invalid', 'Please enter a valid email address');
  end if;
  if not private.rate_limit('email_exists:' || private.caller_address(), 30, '1 minute')
    or not private.rate_limit('email_exists', 600, '1 minute') then
    raise exception using errcode = 'PT429', message = 'Too many questions. Please wait a minute.', detail = 'rate_limited';
  end if;
  return exists (select 1 from public.profiles p where lower(p.email) = lower(btrim(email_exists.email)) and not p._deleted);
end
$$;
comment on function public.email_exists(text) is
'Has this address an account? In: an address. Out: true or false. Errors: invalid (PT422), rate_limited (PT429: 30 a minute per caller
address, 600 for all). Rule: specification point 7, "Check user exists"; the table itself is closed to anonymous callers.';

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The five sections of System Settings with the defaults of point 9. saved_at null: no effect yet.

insert into public.settings (id, section, "values") values
  ('5e771465-0000-4000-8000-000000000001', 'general', '{"max_testers_per_campaign": 100, "maintenance_mode": false, "open_registration": true,
    "auto_approve_developers": false, "timezone": "UTC", "date_format": "MM/DD/YYYY", "language": "en", "multilingual": true}'),
  ('5e771465-0000-4000-8000-000000000002', 'security', '{"password_expiry_days": 90, "min_password_length": 12, "require_2fa_for_admins": true,
    "password_complexity": true}'),
  ('5e771465-0000-4000-8000-000000000003', 'notifications', '{"email": true, "web_push": true, "in_app": true}'),
  ('5e771465-0000-4000-8000-000000000004', 'payments', '{"currency": "USD", "paypal": true, "stripe": true}'),
  ('5e771465-0000-4000-8000-000000000005', 'branding', '{"primary_colour": "#3b82f6", "logo_path": "", "favicon_path": ""}');

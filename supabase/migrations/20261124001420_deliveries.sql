-- Notifications by push and e-mail. One event makes at most one notification per channel, as far as
-- the admins and the person want it. Push and e-mail go through a queue that the functions `push`
-- and `mail` empty.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  -- Only http(s). The function `push` also checks a list of push services, so that nobody can make
  -- this server call addresses of its own network.
  endpoint text not null unique check (char_length(endpoint) <= 1000 and endpoint ~ '^https?://[^\s]+$'),
  p256dh text not null check (char_length(p256dh) between 40 and 200),
  auth text not null check (char_length(auth) between 10 and 100),
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on public.push_subscriptions (user_id);

select private.protect_table('push_subscriptions');
create policy push_subscriptions_read on public.push_subscriptions for select to authenticated using (user_id = (select auth.uid()));

-- Suspended accounts add no device.
create function public.push_subscribe(endpoint text, p256dh text, auth text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_writer();
  if (select count(*) from public.push_subscriptions s where s.user_id = auth.uid() and s.endpoint <> push_subscribe.endpoint) >= 20 then
    perform private.refuse('duplicate', 'A profile can have at most twenty devices.');
  end if;
  -- The browser may have belonged to somebody else before.
  delete from public.push_subscriptions s where s.endpoint = push_subscribe.endpoint;
  insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
  values (auth.uid(), push_subscribe.endpoint, push_subscribe.p256dh, push_subscribe.auth);
end
$$;
comment on function public.push_subscribe(text, text, text) is
'Stores where this person''s device is reached by web push (the result of PushManager.subscribe).
Errors: forbidden, suspended, duplicate (more than 20 devices), invalid (23514).';

create function public.push_unsubscribe(endpoint text) returns void
language sql security definer set search_path = '' as $$
  delete from public.push_subscriptions s where s.endpoint = push_unsubscribe.endpoint and s.user_id = auth.uid()
$$;
comment on function public.push_unsubscribe(text) is
'Removes a device of the caller. No error when there is none.';

-- ---- Queue -------------------------------------------------------------------------------------

-- The queue. A row goes when it was delivered or is too old to matter.
create table private.deliveries (
  id bigint generated always as identity primary key,
  notification_id uuid not null,
  -- A person, or an address that has no account (invitations).
  user_id uuid references public.profiles (id),
  email text not null default '' check (char_length(email) <= 320),
  channel text not null check (channel in ('push', 'email')),
  subscription_id uuid references public.push_subscriptions (id) on delete cascade,
  kind text not null,
  data jsonb not null,
  link text not null,
  attempts int not null default 0,
  not_before timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- One delivery per notification and channel.
  unique nulls not distinct (notification_id, channel, subscription_id),
  constraint deliveries_recipient check ((user_id is not null) <> (email <> ''))
);
create index deliveries_due on private.deliveries (channel, not_before);
create index deliveries_user on private.deliveries (user_id);
-- Those of one announcement, when it is removed.
create index deliveries_announcement on private.deliveries ((data ->> 'announcement_id')) where kind = 'announcement';
-- The e-mail of an invitation that is sent again or withdrawn; each new one looks, too.
create index deliveries_token on private.deliveries (private.token_hash(split_part(link, '#', 2))) where link like '%#%';
create index deliveries_subscription on private.deliveries (subscription_id) where subscription_id is not null;

-- Is this channel on at all, and has the person not switched it off for this kind?
create function private.wants_notification(preferences jsonb, kind text, channel text) returns boolean
language sql stable set search_path = '' as $$
  select private.setting('notifications', case channel when 'push' then 'web_push' else channel end) is distinct from 'false'::jsonb
    and not coalesce(preferences -> kind ? channel, false)
$$;

-- An e-mail waits two minutes: whoever reads the notification in the app meanwhile needs none.
-- `mailed`: what only the e-mail has besides (a long text, which no device needs to keep); null: no
-- e-mail, because the caller sends its own.
-- `in_app_only`: no push and no e-mail, because one about the same thing is on its way.
create function private.notify(person uuid, kind text, data jsonb, link text, sample boolean default false, mailed jsonb default '{}',
  in_app_only boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  new_id constant uuid := gen_random_uuid();
  preferences jsonb;
begin
  select coalesce(a.notification_preferences, '{}') into preferences
  from public.profiles p left join public.accounts a on a.id = p.id where p.id = person and not p._deleted;
  if not found then return; end if;
  if private.wants_notification(preferences, kind, 'in_app') then
    insert into public.notifications (id, user_id, kind, data, link, is_sample) values (new_id, person, kind, data, link, sample);
  end if;
  if sample or in_app_only then return; end if;
  if private.wants_notification(preferences, kind, 'push') then
    insert into private.deliveries (notification_id, user_id, channel, subscription_id, kind, data, link)
    select new_id, person, 'push', s.id, kind, data, link from public.push_subscriptions s where s.user_id = person;
    if found then perform pg_notify('betaflock_deliveries', 'push'); end if;
  end if;
  if mailed is not null and private.wants_notification(preferences, kind, 'email') then
    insert into private.deliveries (notification_id, user_id, channel, kind, data, link, not_before)
    values (new_id, person, 'email', kind, data || mailed, link, now() + interval '2 minutes');
  end if;
end
$$;

-- To the members who have a capability, the longest-standing 100: a report on a team of a thousand
-- must not write a thousand rows. Nobody is notified of what they did themselves.
create function private.notify_organization(org_id uuid, capability text, kind text, data jsonb, link text, sample boolean default false) returns void
language sql security definer set search_path = '' as $$
  select private.notify(m.user_id, notify_organization.kind, notify_organization.data, notify_organization.link, notify_organization.sample)
  from (
    select m.user_id from public.organization_members m
    join private.organization_capabilities c on c.role = m.role and c.capability = notify_organization.capability
    where m.org_id = notify_organization.org_id
    order by m.joined_at, m.user_id limit 100) m
$$;

-- Messages about what a former member may no longer see go with the membership, also those that are
-- not sent yet: they name campaigns and testers. Reads the notifications of one person, by index.
create function private.on_member_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with removed as (
    update public.notifications n set _deleted = true, data = '{}', link = ''
    from public.campaigns c
    where n.user_id = old.user_id and not n._deleted and c.org_id = old.org_id
      and c.id = substring(n.link from '^/developer/campaigns/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})')::uuid
    returning n.id)
  delete from private.deliveries d using removed r where d.user_id = old.user_id and d.notification_id = r.id;
  return null;
end
$$;
create trigger on_member_left after delete on public.organization_members for each row execute function private.on_member_left();

-- ---- For those who deliver ---------------------------------------------------------------------

-- Hands out deliveries to the functions `push` and `mail` (service key only).
create function public.claim_deliveries(channel text, most int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare answer jsonb;
begin
  -- Read in the app meanwhile.
  delete from private.deliveries d using public.notifications n
  where d.channel = 'email' and d.channel = claim_deliveries.channel and n.id = d.notification_id and n.read_at is not null;
  with due as (
    select d.id from private.deliveries d where d.channel = claim_deliveries.channel and d.not_before <= now()
    order by d.not_before, d.id limit greatest(1, least(500, most)) for update skip locked
  ), taken as (
    -- A lease: nobody else claims it for ten minutes. It comes back by itself when the claimant
    -- dies.
    update private.deliveries d set attempts = d.attempts + 1, not_before = now() + interval '10 minutes'
    from due where d.id = due.id returning d.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'notification_id', t.notification_id, 'kind', t.kind, 'data', t.data, 'link', t.link,
      'attempts', t.attempts, 'language', coalesce(a.language, t.data ->> 'language', 'en'), 'email', coalesce(p.email, t.email), 'name', coalesce(p.name, ''),
      'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth) order by t.id), '[]')
  into answer
  from taken t left join public.profiles p on p.id = t.user_id left join public.accounts a on a.id = t.user_id
  left join public.push_subscriptions s on s.id = t.subscription_id;
  return answer;
end
$$;
comment on function public.claim_deliveries(text, integer) is
'In: push | email, and how many. Out: what is due, with its address, leased for ten minutes, so that
overlapping calls never deliver the same. For the functions `push` and `mail`, and the embedded
server''s mail (service key).';

create function public.complete_deliveries(results jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Admins read what became of an answer to a contact message.
  update private.contact_replies a set failure = left(coalesce(r ->> 'failure', ''), 300),
    mailed_at = case when r ->> 'outcome' = 'done' and coalesce(r ->> 'failure', '') = '' then now() end
  from private.deliveries d, jsonb_array_elements(results) r
  where d.id = (r ->> 'id')::bigint and d.kind = 'contact_reply' and a.id = d.notification_id;
  delete from public.push_subscriptions s using private.deliveries d, jsonb_array_elements(results) r
  where r ->> 'outcome' = 'gone' and d.id = (r ->> 'id')::bigint and s.id = d.subscription_id;
  delete from private.deliveries d using jsonb_array_elements(results) r
  where d.id = (r ->> 'id')::bigint and (r ->> 'outcome' = 'done' or d.attempts >= 6);
  -- After 1, 2, 4, 8 and 16 minutes.
  update private.deliveries d set not_before = now() + make_interval(mins => power(2, d.attempts - 1)::int) from jsonb_array_elements(results) r
  where d.id = (r ->> 'id')::bigint and r ->> 'outcome' = 'retry';
end
$$;
comment on function public.complete_deliveries(jsonb) is
'In: [{id, outcome: done | gone | retry, failure?: why it was not delivered}]. done: removed. gone (the
push service does not know the device any more): the subscription is removed, too. retry: comes back
later, six attempts at most. Service key only.';

create function private.delete_old_deliveries() returns void
language sql security definer set search_path = '' as $$
  delete from private.deliveries d where d.created_at < now() - interval '3 days'
$$;

-- A deleted account gets no more messages.
create function private.on_account_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deliveries d where d.user_id = new.id;
  delete from public.push_subscriptions s where s.user_id = new.id;
  return null;
end
$$;
create trigger on_account_deleted after update of _deleted on public.profiles for each row when (new._deleted and not old._deleted)
  execute function private.on_account_deleted();

-- pg_cron calls this each minute on Supabase. It calls the functions through pg_net, with the
-- address and key in the vault (docs/deploy.md).
create function private.invoke_workers() returns int
language plpgsql set search_path = '' as $$
declare
  address text;
  key text;
  way record;
  called int := 0;
begin
  select s.decrypted_secret into address from vault.decrypted_secrets s where s.name = 'project_url';
  select s.decrypted_secret into key from vault.decrypted_secrets s where s.name = 'secret_key';
  if address is null or key is null then return 0; end if;
  for way in
    select w.function_name from (values
      ('push', exists (select 1 from private.deliveries d where d.channel = 'push' and d.not_before <= now())),
      ('mail', exists (select 1 from private.deliveries d where d.channel = 'email' and d.not_before <= now())),
      ('builds', exists (select 1 from private.build_checks c where c.not_before <= now())
        or exists (select 1 from private.file_removals f where f.not_before <= now()))) w (function_name, due)
    where w.due
  loop
    perform net.http_post(url := rtrim(address, '/') || '/functions/v1/' || way.function_name, body := '{}'::jsonb,
      headers := jsonb_build_object('content-type', 'application/json', 'apikey', key), timeout_milliseconds := 60000);
    called := called + 1;
  end loop;
  return called;
end
$$;
comment on function private.invoke_workers() is
'Calls the functions `push`, `mail` and `builds` where something is due for them. Called each minute by pg_cron
on Supabase. Out: how many were called.';

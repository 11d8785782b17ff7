-- Notifications by push and e-mail. One event causes at most one notification per channel,
-- depending on the settings of the admins and the person. The functions `push` and `mail` process
-- the queue.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  -- Ends with the session that made it, for example on a lost phone. Null: its token had none.
  session_id uuid references auth.sessions (id) on delete cascade,
  -- Only http(s). The function `push` also checks a list of push services, so that a caller cannot
  -- make this server call internal addresses.
  endpoint text not null unique check (char_length(endpoint) <= 1000 and endpoint ~ '^https?://[^\s]+$'),
  p256dh text not null check (char_length(p256dh) between 40 and 200),
  auth text not null check (char_length(auth) between 10 and 100),
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on public.push_subscriptions (user_id);
create index push_subscriptions_session on public.push_subscriptions (session_id);

select private.protect_table('push_subscriptions');
create policy push_subscriptions_read on public.push_subscriptions for select to authenticated using (user_id = (select auth.uid()));

create function public.push_subscribe(endpoint text, p256dh text, auth text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_writer();
  perform private.reject_if((select count(*) from public.push_subscriptions s
      where s.user_id = auth.uid() and s.endpoint <> push_subscribe.endpoint) >= 20,
    'duplicate', 'A profile can have at most twenty devices.');
  -- Another person may have used the browser before.
  delete from public.push_subscriptions s where s.endpoint = push_subscribe.endpoint;
  insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
  values (auth.uid(), (auth.jwt() ->> 'session_id')::uuid, push_subscribe.endpoint, push_subscribe.p256dh, push_subscribe.auth);
end
$$;
comment on function public.push_subscribe(text, text, text) is
'Stores the web push subscription of a device (the result of PushManager.subscribe). It ends with the
session of the call. Errors: forbidden, suspended, duplicate (more than 20 devices), invalid (23514).';

create function public.push_unsubscribe(endpoint text) returns void
language sql security definer set search_path = '' as $$
  delete from public.push_subscriptions s where s.endpoint = push_unsubscribe.endpoint and s.user_id = auth.uid()
$$;
comment on function public.push_unsubscribe(text) is
'Removes the push subscription of a device of the caller (idempotent).';

-- The delivery queue. A row is deleted when it is delivered or too old.
create table private.deliveries (
  id bigint generated always as identity primary key,
  notification_id uuid not null,
  -- A person, or an address without an account (invitations).
  user_id uuid references public.profiles (id),
  email text not null default '' check (email = '' or private.is_email(email)),
  channel text not null check (channel in ('push', 'email')),
  subscription_id uuid references public.push_subscriptions (id) on delete cascade,
  kind text not null,
  data jsonb not null,
  link text not null,
  -- While a delivery with a subject is pending, the next one appears only in the app.
  subject text not null default '',
  attempts int not null default 0,
  not_before timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique nulls not distinct (notification_id, channel, subscription_id),
  constraint deliveries_recipient check ((user_id is not null) <> (email <> ''))
);
create index deliveries_due on private.deliveries (channel, not_before);
create index deliveries_user on private.deliveries (user_id);
-- Finds deliveries to an address without an account, and deliveries that name a deleted person.
create index deliveries_email on private.deliveries (email) where email <> '';
create index deliveries_about on private.deliveries ((data ->> 'about_id')) where data ->> 'about_id' is not null;
create index deliveries_announcement on private.deliveries ((data ->> 'announcement_id')) where kind = 'announcement';
-- Finds the e-mail of an invitation that is resent, replaced or withdrawn.
create index deliveries_token on private.deliveries (private.token_hash(split_part(link, '#', 2))) where link like '%#%';
create index deliveries_subscription on private.deliveries (subscription_id) where subscription_id is not null;

-- True when the channel is enabled and the person has not switched it off for this kind.
create function private.wants_notification(preferences jsonb, kind text, channel text) returns boolean
language sql stable set search_path = '' as $$
  select private.setting('notifications', case channel when 'push' then 'web_push' else channel end) is distinct from 'false'::jsonb
    and not coalesce(preferences -> kind ? channel, false)
$$;

-- E-mails and push messages caused by people. Append-only: with a counter in one row, two
-- transactions that notify the same people in a different order could deadlock.
create table private.sent_letters (
  id bigint generated always as identity primary key,
  -- A person's id, or the mailbox of an address without an account.
  recipient text not null,
  sender_id uuid not null,
  channel text not null,
  at timestamptz not null default now()
);
create index sent_letters_recipient on private.sent_letters (recipient, channel, at);
create index sent_letters_at on private.sent_letters (at);
create index sent_letters_sender on private.sent_letters (sender_id);

-- Counts a message from a person (the caller) to a recipient; the server's own messages do not
-- count. False when over the limit of one sender in this time, or of all senders in a day
-- (private.most).
create function private.count_letter(recipient text, channel text, per interval, sender uuid default private.acting_user_id()) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if sender is null or sender::text = recipient then return true; end if;
  if (select count(*) from private.sent_letters s where s.recipient = count_letter.recipient and s.channel = count_letter.channel
      and s.sender_id = count_letter.sender and s.at > now() - per) >= private.most(channel || ' of one')
    or (select count(*) from private.sent_letters s where s.recipient = count_letter.recipient and s.channel = count_letter.channel
      and s.at > now() - interval '1 day') >= private.most(channel) then
    return false;
  end if;
  insert into private.sent_letters (recipient, sender_id, channel) values (recipient, sender, channel);
  return true;
end
$$;

-- True when a message about this subject can be sent now: none is pending, and it is within the
-- limit.
create function private.may_send(person uuid, kind text, subject text, channel text, sender uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  return not exists (
      select 1 from private.deliveries d where d.user_id = person and d.channel = may_send.channel
      and d.kind = may_send.kind and d.subject = may_send.subject and d.attempts = 0)
    and private.count_letter(person::text, channel, '1 hour', sender);
end
$$;

-- An e-mail is delayed by two minutes and dropped if the person reads the notification in the app
-- first. `mailed`: additional data for the e-mail (a long text that devices need not store); null:
-- no e-mail, because the caller sends its own. `subject`: overrides the link as the key for
-- private.may_send. `sender`: whose limit it counts against, also when the schedule sends.
-- `in_app_only`: no push and no e-mail, because one about the same subject is being sent.
create function private.notify(person uuid, kind text, data jsonb, link text, sample boolean default false, mailed jsonb default '{}',
  in_app_only boolean default false, subject text default null, sender uuid default private.acting_user_id()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  new_id constant uuid := gen_random_uuid();
  about constant text := coalesce(subject, link);
  preferences jsonb;
begin
  select coalesce(a.notification_preferences, '{}') into preferences
  from public.profiles p left join public.accounts a on a.id = p.id where p.id = person and not p._deleted;
  if not found then return; end if;
  if private.wants_notification(preferences, kind, 'in_app') then
    insert into public.notifications (id, user_id, kind, data, link, is_sample) values (new_id, person, kind, data - 'about_id', link, sample);
    insert into private.notification_names (notification_id, person_id)
    select new_id, (data ->> 'about_id')::uuid where data ->> 'about_id' is not null;
  end if;
  if sample or in_app_only then return; end if;
  if private.wants_notification(preferences, kind, 'push') and exists (select 1 from public.push_subscriptions s where s.user_id = person)
    and private.may_send(person, kind, about, 'push', sender) then
    insert into private.deliveries (notification_id, user_id, channel, subscription_id, kind, data, link, subject)
    select new_id, person, 'push', s.id, kind, data, link, about from public.push_subscriptions s where s.user_id = person;
    if found then perform pg_notify('betaflock_deliveries', 'push'); end if;
  end if;
  if mailed is not null and private.wants_notification(preferences, kind, 'email') and private.may_send(person, kind, about, 'email', sender) then
    insert into private.deliveries (notification_id, user_id, channel, kind, data, link, subject, not_before)
    values (new_id, person, 'email', kind, data || mailed, link, about, now() + interval '2 minutes');
  end if;
end
$$;

-- Notifies the members with a capability, at most the longest-standing 100: a report to a team of a
-- thousand must not write a thousand rows. The actor is not notified.
create function private.notify_organization(org_id uuid, capability text, kind text, data jsonb, link text, sample boolean default false,
  subject text default null) returns void
language sql security definer set search_path = '' as $$
  select private.notify(m.user_id, notify_organization.kind, notify_organization.data, notify_organization.link, notify_organization.sample,
    subject => notify_organization.subject)
  from (
    select m.user_id from public.organization_members m
    join private.organization_capabilities c on c.role = m.role and c.capability = notify_organization.capability
    where m.org_id = notify_organization.org_id
    order by m.joined_at, m.user_id limit 100) m
$$;

-- Deletes a former member's messages about content that they can no longer see, including pending
-- ones, because they name campaigns and testers. Reads the notifications of one person, by index.
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

-- Leases deliveries to the functions `push` and `mail` (service key only).
create function public.claim_deliveries(channel text, most int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare answer jsonb;
begin
  -- The person has read it in the app.
  delete from private.deliveries d using public.notifications n
  where d.channel = 'email' and d.channel = claim_deliveries.channel and n.id = d.notification_id and n.read_at is not null;
  with due as (
    select d.id from private.deliveries d where d.channel = claim_deliveries.channel and d.not_before <= now()
    order by d.not_before, d.id limit greatest(1, least(500, most)) for update skip locked
  ), taken as (
    -- A lease: other workers skip it for ten minutes. It expires if the worker dies.
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
'In: push | email, and how many. Out: due deliveries with their addresses, leased for ten minutes,
so that overlapping calls never deliver the same one. For the functions `push` and `mail`, and the
embedded server''s mail (service key).';

create function public.complete_deliveries(results jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Admins see the outcome of a reply to a contact message.
  update private.contact_replies a set failure = left(coalesce(r ->> 'failure', ''), 300),
    mailed_at = case when r ->> 'outcome' = 'done' and coalesce(r ->> 'failure', '') = '' then now() end
  from private.deliveries d, jsonb_array_elements(results) r
  where d.id = (r ->> 'id')::bigint and d.kind = 'contact_reply' and a.id = d.notification_id;
  delete from public.push_subscriptions s using private.deliveries d, jsonb_array_elements(results) r
  where r ->> 'outcome' = 'gone' and d.id = (r ->> 'id')::bigint and s.id = d.subscription_id;
  delete from private.deliveries d using jsonb_array_elements(results) r
  where d.id = (r ->> 'id')::bigint and (r ->> 'outcome' = 'done' or d.attempts >= 6);
  update private.deliveries d set not_before = now() + make_interval(mins => power(2, d.attempts - 1)::int) from jsonb_array_elements(results) r
  where d.id = (r ->> 'id')::bigint and r ->> 'outcome' = 'retry';
end
$$;
comment on function public.complete_deliveries(jsonb) is
'In: [{id, outcome: done | gone | retry, failure?: why it was not delivered}]. done: removed. gone
(unknown to the push service): the subscription is removed, too. retry: retried later, six attempts
at most. Service key only.';

create function private.delete_old_deliveries() returns void
language sql security definer set search_path = '' as $$
  delete from private.deliveries d where d.created_at < now() - interval '3 days';
  delete from private.sent_letters s where s.at < now() - interval '1 day';
$$;

create function private.on_account_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deliveries d where d.user_id = new.id or d.email = old.email and d.email <> '';
  delete from private.sent_letters s where s.recipient in (new.id::text, private.mailbox_of(nullif(old.email, ''))) or s.sender_id = new.id;
  delete from public.push_subscriptions s where s.user_id = new.id;
  return null;
end
$$;
create trigger on_account_deleted after update of _deleted on public.profiles for each row when (new._deleted and not old._deleted)
  execute function private.on_account_deleted();

-- Calls the functions `push`, `mail` and `builds` if they have due work, through pg_net, with the
-- address and key in the vault (docs/deploy.md). pg_cron calls it each minute on Supabase. Returns
-- how many were called.
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

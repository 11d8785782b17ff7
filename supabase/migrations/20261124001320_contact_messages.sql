create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  name text not null check (char_length(private.trimmed(name)) between 2 and 120),
  email text not null check (private.is_email(email)),
  message text not null check (char_length(private.trimmed(message)) between 1 and 5000),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  done_by uuid references public.profiles (id)
);
create index contact_messages_at on public.contact_messages (created_at, id);
create index contact_messages_open on public.contact_messages (created_at, id) where done_at is null;
create index contact_messages_done on public.contact_messages (created_at, id) where done_at is not null;
create index contact_messages_email on public.contact_messages (email);
create index contact_messages_user on public.contact_messages (user_id) where user_id is not null;
create index contact_messages_done_by on public.contact_messages (done_by) where done_by is not null;

select private.protect_table('contact_messages');
grant insert (id, user_id, name, email, message) on public.contact_messages to anon, authenticated;
create policy contact_messages_read on public.contact_messages for select to authenticated using ((select private.is_admin()));
-- A sender may state their own identity only.
create policy contact_messages_add on public.contact_messages for insert to anon, authenticated
  with check (user_id is not distinct from (select auth.uid()));

-- Five messages in ten minutes per person or, signed out, per address. A limit for all callers
-- together protects the disk.
create function private.contact_message_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A retry after a lost answer is not counted: the primary key rejects it.
  if exists (select 1 from public.contact_messages m where m.id = new.id) then return new; end if;
  perform private.require_rate('contact:' || coalesce(auth.uid()::text, private.caller_address()), 5, '10 minutes', 'Too many messages. Please wait a few minutes.');
  perform private.require_rate('contact', 10000, '1 hour', 'Too many messages. Please wait a few minutes.');
  return new;
end
$$;
create trigger contact_messages_limit before insert on public.contact_messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.contact_message_rules();

-- Replies of admins, sent by e-mail (admin_reply_message) and shown with the message.
create table private.contact_replies (
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  author_id uuid not null references public.profiles (id),
  text text not null check (char_length(private.trimmed(text)) between 1 and 5000),
  sent_at timestamptz(3) not null default now(),
  -- When the mail server accepted it, and why the last attempt failed (complete_deliveries).
  mailed_at timestamptz(3),
  failure text not null default '' check (char_length(failure) <= 300)
);
create index contact_replies_message on private.contact_replies (message_id, sent_at, id);
create index contact_replies_author on private.contact_replies (author_id);

-- Shared by invitations to organizations and campaigns: links whose token is stored only as a hash,
-- and the e-mails that carry them.

create function private.name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.name from public.profiles p where p.id = person), '')
$$;

create function private.new_token() returns text
language sql volatile set search_path = '' as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;
-- True when a call with the id of an item created at made_at can be a retry after a lost answer.
create function private.is_repeat(made_at timestamptz) returns boolean
language sql stable set search_path = '' as $$ select made_at > now() - interval '1 day' $$;

create function private.token_hash(token text) returns bytea
language sql immutable set search_path = '' as $$ select sha256(convert_to(coalesce(token, ''), 'UTF8')) $$;

-- Deletes pending e-mails whose link no longer works.
create function private.unsend_invitation(kind text, variadic hashes bytea[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deliveries d
  where d.kind = unsend_invitation.kind and d.attempts = 0 and d.link like '%#%' and private.token_hash(split_part(d.link, '#', 2)) = any (hashes);
end
$$;

-- Mails a new link to an address or a person and replaces a pending one (former: the hash of its
-- token). inviter: the sender for rate limits, also when the schedule sends. Out: the hash of the
-- new token. The token itself is only in the e-mail queue until it is sent.
create function private.mail_invitation(inviter uuid, address text, person uuid, kind text, data jsonb, path text, former bytea) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := private.new_token();
  -- Language of the account with this address. The language of a person is read when the e-mail is
  -- written.
  language constant text := (
    select a.language from public.profiles p join public.accounts a on a.id = p.id
    where person is null and p.email = address and not p._deleted limit 1);
begin
  perform private.unsend_invitation(kind, former);
  if person is not null and not private.wants_notification(
    (select a.notification_preferences from public.accounts a where a.id = person), kind, 'email') then
    return private.token_hash(token);
  end if;
  -- Over the limit, pretends success so that a flooder learns nothing.
  if not private.count_letter(coalesce(person::text, private.mailbox_of(address)), 'invitation', '1 day', inviter) then
    return private.token_hash(token);
  end if;
  insert into private.deliveries (notification_id, user_id, email, channel, kind, data, link)
  values (gen_random_uuid(), person, case when person is null then address else '' end, 'email', kind,
    data || jsonb_strip_nulls(jsonb_build_object('language', language)), path || '#' || token);
  perform pg_notify('betaflock_deliveries', 'email');
  return private.token_hash(token);
end
$$;

-- Counts answered requests only: a rejected guess rolls its count back. Guessing 244 bits is not
-- feasible.
create function private.limit_token_guesses() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_rate('invitation:' || private.caller_address(), 60, '5 minutes', 'Too many requests. Please wait a few minutes.');
end
$$;

create function private.require_address(address text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.reject_if(not exists (select 1 from auth.users u
      where u.id = auth.uid() and private.email_of(u.email) = address and u.email_confirmed_at is not null),
    'forbidden', 'This invitation is for another address, or yours is not verified yet.');
end
$$;

create function private.request_id(request jsonb, key text) returns uuid
language sql immutable set search_path = '' as $$ select private.as_uuid(request ->> key) $$;

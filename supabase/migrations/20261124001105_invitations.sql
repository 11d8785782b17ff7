-- What invitations to an organization and to a campaign have in common: a link whose token is kept
-- as its hash alone, and the e-mail that brings it.

create function private.is_email(address text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(char_length(address) <= 320 and address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and address = lower(address), false)
$$;

create function private.name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.name from public.profiles p where p.id = person), '')
$$;
comment on function private.name_of(uuid) is 'The name of a person; empty for nobody.';

create function private.new_token() returns text
language sql volatile set search_path = '' as $$
  select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;
comment on function private.new_token() is '244 random bits as 64 hexadecimal digits.';

create function private.token_hash(token text) returns bytea
language sql immutable set search_path = '' as $$ select sha256(convert_to(coalesce(token, ''), 'UTF8')) $$;

-- An e-mail that is under way would name a link that does not work.
create function private.unsend_invitation(kind text, hash bytea) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deliveries d
  where d.kind = unsend_invitation.kind and d.attempts = 0 and d.link like '%#%' and private.token_hash(split_part(d.link, '#', 2)) = hash;
end
$$;

create function private.mail_invitation(address text, person uuid, kind text, data jsonb, path text, former bytea) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := private.new_token();
  -- Of the account with this address; a person's own is known when the e-mail is written.
  language constant text := (
    select a.language from public.profiles p join public.accounts a on a.id = p.id
    where person is null and lower(p.email) = address and not p._deleted limit 1);
begin
  perform private.unsend_invitation(kind, former);
  -- A person has a say in what comes by e-mail; an address has none.
  if person is not null and not private.wants_notification(
    (select a.notification_preferences from public.accounts a where a.id = person), kind, 'email') then
    return private.token_hash(token);
  end if;
  insert into private.deliveries (notification_id, user_id, email, channel, kind, data, link)
  values (gen_random_uuid(), person, case when person is null then address else '' end, 'email', kind,
    data || jsonb_strip_nulls(jsonb_build_object('language', language)), path || '#' || token);
  perform pg_notify('betaflock_deliveries', 'email');
  return private.token_hash(token);
end
$$;
comment on function private.mail_invitation(text, uuid, text, jsonb, text, bytea) is
'Mails a new link to an address, or to a person, in place of one that is still waiting (former: the
hash of its token). Out: the hash of the new token. The token itself is in the queue of e-mails alone,
until it is sent.';

-- Guessing 244 bits is hopeless. What counts is what was answered: a refused guess takes its own
-- count back, and has cost no more than the look-up.
create function private.limit_token_guesses() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_rate('invitation:' || private.caller_address(), 60, '5 minutes', 'Too many requests. Please wait a few minutes.');
end
$$;

-- Lets a caller pass whose verified address this is.
create function private.require_address(address text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select 1 from auth.users u where u.id = auth.uid() and lower(u.email) = address and u.email_confirmed_at is not null) then
    perform private.refuse('forbidden', 'This invitation is for another address, or yours is not verified yet.');
  end if;
end
$$;

-- What a list is asked of; a request without it finds none.
create function private.request_id(request jsonb, key text) returns uuid
language sql immutable set search_path = '' as $$ select private.as_uuid(request ->> key) $$;

-- E-mails about changes of a login: a second factor, the password, the address. An attacker may
-- have made the change, so no setting switches them off, and each goes to the address that the
-- account had before.

-- Queues an e-mail about a change of the person's login, unless one of this kind is pending or the
-- limit of the day is reached (private.most). Never raises: a failure is logged.
create function private.mail_login_notice(person uuid, address text, kind text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipient constant text := private.email_of(address);
begin
  if recipient is null or exists (
      select from private.deliveries d where d.email = recipient and d.kind = mail_login_notice.kind and d.attempts = 0)
    or not private.rate_limit(kind || ':' || person, private.most('login notice'), '1 day') then
    return;
  end if;
  -- The recipient is an address, not a person: a later change of the address must not redirect it.
  insert into private.deliveries (notification_id, email, channel, kind, data, link)
  values (gen_random_uuid(), recipient, 'email', kind,
    jsonb_strip_nulls(jsonb_build_object('language', (select a.language from public.accounts a where a.id = person))),
    case kind when 'password_changed' then '/forgot-password' when 'email_changed' then '/contact' else '/account/security' end);
  perform pg_notify('betaflock_deliveries', 'email');
exception when others then
  -- The change of the login matters more than the e-mail about it: it may end an attack.
  raise warning 'no e-mail % for %: %', kind, person, sqlerrm;
end
$$;

-- Only a confirmed address is notified: another may belong to a stranger.
create function private.on_login_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is not null then
    perform private.mail_login_notice(old.id, old.email, tg_argv[0]);
  end if;
  return null;
end
$$;
-- An invited person chooses the first password in the hour after the link of the invitation. The
-- hosted auth service stores a random one before.
create trigger betaflock_password_notice after update of encrypted_password on auth.users for each row
  when (new.encrypted_password is distinct from old.encrypted_password and coalesce(new.encrypted_password, '') <> ''
    and (old.invited_at is null or old.email_confirmed_at < now() - interval '1 hour'))
  execute function private.on_login_changed('password_changed');
create trigger betaflock_email_notice after update of email on auth.users for each row
  when (lower(new.email) is distinct from lower(old.email))
  execute function private.on_login_changed('email_changed');

create function private.on_factor_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Without a row when the account was deleted. The e-mail about a used recovery code, queued in
  -- the same transaction, also mentions the factors.
  perform private.mail_login_notice(u.id, u.email, tg_argv[0]) from auth.users u
  where u.id = old.user_id and u.email_confirmed_at is not null and not exists (
    select from private.deliveries d where d.user_id = u.id and d.kind = 'recovery_code_used' and d.created_at = now());
  return null;
end
$$;
create trigger betaflock_factor_added_notice after update of status on auth.mfa_factors for each row
  when (new.status::text = 'verified' and old.status::text <> 'verified')
  execute function private.on_factor_changed('factor_added');
create trigger betaflock_factor_removed_notice after delete on auth.mfa_factors for each row
  when (old.status::text = 'verified')
  execute function private.on_factor_changed('factor_removed');

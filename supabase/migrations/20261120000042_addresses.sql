-- Addresses: which one still has to be verified, and which change of address is under way. The auth service knows both, and tells
-- only who asks it; here they replicate with the account, so that every device of the person shows them, offline too.

alter table public.accounts
  add column unverified_email text not null default '' check (char_length(unverified_email) <= 320),
  add column new_email text not null default '' check (char_length(new_email) <= 320),
  add column new_email_waits text not null default '' check (new_email_waits in ('', 'both', 'old', 'new'));
comment on column public.accounts.unverified_email is
'The account''s address while nobody has opened the link in its confirmation message; else empty. The server''s alone.';
comment on column public.accounts.new_email is
'The address that the account is changing to; empty when none is under way. The server''s alone.';
comment on column public.accounts.new_email_waits is
'Who has still to confirm the change: both addresses, the old one or the new one; empty without a change. The server''s alone.';

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
revoke execute on function private.copy_email_state() from public;
-- Triggers run in the order of their names: the row in accounts is there (betaflock_user_created).
create trigger betaflock_user_email after insert or update of email, email_confirmed_at, email_change, email_change_token_current,
  email_change_token_new on auth.users for each row execute function private.copy_email_state();

-- A deleted login leaves none of its addresses behind.
create function private.forget_email_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.accounts a set unverified_email = '', new_email = '', new_email_waits = ''
  where a.id = old.id and (a.unverified_email <> '' or a.new_email <> '');
  return null;
end
$$;
revoke execute on function private.forget_email_state() from public;
create trigger betaflock_user_email_deleted after delete on auth.users for each row execute function private.forget_email_state();

-- Those who are here already.
update auth.users u set email_change = u.email_change where u.email_confirmed_at is null or coalesce(u.email_change, '') <> '';

-- The auth service has no call for it: asked for the present address it does nothing.
create function public.cancel_email_change() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.check_session();
  if private.my_status() is null then
    perform private.refuse('forbidden', 'Log in first.');
  end if;
  -- A newer auth service looks its links up here, the embedded one in the row of the user.
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
'Ends the change of the caller''s address that is under way: the links in its messages open nothing any more. Out: was there one? Errors:
forbidden, session_ended. Rule: B9.';
revoke execute on function public.cancel_email_change() from public, anon;
grant execute on function public.cancel_email_change() to authenticated;

-- Replicate the new columns: nobody but the server writes them.
select private.sync_register(c.name, c.insert_columns, c.update_columns, c.removable) from private.sync_collections c where c.name = 'accounts';

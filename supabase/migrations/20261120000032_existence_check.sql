-- Chapter 32: the existence check. Only a failed login and the registration form ask it, and both
-- go on without its answer; so each caller gets few answers, and no caller can use up another's.

-- One of 64 per network: enough that colleagues behind one address do not share, too few to get
-- more answers by changing the name.
create function private.caller_browser() returns text
language plpgsql stable set search_path = '' as $$
declare
  agent constant text := coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', '');
begin
  return private.caller_address() || ' ' || get_byte(sha256(convert_to(agent, 'UTF8')), 0) % 64;
exception when invalid_text_representation then
  return private.caller_address();
end
$$;
comment on function private.caller_browser() is
'One browser, as far as it can be told, for a limit within that of its network.';

create or replace function public.email_exists(email text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if char_length(coalesce(email, '')) not between 3 and 320 then
    perform private.refuse('invalid', 'Please enter a valid email address');
  end if;
  if not private.rate_limit('email_exists:' || private.caller_browser(), 10, '5 minutes')
    or not private.rate_limit('email_exists:' || private.caller_address(), 40, '5 minutes') then
    raise exception using errcode = 'PT429', message = 'Too many questions. Please wait a few minutes.', detail = 'rate_limited';
  end if;
  return exists (select 1 from public.profiles p where lower(p.email) = lower(btrim(email_exists.email)) and not p._deleted);
end
$$;
comment on function public.email_exists(text) is
'Has this address an account? In: an address. Out: true or false. Errors: invalid (PT422), rate_limited (PT429: in five minutes 10
answers per browser and 40 per network; never counted for all callers together). Rule: specification point 7, "Check user exists".
A caller that is not answered goes on without: sign-in asks for the password first, and sign-up''s own answer decides.';

revoke all on function private.caller_browser() from public, anon, authenticated;
grant execute on function private.caller_browser() to service_role;

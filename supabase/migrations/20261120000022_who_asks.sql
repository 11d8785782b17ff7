-- Chapter 22: who asks, answered quickly. These functions stand behind every policy and every rule, eight times for each row that is pushed. As SQL
-- functions that change their rights they are planned anew at each call: measured, 0.6 of the 1.1 seconds that 200 rows took. PL/pgSQL keeps its
-- plans. What they answer is that of chapters 5, 10 and 20.

create or replace function private.session_problem() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  claims constant jsonb := auth.jwt();
  session constant text := claims ->> 'session_id';
begin
  if me is null then return null; end if;
  if session is not null and not exists (select 1 from auth.sessions s where s.id::text = session and s.user_id = me) then
    return 'ended';
  end if;
  if coalesce(claims ->> 'aal', 'aal1') = 'aal1'
    and exists (select 1 from auth.mfa_factors f where f.user_id = me and f.status::text = 'verified') then
    return 'second_factor';
  end if;
  if session is not null and exists (
    select 1 from public.settings expiry
    join private.password_dates d on d.user_id = me
    join auth.sessions s on s.user_id = me and s.id::text = session
    where expiry.section = 'security' and expiry.saved_at is not null and (expiry."values" ->> 'password_expiry_days')::int > 0
      and s.created_at > d.changed_at + make_interval(days => (expiry."values" ->> 'password_expiry_days')::int)
      -- Who came in another way (Google, GitHub) has used no password.
      and not exists (select 1 from auth.mfa_amr_claims m where m.session_id = s.id and m.authentication_method = 'oauth')) then
    return 'password_expired';
  end if;
  return null;
end
$$;
comment on function private.session_problem() is
'In: the caller''s token. Out: null (all is well, or nobody is signed in; a token that names no session has none that could end), ended,
second_factor or password_expired. Rules: T1, sync.md "Sessions".';

create or replace function private.my_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if me is null or private.session_problem() is not null then return null; end if;
  return (select p.role from public.profiles p where p.id = me and not p._deleted);
end
$$;

create or replace function private.my_status() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if me is null or private.session_problem() is not null then return null; end if;
  return (select p.status from public.profiles p where p.id = me and not p._deleted);
end
$$;

create or replace function private.states_between(machine text, from_state text, to_state text, actor text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with recursive path (state, states) as (
      select m.to_state, array[m.to_state] from public.state_moves m
      where m.machine = states_between.machine and m.actor = states_between.actor and m.from_state = states_between.from_state
      union all
      select m.to_state, p.states || m.to_state from path p
      join public.state_moves m on m.machine = states_between.machine and m.actor = states_between.actor and m.from_state = p.state
      where p.state <> states_between.to_state and m.to_state <> states_between.from_state and m.to_state <> all (p.states)
    )
    select coalesce((select trim_array(p.states, 1) from path p where p.state = states_between.to_state
      order by cardinality(p.states) limit 1), '{}'));
end
$$;

-- What every write goes through. BEFORE triggers of a table fire in the order of their names:
-- - t10_authorize_write, as the caller: notes who writes; refuses suspended accounts, writes during
--   maintenance, and columns that a person may not write
-- - t50_rules, as the owner: the state machine, and the columns that the server fills in
-- - t60_… and t70_…: what builds on these rules
-- - t90_set_sync_metadata: transaction, time and last writer, which replication reads
-- AFTER triggers named `effects` do what follows (rewards, counts, notifications) in the same
-- transaction, so nobody sees an approval without its reward. What a person has (karma, rating) is
-- recomputed from the rows. Counts of campaigns and downloads have tables of their own.

-- Runs as the caller on purpose: inside a security definer function current_user is the owner, so a
-- row that a trigger writes counts as the server's, and a row that a person writes never does. The
-- answer goes into a transaction-local variable, set anew for each row before its other triggers
-- read it. The arguments are the columns that a person may update. Column grants say the same and
-- refuse first on PostgREST; this also holds where a backend grants more.
create function private.authorize_write() returns trigger
language plpgsql set search_path = '' as $$
declare
  status text;
  bad text;
begin
  if current_user not in ('anon', 'authenticated') then
    perform set_config('betaflock.actor',
      case when current_setting('betaflock.seeding', true) = 'on' then 'seed' else 'server' end, true);
    return new;
  end if;
  perform set_config('betaflock.actor', 'client', true);
  status := private.my_status();
  if status is null then
    perform private.refuse('forbidden', 'This account no longer exists.');
  elsif status = 'suspended' then
    perform private.refuse('suspended', 'This account is suspended: it can read but not write.');
  end if;
  -- Null before the settings are saved for the first time: it would ask for the admin of each row.
  if coalesce(private.setting('general', 'maintenance_mode') = 'true'::jsonb, false) and not private.is_admin() then
    raise exception using errcode = 'PT503', message = 'Maintenance: your changes stay on this device.', detail = 'maintenance';
  end if;
  if tg_op = 'UPDATE' then
    if old._deleted then
      perform private.refuse('wrong_state', 'This was deleted.');
    end if;
    select string_agg(n.key, ', ') into bad
    from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from to_jsonb(old) -> n.key and n.key <> all (tg_argv)
      and n.key not in ('sync_client', 'sync_seq');
    if bad is not null then
      perform private.refuse('not_allowed', format('Not yours to change: %s.', bad));
    end if;
  elsif to_jsonb(new) -> 'is_sample' = 'true'::jsonb then
    -- "Clean Test Data" would delete a person's row that is marked so.
    perform private.refuse('not_allowed', 'Only the server marks sample data.');
  end if;
  return new;
end
$$;

create function private.set_sync_metadata() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.sync_xid := pg_current_xact_id();
  if coalesce(current_setting('betaflock.actor', true), '') <> 'seed' then
    new.updated_at := now();
  end if;
  -- No device counts that far (sync/database/edit-sequence.ts). A row at the end of the range could
  -- never be edited again.
  if new.sync_seq > 2000000000 and new.sync_seq > 10 + (case tg_op when 'UPDATE' then old.sync_seq else 0 end) then
    perform private.refuse('invalid', 'sync_seq: too high.');
  end if;
  if tg_op = 'UPDATE' then
    -- A write without a device's metadata is the server's. With the old metadata left in place, a
    -- device would take it for its own write and keep its older text.
    if new.sync_client = old.sync_client and new.sync_seq = old.sync_seq then new.sync_client := ''; end if;
    -- Several steps of one transaction are one version: a step must not exceed the number that the
    -- edit brings.
    if new.sync_seq between 0 and old.sync_seq and old.sync_xid <> pg_current_xact_id() then new.sync_seq := old.sync_seq + 1; end if;
  end if;
  return new;
end
$$;

-- ---- Rules and effects -------------------------------------------------------------------------

-- Attaches what runs when a row of a table is written: its rules, and the effects of the events.
-- Seed data skips both: it is written in its final states, with its own counts and rewards.
create function private.add_triggers(name text, rules text default null, effects text default null, events text default 'insert or update') returns void
language plpgsql set search_path = '' as $$
begin
  if rules is not null then
    execute format('create trigger t50_rules before insert or update on public.%I for each row
      when (current_setting(''betaflock.actor'', true) is distinct from ''seed'') execute function private.%I()', name, rules);
  end if;
  if effects is not null then
    execute format('create trigger effects after %s on public.%I for each row
      when (current_setting(''betaflock.seeding'', true) is distinct from ''on'') execute function private.%I()', events, name, effects);
  end if;
end
$$;

-- A person writes only what is their own; the server writes everybody's.
create function private.require_own(actor text, owner uuid, message text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if actor <> 'server' and owner is distinct from auth.uid() then
    perform private.refuse('forbidden', message);
  end if;
end
$$;

-- Rules of a table in which a person's row has that person's id.
create function private.own_row_only() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_own(private.current_actor(), new.id, format('Another person''s %s.', rtrim(tg_table_name, 's')));
  return new;
end
$$;

-- Rules of a table that only the server writes.
create function private.server_only() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.current_actor() <> 'server' then
    perform private.refuse('not_allowed', 'These rows are made by the server alone.');
  end if;
  return new;
end
$$;

-- ---- State machines ----------------------------------------------------------------------------

-- The allowed transitions, as in sync/schema/transitions.ts. Each table's file adds its own.
create table public.state_transitions (
  machine text not null,
  from_state text not null,
  to_state text not null,
  actor text not null check (actor in ('tester', 'developer', 'admin', 'server')),
  primary key (machine, from_state, to_state, actor)
);

select private.protect_table('state_transitions');
create policy state_transitions_read on public.state_transitions for select to authenticated using ((select private.my_role()) is not null);

-- Lets one kind of actor make these transitions ('draft > active').
create function private.add_transitions(machine text, actor text, variadic transitions text[]) returns void
language sql set search_path = '' as $$
  insert into public.state_transitions (machine, from_state, to_state, actor)
  select machine, split_part(t, ' > ', 1), split_part(t, ' > ', 2), actor from unnest(transitions) t
$$;

-- One transition at a time. A device that was offline sends the final state, and sync_push takes
-- the row through the states between.
create function private.require_transition(machine text, from_state text, to_state text, actor text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if from_state = to_state then return; end if;
  if exists (
    select 1 from public.state_transitions m
    where m.machine = require_transition.machine and m.from_state = require_transition.from_state
      and m.to_state = require_transition.to_state and m.actor = require_transition.actor
  ) then
    return;
  end if;
  perform private.refuse('wrong_state', format('A %s can''t go from %s to %s here.', machine, from_state, to_state));
end
$$;

-- The states between two, on the shortest path of transitions that one actor may make. Each step is
-- written by itself, with its rules and effects. Empty: one transition, or none at all.
create function private.states_between(machine text, from_state text, to_state text, actor text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with recursive path (state, states) as (
      select m.to_state, array[m.to_state] from public.state_transitions m
      where m.machine = states_between.machine and m.actor = states_between.actor and m.from_state = states_between.from_state
      union all
      select m.to_state, p.states || m.to_state from path p
      join public.state_transitions m on m.machine = states_between.machine and m.actor = states_between.actor and m.from_state = p.state
      where p.state <> states_between.to_state and m.to_state <> states_between.from_state and m.to_state <> all (p.states)
    )
    select coalesce((select trim_array(p.states, 1) from path p where p.state = states_between.to_state
      order by cardinality(p.states) limit 1), '{}'));
end
$$;

-- ---- Locks -------------------------------------------------------------------------------------

-- The one order of locks: counts of campaigns, then testers' profiles, then rows. A campaign's
-- counts stand for its state, too: whoever changes what decides about applying (status, spots,
-- visibility) holds them (private.campaign_rules), so an applicant locks nothing that everybody
-- reads.
create function private.lock_in_order(campaign_ids uuid[], tester_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.campaign_counts k where k.campaign_id = any (campaign_ids) order by k.campaign_id for no key update;
  perform 1 from public.profiles p where p.id = any (tester_ids) order by p.id for no key update;
end
$$;

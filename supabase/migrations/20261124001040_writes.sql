-- The write path. BEFORE triggers of a table fire in the order of their names:
-- - t10_authorize_write, as the caller: determines the actor; rejects suspended accounts, writes
--   during maintenance, and columns that a person may not write
-- - t50_rules, as the owner: the state machine and server-filled columns
-- - t60_… and t70_…: rules that build on these
-- - t90_set_sync_metadata: transaction, time and last writer, for replication
-- AFTER triggers named `effects` write rewards, counts and notifications in the same transaction,
-- so an approval is never visible without its reward. Karma and rating are recomputed from the
-- rows. Counts of campaigns and downloads have their own tables.

-- Runs as the caller on purpose: in a security definer function current_user is the owner. So a row
-- written by a trigger counts as the server's, and a row written by a person never does. The actor
-- is stored in a transaction-local variable, which is set for each row before its other triggers
-- read it. The arguments are the columns that a person may update. On PostgREST column grants
-- reject other columns first; this check also holds where a backend grants more.
create function private.authorize_write() returns trigger
language plpgsql set search_path = '' as $$
declare
  status text;
  before jsonb;
  after jsonb;
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
    perform private.reject('forbidden', 'This account no longer exists.');
  elsif status = 'suspended' then
    perform private.reject('suspended', 'This account is suspended: it can read but not write.');
  end if;
  -- Null until the settings are first saved: null would check the admin role for each row.
  if coalesce(private.setting('general', 'maintenance_mode') = 'true'::jsonb, false) and not private.is_admin() then
    raise exception using errcode = 'PT503', message = 'Maintenance: your changes stay on this device.', detail = 'maintenance';
  end if;
  if tg_op = 'UPDATE' then
    if old._deleted then
      perform private.reject('wrong_state', 'This was deleted.');
    end if;
    after := to_jsonb(new) - coalesce(tg_argv, '{}') - '{sync_client,sync_seq}'::text[];
    before := to_jsonb(old) - coalesce(tg_argv, '{}') - '{sync_client,sync_seq}'::text[];
    if after <> before then
      select string_agg(n.key, ', ') into bad from jsonb_each(after) n where n.value is distinct from before -> n.key;
      perform private.reject('not_allowed', format('Not yours to change: %s.', bad));
    end if;
  elsif to_jsonb(new) -> 'is_sample' = 'true'::jsonb then
    -- "Clean Test Data" would delete a person's row with this mark.
    perform private.reject('not_allowed', 'Only the server marks sample data.');
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
  -- Devices never count this far (sync/database/edit-sequence.ts). A row at the end of the range
  -- could never be edited again.
  if new.sync_seq > 2000000000 and new.sync_seq > 10 + (case tg_op when 'UPDATE' then old.sync_seq else 0 end) then
    perform private.reject('invalid', 'sync_seq: too high.');
  end if;
  if tg_op = 'UPDATE' then
    -- A write without new device metadata is the server's. With the old metadata a device would
    -- treat it as its own write and keep its older text.
    if new.sync_client = old.sync_client and new.sync_seq = old.sync_seq then new.sync_client := ''; end if;
    -- Several steps of one transaction form one version: a step must not exceed the edit's number.
    if new.sync_seq between 0 and old.sync_seq and old.sync_xid <> pg_current_xact_id() then new.sync_seq := old.sync_seq + 1; end if;
  end if;
  return new;
end
$$;

-- Attaches the trigger functions of a table: its rules, and the effects of the given events. Seed
-- data skips both, because it is written in its final states with its own counts and rewards.
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

create function private.require_own(actor text, owner uuid, message text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if actor <> 'server' and owner is distinct from auth.uid() then
    perform private.reject('forbidden', message);
  end if;
end
$$;

-- People may reference only files in their own folder. A row with another person's path could
-- expose that file (storage policies read rows) or block its deletion.
create function private.require_own_object(actor text, name text, path text, before text default '') returns void
language plpgsql stable set search_path = '' as $$
begin
  if actor <> 'server' and path not in ('', coalesce(before, '')) and not starts_with(path, auth.uid()::text || '/') then
    perform private.reject('invalid', format('%s: not in your folder.', name));
  end if;
end
$$;

create function private.own_row_only() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_own(private.current_actor(), new.id, format('Another person''s %s.', rtrim(tg_table_name, 's')));
  return new;
end
$$;

create function private.server_only() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.current_actor() <> 'server' then
    perform private.reject('not_allowed', 'These rows are made by the server alone.');
  end if;
  return new;
end
$$;

-- Allowed transitions, as in sync/schema/transitions.ts. Each table's file adds its own.
create table public.state_transitions (
  machine text not null,
  from_state text not null,
  to_state text not null,
  actor text not null check (actor in ('tester', 'developer', 'admin', 'server')),
  primary key (machine, from_state, to_state, actor)
);

select private.protect_table('state_transitions');
create policy state_transitions_read on public.state_transitions for select to authenticated using ((select private.my_role()) is not null);

-- Allows one kind of actor these transitions ('draft > active').
create function private.add_transitions(machine text, actor text, variadic transitions text[]) returns void
language sql set search_path = '' as $$
  insert into public.state_transitions (machine, from_state, to_state, actor)
  select machine, split_part(t, ' > ', 1), split_part(t, ' > ', 2), actor from unnest(transitions) t
$$;

-- Allows one transition at a time. An offline device sends the final state; sync_push writes the
-- intermediate states.
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
  perform private.reject('wrong_state', format('A %s can''t go from %s to %s here.', machine, from_state, to_state));
end
$$;

-- The states between two on the shortest path of transitions that one actor may make. Each step is
-- written separately, with its rules and effects. Empty for a single transition or none.
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

-- The lock order: counts of campaigns, then testers' profiles, then rows. Campaign counts also
-- guard the campaign's state: a change of status, spots or visibility locks them
-- (private.campaign_rules), so an applicant needs no lock on the shared campaign row.
create function private.lock_in_order(campaign_ids uuid[], tester_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.campaign_counts k where k.campaign_id = any (campaign_ids) order by k.campaign_id for no key update;
  perform 1 from public.profiles p where p.id = any (tester_ids) order by p.id for no key update;
end
$$;

-- Waves: a list of candidates is invited to a campaign in steps, until enough testers take part.
-- The first wave goes out at once, each further one `pause_hours` later (schedule). A wave is
-- `wave_size` invitations, whatever is still open of earlier ones: most invitations are never
-- answered, and waiting until they expire would stop the plan for a week. What is wrong with an
-- address is decided when its turn comes, and the wave goes on to the next ones until it is full.
--
-- Size: with 1,000,000 plans a minute takes the 50 that have been due for the longest, by an index
-- of what is running, and about 2,000 invitations; the others come a minute later. A wave reads the
-- first few hundred of at most 5,000 candidates by their places. Whoever was invited leaves the
-- list, and a plan that has ended has none: what is stored are the people who are waiting.

create table private.wave_plans (
  -- Made by the client: a repeated call starts nothing twice.
  id uuid primary key,
  campaign_id uuid not null references public.campaigns (id),
  -- The invitations are sent in this person's name.
  created_by uuid references public.profiles (id),
  created_at timestamptz(3) not null default now(),
  -- done: enough testers take part. exhausted: everybody was invited. closed: the campaign takes no
  -- more testers. stopped: by a member.
  state text not null default 'running' check (state in ('running', 'paused', 'done', 'exhausted', 'closed', 'stopped')),
  target int not null check (target between 1 and 10000),
  wave_size int not null check (wave_size between 1 and 500),
  pause_hours int not null check (pause_hours between 1 and 336),
  next_at timestamptz(3) not null default now(),
  -- Why the last wave was put off: the code of its refusal; empty: it was not.
  problem text not null default '',
  waves_sent int not null default 0,
  -- How many were ever on the list, and what became of them; the others are waiting.
  candidates int not null default 0,
  invited int not null default 0,
  skipped int not null default 0
);
create unique index wave_plans_unfinished on private.wave_plans (campaign_id) where state in ('running', 'paused');
create index wave_plans_latest on private.wave_plans (campaign_id, created_at);
create index wave_plans_due on private.wave_plans (next_at, id) where state = 'running';
create index wave_plans_by on private.wave_plans (created_by) where created_by is not null;

-- Who is waiting, in the order in which they are invited.
create table private.wave_candidates (
  plan_id uuid not null references private.wave_plans (id) on delete cascade,
  place int not null,
  -- As in private.tester_invitations.
  email text not null default '' check (email = '' or private.is_email(email)),
  user_id uuid references public.profiles (id),
  primary key (plan_id, place),
  constraint wave_candidates_recipient check ((user_id is not null) <> (email <> '')),
  unique nulls not distinct (plan_id, email, user_id)
);
create index wave_candidates_user on private.wave_candidates (user_id) where user_id is not null;

-- ---- One wave ----------------------------------------------------------------------------------

create function private.end_waves(the_plan uuid, the_state text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.wave_plans p set state = the_state, problem = '' where p.id = the_plan;
  delete from private.wave_candidates c where c.plan_id = the_plan;
  if the_state in ('done', 'exhausted') then
    perform private.notify_organization(c.org_id, 'manage', 'waves_ended', jsonb_build_object(
        'campaign_title', c.title, 'outcome', the_state, 'active', private.spots_taken(c.id), 'target', least(p.target, c.max_testers)),
      '/developer/campaigns/' || c.id || '/invitations', c.is_sample)
    from private.wave_plans p join public.campaigns c on c.id = p.campaign_id where p.id = the_plan;
  end if;
end
$$;
comment on function private.end_waves(uuid, text) is
'Ends a plan and forgets who is still waiting. Members who manage the campaign are notified when it
is done or exhausted.';

create function private.send_wave(the_plan uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  campaign public.campaigns;
  plan private.wave_plans;
  emails text[] := '{}';
  people uuid[] := '{}';
  passed int := 0;
  last_place int := 0;
  batch record;
  sent int;
begin
  -- The counts and the campaign first, as everywhere: no tester is accepted while this counts.
  perform private.lock_in_order(array(select p.campaign_id from private.wave_plans p where p.id = the_plan), '{}');
  select c.* into campaign from public.campaigns c join private.wave_plans p on p.campaign_id = c.id where p.id = the_plan for no key update of c;
  select * into plan from private.wave_plans p where p.id = the_plan for no key update;
  if plan.state <> 'running' then return 0; end if;
  if not private.accepts_testers(campaign) then
    perform private.end_waves(the_plan, 'closed');
    return 0;
  elsif private.spots_taken(campaign.id) >= least(plan.target, campaign.max_testers) then
    perform private.end_waves(the_plan, 'done');
    return 0;
  end if;
  -- The next ones who can be invited, and who is passed over on the way.
  while cardinality(emails) + cardinality(people) < plan.wave_size loop
    with next as (
      select c.* from private.wave_candidates c where c.plan_id = the_plan and c.place > last_place order by c.place limit 500
    ), listed as (
      select array_agg(n.email order by n.place) filter (where n.user_id is null) as emails,
        array_agg(n.user_id order by n.place) filter (where n.user_id is not null) as people
      from next n
    ), fine as materialized (
      -- Asked once for all of them.
      select r.email, r.person from listed l, private.check_recipients(campaign.id, coalesce(l.emails, '{}'), coalesce(l.people, '{}')) r
      where r.problem is null and (r.person is null or exists (select 1 from public.profiles p where p.id = r.person and not p._deleted))
    ), taken as (
      select n.* from next n join fine f on f.email = n.email and f.person is not distinct from n.user_id
      order by n.place limit plan.wave_size - cardinality(emails) - cardinality(people)
    ), cut as (
      -- Full before the end of these: the others keep their place.
      select case when (select count(*) from taken) = plan.wave_size - cardinality(emails) - cardinality(people)
        then (select max(t.place) from taken t) else (select max(n.place) from next n) end as place
    )
    select c.place as until, (select count(*) from next n where n.place <= c.place)::int as seen,
      array(select t.email from taken t where t.user_id is null order by t.place) as emails,
      array(select t.user_id from taken t where t.user_id is not null order by t.place) as people
    into batch from cut c;
    exit when batch.until is null;
    emails := emails || batch.emails;
    people := people || batch.people;
    passed := passed + batch.seen;
    last_place := batch.until;
  end loop;
  delete from private.wave_candidates c where c.plan_id = the_plan and c.place <= last_place;
  people := array(select private.reachable_testers(campaign.org_id, people));
  sent := (private.invite_testers(campaign.id, emails, people, true, plan.created_by) ->> 'invited')::int;
  update private.wave_plans p set invited = p.invited + sent, skipped = p.skipped + passed - sent where p.id = the_plan;
  if cardinality(emails) + cardinality(people) = 0 then
    perform private.end_waves(the_plan, 'exhausted');
  else
    update private.wave_plans p set waves_sent = p.waves_sent + 1, problem = '', next_at = now() + make_interval(hours => p.pause_hours)
    where p.id = the_plan;
  end if;
  return sent;
end
$$;
comment on function private.send_wave(uuid) is
'Sends the next wave of a running plan, or ends the plan: closed, done (the target is reached) or
exhausted (nobody is left to invite). After the last candidates the plan runs for one more pause, so
that they can answer. Out: how many were invited. Errors: too_many, rate_limited: then nothing has
changed.';

create function private.try_wave(the_plan uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  code text;
begin
  return private.send_wave(the_plan);
exception when others then
  get stacked diagnostics code = pg_exception_detail;
  code := case when sqlstate in ('PT422', 'PT429') then code else 'internal' end;
  if code = 'internal' then
    raise warning 'the wave of plan % could not be sent: %', the_plan, sqlerrm;
  end if;
  update private.wave_plans p set problem = code, next_at = now() + interval '1 hour' where p.id = the_plan;
  return 0;
end
$$;
comment on function private.try_wave(uuid) is
'private.send_wave in a savepoint: a wave that is refused or fails is put off for an hour with all
its candidates, and holds up no other plan.';

create function private.send_due_waves(most_plans int default 50, most_invitations int default 2000) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
  plan uuid;
  sent int := 0;
begin
  -- Waits for nobody: two timers may meet, and the schedule holds locks of people already.
  due := array(select p.id from private.wave_plans p join public.campaigns c on c.id = p.campaign_id
    join private.campaign_counts k on k.campaign_id = c.id
    where p.state = 'running' and p.next_at <= now() order by p.next_at, p.id limit most_plans
    for no key update of k skip locked for no key update of c skip locked for no key update of p skip locked);
  foreach plan in array due loop
    exit when sent >= most_invitations;
    sent := sent + private.try_wave(plan);
  end loop;
  return sent;
end
$$;
comment on function private.send_due_waves(int, int) is
'Sends the waves that are due, at most so many plans and about so many invitations; the others stay
due. Called each minute by the schedule. Out: how many were invited.';

-- A campaign that is over has no plan that still seems to run, and no list of waiting people.
create function private.on_campaign_ended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_waves(p.id, 'closed') from private.wave_plans p where p.campaign_id = new.id and p.state in ('running', 'paused');
  return null;
end
$$;
create trigger waves_end after update of status on public.campaigns for each row
  when (old.status = 'active' and new.status <> 'active') execute function private.on_campaign_ended();

-- ---- Calls -------------------------------------------------------------------------------------

create function private.waves_of(the_campaign uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'state', p.state, 'target', least(p.target, c.max_testers), 'wave_size', p.wave_size,
    'pause_hours', p.pause_hours, 'waves_sent', p.waves_sent, 'candidates', p.candidates, 'invited', p.invited, 'skipped', p.skipped,
    'waiting', p.candidates - p.invited - p.skipped, 'active', private.spots_taken(c.id),
    'next_at', case when p.state = 'running' then p.next_at end, 'problem', p.problem,
    'created_by', private.name_of(p.created_by), 'created_at', p.created_at)
  from private.wave_plans p join public.campaigns c on c.id = p.campaign_id
  where p.campaign_id = the_campaign order by p.created_at desc, p.id limit 1
$$;
comment on function private.waves_of(uuid) is
'The latest plan of a campaign, or null: {id, state: running | paused | done | exhausted | closed |
stopped, target, wave_size, pause_hours, waves_sent, candidates, invited, skipped, waiting, active
(how many take part now), next_at (while it runs), problem (why the last wave was put off: a code of
private.refuse, or empty), created_by (a name), created_at}.';

create function public.read_waves(campaign_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_campaign(read_waves.campaign_id, 'manage');
  return private.waves_of(read_waves.campaign_id);
end
$$;
comment on function public.read_waves(uuid) is
'The latest plan of a campaign, see private.waves_of; null: it never had one. Errors: forbidden,
not_allowed, suspended.';

create function private.add_wave_candidates(the_plan uuid, recipients jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  plan private.wave_plans;
  campaign public.campaigns;
  addresses text[] := '{}';
  people uuid[] := '{}';
  added int;
begin
  select * into plan from private.wave_plans p where p.id = the_plan for no key update;
  if jsonb_typeof(recipients) = 'object' then
    select * into campaign from public.campaigns c where c.id = plan.campaign_id;
    people := (private.past_testers_to_invite(campaign, recipients, 5000)).ids;
  else
    addresses := private.require_addresses(recipients);
  end if;
  with fresh as (
    select r.email, r.person from private.check_recipients(plan.campaign_id, addresses, people) r where r.problem is null
      and not exists (select 1 from private.wave_candidates c where c.plan_id = the_plan and c.email = r.email and c.user_id is not distinct from r.person)
    order by r.place
  )
  insert into private.wave_candidates (plan_id, place, email, user_id)
  select the_plan, plan.candidates + row_number() over (), f.email, f.person from fresh f;
  get diagnostics added = row_count;
  if plan.candidates + added > 5000 then
    perform private.refuse('too_many', 'A plan can have at most 5,000 candidates.');
  end if;
  update private.wave_plans p set candidates = p.candidates + added where p.id = the_plan;
end
$$;
comment on function private.add_wave_candidates(uuid, jsonb) is
'Adds those who can be invited to the end of a plan''s list, each once; the caller was checked
before, and the campaign is locked. recipients: a list of at most 500 addresses, or past testers as
{filters} (private.past_testers_to_invite), of whom the first 5,000 are taken. Errors: invalid,
rate_limited (120 lists an hour and person), too_many (5,000).';

-- A number of a request; null or missing: the usual one.
create function private.whole_number(request jsonb, key text, most int, usual int) returns int
language plpgsql immutable set search_path = '' as $$
declare
  given constant jsonb := coalesce(request -> key, 'null');
begin
  if given = 'null' then return usual; end if;
  if jsonb_typeof(given) = 'number' and given::numeric between 1 and most and given::numeric % 1 = 0 then return given::int; end if;
  perform private.refuse('invalid', format('%s: a whole number from 1 to %s.', key, most));
end
$$;

create function public.start_waves(campaign uuid, id uuid, recipients jsonb, plan jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  open_one constant public.campaigns := private.require_recruiting(start_waves.campaign);
  known private.wave_plans;
begin
  -- Two calls at once would both find no plan.
  perform private.lock_in_order(array[open_one.id], '{}');
  perform 1 from public.campaigns c where c.id = open_one.id for no key update;
  select * into known from private.wave_plans p where p.id = start_waves.id;
  if known.campaign_id = open_one.id then return private.waves_of(open_one.id); end if;
  if found or exists (select 1 from private.wave_plans p where p.campaign_id = open_one.id and p.state in ('running', 'paused')) then
    perform private.refuse('duplicate', 'This campaign has a plan that has not ended yet.');
  end if;
  insert into private.wave_plans (id, campaign_id, created_by, target, wave_size, pause_hours)
  values (start_waves.id, open_one.id, auth.uid(), private.whole_number(plan, 'target', open_one.max_testers, open_one.max_testers),
    private.whole_number(plan, 'wave_size', 500, 10), private.whole_number(plan, 'pause_hours', 336, 48));
  perform private.add_wave_candidates(start_waves.id, recipients);
  select * into known from private.wave_plans p where p.id = start_waves.id;
  if known.candidates = 0 then
    perform private.refuse('invalid', 'None of them can be invited.');
  end if;
  perform private.log_organization(open_one.org_id, 'waves_started', open_one.id,
    jsonb_build_object('campaign_title', open_one.title, 'count', known.wave_size, 'target', known.target));
  perform private.try_wave(start_waves.id);
  return private.waves_of(open_one.id);
end
$$;
comment on function public.start_waves(uuid, uuid, jsonb, jsonb) is
'Starts a plan with the id of the client, and sends its first wave. In: recipients: at most 500
addresses (more: add_wave_candidates), or the filters of past testers (private.add_wave_candidates); who
cannot be invited is left out; plan: {target: 1 to the
campaign''s max_testers, which is the default; wave_size: 1 to 500, default 10; pause_hours: 1 to 336,
default 48}. Out: private.waves_of; the same for a repeated call. A first wave that is refused (limit
of the day) is put off, and `problem` says so. Errors: forbidden, not_allowed, campaign_closed, invalid
(also: nobody to invite), duplicate (a plan has not ended), rate_limited (120 lists an hour and person),
suspended.';

-- The plan of a call, with its campaign locked before it.
create function private.require_waves(the_plan uuid, recruiting boolean) returns private.wave_plans
language plpgsql security definer set search_path = '' as $$
declare
  the_campaign constant uuid := (select p.campaign_id from private.wave_plans p where p.id = the_plan);
  plan private.wave_plans;
begin
  if recruiting then
    perform private.require_recruiting(the_campaign);
  else
    perform private.require_campaign(the_campaign, 'manage');
  end if;
  perform private.lock_in_order(array[the_campaign], '{}');
  perform 1 from public.campaigns c where c.id = the_campaign for no key update;
  select * into plan from private.wave_plans p where p.id = the_plan for no key update;
  return plan;
end
$$;
comment on function private.require_waves(uuid, boolean) is
'A plan that the caller may change, locked; recruiting: only while the campaign takes testers. Errors:
forbidden, not_allowed, campaign_closed, suspended.';

create function public.add_wave_candidates(plan uuid, recipients jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found_row constant private.wave_plans := private.require_waves(plan, true);
begin
  if found_row.state not in ('running', 'paused') then
    perform private.refuse('wrong_state', 'These waves have ended.');
  end if;
  perform private.add_wave_candidates(plan, recipients);
  return private.waves_of(found_row.campaign_id);
end
$$;
comment on function public.add_wave_candidates(uuid, jsonb) is
'Adds up to 500 addresses, or past testers, to the end of a plan''s list (private.add_wave_candidates);
those that are on it or cannot be invited are left out, so that a repeated call adds nobody twice. Out: private.waves_of. Errors: forbidden,
not_allowed, campaign_closed, wrong_state (ended), invalid, too_many (5,000 in a plan), rate_limited,
suspended.';

create function public.change_waves(plan uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  deed constant text := coalesce(change ->> 'do', '');
  found_row private.wave_plans;
  campaign public.campaigns;
begin
  if deed not in ('pause', 'resume', 'send', 'stop') then
    perform private.refuse('invalid', 'do: pause, resume, send or stop.');
  end if;
  found_row := private.require_waves(plan, deed in ('resume', 'send'));
  select * into campaign from public.campaigns c where c.id = found_row.campaign_id;
  if found_row.state <> 'running' and not (deed = 'stop' and found_row.state = 'stopped') and (deed = 'send' or found_row.state <> 'paused') then
    perform private.refuse('wrong_state', 'These waves are paused or have ended.');
  end if;
  case deed
  when 'pause' then
    update private.wave_plans p set state = 'paused' where p.id = plan;
  when 'resume' then
    update private.wave_plans p set state = 'running', problem = '' where p.id = plan;
  when 'send' then
    -- Another member, or this call the first time, may have sent it already.
    if private.whole_number(change, 'wave', 1000000, 0) = found_row.waves_sent + 1 then
      perform private.send_wave(plan);
    end if;
  when 'stop' then
    if found_row.state <> 'stopped' then
      perform private.end_waves(plan, 'stopped');
      perform private.log_organization(campaign.org_id, 'waves_stopped', campaign.id,
        jsonb_build_object('campaign_title', campaign.title, 'count', found_row.invited));
    end if;
  end case;
  return private.waves_of(campaign.id);
end
$$;
comment on function public.change_waves(uuid, jsonb) is
'Changes a plan: {do: pause | resume (what became due meanwhile is sent within a minute) | stop (for
good) | send, wave: n (sends wave n now, unless it was sent already)}. Out: private.waves_of; the same
for a repeated call. Errors: forbidden, not_allowed, campaign_closed (resume, send), wrong_state
(ended; send: paused), invalid, too_many and rate_limited (send), suspended.';

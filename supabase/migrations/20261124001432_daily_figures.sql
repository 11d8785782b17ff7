-- Figures per day (UTC) for the charts of the admin dashboard.
--
-- Scale: one permanent row a day; 90 MB of private.active_people for 1,000,000 active people, which
-- the next day's first run deletes. A closed day is counted once, by the indexes of its timestamps.

-- People who sent a change from a device on a day that is not counted yet.
create table private.active_people (
  day date not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  primary key (user_id, day)
);

create table private.daily_figures (
  day date primary key,
  signups int not null,
  active int not null,
  reports int not null,
  earned jsonb not null,
  paid jsonb not null,
  -- Number of sample people in `active`: the individuals are not stored, and sample data can be
  -- removed.
  sample_active int not null
);
comment on table private.daily_figures is 'Closed days. `earned` and `paid` are cents by currency.';

create index ledger_entries_created on public.ledger_entries (created_at);

-- Records the caller as active today. One key lookup, except on the first call of a day.
create function private.note_active() returns void
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
begin
  if person is null or exists (select from private.active_people a where a.day = private.today() and a.user_id = person) then
    return;
  end if;
  insert into private.active_people (day, user_id) select private.today(), p.id from public.profiles p where p.id = person on conflict do nothing;
end
$$;

-- Counts a day. `earned` is reduced by rewards voided on that day, and may be negative.
create function private.figures_of(day date) returns private.daily_figures
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := day::timestamp at time zone 'utc';
  until constant timestamptz := (day + 1)::timestamp at time zone 'utc';
  figures private.daily_figures;
begin
  figures.day := day;
  figures.signups := (select count(*) from private.people p where p.joined_at >= since and p.joined_at < until);
  figures.active := (select count(*) from private.active_people a where a.day = figures.day);
  figures.sample_active := (select count(*) from private.active_people a join public.profiles p on p.id = a.user_id where a.day = figures.day and p.is_sample);
  -- Later deletions do not count, except of sample data.
  figures.reports := (select count(*) from public.feedback f
    where f.received_at >= since and f.received_at < until and f.status <> 'draft' and not (f.is_sample and f._deleted));
  select coalesce(jsonb_object_agg(m.currency, m.earned) filter (where m.earned <> 0), '{}'),
    coalesce(jsonb_object_agg(m.currency, m.paid) filter (where m.paid <> 0), '{}')
  into figures.earned, figures.paid
  from (
    select l.currency, coalesce(sum(l.amount_cents) filter (where l.kind in ('earned', 'voided')), 0) as earned,
      coalesce(-sum(l.amount_cents) filter (where l.kind = 'paid'), 0) as paid
    from public.ledger_entries l where l.created_at >= since and l.created_at < until
      and not (l.is_sample and exists (select from public.rewards r where r.id = l.reward_id and r._deleted)) group by l.currency) m;
  return figures;
end
$$;

-- Counts up to `most` closed days that are not counted yet, latest first. Called by the schedule.
-- Out: how many.
create function private.keep_daily_figures(most int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  kept int;
begin
  insert into private.daily_figures
  select (private.figures_of(d.day)).* from (
    select g::date as day from generate_series(
      greatest(private.today() - 400, (select min(p.joined_at at time zone 'utc')::date from private.people p)), private.today() - 1, interval '1 day') g
    where not exists (select from private.daily_figures k where k.day = g::date)
    order by g desc limit most) d
  on conflict do nothing;
  get diagnostics kept = row_count;
  -- Only after a count: checking each minute would read all active people.
  if kept > 0 then
    delete from private.active_people a where a.day < private.today() and exists (select from private.daily_figures k where k.day = a.day);
  end if;
  return kept;
end
$$;

-- Recounts all closed days without removed sample data. Other active people stay counted.
create function private.forget_sample_days() returns void
language sql security definer set search_path = '' as $$
  update private.daily_figures k set signups = n.signups, reports = n.reports, earned = n.earned, paid = n.paid,
    active = k.active - k.sample_active, sample_active = 0
  from (select (private.figures_of(d.day)).* from private.daily_figures d) n where n.day = k.day;
  delete from private.active_people a using public.profiles p where p.id = a.user_id and p.is_sample and p._deleted
$$;

create function public.admin_days() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.require_admin();
  return jsonb_build_object('days', (
    select coalesce(jsonb_agg(to_jsonb(d) order by d.day), '[]') from (
      select k.day, k.signups, k.active, k.reports, k.earned, k.paid from private.daily_figures k where k.day >= private.today() - 400 and k.day < private.today()
      union all
      select t.day, t.signups, t.active, t.reports, t.earned, t.paid from private.figures_of(private.today()) t) d));
end
$$;
comment on function public.admin_days() is
'Figures of the last 400 days (UTC) and today. Out: {days: [{day, signups, active: people whose
devices sent a change, reports: received, earned, paid: {currency: cents}}], oldest first; a day
that is not counted yet is missing}. Admins only. Errors: forbidden.';

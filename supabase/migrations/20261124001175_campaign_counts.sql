-- Counts of a campaign's testers and reports, in their own table: counting in the campaign's row
-- would send it to every device that holds it. `campaigns.testers_joined`, `feedback_count`,
-- `new_feedback_count` and `progress` are snapshots. They are updated when the row is written,
-- every ten minutes after a change of spots or tasks, and once a night where stale. A developer's
-- device counts its own rows; server code that depends on a count must read it here, locked.
--
-- The state change increments the count in its transaction, so a replay counts nothing. A nightly
-- recount repairs drift.
--
-- Scale: 100 MB for 1,000,000 campaigns, read by key. Only the key is indexed, so an increment is a
-- HOT update. The recount checks 50,000 recently counted campaigns a night.

-- The counts of each campaign. Its row is the lock for taking or freeing a spot
-- (private.lock_in_order).
create table private.campaign_counts (
  campaign_id uuid primary key references public.campaigns (id) on delete cascade,
  testers_joined int not null default 0,
  -- Reports that are not drafts, and the undecided ones among them.
  feedback_count int not null default 0,
  new_feedback_count int not null default 0,
  changed_at timestamptz not null default now()
) with (fillfactor = 70);

create function private.add_campaign_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.campaign_counts (campaign_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
-- Fires for sample data, too: no condition on seeding.
create trigger add_counts after insert on public.campaigns for each row execute function private.add_campaign_counts();

-- Taken spots of a campaign. Call it with the campaign's counts locked; otherwise two devices can
-- take the last one.
create function private.spots_taken(campaign uuid) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce((select k.testers_joined from private.campaign_counts k where k.campaign_id = campaign), 0)
$$;

-- Adds to a campaign's counts (negative values subtract). Errors: campaign_full (more testers than
-- spots).
create function private.count_in_campaign(campaign uuid, testers int, reports int, new_reports int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  taken int;
begin
  if testers = 0 and reports = 0 and new_reports = 0 then return; end if;
  update private.campaign_counts k set testers_joined = greatest(0, k.testers_joined + testers), feedback_count = greatest(0, k.feedback_count + reports),
    new_feedback_count = greatest(0, k.new_feedback_count + new_reports), changed_at = now()
  where k.campaign_id = campaign returning k.testers_joined into taken;
  -- One statement may accept several testers, each of whom found the same spot.
  if testers > 0 and taken > (select c.max_testers from public.campaigns c where c.id = campaign) then
    perform private.reject('campaign_full', 'All spots of this campaign are taken.');
  end if;
end
$$;

-- Progress is the share of the wanted testers with at least one submitted report.
create function private.snapshot_campaign_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counts private.campaign_counts;
begin
  select * into counts from private.campaign_counts k where k.campaign_id = new.id;
  new.testers_joined := coalesce(counts.testers_joined, 0);
  new.feedback_count := coalesce(counts.feedback_count, 0);
  new.new_feedback_count := coalesce(counts.new_feedback_count, 0);
  new.progress := case when new.feedback_count = 0 then 0 else (
    select least(100, count(distinct f.tester_id) * 100 / greatest(1, new.max_testers)) from public.feedback f
    where f.campaign_id = new.id and f.status <> 'draft' and not f._deleted) end;
  select w.tasks, w.minutes into new.required_tasks, new.task_minutes from private.required_work(new.id) w;
  return new;
end
$$;
create trigger t80_snapshot_counts before insert or update on public.campaigns for each row execute function private.snapshot_campaign_counts();

-- Refreshes the snapshots of running campaigns that were counted within this time, up to the given
-- number. only_spots: only where the number of testers or required tasks differs. Called every ten
-- minutes for spots, which testers see, and once a night. Out: how many.
create function private.refresh_campaign_snapshots(most int default 5000, since interval default '2 days', only_spots boolean default false) returns int
language plpgsql security definer set search_path = '' as $$
declare
  stale uuid[];
begin
  -- Skips locked rows: their writer updates the snapshot.
  stale := array(
    select c.id from private.campaign_counts k join public.campaigns c on c.id = k.campaign_id
    cross join lateral private.required_work(c.id) w
    where k.changed_at > now() - since and c.status = 'active' and not c._deleted
      and (c.testers_joined <> k.testers_joined
        or c.required_tasks <> w.tasks or c.task_minutes <> w.minutes
        or not only_spots and row(c.feedback_count, c.new_feedback_count) is distinct from row(k.feedback_count, k.new_feedback_count))
    order by c.id limit most for no key update of c skip locked);
  update public.campaigns c set updated_at = now() where c.id = any (stale);
  return cardinality(stale);
end
$$;

create function private.counted_campaign(campaign uuid, out testers int, out reports int, out new_reports int)
language plpgsql stable security definer set search_path = '' as $$
begin
  select count(*) into testers from public.applications a
  where a.campaign_id = campaign and a.status in ('accepted', 'completed') and not a._deleted;
  select count(*), count(*) filter (where f.status = 'submitted') into reports, new_reports
  from public.feedback f where f.campaign_id = campaign and f.status <> 'draft' and not f._deleted;
end
$$;

create function private.recount_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Locks first and counts in a second statement, which sees the commits of earlier lock holders.
  perform private.lock_in_order(array[campaign], '{}');
  update private.campaign_counts k set testers_joined = n.testers, feedback_count = n.reports, new_feedback_count = n.new_reports, changed_at = now()
  from private.counted_campaign(campaign) n where k.campaign_id = campaign;
end
$$;

-- Recounts campaigns with wrong counts among the given number of latest ones that were counted in
-- three days, at most 1,000. Called once a night. Out: how many were wrong.
create function private.repair_campaign_counts(most int default 50000) returns int
language plpgsql security definer set search_path = '' as $$
declare
  -- A count and its rows change in one transaction, so a difference within one snapshot is drift.
  -- No rows are locked during the comparison.
  drifted constant uuid[] := array(
    select k.campaign_id
    from (select * from private.campaign_counts c where c.changed_at > now() - interval '3 days' order by c.changed_at desc limit most) k
    cross join lateral private.counted_campaign(k.campaign_id) n
    where row(k.testers_joined, k.feedback_count, k.new_feedback_count) is distinct from row(n.testers, n.reports, n.new_reports)
    order by k.campaign_id limit 1000);
begin
  perform private.recount_campaign(d) from unnest(drifted) d order by d;
  return cardinality(drifted);
end
$$;

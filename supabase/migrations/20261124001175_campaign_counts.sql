-- How many testers and reports a campaign has. A table of its own: counting in the campaign's row
-- would change that row for everybody who holds it with each acceptance and each report.
-- `campaigns.testers_joined`, `feedback_count`, `new_feedback_count` and `progress` are snapshots,
-- taken whenever the row is written anyway, and once a night where they are out of date. A
-- developer's device counts its own rows; whoever decides by a count reads it here, locked.
--
-- Counts are incremented by the change of state that they count, in its transaction, so a replay,
-- which changes nothing, counts nothing. A nightly recount repairs what has drifted all the same.
--
-- Size: with 1,000,000 campaigns 100 MB, read by key. Nothing but the key is indexed, so that an
-- increment is a HOT update. The recount looks at the campaigns that were counted in the last days,
-- 50,000 a night.

create table private.campaign_counts (
  campaign_id uuid primary key references public.campaigns (id) on delete cascade,
  -- Applications that are accepted or completed.
  testers_joined int not null default 0,
  -- Reports that are not drafts, and those of them that nobody has decided.
  feedback_count int not null default 0,
  new_feedback_count int not null default 0,
  changed_at timestamptz not null default now()
) with (fillfactor = 70);
comment on table private.campaign_counts is
'The counts of each campaign. Its row is the lock of everybody who takes or frees a spot
(private.lock_in_order).';

create function private.add_campaign_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.campaign_counts (campaign_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
-- Sample data too: no condition on seeding.
create trigger add_counts after insert on public.campaigns for each row execute function private.add_campaign_counts();

-- How many spots of a campaign are taken. Call it with the campaign's counts locked, or two devices
-- take the last one.
create function private.spots_taken(campaign uuid) returns int
language sql stable security definer set search_path = '' as $$
  select coalesce((select k.testers_joined from private.campaign_counts k where k.campaign_id = campaign), 0)
$$;

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
    perform private.refuse('campaign_full', 'All spots of this campaign are taken.');
  end if;
end
$$;
comment on function private.count_in_campaign(uuid, int, int, int) is
'Adds to a campaign''s counts (negative: takes away). Errors: campaign_full: more testers than spots.';

-- ---- Snapshots ---------------------------------------------------------------------------------

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
  return new;
end
$$;
create trigger t80_snapshot_counts before insert or update on public.campaigns for each row execute function private.snapshot_campaign_counts();

create function private.refresh_campaign_snapshots(most int default 5000) returns int
language plpgsql security definer set search_path = '' as $$
declare
  stale uuid[];
begin
  -- Waits for nobody: rows that are being written take their snapshot by that.
  stale := array(
    select c.id from private.campaign_counts k join public.campaigns c on c.id = k.campaign_id
    where k.changed_at > now() - interval '2 days' and c.status = 'active' and not c._deleted
      and row(c.testers_joined, c.feedback_count, c.new_feedback_count) is distinct from row(k.testers_joined, k.feedback_count, k.new_feedback_count)
    order by c.id limit most for no key update of c skip locked);
  update public.campaigns c set updated_at = now() where c.id = any (stale);
  return cardinality(stale);
end
$$;
comment on function private.refresh_campaign_snapshots(int) is
'Takes the snapshots of running campaigns that were counted since, at most so many. Called once a
night. Out: how many.';

-- ---- Recount -----------------------------------------------------------------------------------

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
  -- Lock first, then count in a statement of its own, which sees what earlier holders of the lock
  -- committed.
  perform private.lock_in_order(array[campaign], '{}');
  update private.campaign_counts k set testers_joined = n.testers, feedback_count = n.reports, new_feedback_count = n.new_reports, changed_at = now()
  from private.counted_campaign(campaign) n where k.campaign_id = campaign;
end
$$;

create function private.repair_campaign_counts(most int default 50000) returns int
language plpgsql security definer set search_path = '' as $$
declare
  -- A count and what it counts change in one transaction, so one snapshot shows them apart only
  -- when they have drifted. Nothing is locked meanwhile.
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
comment on function private.repair_campaign_counts(int) is
'Recounts the campaigns whose counts are wrong, among the latest so many that were counted in three
days, at most 1,000. Called once a night. Out: how many were wrong.';

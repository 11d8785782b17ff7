-- Download counts of releases, in their own table: counting in the release's and the app's row
-- would send both to every device that holds them. `releases.downloads` and `apps.downloads` (the
-- sum of its releases) are snapshots, updated when the row is written and, where stale, once a
-- night.
--
-- Scale: 100 MB for 1,000,000 releases. An app's releases (some tens) are found by an index that
-- increments leave unchanged (HOT updates).

-- The downloads of each release. Its row is the lock for counting a download and for notifying the
-- people who downloaded a withdrawn release.
create table private.download_counts (
  release_id uuid primary key references public.releases (id) on delete cascade,
  app_id uuid not null references public.apps (id) on delete cascade,
  downloads int not null default 0,
  changed_at timestamptz not null default now()
) with (fillfactor = 70);
create index download_counts_app on private.download_counts (app_id);

create function private.add_download_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.download_counts (release_id, app_id) values (new.id, new.app_id) on conflict do nothing;
  return null;
end
$$;
-- Fires for sample data, too: no condition on seeding.
create trigger add_counts after insert on public.releases for each row execute function private.add_download_counts();

create function private.downloads_of_app(app uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(sum(k.downloads), 0)::int from private.download_counts k where k.app_id = app);
end
$$;

create function private.count_download(release uuid) returns int
language sql security definer set search_path = '' as $$
  update private.download_counts k set downloads = k.downloads + 1, changed_at = now() where k.release_id = release returning k.downloads
$$;

create function private.snapshot_downloads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.downloads := case tg_table_name when 'apps' then private.downloads_of_app(new.id)
    else coalesce((select k.downloads from private.download_counts k where k.release_id = new.id), 0) end;
  return new;
end
$$;
create trigger t80_snapshot_counts before insert or update on public.apps for each row execute function private.snapshot_downloads();
create trigger t80_snapshot_counts before insert or update on public.releases for each row execute function private.snapshot_downloads();

-- Updates stale snapshots of recently downloaded releases and apps, up to the given number of each.
-- Called once a night. Out: how many.
create function private.refresh_download_snapshots(most int default 5000) returns int
language plpgsql security definer set search_path = '' as $$
declare
  stale uuid[];
  refreshed int;
begin
  -- Skips locked rows: their writer updates the snapshot.
  stale := array(
    select r.id from private.download_counts k join public.releases r on r.id = k.release_id
    where k.changed_at > now() - interval '2 days' and r.downloads <> k.downloads and not r._deleted
    order by r.id limit most for no key update of r skip locked);
  update public.releases r set updated_at = now() where r.id = any (stale);
  refreshed := cardinality(stale);
  stale := array(
    select a.id from public.apps a
    where a.id in (select k.app_id from private.download_counts k where k.changed_at > now() - interval '2 days')
      and a.downloads <> private.downloads_of_app(a.id) and not a._deleted
    order by a.id limit most for no key update skip locked);
  update public.apps a set updated_at = now() where a.id = any (stale);
  return refreshed + cardinality(stale);
end
$$;

create function private.counted_downloads(release uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*) from public.downloads d where d.release_id = release)
    + (select count(*) from private.device_downloads d where d.release_id = release);
end
$$;

-- Recounts releases with wrong counts among the given number of latest ones that were downloaded in
-- three days, at most 1,000. Called once a night. Out: how many were wrong.
create function private.repair_download_counts(most int default 50000) returns int
language plpgsql security definer set search_path = '' as $$
declare
  -- A difference within one snapshot is drift (private.repair_campaign_counts). Sample releases
  -- start with invented downloads.
  drifted constant uuid[] := array(
    select k.release_id
    from (select * from private.download_counts c where c.changed_at > now() - interval '3 days' order by c.changed_at desc limit most) k
    join public.releases r on r.id = k.release_id and not r.is_sample
    where k.downloads <> private.counted_downloads(k.release_id)
    order by k.release_id limit 1000);
  release uuid;
begin
  foreach release in array drifted loop
    perform 1 from private.download_counts k where k.release_id = release for no key update;
    update private.download_counts k set downloads = private.counted_downloads(release), changed_at = now() where k.release_id = release;
  end loop;
  return cardinality(drifted);
end
$$;

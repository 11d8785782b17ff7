-- How often a release was downloaded. A table of its own: counting in the release's and the app's
-- row would change both for everybody who holds them with each download. `releases.downloads` and
-- `apps.downloads` (the sum of its releases) are snapshots, taken whenever the row is written
-- anyway and once a night where they are out of date.
--
-- Size: with 1,000,000 releases 100 MB. An app has some tens of releases, found by an index that no
-- increment changes (HOT updates).

create table private.download_counts (
  release_id uuid primary key references public.releases (id) on delete cascade,
  app_id uuid not null references public.apps (id) on delete cascade,
  downloads int not null default 0,
  changed_at timestamptz not null default now()
) with (fillfactor = 70);
comment on table private.download_counts is
'The downloads of each release. Its row is the lock of whoever counts a download, or notifies the
people who downloaded a withdrawn release.';
create index download_counts_app on private.download_counts (app_id);

create function private.add_download_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.download_counts (release_id, app_id) values (new.id, new.app_id) on conflict do nothing;
  return null;
end
$$;
-- Sample data too: no condition on seeding.
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
comment on function private.count_download(uuid) is 'Counts one download of a release. Out: its downloads.';

-- ---- Snapshots ---------------------------------------------------------------------------------

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

create function private.refresh_download_snapshots(most int default 5000) returns int
language plpgsql security definer set search_path = '' as $$
declare
  stale uuid[];
  refreshed int;
begin
  -- Waits for nobody: rows that are being written take their snapshot by that.
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
comment on function private.refresh_download_snapshots(int) is
'Takes the snapshots of releases and apps that were downloaded since, at most so many of each. Called
once a night. Out: how many.';

-- ---- Recount -----------------------------------------------------------------------------------

create function private.counted_downloads(release uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*) from public.downloads d where d.release_id = release)
    + (select count(*) from private.device_downloads d where d.release_id = release);
end
$$;

create function private.repair_download_counts(most int default 50000) returns int
language plpgsql security definer set search_path = '' as $$
declare
  -- Seen apart in one snapshot: drifted (private.repair_campaign_counts). Sample releases begin
  -- with downloads that nobody made.
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
comment on function private.repair_download_counts(int) is
'Recounts the releases whose counts are wrong, among the latest so many that were downloaded in three
days, at most 1,000. Called once a night. Out: how many were wrong.';

-- Downloads of releases: counted once per person, signed out once per device. People who downloaded
-- a withdrawn release are notified once.

-- Once per person and release, however often it is clicked, replayed or fetched from another
-- device.
create table public.downloads (
  release_id uuid not null references public.releases (id),
  user_id uuid not null references public.profiles (id),
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (release_id, user_id)
);
create index downloads_user on public.downloads (user_id);

select private.protect_table('downloads');
create policy downloads_read on public.downloads for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

-- The same for callers who are signed out, by an id that the device makes. It names nobody and the
-- API cannot read it.
create table private.device_downloads (
  release_id uuid not null references public.releases (id) on delete cascade,
  device_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (release_id, device_id)
);

-- ---- Counting ----------------------------------------------------------------------------------

-- 60 in ten minutes from one address. No limit for all callers together: one caller must not stop
-- another's downloads from being counted.
create function private.count_device_download(release uuid, device uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if device is null then
    perform private.refuse('invalid', 'Signed out, a download is counted by device.');
  elsif not exists (select 1 from public.releases r where r.id = release and not r._deleted and r.published_at is not null) then
    perform private.refuse('missing_parent', 'This release is not known.');
  elsif exists (select 1 from private.device_downloads d where d.release_id = release and d.device_id = device) then
    return;
  end if;
  if not private.rate_limit('download:' || private.caller_address(), 60, '10 minutes') then
    raise exception using errcode = 'PT429', message = 'Too many downloads. Please wait a few minutes.', detail = 'rate_limited';
  end if;
  insert into private.device_downloads (release_id, device_id) values (release, device) on conflict do nothing;
  if found then perform private.count_download(release); end if;
end
$$;

create function public.record_download(release uuid, device uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_session();
  if auth.uid() is null then
    perform private.count_device_download(release, device);
  elsif private.my_status() is null then
    perform private.refuse('forbidden', 'Downloads are counted for people who are signed in.');
  elsif private.my_status() = 'suspended' then
    perform private.refuse('suspended', 'This account is suspended: it can read but not write.');
  elsif not exists (
    select 1 from public.releases r where r.id = release and not r._deleted
      and (r.published_at is not null or r.org_id in (select private.my_organizations('view')) or r.id in (select private.my_granted_releases()))
  ) then
    perform private.refuse('missing_parent', 'This release is not known.');
  else
    insert into public.downloads (release_id, user_id) values (release, auth.uid()) on conflict do nothing;
  end if;
  return (select k.downloads from private.download_counts k where k.release_id = release);
end
$$;
comment on function public.record_download(uuid, uuid) is
'Counts a download of a release: once per person, signed out once per device (a UUID that the device
made), however often it is called. Out: the release''s downloads. Errors: forbidden, suspended,
missing_parent, invalid (signed out without a device), rate_limited (PT429, signed out: 60 in ten
minutes from one address).';

-- ---- Withdrawn and expired releases ------------------------------------------------------------

-- Some are notified at once, the rest by the schedule: a release may have a million downloads.
create table private.withdrawals (
  release_id uuid primary key references public.releases (id) on delete cascade,
  -- The last person who was notified, in the order of ids.
  notified_up_to uuid
);
comment on table private.withdrawals is 'Withdrawn and expired releases whose downloaders are not all notified yet.';

revoke all on private.withdrawals from public, anon, authenticated;

create function private.notify_withdrawal(release public.releases, person uuid, sample boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  campaign uuid;
begin
  if person = release.developer_id then return; end if;
  -- Where they got it: a test of theirs, or the App Store.
  select g.campaign_id into campaign from private.release_grants g
  join public.applications a on a.campaign_id = g.campaign_id and a.tester_id = person and a.accepted_at is not null
  where g.release_id = release.id order by a.accepted_at desc, g.campaign_id limit 1;
  perform private.notify(person, 'release_' || release.status,
    jsonb_build_object('app_title', (select a.title from public.apps a where a.id = release.app_id), 'version', release.version,
      'release_id', release.id),
    coalesce('/tester/tests/' || campaign, '/apps/' || release.app_id), sample);
end
$$;

create function private.notify_withdrawals(most int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  release public.releases;
  withdrawal private.withdrawals;
  batch int;
  person record;
  notified int := 0;
begin
  for withdrawal in select * from private.withdrawals w order by w.release_id for update skip locked loop
    exit when notified >= most;
    -- This lock also covers counting a download: nobody is notified both here and by the download's
    -- trigger.
    perform 1 from private.download_counts k where k.release_id = withdrawal.release_id for no key update;
    select * into release from public.releases r where r.id = withdrawal.release_id;
    batch := 0;
    for person in
      select d.user_id, d.is_sample from public.downloads d
      where d.release_id = withdrawal.release_id and (withdrawal.notified_up_to is null or d.user_id > withdrawal.notified_up_to)
      order by d.user_id limit most - notified
    loop
      perform private.notify_withdrawal(release, person.user_id, person.is_sample);
      withdrawal.notified_up_to := person.user_id;
      batch := batch + 1;
    end loop;
    if batch < most - notified then
      delete from private.withdrawals w where w.release_id = withdrawal.release_id;
    else
      update private.withdrawals w set notified_up_to = withdrawal.notified_up_to where w.release_id = withdrawal.release_id;
    end if;
    notified := notified + batch;
  end loop;
  return notified;
end
$$;
comment on function private.notify_withdrawals(integer) is
'Notifies people who downloaded a release that was withdrawn or has expired, at most so many. Out: how
many were notified. Called at the withdrawal and each minute.';

-- ---- Effects -----------------------------------------------------------------------------------

-- A device that was offline may report its download after the withdrawal.
create function private.after_download() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  release public.releases;
begin
  perform private.count_download(new.release_id);
  -- Read with the counter locked (private.notify_withdrawals).
  select * into release from public.releases r where r.id = new.release_id;
  if release.status in ('withdrawn', 'expired') and not exists (
    select 1 from private.withdrawals w where w.release_id = release.id and (w.notified_up_to is null or w.notified_up_to < new.user_id)) then
    perform private.notify_withdrawal(release, new.user_id, new.is_sample);
  end if;
  return null;
end
$$;
select private.add_triggers('downloads', effects => 'after_download', events => 'insert');

-- The life cycle of a build after its upload: the server reads the package, notifies testers,
-- expires the build, and deletes old files.
--
-- Scale: each queue holds pending work, and each step processes a bounded part of it by index. With
-- 1,000,000 releases nothing reads more than the due ones.

-- The function `builds` reads the file (sync/packages) and returns its facts. SQL cannot do this: a
-- file has up to 500 MB, and the function reads byte ranges of it.
create table private.build_checks (
  release_id uuid primary key references public.releases (id) on delete cascade,
  attempts int not null default 0,
  not_before timestamptz not null default now()
);
create index build_checks_due on private.build_checks (not_before);
comment on table private.build_checks is 'Uploaded files of releases that are not read yet.';

create function private.queue_build_check(release public.releases) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if release.kind <> 'file' or release._deleted or release.checked_at is not null
    or not exists (select 1 from storage.objects o where o.bucket_id = 'releases' and o.name = release.file_path) then
    -- The check may be for another file.
    delete from private.build_checks c where c.release_id = release.id;
    return;
  end if;
  -- A check may read the whole file: beyond a hundred an hour checks are delayed.
  insert into private.build_checks (release_id, not_before)
  values (release.id, now() + case when private.rate_limit('build_check:' || release.developer_id, 100, '1 hour') then '0' else '1 hour' end::interval)
  on conflict (release_id) do update set attempts = 0, not_before = excluded.not_before;
  perform pg_notify('betaflock_deliveries', 'builds');
end
$$;

-- The file and the row that names it often arrive at the same time. The lock lets the later one see
-- the other's commit; otherwise neither would queue the check.
create function private.lock_build_file(path text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('private.build_checks ' || path, 0))
$$;

create function private.on_release_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_build_file(new.file_path);
  perform private.queue_build_check(new);
  return null;
end
$$;
create trigger on_release_file after insert or update of file_path, file_name on public.releases for each row
  when (new.file_path <> '' and current_setting('betaflock.seeding', true) is distinct from 'on') execute function private.on_release_file();

create function private.on_build_stored() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_build_file(new.name);
  -- The checked bytes were replaced (never in a published release: check_object).
  update public.releases r set platform = '', package_id = '', package_name = '', build_number = '', min_os = '', abis = '[]',
    signer_sha256 = '', signing_kind = '', signing_expires_at = null, profile_devices = 0, checked_at = null, check_failure = '', cautions = '[]'
  where r.file_path = new.name and r.file_path <> '' and r.status = 'draft' and r.checked_at is not null;
  perform private.queue_build_check(r) from public.releases r where r.file_path = new.name and r.file_path <> '';
  return null;
end
$$;
create trigger betaflock_build_stored after insert on storage.objects
  for each row when (new.bucket_id = 'releases') execute function private.on_build_stored();
create trigger betaflock_build_replaced after update of name, metadata on storage.objects for each row
  when (new.bucket_id = 'releases' and row(new.name, new.metadata -> 'eTag', new.metadata -> 'size')
    is distinct from row(old.name, old.metadata -> 'eTag', old.metadata -> 'size'))
  execute function private.on_build_stored();

create function public.claim_build_checks(most int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare answer jsonb;
begin
  -- The file was deleted or is being replaced; its arrival queues a new check.
  delete from private.build_checks c using public.releases r
  where c.release_id in (select d.release_id from private.build_checks d where d.not_before <= now() order by d.not_before, d.release_id limit 20)
    and r.id = c.release_id and not exists (select 1 from storage.objects o where o.bucket_id = 'releases' and o.name = r.file_path);
  -- Six workers started to read it, and none reported a result.
  perform public.complete_build_checks(coalesce(jsonb_agg(
    jsonb_build_object('release_id', r.id, 'file_path', r.file_path, 'outcome', 'retry')), '[]'))
  from (select c.release_id from private.build_checks c where c.attempts >= 6 and c.not_before <= now() order by c.not_before, c.release_id limit 20) spent
  join public.releases r on r.id = spent.release_id;
  with due as (
    select c.release_id from private.build_checks c where c.not_before <= now()
    order by c.not_before, c.release_id limit greatest(1, least(20, most)) for update skip locked
  ), taken as (
    update private.build_checks c set attempts = c.attempts + 1, not_before = now() + interval '10 minutes'
    from due where c.release_id = due.release_id returning c.release_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('release_id', r.id, 'file_path', r.file_path, 'file_name', r.file_name,
    'platform', (select a.platform from public.apps a where a.id = r.app_id),
    'size_bytes', case when o.id is not null then private.object_bytes(o.metadata) end) order by r.id), '[]')
  into answer
  from taken t join public.releases r on r.id = t.release_id
  left join storage.objects o on o.bucket_id = 'releases' and o.name = r.file_path;
  return answer;
end
$$;
comment on function public.claim_build_checks(integer) is
'In: how many, at most 20. Out: [{release_id, file_path, file_name, platform: the app''s,
size_bytes}], files to read, leased for ten minutes. size_bytes is null when the file no longer
exists. For the function `builds` (service key).';

-- Publishes a draft, and its app, whose developer asked for it with the upload. A fault leaves the
-- draft, and its page says why it cannot be published.
create function private.publish_checked(release uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  draft public.releases;
begin
  select * into draft from public.releases r where r.id = release and r.publishes <> '' and r.status = 'draft' and not r._deleted;
  if not found then return; end if;
  begin
    -- The developer may have left the organization since the upload.
    perform private.reject_if(not private.organization_allows(draft.org_id, 'manage', draft.developer_id),
      'forbidden', 'Another organization''s release.');
    update public.releases r set status = 'published' where r.id = draft.id;
    if draft.publishes = 'app' then
      update public.apps a set status = 'published' where a.id = draft.app_id and a.status = 'draft';
    end if;
  exception when sqlstate 'PT422' or check_violation then
    update public.releases r set publishes = '' where r.id = draft.id;
  end;
end
$$;

create function private.complete_build_check(result jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb;
  release public.releases;
  stored bigint;
  failure text;
  tried int;
begin
  select * into release from public.releases r where r.id = (result ->> 'release_id')::uuid for no key update;
  if not found then return; end if;
  select c.attempts into tried from private.build_checks c where c.release_id = release.id;
  -- Replaced by another file, which has its own check.
  if not found or release.file_path <> result ->> 'file_path' or release.checked_at is not null then return; end if;
  failure := coalesce(result ->> 'failure', '');
  if result ->> 'outcome' = 'retry' then
    if tried < 6 then
      update private.build_checks c set not_before = now() + make_interval(mins => power(2, tried - 1)::int) where c.release_id = release.id;
      return;
    end if;
    failure := 'damaged';
  end if;
  delete from private.build_checks c where c.release_id = release.id;
  -- A published release keeps the facts that people saw.
  if release.status <> 'draft' then return; end if;
  facts := coalesce(result -> 'facts', '{}');
  release.platform := coalesce(facts ->> 'platform', '');
  release.package_id := left(coalesce(facts ->> 'package_id', ''), 255);
  if failure = '' and release.package_id <> '' and private.is_other_package(release) then
    failure := 'other_package';
  end if;
  select private.object_bytes(o.metadata) into stored from storage.objects o where o.bucket_id = 'releases' and o.name = release.file_path;
  update public.releases r set checked_at = now(), check_failure = failure,
    cautions = coalesce((select jsonb_agg(left(c, 40)) from (select c from jsonb_array_elements_text(facts -> 'cautions') c limit 20) c), '[]'),
    -- The name under which a device installs it.
    file_name = left(coalesce(nullif(facts ->> 'file_name', ''), r.file_name), 255),
    content_type = left(coalesce(nullif(facts ->> 'content_type', ''), r.content_type), 100),
    size_bytes = coalesce(nullif(stored, 0), r.size_bytes),
    platform = release.platform, package_id = release.package_id,
    package_name = left(coalesce(facts ->> 'package_name', ''), 120),
    build_number = left(coalesce(facts ->> 'build_number', ''), 40),
    min_os = left(coalesce(facts ->> 'min_os', ''), 20),
    abis = coalesce((select jsonb_agg(left(a, 40)) from (select a from jsonb_array_elements_text(facts -> 'abis') a limit 20) a), '[]'),
    signer_sha256 = coalesce(facts ->> 'signer_sha256', ''),
    signing_kind = coalesce(facts ->> 'signing_kind', ''),
    signing_expires_at = (facts ->> 'signing_expires_at')::timestamptz,
    profile_devices = coalesce((facts ->> 'profile_devices')::int, 0)
  where r.id = release.id;
  delete from private.release_devices d where d.release_id = release.id;
  insert into private.release_devices (release_id, udid_hash)
  select release.id, h from jsonb_array_elements_text(coalesce(result -> 'devices', '[]')) h limit 2000 on conflict do nothing;
  perform private.publish_checked(release.id);
end
$$;

create function public.complete_build_checks(results jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  result jsonb;
begin
  for result in select e from jsonb_array_elements(results) e order by e ->> 'release_id' loop
    begin
      perform private.complete_build_check(result);
    exception when data_exception or check_violation then
      -- A value that a column rejects must not fail the other packages. A retry would fail in the
      -- same way.
      raise warning 'release %: %', result ->> 'release_id', sqlerrm;
      perform private.complete_build_check(jsonb_build_object('release_id', result -> 'release_id', 'file_path', result -> 'file_path', 'outcome', 'read', 'failure', 'damaged'));
    end;
  end loop;
end
$$;
comment on function public.complete_build_checks(jsonb) is
'In: [{release_id, file_path, outcome: read | retry, failure: "" or one of releases.check_failure,
facts: {platform, package_id, package_name, build_number, min_os, abis, signer_sha256, signing_kind,
signing_expires_at, profile_devices, cautions, file_name, content_type}, devices: hashes of the
devices in an iOS profile}]. Stores the facts of a draft''s file; other_package when the app''s
published builds have another id. A file_name replaces the draft''s. retry: queued again, at most
six times, then it counts as damaged. Service key only.';

-- Releases whose own date or signature has expired: published releases, and drafts that a campaign
-- hands out, at most 500 of each.
create function private.releases_to_expire() returns setof uuid
language sql stable security definer set search_path = '' rows 10 as $$
  (select r.id from public.releases r
    where r.status = 'published' and least(r.expires_at, r.signing_expires_at) <= now() and not r._deleted
    order by least(r.expires_at, r.signing_expires_at), r.id limit 500)
  union all
  -- A draft that testers have. Other drafts stay unchanged, and are not checked again.
  (select r.id from public.releases r
    where r.status = 'draft' and least(r.expires_at, r.signing_expires_at) between now() - interval '2 days' and now() and not r._deleted
      and exists (select 1 from private.release_grants g join public.campaigns c on c.id = g.campaign_id where g.release_id = r.id and c.status <> 'draft')
    order by least(r.expires_at, r.signing_expires_at), r.id limit 500)
$$;

create function private.expire_release(release uuid) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.releases r where r.id = release for no key update skip locked;
  if not found then return 0; end if;
  update public.releases r set status = 'expired'
  where r.id = release and r.status in ('published', 'draft') and least(r.expires_at, r.signing_expires_at) <= now() and not r._deleted;
  return case when found then 1 else 0 end;
end
$$;

-- An app keeps the files of its last ten releases, of the newest downloadable one per platform
-- (also of the newest one without an end, which is offered again when those with an end have
-- expired), and of each build that a running campaign hands out or an undecided report names. The
-- rows of all releases stay.
create table private.build_retention (
  app_id uuid primary key references public.apps (id) on delete cascade,
  due_at timestamptz not null
);
create index build_retention_due on private.build_retention (due_at);

-- Objects for the function `builds` to delete from storage.
create table private.file_removals (
  file_path text primary key,
  not_before timestamptz not null default now()
);
create index file_removals_due on private.file_removals (not_before);

create function private.on_release_published() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.build_retention (app_id, due_at) values (new.app_id, now()) on conflict (app_id) do update set due_at = excluded.due_at;
  return null;
end
$$;
create trigger on_release_published after insert or update of status on public.releases for each row
  when (new.status = 'published' and current_setting('betaflock.seeding', true) is distinct from 'on')
  execute function private.on_release_published();

create function private.lasting_builds(app uuid) returns table (id uuid)
language sql stable security definer set search_path = '' rows 6 as $$
  select distinct on (r.platform, ends.all_too) r.id
  from public.releases r cross join (values (true), (false)) ends (all_too)
  where r.app_id = app and r.status = 'published' and r.file_path <> '' and not r._deleted
    and (ends.all_too or least(r.expires_at, r.signing_expires_at) is null)
  order by r.platform, ends.all_too, r.published_at desc, r.id
$$;

-- Marks the files of old releases of an app for deletion. Keeps the last ten, the offered ones and
-- those still needed. Out: how many files. Called by the schedule.
create function private.free_old_builds(of_app uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  app uuid;
  release record;
  waits boolean;
  freed int := 0;
begin
  for app in select b.app_id from private.build_retention b where b.due_at <= now() and b.app_id = of_app for update skip locked loop
    waits := false;
    for release in
      select r.id, r.file_path,
        exists (select 1 from public.briefs b join public.campaigns c on c.id = b.id
          where b.release_id = r.id and c.status not in ('completed', 'archived') and not c._deleted)
        or exists (select 1 from public.feedback f where f.release_id = r.id and f.status in ('submitted', 'changes_requested') and not f._deleted) as needed
      from (select old.id, old.file_path from public.releases old
        where old.app_id = app and old.published_at is not null and old.file_path <> '' and old.file_removed_at is null and not old._deleted
        order by old.published_at desc, old.id offset 10 limit 500) r
      where r.id not in (select l.id from private.lasting_builds(app) l)
    loop
      if release.needed then
        waits := true;
        continue;
      end if;
      update public.releases r set file_removed_at = now() where r.id = release.id;
      insert into private.file_removals (file_path) values (release.file_path) on conflict do nothing;
      freed := freed + 1;
    end loop;
    if waits then
      update private.build_retention b set due_at = now() + interval '1 day' where b.app_id = app;
    else
      delete from private.build_retention b where b.app_id = app;
    end if;
  end loop;
  if freed > 0 then perform pg_notify('betaflock_deliveries', 'builds'); end if;
  return freed;
end
$$;

-- Removes uploaded builds that no release has named for 14 days, at most 1,000 a day. A row can
-- follow its file by days, or never: the device crashed, or the draft was deleted or got another
-- file.
create function private.free_unnamed_builds() returns int
language plpgsql security definer set search_path = '' as $$
declare freed int;
begin
  insert into private.file_removals (file_path)
  select o.name from storage.objects o
  where o.bucket_id = 'releases' and o.created_at < now() - interval '14 days'
    and not exists (select 1 from public.releases r where r.file_path = o.name and r.file_path <> '' and not r._deleted)
    and not exists (select 1 from private.file_removals f where f.file_path = o.name)
  limit 1000;
  get diagnostics freed = row_count;
  if freed > 0 then perform pg_notify('betaflock_deliveries', 'builds'); end if;
  return freed;
end
$$;

create function public.claim_file_removals(most int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare answer jsonb;
begin
  -- A new release has the same bytes, so the file is needed again.
  delete from private.file_removals f using public.releases r
  where r.file_path = f.file_path and r.file_path <> '' and r.file_removed_at is null and not r._deleted;
  delete from private.file_removals f where not exists (select 1 from storage.objects o where o.bucket_id = 'releases' and o.name = f.file_path);
  with due as (
    select f.file_path from private.file_removals f where f.not_before <= now()
    order by f.not_before, f.file_path limit greatest(1, least(100, most)) for update skip locked
  ), taken as (
    update private.file_removals f set not_before = now() + interval '10 minutes' from due where f.file_path = due.file_path returning f.file_path
  )
  select coalesce(jsonb_agg(t.file_path order by t.file_path), '[]') into answer from taken t;
  return answer;
end
$$;
comment on function public.claim_file_removals(integer) is
'In: how many, at most 100. Out: [path], objects of the bucket `releases` to delete, leased for ten
minutes. An object that is missing at the next claim counts as removed. For the function `builds`
(service key).';

-- A campaign hands out another build, or a build fixes a known issue. Testers are notified in
-- batches (a campaign has at most 10,000), once the build is available.
create table private.build_notices (
  -- The campaign, or the report of the known issue.
  id uuid primary key,
  kind text not null check (kind in ('build_published', 'issue_fixed')),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  release_id uuid not null references public.releases (id) on delete cascade,
  notified_up_to uuid,
  created_at timestamptz not null default now()
);
create index build_notices_campaign on private.build_notices (campaign_id);
create index build_notices_release on private.build_notices (release_id);
create index build_notices_order on private.build_notices (created_at, id);

-- When a person was last notified of a new build: at most once a day.
create table private.build_notice_days (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  notified_at timestamptz not null
);

create table private.build_uses (
  release_id uuid not null references public.releases (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  notified_at timestamptz,
  opened_at timestamptz,
  primary key (release_id, user_id)
);
create index build_uses_user on private.build_uses (user_id);
create index build_notice_days_at on private.build_notice_days (notified_at);

create function private.queue_build_notice(id uuid, kind text, campaign uuid, release uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.build_notices (id, kind, campaign_id, release_id) values (id, kind, campaign, release)
  on conflict (id) do update set release_id = excluded.release_id, notified_up_to = null, created_at = now()
  where build_notices.release_id <> excluded.release_id
$$;

create function private.notify_of_build(notice private.build_notices, campaign public.campaigns, release public.releases,
  application public.applications) returns void
language plpgsql security definer set search_path = '' as $$
declare
  facts constant jsonb := jsonb_build_object('campaign_id', campaign.id, 'campaign_title', campaign.title, 'version', release.version,
    'release_id', release.id);
begin
  if application.status <> 'accepted' or not private.may_contact(campaign.org_id, application.tester_id) then return; end if;
  if notice.kind = 'issue_fixed' then
    perform private.notify(application.tester_id, 'issue_fixed',
      facts || jsonb_build_object('title', f.summary, 'feedback_id', f.id), '/tester/tests/' || campaign.id, campaign.is_sample),
      private.plan_retest_reminder(application, f.id)
    from public.feedback f where f.id = notice.id and not f._deleted and (f.tester_id = application.tester_id
      or application.confirmed_issues ? f.id::text
      or exists (select 1 from public.feedback d where d.duplicate_of = f.id and d.application_id = application.id))
      and not exists (select 1 from public.notifications n where n.user_id = application.tester_id and n.kind = 'issue_fixed'
        and n.data ->> 'feedback_id' = f.id::text and n.created_at > now() - interval '1 day');
    return;
  end if;
  -- The tester already has it.
  if application.release_id is not distinct from release.id then return; end if;
  insert into private.build_notice_days as d (user_id, notified_at) values (application.tester_id, now())
  on conflict (user_id) do update set notified_at = now() where d.notified_at <= now() - interval '1 day';
  if not found then return; end if;
  perform private.notify(application.tester_id, 'build_published', facts, '/tester/tests/' || campaign.id, campaign.is_sample,
    jsonb_build_object('body', left(release.notes, 2000)));
  insert into private.build_uses as u (release_id, user_id, notified_at) values (release.id, application.tester_id, now())
  on conflict (release_id, user_id) do update set notified_at = coalesce(u.notified_at, now());
end
$$;

create function private.due_build_notices() returns setof uuid
language sql stable security definer set search_path = '' rows 10 as $$
  select n.id from private.build_notices n join public.releases r on r.id = n.release_id
  -- Skips files that are not uploaded, packages that are not read, and fixes in a build that
  -- testers cannot download yet, so that they do not block other notices.
  where (r.kind = 'link' or r.checked_at is not null or r.status <> 'draft')
    and (n.kind <> 'issue_fixed' or r.published_at is not null
      or exists (select 1 from private.release_grants g where g.release_id = r.id and g.campaign_id = n.campaign_id))
  order by n.created_at, n.id limit 500
$$;

-- Notifies accepted testers of a running campaign about a new build (at most one such notice per
-- person and day), or testers affected by a known issue about its fix. Processes up to the given
-- number of testers. Out: how many were processed. Called by the schedule.
create function private.send_build_notice(the_notice uuid, most int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  notice private.build_notices;
  campaign public.campaigns;
  release public.releases;
  application public.applications;
  done int := 0;
begin
  select * into notice from private.build_notices n where n.id = the_notice for update skip locked;
  if not found then return 0; end if;
  select * into campaign from public.campaigns c where c.id = notice.campaign_id;
  select * into release from public.releases r where r.id = notice.release_id;
  if campaign.status = 'active' and release.status in ('draft', 'published') and (release.kind = 'link' or private.is_checked_file(release))
    and (release.signing_kind <> 'enterprise' or campaign.visibility <> 'public') then
    for application in
      select * from public.applications a
      where a.campaign_id = notice.campaign_id and (notice.notified_up_to is null or a.tester_id > notice.notified_up_to) and a.accepted_at is not null
      order by a.tester_id limit most
    loop
      perform private.notify_of_build(notice, campaign, release, application);
      notice.notified_up_to := application.tester_id;
      done := done + 1;
    end loop;
  end if;
  if done < most then
    delete from private.build_notices n where n.id = notice.id;
  else
    update private.build_notices n set notified_up_to = notice.notified_up_to where n.id = notice.id;
  end if;
  return done;
end
$$;

create function private.delete_old_build_notices() returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.build_notices n where n.created_at < now() - interval '30 days' and n.notified_up_to is null;
  delete from private.build_notice_days d where d.user_id in (
    select o.user_id from private.build_notice_days o where o.notified_at < now() - interval '2 days' order by o.notified_at limit 2000);
$$;

create function private.on_brief_build() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.campaigns c where c.id = new.id and c.status = 'active') then
    perform private.queue_build_notice(new.id, 'build_published', new.id, new.release_id);
  end if;
  return null;
end
$$;
create trigger on_brief_build after update on public.briefs for each row
  when (new.release_id is not null and new.release_id is distinct from old.release_id
    and current_setting('betaflock.seeding', true) is distinct from 'on') execute function private.on_brief_build();

create function private.on_issue_fixed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_build_notice(new.id, 'issue_fixed', new.campaign_id, new.fixed_release_id);
  return null;
end
$$;
create trigger on_issue_fixed after update of fixed_release_id, known on public.feedback for each row
  when (new.fixed_release_id is not null
    and (new.fixed_release_id is distinct from old.fixed_release_id or new.known and not old.known)
    and current_setting('betaflock.seeding', true) is distinct from 'on') execute function private.on_issue_fixed();

create function private.on_build_fetched() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.build_uses as u (release_id, user_id, opened_at) values (new.release_id, new.tester_id, now())
  on conflict (release_id, user_id) do update set opened_at = coalesce(u.opened_at, now());
  return null;
end
$$;
create trigger on_build_fetched after update of release_id on public.applications for each row
  when (new.release_id is not null and new.release_id is distinct from old.release_id) execute function private.on_build_fetched();

create function public.release_figures(app_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 10000;
  found_app public.apps;
begin
  perform private.check_session();
  select * into found_app from public.apps a where a.id = release_figures.app_id and not a._deleted;
  perform private.reject_if(not found or not (private.organization_allows(found_app.org_id, 'view') or private.is_admin()),
    'forbidden', 'Another organization''s app.');
  return coalesce((
    select jsonb_agg(jsonb_build_object('release_id', r.id,
      'notified', (select count(*) from (select 1 from private.build_uses u where u.release_id = r.id and u.notified_at is not null limit most) n),
      'opened', (select count(*) from (select 1 from private.build_uses u where u.release_id = r.id and u.opened_at is not null limit most) n),
      'downloaded', coalesce((select k.downloads from private.download_counts k where k.release_id = r.id), 0),
      'reported', (select count(*) from (select 1 from public.feedback f
        where f.release_id = r.id and f.status <> 'draft' and not f._deleted limit most) n)))
    from (select r.id from public.releases r where r.app_id = found_app.id and not r._deleted order by r.created_at desc, r.id limit 100) r), '[]');
end
$$;
comment on function public.release_figures(uuid) is
'In: the id of an app. Out: [{release_id, notified, opened, downloaded, reported}] of its latest 100
releases: notified testers, testers who fetched or opened it, downloads of its file, reports that
name it. All but downloads are counted to 10,000. A download is no installation. For members of its
organization and admins. Errors: forbidden.';

revoke all on private.build_checks, private.build_retention, private.file_removals, private.build_notices, private.build_notice_days,
  private.build_uses from public, anon, authenticated;

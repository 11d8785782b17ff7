-- Releases: the builds of an app. A published release keeps its file and version. It can be
-- withdrawn for good, and expires on its developer's date or with its signature. The server
-- extracts the facts of each file itself (build_checks).

create table public.releases (
  id uuid primary key,
  app_id uuid not null references public.apps (id),
  org_id uuid not null references public.organizations (id),
  developer_id uuid not null references public.profiles (id),
  -- link: the build is at link_url (TestFlight, a testing track, a store, a page).
  kind text not null default 'file' check (kind in ('file', 'link')),
  link_url text not null default '' check (char_length(link_url) <= 2000 and (link_url = '' or link_url ~* '^https?://[^\s/?#]')),
  version text not null default '' check (char_length(version) <= 40),
  notes text not null default '' check (char_length(notes) <= 10000),
  file_name text not null default '' check (char_length(file_name) <= 255),
  file_path text not null default '' check (char_length(file_path) <= 400 and (file_path = '' or private.is_object_path(file_path))),
  content_type text not null default '' check (char_length(content_type) <= 100),
  size_bytes bigint not null default 0 check (size_bytes between 0 and 9007199254740991),
  sha256 text not null default '' check (char_length(sha256) <= 64),
  -- Facts of the package, written only by the server.
  platform text not null default '' check (platform in ('', 'android', 'ios')),
  package_id text not null default '' check (char_length(package_id) <= 255),
  package_name text not null default '' check (char_length(package_name) <= 120),
  build_number text not null default '' check (char_length(build_number) <= 40),
  -- API level (Android) or version (iOS).
  min_os text not null default '' check (char_length(min_os) <= 20),
  abis jsonb not null default '[]' check (private.is_text_list(abis, 20, 40)),
  -- SHA-256 of the certificate (Android).
  signer_sha256 text not null default '' check (char_length(signer_sha256) <= 64),
  signing_kind text not null default ''
    check (signing_kind in ('', 'release', 'debug', 'unsigned', 'development', 'ad_hoc', 'enterprise', 'app_store', 'simulator')),
  signing_expires_at timestamptz(3),
  profile_devices int not null default 0 check (profile_devices >= 0),
  checked_at timestamptz(3),
  -- Documented in sync/files/build-checks.ts.
  check_failure text not null default '' check (check_failure in ('', 'app_bundle', 'split', 'split_required', 'split_archive', 'wrong_type',
    'misplaced_app', 'linked_app', 'unresolved_id', 'other_package',
    'damaged', 'incomplete', 'unknown_compression', 'encrypted', 'several_apps', 'unreadable_info', 'no_id')),
  cautions jsonb not null default '[]' check (private.is_text_list(cautions, 20, 40)),
  expires_at timestamptz(3) check (private.is_instant(expires_at)),
  -- When the file was deleted to free space; the row stays.
  file_removed_at timestamptz(3),
  status text not null default 'draft' check (status in ('draft', 'published', 'withdrawn', 'expired')),
  -- Asks the server to publish after a successful check; app: the app, too.
  publishes text not null default '' check (publishes in ('', 'release', 'app')),
  -- Snapshot of private.download_counts as of the row's last write.
  downloads int not null default 0,
  published_at timestamptz(3),
  is_sample boolean not null default false,
  constraint releases_signer_sha256_shape check (signer_sha256 = '' or signer_sha256 ~ '^[0-9a-f]{64}$'),
  constraint releases_sha256_shape check (sha256 = '' or sha256 ~ '^[0-9a-f]{64}$')
);
select private.add_sync_columns('releases');
create index releases_sync on public.releases (sync_xid, id);
create index releases_sync_organization on public.releases (org_id, sync_xid, id);
create index releases_developer on public.releases (developer_id);
create index releases_app on public.releases (app_id, created_at, id);
create index releases_file_path on public.releases (file_path) where file_path <> '';
create index releases_expiring on public.releases (status, least(expires_at, signing_expires_at)) where status in ('draft', 'published');

select private.protect_table('releases');
grant select on public.releases to anon;
create policy releases_read_public on public.releases for select to anon, authenticated
  using (published_at is not null and exists (select 1 from public.apps a where a.id = app_id and a.published_at is not null));
select private.add_organization_policies('releases');

select private.sync_register('releases', '{id,app_id,developer_id}', '{}', removable => true,
  writable => '{kind,link_url,version,notes,file_name,file_path,content_type,size_bytes,sha256,expires_at,status,publishes}');
-- Releases of other people's apps come with the opened app (sync_get); builds of a tester's
-- campaigns are in release_grants.
select private.add_sync_filters('releases', '{developer}', 't.org_id = {org}');
select private.register_change_topics('releases', 'select ''org:'' || org_id from new_rows
  union all select ''user:'' || t.t from new_rows r join private.release_grants g on g.release_id = r.id
  cross join lateral private.testers_to_notify(g.campaign_id, true) t (t)');

select private.add_transitions('release', 'developer', 'new > draft', 'new > published', 'draft > published', 'published > withdrawn', 'expired > withdrawn');
select private.add_transitions('release', 'server', 'draft > published', 'draft > expired', 'published > expired');

create function private.has_published_release(app uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.releases r where r.app_id = app and r.status = 'published' and not r._deleted)
$$;

-- True when the server failed to read the file. Same rule as isUnread in
-- sync/files/build-checks.ts.
create function private.is_unread(check_failure text) returns boolean
language sql immutable set search_path = '' as $$
  select check_failure in ('damaged', 'incomplete', 'unknown_compression', 'encrypted', 'several_apps', 'unreadable_info', 'no_id')
$$;

-- True when people may download the file: the server found no fault, or could not read it. Devices
-- read more formats than the server, and the developer sees a warning.
create function private.is_checked_file(release public.releases) returns boolean
language sql immutable set search_path = '' as $$
  select release.file_removed_at is null and (release.file_path = ''
    or release.checked_at is not null and (release.check_failure = '' or private.is_unread(release.check_failure)))
$$;

-- True when the app's published builds of this platform have another package id. A phone would
-- treat it as another app.
create function private.is_other_package(release public.releases) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.releases r
    where r.app_id = release.app_id and r.published_at is not null and r.id <> release.id
      and r.platform = release.platform and r.package_id not in ('', release.package_id))
$$;

create trigger t20_set_organization before insert on public.releases for each row execute function private.set_organization('apps', 'app_id');

create function private.release_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := private.current_actor();
  -- Mutable columns of a published release. Rows are compared without them, so a new column is
  -- frozen by default.
  changeable constant text[] := '{notes,status,expires_at,file_removed_at,org_id,_deleted,updated_at,sync_client,sync_seq}';
begin
  if tg_op = 'INSERT' then
    if new.org_id is null then
      perform private.reject('missing_parent', 'The app of this release is not known yet.');
    end if;
    perform private.require_own(actor, new.developer_id, 'Another developer''s app.');
    perform private.require_allowed(actor, new.org_id, 'manage', 'Another organization''s app.');
    perform private.require_transition('release', 'new', new.status, actor);
    new.published_at := null;
  else
    if actor <> 'server' then
      perform private.require_allowed(actor, new.org_id, 'manage', 'Another organization''s release.');
      if new._deleted and old.status <> 'draft' then
        perform private.reject('wrong_state', 'Only a draft can be deleted.');
      end if;
    end if;
    -- People have downloaded the file and verified its checksum. Also frozen for the server's own
    -- statements.
    if (old.status <> 'draft' or old.published_at is not null) and to_jsonb(new) - changeable <> to_jsonb(old) - changeable then
      perform private.reject('wrong_state', 'A published release keeps its file and version. Publish a new one.');
    end if;
    perform private.require_transition('release', old.status, new.status, actor);
  end if;
  -- A link has no file; a remaining file would be offered unchecked.
  if new.kind = 'link' and actor <> 'server' then
    new.file_path := ''; new.file_name := ''; new.content_type := ''; new.size_bytes := 0; new.sha256 := '';
  end if;
  -- The file or the way to read it has changed, so the previous facts are invalid.
  if actor <> 'server' and (tg_op = 'INSERT' or row(new.file_path, new.file_name) <> row(old.file_path, old.file_name)) then
    new.platform := ''; new.package_id := ''; new.package_name := ''; new.build_number := ''; new.min_os := ''; new.abis := '[]';
    new.signer_sha256 := ''; new.signing_kind := ''; new.signing_expires_at := null; new.profile_devices := 0;
    new.checked_at := null; new.check_failure := ''; new.cautions := '[]'; new.file_removed_at := null;
  end if;
  perform private.require_own_object(actor, 'file_path', new.file_path, case tg_op when 'UPDATE' then old.file_path end);
  if new.status = 'published' and (tg_op = 'INSERT' or old.status = 'draft') then
    perform private.require_active(coalesce(auth.uid(), new.developer_id), 'publish');
    if private.trimmed(new.version) = '' then
      perform private.reject('invalid', 'A release needs a version before it is published.');
    elsif new.kind = 'link' and new.link_url = '' then
      perform private.reject('invalid', 'link_url: a release that is a link needs its address.');
    elsif new.kind = 'file' and new.file_path <> '' then
      if new.checked_at is null then
        perform private.reject('wrong_state', 'The server has not read this file yet.');
      elsif not private.is_checked_file(new) then
        perform private.reject('invalid', format('file_path: this file cannot be published (%s).', new.check_failure));
      elsif private.is_other_package(new) then
        perform private.reject('invalid', 'file_path: the app''s published builds have another package id.');
      elsif new.signing_kind = 'enterprise' then
        perform private.reject('invalid', 'file_path: Apple allows enterprise signing for a company''s own people only.');
      end if;
    end if;
    if least(new.expires_at, new.signing_expires_at) <= now() then
      perform private.reject('invalid', 'expires_at: this build has expired.');
    end if;
    new.published_at := now();
  end if;
  if new.status <> 'draft' then new.publishes := ''; end if;
  return new;
end
$$;

create function private.after_release() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ended constant boolean := tg_op = 'UPDATE' and new.status in ('withdrawn', 'expired') and old.status not in ('withdrawn', 'expired');
begin
  if ended or new.status = 'published' and (tg_op = 'INSERT'
    or row(new.status, new.notes) is distinct from row(old.status, old.notes)) then
    perform private.refresh_app(new.app_id);
  end if;
  if ended then
    -- The statement above locked the app's row, because a concurrent call may be publishing it.
    update public.apps a set status = 'unpublished'
    where a.id = new.app_id and a.status = 'published' and not private.has_published_release(a.id);
    perform private.log_activity(coalesce(auth.uid(), new.developer_id), 'release_' || new.status, 'release', new.id, jsonb_build_object(
      'title', (select a.title from public.apps a where a.id = new.app_id), 'version', new.version));
    insert into private.withdrawals (release_id) values (new.id) on conflict do nothing;
    perform private.notify_withdrawals(200);
  end if;
  return null;
end
$$;
select private.add_triggers('releases', rules => 'release_rules', effects => 'after_release');

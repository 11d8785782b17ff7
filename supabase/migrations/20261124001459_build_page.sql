-- The page of a build, /b/{release}, which a QR code opens, also for signed-out visitors.
--
-- Scale: rows by key. Few campaigns open a release; the search ends at the first match.

create function private.build_of(release public.releases) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', release.id, 'app_id', release.app_id, 'kind', release.kind, 'link_url', release.link_url,
    'version', release.version, 'notes', release.notes, 'file_name', release.file_name, 'file_path', release.file_path,
    'content_type', release.content_type, 'size_bytes', release.size_bytes, 'sha256', release.sha256, 'platform', release.platform,
    'package_id', release.package_id, 'build_number', release.build_number, 'min_os', release.min_os, 'abis', release.abis,
    'signer_sha256', release.signer_sha256, 'signing_kind', release.signing_kind,
    'signing_expires_at', private.iso_time(release.signing_expires_at), 'checked_at', private.iso_time(release.checked_at),
    'check_failure', release.check_failure, 'expires_at', private.iso_time(release.expires_at),
    'file_removed_at', private.iso_time(release.file_removed_at), 'status', release.status,
    'published_at', private.iso_time(release.published_at))
$$;

create function private.build_page(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  unknown constant jsonb := jsonb_build_object('access', case when auth.uid() is null then 'sign_in' else 'none' end);
  found_release public.releases;
  app public.apps;
  test uuid;
  face jsonb;
begin
  select * into found_release from public.releases r where r.id = wanted and not r._deleted;
  if not found then return unknown; end if;
  select * into app from public.apps a where a.id = found_release.app_id;
  face := jsonb_build_object('id', app.id, 'title', app.title, 'developer_name', app.developer_name, 'org_id', app.org_id,
    -- The icon of an app that was never published is not public.
    'icon_path', case when app.published_at is null then '' else app.icon_path end,
    'platform', app.platform, 'type', app.type, 'in_store', app.status = 'published');
  if auth.uid() is not null then
    select g.campaign_id into test from private.release_grants g
    join public.applications a on a.campaign_id = g.campaign_id and a.tester_id = auth.uid() and a.status = 'accepted'
    where g.release_id = found_release.id order by a.accepted_at desc, g.campaign_id limit 1;
  end if;
  if found_release.published_at is not null and app.status = 'published'
    or auth.uid() is not null and (found_release.id in (select private.my_granted_releases())
      or found_release.org_id in (select private.my_organizations('view')) or private.is_admin()) then
    return jsonb_build_object('access', 'full', 'app', face, 'release', private.build_of(found_release), 'campaign_id', test);
  end if;
  -- The first running public test that hands it out, which the caller can join.
  select g.campaign_id into test from private.release_grants g join private.offers o on o.id = g.campaign_id and o.end_date >= private.today()
  where g.release_id = found_release.id order by g.campaign_id limit 1;
  if test is null then return unknown; end if;
  return jsonb_build_object('access', 'join', 'app', face, 'campaign_id', test, 'release', jsonb_build_object('version', found_release.version,
    'kind', found_release.kind, 'platform', found_release.platform, 'size_bytes', found_release.size_bytes));
end
$$;

-- The release of an address, /b/{id or short code}: as private.campaign_at.
create function private.release_at(address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.is_uuid(address) then address::uuid else (
    select r.id from (select private.ids_of_code(address)) c (ids), public.releases r
    where r.id between c.ids[1] and c.ids[2] order by r.created_at, r.id limit 1) end
$$;

create function public.build_page(release_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.limit_visitors();
  return private.build_page(private.release_at(build_page.release_id));
end
$$;
create function public.visitor_build_page(release_id text, headers jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform set_config('request.headers', headers::text, true);
  perform private.require_rate('page:' || private.caller_address(), 300, '5 minutes', 'Too many requests. Please wait a few minutes.');
  return private.build_page(private.release_at(visitor_build_page.release_id));
end
$$;
comment on function public.visitor_build_page(text, jsonb) is
'build_page for a signed-out visitor who calls the function `install`; without their headers all
visitors would share one address. headers: of the visitor''s request. Service key only. Errors:
rate_limited.';

comment on function public.build_page(text) is
'The page of a build, by its id or short code, for the caller: {access: full, app: {id, title, developer_name, org_id,
icon_path, platform, type, in_store}, release: its columns, campaign_id: the test in which the
caller is an accepted tester, or null} for a published release of a published app, one that a
campaign has opened to the caller, and for members of its organization and admins; {access: join,
app, release: {version, kind, platform, size_bytes}, campaign_id} for one that a running public test
hands out; for every other text {access: sign_in} signed out, {access: none} signed in. Errors:
rate_limited (signed out: 300 in five minutes per address), session_ended and similar.';

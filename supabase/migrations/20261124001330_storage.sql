-- Storage buckets and their access rules. A path begins with its owner's id; the storage service
-- checks a bucket's limits.
-- - attachments, {tester}/{sha256}: photos and videos of reports; sending one twice is harmless
-- - avatars, {person}/…: public
-- - app-content, {developer}/…: public; icons, screenshots
-- - branding, {admin}/…: public; the site's logo and icon
-- - releases, {developer}/…: builds, readable with their release
-- - files, {organization, or admin}/{id}: File Storage; public.files has the name with folders
-- The service serves public buckets by address without checking policies; the policies let only the
-- owner list them.

-- Lists the types, because some storage servers do not support `image/*`, and SVG must be excluded
-- (it can contain scripts).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('attachments', 'attachments', false, 52428800, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/heic',
    'image/heif', 'video/mp4', 'video/webm', 'video/quicktime', 'video/ogg', 'video/3gpp', 'text/plain', 'text/csv', 'text/markdown',
    'application/pdf', 'application/json', 'application/zip', 'application/x-zip-compressed', 'application/gzip']),
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']),
  ('app-content', 'app-content', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/x-icon', 'image/vnd.microsoft.icon']),
  ('branding', 'branding', true, 1048576, array['image/png']),
  ('releases', 'releases', false, 524288000, null),
  ('files', 'files', false, 52428800, null)
on conflict (id) do nothing;

create function private.own_folder(name text) returns boolean
language sql stable set search_path = '' as $$
  select split_part(name, '/', 1) = (select auth.uid())::text and name not like '%..%'
$$;

create function private.in_organization_folder(name text, capability text) returns boolean
language sql stable set search_path = '' as $$
  select split_part(name, '/', 1) in (select o::text from private.my_organizations(capability) o) and name not like '%..%'
$$;

create policy betaflock_own_read on storage.objects for select to authenticated
  using (bucket_id in ('attachments', 'avatars', 'app-content', 'releases', 'files') and private.own_folder(name));
create policy betaflock_own_add on storage.objects for insert to authenticated
  with check (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and private.own_folder(name)
    and (select private.can_write())
    and (bucket_id not in ('app-content', 'releases') or (select private.acting_role()) in ('developer', 'admin')));
create policy betaflock_own_change on storage.objects for update to authenticated
  using (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and private.own_folder(name) and (select private.can_write()))
  with check (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and private.own_folder(name)
    and (bucket_id not in ('app-content', 'releases') or (select private.acting_role()) in ('developer', 'admin')));
create policy betaflock_own_remove on storage.objects for delete to authenticated
  using (bucket_id in ('attachments', 'avatars', 'app-content', 'releases', 'files') and private.own_folder(name) and (select private.can_write()));
create policy betaflock_admin on storage.objects for all to authenticated
  using (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and (select private.is_admin()))
  with check (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and (select private.is_admin()));
-- Only the function `storage` writes objects of File Storage: it checks names, types and quotas.
create policy betaflock_admin_files_read on storage.objects for select to authenticated
  using (bucket_id = 'files' and (select private.is_admin()));
create policy betaflock_admin_files_remove on storage.objects for delete to authenticated
  using (bucket_id = 'files' and (select private.is_admin()));
create policy betaflock_organization_files_read on storage.objects for select to authenticated
  using (bucket_id = 'files' and private.in_organization_folder(name, 'view'));
create policy betaflock_organization_files_remove on storage.objects for delete to authenticated
  using (bucket_id = 'files' and private.in_organization_folder(name, 'manage') and (select private.can_write()));
create policy betaflock_require_valid_session on storage.objects as restrictive for all to authenticated
  using ((select private.session_error()) is null);
create policy betaflock_branding_change on storage.objects for all to authenticated
  using (bucket_id = 'branding' and (select private.is_admin())) with check (bucket_id = 'branding' and private.own_folder(name) and (select private.is_admin()));

-- Only the developer and the admins read the file of an unpublished app, or of a release that is
-- withdrawn, expired or not checked yet (private.is_checked_file). Copies on devices stay.
create function private.is_offered_file(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.releases r join public.apps a on a.id = r.app_id
    where r.file_path = is_offered_file.name and r.file_path <> '' and not r._deleted and r.status in ('draft', 'published')
      and ((r.status = 'published' and a.status = 'published' or private.is_handed_out(r)) and private.is_checked_file(r)
          and coalesce(least(r.expires_at, r.signing_expires_at) > now(), true)
        or r.org_id in (select private.my_organizations('view'))))
$$;

create policy betaflock_releases_read on storage.objects for select to anon, authenticated
  using (bucket_id = 'releases' and private.is_offered_file(name));

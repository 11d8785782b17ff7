-- Chapter 7: buckets and who may touch which object. Paths start with their owner's id; a bucket's limits are checked by storage itself.
--   attachments  {tester}/{sha256}       photos and videos of reports; content-addressed, so sending one twice is harmless
--   avatars      {person}/…              public
--   app-content  {developer}/…           public: icons, screenshots
--   releases     {developer}/…           builds: readable with the release that names them
--   files        {owner}/{id}            somebody's storage area (S22); its name with folders is in public.files

-- Types one by one: not every storage server knows `image/*`, and SVG must stay out (it can carry a script).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('attachments', 'attachments', false, 52428800, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/heic',
    'image/heif', 'video/mp4', 'video/webm', 'video/quicktime', 'video/ogg', 'video/3gpp', 'text/plain', 'text/csv', 'text/markdown',
    'application/pdf', 'application/json', 'application/zip', 'application/x-zip-compressed', 'application/gzip']),
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']),
  ('app-content', 'app-content', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/x-icon', 'image/vnd.microsoft.icon']),
  ('releases', 'releases', false, 524288000, null),
  ('files', 'files', false, 52428800, null)
on conflict (id) do nothing;

-- May the caller write at all? Suspended people read and write nothing; the guard of chapter 2 does not see storage.
create function private.may_write() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.my_status() <> 'suspended'
    and (private.is_admin() or coalesce(private.setting('general', 'maintenance_mode') <> 'true'::jsonb, true))
$$;

create function private.own_folder(name text) returns boolean
language sql stable set search_path = '' as $$
  select split_part(name, '/', 1) = (select auth.uid())::text and name not like '%..%'
$$;

-- Is this object part of a report that the caller received as its developer?
create function private.received_attachment(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_uuid(split_part(name, '/', 1)) and exists (
    select 1 from public.feedback f
    where f.tester_id = case when private.is_uuid(split_part(name, '/', 1)) then split_part(name, '/', 1)::uuid end
      and f.developer_id = (select auth.uid()) and f.status <> 'draft'
      and f.attachments @> jsonb_build_array(jsonb_build_object('sha256', split_part(name, '/', 2))))
$$;

create policy betaflock_own_read on storage.objects for select to authenticated
  using (bucket_id in ('attachments', 'avatars', 'app-content', 'releases', 'files') and private.own_folder(name));
create policy betaflock_own_add on storage.objects for insert to authenticated
  with check (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and private.own_folder(name)
    and (select private.may_write())
    and (bucket_id not in ('app-content', 'releases') or (select private.my_role()) in ('developer', 'admin')));
create policy betaflock_own_change on storage.objects for update to authenticated
  using (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and private.own_folder(name) and (select private.may_write()))
  with check (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and private.own_folder(name)
    and (bucket_id not in ('app-content', 'releases') or (select private.my_role()) in ('developer', 'admin')));
create policy betaflock_own_remove on storage.objects for delete to authenticated
  using (bucket_id in ('attachments', 'avatars', 'app-content', 'releases', 'files') and private.own_folder(name) and (select private.may_write()));

create policy betaflock_public_read on storage.objects for select to anon, authenticated
  using (bucket_id in ('avatars', 'app-content'));
create policy betaflock_attachments_received on storage.objects for select to authenticated
  using (bucket_id = 'attachments' and private.received_attachment(name));
-- A build opens with the release that names it: whoever may read the release (chapter 4) may read its file. The release's check makes
-- sure that it can only name a file in its own developer's folder.
create policy betaflock_releases_read on storage.objects for select to anon, authenticated
  using (bucket_id = 'releases' and exists (select 1 from public.releases r where r.file_path = name and r.file_path <> '' and not r._deleted));
create policy betaflock_admin on storage.objects for all to authenticated
  using (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and (select private.is_admin()))
  with check (bucket_id in ('attachments', 'avatars', 'app-content', 'releases') and (select private.is_admin()));
-- Objects of the storage area are written by the function `storage` alone: it holds names, types and quotas to the rules below.
create policy betaflock_admin_files_read on storage.objects for select to authenticated
  using (bucket_id = 'files' and (select private.is_admin()));
create policy betaflock_admin_files_remove on storage.objects for delete to authenticated
  using (bucket_id = 'files' and (select private.is_admin()));

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The storage area (S22). A file is an object and a row of public.files. An object's key may hold few characters and a name any, so the key
-- is an id and the name stands in the row. The function `storage` reserves name and room, then writes the object; the trigger makes the row
-- in the transaction that makes the object's. So there is never one without the other, whoever is cut off when.

create table private.file_reservations (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  file_name text not null,
  size_bytes bigint not null,
  content_type text not null,
  created_at timestamptz not null default now()
);
create index file_reservations_owner on private.file_reservations (owner_id);

-- As in src/domain/file-path.ts: folders between slashes, each part 1 to 255 characters, nothing that climbs or hides.
create function private.is_file_path(path text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(path) between 1 and 400 and path !~ '[\\\x01-\x1f\x7f]'
    and not exists (select 1 from unnest(string_to_array(path, '/')) part
      where part in ('.', '..') or char_length(part) > 255 or private.trimmed(part) <> part or part = '')
$$;

create function public.storage_reserve(file_name text, size_bytes bigint, content_type text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  used bigint;
  made uuid;
begin
  perform private.check_session();
  if coalesce(private.my_role() not in ('developer', 'admin'), true) then
    perform private.refuse('forbidden', 'File storage is for developers and admins.');
  elsif private.my_status() = 'suspended' then
    perform private.refuse('suspended', 'This account is suspended. It can read, and write nothing.');
  elsif not private.may_write() then
    raise exception using errcode = 'PT503', message = 'Betaflock is being maintained.', detail = 'maintenance';
  elsif not coalesce(private.is_file_path(file_name), false) then
    perform private.refuse('invalid', 'This file name cannot be used: 255 characters a part, 400 in all, no "..", no "\".');
  elsif size_bytes is null or size_bytes < 1 or content_type is null or char_length(content_type) > 100 then
    perform private.refuse('invalid', 'The file is empty.');
  end if;
  -- One at a time per person: two uploads at once must not both fit into the same room.
  perform 1 from public.profiles p where p.id = me for no key update;
  delete from private.file_reservations r where r.owner_id = me and r.created_at < now() - interval '15 minutes';
  -- An upload that was cut leaves its reservation: the next try takes its place.
  delete from private.file_reservations r where r.owner_id = me and r.file_name = storage_reserve.file_name;
  if exists (select 1 from public.files f where f.owner_id = me and f.file_name = storage_reserve.file_name and not f._deleted) then
    perform private.refuse('duplicate', 'A file with this name already exists');
  end if;
  select coalesce(sum(x.size), 0) into used from (
    select f.size_bytes as size from public.files f where f.owner_id = me and not f._deleted
    union all select r.size_bytes from private.file_reservations r where r.owner_id = me) x;
  if used + size_bytes > 1000000000 then
    perform private.refuse('quota', 'Your storage is full: 1 GB is the most. Delete files that you no longer need.');
  end if;
  insert into private.file_reservations (owner_id, file_name, size_bytes, content_type)
  values (me, storage_reserve.file_name, storage_reserve.size_bytes, storage_reserve.content_type) returning id into made;
  return made;
end
$$;
comment on function public.storage_reserve(text, bigint, text) is
'Keeps a name and room in the caller''s storage area for an upload that follows at once, for 15 minutes at most. Called by the function `storage`.
Out: the id under which the object is to be stored ({owner}/{id} in the bucket `files`). Errors: forbidden (neither developer nor admin),
suspended, maintenance (PT503), invalid (name, empty file), duplicate, quota (1 GB a person). Rule: specification point 7, File Storage.';

create function private.stored_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name constant text := case tg_op when 'DELETE' then old.name else new.name end;
  owner uuid := case when private.is_uuid(split_part(name, '/', 1)) then split_part(name, '/', 1)::uuid end;
  file uuid := case when private.is_uuid(split_part(name, '/', 2)) then split_part(name, '/', 2)::uuid end;
begin
  if tg_op = 'DELETE' then
    update public.files f set _deleted = true where f.id = file and f.owner_id = owner and not f._deleted;
    return null;
  end if;
  with kept as (delete from private.file_reservations r where r.id = file and r.owner_id = owner returning r.*)
  insert into public.files (id, owner_id, file_name, size_bytes, content_type)
  select kept.id, kept.owner_id, kept.file_name, kept.size_bytes, kept.content_type from kept;
  -- Its reservation was taken over by a newer upload of the same name: an object without a row must not stay.
  if file is not null and not found then
    perform private.refuse('wrong_state', 'Another upload of this file has begun.');
  end if;
  return null;
end
$$;
create trigger betaflock_file_stored after insert on storage.objects
  for each row when (new.bucket_id = 'files') execute function private.stored_file();
create trigger betaflock_file_removed after delete on storage.objects
  for each row when (old.bucket_id = 'files') execute function private.stored_file();

create function public.attachment_arrived(feedback_id uuid, attachment_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  report public.feedback;
  attachment jsonb;
  stored jsonb;
begin
  perform private.check_session();
  select * into report from public.feedback f where f.id = attachment_arrived.feedback_id;
  if not found then
    perform private.refuse('missing_parent', 'This report is not known yet.');
  elsif report.tester_id is distinct from auth.uid() then
    perform private.refuse('forbidden', 'Another person''s report.');
  elsif private.my_status() = 'suspended' then
    perform private.refuse('suspended', 'This account is suspended. It can read, and write nothing.');
  end if;
  select value into attachment from jsonb_array_elements(report.attachments) where value ->> 'id' = attachment_id::text;
  if attachment is null then
    perform private.refuse('invalid', 'The report has no such attachment.');
  end if;
  select o.metadata into stored from storage.objects o
  where o.bucket_id = 'attachments' and o.name = report.tester_id::text || '/' || (attachment ->> 'sha256');
  if not found then return false; end if;
  -- Half a file (an upload that was cut) must not count as arrived. Some storage servers note no size.
  if jsonb_typeof(stored -> 'size') = 'number' and (stored ->> 'size')::bigint <> (attachment ->> 'size')::bigint then return false; end if;
  update public.feedback f set uploaded = f.uploaded || to_jsonb(attachment_id::text)
  where f.id = report.id and not f.uploaded ? attachment_id::text;
  return true;
end
$$;
comment on function public.attachment_arrived(uuid, uuid) is
'Marks an attachment of the caller''s own report as arrived, once its object lies in the bucket at {tester}/{sha256} with its size. Out: true
when it is there (also when it was noted before), false when it is not. Errors (PT422): missing_parent, forbidden, suspended, invalid.
Rule: sync.md "Attachments".';

-- File Storage. A file is an object and a row. The object's key is an id, because keys allow few
-- characters; the row has the name. The function `storage` reserves name and room, then writes the
-- object; a trigger creates the row in the object's transaction, so neither exists without the
-- other.
--
-- The owner is a team or a person (private.owner_ids). A person's files also belong to the personal
-- organization, if there is one.
--
-- Scale: an owner has at most 10,000 files, the maximum that a call, a device and a page of
-- admin_files read.

create table public.files (
  id uuid primary key,
  owner_id uuid not null references private.owner_ids (id),
  file_name text not null check (char_length(file_name) <= 400),
  size_bytes bigint not null default 0 check (size_bytes between 0 and 9007199254740991),
  content_type text not null default '' check (char_length(content_type) <= 100),
  uploaded_at timestamptz(3) not null default now(),
  is_sample boolean not null default false
);
select private.add_sync_columns('files');
create index files_sync on public.files (sync_xid, id);
create index files_sync_owner on public.files (owner_id, sync_xid, id);
create unique index files_path on public.files (owner_id, file_name) where not _deleted;

select private.protect_table('files');
create policy files_read on public.files for select to authenticated
  using (owner_id = (select auth.uid()) or owner_id in (select private.my_organizations('view')) or (select private.is_admin()));

select private.sync_register('files', '{}', '{}', false);
select private.add_sync_filters('files', '{developer}', 't.owner_id = {org}');
select private.register_change_topics('files', 'select ''org:'' || owner_id from new_rows');
select private.add_triggers('files', rules => 'server_only');

create table private.file_reservations (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null,
  file_name text not null,
  size_bytes bigint not null,
  content_type text not null,
  created_at timestamptz not null default now()
);
create index file_reservations_owner on private.file_reservations (owner_id);

-- As in the app: folders separated by slashes, 1 to 255 characters per part, no control characters
-- and no "..".
create function private.is_file_path(path text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(path) between 1 and 400 and private.is_line(path) and path !~ '\\'
    and not exists (select 1 from unnest(string_to_array(path, '/')) part
      where part in ('.', '..') or char_length(part) > 255 or private.trimmed(part) <> part or part = '')
$$;

create function public.storage_owner(owner_id uuid, capability text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_session();
  if coalesce(private.acting_role() not in ('developer', 'admin'), true) then
    perform private.reject('forbidden', 'File storage is for developers and admins.');
  elsif coalesce(owner_id = auth.uid(), true) then
    return auth.uid();
  elsif not private.is_admin() then
    perform private.require_organization(owner_id, capability);
  end if;
  return owner_id;
end
$$;
comment on function public.storage_owner(uuid, text) is
'The owner of the File Storage in a call: the caller (default), an organization in which the caller
has the capability (view to read, manage to change), or for admins any owner. Out: the owner.
Errors: forbidden (neither developer nor admin; no such organization, or no member), not_allowed
(insufficient role), suspended.';

create function public.storage_reserve(file_name text, size_bytes bigint, content_type text, owner_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  owner uuid;
  used bigint;
  stored int;
  made uuid;
begin
  owner := public.storage_owner(storage_reserve.owner_id, 'manage');
  if private.my_status() = 'suspended' then
    perform private.reject('suspended', 'This account is suspended: it can read but not write.');
  elsif not private.can_write() then
    raise exception using errcode = 'PT503', message = 'Betaflock is down for maintenance.', detail = 'maintenance';
  elsif owner <> me and not private.organization_allows(owner, 'manage') then
    perform private.reject('forbidden', 'Admins look into the files of others and add none.');
  elsif not coalesce(private.is_file_path(file_name), false) then
    perform private.reject('invalid', 'This file name cannot be used: 255 characters per part, 400 in total, no "..", no "\".');
  elsif size_bytes is null or size_bytes < 1 or content_type is null or char_length(content_type) > 100 then
    perform private.reject('invalid', 'The file is empty.');
  end if;
  -- Serializes reservations of one owner: two uploads must not use the same room.
  perform 1 from public.organizations o where o.id = owner for no key update;
  if not found then
    perform 1 from public.profiles p where p.id = owner for no key update;
  end if;
  delete from private.file_reservations r where r.owner_id = owner and r.created_at < now() - interval '15 minutes';
  -- An interrupted upload leaves its reservation; the next attempt replaces it.
  delete from private.file_reservations r where r.owner_id = owner and r.file_name = storage_reserve.file_name;
  perform private.reject_if(exists (select 1 from public.files f
      where f.owner_id = owner and f.file_name = storage_reserve.file_name and not f._deleted),
    'duplicate', 'A file with this name already exists');
  select coalesce(sum(x.size), 0), count(*) into used, stored from (
    select f.size_bytes as size from public.files f where f.owner_id = owner and not f._deleted
    union all select r.size_bytes from private.file_reservations r where r.owner_id = owner) x;
  perform private.reject_if(used + size_bytes > 1073741824 or stored >= 10000,
    'quota', 'Your storage is full (1 GB, or 10,000 files). Delete files you no longer need.');
  insert into private.file_reservations (owner_id, file_name, size_bytes, content_type)
  values (owner, storage_reserve.file_name, storage_reserve.size_bytes, storage_reserve.content_type) returning id into made;
  return made;
end
$$;
comment on function public.storage_reserve(text, bigint, text, uuid) is
'Reserves a name and room (the maximum file size) for an upload within 15 minutes, in the File
Storage of the owner: the caller (default), or an organization in which they manage. Called by the
function `storage`. Out: the id under which the object is stored ({owner}/{id} in the bucket
`files`). Errors: those of storage_owner, maintenance (PT503), invalid (name, empty file),
duplicate, quota (1 GB or 10,000 files per owner).';

create function public.storage_forget(file_ids jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  forgotten int;
begin
  perform private.check_session();
  perform private.reject_if(coalesce(private.acting_role() not in ('developer', 'admin'), true),
    'forbidden', 'File storage is for developers and admins.');
  perform private.reject_if(not private.can_write(), 'suspended', 'This account can read but not write now.');
  perform private.reject_if(not coalesce(private.is_uuid_list(file_ids, 1000), false),
    'invalid', 'file_ids: a list of at most 1,000 ids.');
  update public.files f set _deleted = true
  where f.id in (select id::uuid from jsonb_array_elements_text(file_ids) id) and not f._deleted
    and (f.owner_id = auth.uid() or private.organization_allows(f.owner_id, 'manage') or private.is_admin())
    and not exists (select 1 from storage.objects o where o.bucket_id = 'files' and o.name = f.owner_id || '/' || f.id);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
comment on function public.storage_forget(jsonb) is
'Deletes rows of files without an object (sample data), of owners whose files the caller manages.
Called by the function `storage` after removing the objects. Out: how many. Errors: forbidden
(neither developer nor admin), suspended, invalid (no list of at most 1,000 ids), session_ended.';

create function private.record_stored_file() returns trigger
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
  with reservation as (delete from private.file_reservations r where r.id = file and r.owner_id = owner returning r.*)
  insert into public.files (id, owner_id, file_name, size_bytes, content_type)
  select reservation.id, reservation.owner_id, reservation.file_name,
    coalesce(nullif(private.object_bytes(new.metadata), 0), reservation.size_bytes), reservation.content_type from reservation;
  -- A newer upload of the same name took the reservation: an object without a row must not stay.
  if file is not null and not found then
    perform private.reject('wrong_state', 'Another upload of this file has started.');
  end if;
  return null;
end
$$;
create trigger betaflock_file_stored after insert on storage.objects
  for each row when (new.bucket_id = 'files') execute function private.record_stored_file();
create trigger betaflock_file_removed after delete on storage.objects
  for each row when (old.bucket_id = 'files') execute function private.record_stored_file();

-- Rules of stored objects for all upload paths: the owner's rights, files that may not be replaced,
-- quotas. Implemented as triggers, because a storage server writes an object's row with its own
-- rights after the upload; policies are checked before.

-- Raises an error from a trigger on storage.objects. SQLSTATE 42501, because every storage server
-- returns its message with a 4xx; other states become a 500, which clients retry forever. MESSAGE =
-- code, colon, words (a hosted storage server forwards only the message), DETAIL = code. Codes as
-- in private.reject.
create function private.reject_object(code text, message text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = code || ': ' || message, detail = code;
end
$$;

-- The file of a release that is or was public: people have downloaded it and verify its checksum.
create function private.is_published_file(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.releases r where r.file_path = is_published_file.name and r.file_path <> '' and r.published_at is not null)
$$;

-- A build or picture is in the folder of the member who uploaded it. The organization still needs
-- it when that member leaves or may no longer manage. Checks one object, by index.
create function private.is_kept_for_others(bucket text, name text, person uuid default auth.uid()) returns boolean
language sql stable security definer set search_path = '' as $$
  select case bucket
    when 'releases' then exists (
      select 1 from public.releases r where r.file_path = is_kept_for_others.name and r.file_path <> '' and not r._deleted
        and not private.organization_allows(r.org_id, 'manage', person))
    when 'app-content' then exists (
      select 1 from public.apps a where a.icon_path = is_kept_for_others.name and a.icon_path <> '' and not a._deleted
        and not private.organization_allows(a.org_id, 'manage', person))
      or exists (
      select 1 from public.apps a where a.screenshots @> jsonb_build_array(is_kept_for_others.name) and a.screenshots <> '[]' and not a._deleted
        and not private.organization_allows(a.org_id, 'manage', person))
      or exists (
      select 1 from public.organizations o where o.logo_path = is_kept_for_others.name and o.logo_path <> ''
        and not private.organization_allows(o.id, 'administer', person))
    else false end
$$;

create function private.check_object() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner public.profiles;
  -- Whose rights apply: the caller's. A signed upload has no caller; then the signer's or, when the
  -- server signed it, the folder owner's.
  person uuid;
  replaced constant boolean := tg_op = 'UPDATE' and (row(new.bucket_id, new.name) is distinct from row(old.bucket_id, old.name)
    or row(new.metadata -> 'eTag', new.metadata -> 'size') is distinct from row(old.metadata -> 'eTag', old.metadata -> 'size'));
begin
  if tg_op in ('UPDATE', 'DELETE') and old.bucket_id = 'releases' and private.is_published_file(old.name) then
    -- The service may delete it (deleted accounts, sample data); a person may not.
    if tg_op = 'DELETE' and auth.uid() is not null then
      perform private.reject_object('wrong_state', 'The file of a published release stays. Publish a new release.');
    elsif replaced then
      perform private.reject_object('wrong_state', 'The file of a published release stays. Publish a new release.');
    end if;
  end if;
  if (replaced or tg_op = 'DELETE') and auth.uid() is not null and private.is_kept_for_others(old.bucket_id, old.name) and not private.is_admin() then
    perform private.reject_object('forbidden', 'This file belongs to an organization, and your role there does not allow this.');
  end if;
  if tg_op = 'DELETE' then return old; end if;
  person := private.as_uuid(new.owner_id);
  -- Skipped for signed-out callers, because the message would reveal whether the account exists.
  -- Row level security rejects them.
  if person is null and auth.uid() is null and auth.role() is distinct from 'anon' and (tg_op = 'INSERT' or replaced) then
    person := private.as_uuid(split_part(new.name, '/', 1));
  end if;
  if new.bucket_id in ('attachments', 'avatars', 'app-content', 'releases', 'branding') and person is not null then
    select * into owner from public.profiles p where p.id = person and not p._deleted;
    if not found then
      perform private.reject_object('forbidden', 'This account no longer exists.');
    elsif owner.status = 'suspended' then
      perform private.reject_object('suspended', 'This account is suspended: it can read but not write.');
    elsif owner.role <> 'admin' and private.setting('general', 'maintenance_mode') = 'true'::jsonb then
      perform private.reject_object('maintenance', 'Betaflock is down for maintenance.');
    elsif (new.bucket_id in ('app-content', 'releases') and owner.role not in ('developer', 'admin'))
      or (new.bucket_id = 'branding' and owner.role <> 'admin') then
      perform private.reject_object('forbidden', 'Only developers put files there.');
    elsif (tg_op = 'INSERT' or replaced) and owner.role <> 'admin' and coalesce(auth.uid(), person) = person and private.is_kept_for_others(new.bucket_id, new.name, person) then
      perform private.reject_object('forbidden', 'This file belongs to an organization, and your role there does not allow this.');
    elsif tg_op = 'INSERT' and new.owner_id is null and auth.uid() is null and private.is_orphaned_upload(new.bucket_id, new.name, person) then
      perform private.reject_object('forbidden', 'The token of this upload was revoked or has expired.');
    end if;
  end if;
  return new;
end
$$;

-- Excludes last_accessed_at: reading an object is no change.
create trigger betaflock_object_checked before insert or update of bucket_id, name, owner, owner_id, metadata, version on storage.objects
  for each row execute function private.check_object();
create trigger betaflock_object_kept before delete on storage.objects
  for each row when (old.bucket_id in ('releases', 'app-content')) execute function private.check_object();

-- Limits of objects and bytes per person and bucket. Operators change rows; without a row there is
-- no limit (`files` has its own, in storage_reserve). A running count: summing a million objects
-- for each upload would cost more than the upload.
create table private.storage_quotas (
  bucket_id text primary key,
  objects int not null,
  bytes bigint not null
);

insert into private.storage_quotas (bucket_id, objects, bytes) values
  ('attachments', 2000, 2147483648), ('avatars', 500, 104857600), ('app-content', 2000, 1073741824), ('releases', 500, 21474836480);

create table private.storage_usage (
  owner_id uuid not null,
  bucket_id text not null,
  objects int not null,
  bytes bigint not null,
  primary key (owner_id, bucket_id)
);

revoke all on private.storage_quotas, private.storage_usage from public, anon, authenticated;

create function private.object_bytes(metadata jsonb) returns bigint
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(metadata -> 'size') = 'number' then least(greatest((metadata ->> 'size')::numeric, 0), 1e15)::bigint
    when jsonb_typeof(metadata -> 'contentLength') = 'number' then least(greatest((metadata ->> 'contentLength')::numeric, 0), 1e15)::bigint
    else 0 end
$$;

-- Serializes simultaneous uploads of one person, which would otherwise use the same room.
create function private.use_storage(bucket text, name text, more_objects int, more_bytes bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant text := split_part(name, '/', 1);
  quota private.storage_quotas;
  used private.storage_usage;
begin
  select * into quota from private.storage_quotas q where q.bucket_id = bucket;
  if not found or not private.is_uuid(owner) then return; end if;
  insert into private.storage_usage as u (owner_id, bucket_id, objects, bytes)
  values (owner::uuid, bucket, greatest(more_objects, 0), greatest(more_bytes, 0))
  on conflict (owner_id, bucket_id) do update
  set objects = greatest(u.objects + more_objects, 0), bytes = greatest(u.bytes + more_bytes, 0) returning * into used;
  if (more_objects > 0 and used.objects > quota.objects) or (more_bytes > 0 and used.bytes > quota.bytes) then
    perform private.reject_object('quota', format('Your storage is full: the limit is %s files and %s MB.', quota.objects, quota.bytes / 1048576));
  end if;
end
$$;

create function private.count_object() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.bucket_id = old.bucket_id and split_part(new.name, '/', 1) = split_part(old.name, '/', 1) then
    perform private.use_storage(new.bucket_id, new.name, 0, private.object_bytes(new.metadata) - private.object_bytes(old.metadata));
    return null;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    perform private.use_storage(old.bucket_id, old.name, -1, -private.object_bytes(old.metadata));
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    perform private.use_storage(new.bucket_id, new.name, 1, private.object_bytes(new.metadata));
  end if;
  return null;
end
$$;
create trigger betaflock_object_counted after insert or delete or update of bucket_id, name, metadata on storage.objects
  for each row execute function private.count_object();

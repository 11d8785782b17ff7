-- Chapter 35: what holds for a stored object whatever door it came through: whose rights count, what may never be exchanged, how much fits.
-- In triggers, because a storage server writes an object's row with its own rights once the bytes are there; policies are asked before.

-- SQLSTATE 42501 is the one that every storage server answers with a 4xx and its words; any other becomes a 500, which is tried for ever.
create function private.refuse_object(code text, message text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = code || ': ' || message, detail = code;
end
$$;
comment on function private.refuse_object(text, text) is
'Raises a refusal from a trigger on storage.objects: SQLSTATE 42501, MESSAGE = code, colon, words (a hosted storage server hands on the message
alone), DETAIL = code. Codes as at private.refuse.';

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Whose rights count, and what may never be exchanged.

-- The file of a release that is or was public: people have downloaded it and hold it against its checksum.
create function private.is_published_file(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.releases r where r.file_path = is_published_file.name and r.file_path <> '' and r.published_at is not null)
$$;

create function private.check_object() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner public.profiles;
begin
  if tg_op in ('UPDATE', 'DELETE') and old.bucket_id = 'releases' and private.is_published_file(old.name) then
    -- The service deletes (an account that goes, sample data); a person never.
    if tg_op = 'DELETE' and auth.uid() is not null then
      perform private.refuse_object('wrong_state', 'The file of a published release stays. Publish a new release.');
    elsif tg_op = 'UPDATE' and (row(new.bucket_id, new.name) is distinct from row(old.bucket_id, old.name)
      or row(new.metadata -> 'eTag', new.metadata -> 'size') is distinct from row(old.metadata -> 'eTag', old.metadata -> 'size')) then
      perform private.refuse_object('wrong_state', 'The file of a published release stays. Publish a new release.');
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.bucket_id in ('attachments', 'avatars', 'app-content', 'releases', 'branding') and private.is_uuid(new.owner_id) then
    select * into owner from public.profiles p where p.id = new.owner_id::uuid and not p._deleted;
    if not found then
      perform private.refuse_object('forbidden', 'This account does not exist any more.');
    elsif owner.status = 'suspended' then
      perform private.refuse_object('suspended', 'This account is suspended. It can read, and write nothing.');
    elsif owner.role <> 'admin' and private.setting('general', 'maintenance_mode') = 'true'::jsonb then
      perform private.refuse_object('maintenance', 'Betaflock is being maintained.');
    elsif (new.bucket_id in ('app-content', 'releases') and owner.role not in ('developer', 'admin'))
      or (new.bucket_id = 'branding' and owner.role <> 'admin') then
      perform private.refuse_object('forbidden', 'Only developers put files there.');
    end if;
  end if;
  return new;
end
$$;
-- Reading an object notes when: that is no change.
create trigger betaflock_object_checked before insert or update of bucket_id, name, owner, owner_id, metadata, version on storage.objects
  for each row execute function private.check_object();
create trigger betaflock_object_kept before delete on storage.objects
  for each row when (old.bucket_id = 'releases') execute function private.check_object();

-- The row that names the file says the same as before, whoever writes it.
create or replace function private.release_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.actor();
  app public.apps;
begin
  if who = 'seed' then return new; end if;
  if tg_op = 'INSERT' then
    select * into app from public.apps a where a.id = new.app_id;
    if not found then
      perform private.refuse('missing_parent', 'The app of this release is not known yet.');
    end if;
    if who <> 'server' and (new.developer_id is distinct from auth.uid() or app.developer_id <> new.developer_id) then
      perform private.refuse('forbidden', 'Another developer''s app.');
    end if;
    perform private.require_move('release', 'new', new.status, who);
    new.downloads := 0; new.published_at := null;
  else
    if who <> 'server' then
      if new.developer_id is distinct from auth.uid() then
        perform private.refuse('forbidden', 'Another developer''s release.');
      end if;
      if new._deleted and old.status <> 'draft' then
        perform private.refuse('wrong_state', 'Only a draft can be deleted.');
      end if;
      -- What people have downloaded and verified against its checksum must stay what it was.
      if old.status = 'published' and row(new.version, new.file_name, new.file_path, new.content_type, new.size_bytes, new.sha256)
        is distinct from row(old.version, old.file_name, old.file_path, old.content_type, old.size_bytes, old.sha256) then
        perform private.refuse('wrong_state', 'A published release keeps its file and version. Publish a new one.');
      end if;
    end if;
    -- Its file is frozen for everybody, the server's own statements included.
    if old.published_at is not null
      and row(new.file_path, new.sha256, new.size_bytes) is distinct from row(old.file_path, old.sha256, old.size_bytes) then
      perform private.refuse('wrong_state', 'A published release keeps its file and version. Publish a new one.');
    end if;
    perform private.require_move('release', old.status, new.status, who);
  end if;
  if new.status = 'published' and (tg_op = 'INSERT' or old.status = 'draft') then
    perform private.require_active(new.developer_id, 'publish');
    if private.trimmed(new.version) = '' then
      perform private.refuse('invalid', 'A release needs a version before it is published.');
    end if;
    new.published_at := now();
  end if;
  return new;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- How much fits. Counted as objects come and go: a sum over a million objects for each upload would cost more than the upload.

create table private.storage_quotas (
  bucket_id text primary key,
  objects int not null,
  bytes bigint not null
);
comment on table private.storage_quotas is
'How many objects and bytes one person may have in a bucket. An operator changes a row; no row, no limit (`files` has its own, in storage_reserve).';
insert into private.storage_quotas (bucket_id, objects, bytes) values
  ('attachments', 2000, 2147483648), ('avatars', 500, 104857600), ('app-content', 2000, 1073741824), ('releases', 500, 21474836480);

create table private.storage_usage (
  owner_id uuid not null,
  bucket_id text not null,
  objects int not null,
  bytes bigint not null,
  primary key (owner_id, bucket_id)
);

create function private.object_bytes(metadata jsonb) returns bigint
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(metadata -> 'size') = 'number' then least(greatest((metadata ->> 'size')::numeric, 0), 1e15)::bigint
    when jsonb_typeof(metadata -> 'contentLength') = 'number' then least(greatest((metadata ->> 'contentLength')::numeric, 0), 1e15)::bigint
    else 0 end
$$;

-- Two uploads at once of one person wait here for each other: both must not fit into the same room.
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
    perform private.refuse_object('quota', format('Your storage is full: %s files and %s MB are the most here.', quota.objects, quota.bytes / 1048576));
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

insert into private.storage_usage (owner_id, bucket_id, objects, bytes)
select split_part(o.name, '/', 1)::uuid, o.bucket_id, count(*), sum(private.object_bytes(o.metadata))
from storage.objects o join private.storage_quotas q on q.bucket_id = o.bucket_id
where private.is_uuid(split_part(o.name, '/', 1)) group by 1, 2;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The files of one report together (twenty of 50 MB were the most before).

create function private.check_report_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.actor() = 'seed' or (tg_op = 'UPDATE' and old.attachments is not distinct from new.attachments) then return new; end if;
  -- What is no list of files is the check's to refuse.
  if private.is_attachments(new.attachments) then
    if (select sum((a ->> 'size')::bigint) from jsonb_array_elements(new.attachments) a) > 262144000 then
      perform private.refuse('too_large', 'The files of one report may have 250 MB together.');
    end if;
  end if;
  return new;
end
$$;
create trigger mn_bytes before insert or update of attachments on public.feedback for each row execute function private.check_report_bytes();

comment on function private.refuse(text, text) is
'Raises a refusal: SQLSTATE PT422 (PostgREST and @supabase/lite answer HTTP 422), MESSAGE in words, DETAIL = machine code. Codes, also in
sync/schema/refusals.ts: not_allowed (a column, a kind of row or a role that may not be written so), forbidden (another person''s),
wrong_state (the state machine has no such move), campaign_full, campaign_closed, not_accepted, too_early, too_late, missing_parent,
missing_rating, text_frozen, reason_required, usefulness_required, suspended, inactive, invalid, duplicate, spots_limit,
agreement_required, answer_required, no_rewards, no_paypal, quota, too_large, damaged (bytes that are not those of their name),
unknown_collection, registration_closed, rate_limited (PT429), maintenance (PT503), internal (a fault of ours, logged).';

do $$
declare f text;
begin
  foreach f in array array['private.refuse_object(text, text)', 'private.is_published_file(text)', 'private.check_object()',
    'private.object_bytes(jsonb)', 'private.use_storage(text, text, int, bigint)', 'private.count_object()',
    'private.check_report_bytes()'] loop
    execute format('revoke all on function %s from public, anon, authenticated', f);
    execute format('grant execute on function %s to service_role', f);
  end loop;
end
$$;
revoke all on private.storage_quotas, private.storage_usage from public, anon, authenticated;

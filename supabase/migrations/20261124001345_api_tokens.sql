-- API tokens for programs (CI): upload and publish builds of their organization's apps on behalf of
-- the member who created the token. Only the edge function `api` uses them, with the service key.
-- SQL enforces the rights: each call resolves its token and then writes as the member, under the
-- usual policies and triggers.
--
-- Scale: an organization has at most 20 valid tokens, and a token creates at most 30 releases an
-- hour. With 1,000,000 tokens a call reads one by its hash.

create table private.api_tokens (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.organizations (id) on delete cascade,
  user_id uuid not null references public.profiles (id),
  name text not null check (char_length(name) between 1 and 80),
  -- SHA-256. The token itself is shown once, to its creator.
  token_hash bytea not null unique,
  last_four text not null check (last_four ~ '^[0-9A-Za-z]{4}$'),
  scopes text[] not null default '{builds:write}' check (cardinality(scopes) > 0 and scopes <@ '{builds:write}'),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Rounded to the minute.
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint api_tokens_year check (expires_at <= created_at + interval '366 days')
);
create index api_tokens_page on private.api_tokens (org_id, created_at, id);
create index api_tokens_user on private.api_tokens (user_id);
create index api_tokens_ended on private.api_tokens (least(revoked_at, expires_at));

-- The release that a request created, kept for 24 hours to detect retries.
create table private.api_requests (
  token_id uuid not null references private.api_tokens (id) on delete cascade,
  key text not null check (char_length(key) between 1 and 255),
  body_hash text not null check (body_hash ~ '^[0-9a-f]{64}$'),
  release_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (token_id, key)
);
create index api_requests_age on private.api_requests (created_at);

-- The storage service's id of a release's upload.
create table private.release_uploads (
  release_id uuid primary key references public.releases (id) on delete cascade,
  upload_id text not null check (char_length(upload_id) between 1 and 400),
  created_at timestamptz(3) not null default now()
);
create index release_uploads_age on private.release_uploads (created_at);

revoke all on private.api_tokens, private.api_requests, private.release_uploads from public, anon, authenticated;

create function private.base62(value numeric, digits int) returns text
language plpgsql immutable set search_path = '' as $$
declare
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  rest numeric := value;
  text_ text := '';
begin
  for i in 1 .. digits loop
    text_ := substr(alphabet, (rest % 62)::int + 1, 1) || text_;
    rest := div(rest, 62);
  end loop;
  return text_;
end
$$;

-- IEEE 802.3, as in zip and PNG.
create function private.crc32(data bytea) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  crc bigint := 4294967295;
begin
  for i in 0 .. length(data) - 1 loop
    crc := crc # get_byte(data, i);
    for bit in 1 .. 8 loop
      crc := case when crc & 1 = 1 then (crc >> 1) # 3988292384 else crc >> 1 end;
    end loop;
  end loop;
  return crc # 4294967295;
end
$$;

-- bft_, 30 random characters (178 bits), and six with their CRC-32: a mistyped token is rejected
-- without a database query, and secret scanners can recognize one.
create function private.new_api_token() returns text
language plpgsql volatile set search_path = '' as $$
declare
  random constant bytea := private.token_hash(private.new_token());
  value numeric := 0;
  body text;
begin
  for i in 0 .. 31 loop
    value := value * 256 + get_byte(random, i);
  end loop;
  body := private.base62(value, 30);
  return 'bft_' || body || private.base62(private.crc32(convert_to(body, 'UTF8')), 6);
end
$$;

create function public.create_api_token(org_id uuid, name text, days int default 90, request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  typed constant text := private.trimmed(name);
  token constant text := private.new_api_token();
  made private.api_tokens;
begin
  perform private.require_organization(org_id, 'manage');
  perform private.reject_if(private.my_role() is distinct from 'developer', 'not_allowed', 'API tokens are for developers.');
  perform private.reject_if(typed is null or char_length(typed) not between 1 and 80 or typed ~ '[\x01-\x1f\x7f]'
    or days is null or days not between 1 and 365,
    'invalid', 'name: 1 to 80 characters; days: 1 to 365.');
  -- Serializes concurrent calls, which would otherwise exceed the limit.
  perform 1 from public.organizations o where o.id = create_api_token.org_id for no key update;
  -- A retry after a lost answer: the first secret never arrived, so the token gets a new one.
  update private.api_tokens t set name = typed, token_hash = private.token_hash(token), last_four = right(token, 4),
    expires_at = t.created_at + make_interval(days => create_api_token.days)
  where t.id = request_id and t.org_id = create_api_token.org_id and t.user_id = auth.uid() and private.is_repeat(t.created_at)
    and t.revoked_at is null and t.last_used_at is null
  returning * into made;
  if made.id is not null then
    return jsonb_build_object('id', made.id, 'token', token, 'expires_at', private.iso_time(made.expires_at));
  end if;
  perform private.reject_if((select count(*) from private.api_tokens t
      where t.org_id = create_api_token.org_id and t.revoked_at is null and t.expires_at > now()) >= 20,
    'too_many', 'An organization can have at most 20 API tokens.');
  perform private.require_rate('api_token:' || org_id, 50, '1 day', 'Too many tokens today.');
  insert into private.api_tokens (id, org_id, user_id, name, token_hash, last_four, expires_at)
  values (coalesce(request_id, gen_random_uuid()), create_api_token.org_id, auth.uid(), typed, private.token_hash(token), right(token, 4), now() + make_interval(days => days))
  returning * into made;
  perform private.log_organization(org_id, 'api_token_created', made.id, jsonb_build_object('name', typed));
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', private.iso_time(made.expires_at));
exception when unique_violation then
  perform private.reject('duplicate', 'This token exists already.');
end
$$;
comment on function public.create_api_token(uuid, text, int, uuid) is
'Creates a token with which a program uploads and publishes builds of this organization on the
caller''s behalf. days: how long it is valid. request_id: generated by the caller; a retry with it
within a day replaces the secret of that token. Out: {id, token, expires_at}: the token is returned
only once. Errors: forbidden, not_allowed (insufficient role), invalid, duplicate (request_id of
another token), too_many (20 valid ones), rate_limited (50 a day), suspended.';

create function public.list_api_tokens(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_organization(private.request_organization(request), 'view');
  return private.admin_page(
    'select t.id, t.created_at as key from private.api_tokens t where t.org_id = ($1 ->> ''org_id'')::uuid and t.revoked_at is null',
    'timestamptz', true,
    'select t.id, t.name, t.last_four, t.created_at, t.expires_at, t.last_used_at, private.name_of(t.user_id) as created_by,
       t.user_id = auth.uid() as own
     from private.api_tokens t where t.id = p.id',
    request);
end
$$;
comment on function public.list_api_tokens(jsonb) is
'Tokens of an organization that were not revoked, newest first. In: {org_id, after, limit}. Out:
{rows: [{id, name, last_four, created_at, expires_at, last_used_at, created_by, own}], next, total}.
Expired ones stay listed for 90 days. Errors: forbidden, invalid, suspended.';

create function public.revoke_api_token(token uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_row private.api_tokens;
begin
  select * into found_row from private.api_tokens t where t.id = token for no key update;
  perform private.require_organization(found_row.org_id,
    case when found_row.user_id = auth.uid() then 'manage' else 'administer' end);
  -- A retry after a lost answer.
  if found_row.revoked_at is not null then return; end if;
  update private.api_tokens t set revoked_at = now() where t.id = token;
  perform private.log_organization(found_row.org_id, 'api_token_revoked', token, jsonb_build_object('name', found_row.name));
end
$$;
comment on function public.revoke_api_token(uuid) is
'Revokes a token from its next call on: the caller''s own or, with administer, any. Errors:
forbidden, not_allowed, suspended.';

-- Tokens end when their creator leaves, loses the capability, is suspended, changes role or is
-- deleted. Regaining the right does not restore them. Each use checks again (private.api_caller).
create function private.on_api_person_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'profiles' then
    update private.api_tokens t set revoked_at = now() where t.user_id = new.id and t.revoked_at is null;
  elsif not private.organization_allows(old.org_id, 'manage', old.user_id) then
    update private.api_tokens t set revoked_at = now()
    where t.org_id = old.org_id and t.user_id = old.user_id and t.revoked_at is null;
  end if;
  return null;
end
$$;
create trigger api_person_gone after delete or update of role on public.organization_members
  for each row execute function private.on_api_person_gone();
create trigger api_person_gone after update of status, role, _deleted on public.profiles for each row
  when (new._deleted or new.status = 'suspended' or new.role <> 'developer') execute function private.on_api_person_gone();

create function private.api_problem(status int, code text, message text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || status, message = api_problem.message, detail = code;
end
$$;

-- The token with this hash (64 hexadecimal digits). Does not rely on the row alone: a token is
-- valid while its creator may manage the organization. Errors: invalid_token (PT401), for every
-- reason.
create function private.api_caller(token_hash text) returns private.api_tokens
language plpgsql stable security definer set search_path = '' as $$
declare
  token private.api_tokens;
begin
  select t.* into token from private.api_tokens t join public.profiles p on p.id = t.user_id
  where t.token_hash = case when api_caller.token_hash ~ '^[0-9a-f]{64}$' then decode(api_caller.token_hash, 'hex') end
    and t.revoked_at is null and t.expires_at > now() and 'builds:write' = any (t.scopes)
    and p.role = 'developer' and p.status <> 'suspended' and not p._deleted
    and private.organization_allows(t.org_id, 'manage', t.user_id);
  if token.id is null then
    perform private.api_problem(401, 'invalid_token', 'This token is unknown, expired or revoked.');
  end if;
  return token;
end
$$;

-- The token, if the app belongs to its organization. Errors: invalid_token, not_found (also for an
-- unknown app).
create function private.api_app(token_hash text, app_id uuid) returns private.api_tokens
language plpgsql stable security definer set search_path = '' as $$
declare
  token constant private.api_tokens := private.api_caller(token_hash);
begin
  if not exists (select 1 from public.apps a where a.id = api_app.app_id and a.org_id = token.org_id and not a._deleted) then
    perform private.api_problem(404, 'not_found', 'This organization has no such app.');
  end if;
  return token;
end
$$;

create function private.api_release(token_hash text, app_id uuid, release_id uuid) returns public.releases
language plpgsql stable security definer set search_path = '' as $$
declare
  token constant private.api_tokens := private.api_app(token_hash, app_id);
  release public.releases;
begin
  select * into release from public.releases r
  where r.id = api_release.release_id and r.app_id = api_release.app_id and r.org_id = token.org_id and not r._deleted;
  if release.id is null then
    perform private.api_problem(404, 'not_found', 'This app has no such release.');
  end if;
  return release;
end
$$;

-- True when the complete file has arrived; null: not yet; false: wrong size.
create function private.has_arrived(release public.releases) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.object_bytes(o.metadata) = release.size_bytes from storage.objects o
  where o.bucket_id = 'releases' and o.name = release.file_path and release.file_path <> ''
$$;

create function private.api_shown(release public.releases) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', release.id, 'app_id', release.app_id, 'status', release.status, 'version', release.version,
    'notes', release.notes, 'file_name', release.file_name, 'content_type', release.content_type, 'size_bytes', release.size_bytes,
    'sha256', release.sha256, 'created_at', private.iso_time(release.created_at), 'published_at', private.iso_time(release.published_at),
    'arrived', private.has_arrived(release),
    'checked_at', private.iso_time(release.checked_at), 'check_failure', release.check_failure, 'platform', release.platform,
    'package_id', release.package_id, 'build_number', release.build_number, 'developer_id', release.developer_id,
    'file_path', release.file_path, 'upload_id', (select u.upload_id from private.release_uploads u where u.release_id = release.id))
$$;

-- True for the file of a release created through the API for a person who no longer has a valid
-- token of the organization. Signed uploads end with the tokens.
create function private.is_orphaned_upload(bucket text, name text, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select bucket = 'releases' and exists (
    select 1 from public.releases r join private.release_uploads u on u.release_id = r.id
    where r.file_path = is_orphaned_upload.name and r.file_path <> '' and not r._deleted and not exists (
      select 1 from private.api_tokens t
      where t.user_id = person and t.org_id = r.org_id and t.revoked_at is null and t.expires_at > now()))
$$;

-- Until the transaction ends or the role is reset, statements run as this person: policies, column
-- grants and triggers apply. Security invoker, because PostgreSQL does not let a security definer
-- function change the role. The second factor counts as given, because it was given when the token
-- was created.
create function private.act_as(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', person, 'role', 'authenticated', 'aal', 'aal2')::text, true),
    set_config('request.jwt.claim.sub', person::text, true), set_config('request.jwt.claim.role', 'authenticated', true),
    set_config('role', 'authenticated', true);
end
$$;

create function public.api_authenticate(token_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  token constant private.api_tokens := private.api_caller(token_hash);
begin
  perform private.require_rate('api:' || token.id, 60, '1 minute', 'Too many calls with this token.');
  update private.api_tokens t set last_used_at = now() where t.id = token.id and coalesce(t.last_used_at < now() - interval '1 minute', true);
  return jsonb_build_object('id', token.id, 'user_id', token.user_id);
end
$$;
comment on function public.api_authenticate(text) is
'Counts a call of a token, in a separate transaction so that failing calls count, too. In: the
SHA-256 of the token, hexadecimal. Out: {id, user_id: the creator}. Service key only. Errors:
invalid_token (PT401), rate_limited (60 a minute).';

-- The release of a request: existing for a retry. Empty for a new request, whose id this is.
create function private.api_begin(token private.api_tokens, key text, body_hash text, size_bytes bigint, out release_id uuid, out known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  earlier private.api_requests;
  quota private.storage_quotas;
  used private.storage_usage;
begin
  delete from private.api_requests r where r.token_id = token.id and r.key = api_begin.key and r.created_at < now() - interval '24 hours';
  insert into private.api_requests as r (token_id, key, body_hash, release_id)
  values (token.id, api_begin.key, api_begin.body_hash, gen_random_uuid()) on conflict on constraint api_requests_pkey do nothing
  returning r.release_id into release_id;
  known := release_id is null;
  if known then
    select * into earlier from private.api_requests r where r.token_id = token.id and r.key = api_begin.key;
    if earlier.body_hash <> api_begin.body_hash then
      perform private.api_problem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.');
    end if;
    release_id := earlier.release_id;
    return;
  end if;
  perform private.require_rate('api_releases:' || token.id, 30, '1 hour', 'This token has made 30 releases within the hour.');
  select * into quota from private.storage_quotas q where q.bucket_id = 'releases';
  select * into used from private.storage_usage u where u.bucket_id = 'releases' and u.owner_id = token.user_id;
  perform private.reject_if(used.objects + 1 > quota.objects or used.bytes + api_begin.size_bytes > quota.bytes,
    'quota', format('The storage of the token''s owner is full: the limit is %s files and %s MB.', quota.objects, quota.bytes / 1048576));
end
$$;

create function public.api_create_release(token_hash text, app_id uuid, key text, body_hash text, release jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  token constant private.api_tokens := private.api_app(token_hash, app_id);
  caller constant text := current_setting('role');
  begun record;
begin
  select * into begun from private.api_begin(token, key, body_hash, (release ->> 'size_bytes')::bigint);
  if not begun.known then
    perform private.act_as(token.user_id);
    insert into public.releases (id, app_id, developer_id, version, notes, file_name, file_path, content_type, size_bytes, sha256, status)
    values (begun.release_id, api_create_release.app_id, token.user_id, release ->> 'version', release ->> 'notes', release ->> 'file_name',
      token.user_id || '/' || (release ->> 'sha256'), release ->> 'content_type', (release ->> 'size_bytes')::bigint, release ->> 'sha256', 'draft');
    perform set_config('role', caller, true);
    if release ? 'launch_code' then
      perform private.store_code(begun.release_id, release ->> 'launch_code');
    end if;
  end if;
  return private.api_shown(private.api_release(token_hash, app_id, begun.release_id));
end
$$;
comment on function public.api_create_release(text, uuid, text, text, jsonb) is
'Creates a draft of a release on behalf of the token''s creator. key, body_hash: of the request, to
detect a retry within 24 hours. release: {version, notes, file_name, content_type, size_bytes,
sha256}, optionally launch_code. Out: the release, with `arrived` (null: the file is missing; false: wrong size) and
`upload_id`. Service key only. Errors: invalid_token, not_found, idempotency_key_reused,
rate_limited (30 an hour), quota, and those of every release.';

create function public.api_read_release(token_hash text, app_id uuid, release_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.api_shown(private.api_release(api_read_release.token_hash, api_read_release.app_id, api_read_release.release_id))
$$;
comment on function public.api_read_release(text, uuid, uuid) is
'One release, in the format of api_create_release. Service key only. Errors: invalid_token,
not_found.';

create function public.api_list_releases(token_hash text, app_id uuid, after jsonb, most int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  token constant private.api_tokens := private.api_app(token_hash, app_id);
begin
  return (
    select coalesce(jsonb_agg(private.api_shown(r) order by r.created_at desc, r.id desc), '[]') from (
      select * from public.releases f
      where f.app_id = api_list_releases.app_id and f.org_id = token.org_id and not f._deleted
        and (after is null or (f.created_at, f.id) < ((after ->> 'created_at')::timestamptz, (after ->> 'id')::uuid))
      order by f.created_at desc, f.id desc limit least(greatest(most, 1), 101)) r);
end
$$;
comment on function public.api_list_releases(text, uuid, jsonb, int) is
'Releases of an app, newest first, at most 101. after: {created_at, id} of the previous page''s last
row. Service key only. Errors: invalid_token, not_found.';

create function public.api_note_upload(token_hash text, app_id uuid, release_id uuid, upload_id text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  release constant public.releases := private.api_release(token_hash, app_id, release_id);
begin
  insert into private.release_uploads as u (release_id, upload_id) values (release.id, api_note_upload.upload_id)
  on conflict on constraint release_uploads_pkey do update set upload_id = excluded.upload_id, created_at = now();
end
$$;
comment on function public.api_note_upload(text, uuid, uuid, text) is
'Records the upload of a release''s file. Service key only. Errors: invalid_token, not_found.';

-- Rejects a release whose file has not arrived or is not checked: people would be notified of a
-- build that they cannot download.
create function private.require_arrived(release public.releases) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  arrived constant boolean := private.has_arrived(release);
begin
  if release.status <> 'draft' or release.kind = 'link' then return; end if;
  if arrived is null then
    perform private.api_problem(409, 'not_arrived', 'The file has not been uploaded yet.');
  elsif not arrived then
    perform private.api_problem(422, 'damaged', 'The uploaded file does not have the size that was announced.');
  elsif release.checked_at is null then
    perform private.api_problem(409, 'not_checked', 'The server is still reading the file. Try again in a few seconds.');
  end if;
end
$$;

create function public.api_publish_release(token_hash text, app_id uuid, release_id uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  release constant public.releases := private.api_release(token_hash, app_id, release_id);
  caller constant text := current_setting('role');
begin
  perform private.require_arrived(release);
  if release.status <> 'published' then
    perform private.act_as((private.api_caller(token_hash)).user_id);
    update public.releases r set status = 'published' where r.id = release.id;
    perform set_config('role', caller, true);
  end if;
  return private.api_shown(private.api_release(token_hash, app_id, release_id));
end
$$;
comment on function public.api_publish_release(text, uuid, uuid) is
'Publishes a release on behalf of the token''s creator (idempotent). Out: the release. Service key
only. Errors: invalid_token, not_found, not_arrived, not_checked (PT409), damaged, and those of
every release.';

-- Deletes requests after a day, uploads after two, and tokens 90 days after their end.
create function private.delete_old_api_rows() returns void
language sql security definer set search_path = '' as $$
  delete from private.api_requests r where r.created_at < now() - interval '24 hours';
  delete from private.release_uploads u where u.created_at < now() - interval '2 days';
  delete from private.api_tokens t where least(t.revoked_at, t.expires_at) < now() - interval '90 days';
$$;

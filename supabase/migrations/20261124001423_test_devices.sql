-- iPhones and iPads of testers. An ad hoc build runs only on the devices in its profile, which
-- lists identifiers (UDID). A tester's phone reports its identifier through a profile that the
-- tester installs. Managers of the organization with which it is shared read it, to register the
-- device with Apple.
--
-- The function `install` encrypts the identifier first, with a key that the database does not have.
-- The hash is keyed, too: it detects the same device and does not reveal the identifier.
--
-- Scale: ten devices per person, and one row per build and device in its profile (Apple: 100 of a
-- kind and year), each read by key.

create table private.test_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  udid_encrypted text not null check (char_length(udid_encrypted) <= 400),
  udid_hash text not null check (udid_hash ~ '^[0-9a-f]{64}$'),
  -- Apple's model code, such as iPhone17,1.
  model text not null default '' check (char_length(model) <= 60),
  os_version text not null default '' check (char_length(os_version) <= 20),
  created_at timestamptz(3) not null default now(),
  unique (user_id, udid_hash)
);

-- Organizations that may read the identifier. The owner shares it with each one separately.
create table private.test_device_shares (
  device_id uuid not null references private.test_devices (id) on delete cascade,
  org_id uuid not null references public.organizations (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (device_id, org_id)
);
create index test_device_shares_organization on private.test_device_shares (org_id);

-- A pending registration: the link opens the profile, and the phone sends its answer to it.
create table private.device_enrolments (
  token_hash bytea primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  release_id uuid not null references public.releases (id) on delete cascade,
  expires_at timestamptz not null
);
create index device_enrolments_user on private.device_enrolments (user_id);
create index device_enrolments_release on private.device_enrolments (release_id);

create table private.release_devices (
  release_id uuid not null references public.releases (id) on delete cascade,
  udid_hash text not null,
  primary key (release_id, udid_hash)
);

revoke all on private.test_devices, private.test_device_shares, private.device_enrolments, private.release_devices from public, anon, authenticated;

-- The newest test that opens this build to this accepted tester, or null.
create function private.test_of_build(release_id uuid, tester_id uuid) returns public.campaigns
language sql stable security definer set search_path = '' as $$
  select c.* from private.release_grants g
  join public.applications a on a.campaign_id = g.campaign_id and a.tester_id = test_of_build.tester_id and a.status = 'accepted'
  join public.campaigns c on c.id = g.campaign_id
  where g.release_id = test_of_build.release_id order by a.accepted_at desc, g.campaign_id limit 1
$$;

create function private.require_test_of_build(release_id uuid) returns public.campaigns
language plpgsql stable security definer set search_path = '' as $$
declare campaign constant public.campaigns := private.test_of_build(release_id, auth.uid());
begin
  perform private.reject_if(campaign.id is null, 'forbidden', 'Only accepted testers of a test that has this build.');
  return campaign;
end
$$;

-- True when the build's profile lists the device; null when the profile's devices are unknown.
create function private.is_in_profile(release_id uuid, udid_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when exists (select 1 from private.release_devices k where k.release_id = r.id)
    then exists (select 1 from private.release_devices k where k.release_id = r.id and k.udid_hash = is_in_profile.udid_hash) end
  from public.releases r where r.id = is_in_profile.release_id and r.checked_at is not null
$$;

create function public.begin_device_enrolment(release_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := private.new_token();
  campaign public.campaigns;
begin
  perform private.require_writer();
  campaign := private.require_test_of_build(release_id);
  perform private.require_rate('device:' || auth.uid(), 10, '1 hour', 'Too many devices. Please wait an hour.');
  -- A new link voids the previous one.
  delete from private.device_enrolments e where e.user_id = auth.uid();
  insert into private.device_enrolments (token_hash, user_id, release_id, expires_at)
  values (private.token_hash(token), auth.uid(), begin_device_enrolment.release_id, now() + interval '15 minutes');
  return jsonb_build_object('token', token);
end
$$;
comment on function public.begin_device_enrolment(uuid) is
'Starts the registration of a tester''s iPhone or iPad. In: a build of a test in which the caller is
an accepted tester. Out: {token}, for the address of the profile; single use, valid for 15 minutes
or until the next one. Errors: forbidden, suspended, rate_limited (ten an hour).';

create function public.read_device_enrolment(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', p.name, 'language', coalesce((select a.language from public.accounts a where a.id = p.id), 'en'),
    'organization', (select o.name from public.releases r join public.organizations o on o.id = r.org_id where r.id = e.release_id))
  from private.device_enrolments e join public.profiles p on p.id = e.user_id
  where e.token_hash = private.token_hash(token) and e.expires_at > now()
$$;
comment on function public.read_device_enrolment(text) is
'Data that the phone shows before it answers. In: a token of begin_device_enrolment. Out: {name and
language of the person, organization: who will read the identifier}; null for an invalid token.
Service key only.';

create function private.share_test_device(device_id uuid, owner uuid, release_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  campaign constant public.campaigns := private.test_of_build(release_id, owner);
  device private.test_devices;
begin
  if campaign.id is null then return; end if;
  insert into private.test_device_shares (device_id, org_id) values (share_test_device.device_id, campaign.org_id) on conflict do nothing;
  if not found then return; end if;
  select * into device from private.test_devices d where d.id = share_test_device.device_id;
  if private.is_in_profile(release_id, device.udid_hash) then return; end if;
  perform private.notify_organization(campaign.org_id, 'manage', 'device_added', jsonb_build_object(
    'tester_name', (select p.name from public.profiles p where p.id = owner), 'about_id', owner, 'model', device.model, 'campaign_title', campaign.title),
    '/developer/campaigns/' || campaign.id || '?tab=applicants&devices=true', campaign.is_sample);
end
$$;

create function public.complete_device_enrolment(token text, udid_encrypted text, udid_hash text, model text, os_version text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  enrolment private.device_enrolments;
  device uuid;
begin
  delete from private.device_enrolments e where e.token_hash = private.token_hash(token) returning * into enrolment;
  perform private.reject_if(not found or enrolment.expires_at <= now()
    or not exists (select 1 from public.profiles p where p.id = enrolment.user_id and p.status <> 'suspended' and not p._deleted),
    'missing_parent', 'This link has expired. Begin anew.');
  perform private.reject_if((select count(*) from private.test_devices d
      where d.user_id = enrolment.user_id and d.udid_hash <> complete_device_enrolment.udid_hash) >= 10,
    'too_many', 'A person has at most ten devices.');
  insert into private.test_devices as d (user_id, udid_encrypted, udid_hash, model, os_version)
  values (enrolment.user_id, complete_device_enrolment.udid_encrypted, complete_device_enrolment.udid_hash,
    left(coalesce(complete_device_enrolment.model, ''), 60), left(coalesce(complete_device_enrolment.os_version, ''), 20))
  on conflict on constraint test_devices_user_id_udid_hash_key do update
  set udid_encrypted = excluded.udid_encrypted, model = excluded.model, os_version = excluded.os_version
  returning d.id into device;
  perform private.share_test_device(device, enrolment.user_id, enrolment.release_id);
  return jsonb_build_object('device_id', device, 'release_id', enrolment.release_id);
end
$$;
comment on function public.complete_device_enrolment(text, text, text, text, text) is
'Stores the phone''s answer and shares the device with the organization of the build. In: the token
of begin_device_enrolment, the identifier encrypted and hashed, Apple''s model code, the system
version. Out: {device_id, release_id}. Errors: missing_parent (no such token, or it is older than 15
minutes), too_many (ten devices). Service key only.';

create function public.my_test_devices(release_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare campaign public.campaigns;
begin
  perform private.check_session();
  campaign := private.test_of_build(release_id, auth.uid());
  return jsonb_build_object(
    'organization', (select o.name from public.organizations o where o.id = campaign.org_id),
    'devices', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'model', d.model, 'os_version', d.os_version, 'created_at', private.iso_time(d.created_at),
        'in_profile', case when campaign.id is not null then private.is_in_profile(my_test_devices.release_id, d.udid_hash) end,
        'shared', exists (select 1 from private.test_device_shares s where s.device_id = d.id and s.org_id = campaign.org_id),
        'shared_with', (select coalesce(jsonb_agg(s.name order by s.name), '[]') from (
          select o.name from private.test_device_shares s join public.organizations o on o.id = s.org_id where s.device_id = d.id
          order by o.name limit 20) s))
        order by d.created_at desc, d.id)
      from private.test_devices d where d.user_id = auth.uid()), '[]'));
end
$$;
comment on function public.my_test_devices(uuid) is
'The caller''s iPhones and iPads, newest first. In: a build, or null. Out: {organization: whose test
opens that build to the caller, or null; devices: [{id, model, os_version, created_at, in_profile:
whether the build''s profile lists it; null: unknown, shared: with that organization, shared_with:
names of organizations, at most 20}]}. Errors: session_ended and similar.';

create function public.share_test_device(device_id uuid, release_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_writer();
  perform private.require_test_of_build(release_id);
  perform private.reject_if(not exists (select 1 from private.test_devices d where d.id = device_id and d.user_id = auth.uid()),
    'missing_parent', 'There is no such device.');
  perform private.share_test_device(device_id, auth.uid(), release_id);
end
$$;
comment on function public.share_test_device(uuid, uuid) is
'Lets the managers of a build''s organization read the identifier of one of the caller''s devices.
Errors: forbidden (no accepted tester of a test with this build), suspended, missing_parent (no such
device).';

create function public.remove_test_device(device_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_session();
  delete from private.test_devices d where d.id = device_id and d.user_id = auth.uid();
end
$$;
comment on function public.remove_test_device(uuid) is
'Deletes one of the caller''s devices (idempotent). Does not affect registrations at Apple.';

create function public.campaign_devices(campaign_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  campaign public.campaigns := private.require_campaign(campaign_id, 'manage');
  release public.releases;
begin
  select r.* into release from public.briefs b join public.releases r on r.id = b.release_id where b.id = campaign.id;
  return jsonb_build_object('version', release.version, 'devices', coalesce((
    select jsonb_agg(jsonb_build_object('name', d.name, 'model', d.model, 'os_version', d.os_version, 'created_at', private.iso_time(d.created_at),
      'udid_encrypted', d.udid_encrypted, 'in_profile', private.is_in_profile(release.id, d.udid_hash)) order by d.created_at desc, d.id)
    from (
      select a.card ->> 'name' as name, d.* from public.applications a
      join private.test_devices d on d.user_id = a.tester_id
      join private.test_device_shares s on s.device_id = d.id and s.org_id = campaign.org_id
      where a.campaign_id = campaign.id and a.status = 'accepted' and not a._deleted
      order by d.created_at desc, d.id limit 1000) d), '[]'));
end
$$;
comment on function public.campaign_devices(uuid) is
'Devices that accepted testers of a campaign share with its organization, newest first, at most
1,000. Out: {version: of the build that it hands out, or null; devices: [{name, model, os_version,
created_at, udid_encrypted, in_profile: whether that build''s profile lists it, or null}]}. The
function `install` decrypts the identifiers. Requires manage. Errors: forbidden, not_allowed
(insufficient role), suspended.';

create function private.forget_test_devices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.test_devices d where d.user_id = new.id;
  delete from private.device_enrolments e where e.user_id = new.id;
  return null;
end
$$;
create trigger forget_test_devices after update of _deleted on public.profiles for each row when (new._deleted and not old._deleted)
  execute function private.forget_test_devices();

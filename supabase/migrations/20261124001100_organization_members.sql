-- Organizations: making one, settings, members, activity.

create function public.create_organization(id uuid, name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  typed constant text := private.trimmed(name);
begin
  perform private.check_session();
  if private.my_role() is distinct from 'developer' then
    perform private.refuse('not_allowed', 'Organizations are for developers.');
  end if;
  perform private.require_active(me, 'publish');
  if id is null or typed is null or char_length(typed) not between 2 and 120 then
    perform private.refuse('invalid', 'name: 2 to 120 characters.');
  end if;
  -- Sent again, because the answer was lost.
  if private.organization_allows(id, 'own') then return; end if;
  perform private.require_room_for_membership(me);
  insert into public.organizations (id, name) values (create_organization.id, typed);
  insert into public.organization_members (org_id, user_id, role) values (create_organization.id, me, 'owner');
  perform private.log_organization(id, 'organization_created', id, jsonb_build_object('name', typed));
exception when unique_violation then
  perform private.refuse('forbidden', 'There is no such organization, or it is not yours.');
end
$$;
comment on function public.create_organization(uuid, text) is
'Makes an organization with the caller as its owner. The id is the caller''s: a repeated call makes
none. Errors: not_allowed (no developer), inactive, suspended, invalid, forbidden, too_many (20).';

create function private.require_room_for_membership(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time per person: two calls at once would both find room.
  perform 1 from public.profiles p where p.id = person for no key update;
  if (select count(*) from public.organization_members m where m.user_id = person) >= 20 then
    perform private.refuse('too_many', 'A person can be in at most 20 organizations.');
  end if;
end
$$;
comment on function private.require_room_for_membership(uuid) is
'Refuses with too_many when a person is in 20 organizations already.';

-- The organization that a list is asked of; a request without one finds none.
create function private.request_organization(request jsonb) returns uuid
language sql immutable set search_path = '' as $$
  select case when private.is_uuid(request ->> 'org_id') then (request ->> 'org_id')::uuid end
$$;

-- change: {name, about, website, logo_path}; what is absent stays.
create function public.change_organization(org_id uuid, change jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.organizations;
begin
  perform private.require_organization(org_id, 'administer');
  if jsonb_typeof(change) is distinct from 'object' or change - '{name,about,website,logo_path}'::text[] <> '{}'
    or exists (select 1 from jsonb_each(change) c where jsonb_typeof(c.value) <> 'string') then
    perform private.refuse('invalid', 'name, about, website or logo_path, each a text.');
  end if;
  select * into before from public.organizations o where o.id = org_id for no key update;
  if before.personal and change ? 'name' and change ->> 'name' <> before.name then
    perform private.refuse('not_allowed', 'A personal organization has its person''s name.');
  end if;
  -- The folder of whoever uploads it, as with every public image.
  if coalesce(change ->> 'logo_path', '') not in ('', before.logo_path) and change ->> 'logo_path' not like auth.uid()::text || '/%' then
    perform private.refuse('invalid', 'logo_path: not yours.');
  end if;
  begin
    update public.organizations o set name = coalesce(private.trimmed(change ->> 'name'), o.name), about = coalesce(change ->> 'about', o.about),
      website = coalesce(private.trimmed(change ->> 'website'), o.website), logo_path = coalesce(change ->> 'logo_path', o.logo_path), updated_at = now()
    where o.id = org_id;
  exception when check_violation then
    perform private.refuse('invalid', sqlerrm);
  end;
  if change ? 'name' and private.trimmed(change ->> 'name') <> before.name then
    perform private.log_organization(org_id, 'organization_renamed', org_id, jsonb_build_object('from', before.name, 'to', private.trimmed(change ->> 'name')));
  end if;
end
$$;
comment on function public.change_organization(uuid, jsonb) is
'Changes name, about, website or logo of an organization. Errors: forbidden, not_allowed (role; name
of a personal one), invalid, suspended.';

create function public.get_organization(org_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_organization(org_id, 'view');
  return (
    select jsonb_build_object('id', o.id, 'name', o.name, 'personal', o.personal, 'logo_path', o.logo_path, 'about', o.about, 'website', o.website,
      'created_at', o.created_at, 'role', m.role,
      'members', (select count(*) from public.organization_members n where n.org_id = o.id),
      'owners', (select count(*) from public.organization_members n where n.org_id = o.id and n.role = 'owner'))
    from public.organizations o join public.organization_members m on m.org_id = o.id and m.user_id = auth.uid()
    where o.id = get_organization.org_id);
end
$$;
comment on function public.get_organization(uuid) is
'One organization for its members: {id, name, personal, logo_path, about, website, created_at, role
(the caller''s), members and owners (how many)}. Errors: forbidden, suspended.';

create function public.list_organization_members(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_organization(private.request_organization(request), 'view');
  -- At most 1,000 rows: sorted without an index of its own.
  return private.admin_page(
    'select p.id, private.sort_key(p.name) collate "C" as key from public.organization_members m join public.profiles p on p.id = m.user_id
     where m.org_id = ($1 ->> ''org_id'')::uuid'
      || case when coalesce(request ->> 'role', '') <> '' then ' and m.role = $1 ->> ''role''' else '' end
      || case when coalesce(request ->> 'search', '') <> '' then ' and (strpos(lower(p.name), $2) > 0 or strpos(lower(p.email), $2) > 0)' else '' end,
    'text', false,
    'select u.id, u.name, u.email, u.avatar_path, m.role, m.joined_at from public.profiles u
     join public.organization_members m on m.user_id = u.id and m.org_id = ($1 ->> ''org_id'')::uuid where u.id = p.id',
    request);
end
$$;
comment on function public.list_organization_members(jsonb) is
'Members by name, page by page. In: {org_id, search (name or e-mail), role, after: what `next` was,
limit: 1 to 200}. Out: {rows: [{id, name, email, avatar_path, role, joined_at}], next, total (first
page only)}. Errors: forbidden, invalid, suspended.';

-- The roles that a member may give and take: an admin's never reach an owner.
create function private.require_member_change(org_id uuid, person uuid, role text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  org public.organizations;
  present text;
begin
  perform private.require_organization(org_id, 'administer');
  select * into org from public.organizations o where o.id = require_member_change.org_id for no key update;
  if org.personal then
    perform private.refuse('not_allowed', 'A personal organization has one member.');
  end if;
  select m.role into present from public.organization_members m where m.org_id = require_member_change.org_id and m.user_id = person;
  if present is null then
    perform private.refuse('missing_parent', 'This person is not a member.');
  end if;
  if 'owner' in (present, coalesce(role, '')) and not private.organization_allows(org_id, 'own') then
    perform private.refuse('not_allowed', 'Only an owner makes or removes owners.');
  end if;
  return present;
end
$$;

create function public.set_member_role(org_id uuid, user_id uuid, role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before text;
begin
  if coalesce(role, '') not in ('owner', 'admin', 'manager', 'reviewer', 'viewer') then
    perform private.check_session();
    perform private.refuse('invalid', 'role: owner, admin, manager, reviewer or viewer.');
  end if;
  before := private.require_member_change(org_id, user_id, role);
  if before = role then return; end if;
  update public.organization_members m set role = set_member_role.role where m.org_id = set_member_role.org_id and m.user_id = set_member_role.user_id;
  perform private.log_organization(org_id, 'member_role_changed', user_id, jsonb_build_object(
    'name', (select p.name from public.profiles p where p.id = user_id), 'from', before, 'to', role));
end
$$;
comment on function public.set_member_role(uuid, uuid, text) is
'Changes a member''s role, at once. Owners: only by an owner. Errors: forbidden, not_allowed, invalid,
missing_parent (no member), last_owner, suspended.';

create function public.remove_member(org_id uuid, user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name constant text := (select p.name from public.profiles p where p.id = user_id);
begin
  if user_id = auth.uid() then
    -- Leaving needs no rights.
    perform private.require_organization(org_id, 'view');
    perform private.require_writer();
    perform 1 from public.organizations o where o.id = org_id for no key update;
    if org_id = user_id then
      perform private.refuse('not_allowed', 'A personal organization has one member.');
    end if;
  else
    perform private.require_member_change(org_id, user_id, null);
  end if;
  perform private.log_organization(org_id, case when user_id = auth.uid() then 'member_left' else 'member_removed' end, user_id, jsonb_build_object('name', name));
  delete from public.organization_members m where m.org_id = remove_member.org_id and m.user_id = remove_member.user_id;
end
$$;
comment on function public.remove_member(uuid, uuid) is
'Removes a member, or lets the caller leave. Takes effect with the next call of that person; their
device wipes what it may no longer show. Errors: forbidden, not_allowed, missing_parent, last_owner,
suspended.';

create function public.list_organization_activity(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_organization(private.request_organization(request), 'view');
  return private.admin_page(
    'select a.id, a.created_at as key from private.organization_activity a where a.org_id = ($1 ->> ''org_id'')::uuid', 'timestamptz', true,
    'select a.id, a.actor_id, a.actor_name, a.action, a.target_id, a.details, a.created_at as at from private.organization_activity a where a.id = p.id',
    request);
end
$$;
comment on function public.list_organization_activity(jsonb) is
'What members did, the latest first, page by page. In: {org_id, after, limit}. Out: {rows: [{id,
actor_id, actor_name, action, target_id, details, at}], next, total}. Errors: forbidden, invalid,
suspended.';

create function private.has_active_owner(org uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.organization_members m join public.profiles p on p.id = m.user_id
    where m.org_id = org and m.role = 'owner' and p.status = 'active' and not p._deleted)
$$;
comment on function private.has_active_owner(uuid) is
'Has this organization an owner who is not suspended? Otherwise nothing of it is shown to visitors.';

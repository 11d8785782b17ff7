-- Organizations own apps, releases, campaigns, briefs and their child rows; `developer_id` of a row
-- is its author. Each developer has a personal organization, which has the person's id and name and
-- no other members.
--
-- Scale: a person is in at most 20 organizations, an organization has at most 1,000 members. Member
-- lists are paged; a device holds only its person's memberships (accounts).

create table public.organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 120),
  personal boolean not null default false,
  logo_path text not null default '' check (char_length(logo_path) <= 400 and (logo_path = '' or private.is_object_path(logo_path))),
  about text not null default '' check (char_length(about) <= 2000),
  website text not null default '' check (char_length(website) <= 400),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint organizations_name_min check (char_length(private.trimmed(name)) >= 2),
  -- A `javascript:` address would run as a link on another person's screen. User names before the
  -- host are rejected, because https://known.example@other.example leads elsewhere.
  constraint organizations_website_scheme check (website = '' or website ~* '^https?://[^/?#@\\[:space:]]+([/?#]|$)')
);

create function private.own_organization_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.personal and not exists (select 1 from public.profiles p where p.id = new.id) then
    perform private.reject('invalid', 'A personal organization has the id of its person.');
  end if;
  perform private.own_id(new.id, case when new.personal then 'person' else 'team' end);
  return new;
end
$$;
create trigger own_id before insert or update of id, personal on public.organizations for each row execute function private.own_organization_id();
create index organizations_logo on public.organizations (logo_path) where logo_path <> '';

create table public.organization_members (
  org_id uuid not null references public.organizations (id) on delete cascade,
  user_id uuid not null references public.profiles (id),
  role text not null check (role in ('owner', 'admin', 'manager', 'reviewer', 'viewer')),
  joined_at timestamptz(3) not null default now(),
  primary key (org_id, user_id)
);
create index organization_members_user on public.organization_members (user_id, org_id);

-- view: read everything. review: decide reports, write comments and notes, assign. manage: apps,
-- releases, campaigns, applicants. administer: members, invitations, settings. own: make and remove
-- owners.
create table private.organization_capabilities (
  capability text not null check (capability in ('view', 'review', 'manage', 'administer', 'own')),
  role text not null check (role in ('owner', 'admin', 'manager', 'reviewer', 'viewer')),
  primary key (capability, role)
);
insert into private.organization_capabilities (capability, role) values
  ('view', 'owner'), ('view', 'admin'), ('view', 'manager'), ('view', 'reviewer'), ('view', 'viewer'),
  ('review', 'owner'), ('review', 'admin'), ('review', 'manager'), ('review', 'reviewer'),
  ('manage', 'owner'), ('manage', 'admin'), ('manage', 'manager'),
  ('administer', 'owner'), ('administer', 'admin'),
  ('own', 'owner');

-- The organizations in which the caller has a capability (view, review, manage, administer, own).
-- Policies, triggers, storage and functions all use this rule.
create function private.my_organizations(capability text) returns setof uuid
language plpgsql stable security definer set search_path = '' rows 3 as $$
begin
  return query select m.org_id from public.organization_members m
    join private.organization_capabilities c on c.role = m.role and c.capability = my_organizations.capability
    where m.user_id = (select auth.uid());
end
$$;

create function private.organization_allows(org_id uuid, capability text, person uuid default auth.uid()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.organization_members m
    join private.organization_capabilities c on c.role = m.role and c.capability = organization_allows.capability
    where m.org_id = organization_allows.org_id and m.user_id = organization_allows.person);
end
$$;

-- Requires a valid session and this capability. Errors: forbidden (no member, or no such
-- organization), not_allowed (insufficient role), suspended.
create function private.require_organization(org_id uuid, capability text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_session();
  perform private.reject_if(private.my_status() = 'suspended' and capability <> 'view',
    'suspended', 'This account is suspended: it can read but not write.');
  -- The same answer whether or not the organization exists.
  perform private.reject_if(not private.organization_allows(org_id, 'view'),
    'forbidden', 'There is no such organization, or it is not yours.');
  perform private.reject_if(not private.organization_allows(org_id, capability),
    'not_allowed', 'Your role in this organization does not allow this.');
end
$$;

-- True while the creator of an invitation, a link or a plan may still create one; otherwise the
-- item is invalid. False for null.
create function private.vouches(person uuid, org_id uuid, capability text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.organization_allows(org_id, capability, person)
    and exists (select 1 from public.profiles p where p.id = person and p.status <> 'suspended' and not p._deleted);
end
$$;

select private.protect_table('organizations');
create policy organizations_read on public.organizations for select to authenticated
  using (id in (select private.my_organizations('view')) or (select private.is_admin()));

select private.protect_table('organization_members');
create policy organization_members_read on public.organization_members for select to authenticated
  using (org_id in (select private.my_organizations('view')) or (select private.is_admin()));

create policy betaflock_organizations on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) in (select 'org:' || o from private.my_organizations('view') o));

create function private.keep_personal_organization() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.role = 'developer' then
    insert into public.organizations (id, name, personal, is_sample) values (new.id, new.name, true, new.is_sample)
    on conflict (id) do nothing;
    if not exists (select 1 from public.organizations o where o.id = new.id and o.personal) then
      perform private.reject('forbidden', 'Another organization has the id of this person.');
    end if;
    insert into public.organization_members (org_id, user_id, role) values (new.id, new.id, 'owner') on conflict do nothing;
  end if;
  update public.organizations o set name = new.name, updated_at = now() where o.id = new.id and o.personal and o.name <> new.name;
  return null;
end
$$;
create trigger personal_organization after insert or update of role, name on public.profiles
  for each row execute function private.keep_personal_organization();

-- Campaigns and apps hold a copy of the organization's name, which cards show as the developer.
create function private.on_organization_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() then return null; end if;
  update public.campaigns c set developer_name = new.name where c.org_id = new.id and c.developer_name <> new.name;
  update public.apps a set developer_name = new.name where a.org_id = new.id and a.developer_name <> new.name;
  return null;
end
$$;
create trigger renamed after update of name on public.organizations for each row
  when (new.name <> old.name) execute function private.on_organization_renamed();

create function private.require_allowed(actor text, org_id uuid, capability text, message text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if actor <> 'server' and not private.organization_allows(org_id, capability) then
    perform private.reject('forbidden', message);
  end if;
end
$$;

-- Runs before the rules of each table that belongs to an organization. With a parent table and the
-- column that references it, the row gets the parent's organization, regardless of the value that
-- the device sent. Otherwise it gets the organization that the author chose, or their personal one.
create function private.set_organization() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_nargs = 0 then
    new.org_id := coalesce(new.org_id, new.developer_id);
  else
    execute format('select p.org_id from public.%I p where p.id = $1', tg_argv[0])
    into new.org_id using (to_jsonb(new) ->> tg_argv[1])::uuid;
  end if;
  return new;
end
$$;

create function private.add_organization_policies(name text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('create policy %I on public.%I for select to authenticated
    using (org_id in (select private.my_organizations(''view'')) or (select private.is_admin()))', name || '_read_own', name);
  execute format('create policy %I on public.%I for insert to authenticated
    with check (org_id in (select private.my_organizations(''manage'')) and (select private.my_role()) = ''developer'')', name || '_add', name);
  execute format('create policy %I on public.%I for update to authenticated
    using (org_id in (select private.my_organizations(''manage''))) with check (org_id in (select private.my_organizations(''manage'')))', name || '_edit', name);
end
$$;

-- Checked with the organization locked: two owners who leave at once would otherwise each see the
-- other.
create function private.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() or old.role <> 'owner' or (tg_op = 'UPDATE' and new.role = 'owner') then return coalesce(new, old); end if;
  -- on_member_deleted has handed over the organizations of a deleted account.
  if exists (select 1 from public.profiles p where p.id = old.user_id and p._deleted) then return coalesce(new, old); end if;
  -- The organization was deleted, too.
  perform 1 from public.organizations o where o.id = old.org_id for no key update;
  if not found then return old; end if;
  if not exists (select 1 from public.organization_members m where m.org_id = old.org_id and m.role = 'owner' and m.user_id <> old.user_id) then
    perform private.reject('last_owner', 'An organization needs an owner: make somebody else one first.');
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_an_owner before update or delete on public.organization_members for each row execute function private.keep_an_owner();

-- A deleted account leaves its organizations. Where it was the last owner, the member with the
-- highest role succeeds, the longest-standing first.
create function private.on_member_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  org uuid;
begin
  for org in select m.org_id from public.organization_members m where m.user_id = new.id and m.org_id <> new.id order by m.org_id loop
    perform 1 from public.organizations o where o.id = org for no key update;
    if not exists (select 1 from public.organization_members m where m.org_id = org and m.role = 'owner' and m.user_id <> new.id) then
      update public.organization_members m set role = 'owner'
      where m.org_id = org and m.user_id = (
        select n.user_id from public.organization_members n where n.org_id = org and n.user_id <> new.id
        order by array_position(array['admin', 'manager', 'reviewer', 'viewer'], n.role), n.joined_at, n.user_id limit 1);
    end if;
    delete from public.organization_members m where m.org_id = org and m.user_id = new.id;
  end loop;
  return null;
end
$$;
create trigger on_member_deleted after update of _deleted on public.profiles for each row when (new._deleted and not old._deleted)
  execute function private.on_member_deleted();

-- The account holds a copy of the memberships, so that the switcher works offline.
create function private.copy_memberships(people uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.accounts a set memberships = n.memberships
  from (
    select p.id, coalesce(jsonb_agg(jsonb_build_object('org_id', o.id, 'name', o.name, 'logo_path', o.logo_path, 'personal', o.personal, 'role', m.role)
      order by o.personal desc, private.sort_key(o.name) collate "C", o.id) filter (where o.id is not null), '[]') as memberships
    from unnest(people) p (id)
    left join public.organization_members m on m.user_id = p.id
    left join public.organizations o on o.id = m.org_id
    group by p.id
  ) n
  where a.id = n.id and a.memberships <> n.memberships
$$;

create function private.on_memberships_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The tables have different columns, and a deletion has no new row.
  changed constant jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform private.copy_memberships(case tg_table_name
    when 'organizations' then array(select m.user_id from public.organization_members m where m.org_id = (changed ->> 'id')::uuid)
    else array[coalesce(changed ->> 'user_id', changed ->> 'id')::uuid] end);
  return null;
end
$$;
create trigger copy_memberships after insert or update or delete on public.organization_members
  for each row execute function private.on_memberships_changed();
create trigger copy_memberships after insert on public.accounts for each row execute function private.on_memberships_changed();
create trigger copy_memberships after update of name, logo_path on public.organizations for each row
  when (new.name <> old.name or new.logo_path <> old.logo_path) execute function private.on_memberships_changed();

-- Part of the replication scope: joining, leaving or changing role restarts replication, like a
-- change of rights. Empty with only the personal organization.
create function private.membership_scope() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(':' || md5(string_agg(m.org_id || m.role, ',' order by m.org_id)), '')
    from public.organization_members m where m.user_id = (select auth.uid()) and m.org_id <> m.user_id);
end
$$;

create table private.organization_blocks (
  user_id uuid not null references public.profiles (id),
  org_id uuid not null references public.organizations (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, org_id)
);
create index organization_blocks_organization on private.organization_blocks (org_id);

-- True unless the person has blocked the organization. Guards unsolicited messages (invitations,
-- announcements, reminders). Responses to the person's own actions (decisions, comments) are not
-- affected.
create function private.may_contact(org_id uuid, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select 1 from private.organization_blocks b where b.user_id = person and b.org_id = may_contact.org_id)
$$;

-- The organization's log for its members: paged and online only. The admins' log is `activity`.
create table private.organization_activity (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.organizations (id) on delete cascade,
  actor_id uuid,
  actor_name text not null default '',
  action text not null check (char_length(action) <= 80),
  target_id uuid,
  details jsonb not null default '{}' check (private.is_flat(details)),
  created_at timestamptz(3) not null default now()
);
create index organization_activity_page on private.organization_activity (org_id, created_at, id);
create index organization_activity_actor on private.organization_activity (actor_id, created_at) where actor_id is not null;
create index organization_activity_about on private.organization_activity ((details ->> 'about_id')) where details ->> 'about_id' is not null;
create index organization_activity_invitations on private.organization_activity (target_id) where details ? 'email';

-- Logs an action of a person (default: the caller) on target_id in the activity of an organization.
-- details: a flat object; contains names as of that time and the id of the named person (about_id,
-- for private.forget_names). Errors: daily_limit.
create function private.log_organization(org_id uuid, action text, target_id uuid, details jsonb, actor uuid default auth.uid()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_log_entries('private.organization_activity', actor);
  insert into private.organization_activity (org_id, actor_id, actor_name, action, target_id, details)
  select log_organization.org_id, log_organization.actor, coalesce((select p.name from public.profiles p where p.id = log_organization.actor), ''),
    log_organization.action, log_organization.target_id, log_organization.details
  where not private.is_seeding();
end
$$;

-- Saved replies, views and templates that members share in their organization. A device reads and
-- writes all of a person's shared items in one column of the person's account, which is stored
-- here instead: a write is split into its changed items, and a pull adds the items of the person's
-- organizations. So items merge and wait offline like the person's own lists.
--
-- Scale: an organization has at most 120 kB of them. A change writes the accounts of all members
-- (1,000 at most), so that their devices pull it.

create table private.shared_items (
  -- Devices ignore the names of JavaScript's own properties.
  id text primary key check (char_length(id) between 1 and 36 and id not in ('__proto__', 'constructor', 'prototype')),
  org_id uuid not null references public.organizations (id) on delete cascade,
  kind text not null check (kind in ('reply', 'view', 'template')),
  value jsonb not null,
  constraint shared_items_value check (case kind
    when 'reply' then private.is_saved_replies(jsonb_build_object(id, value))
    when 'view' then private.is_saved_views(jsonb_build_object(id, value))
    else private.is_saved_templates(jsonb_build_object(id, value)) end)
);
create index shared_items_org on private.shared_items (org_id);

-- The shared items of the caller's organizations, for the caller's own account: {id: {org_id, kind,
-- value}}. Empty for another account.
create function private.my_shared(account uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if account is distinct from auth.uid() then return '{}'; end if;
  return (select coalesce(jsonb_object_agg(s.id, jsonb_build_object('org_id', s.org_id, 'kind', s.kind, 'value', s.value)), '{}')
    from private.shared_items s where s.org_id in (select private.my_organizations('view')));
end
$$;

-- Replies and views require `review`, templates `manage`. An item keeps its organization and kind.
create function private.keep_shared() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent constant jsonb := new.shared;
  before jsonb;
  changed record;
  orgs uuid[] := '{}';
begin
  new.shared := '{}';
  if new.id is distinct from auth.uid() or private.current_actor() = 'server' then return new; end if;
  if jsonb_typeof(sent) is distinct from 'object' then
    perform private.reject('invalid', 'shared: an object of items by id.');
  end if;
  -- lock_for_push has locked them in the common order. This lock is for direct writes.
  perform 1 from public.organizations o where o.id in (select private.my_organizations('view')) order by o.id for no key update;
  before := private.my_shared(new.id);
  for changed in
    select coalesce(a.key, b.key) as id, a.value as item, coalesce(b.value, a.value) as known, b.key is null as is_new
    from jsonb_each(sent) a full join jsonb_each(before) b on b.key = a.key
    where a.value is distinct from b.value order by 1
  loop
    if changed.item is not null and (jsonb_typeof(changed.item) <> 'object' or not changed.item ?& '{org_id,kind,value}'
      or (changed.item - '{org_id,kind,value}'::text[]) <> '{}' or not private.is_uuid(changed.item ->> 'org_id')
      or (changed.item - 'value') <> (changed.known - 'value')) then
      perform private.reject('invalid', 'shared: {org_id, kind, value}, of which only the value changes.');
    end if;
    perform private.require_organization((changed.known ->> 'org_id')::uuid,
      case changed.known ->> 'kind' when 'template' then 'manage' else 'review' end);
    if changed.item is null then
      delete from private.shared_items s where s.id = changed.id;
    elsif changed.is_new then
      -- The id of another organization's item is a duplicate key.
      insert into private.shared_items (id, org_id, kind, value)
      values (changed.id, (changed.item ->> 'org_id')::uuid, changed.item ->> 'kind', changed.item -> 'value');
    else
      update private.shared_items s set value = changed.item -> 'value' where s.id = changed.id;
    end if;
    orgs := orgs || (changed.known ->> 'org_id')::uuid;
  end loop;
  -- Twice the forms' limits, as for own lists.
  if exists (
    select 1 from private.shared_items s where s.org_id = any (orgs) group by s.org_id
    having count(*) filter (where s.kind = 'reply') > 100 or count(*) filter (where s.kind = 'view') > 40
      or count(*) filter (where s.kind = 'template') > 40 or sum(octet_length(s.value::text)) > 120000)
  then
    perform private.reject('too_many', 'The organization shares too many items. Delete some first.');
  end if;
  update public.accounts a set updated_at = now()
  where a.id in (
    select m.id from public.accounts m
    where m.id <> new.id and m.id in (select o.user_id from public.organization_members o where o.org_id = any (orgs))
    order by m.id for no key update);
  return new;
end
$$;
create trigger t70_shared before update of shared on public.accounts for each row execute function private.keep_shared();

-- Called by lock_for_push before a person's account is read and locked: two members who share at
-- once would otherwise wait for each other's account.
create function private.lock_to_share(account jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if account -> 'shared' <> private.my_shared(auth.uid()) then
    perform 1 from public.organizations o where o.id in (select private.my_organizations('view')) order by o.id for no key update;
  end if;
end
$$;

-- Testers can block an organization. It can no longer invite, announce to or remind the person
-- (private.may_contact), and the person leaves its groups and lists of past testers. The
-- organization never learns about the block. Running applications continue.
--
-- Scale: a person blocks at most 200 organizations. Blocking updates only the person's own rows, by
-- index.

create function private.copy_blocks(people uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.accounts a set blocked_organizations = n.blocked
  from (
    select p.id, coalesce(jsonb_agg(jsonb_build_object('org_id', o.id, 'name', o.name)
      order by private.sort_key(o.name) collate "C", o.id) filter (where o.id is not null), '[]') as blocked
    from unnest(people) p (id)
    left join private.organization_blocks b on b.user_id = p.id
    left join public.organizations o on o.id = b.org_id
    group by p.id
  ) n
  where a.id = n.id and a.blocked_organizations <> n.blocked
$$;

create function private.on_blocks_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'organizations' then
    perform private.copy_blocks(array(select b.user_id from private.organization_blocks b where b.org_id = new.id));
  else
    perform private.copy_blocks(array[case tg_op when 'DELETE' then old.user_id else new.user_id end]);
  end if;
  return null;
end
$$;
create trigger copy_blocks after insert or delete on private.organization_blocks for each row execute function private.on_blocks_changed();
create trigger copy_blocks after update of name on public.organizations for each row when (new.name <> old.name)
  execute function private.on_blocks_changed();

create function private.on_blocker_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.organization_blocks b where b.user_id = new.id;
  return null;
end
$$;
create trigger on_blocker_deleted after update of _deleted on public.profiles for each row when (new._deleted and not old._deleted)
  execute function private.on_blocker_deleted();

create function private.verified_address(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.email_of(u.email) from auth.users u where u.id = person and u.email_confirmed_at is not null
$$;

create function private.may_mail(the_organization uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select 1 from public.profiles p join private.organization_blocks b on b.user_id = p.id and b.org_id = the_organization
    where private.mailbox_of(p.email) = private.mailbox_of(address) and not p._deleted and private.verified_address(p.id) = p.email)
$$;

create function private.end_invitations(the_organization uuid, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_one record;
begin
  for open_one in
    select i.id, i.user_id, i.token_hash from private.tester_invitations i join public.campaigns c on c.id = i.campaign_id
    where c.org_id = the_organization and i.accepted_at is null and i.revoked_at is null
      and (i.user_id = person or private.mailbox_of(i.email) = private.mailbox_of(private.verified_address(person)))
  loop
    perform private.unsend_invitation('campaign_invited', open_one.token_hash);
    update public.notifications n set read_at = now()
    where n.user_id = person and n.kind = 'campaign_invited' and n.read_at is null and n.link = '/join?invitation=' || open_one.id;
    if open_one.user_id is not null then
      delete from private.tester_invitations i where i.id = open_one.id;
    else
      -- Stays listed as sent with an unknown token, so it looks unanswered.
      update private.tester_invitations i set token_hash = private.token_hash(private.new_token()) where i.id = open_one.id;
    end if;
  end loop;
  for open_one in
    select i.id, i.token_hash from private.organization_invitations i
    where i.org_id = the_organization and i.accepted_at is null and i.revoked_at is null
      and private.mailbox_of(i.email) = private.mailbox_of(private.verified_address(person))
  loop
    perform private.unsend_invitation('organization_invited', open_one.token_hash);
    update private.organization_invitations i set token_hash = private.token_hash(private.new_token()) where i.id = open_one.id;
  end loop;
end
$$;

create function public.block_organization(org_id uuid, blocked boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  perform private.require_writer();
  perform private.reject_if(private.my_role() is distinct from 'tester',
    'not_allowed', 'Organizations are blocked by testers.');
  perform private.require_rate('block_organization:' || me, 60, '1 hour', 'Too many changes. Please wait a while.');
  if blocked is distinct from true then
    delete from private.organization_blocks b where b.user_id = me and b.org_id = block_organization.org_id;
    return;
  end if;
  -- Only organizations that the account can know, so that ids cannot be probed.
  perform private.reject_if(not exists (select 1 from public.apps a
      where a.org_id = block_organization.org_id and a.status = 'published' and not a._deleted)
    and not exists (select 1 from public.campaigns c where c.org_id = block_organization.org_id and c.status <> 'draft' and c.visibility = 'public' and not c._deleted)
    and not exists (select 1 from public.campaigns c where c.org_id = block_organization.org_id and c.id in (select private.campaigns_of(me))),
    'missing_parent', 'This organization is not known.');
  -- Serializes concurrent calls, which would otherwise exceed the limit.
  perform 1 from public.profiles p where p.id = me for no key update;
  perform private.reject_if((select count(*) from private.organization_blocks b
      where b.user_id = me and b.org_id <> block_organization.org_id) >= 200,
    'too_many', 'At most 200 organizations can be blocked.');
  -- Waits for members who are adding or inviting this person (private.reachable_testers).
  perform 1 from private.org_testers t where t.user_id = me and t.org_id = block_organization.org_id for update;
  insert into private.organization_blocks (user_id, org_id) values (me, block_organization.org_id) on conflict do nothing;
  delete from private.tester_group_members m where m.user_id = me and m.org_id = block_organization.org_id;
  perform private.end_invitations(org_id, me);
end
$$;
comment on function public.block_organization(uuid, boolean) is
'Blocks or unblocks an organization that the caller, a tester, may know (a published app, a public
campaign, one they are in). A block removes the caller from its groups and open invitations;
applications stay. Errors: not_allowed (no tester), missing_parent (unknown), too_many (200),
rate_limited (60 an hour), suspended.';

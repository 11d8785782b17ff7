-- Invitations to an organization: by e-mail, for seven days, bound to the address. The link's token
-- is kept as its hash alone. Whoever opens the link before signing up accepts afterwards.

create table private.organization_invitations (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.organizations (id) on delete cascade,
  email text not null check (private.is_email(email)),
  role text not null check (role in ('owner', 'admin', 'manager', 'reviewer', 'viewer')),
  token_hash bytea not null unique,
  invited_by uuid references public.profiles (id),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3)
);
-- One open invitation per address.
create unique index organization_invitations_open on private.organization_invitations (org_id, email) where accepted_at is null and revoked_at is null;
create index organization_invitations_page on private.organization_invitations (org_id, created_at, id);
create index organization_invitations_by on private.organization_invitations (invited_by) where invited_by is not null;

-- Gives the invitation a new link and mails it; a link that was sent before is void.
create function private.send_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sent constant private.organization_invitations := (select i from private.organization_invitations i where i.id = invitation);
begin
  update private.organization_invitations i set expires_at = now() + interval '7 days',
    token_hash = private.mail_invitation(sent.email, null, 'organization_invited', jsonb_build_object(
      'organization_name', (select o.name from public.organizations o where o.id = sent.org_id), 'role', sent.role,
      'inviter_name', private.name_of(sent.invited_by)), '/invitation', sent.token_hash)
  where i.id = invitation;
end
$$;

create function public.invite_member(org_id uuid, email text, role text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- `on conflict` names columns that have the parameters' names.
#variable_conflict use_column
declare
  address constant text := lower(private.trimmed(email));
  org public.organizations;
  invitation uuid;
begin
  perform private.require_organization(org_id, 'administer');
  select * into org from public.organizations o where o.id = org_id for no key update;
  if org.personal then
    perform private.refuse('not_allowed', 'A personal organization has one member.');
  elsif coalesce(role, '') not in ('owner', 'admin', 'manager', 'reviewer', 'viewer') or not private.is_email(address) then
    perform private.refuse('invalid', 'An e-mail address and a role.');
  elsif role = 'owner' and not private.organization_allows(org_id, 'own') then
    perform private.refuse('not_allowed', 'Only an owner makes or removes owners.');
  elsif exists (select 1 from public.organization_members m join public.profiles p on p.id = m.user_id
    where m.org_id = invite_member.org_id and lower(p.email) = address) then
    perform private.refuse('duplicate', 'This person is a member already.');
  elsif (select count(*) from public.organization_members m where m.org_id = invite_member.org_id)
    + (select count(*) from private.organization_invitations i where i.org_id = invite_member.org_id and i.accepted_at is null and i.revoked_at is null) >= 1000 then
    perform private.refuse('too_many', 'An organization can have at most 1,000 members and invitations.');
  end if;
  perform private.require_rate('invite:' || org_id, 100, '1 day', 'Too many invitations today.');
  insert into private.organization_invitations as i (org_id, email, role, token_hash, invited_by, expires_at)
  values (invite_member.org_id, address, invite_member.role, private.token_hash(private.new_token()), auth.uid(), now() + interval '7 days')
  -- Invited again: the role may have changed, the link is new.
  on conflict (org_id, email) where accepted_at is null and revoked_at is null
    do update set role = excluded.role, invited_by = excluded.invited_by
  returning i.id into invitation;
  perform private.send_invitation(invitation);
  perform private.log_organization(org_id, 'member_invited', invitation, jsonb_build_object('email', address, 'role', role));
  return jsonb_build_object('id', invitation);
end
$$;
comment on function public.invite_member(uuid, text, text) is
'Invites an address, by e-mail. Out: {id}. Inviting an address again replaces its invitation and its
link. Errors: forbidden, not_allowed, invalid, duplicate (a member already), too_many, rate_limited
(100 a day), suspended.';

create function private.require_invitation(invitation uuid) returns private.organization_invitations
language plpgsql security definer set search_path = '' as $$
declare
  found_row private.organization_invitations;
begin
  select * into found_row from private.organization_invitations i where i.id = invitation for no key update;
  perform private.require_organization(found_row.org_id, 'administer');
  if found_row.accepted_at is not null or found_row.revoked_at is not null then
    perform private.refuse('wrong_state', 'This invitation is no longer open.');
  elsif found_row.role = 'owner' and not private.organization_allows(found_row.org_id, 'own') then
    perform private.refuse('not_allowed', 'Only an owner makes or removes owners.');
  end if;
  return found_row;
end
$$;
comment on function private.require_invitation(uuid) is
'The open invitation that the caller may send again or withdraw, locked. Errors: forbidden,
not_allowed, wrong_state, suspended.';

create function public.resend_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_one constant private.organization_invitations := private.require_invitation(invitation);
begin
  perform private.require_rate('invite:' || open_one.org_id, 100, '1 day', 'Too many invitations today.');
  perform private.require_rate('invitation:' || invitation, 3, '1 hour', 'This invitation was sent just now. Please wait an hour.');
  perform private.send_invitation(invitation);
end
$$;
comment on function public.resend_invitation(uuid) is
'Mails an invitation again, with a new link and seven more days. Errors: forbidden, not_allowed,
wrong_state, rate_limited (3 an hour), suspended.';

create function public.revoke_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_one constant private.organization_invitations := private.require_invitation(invitation);
begin
  update private.organization_invitations i set revoked_at = now() where i.id = invitation;
  perform private.unsend_invitation('organization_invited', open_one.token_hash);
  perform private.log_organization(open_one.org_id, 'invitation_revoked', invitation, jsonb_build_object('email', open_one.email));
end
$$;
comment on function public.revoke_invitation(uuid) is
'Makes an open invitation void. Errors: forbidden, not_allowed, wrong_state, suspended.';

create function public.list_invitations(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_organization(private.request_organization(request), 'administer');
  return private.admin_page(
    'select i.id, i.created_at as key from private.organization_invitations i
     where i.org_id = ($1 ->> ''org_id'')::uuid and i.accepted_at is null and i.revoked_at is null', 'timestamptz', true,
    'select i.id, i.email, i.role, i.created_at, i.expires_at, coalesce(b.name, '''') as invited_by
     from private.organization_invitations i left join public.profiles b on b.id = i.invited_by where i.id = p.id',
    request);
end
$$;
comment on function public.list_invitations(jsonb) is
'The open invitations, the latest first, page by page. In: {org_id, after, limit}. Out: {rows: [{id,
email, role, created_at, expires_at, invited_by}], next, total}. One whose time has passed stays
listed, to be sent again. Errors: forbidden, not_allowed, invalid, suspended.';

-- The invitation of a token: null when there is none, it has expired, or it was used or revoked.
create function private.invitation_of(token text) returns private.organization_invitations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_row private.organization_invitations;
begin
  perform private.limit_token_guesses();
  select * into found_row from private.organization_invitations i
  where i.token_hash = private.token_hash(token) and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  for no key update;
  return found_row;
end
$$;

create function public.read_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation constant private.organization_invitations := private.invitation_of(token);
begin
  if invitation.id is null then
    perform private.refuse('missing_parent', 'This invitation has expired or was withdrawn.');
  end if;
  return (
    select jsonb_build_object('organization_name', o.name, 'logo_path', o.logo_path, 'role', invitation.role, 'email', invitation.email,
      'inviter_name', private.name_of(invitation.invited_by))
    from public.organizations o where o.id = invitation.org_id);
end
$$;
comment on function public.read_invitation(text) is
'What the holder of a link is invited to, also signed out: {organization_name, logo_path, role, email,
inviter_name}. Errors: missing_parent (expired, used or revoked), rate_limited.';

create function public.accept_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  invitation private.organization_invitations;
begin
  perform private.require_writer();
  -- Sent again, because the answer was lost.
  select i.* into invitation from private.organization_invitations i
  join public.organization_members m on m.org_id = i.org_id and m.user_id = me
  where i.token_hash = private.token_hash(token) and i.accepted_at is not null
    and i.email = (select lower(p.email) from public.profiles p where p.id = me);
  if found then return jsonb_build_object('org_id', invitation.org_id); end if;

  invitation := private.invitation_of(token);
  if invitation.id is null then
    perform private.refuse('missing_parent', 'This invitation has expired or was withdrawn.');
  end if;
  perform private.require_address(invitation.email);
  if private.my_role() is distinct from 'developer' then
    perform private.refuse('not_allowed', 'Organizations are for developers.');
  end if;
  perform private.require_room_for_membership(me);
  insert into public.organization_members (org_id, user_id, role) values (invitation.org_id, me, invitation.role) on conflict do nothing;
  update private.organization_invitations i set accepted_at = now() where i.id = invitation.id;
  perform private.log_organization(invitation.org_id, 'member_joined', me, jsonb_build_object('role', invitation.role,
    'name', (select p.name from public.profiles p where p.id = me)));
  return jsonb_build_object('org_id', invitation.org_id);
end
$$;
comment on function public.accept_invitation(text) is
'Makes the caller a member, where the invitation''s address is the caller''s verified one. Out:
{org_id}; the same for a repeated call. Errors: missing_parent (expired, used or revoked), forbidden
(another address, or not verified), not_allowed (no developer), too_many, suspended, rate_limited.';

-- Invitations of testers to a campaign: by e-mail, valid for seven days per address, or by a link
-- that any tester can use until it is full, expired or withdrawn. Both grant access
-- (campaign_access), whatever the visibility; applying is the same for all. Links to campaign
-- summaries are stored here, too (campaign_summaries).
--
-- Scale: a campaign has at most 10,000 open invitations and 20 links of each kind. An organization,
-- and a person across theirs, sends at most 2,000 invitations a day.

create table private.tester_invitations (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id),
  -- An address, or a person whose address the organization does not know (groups of testers).
  email text not null default '' check (email = '' or private.is_email(email)),
  user_id uuid references public.profiles (id),
  token_hash bytea not null unique,
  invited_by uuid references public.profiles (id),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid references public.profiles (id),
  revoked_at timestamptz(3),
  constraint tester_invitations_recipient check ((user_id is not null) <> (email <> ''))
);
create unique index tester_invitations_open on private.tester_invitations (campaign_id, email, user_id) nulls not distinct
  where accepted_at is null and revoked_at is null;
create index tester_invitations_page on private.tester_invitations (campaign_id, created_at, id);
create index tester_invitations_user on private.tester_invitations (user_id) where user_id is not null;
-- A block revokes invitations to any spelling of an address.
create index tester_invitations_mailbox on private.tester_invitations (private.mailbox_of(email));
create index tester_invitations_by on private.tester_invitations (invited_by, sent_at) where invited_by is not null;
create index tester_invitations_accepted on private.tester_invitations (accepted_by) where accepted_by is not null;

create table private.campaign_links (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id),
  -- join grants testers access; summary shows the campaign's summary without an account.
  kind text not null default 'join' check (kind in ('join', 'summary')),
  token_hash bytea not null unique,
  max_uses int check (max_uses between 1 and 10000),
  uses int not null default 0 check (uses >= 0),
  created_by uuid references public.profiles (id),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint campaign_links_cap check (uses <= max_uses)
);
create index campaign_links_page on private.campaign_links (campaign_id, created_at, id);
create index campaign_links_by on private.campaign_links (created_by) where created_by is not null;

-- Invitations and links end when their creator loses the right to create them. Otherwise a removed
-- member could return to a private campaign as a tester, or keep reading a summary.
create function private.on_campaign_inviter_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hashes bytea[];
begin
  if private.organization_allows(old.org_id, 'manage', old.user_id) then return null; end if;
  update private.campaign_links l set revoked_at = now() from public.campaigns c
  where l.created_by = old.user_id and l.revoked_at is null and c.id = l.campaign_id and c.org_id = old.org_id;
  -- At most 14,000, because a person invites 2,000 testers a day. A colleague can resend expired
  -- ones.
  with gone as (
    update private.tester_invitations i set revoked_at = now() from public.campaigns c
    where i.invited_by = old.user_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
      and c.id = i.campaign_id and c.org_id = old.org_id
    returning i.token_hash)
  select array_agg(g.token_hash) into hashes from gone g;
  perform private.unsend_invitation('campaign_invited', variadic hashes);
  return null;
end
$$;
create trigger campaign_inviter_gone after delete or update of role on public.organization_members
  for each row execute function private.on_campaign_inviter_gone();

-- The campaign, for a caller with this capability in its organization. Errors: forbidden (no
-- member, or no such campaign), not_allowed (insufficient role), suspended.
create function private.require_campaign(the_campaign uuid, capability text) returns public.campaigns
language plpgsql stable security definer set search_path = '' as $$
declare
  campaign public.campaigns;
begin
  select * into campaign from public.campaigns c where c.id = the_campaign and not c._deleted;
  perform private.require_organization(campaign.org_id, capability);
  return campaign;
end
$$;

-- The campaign, for a caller who may invite testers to it now. Errors: forbidden, not_allowed,
-- campaign_closed (not published, or over), suspended.
create function private.require_recruiting(the_campaign uuid) returns public.campaigns
language plpgsql stable security definer set search_path = '' as $$
declare
  campaign constant public.campaigns := private.require_campaign(the_campaign, 'manage');
begin
  perform private.reject_if(not private.accepts_testers(campaign),
    'campaign_closed', 'Testers can be invited while a campaign is running.');
  return campaign;
end
$$;

-- Gives the invitation a new link, which voids the previous one, and mails it. A person also gets a
-- notification, whose link needs no token.
create function private.send_tester_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sent constant private.tester_invitations := (select i from private.tester_invitations i where i.id = invitation);
  campaign public.campaigns;
  facts jsonb;
  hash bytea;
begin
  select * into campaign from public.campaigns c where c.id = sent.campaign_id;
  facts := jsonb_build_object('campaign_title', campaign.title, 'organization_name', campaign.developer_name, 'inviter_name', private.name_of(sent.invited_by),
    'about_id', sent.invited_by);
  if sent.user_id is not null then
    facts := facts || '{"bound_to": "account"}';
    perform private.notify(sent.user_id, 'campaign_invited', facts, '/join?invitation=' || sent.id, mailed => null, sender => sent.invited_by);
  end if;
  -- If the owner of the address has blocked the organization, nothing is sent, but the invitation
  -- looks like any other. private.check_recipients has excluded people with a block.
  if private.may_mail(campaign.org_id, sent.email) then
    hash := private.mail_invitation(sent.invited_by, sent.email, sent.user_id, 'campaign_invited', facts, '/join', sent.token_hash);
  end if;
  update private.tester_invitations i set sent_at = now(), expires_at = now() + interval '7 days', token_hash = coalesce(hash, i.token_hash)
  where i.id = invitation;
end
$$;

-- Checks a list of recipients of a campaign, in its order. place: from 0, people after addresses;
-- problem: invalid | twice | invited | tester (has applied or may see it already), else null.
-- People who have blocked the organization are skipped; their addresses look valid
-- (private.send_tester_invitation).
create function private.check_recipients(the_campaign uuid, addresses text[], people uuid[] default '{}')
returns table (place int, email text, person uuid, problem text)
language sql stable security definer set search_path = '' as $$
  with asked as (
    select t.n, coalesce(t.typed, '') as typed, coalesce(private.email_of(t.typed), '') as email, null::uuid as person
    from unnest(addresses) with ordinality t (typed, n)
    union all
    select cardinality(addresses) + t.n, '', '', t.person from unnest(people) with ordinality t (person, n)
    where private.may_contact((select c.org_id from public.campaigns c where c.id = the_campaign), t.person)
  )
  select (a.n - 1)::int, a.email, a.person, case
    when a.person is null and a.email = '' then 'invalid'
    when row_number() over (partition by a.email, a.person order by a.n) > 1 then 'twice'
    when exists (select 1 from private.tester_invitations i where i.campaign_id = the_campaign and i.email = a.email
      and i.user_id is not distinct from a.person and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()) then 'invited'
    when case when a.person is null
        then exists (select 1 from public.profiles p where p.email = a.email and not p._deleted and the_campaign in (select private.campaigns_of(p.id)))
        else the_campaign in (select private.campaigns_of(a.person)) end then 'tester'
    end
  from asked a
$$;

-- Invites addresses and people to a campaign, about 500 at once, on behalf of a person (default:
-- the caller) whom private.require_recruiting has authorized. send = false: a dry run. Out:
-- {invited: how many, problems: [{place: in the list, people after addresses; problem: invalid |
-- twice | invited | tester (has applied or may see it already)}]}. Errors: too_many, rate_limited.
create function private.invite_testers(the_campaign uuid, addresses text[], people uuid[] default '{}', send boolean default true,
  inviter uuid default auth.uid()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  campaign public.campaigns;
  answer jsonb;
  fresh int;
  invitation uuid;
begin
  -- Serializes concurrent calls, which would otherwise exceed the limit.
  select * into campaign from public.campaigns c where c.id = the_campaign for no key update;
  select jsonb_build_object(
    'problems', coalesce(jsonb_agg(jsonb_build_object('place', r.place, 'problem', r.problem) order by r.place) filter (where r.problem is not null), '[]'),
    'recipients', coalesce(jsonb_agg(jsonb_build_object('email', r.email, 'person', r.person) order by r.place) filter (where r.problem is null), '[]'))
  into answer from private.check_recipients(the_campaign, addresses, people) r;
  fresh := jsonb_array_length(answer -> 'recipients');
  if send and fresh > 0 then
    perform private.reject_if((select count(*) from private.tester_invitations i
        where i.campaign_id = the_campaign and i.accepted_at is null and i.revoked_at is null) + fresh > 10000,
      'too_many', 'A campaign can have at most 10,000 open invitations.');
    perform private.require_rate('invite_testers:' || campaign.org_id, 2000, '1 day', 'Too many invitations today.', fresh);
    -- The daily limit over all organizations of a person. Takes no lock, because the schedule sends
    -- for several.
    if (select count(*) from private.tester_invitations i where i.invited_by = inviter and i.sent_at > now() - interval '1 day') + fresh > 2000 then
      raise exception using errcode = 'PT429', message = 'Too many invitations today.', detail = 'rate_limited';
    end if;
    for invitation in
      insert into private.tester_invitations as i (campaign_id, email, user_id, token_hash, invited_by, expires_at)
      select the_campaign, r.value ->> 'email', (r.value ->> 'person')::uuid, private.token_hash(private.new_token()), inviter, now()
      from jsonb_array_elements(answer -> 'recipients') r
      -- Invited again after the first one has expired.
      on conflict (campaign_id, email, user_id) where accepted_at is null and revoked_at is null
        do update set invited_by = excluded.invited_by, created_at = now()
      returning i.id
    loop
      perform private.send_tester_invitation(invitation);
    end loop;
    perform private.log_organization(campaign.org_id, 'testers_invited', the_campaign, jsonb_build_object('count', fresh, 'campaign_title', campaign.title), inviter);
  end if;
  return jsonb_build_object('invited', fresh, 'problems', answer -> 'problems');
end
$$;

-- The typed list of addresses of a call. Errors: invalid (no list, or more than 500), rate_limited
-- (120 lists an hour and person).
create function private.require_addresses(addresses jsonb) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.reject_if(not coalesce(private.is_text_list(addresses, 500, 2000), false),
    'invalid', 'addresses: a list of at most 500 texts.');
  -- Limits probing of addresses: members may learn the state of addresses that they invite, not of
  -- thousands.
  perform private.require_rate('check_testers:' || auth.uid(), 120, '1 hour', 'Too many lists. Please wait a while.');
  return array(select jsonb_array_elements_text(addresses));
end
$$;

create function public.invite_testers(campaign uuid, addresses jsonb, send boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_recruiting(campaign);
  return private.invite_testers(campaign, private.require_addresses(addresses), '{}', coalesce(send, false));
end
$$;
comment on function public.invite_testers(uuid, jsonb, boolean) is
'Invites up to 500 addresses to a campaign by e-mail; a faulty address does not block the others.
send = false: a dry run. Out: {invited, problems: [{place, problem: invalid | twice | invited |
tester}]}. Errors: forbidden, not_allowed, campaign_closed, invalid (no list, or more than 500),
too_many, rate_limited (2,000 a day per organization and per person; 120 lists an hour and person),
suspended.';

-- The open invitation that the caller may resend or withdraw, locked. Errors: forbidden,
-- not_allowed, wrong_state, suspended.
create function private.require_tester_invitation(invitation uuid) returns private.tester_invitations
language plpgsql security definer set search_path = '' as $$
declare
  found_row private.tester_invitations;
begin
  select * into found_row from private.tester_invitations i where i.id = invitation for no key update;
  perform private.require_campaign(found_row.campaign_id, 'manage');
  perform private.reject_if(found_row.accepted_at is not null or found_row.revoked_at is not null,
    'wrong_state', 'This invitation is no longer open.');
  return found_row;
end
$$;

create function public.resend_tester_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_one constant private.tester_invitations := private.require_tester_invitation(invitation);
  campaign constant public.campaigns := private.require_recruiting(open_one.campaign_id);
begin
  perform private.require_rate('invite_testers:' || campaign.org_id, 2000, '1 day', 'Too many invitations today.');
  perform private.require_rate('tester_invitation:' || invitation, 3, '1 day', 'This invitation was sent just now. Please wait a day.');
  update private.tester_invitations i set invited_by = auth.uid() where i.id = invitation;
  perform private.send_tester_invitation(invitation);
end
$$;
comment on function public.resend_tester_invitation(uuid) is
'Mails an invitation again, in the caller''s name, with a new link and seven more days. Errors:
forbidden, not_allowed, wrong_state, campaign_closed, rate_limited (three a day), suspended.';

create function public.revoke_tester_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_one private.tester_invitations;
begin
  -- A retry after a lost answer.
  if exists (select 1 from private.tester_invitations i join public.campaigns c on c.id = i.campaign_id
    where i.id = invitation and i.revoked_at is not null and private.organization_allows(c.org_id, 'manage')) then return; end if;
  open_one := private.require_tester_invitation(invitation);
  update private.tester_invitations i set revoked_at = now() where i.id = invitation;
  perform private.unsend_invitation('campaign_invited', open_one.token_hash);
end
$$;
comment on function public.revoke_tester_invitation(uuid) is
'Voids an open invitation (idempotent). Errors: forbidden, not_allowed, wrong_state (accepted),
suspended.';

create function private.invitation_state(invitation private.tester_invitations) returns text
language sql stable set search_path = '' as $$
  select case when invitation.accepted_at is not null then 'joined' when invitation.revoked_at is not null then 'revoked'
    when invitation.expires_at <= now() then 'expired' else 'sent' end
$$;

create function public.list_tester_invitations(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_campaign(private.request_id(request, 'campaign_id'), 'manage');
  perform private.reject_if(coalesce(request ->> 'state', '') not in ('', 'sent', 'joined', 'expired', 'revoked'),
    'invalid', 'Unknown state.');
  return private.admin_page(
    'select i.id, i.created_at as key from private.tester_invitations i where i.campaign_id = ($1 ->> ''campaign_id'')::uuid'
      || case when coalesce(request ->> 'state', '') <> '' then ' and private.invitation_state(i) = $1 ->> ''state''' else '' end
      || case when coalesce(request ->> 'search', '') <> ''
        then ' and (strpos(i.email, $2) > 0 or strpos(lower(private.name_of(i.user_id)), $2) > 0)' else '' end,
    'timestamptz', true,
    'select i.id, i.email, private.name_of(i.user_id) as name, private.invitation_state(i) as state, i.sent_at, i.expires_at,
       private.name_of(i.invited_by) as invited_by
     from private.tester_invitations i where i.id = p.id',
    request);
end
$$;
comment on function public.list_tester_invitations(jsonb) is
'Invitations to a campaign, newest first, page by page. In: {campaign_id, search (address or name),
state: sent | joined | expired | revoked, after, limit}. Out: {rows: [{id, email, name (of a person
whose address the organization does not know), state, sent_at, expires_at, invited_by}], next,
total}. Errors: forbidden, not_allowed, invalid, suspended.';

-- Creates a link of this kind for an authorized caller. request_id: generated by the caller; a
-- retry with it within a day replaces the token of that link. Out: {id, token}: the token is
-- returned only once. Errors: invalid, duplicate (request_id of another link), too_many (20 of a
-- kind).
create function private.make_campaign_link(campaign public.campaigns, link_kind text, most int, until timestamptz, request_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := private.new_token();
  made uuid;
begin
  perform private.reject_if(most not between 1 and 10000 or until not between now() and now() + interval '1 year',
    'invalid', 'max_uses: 1 to 10,000; expires_at: within a year.');
  -- Serializes concurrent calls, which would otherwise exceed the limit.
  perform 1 from public.campaigns c where c.id = campaign.id for no key update;
  -- A retry after a lost answer: the first token never arrived, so the link gets a new one.
  update private.campaign_links l set token_hash = private.token_hash(token), max_uses = most, expires_at = until
  where l.id = request_id and l.campaign_id = campaign.id and l.kind = link_kind and l.created_by = auth.uid()
    and private.is_repeat(l.created_at) and l.revoked_at is null and l.uses = 0
  returning l.id into made;
  if made is not null then return jsonb_build_object('id', made, 'token', token); end if;
  perform private.reject_if((select count(*) from private.campaign_links l
      where l.campaign_id = campaign.id and l.kind = link_kind and l.revoked_at is null) >= 20,
    'too_many', 'A campaign can have at most 20 links.');
  insert into private.campaign_links (id, campaign_id, kind, token_hash, max_uses, expires_at, created_by)
  values (coalesce(request_id, gen_random_uuid()), campaign.id, link_kind, private.token_hash(token), most, until, auth.uid())
  returning id into made;
  perform private.log_organization(campaign.org_id, case link_kind when 'join' then 'campaign_link_created' else 'summary_link_created' end,
    campaign.id, jsonb_build_object('campaign_title', campaign.title));
  return jsonb_build_object('id', made, 'token', token);
exception when unique_violation then
  perform private.reject('duplicate', 'This link exists already.');
end
$$;

create function public.create_campaign_link(campaign uuid, max_uses int, expires_at timestamptz, request_id uuid default null) returns jsonb
language sql security definer set search_path = '' as $$
  select private.make_campaign_link(private.require_recruiting(create_campaign_link.campaign), 'join', create_campaign_link.max_uses, create_campaign_link.expires_at, create_campaign_link.request_id)
$$;
comment on function public.create_campaign_link(uuid, int, timestamptz, uuid) is
'Creates a link to a campaign, for max_uses people (null: unlimited) until expires_at (null: until
withdrawn). request_id: as in private.make_campaign_link. Out: {id, token}: the token is returned
only once. Errors: forbidden, not_allowed, campaign_closed, invalid, too_many (20), suspended.';

create function public.list_campaign_links(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_campaign(private.request_id(request, 'campaign_id'), 'manage');
  return private.admin_page(
    'select l.id, l.created_at as key from private.campaign_links l where l.campaign_id = ($1 ->> ''campaign_id'')::uuid
       and l.kind = coalesce($1 ->> ''kind'', ''join'') and l.revoked_at is null',
    'timestamptz', true,
    'select l.id, l.max_uses, l.uses, l.created_at, l.expires_at, private.name_of(l.created_by) as created_by
     from private.campaign_links l where l.id = p.id',
    request);
end
$$;
comment on function public.list_campaign_links(jsonb) is
'Links of a campaign that were not withdrawn, newest first. In: {campaign_id, kind: join | summary
(default: join), after, limit}. Out: {rows: [{id, max_uses, uses, created_at, expires_at,
created_by}], next, total}. Errors: forbidden, not_allowed, suspended.';

create function public.revoke_campaign_link(link uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_row private.campaign_links;
  campaign public.campaigns;
begin
  select * into found_row from private.campaign_links l where l.id = link for no key update;
  campaign := private.require_campaign(found_row.campaign_id, 'manage');
  update private.campaign_links l set revoked_at = now() where l.id = link and l.revoked_at is null;
  if found then
    perform private.log_organization(campaign.org_id, case found_row.kind when 'join' then 'campaign_link_revoked' else 'summary_link_revoked' end,
      campaign.id, jsonb_build_object('campaign_title', campaign.title));
  end if;
end
$$;
comment on function public.revoke_campaign_link(uuid) is
'Voids a link of either kind (idempotent). Testers who joined by it keep access. Errors: forbidden,
not_allowed, suspended.';

-- The target of a token. campaign_id is null when the token is not valid, for any reason.
create type private.campaign_pass as (campaign_id uuid, link_id uuid, invitation private.tester_invitations);

-- token: of a link or an e-mail, or the id of an invitation to the caller, which needs none.
create function private.campaign_pass_of(token text) returns private.campaign_pass
language plpgsql volatile security definer set search_path = '' as $$
declare
  pass private.campaign_pass;
  link private.campaign_links;
  link_maker uuid;
  campaign public.campaigns;
begin
  perform private.limit_token_guesses();
  -- The lock makes checking and counting a use atomic.
  select * into link from private.campaign_links l
  where l.token_hash = private.token_hash(token) and l.kind = 'join' and l.revoked_at is null and coalesce(l.expires_at > now(), true)
  for no key update;
  if found and coalesce(link.uses < link.max_uses, true) then
    pass.campaign_id := link.campaign_id;
    pass.link_id := link.id;
    link_maker := link.created_by;
  else
    select i.campaign_id, null, i into pass from private.tester_invitations i
    where (i.token_hash = private.token_hash(token) or (i.id = private.as_uuid(token) and i.user_id = auth.uid()))
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    for no key update;
  end if;
  select * into campaign from public.campaigns c where c.id = pass.campaign_id;
  return case when private.accepts_testers(campaign)
    and private.vouches(coalesce(link_maker, (pass.invitation).invited_by), campaign.org_id, 'manage') then pass end;
end
$$;

-- The target of a token, locked. Errors: missing_parent (unknown, expired, full, used, withdrawn,
-- or the campaign is over), rate_limited.
create function private.require_campaign_pass(token text) returns private.campaign_pass
language plpgsql volatile security definer set search_path = '' as $$
declare
  pass constant private.campaign_pass := private.campaign_pass_of(token);
begin
  -- One answer for all reasons, so an old link reveals nothing about the campaign.
  perform private.reject_if(pass.campaign_id is null, 'missing_parent', 'This link has expired, is full or was withdrawn.');
  return pass;
end
$$;

create function public.read_campaign_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  pass constant private.campaign_pass := private.require_campaign_pass(token);
begin
  return (
    select jsonb_build_object('campaign_title', c.title, 'organization_name', c.developer_name, 'logo_path', o.logo_path,
      'email', coalesce((pass.invitation).email, ''), 'inviter_name', private.name_of((pass.invitation).invited_by))
    from public.campaigns c join public.organizations o on o.id = c.org_id where c.id = pass.campaign_id);
end
$$;
comment on function public.read_campaign_invitation(text) is
'The invitation behind a link, also signed out, or by the id of an invitation to the caller:
{campaign_title, organization_name, logo_path, email (the bound address, or empty), inviter_name}.
Errors: missing_parent (unknown, expired, full, used or withdrawn), rate_limited.';

-- Marks all open invitations to a person's account and verified address as accepted once the person
-- has joined the campaign in any way.
create function private.accept_tester_invitations(the_campaign uuid, person uuid) returns void
language sql security definer set search_path = '' as $$
  with accepted as (
    update private.tester_invitations i set accepted_at = now(), accepted_by = person
    where i.campaign_id = the_campaign and i.accepted_at is null and i.revoked_at is null
      and (i.user_id = person or i.email <> '' and i.email = private.verified_address(person))
    returning i.id)
  update public.notifications n set read_at = now()
  from accepted a where n.user_id = person and n.kind = 'campaign_invited' and n.read_at is null and n.link = '/join?invitation=' || a.id
$$;

create function public.join_campaign(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  pass private.campaign_pass;
  joined uuid;
begin
  perform private.require_writer();
  perform private.reject_if(private.my_role() is distinct from 'tester', 'not_allowed', 'Campaigns are for testers.');
  -- Opened again, or a retry after a lost answer: counts no second use.
  select coalesce(l.campaign_id, i.campaign_id) into joined
  from private.token_hash(token) hash
  left join private.campaign_links l on l.token_hash = hash and l.kind = 'join'
  left join private.tester_invitations i on (i.token_hash = hash or i.id = private.as_uuid(token)) and i.accepted_by = me
  where i.id is not null
    or exists (select 1 from private.campaign_access a where a.campaign_id = l.campaign_id and a.user_id = me and a.source <> 'opened');
  if joined is not null then return jsonb_build_object('campaign_id', joined); end if;

  pass := private.require_campaign_pass(token);
  if pass.link_id is not null then
    update private.campaign_links l set uses = l.uses + 1 where l.id = pass.link_id;
  else
    if (pass.invitation).email <> '' then
      perform private.require_address((pass.invitation).email);
    elsif (pass.invitation).user_id <> me then
      perform private.reject('forbidden', 'This invitation is for somebody else.');
    end if;
  end if;
  perform private.accept_tester_invitations(pass.campaign_id, me);
  perform private.grant_campaign_access(pass.campaign_id, me, case when pass.link_id is null then 'email' else 'link' end);
  return jsonb_build_object('campaign_id', pass.campaign_id);
end
$$;
comment on function public.join_campaign(text) is
'Gives the caller, a tester, access to the campaign of a link, of an invitation to their address, or
of one to their account (by its link or id). Idempotent. Out: {campaign_id}. Errors: missing_parent
(unknown, expired, full, used or withdrawn), forbidden (another address, or not verified),
not_allowed (no tester), suspended, rate_limited.';

create function private.on_invited_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.tester_invitations i where i.user_id = new.id or i.accepted_by = new.id
    or private.mailbox_of(i.email) = private.mailbox_of(old.email) and i.email = old.email and i.email <> '';
  return null;
end
$$;
create trigger on_invited_deleted after update of _deleted on public.profiles for each row when (new._deleted and not old._deleted)
  execute function private.on_invited_deleted();

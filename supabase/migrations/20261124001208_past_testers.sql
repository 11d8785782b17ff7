-- Past testers of an organization: everyone it has ever accepted to a campaign, and the groups in
-- which its members sort them. No tester sees names or notes of groups. Testers who block the
-- organization leave its lists and groups (organization_blocks).
--
-- Scale: with 1,000,000 applications a page reads the index of one organization's testers, and the
-- applications and reports of each shown person. Counting stops at 10,000 testers. At most 100
-- groups per organization and 10,000 people per group.

-- All testers ever accepted to a campaign of an organization. Written only by the trigger on
-- applications.
create table private.org_testers (
  org_id uuid not null references public.organizations (id) on delete cascade,
  user_id uuid not null references public.profiles (id),
  -- Sorts a page without reading every profile.
  name_key text collate "C" not null,
  primary key (org_id, user_id)
);
create index org_testers_page on private.org_testers (org_id, name_key, user_id);
create index org_testers_user on private.org_testers (user_id);

create table private.tester_groups (
  id uuid primary key,
  org_id uuid not null references public.organizations (id) on delete cascade,
  name text not null check (char_length(name) <= 60),
  note text not null default '' check (char_length(note) <= 2000),
  created_by uuid references public.profiles (id),
  created_at timestamptz(3) not null default now(),
  unique (org_id, id),
  constraint tester_groups_name_min check (private.trimmed(name) <> '')
);
-- Unique regardless of spelling variants; also the order of the list.
create unique index tester_groups_name on private.tester_groups (org_id, (private.sort_key(name) collate "C"));
create index tester_groups_by on private.tester_groups (created_by) where created_by is not null;

create table private.tester_group_members (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  note text not null default '' check (char_length(note) <= 500),
  added_by uuid references public.profiles (id),
  added_at timestamptz(3) not null default now(),
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references private.tester_groups (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references private.org_testers (org_id, user_id) on delete cascade
);
create index tester_group_members_user on private.tester_group_members (org_id, user_id);
create index tester_group_members_by on private.tester_group_members (added_by) where added_by is not null;

create function private.on_tester_accepted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.accepted_at is not null and not new._deleted then
    insert into private.org_testers (org_id, user_id, name_key)
    select new.org_id, p.id, private.sort_key(p.name) from public.profiles p where p.id = new.tester_id and not p._deleted
    on conflict do nothing;
  elsif new._deleted then
    delete from private.org_testers t where t.org_id = new.org_id and t.user_id = new.tester_id and not exists (
      select 1 from public.applications a
      where a.tester_id = new.tester_id and a.org_id = new.org_id and a.accepted_at is not null and not a._deleted);
  end if;
  return null;
end
$$;
create trigger past_testers after insert or update of status, _deleted on public.applications for each row
  execute function private.on_tester_accepted();

create function private.on_past_tester_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new._deleted then
    delete from private.org_testers t where t.user_id = new.id;
  else
    update private.org_testers t set name_key = private.sort_key(new.name) where t.user_id = new.id;
  end if;
  return null;
end
$$;
create trigger past_testers after update of name, _deleted on public.profiles for each row
  when (new.name <> old.name or new._deleted <> old._deleted) execute function private.on_past_tester_changed();

-- The query (id, key) for past testers of request.org_id whom it may contact. $1 is the request, $2
-- its search in lower case. Filters: {ids, search (name), karma (at least), platform (of one of
-- their devices), app_id (accepted to a campaign of this app), group_id, not_in_campaign}. Errors:
-- invalid.
create function private.past_testers_query(request jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  of_organization constant text := '($1 ->> ''org_id'')::uuid';
  asked constant jsonb := jsonb_strip_nulls(request);
begin
  perform private.reject_if(jsonb_typeof(asked) is distinct from 'object'
    or (asked ? 'ids' and not private.is_uuid_list(asked -> 'ids', 500))
    or (asked ? 'karma' and (jsonb_typeof(asked -> 'karma') <> 'number' or (asked ->> 'karma')::numeric not between -1000000 and 1000000)),
    'invalid', 'ids: at most 500 people; karma: a number.');
  -- Profiles are looked up one by one: a hash join would read those of all organizations.
  return 'select t.user_id as id, t.name_key as key from private.org_testers t
    cross join lateral (select q.name, q.karma, q.devices, q.role from public.profiles q where q.id = t.user_id limit 1) p
    where t.org_id = ' || of_organization || ' and p.role = ''tester''
      and not exists (select 1 from private.organization_blocks b where b.user_id = t.user_id and b.org_id = t.org_id)'
    || case when asked ? 'ids' then ' and t.user_id = any (array(select jsonb_array_elements_text($1 -> ''ids''))::uuid[])' else '' end
    || case when coalesce(asked ->> 'search', '') <> '' then ' and strpos(lower(p.name), $2) > 0' else '' end
    || case when asked ? 'karma' then ' and p.karma >= ($1 ->> ''karma'')::numeric' else '' end
    || case when coalesce(asked ->> 'platform', '') <> ''
      then ' and p.devices @> jsonb_build_array(jsonb_build_object(''platform'', $1 ->> ''platform''))' else '' end
    -- An app, group or campaign of another organization matches and hides no rows.
    || case when coalesce(asked ->> 'app_id', '') <> '' then ' and t.user_id in (
        select a.tester_id from public.campaigns c join public.applications a on a.campaign_id = c.id and a.accepted_at is not null and not a._deleted
        where c.app_id = private.request_id($1, ''app_id'') and c.org_id = ' || of_organization || ')' else '' end
    || case when coalesce(asked ->> 'group_id', '') <> '' then ' and t.user_id in (
        select m.user_id from private.tester_group_members m
        where m.org_id = ' || of_organization || ' and m.group_id = private.request_id($1, ''group_id''))' else '' end
    || case when coalesce(asked ->> 'not_in_campaign', '') <> '' then ' and t.user_id not in (
        select private.people_of(c.id) from public.campaigns c
        where c.id = private.request_id($1, ''not_in_campaign'') and c.org_id = ' || of_organization || ')' else '' end;
end
$$;

-- Applicants and granted people of a campaign: the inverse of private.campaigns_of.
create function private.people_of(the_campaign uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select a.tester_id from public.applications a where a.campaign_id = the_campaign
  union
  select a.user_id from private.campaign_access a where a.campaign_id = the_campaign
$$;

create function public.list_past_testers(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_organization(private.request_organization(request), 'view');
  return private.admin_page(
    private.past_testers_query(request), 'text', false,
    'select p.id, private.tester_card(p.id) as card,
       (select count(*) from public.applications a
         where a.tester_id = p.id and a.org_id = t.org_id and a.accepted_at is not null and not a._deleted) as tests,
       (select count(*) from public.feedback f
         where f.tester_id = p.id and f.org_id = t.org_id and f.status = ''approved'' and not f._deleted) as reports_approved,
       greatest((select max(a.applied_at) from public.applications a where a.tester_id = p.id and a.org_id = t.org_id),
         (select max(f.received_at) from public.feedback f where f.tester_id = p.id and f.org_id = t.org_id and f.status <> ''draft'')) as last_active_at,
       coalesce((select jsonb_agg(m.group_id order by m.group_id) from private.tester_group_members m
         where m.org_id = t.org_id and m.user_id = p.id), ''[]'') as groups,
       coalesce((select m.note from private.tester_group_members m
         where m.org_id = t.org_id and m.user_id = p.id and m.group_id = private.request_id($1, ''group_id'')), '''') as note
     from private.org_testers t where t.org_id = ($1 ->> ''org_id'')::uuid and t.user_id = p.id',
    request, 10000);
end
$$;
comment on function public.list_past_testers(jsonb) is
'Past testers of an organization by name, page by page, without those who have blocked it. In:
{org_id, search (name), karma (at least), platform (of one of their devices), app_id, group_id,
not_in_campaign, ids (at most 500), after: the previous `next`, limit: 1 to 200}. Out: {rows: [{id,
card: see private.tester_card, tests and reports_approved (counts in this organization),
last_active_at (last application or report here), groups: [id], note: of the requested group}],
next, total (first page only; 10,000 means that many or more)}. Errors: forbidden, invalid,
suspended.';

-- The people who are past testers of the organization and have not blocked it; they cannot block it
-- until the transaction ends. Locks the testers first, so that a concurrent block waits, and then
-- checks for blocks.
create function private.reachable_testers(the_organization uuid, people uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.org_testers t where t.org_id = the_organization and t.user_id = any (people) order by t.user_id for share;
  return query select t.user_id from private.org_testers t
    where t.org_id = the_organization and t.user_id = any (people) and private.may_contact(the_organization, t.user_id);
end
$$;

-- Past testers of the campaign's organization, by name. people: the filters of list_past_testers,
-- or {ids: at most 500}; strangers and people who have blocked the organization are ignored. Out:
-- joined (number who applied or may see it already), waiting (number invited before), fresh (number
-- of others), ids: the first `most` of the fresh ones. Errors: invalid, rate_limited (120 lists an
-- hour and person).
create function private.past_testers_to_invite(
  campaign public.campaigns, people jsonb, most int, out joined int, out waiting int, out fresh int, out ids uuid[])
language plpgsql security definer set search_path = '' as $$
declare
  request jsonb;
begin
  perform private.reject_if(jsonb_typeof(people) is distinct from 'object', 'invalid', 'people: filters, or ids.');
  request := people || jsonb_build_object('org_id', campaign.org_id);
  perform private.require_rate('check_testers:' || auth.uid(), 120, '1 hour', 'Too many lists. Please wait a while.');
  -- Does not check invitations to addresses, which would reveal the owner of an address.
  execute format(
    'with judged as (
      select s.id, s.key, s.id in (select private.people_of($3)) as joined, s.id in (
        select i.user_id from private.tester_invitations i where i.campaign_id = $3 and i.user_id is not null
          and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()) as waiting
      from (%s) s)
    select count(*) filter (where j.joined), count(*) filter (where j.waiting and not j.joined),
      count(*) filter (where not j.waiting and not j.joined),
      coalesce((array_agg(j.id order by j.key, j.id) filter (where not j.waiting and not j.joined))[1:$4], ''{}'')
    from judged j', private.past_testers_query(request))
  into joined, waiting, fresh, ids using request, lower(coalesce(request ->> 'search', '')), campaign.id, most;
end
$$;

create function public.invite_past_testers(campaign uuid, people jsonb, send boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  open_one constant public.campaigns := private.require_recruiting(campaign);
  judged record;
  answer jsonb;
begin
  select * into judged from private.past_testers_to_invite(open_one, people, 500);
  answer := private.invite_testers(open_one.id, '{}', array(select private.reachable_testers(open_one.org_id, judged.ids)), coalesce(send, false));
  return jsonb_build_object('invited', answer -> 'invited', 'joined', judged.joined, 'waiting', judged.waiting,
    'more', greatest(0, judged.fresh - 500));
end
$$;
comment on function public.invite_past_testers(uuid, jsonb, boolean) is
'Invites past testers of the campaign''s organization: the first 500 by name who are neither in it
nor invited. people: see private.past_testers_to_invite. send = false: a dry run. Out: {invited,
joined (applied or may see it already), waiting (invited before), more (how many are left for
another call or for waves)}. Errors: forbidden, not_allowed, campaign_closed, invalid, too_many,
rate_limited (2,000 a day and organization, 120 lists an hour and person), suspended.';

create function public.list_tester_groups(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_organization(private.request_organization(request), 'view');
  return private.admin_page(
    'select g.id, private.sort_key(g.name) collate "C" as key from private.tester_groups g where g.org_id = ($1 ->> ''org_id'')::uuid', 'text', false,
    'select g.id, g.name, g.note, private.name_of(g.created_by) as created_by, g.created_at,
       (select count(*) from private.tester_group_members m where m.org_id = g.org_id and m.group_id = g.id) as members
     from private.tester_groups g where g.id = p.id',
    request);
end
$$;
comment on function public.list_tester_groups(jsonb) is
'The groups of an organization''s past testers, by name. In: {org_id, after, limit}. Out: {rows: [{id,
name, note, created_by, created_at, members (how many)}], next, total}. Errors: forbidden, suspended.';

-- The group of this organization that the caller may change, locked; a row of nulls if there is
-- none. Errors: forbidden, not_allowed, rate_limited (1,000 changes an hour and organization),
-- suspended.
create function private.require_tester_group(org_id uuid, group_id uuid) returns private.tester_groups
language plpgsql security definer set search_path = '' as $$
declare
  found_row private.tester_groups;
begin
  perform private.require_organization(org_id, 'manage');
  perform private.require_rate('tester_groups:' || org_id, 1000, '1 hour', 'Too many changes. Please wait a while.');
  select * into found_row from private.tester_groups g
  where g.id = require_tester_group.group_id and g.org_id = require_tester_group.org_id for no key update;
  return found_row;
end
$$;

create function public.save_tester_group(org_id uuid, group_id uuid, name text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  typed constant text := private.trimmed(name);
  words constant text := coalesce(private.trimmed(note), '');
  before constant private.tester_groups := private.require_tester_group(org_id, group_id);
begin
  perform private.reject_if(group_id is null or coalesce(char_length(typed), 0) not between 1 and 60 or char_length(words) > 2000,
    'invalid', 'name: 1 to 60 characters; note: at most 2,000.');
  if before.id is null then
    -- Serializes concurrent calls, which would otherwise exceed the limit.
    perform 1 from public.organizations o where o.id = save_tester_group.org_id for no key update;
    perform private.reject_if((select count(*) from private.tester_groups g where g.org_id = save_tester_group.org_id) >= 100,
      'too_many', 'An organization can have at most 100 groups.');
    insert into private.tester_groups (id, org_id, name, note, created_by)
    values (save_tester_group.group_id, save_tester_group.org_id, typed, words, auth.uid());
    perform private.log_organization(org_id, 'tester_group_created', group_id, jsonb_build_object('name', typed));
  elsif (before.name, before.note) <> (typed, words) then
    update private.tester_groups g set name = typed, note = words where g.id = before.id;
    perform private.log_organization(org_id, 'tester_group_changed', group_id, jsonb_build_object('name', typed, 'from', before.name));
  end if;
exception when unique_violation then
  perform private.reject('duplicate', 'There is a group of this name already.');
end
$$;
comment on function public.save_tester_group(uuid, uuid, text, text) is
'Creates a group, or changes its name and note. The id is generated by the caller, so a retry
creates no second one. Errors: forbidden, not_allowed, invalid, duplicate (the name), too_many
(100), rate_limited, suspended.';

create function public.delete_tester_group(org_id uuid, group_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before constant private.tester_groups := private.require_tester_group(org_id, group_id);
begin
  delete from private.tester_groups g where g.id = before.id;
  if found then
    perform private.log_organization(org_id, 'tester_group_deleted', group_id, jsonb_build_object('name', before.name));
  end if;
end
$$;
comment on function public.delete_tester_group(uuid, uuid) is
'Deletes a group with its notes (idempotent); the people stay past testers. Errors: forbidden,
not_allowed, rate_limited, suspended.';

create function public.add_group_testers(org_id uuid, group_id uuid, people jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- The parameters have the names of the columns in `on conflict`.
#variable_conflict use_column
declare
  chosen constant private.tester_groups := private.require_tester_group(org_id, group_id);
  request jsonb;
  fresh record;
  added int;
begin
  perform private.reject_if(chosen.id is null, 'missing_parent', 'There is no such group.');
  perform private.reject_if(jsonb_typeof(people) is distinct from 'object', 'invalid', 'people: filters, or ids.');
  request := people || jsonb_build_object('org_id', chosen.org_id);
  execute format(
    'select count(*) as n, (array_agg(s.id order by s.key, s.id))[1:500] as ids from (%s) s
     where s.id not in (select m.user_id from private.tester_group_members m where m.org_id = $3 and m.group_id = $4)', private.past_testers_query(request))
  into fresh using request, lower(coalesce(request ->> 'search', '')), chosen.org_id, chosen.id;
  insert into private.tester_group_members (org_id, group_id, user_id, added_by)
  select chosen.org_id, chosen.id, one, auth.uid() from private.reachable_testers(chosen.org_id, fresh.ids) one
  on conflict do nothing;
  get diagnostics added = row_count;
  perform private.reject_if((select count(*) from private.tester_group_members m where m.org_id = chosen.org_id and m.group_id = chosen.id) > 10000,
    'too_many', 'A group can have at most 10,000 people.');
  if added > 0 then
    perform private.log_organization(chosen.org_id, 'testers_grouped', chosen.id, jsonb_build_object('name', chosen.name, 'count', added));
  end if;
  return jsonb_build_object('added', added, 'more', greatest(0, fresh.n - 500));
end
$$;
comment on function public.add_group_testers(uuid, uuid, jsonb) is
'Adds past testers to a group, the first 500 by name of those who are not in it. people: the filters of
list_past_testers, or {ids: at most 500}. Out: {added, more (how many are left for another call)}.
Errors: forbidden, not_allowed, missing_parent (no such group), invalid, too_many (10,000 in a group),
rate_limited, suspended.';

create function public.remove_group_testers(org_id uuid, group_id uuid, people jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen constant private.tester_groups := private.require_tester_group(org_id, group_id);
  removed int;
begin
  perform private.reject_if(not coalesce(private.is_uuid_list(people, 500), false),
    'invalid', 'people: a list of at most 500 ids.');
  delete from private.tester_group_members m
  where m.org_id = chosen.org_id and m.group_id = chosen.id and m.user_id = any (array(select jsonb_array_elements_text(people))::uuid[]);
  get diagnostics removed = row_count;
  if removed > 0 then
    perform private.log_organization(chosen.org_id, 'testers_ungrouped', chosen.id, jsonb_build_object('name', chosen.name, 'count', removed));
  end if;
end
$$;
comment on function public.remove_group_testers(uuid, uuid, jsonb) is
'Removes people ([id], at most 500) and their notes from a group (idempotent). Errors: forbidden,
not_allowed, invalid, rate_limited, suspended.';

create function public.set_group_tester_note(org_id uuid, group_id uuid, user_id uuid, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen constant private.tester_groups := private.require_tester_group(org_id, group_id);
  words constant text := coalesce(private.trimmed(note), '');
begin
  perform private.reject_if(char_length(words) > 500, 'invalid', 'note: at most 500 characters.');
  update private.tester_group_members m set note = words
  where m.org_id = chosen.org_id and m.group_id = chosen.id and m.user_id = set_group_tester_note.user_id;
  perform private.reject_if(not found, 'missing_parent', 'This person is not in the group.');
end
$$;
comment on function public.set_group_tester_note(uuid, uuid, uuid, text) is
'Sets the members'' note about a person of a group, which the person never sees. Errors: forbidden,
not_allowed, missing_parent (not in the group), invalid, rate_limited, suspended.';

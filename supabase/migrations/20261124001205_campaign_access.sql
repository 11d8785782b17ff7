-- Access to unlisted and private campaigns. Organization members and admins see all of theirs.
-- - unlisted: any tester with the address can open it; it is in no public list.
-- - private: invited testers only. Applicants keep access when a campaign becomes private.
--
-- A tester's device holds the campaigns that the person was granted or applied to; other public
-- ones are in the catalog.
--
-- Scale: with 1,000,000 campaigns a pull reads the person's grants and applications, those
-- campaigns by key, and a page of the person's removals (user_id, sync_xid, campaign_id).

-- Grants of access to campaigns that are not public. Written only by private.grant_campaign_access.
create table private.campaign_access (
  campaign_id uuid not null references public.campaigns (id),
  user_id uuid not null references public.profiles (id),
  -- How the person got access. 'opened' (the address of an unlisted campaign) is no invitation and
  -- ends when the campaign becomes private.
  source text not null,
  granted_at timestamptz(3) not null default now(),
  -- The granting transaction: the campaign's position in this person's pull.
  sync_xid xid8 not null default pg_current_xact_id(),
  primary key (user_id, campaign_id)
);
create index campaign_access_campaign on private.campaign_access (campaign_id);

-- Campaigns that a person was granted or applied to. Outside of the organization only these people
-- see campaigns that are not public.
create function private.campaigns_of(person uuid) returns setof uuid
language sql stable security definer set search_path = '' rows 20 as $$
  select a.campaign_id from private.campaign_access a where a.user_id = person
  union
  select a.campaign_id from public.applications a where a.tester_id = person
$$;

-- For policies and pulls, which must not check each campaign separately.
create function private.my_campaigns() returns setof uuid
language sql stable security definer set search_path = '' rows 20 as $$ select private.campaigns_of((select auth.uid())) $$;

create policy campaigns_read_granted on public.campaigns for select to authenticated
  using (status <> 'draft' and id in (select private.my_campaigns()) and (select private.my_role()) = 'tester');

-- The campaigns of private.my_campaigns, each with the transaction of its first grant, for
-- sync_pull.
create function private.my_campaign_grants() returns table (id uuid, sync_xid xid8)
language sql stable security definer set search_path = '' rows 20 as $$
  select g.campaign_id, (array_agg(g.sync_xid order by g.sync_xid))[1]
  from (
    select a.campaign_id, a.sync_xid from private.campaign_access a where a.user_id = (select auth.uid())
    union all
    select a.campaign_id, a.sync_xid from public.applications a where a.tester_id = (select auth.uid())) g
  group by g.campaign_id
$$;
select private.add_granted_rows('campaigns', 'tester', 1, 'private.my_campaign_grants()', 't.status <> ''draft''');

-- True when this person may see this campaign. Rule for a single row; the policies of campaigns and
-- the filters of sync_pull apply it to sets. Recognizes an admin only as the caller, because that
-- depends on the session.
create function private.may_see_campaign(the_campaign uuid, the_person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.campaigns c where c.id = the_campaign and not c._deleted
      and (private.organization_allows(c.org_id, 'view', the_person)
        or (the_person = auth.uid() and private.is_admin())
        or (c.status <> 'draft' and exists (select 1 from public.profiles p where p.id = the_person and p.role = 'tester')
          and (c.visibility = 'public' or c.id in (select private.campaigns_of(the_person))))))
$$;

-- Recipients of a change notification of a campaign: at most 100 of its applicants and granted
-- people, or of the accepted ones. The others poll.
create function private.testers_to_notify(campaign uuid, accepted boolean) returns setof uuid
language sql stable security definer set search_path = '' rows 100 as $$
  select distinct t.person from (
    (select a.tester_id as person from public.applications a
      where a.campaign_id = campaign and (not accepted or a.accepted_at is not null) order by a.tester_id limit 100)
    union all
    (select a.user_id from private.campaign_access a where a.campaign_id = campaign and not accepted limit 100)) t
  limit 100
$$;

-- Grants a person access to a campaign that is not public (idempotent). The next pull delivers it.
create function private.grant_campaign_access(the_campaign uuid, the_person uuid, the_source text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked first, because its visibility may be changing.
  perform 1 from public.campaigns c where c.id = the_campaign for no key update;
  insert into private.campaign_access as a (campaign_id, user_id, source) values (the_campaign, the_person, the_source)
  -- An invitation takes precedence over opening the address.
  on conflict (user_id, campaign_id) do update set source = excluded.source where a.source = 'opened';
  delete from private.campaign_removals r where r.user_id = the_person and r.campaign_id = the_campaign;
  perform private.notify_change('campaigns', array['user:' || the_person]);
end
$$;

create function public.open_campaign(campaign uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  perform private.require_writer();
  perform private.require_rate('open_campaign:' || me, 60, '10 minutes', 'Too many requests. Please wait a few minutes.');
  if private.my_role() = 'tester' and exists (
    select 1 from public.campaigns c
    where c.id = open_campaign.campaign and c.visibility = 'unlisted' and c.status <> 'draft' and not c._deleted) then
    perform private.grant_campaign_access(open_campaign.campaign, me, 'opened');
  end if;
  return private.may_see_campaign(open_campaign.campaign, me);
end
$$;
comment on function public.open_campaign(uuid) is
'Opens a campaign by its address and grants a tester access to an unlisted one: its id, 122 random
bits, is the link. Out: true when the caller may see it; false for an unknown, private or draft
campaign. Errors: rate_limited (60 in ten minutes), suspended.';

-- Campaigns that must leave a person's devices. A pull returns a tombstone with the id alone for
-- each. Purged after 90 days, like tombstones. No foreign key, because the campaign may be purged
-- first.
create table private.campaign_removals (
  campaign_id uuid not null,
  user_id uuid not null,
  sync_xid xid8 not null default pg_current_xact_id(),
  -- The version of the removed row: devices drop lower ones as stale.
  sync_seq int not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, campaign_id)
);
create index campaign_removals_sync on private.campaign_removals (user_id, sync_xid, campaign_id);

-- Removes a campaign from the devices of people who lost access: openers of its address, when it
-- becomes private; all granted people, when it is deleted.
create function private.end_campaign_access(campaign public.campaigns) returns void
language sql security definer set search_path = '' as $$
  with ended as (
    -- A tombstone that another row references would never be purged.
    delete from private.campaign_access a
    where a.campaign_id = campaign.id and (campaign._deleted or (campaign.visibility = 'private' and a.source = 'opened')) returning a.user_id)
  insert into private.campaign_removals (campaign_id, user_id, sync_seq)
  select campaign.id, e.user_id, campaign.sync_seq from ended e
  on conflict (user_id, campaign_id) do update
    set sync_xid = excluded.sync_xid, sync_seq = excluded.sync_seq, removed_at = excluded.removed_at
$$;

-- The columns that devices expect, without any content.
create function private.campaign_tombstone(removal private.campaign_removals) returns public.campaigns
language sql stable security definer set search_path = '' as $$
  select jsonb_populate_record(null::public.campaigns, jsonb_build_object(
    'id', removal.campaign_id, '_deleted', true, 'sync_xid', removal.sync_xid, 'sync_client', '', 'sync_seq', removal.sync_seq,
    'org_id', removal.campaign_id, 'developer_id', removal.campaign_id, 'developer_name', '', 'title', '', 'description', '',
    'category', 'productivity', 'platform', 'all', 'start_date', '2000-01-01', 'end_date', '2000-01-01', 'max_testers', 1,
    'reward_model', 'testing', 'reward_amount_cents', 0, 'currency', 'USD', 'requirements', '', 'auto_select', false, 'reminders', false, 'screening', '[]'::jsonb,
    'agreement', '', 'agreement_version', 0, 'review_days', 1, 'status', 'archived', 'visibility', 'private', 'required_tasks', 0, 'task_minutes', 0,
    'testers_joined', 0, 'feedback_count', 0, 'new_feedback_count', 0, 'progress', 0, 'hidden', false, 'is_sample', false,
    'created_at', removal.removed_at, 'updated_at', removal.removed_at))
$$;

-- A page of tombstones of campaigns that the caller may no longer see, for sync_pull.
create function private.removed_campaigns(after_xid text, after_id uuid, before_xid xid8, most int) returns setof public.campaigns
language sql stable security definer set search_path = '' rows 20 as $$
  select doc.* from private.campaign_removals r cross join lateral private.campaign_tombstone(r) doc
  -- Also for a device without a checkpoint, which may hold rows: its tab died between storing rows
  -- and checkpoint, or its profile was copied without it.
  where r.user_id = (select auth.uid())
    and (r.sync_xid, r.campaign_id) > (after_xid::xid8, after_id) and r.sync_xid < before_xid
    and r.campaign_id not in (select private.my_campaigns())
  order by r.sync_xid, r.campaign_id limit most
$$;

insert into private.sync_filters (collection, role, part, source, predicate, removals)
values ('campaigns', 'tester', 2, 'private.removed_campaigns(after_xid::text, after_id, horizon, most) t', 'true', true);

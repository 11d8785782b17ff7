-- Builds that a campaign opens to its accepted testers. Visibility only grows: a brief that moves
-- to another build does not revoke the earlier one on devices. Policies therefore check permanent
-- marks (accepted_at, published_at, "not a draft"), never a transient state. A change of role or
-- status restarts that person's replication.

create table private.release_grants (
  release_id uuid not null references public.releases (id),
  campaign_id uuid not null references public.campaigns (id),
  -- The granting transaction: the release's position in a tester's pull.
  sync_xid xid8 not null default pg_current_xact_id(),
  primary key (release_id, campaign_id)
);
create index release_grants_campaign on private.release_grants (campaign_id);

create function private.my_accepted_campaigns() returns setof uuid
language sql stable security definer set search_path = '' rows 20 as $$
  select a.campaign_id from public.applications a where a.tester_id = (select auth.uid()) and a.accepted_at is not null
$$;

create function private.my_granted_releases() returns setof uuid
language sql stable security definer set search_path = '' rows 20 as $$
  select g.release_id from private.release_grants g
  join public.applications a on a.campaign_id = g.campaign_id
  where a.tester_id = (select auth.uid()) and a.accepted_at is not null
$$;

-- True when the caller may have this build of one of their tests. Apple allows enterprise signing
-- only within a company, so a public test never hands out such a build.
create function private.is_handed_out(release public.releases) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.release_grants g
    join public.applications a on a.campaign_id = g.campaign_id and a.tester_id = auth.uid() and a.accepted_at is not null
    join public.campaigns c on c.id = g.campaign_id
    where g.release_id = release.id and (release.signing_kind <> 'enterprise' or c.visibility <> 'public'))
$$;

create policy releases_read_granted on public.releases for select to authenticated
  using (id in (select private.my_granted_releases()));

create policy briefs_read_accepted on public.briefs for select to authenticated
  using (id in (select private.my_accepted_campaigns()));

-- The campaigns of private.my_accepted_campaigns, each with the last transaction of the
-- application, for sync_pull.
create function private.my_brief_grants() returns table (id uuid, sync_xid xid8)
language sql stable security definer set search_path = '' rows 20 as $$
  select a.campaign_id, a.sync_xid from public.applications a where a.tester_id = (select auth.uid()) and a.accepted_at is not null
$$;

-- The releases of private.my_granted_releases, each with the transaction that first opened it to
-- the caller: the younger of its grant to the campaign and the application. For sync_pull.
create function private.my_release_grants() returns table (id uuid, sync_xid xid8)
language sql stable security definer set search_path = '' rows 20 as $$
  select g.release_id, (array_agg(greatest(g.sync_xid, a.sync_xid) order by greatest(g.sync_xid, a.sync_xid)))[1]
  from public.applications a join private.release_grants g on g.campaign_id = a.campaign_id
  where a.tester_id = (select auth.uid()) and a.accepted_at is not null
  group by g.release_id
$$;

select private.add_granted_rows('briefs', 'tester', 1, 'private.my_brief_grants()');
select private.add_granted_rows('releases', 'tester', 1, 'private.my_release_grants()');

create function private.after_brief() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.release_id is not null and (tg_op = 'INSERT' or new.release_id is distinct from old.release_id) then
    insert into private.release_grants (release_id, campaign_id) values (new.release_id, new.id) on conflict do nothing;
    if found and not private.is_seeding() then
      perform private.notify_change('releases', array(select 'user:' || t from private.testers_to_notify(new.id, true) t));
    end if;
  end if;
  return null;
end
$$;
-- Not attached by private.add_triggers, because the briefs of seed data grant their builds, too.
create trigger effects after insert or update on public.briefs for each row execute function private.after_brief();

-- Publishing opens only the final build, not those that the draft's brief named before.
create function private.delete_draft_grants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.release_grants g where g.campaign_id = new.id and not exists (
    select 1 from public.briefs b join public.releases r on r.id = b.release_id
    where b.id = new.id and b.release_id = g.release_id and (new.app_id is null or r.app_id = new.app_id));
  return null;
end
$$;
create trigger delete_draft_grants after update of status on public.campaigns for each row
  when (old.status = 'draft' and new.status <> 'draft') execute function private.delete_draft_grants();

-- Reports and applications may name a build that the campaign has opened to testers, a brief a
-- build of its campaign's app.
create function private.named_build_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  app uuid;
begin
  if private.current_actor() = 'seed' or new.release_id is null then return new; end if;
  if tg_op = 'UPDATE' then
    if new.release_id is not distinct from old.release_id then return new; end if;
  end if;
  select r.app_id into app from public.releases r where r.id = new.release_id;
  if not found then
    perform private.reject('missing_parent', 'This build is not known yet.');
  elsif tg_table_name in ('feedback', 'applications') then
    if not exists (select 1 from private.release_grants g where g.release_id = new.release_id and g.campaign_id = new.campaign_id) then
      perform private.reject('forbidden', 'This build does not belong to this campaign.');
    end if;
  elsif exists (select 1 from public.releases r where r.id = new.release_id
    and (r.status in ('withdrawn', 'expired') or least(r.expires_at, r.signing_expires_at) <= now())) then
    perform private.reject('wrong_state', 'This build was withdrawn, or has expired.');
  elsif exists (select 1 from public.releases r where r.id = new.release_id and r.file_removed_at is not null) then
    perform private.reject('wrong_state', 'The file of this build was removed.');
  elsif exists (select 1 from public.releases r join public.campaigns c on c.id = new.id
    where r.id = new.release_id and r.signing_kind = 'enterprise' and c.visibility = 'public') then
    perform private.reject('invalid', 'release_id: Apple allows enterprise signing for a company''s own people only.');
  elsif app <> (select c.app_id from public.campaigns c where c.id = new.id) then
    perform private.reject('invalid', 'This build belongs to a different app from the campaign.');
  end if;
  return new;
end
$$;
create trigger t60_named_build before insert or update on public.briefs for each row execute function private.named_build_rules();
create trigger t60_named_build before update of release_id on public.applications for each row execute function private.named_build_rules();

-- The newest published build of an app that testers can still get, in the order of
-- private.refresh_app; null if there is none.
create function private.newest_build(app uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select r.id from public.releases r
  where r.app_id = app and r.status = 'published' and not r._deleted and r.file_removed_at is null
    and coalesce(least(r.expires_at, r.signing_expires_at) > now(), true)
  order by r.published_at desc, r.id limit 1
$$;

-- A campaign that follows its app's builds always names the newest one. Without a published build
-- it keeps the named one.
create function private.follow_newest_build() returns trigger
language plpgsql security definer set search_path = '' as $$
declare app uuid;
begin
  select c.app_id into app from public.campaigns c where c.id = new.id and c.status in ('draft', 'active');
  -- A build that is being published does not see this brief yet: wait for it (private.refresh_app).
  if tg_op = 'INSERT' then perform from public.apps a where a.id = app for share; end if;
  new.release_id := coalesce(private.newest_build(app), new.release_id);
  return new;
end
$$;
create trigger t55_follow_newest_build before insert or update on public.briefs for each row
  when (new.follows_newest and current_setting('betaflock.actor', true) is distinct from 'seed') execute function private.follow_newest_build();

-- A build was published (also by the API), withdrawn or has expired.
create function private.after_newest_build() returns trigger
language plpgsql security definer set search_path = '' as $$
declare newest uuid;
begin
  -- Waits for briefs that begin to follow at this moment.
  perform from public.briefs b join public.campaigns c on c.id = b.id
  where c.app_id = new.app_id and c.status in ('draft', 'active') order by b.id for no key update of b;
  newest := private.newest_build(new.app_id);
  update public.briefs b set release_id = newest from public.campaigns c
  where c.id = b.id and c.app_id = new.app_id and c.status in ('draft', 'active')
    and b.follows_newest and not b._deleted and newest is not null and b.release_id is distinct from newest;
  return null;
end
$$;
create trigger follow_newest_build after insert or update of status on public.releases for each row
  when (new.status <> 'draft' and current_setting('betaflock.seeding', true) is distinct from 'on') execute function private.after_newest_build();

create function private.after_campaign_app() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.briefs b set release_id = private.newest_build(new.app_id) where b.id = new.id and b.follows_newest and not b._deleted;
  return null;
end
$$;
create trigger follow_newest_build after update of app_id on public.campaigns for each row
  when (new.app_id is distinct from old.app_id) execute function private.after_campaign_app();

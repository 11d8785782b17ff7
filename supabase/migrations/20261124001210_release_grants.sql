-- Which builds a campaign opens to its accepted testers. Visibility only grows: a brief that moves
-- on to another build does not take the earlier one back from the devices that hold it. Policies
-- therefore ask for marks that are never taken back (accepted_at, published_at, "not a draft"),
-- never for a state that may pass. A change of role or status restarts that person's replication.

create table private.release_grants (
  release_id uuid not null references public.releases (id),
  campaign_id uuid not null references public.campaigns (id),
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

create policy releases_read_granted on public.releases for select to authenticated
  using (id in (select private.my_granted_releases()));

create policy briefs_read_accepted on public.briefs for select to authenticated
  using (id in (select private.my_accepted_campaigns()));

-- Granting access touches the rows, so that the next pull delivers them.
create function private.touch_granted_rows(campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.briefs b set updated_at = now() where b.id = campaign;
  update public.releases r set updated_at = now()
  where r.id in (select g.release_id from private.release_grants g where g.campaign_id = campaign);
end
$$;

create function private.after_brief() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.release_id is not null and (tg_op = 'INSERT' or new.release_id is distinct from old.release_id) then
    insert into private.release_grants (release_id, campaign_id) values (new.release_id, new.id) on conflict do nothing;
    if found then
      update public.releases r set updated_at = now() where r.id = new.release_id;
    end if;
  end if;
  return null;
end
$$;
-- Not by private.add_triggers: the briefs of seed data grant their builds, too.
create trigger effects after insert or update on public.briefs for each row execute function private.after_brief();

-- Builds that a draft's brief named on the way are opened to nobody when it is published.
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

-- A report names a build that its campaign has opened to testers, a brief a build of its campaign's
-- app.
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
    perform private.refuse('missing_parent', 'This build is not known yet.');
  elsif tg_table_name = 'feedback' then
    if not exists (select 1 from private.release_grants g where g.release_id = new.release_id and g.campaign_id = new.campaign_id) then
      perform private.refuse('forbidden', 'This build does not belong to this campaign.');
    end if;
  elsif exists (select 1 from public.releases r where r.id = new.release_id and r.status = 'withdrawn') then
    perform private.refuse('wrong_state', 'This build was withdrawn.');
  elsif app <> (select c.app_id from public.campaigns c where c.id = new.id) then
    perform private.refuse('invalid', 'This build belongs to a different app from the campaign.');
  end if;
  return new;
end
$$;
create trigger t60_named_build before insert or update on public.briefs for each row execute function private.named_build_rules();

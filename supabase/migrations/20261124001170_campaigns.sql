-- The admins' limit of testers per campaign; null without a limit.
create function private.most_testers() returns int
language sql stable security definer set search_path = '' as $$
  select (private.setting('general', 'max_testers_per_campaign'))::int
$$;

create function private.default_testers() returns int
language sql stable security definer set search_path = '' as $$ select least(25, private.most_testers()) $$;

create table public.campaigns (
  id uuid primary key,
  org_id uuid not null references public.organizations (id),
  developer_id uuid not null references public.profiles (id),
  developer_name text not null default '' check (char_length(developer_name) <= 120),
  app_id uuid references public.apps (id),
  title text not null check (char_length(title) <= 120),
  description text not null check (char_length(description) <= 5000),
  category text not null default 'productivity'
    check (category in ('health_fitness', 'shopping', 'productivity', 'education', 'food_drink', 'travel')),
  platform text not null default 'all' check (platform in ('all', 'android', 'ios', 'web', 'windows', 'macos')),
  start_date date not null,
  end_date date not null,
  max_testers int not null default private.default_testers() check (max_testers between 1 and 10000),
  reward_model text not null default 'testing' check (reward_model in ('testing', 'downloading', 'suggestions')),
  reward_amount_cents int not null default 1500 check (reward_amount_cents >= 0),
  currency text not null default 'USD' check (currency in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')),
  -- The developer's estimate for one tester.
  effort_minutes int check (effort_minutes between 5 and 480),
  -- Snapshots of private.required_work, because the brief is for accepted testers only.
  required_tasks int not null default 0,
  task_minutes int not null default 0,
  requirements text not null default '' check (char_length(requirements) <= 2000),
  auto_select boolean not null default true,
  reminders boolean not null default true,
  screening jsonb not null default '[]' check (screening = '[]' or private.is_screening(screening)),
  agreement text not null default '' check (char_length(agreement) <= 20000),
  agreement_version int not null default 0 check (agreement_version >= 0),
  review_days int not null default 7 check (review_days between 1 and 60),
  status text not null default 'draft' check (status in ('draft', 'active', 'completed', 'archived')),
  visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'private')),
  published_at timestamptz(3),
  completed_at timestamptz(3),
  -- Snapshot of private.campaign_counts as of the row's last write.
  testers_joined int not null default 0,
  feedback_count int not null default 0,
  new_feedback_count int not null default 0,
  progress int not null default 0,
  hidden boolean not null default false,
  is_sample boolean not null default false,
  -- Also for drafts: the form creates a draft only when its four tabs are valid.
  constraint campaigns_title_min check (char_length(private.trimmed(title)) >= 5),
  constraint campaigns_description_min check (char_length(private.trimmed(description)) >= 20),
  constraint campaigns_dates_order check (end_date >= start_date),
  constraint campaigns_dates_range check (start_date >= '1900-01-01' and end_date <= '9999-12-31'),
  constraint campaigns_reward_min check (reward_amount_cents >= 100),
  constraint campaigns_reward_max check (reward_amount_cents <= 100000000)
);
select private.add_sync_columns('campaigns');
create index campaigns_sync on public.campaigns (sync_xid, id);
create index campaigns_sync_organization on public.campaigns (org_id, sync_xid, id);
create index campaigns_developer on public.campaigns (developer_id);
create index campaigns_ending on public.campaigns (end_date) where status = 'active';
create index campaigns_app on public.campaigns (app_id);
create index campaigns_published on public.campaigns (published_at) where published_at is not null;
create index campaigns_completed on public.campaigns (completed_at) where completed_at is not null;

select private.protect_table('campaigns');
-- Other campaigns: campaign_access.
create policy campaigns_read_public on public.campaigns for select to authenticated
  using (status <> 'draft' and visibility = 'public' and (select private.my_role()) = 'tester');
select private.add_organization_policies('campaigns');

select private.sync_register('campaigns', '{id,org_id,developer_id}', '{}', removable => true,
  writable => '{app_id,title,description,category,platform,start_date,end_date,max_testers,effort_minutes,reward_model,
    reward_amount_cents,currency,requirements,auto_select,reminders,screening,agreement,review_days,status,visibility}');
-- Testers: campaign_access. Other public campaigns are in the catalog.
select private.add_sync_filters('campaigns', '{developer}', 't.org_id = {org}');
select private.register_change_topics('campaigns', 'select ''org:'' || org_id from new_rows
  union all select ''user:'' || t.t from new_rows c cross join lateral private.testers_to_notify(c.id, false) t (t) where c.status <> ''draft''');

create function private.accepts_testers(campaign public.campaigns) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(campaign.status = 'active' and not campaign.hidden and not campaign._deleted and campaign.end_date >= private.today(), false)
$$;

select private.add_transitions('campaign', 'developer', 'new > draft', 'new > active', 'draft > active', 'active > completed', 'completed > archived', 'archived > completed');
select private.add_transitions('campaign', 'server', 'active > completed');

create trigger t20_set_organization before insert on public.campaigns for each row execute function private.set_organization();

create function private.campaign_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := private.current_actor();
  -- Columns that a developer may change. Rows are compared without them, so a new column is frozen
  -- by default.
  while_active constant text[] := '{title,description,category,platform,end_date,max_testers,effort_minutes,requirements,auto_select,reminders,screening,
    agreement,review_days,status,visibility,required_tasks,task_minutes,sync_client,sync_seq}';
  once_ended constant text[] := '{status,required_tasks,task_minutes,sync_client,sync_seq}';
  most int;
begin
  if tg_op = 'INSERT' then
    perform private.require_own(actor, new.developer_id, 'Another developer''s campaign.');
    perform private.require_transition('campaign', 'new', new.status, actor);
    perform private.require_allowed(actor, new.org_id, 'manage', 'Another organization''s campaign.');
    select o.name into new.developer_name from public.organizations o where o.id = new.org_id;
    new.agreement_version := case when new.agreement = '' then 0 else 1 end;
    new.published_at := null; new.completed_at := null;
  else
    -- Applying and reviewing use the same lock. Push and schedule take it before the row's lock, in
    -- the order of private.lock_in_order.
    if row(new.status, new.max_testers, new.visibility, new.hidden, new._deleted)
      is distinct from row(old.status, old.max_testers, old.visibility, old.hidden, old._deleted) then
      perform private.lock_in_order(array[new.id], '{}');
    end if;
    perform private.require_allowed(actor, new.org_id, 'manage', 'Another organization''s campaign.');
    if actor <> 'server' then
      if new._deleted and old.status <> 'draft' then
        perform private.reject('wrong_state', 'Only a draft can be deleted.');
      elsif old.status in ('completed', 'archived')
        and to_jsonb(new) - once_ended <> to_jsonb(old) - once_ended then
        perform private.reject('wrong_state', 'A campaign that has ended cannot be edited.');
      end if;
      if old.status = 'active' then
        -- Testers joined on these terms.
        if to_jsonb(new) - while_active <> to_jsonb(old) - while_active then
          perform private.reject('wrong_state', 'Reward, start date and app of a running campaign stay as published.');
        elsif new.end_date < old.end_date and new.end_date < private.today() then
          perform private.reject('invalid', 'The end date lies in the past. Complete the campaign instead.');
        elsif new.max_testers < old.max_testers and new.max_testers < private.spots_taken(new.id) then
          perform private.reject('spots_limit', 'More testers than that are already accepted.');
        end if;
      end if;
    end if;
    perform private.require_transition('campaign', old.status, new.status, actor);
    -- A changed agreement gets a new version, for later applicants. Each application records the
    -- accepted version.
    if new.agreement <> old.agreement and new.agreement <> '' then
      new.agreement_version := old.agreement_version + 1;
    end if;
  end if;

  if actor <> 'server' then
    if new.app_id is not null and (tg_op = 'INSERT' or new.app_id is distinct from old.app_id)
      and not exists (select 1 from public.apps a where a.id = new.app_id and a.org_id = new.org_id) then
      if exists (select 1 from public.apps a where a.id = new.app_id) then
        perform private.reject('forbidden', 'Another organization''s app.');
      end if;
      perform private.reject('missing_parent', 'The app of this campaign is not known yet.');
    end if;
    -- A test of an app runs where the app does.
    if new.app_id is not null
      and (tg_op = 'INSERT' or row(new.app_id, new.platform) is distinct from row(old.app_id, old.platform)) then
      select a.platform into new.platform from public.apps a where a.id = new.app_id;
    end if;
    most := private.most_testers();
    if new.max_testers > most and (tg_op = 'INSERT' or new.max_testers > old.max_testers) then
      perform private.reject('spots_limit', format('A campaign has at most %s testers.', most));
    end if;
  end if;

  if actor <> 'server' and new.status = 'active' and new.visibility = 'public'
    and not coalesce(tg_op = 'UPDATE' and old.status = 'active' and old.visibility = 'public', false)
    and (select count(*) from public.campaigns c where c.org_id = new.org_id and c.status = 'active' and c.visibility = 'public'
      and not c._deleted and c.id <> new.id) >= private.most('public campaigns') then
    perform private.reject('too_many', format('At most %s public campaigns run at once.', private.most('public campaigns')));
  end if;

  if new.status <> 'draft' and new.published_at is null then
    perform private.require_active(coalesce(auth.uid(), new.developer_id), 'publish');
    if new.end_date < private.today() then
      perform private.reject('invalid', 'The end date lies in the past.');
    end if;
    new.published_at := now();
  end if;
  if new.status in ('completed', 'archived') and new.completed_at is null then
    new.completed_at := now();
  end if;
  return new;
end
$$;

-- A test is completed when its campaign is and one of the tester's reports is approved or their
-- results are accepted, whichever comes last.
create function private.complete_applications(campaign uuid, tester uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.applications a set status = 'completed'
  where a.campaign_id = campaign and a.status = 'accepted' and not a._deleted
    and (tester is null or a.tester_id = tester)
    and exists (select 1 from public.campaigns c where c.id = campaign and c.status in ('completed', 'archived'))
    and (a.results_status = 'accepted'
      or exists (select 1 from public.feedback f where f.application_id = a.id and f.status = 'approved' and not f._deleted));
end
$$;

create function private.after_campaign() returns trigger
language plpgsql security definer set search_path = '' as $$
declare person uuid;
begin
  if tg_op = 'UPDATE' and new.title <> old.title and new.published_at is not null then
    update public.applications set campaign_title = new.title where campaign_id = new.id;
    update public.feedback set campaign_title = new.title where campaign_id = new.id;
    perform 1 from public.rewards r where r.campaign_id = new.id order by r.id for no key update;
    update public.rewards set campaign_title = new.title where campaign_id = new.id;
  end if;
  if new.published_at is not null and (tg_op = 'INSERT' or old.published_at is null) then
    perform private.log_activity(coalesce(auth.uid(), new.developer_id), 'campaign_published', 'campaign', new.id, jsonb_build_object('title', new.title));
  end if;
  if tg_op = 'UPDATE' and new.status = 'completed' and old.status = 'active' then
    for person in select a.tester_id from public.applications a where a.campaign_id = new.id and a.status = 'accepted' loop
      perform private.notify(person, 'campaign_completed', jsonb_build_object('campaign_title', new.title),
        '/tester/tests/' || new.id, new.is_sample);
    end loop;
    perform private.notify_organization(new.org_id, 'manage', 'campaign_completed', jsonb_build_object('campaign_title', new.title),
      '/developer/campaigns/' || new.id, new.is_sample);
    perform private.complete_applications(new.id);
  end if;
  if tg_op = 'UPDATE' and row(new.visibility, new._deleted) is distinct from row(old.visibility, old._deleted) then
    perform private.end_campaign_access(new);
  end if;
  if tg_op = 'UPDATE' and new._deleted and not old._deleted then
    update public.briefs set _deleted = true where id = new.id and not _deleted;
  end if;
  return null;
end
$$;
select private.add_triggers('campaigns', rules => 'campaign_rules', effects => 'after_campaign');

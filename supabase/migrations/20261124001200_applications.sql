-- Applications of testers to campaigns, accepted by the developer or by automatic selection.

create table public.applications (
  id uuid primary key,
  campaign_id uuid not null references public.campaigns (id),
  campaign_title text not null default '' check (char_length(campaign_title) <= 120),
  tester_id uuid not null references public.profiles (id),
  org_id uuid not null references public.organizations (id),
  developer_id uuid not null references public.profiles (id),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'rejected', 'withdrawn', 'removed', 'completed')),
  card jsonb not null default '{}' check (jsonb_typeof(card) = 'object'),
  message text not null default '' check (char_length(message) <= 2000),
  answers jsonb not null default '[]' check (private.is_answers(answers)),
  agreement_version int not null default 0 check (agreement_version >= 0),
  agreement_accepted_at timestamptz(3) check (private.is_instant(agreement_accepted_at)),
  reason text not null default '' check (char_length(reason) <= 1000),
  selection_note text not null default '' check (char_length(selection_note) <= 200),
  applied_at timestamptz(3) not null default now() check (private.is_instant(applied_at)),
  decided_at timestamptz(3),
  accepted_at timestamptz(3),
  downloaded_at timestamptz(3) check (private.is_instant(downloaded_at)),
  release_id uuid references public.releases (id),
  -- Ids of reports whose known issue the tester confirms.
  confirmed_issues jsonb not null default '[]' check (private.is_uuid_list(confirmed_issues, 200)),
  completed_at timestamptz(3),
  -- The tester's answers to the brief's tasks (file `tasks`), and the decision about them as a set.
  results jsonb not null default '{}' check (private.is_results(results)),
  results_status text not null default '' check (results_status in ('', 'submitted', 'returned', 'accepted')),
  results_review jsonb not null default '{}' check (private.is_task_reasons(results_review)),
  results_submitted_at timestamptz(3),
  results_reviewed_at timestamptz(3),
  results_due_at timestamptz(3),
  -- Set by the server (file `launch_codes`): by key of a result, how its launch code compares; and
  -- the ids of photos that have arrived.
  code_checks jsonb not null default '{}' check (jsonb_typeof(code_checks) = 'object'),
  uploaded jsonb not null default '[]' check (private.is_uuid_list(uploaded, 1500)),
  retests jsonb not null default '{}' check (private.is_retests(retests)),
  is_sample boolean not null default false,
  unique (campaign_id, tester_id)
);
select private.add_sync_columns('applications');
create index applications_sync_tester on public.applications (tester_id, sync_xid, id);
create index applications_sync_organization on public.applications (org_id, sync_xid, id);
create index applications_release on public.applications (release_id) where release_id is not null;
create index applications_developer on public.applications (developer_id);
create index applications_results_due on public.applications (results_due_at) where results_status = 'submitted';
create index applications_campaign_results_due on public.applications (campaign_id, results_due_at) where results_status = 'submitted';

select private.protect_table('applications');
create policy applications_read on public.applications for select to authenticated
  using (tester_id = (select auth.uid()) or org_id in (select private.my_organizations('view')) or (select private.is_admin()));
create policy applications_add on public.applications for insert to authenticated
  with check (tester_id = (select auth.uid()) and (select private.my_role()) = 'tester');
create policy applications_edit on public.applications for update to authenticated
  using (tester_id = (select auth.uid()) or org_id in (select private.my_organizations('review')))
  with check (tester_id = (select auth.uid()) or org_id in (select private.my_organizations('review')));

select private.sync_register('applications', '{id,campaign_id,tester_id,applied_at}', '{reason,downloaded_at,release_id,confirmed_issues,results,results_status,results_review,retests}',
  removable => false, writable => '{status,message,answers,agreement_version,agreement_accepted_at}');
select private.add_sync_filters('applications', '{tester}', 't.tester_id = $1');
select private.add_sync_filters('applications', '{developer}', 't.org_id = {org}');
select private.register_change_topics('applications', 'select ''user:'' || tester_id from new_rows union all select ''org:'' || org_id from new_rows');

select private.add_transitions('application', 'tester', 'new > pending', 'pending > withdrawn', 'accepted > withdrawn');
select private.add_transitions('application', 'developer', 'pending > accepted', 'pending > rejected', 'accepted > removed');
select private.add_transitions('application', 'server', 'pending > accepted', 'pending > withdrawn', 'accepted > withdrawn', 'accepted > completed');

-- The tester's data that a developer sees. `suspended` is present during a suspension
-- (private.on_tester_suspended).
create function private.tester_card(tester uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', p.name, 'avatar_path', p.avatar_path, 'karma', p.karma, 'rating', p.rating,
    'tests_completed', p.tests_completed, 'devices', p.devices, 'expertise', p.expertise)
  from public.profiles p where p.id = tester
$$;

create trigger t20_set_organization before insert on public.applications for each row execute function private.set_organization('campaigns', 'campaign_id');

create function private.application_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := private.current_actor();
  me constant uuid := auth.uid();
  -- Mutable columns per actor. Rows are compared without them, so a new column is frozen by
  -- default.
  by_tester constant text[] := '{message,answers,agreement_version,agreement_accepted_at,status,downloaded_at,release_id,confirmed_issues,
    results,results_status,retests,sync_client,sync_seq}';
  by_tester_once_decided constant text[] := '{status,downloaded_at,release_id,confirmed_issues,results,results_status,retests,sync_client,sync_seq}';
  by_developer constant text[] := '{status,reason,results_status,results_review,sync_client,sync_seq}';
  by_reviewer constant text[] := '{results_status,results_review,sync_client,sync_seq}';
  tester public.profiles;
  campaign public.campaigns;
  passes boolean;
  known jsonb;
begin
  if tg_op = 'INSERT' then
    perform private.require_own(actor, new.tester_id, 'Another person''s application.');
    select * into tester from public.profiles p where p.id = new.tester_id;
    if tester.role is distinct from 'tester' then
      perform private.reject('not_allowed', 'Only testers can apply.');
    end if;
    perform private.require_active(new.tester_id, 'apply');
    -- The lock makes checking and taking a spot atomic, for concurrent applicants, acceptances and
    -- the closing of the campaign.
    perform private.lock_in_order(array[new.campaign_id], '{}');
    select * into campaign from public.campaigns c where c.id = new.campaign_id;
    if not found or not private.may_see_campaign(new.campaign_id, new.tester_id) then
      perform private.reject('missing_parent', 'This campaign is not known.');
    elsif new.id <> private.application_id(new.campaign_id, new.tester_id) then
      perform private.reject('invalid', 'The id of an application is made from its campaign and its tester.');
    elsif not private.accepts_testers(campaign) then
      perform private.reject('campaign_closed', 'This campaign no longer accepts testers.');
    elsif exists (select 1 from private.organization_blocks b where b.user_id = new.tester_id and b.org_id = campaign.org_id) then
      perform private.reject('not_allowed', 'You have blocked this organization.');
    end if;
    perform private.require_transition('application', 'new', new.status, actor);
    passes := private.answers_pass(private.full_screening(campaign.id, campaign.screening), new.answers);
    if campaign.agreement <> ''
      and (new.agreement_accepted_at is null or new.agreement_version <> campaign.agreement_version) then
      perform private.reject('agreement_required', 'The agreement of this campaign has to be accepted in its current version.');
    end if;
    new.campaign_title := campaign.title;
    new.developer_id := campaign.developer_id;
    new.card := private.tester_card(new.tester_id);
    new.applied_at := least(new.applied_at, now());
    new.agreement_accepted_at := least(new.agreement_accepted_at, now());
    new.reason := ''; new.selection_note := '';
    new.decided_at := null; new.accepted_at := null; new.downloaded_at := null; new.release_id := null; new.completed_at := null;
    new.confirmed_issues := '[]';
    new.results := '{}'; new.results_status := ''; new.results_review := '{}'; new.retests := '{}'; new.code_checks := '{}'; new.uploaded := '[]';
    new.results_submitted_at := null; new.results_reviewed_at := null; new.results_due_at := null;
    if new.status = 'pending' and campaign.auto_select then
      -- A code that the device translates.
      if not passes then
        new.selection_note := 'answers_differ';
      elsif private.spots_taken(new.campaign_id) >= campaign.max_testers then
        new.selection_note := 'no_spots';
      else
        new.status := 'accepted';
        new.selection_note := 'automatic';
        new.decided_at := now();
        new.accepted_at := now();
        -- The value differs from the sent one, so the device must not treat this row as its own
        -- write.
        new.sync_client := '';
      end if;
    end if;
    return new;
  end if;

  if actor = 'tester' then
    perform private.require_own(actor, new.tester_id, 'Another person''s application.');
    if to_jsonb(new) - by_tester <> to_jsonb(old) - by_tester then
      perform private.reject('not_allowed', 'The reason is the developer''s to give.');
    elsif old.status <> 'pending' and to_jsonb(new) - by_tester_once_decided <> to_jsonb(old) - by_tester_once_decided then
      perform private.reject('text_frozen', 'An application can only be edited while it is pending.');
    end if;
    if row(new.downloaded_at, new.release_id) is distinct from row(old.downloaded_at, old.release_id) then
      if old.accepted_at is null then
        perform private.reject('not_accepted', 'Only accepted testers get the build.');
      end if;
      -- The first download counts, even if a second device reports a later one.
      new.downloaded_at := coalesce(old.downloaded_at, least(new.downloaded_at, now()));
    end if;
    if new.confirmed_issues <> old.confirmed_issues then
      if old.accepted_at is null then
        perform private.reject('not_accepted', 'Only accepted testers can confirm known issues.');
      end if;
      -- Drops issues that are no longer known (after an offline edit) and the tester's own reports.
      select coalesce(jsonb_agg(f.id order by f.id), '[]') into known
      from public.feedback f
      where f.campaign_id = new.campaign_id and f.known and f.status = 'approved' and not f._deleted and f.tester_id <> me
        and new.confirmed_issues ? f.id::text;
      if known <> new.confirmed_issues then
        new.confirmed_issues := known;
        -- The value differs from the sent one, so the device must not treat this row as its own
        -- write.
        new.sync_client := '';
      end if;
    end if;
  elsif actor = 'developer' then
    perform private.require_allowed(actor, new.org_id, case when to_jsonb(new) - by_reviewer = to_jsonb(old) - by_reviewer then 'review' else 'manage' end,
      'Another organization''s campaign.');
    if to_jsonb(new) - by_developer <> to_jsonb(old) - by_developer then
      perform private.reject('not_allowed', 'An applicant''s words are theirs.');
    elsif new.status = old.status and new.reason <> old.reason then
      perform private.reject('wrong_state', 'A reason comes with a decision.');
    end if;
  elsif actor <> 'server' then
    perform private.reject('not_allowed', 'An application is between its tester and its developer.');
  end if;

  if new.status <> old.status then
    perform private.require_transition('application', old.status, new.status, actor);
    if new.status = 'accepted' then
      perform private.lock_in_order(array[new.campaign_id], '{}');
      select * into campaign from public.campaigns c where c.id = new.campaign_id;
      if not private.accepts_testers(campaign) then
        perform private.reject('campaign_closed', 'This campaign no longer accepts testers.');
      elsif exists (select 1 from public.profiles p where p.id = new.tester_id and p.status = 'suspended') then
        perform private.reject('wrong_state', 'The account of this tester is suspended.');
      elsif private.spots_taken(new.campaign_id) >= campaign.max_testers then
        perform private.reject('campaign_full', 'All spots of this campaign are taken.');
      end if;
      new.accepted_at := now();
    end if;
    if new.status = 'removed' and private.trimmed(new.reason) = '' then
      perform private.reject('reason_required', 'Removing a tester needs a reason.');
    end if;
    if new.status in ('accepted', 'rejected', 'removed') then new.decided_at := now(); end if;
    if new.status = 'completed' then new.completed_at := now(); end if;
  end if;
  return new;
end
$$;

create function private.takes_spot(application public.applications) returns boolean
language sql immutable set search_path = '' as $$
  select application.status in ('accepted', 'completed') and not application._deleted
$$;

create function private.after_application() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb;
  build uuid;
begin
  facts := jsonb_build_object('campaign_title', new.campaign_title, 'campaign_id', new.campaign_id, 'tester_name', new.card ->> 'name', 'about_id', new.tester_id, 'reason', left(new.reason, 400));
  perform private.count_in_campaign(new.campaign_id,
    private.takes_spot(new)::int - (case when tg_op = 'UPDATE' then private.takes_spot(old) else false end)::int, 0, 0);
  if tg_op = 'INSERT' or new.status <> old.status then
    -- The applicant now sees the campaign; the accepted tester also sees its brief.
    if tg_op = 'INSERT' then
      perform private.notify_change('campaigns', array['user:' || new.tester_id]);
      -- Closes the person's open invitations, however they joined.
      perform private.accept_tester_invitations(new.campaign_id, new.tester_id);
    end if;
    if new.status = 'accepted' then
      perform private.notify_change('briefs', array['user:' || new.tester_id]);
      perform private.notify_change('releases', array['user:' || new.tester_id]);
    end if;
    if tg_op = 'INSERT' then
      perform private.notify_organization(new.org_id, 'manage', 'application_received', facts - 'reason', '/developer/campaigns/' || new.campaign_id || '?tab=applicants', new.is_sample);
    end if;
    if new.status in ('accepted', 'rejected', 'removed') then
      perform private.log_organization(new.org_id, 'application_' || new.status, new.id,
        jsonb_build_object('name', new.card ->> 'name', 'about_id', new.tester_id, 'campaign_title', new.campaign_title));
      perform private.notify(new.tester_id, 'application_' || new.status, facts - '{tester_name,about_id}'::text[], '/tester/tests/' || new.campaign_id, new.is_sample);
    end if;
    if new.status = 'completed' then
      perform private.recount_person(new.tester_id);
    end if;
  end if;
  if tg_op = 'UPDATE' and new.downloaded_at is not null
    and (old.downloaded_at is null or new.release_id is not null and new.release_id is distinct from old.release_id) then
    build := coalesce(new.release_id, (select b.release_id from public.briefs b where b.id = new.campaign_id));
    if build is not null then
      insert into public.downloads (release_id, user_id, is_sample) values (build, new.tester_id, new.is_sample) on conflict do nothing;
    end if;
  end if;
  if tg_op = 'UPDATE' and new.confirmed_issues <> old.confirmed_issues then
    perform private.lock_in_order(array[new.campaign_id], '{}');
    perform private.recount_reproductions(changed.id::uuid)
    from (select x as id from jsonb_array_elements_text(new.confirmed_issues || old.confirmed_issues) x group by x
      having not (new.confirmed_issues ? x and old.confirmed_issues ? x) order by x) changed;
  end if;
  return null;
end
$$;
select private.add_triggers('applications', rules => 'application_rules', effects => 'after_application');

-- Marks the tester's cards, so that developers neither wait for nor accept a suspended tester. Only
-- the latest thousand, since each takes up to a millisecond of the admin's call; application_rules
-- rejects acceptance of the others.
create function private.on_tester_suspended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'suspended' then
    update public.applications a set card = a.card || '{"suspended": true}'
    where a.id in (
      select o.id from public.applications o where o.tester_id = new.id and o.status in ('pending', 'accepted') and not o._deleted
      order by o.applied_at desc, o.id limit 1000);
  else
    update public.applications a set card = a.card - 'suspended' where a.tester_id = new.id and a.card ? 'suspended';
  end if;
  return null;
end
$$;
create trigger tester_suspended after update of status on public.profiles for each row
  when (new.role = 'tester' and (new.status = 'suspended') <> (old.status = 'suspended')) execute function private.on_tester_suspended();

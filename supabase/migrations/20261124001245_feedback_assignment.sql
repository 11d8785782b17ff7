-- The assignee of a report: the member responsible for it. A reviewer can assign any submitted
-- report, before and after its decision. An assignment grants no right: every reviewer can still
-- decide. The tester can read the name but not write it.
--
-- Scale: with 1,000,000 reports a person's own are one scan of feedback_assignee. A former reviewer
-- is unassigned from 1,000 reports in the same transaction (0.2 s), and from 2,000 more a minute by
-- the schedule.

create index feedback_assignee on public.feedback (assignee_id, org_id, id) where assignee_id is not null;

-- Fires after t50_rules, which decides who may change the columns. The server sets the name and
-- ignores the device's value.
create function private.assignee_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.assignee_id is not null and new.assignee_id is distinct from old.assignee_id then
    -- Locked: a concurrent removal waits, and then finds this report.
    perform 1 from public.organization_members m
    join private.organization_capabilities c on c.role = m.role and c.capability = 'review'
    where m.org_id = new.org_id and m.user_id = new.assignee_id for share of m;
    if not found then
      if new.status = old.status then
        perform private.reject('not_a_reviewer', 'This person cannot review reports of this organization.');
      end if;
      -- Keeps the assignment of a decision made in the same write, which may pay a reward.
      new.assignee_id := old.assignee_id;
    end if;
  end if;
  new.assignee_name := coalesce((select p.name from public.profiles p where p.id = new.assignee_id), '');
  return new;
end
$$;
create trigger t60_assignee before update on public.feedback for each row
  when ((new.assignee_id is distinct from old.assignee_id or new.assignee_name <> old.assignee_name)
    and current_setting('betaflock.actor', true) is distinct from 'seed')
  execute function private.assignee_rules();

-- Sorts at most 1,000 rows, which needs no index.
create function public.list_reviewers(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_organization(private.request_organization(request), 'view');
  return private.admin_page(
    'select p.id, private.sort_key(p.name) collate "C" as key from public.organization_members m join public.profiles p on p.id = m.user_id
     join private.organization_capabilities c on c.role = m.role and c.capability = ''review''
     where m.org_id = ($1 ->> ''org_id'')::uuid'
      || case when coalesce(request ->> 'search', '') <> '' then ' and (strpos(lower(p.name), $2) > 0 or strpos(lower(p.email), $2) > 0)' else '' end,
    'text', false,
    'select u.id, u.name, u.email, u.avatar_path from public.profiles u where u.id = p.id',
    request);
end
$$;
comment on function public.list_reviewers(jsonb) is
'Members who can review reports and be assigned, by name, page by page. In: {org_id, search (name or
e-mail), after: the previous `next`, limit: 1 to 200}. Out: {rows: [{id, name, email, avatar_path}],
next, total (first page only)}. Errors: forbidden, invalid, suspended.';

create function private.after_assignment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  me_name constant text := (select p.name from public.profiles p where p.id = me);
begin
  perform private.log_organization(new.org_id, case when new.assignee_id is null then 'report_unassigned' else 'report_assigned' end, new.id,
    jsonb_build_object('name', coalesce(nullif(new.assignee_name, ''), old.assignee_name),
      'about_id', coalesce(new.assignee_id, old.assignee_id), 'summary', new.summary, 'campaign_title', new.campaign_title));
  if new.assignee_id is not null and new.assignee_id <> me then
    -- The subject merges a hundred assignments into one push message and one e-mail.
    perform private.notify(new.assignee_id, 'report_assigned', jsonb_build_object('assigned_by', me_name, 'about_id', me, 'summary', new.summary,
        'campaign_title', new.campaign_title, 'campaign_id', new.campaign_id, 'feedback_id', new.id),
      '/developer/campaigns/' || new.campaign_id || '?tab=feedback&report=' || new.id, new.is_sample,
      subject => new.campaign_id::text);
  end if;
  return null;
end
$$;
-- Only for a person's own write: when a member leaves, the server unassigns, and no person did it.
-- The condition reads the actor, because effects write as the server.
create trigger assigned after update on public.feedback for each row
  when (new.assignee_id is distinct from old.assignee_id and current_setting('betaflock.actor', true) = 'client')
  execute function private.after_assignment();

-- Members with more than a thousand reports of an organization left to unassign.
create table private.unassignments (
  org_id uuid not null references public.organizations (id) on delete cascade,
  user_id uuid not null references public.profiles (id),
  primary key (org_id, user_id)
);
create index unassignments_user on private.unassignments (user_id);

-- Unassigns a person from up to the given number of reports of an organization, and records whether
-- there may be more. Out: how many.
create function private.unassign_reports(org_id uuid, person uuid, most int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  unassigned int;
begin
  update public.feedback f set assignee_id = null
  where f.id in (select r.id from public.feedback r
    where r.assignee_id = person and r.org_id = unassign_reports.org_id order by r.id limit most for no key update);
  get diagnostics unassigned = row_count;
  if unassigned < most then
    delete from private.unassignments u where u.org_id = unassign_reports.org_id and u.user_id = person;
  else
    insert into private.unassignments (org_id, user_id) values (unassign_reports.org_id, person) on conflict do nothing;
  end if;
  return unassigned;
end
$$;

-- Unassigns a person who can no longer review from their remaining reports, up to the given number.
-- Out: how many. Called by the schedule.
create function private.unassign_former_reviewers(most int, org uuid, person uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due private.unassignments;
  unassigned int := 0;
begin
  for due in select * from private.unassignments u where u.org_id = org and u.user_id = person for update skip locked loop
    if private.organization_allows(due.org_id, 'review', due.user_id) then
      -- A reviewer again: the remaining assignments stay.
      delete from private.unassignments u where u.org_id = due.org_id and u.user_id = due.user_id;
    else
      unassigned := unassigned + private.unassign_reports(due.org_id, due.user_id, most);
    end if;
  end loop;
  return unassigned;
end
$$;

-- Unassigns former members and new viewers. A deleted account leaves its organizations
-- but keeps its personal one.
create function private.on_reviewer_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'profiles' then
    perform private.unassign_reports(new.id, new.id, 1000);
  elsif not private.organization_allows(old.org_id, 'review', old.user_id) then
    perform private.unassign_reports(old.org_id, old.user_id, 1000);
  end if;
  return null;
end
$$;
create trigger reviewer_gone after delete or update of role on public.organization_members
  for each row execute function private.on_reviewer_gone();
create trigger reviewer_gone after update of _deleted on public.profiles for each row when (new._deleted and not old._deleted)
  execute function private.on_reviewer_gone();

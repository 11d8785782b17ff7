-- Reminders: a build that was not downloaded, a report that was not sent, requested changes that
-- were not made, a fix that was not checked, reports whose review window ends.
--
-- The event (accepted, downloaded, submitted, changes requested) queues a reminder in its
-- transaction, the action removes it, and the schedule sends due ones. The reason and every limit
-- are checked when it is sent. A member can queue one for all accepted testers without a report, or
-- without today's check-in, once a day (a nudge).
--
-- Scale: no scan of applications. The queue has at most one row per running application and
-- unanswered request, found by due_at; a run processes 500. The log has at most three rows per
-- tester and campaign, and is deleted after the campaign's end.

create table private.reminders (
  id bigint generated always as identity primary key,
  campaign_id uuid not null references public.campaigns (id),
  -- Null: the campaign's own row. It finds the reviewers to remind (plan_review_reminders). After
  -- the campaign's end, when no report is undecided, it deletes the log (purge).
  person_id uuid references public.profiles (id),
  kind text not null check (kind in ('reminder_build', 'reminder_report', 'reminder_check_in', 'reminder_changes', 'reminder_retest', 'reminder_review', 'purge')),
  -- The application (build, report), the report (changes, retest) or the campaign.
  subject_id uuid not null,
  due_at timestamptz not null,
  -- Queued by a member: ignores the plan and the campaign's switch.
  by_member boolean not null default false,
  unique nulls not distinct (subject_id, person_id)
);
comment on table private.reminders is 'Reminders that are not sent yet. Seed data queues none.';
create index reminders_due on private.reminders (due_at, id);
create index reminders_person on private.reminders (person_id, campaign_id);
create index reminders_campaign on private.reminders (campaign_id);

-- Sent reminders; deleted two days after the campaign's end, or after its last report was decided.
-- The keys are the limits: one reminder a day per person and campaign, and for testers one a day
-- over all campaigns.
create table private.reminders_sent (
  person_id uuid not null references public.profiles (id),
  campaign_id uuid not null references public.campaigns (id),
  -- A date in the person's time zone.
  sent_on date not null,
  kind text not null,
  subject_id uuid not null,
  sent_at timestamptz not null,
  primary key (person_id, campaign_id, sent_on)
);
create unique index reminders_sent_to_testers on private.reminders_sent (person_id, sent_on) where kind <> 'reminder_review';
create index reminders_sent_campaign on private.reminders_sent (campaign_id);

create table private.campaign_nudges (
  campaign_id uuid primary key references public.campaigns (id) on delete cascade,
  sent_at timestamptz(3) not null
);

-- The time zone for reminders: the account's, else the one of the system settings, else UTC. Always
-- known to this server. PGlite and Debian's PostgreSQL include the time zones of the world. A
-- server without them uses UTC for all.
create function private.time_zone_of(person uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  zone text;
  american constant jsonb := '{"ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles"}';
begin
  foreach zone in array array[
    (select nullif(a.time_zone, '') from public.accounts a where a.id = person),
    american ->> (private.setting('general', 'timezone') #>> '{}')] loop
    begin
      continue when zone is null;
      perform now() at time zone zone;
      return zone;
    exception when invalid_parameter_value then
      -- Unknown to this server.
      continue;
    end;
  end loop;
  return 'UTC';
end
$$;

-- The first moment from `at` between 9 and 20 h in this time zone; today = false: from the next
-- day.
create function private.reminder_time(at timestamptz, zone text, today boolean) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when today and extract(hour from l.clock) between 9 and 19 then at
    when today and extract(hour from l.clock) < 9 then (l.clock::date + time '09:00') at time zone zone
    else (l.clock::date + 1 + time '09:00') at time zone zone end
  from (select at at time zone zone) l (clock)
$$;

create function private.has_reported(application uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.feedback f where f.application_id = application and f.status <> 'draft' and not f._deleted)
    or exists (select 1 from public.applications a where a.id = application and a.results_status <> '')
$$;

-- The next reminder of an accepted tester without report and results: the build, 1 and 3 days after
-- acceptance, or the report, 3 days after the download (without a build: after acceptance), and
-- after the campaign's start.
-- reminded_at: when a reminder that is not in the log was skipped. kind is null when none is left.
create function private.application_reminder(application uuid, reminded_at timestamptz, out kind text, out due_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  accepted timestamptz;
  downloaded timestamptz;
  starts timestamptz;
  sent timestamptz;
  has_build boolean;
  called_back boolean;
begin
  select a.accepted_at, coalesce(a.downloaded_at, d.created_at), c.start_date at time zone 'utc',
    coalesce(b.build_url, '') <> '' or r.status not in ('withdrawn', 'expired'), r.status in ('withdrawn', 'expired'),
    greatest(reminded_at, (select max(s.sent_at) from private.reminders_sent s
      where s.person_id = a.tester_id and s.campaign_id = a.campaign_id and s.kind = 'reminder_build'))
  into accepted, downloaded, starts, has_build, called_back, sent
  from public.applications a
  join public.campaigns c on c.id = a.campaign_id
  left join public.briefs b on b.id = a.campaign_id
  left join public.releases r on r.id = b.release_id and not r._deleted
  left join public.downloads d on d.release_id = b.release_id and d.user_id = a.tester_id
  where a.id = application and a.status = 'accepted' and not a._deleted
    and not private.has_reported(a.id);
  if not found then return; end if;
  if downloaded is null and has_build then
    kind := 'reminder_build';
    due_at := accepted + case when sent is null then interval '1 day' else interval '3 days' end;
    if sent >= accepted + interval '3 days' then kind := null; end if;
  -- A withdrawn build cannot be downloaded.
  elsif (downloaded is not null or called_back is not true) and not exists (
    select 1 from public.applications a join private.reminders_sent s on s.person_id = a.tester_id and s.campaign_id = a.campaign_id
    where a.id = application and s.kind = 'reminder_report') then
    kind := 'reminder_report';
    due_at := greatest(coalesce(downloaded, accepted), starts) + interval '3 days';
  end if;
end
$$;

-- A campaign's reports and sets of results that are approved automatically after `at`, and the
-- reviewer of each; null: every reviewer.
create function private.reviews_open(campaign uuid, at timestamptz) returns table (due_at timestamptz, reviewer uuid, is_report boolean)
language sql stable security definer set search_path = '' as $$
  select f.due_at, f.assignee_id, true from public.feedback f
  where f.campaign_id = campaign and f.status = 'submitted' and f.due_at > at and not f._deleted
  union all
  select a.results_due_at, null, false from public.applications a
  where a.campaign_id = campaign and a.results_status = 'submitted' and a.results_due_at > at and not a._deleted
$$;

-- Those of the next 48 hours.
create function private.reviews_due(campaign uuid, at timestamptz) returns table (due_at timestamptz, reviewer uuid, is_report boolean)
language sql stable security definer set search_path = '' as $$
  select o.due_at, o.reviewer, o.is_report from private.reviews_open(campaign, at) o where o.due_at <= at + interval '48 hours'
$$;

create function private.plan_application_reminder(application uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.reminders r where r.subject_id = application;
  insert into private.reminders (campaign_id, person_id, kind, subject_id, due_at)
  select c.id, a.tester_id, n.kind, a.id, n.due_at
  from public.applications a
  join public.campaigns c on c.id = a.campaign_id and c.status = 'active' and c.reminders
  cross join lateral private.application_reminder(a.id, null) n
  where a.id = application and n.kind is not null
$$;

-- The e-mail waits some minutes in the queue; an action in that time makes it unnecessary.
create function private.drop_reminder_mails(person uuid, campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deliveries d where d.user_id = person and d.data ->> 'campaign_id' = campaign::text
    and d.kind in ('reminder_build', 'reminder_report', 'reminder_check_in', 'reminder_changes', 'reminder_retest');
end
$$;

create function private.on_application_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then perform private.drop_reminder_mails(new.tester_id, new.campaign_id); end if;
  if new.status = 'accepted' and not new._deleted then
    perform private.plan_application_reminder(new.id);
  elsif tg_op = 'UPDATE' then
    delete from private.reminders r where r.person_id = new.tester_id and r.campaign_id = new.campaign_id;
  end if;
  return null;
end
$$;
create trigger reminders after insert or update of status, downloaded_at, _deleted on public.applications for each row
  when (current_setting('betaflock.seeding', true) is distinct from 'on') execute function private.on_application_reminders();

create function private.plan_changes_reminder(report public.feedback) returns void
language sql security definer set search_path = '' as $$
  insert into private.reminders (campaign_id, person_id, kind, subject_id, due_at)
  select c.id, report.tester_id, 'reminder_changes', report.id, report.reviewed_at + interval '3 days'
  from public.campaigns c where c.id = report.campaign_id and c.status = 'active' and c.reminders
    and not exists (select 1 from private.reminders_sent s where s.person_id = report.tester_id and s.campaign_id = c.id
      and s.subject_id = report.id and s.sent_at >= report.reviewed_at)
  on conflict (subject_id, person_id) do update set due_at = excluded.due_at
$$;

-- After the notification of a fix the tester has three days to check it.
create function private.plan_retest_reminder(application public.applications, report uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.reminders (campaign_id, person_id, kind, subject_id, due_at)
  select c.id, application.tester_id, 'reminder_retest', report, now() + interval '3 days'
  from public.campaigns c where c.id = application.campaign_id and c.status = 'active' and c.reminders
  on conflict (subject_id, person_id) do update set kind = excluded.kind, due_at = excluded.due_at
$$;

-- True while the tester can check the report's fix and has not answered about this build.
create function private.misses_retest(application public.applications, report public.feedback) returns boolean
language sql stable security definer set search_path = '' as $$
  select application.status = 'accepted' and report.status = 'approved' and not report._deleted
    and (report.known or report.tester_id = application.tester_id)
    and application.retests -> report.id::text ->> 'release_id' is distinct from report.fixed_release_id::text
    and exists (select 1 from public.releases r where r.id = report.fixed_release_id and not r._deleted
      and (r.status in ('draft', 'published') or r.id = application.release_id))
$$;

-- The campaign's own row, due when its first report or set of results has 48 or 24 hours left. A
-- shorter review window causes one reminder or none, because it has only just arrived.
create function private.plan_review_reminder(campaign uuid, due_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into private.reminders as r (campaign_id, kind, subject_id, due_at)
  select c.id, 'reminder_review', c.id, p.point
  from public.campaigns c
  cross join (values (plan_review_reminder.due_at - interval '48 hours'), (plan_review_reminder.due_at - interval '24 hours')) p (point)
  where c.id = campaign and p.point > now() + interval '1 hour'
  order by p.point limit 1
  on conflict (subject_id, person_id) do update set kind = excluded.kind, due_at = excluded.due_at
  where r.kind = 'purge' or r.due_at > excluded.due_at
$$;

create function private.on_report_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.reminders r where r.subject_id = new.id;
  if new.status = 'submitted' then
    delete from private.reminders r where r.subject_id = new.application_id;
    perform private.drop_reminder_mails(new.tester_id, new.campaign_id);
    perform private.plan_review_reminder(new.campaign_id, new.due_at);
  elsif new.status = 'changes_requested' then
    perform private.plan_changes_reminder(new);
  end if;
  return null;
end
$$;
create trigger reminders after insert or update of status on public.feedback for each row
  when (new.status <> 'draft' and current_setting('betaflock.seeding', true) is distinct from 'on')
  execute function private.on_report_reminders();

create function private.on_results_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.reminders r where r.subject_id = new.id;
  perform private.drop_reminder_mails(new.tester_id, new.campaign_id);
  perform private.plan_review_reminder(new.campaign_id, new.results_due_at);
  return null;
end
$$;
create trigger results_reminders after update of results_status on public.applications for each row
  when (new.results_status = 'submitted' and old.results_status <> 'submitted' and current_setting('betaflock.seeding', true) is distinct from 'on')
  execute function private.on_results_reminders();

-- A campaign has at most 10,000 testers, so queue and log have as many rows.
create function private.on_campaign_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'active' or new._deleted then
    -- Reports are still undecided, and their windows still end.
    delete from private.reminders r where r.campaign_id = new.id and r.kind <> 'reminder_review';
    -- The log is still needed until the day has ended in every time zone.
    insert into private.reminders (campaign_id, kind, subject_id, due_at) values (new.id, 'purge', new.id, now() + interval '2 days')
    on conflict (subject_id, person_id) do nothing;
  elsif not new.reminders then
    delete from private.reminders r where r.campaign_id = new.id and r.kind <> 'reminder_review';
  else
    perform private.plan_application_reminder(a.id) from public.applications a where a.campaign_id = new.id and a.status = 'accepted' and not a._deleted;
    perform private.plan_changes_reminder(f) from public.feedback f where f.campaign_id = new.id and f.status = 'changes_requested' and not f._deleted;
  end if;
  return null;
end
$$;
create trigger reminders after update of status, _deleted, reminders on public.campaigns for each row
  when (old.status = 'active' and not old._deleted
    and (new.status <> 'active' or new._deleted or new.reminders <> old.reminders)
    and current_setting('betaflock.seeding', true) is distinct from 'on')
  execute function private.on_campaign_reminders();

create function private.delete_reminders_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.reminders r where r.person_id = new.id;
  delete from private.reminders_sent s where s.person_id = new.id;
  return null;
end
$$;
create trigger delete_reminders after update of _deleted on public.profiles for each row when (new._deleted and not old._deleted)
  execute function private.delete_reminders_of_person();

-- Queues a reminder if a report or a set of results has reached 48 or 24 hours: for its reviewer,
-- or for the members who review, like notify_organization.
create function private.plan_review_reminders(campaign public.campaigns, since timestamptz, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  next timestamptz;
begin
  if not campaign.hidden and not campaign._deleted and exists (select 1 from private.reviews_due(campaign.id, at) d
    where d.due_at >= since + interval '48 hours' or d.due_at between since + interval '24 hours' and at + interval '24 hours') then
    insert into private.reminders (campaign_id, person_id, kind, subject_id, due_at)
    select campaign.id, who.person, 'reminder_review', campaign.id, at from (
      select d.reviewer from private.reviews_due(campaign.id, at) d where d.reviewer is not null
      union
      (select m.user_id from public.organization_members m
        join private.organization_capabilities c on c.role = m.role and c.capability = 'review'
        where m.org_id = campaign.org_id and exists (select 1 from private.reviews_due(campaign.id, at) d where d.reviewer is null)
        order by m.joined_at, m.user_id limit 100)) who (person)
    on conflict (subject_id, person_id) do nothing;
  end if;
  select least(
    min(o.due_at) filter (where o.due_at > at + interval '48 hours') - interval '48 hours', min(o.due_at) - interval '24 hours') into next
  from private.reviews_open(campaign.id, at + interval '24 hours') o;
  if next is null and campaign.status = 'active' then
    delete from private.reminders r where r.subject_id = campaign.id and r.person_id is null;
  else
    update private.reminders r set kind = case when next is null then 'purge' else r.kind end, due_at = coalesce(next, at + interval '2 days')
    where r.subject_id = campaign.id and r.person_id is null;
  end if;
end
$$;

-- Processes one due reminder: sends it, postpones it to an allowed time, or drops it because its
-- reason no longer holds. Out: true when sent.
create function private.send_reminder(reminder private.reminders, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  campaign public.campaigns;
  application public.applications;
  report public.feedback;
  step record;
  facts jsonb;
  place text;
  zone text;
  today date;
  allowed_at timestamptz;
  -- Suspended people, and those who blocked the organization or switched off this kind.
  passed_over boolean;
begin
  select * into campaign from public.campaigns c where c.id = reminder.campaign_id;
  if reminder.person_id is null then
    perform private.plan_review_reminders(campaign, reminder.due_at, at);
    return false;
  elsif campaign.hidden or campaign._deleted or (reminder.kind <> 'reminder_review'
    and (campaign.status <> 'active' or campaign.end_date < (at at time zone 'utc')::date or not (campaign.reminders or reminder.by_member))) then
    delete from private.reminders r where r.id = reminder.id;
    return false;
  end if;

  facts := jsonb_build_object('campaign_title', campaign.title, 'campaign_id', campaign.id);
  if reminder.kind = 'reminder_review' then
    select facts || jsonb_build_object('reports', count(*) filter (where d.is_report), 'hours', case when min(d.due_at) <= at + interval '24 hours' then 24 else 48 end)
      || case when bool_and(d.is_report) then '{}' else jsonb_build_object('sets', count(*) filter (where not d.is_report)) end
    into facts from private.reviews_due(campaign.id, at) d where d.reviewer is null or d.reviewer = reminder.person_id;
    select reminder.kind as kind, reminder.due_at as due_at into step
    where (facts ->> 'reports')::int + coalesce((facts ->> 'sets')::int, 0) > 0 and private.organization_allows(campaign.org_id, 'review', reminder.person_id);
    place := '/developer/campaigns/' || campaign.id || case when facts ->> 'reports' = '0' then '?tab=results&sets=submitted' else '?tab=feedback&status=submitted' end;
  else
    select * into application from public.applications a where a.campaign_id = campaign.id and a.tester_id = reminder.person_id;
    place := '/tester/tests/' || campaign.id;
    if reminder.kind = 'reminder_changes' then
      select * into report from public.feedback f where f.id = reminder.subject_id;
      select reminder.kind as kind, report.reviewed_at + interval '3 days' as due_at into step
      where application.status = 'accepted' and report.status = 'changes_requested' and not report._deleted;
      facts := facts || jsonb_build_object('summary', report.summary, 'feedback_id', report.id);
      place := place || '/report/' || report.id;
    elsif reminder.kind = 'reminder_retest' then
      select * into report from public.feedback f where f.id = reminder.subject_id;
      select reminder.kind as kind, reminder.due_at as due_at into step where private.misses_retest(application, report);
      facts := facts || jsonb_build_object('title', report.summary, 'feedback_id', report.id, 'release_id', report.fixed_release_id,
        'version', (select r.version from public.releases r where r.id = report.fixed_release_id));
    elsif reminder.by_member then
      select reminder.kind as kind, reminder.due_at as due_at into step
      where application.status = 'accepted' and not application._deleted and private.is_to_nudge(application, reminder.kind, at);
    else
      select * into step from private.application_reminder(application.id, null) n where n.kind is not null;
    end if;
  end if;
  if step.kind is null then
    delete from private.reminders r where r.id = reminder.id;
    -- The nudge replaced the planned reminder.
    if reminder.kind = 'reminder_check_in' then perform private.plan_application_reminder(reminder.subject_id); end if;
    return false;
  elsif step.due_at > at then
    update private.reminders r set kind = step.kind, due_at = step.due_at where r.id = reminder.id;
    return false;
  end if;

  select p._deleted or p.status = 'suspended' or p.role <> (case step.kind when 'reminder_review' then 'developer' else 'tester' end)
    or not private.may_contact(campaign.org_id, p.id)
    or not exists (select 1 from unnest(array['in_app', 'push', 'email']) channel
      where private.wants_notification(coalesce(a.notification_preferences, '{}'), step.kind, channel))
  into passed_over from public.profiles p left join public.accounts a on a.id = p.id where p.id = reminder.person_id;
  if not passed_over then
    if step.kind <> 'reminder_review' and (
      select count(*) from private.reminders_sent s where s.person_id = reminder.person_id and s.campaign_id = campaign.id) >= 3 then
      delete from private.reminders r where r.id = reminder.id;
      return false;
    end if;
    zone := private.time_zone_of(reminder.person_id);
    today := (at at time zone zone)::date;
    allowed_at := private.reminder_time(at, zone, not exists (
      select 1 from private.reminders_sent s where s.person_id = reminder.person_id and s.sent_on = today
        and (step.kind <> 'reminder_review' or s.campaign_id = campaign.id)));
    if allowed_at > at then
      update private.reminders r set kind = step.kind, due_at = allowed_at where r.id = reminder.id;
      return false;
    end if;
    insert into private.reminders_sent (person_id, campaign_id, sent_on, kind, subject_id, sent_at)
    values (reminder.person_id, campaign.id, today, step.kind, reminder.subject_id, at);
    perform private.notify(reminder.person_id, step.kind, facts, place, coalesce(application.is_sample, campaign.is_sample));
  end if;

  -- The build has two reminders; after a nudge the plan continues.
  select n.kind, greatest(n.due_at, at + interval '1 day') as due_at into step
  from private.application_reminder(reminder.subject_id, at) n where (step.kind = 'reminder_build' or (reminder.by_member and campaign.reminders)) and n.kind is not null;
  if step.kind is null then
    delete from private.reminders r where r.id = reminder.id;
  else
    update private.reminders r set kind = step.kind, due_at = step.due_at, by_member = false where r.id = reminder.id;
  end if;
  return not passed_over;
end
$$;

-- Sends reminders due at this time, up to the given number. Called each minute. Out: how many were
-- sent.
create function private.send_reminders(at timestamptz default now(), most int default 500) returns int
language plpgsql security definer set search_path = '' as $$
declare
  due bigint[];
  reminder private.reminders;
  sent int := 0;
  purged int;
begin
  -- skip locked: another schedule sends it, or the person is performing the action right now.
  due := array(select r.id from private.reminders r where r.due_at <= at order by r.due_at, r.id limit most for update skip locked);
  -- Ordered by person, so that two schedules lock in the same order.
  for reminder in select * from private.reminders r where r.id = any (due) order by r.person_id, r.id loop
    -- The savepoint keeps a failure from blocking the others.
    begin
      if reminder.kind = 'purge' then
        delete from private.reminders_sent s where s.ctid = any (array(
          select o.ctid from private.reminders_sent o where o.campaign_id = reminder.campaign_id limit 2000));
        get diagnostics purged = row_count;
        delete from private.reminders r where r.id = reminder.id and purged < 2000;
      elsif private.send_reminder(reminder, at) then
        sent := sent + 1;
      end if;
    exception when others or query_canceled then
      perform private.note_job_failure('send_reminders', reminder.id::text, sqlerrm);
      update private.reminders r set due_at = at + interval '1 hour' where r.id = reminder.id;
    end;
  end loop;
  return sent;
end
$$;

-- True if the tester has not done what a member reminds of.
create function private.is_to_nudge(application public.applications, reminder text, at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case reminder when 'reminder_check_in' then private.misses_check_in(application, at) else not private.has_reported(application.id) end;
end
$$;

-- Applications of accepted testers of a running campaign who get this reminder, with fewer than
-- three so far.
create function private.testers_to_nudge(campaign public.campaigns, reminder text) returns setof public.applications
language sql stable security definer set search_path = '' rows 100 as $$
  select a.* from public.applications a
  where a.campaign_id = campaign.id and a.status = 'accepted' and not a._deleted and private.is_to_nudge(a, reminder, now())
    and campaign.status = 'active' and not campaign.hidden and private.today() between campaign.start_date and campaign.end_date
    and (select count(*) from private.reminders_sent s where s.person_id = a.tester_id and s.campaign_id = a.campaign_id) < 3
  order by a.id limit 10000
$$;

create function private.nudge_kind(kind text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  perform private.reject_if(kind is null or kind not in ('report', 'check_in'), 'invalid', 'kind: report or check_in.');
  return 'reminder_' || kind;
end
$$;

create function public.read_nudge(campaign_id uuid, kind text default 'report') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  shown constant public.campaigns := private.require_campaign(read_nudge.campaign_id, 'manage');
begin
  return jsonb_build_object(
    'testers', (select count(*) from private.testers_to_nudge(shown, private.nudge_kind(kind))),
    'next_at', (select private.iso_time(n.sent_at + interval '1 day') from private.campaign_nudges n
      where n.campaign_id = shown.id and n.sent_at > now() - interval '1 day'));
end
$$;
comment on function public.read_nudge(uuid, text) is
'The recipients of nudge_testers. Out: {testers: how many, next_at: when it is possible again; null:
now}. Errors: forbidden, not_allowed, invalid, suspended.';

create function public.nudge_testers(campaign uuid, kind text default 'report') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  open_one public.campaigns := private.require_campaign(campaign, 'manage');
  reminder constant text := private.nudge_kind(kind);
  reminded int;
begin
  select * into open_one from public.campaigns c where c.id = open_one.id for no key update;
  perform private.reject_if(open_one.status <> 'active' or open_one.hidden or open_one.end_date < private.today(),
    'campaign_closed', 'Testers can be reminded while a campaign is running.');
  insert into private.campaign_nudges as n (campaign_id, sent_at) values (open_one.id, now())
  on conflict on constraint campaign_nudges_pkey do update set sent_at = excluded.sent_at where n.sent_at <= now() - interval '1 day';
  if not found then
    raise exception using errcode = 'PT429', message = 'These testers were reminded less than a day ago.', detail = 'rate_limited';
  end if;
  insert into private.reminders (campaign_id, person_id, kind, subject_id, due_at, by_member)
  select open_one.id, a.tester_id, reminder, a.id, now(), true from private.testers_to_nudge(open_one, reminder) a
  on conflict (subject_id, person_id) do update set kind = excluded.kind, due_at = excluded.due_at, by_member = true;
  get diagnostics reminded = row_count;
  perform private.log_organization(open_one.org_id, 'testers_nudged', open_one.id,
    jsonb_build_object('count', reminded, 'campaign_title', open_one.title));
  return jsonb_build_object('testers', reminded);
end
$$;
comment on function public.nudge_testers(uuid, text) is
'Reminds the accepted testers of a running campaign who have sent no report, or who miss today''s
check-in (kind: report, check_in). Queued at once, sent by the schedule within their day and their
limits (one reminder a day, three per campaign; private.send_reminder). Out: {testers: how many}.
Errors: forbidden, not_allowed, campaign_closed, invalid, rate_limited (once a day and campaign),
suspended.';

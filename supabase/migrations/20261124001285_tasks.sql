-- Tasks of briefs and their results in applications: versions, rules, review and reward
-- (docs/tasks.md).
--
-- Scale: a brief has at most 60 tasks in 64 kB, an application at most 32 kB of results. A write of
-- results checks only the changed ones, each with one lookup of its task.

-- Every version of a published task, so that results of an earlier one stay valid. A draft's tasks
-- have version 1 and no results.
create table private.task_versions (
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  task_id text not null,
  version int not null,
  task jsonb not null,
  primary key (campaign_id, task_id, version)
);

create function private.record_task_versions(campaign uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.task_versions (campaign_id, task_id, version, task)
  select c.id, t ->> 'id', (t ->> 'version')::int, t
  from public.campaigns c join public.briefs b on b.id = c.id cross join lateral jsonb_array_elements(b.tasks) t
  where c.id = campaign and c.status <> 'draft'
  on conflict do nothing
$$;

-- Sets the version and `required_since` of each task: an edited task gets the version after the
-- last published one, and a task stays required since it became so.
create function private.brief_task_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := case when tg_op = 'UPDATE' then old.tasks else '[]' end;
  numbered jsonb;
begin
  if not private.is_tasks(new.tasks) then return new; end if;
  select coalesce(jsonb_agg(t.task || jsonb_build_object(
      'version', case when o.task - '{version,required_since}'::text[] = t.task - '{version,required_since}'::text[] then o.task -> 'version'
        else to_jsonb(coalesce((select max(v.version) from private.task_versions v where v.campaign_id = new.id and v.task_id = t.task ->> 'id'), 0) + 1) end,
      'required_since', case when t.task -> 'required_since' = 'null' then 'null'::jsonb
        else coalesce(nullif(o.task -> 'required_since', 'null'), to_jsonb(private.iso_time(now()))) end) order by t.n), '[]')
  into numbered
  from jsonb_array_elements(new.tasks) with ordinality t (task, n)
  left join jsonb_array_elements(before) o (task) on o.task ->> 'id' = t.task ->> 'id';
  if numbered <> new.tasks then
    new.tasks := numbered;
    -- The value differs from the sent one, so the device must not treat this row as its own write.
    new.sync_client := '';
  end if;
  return new;
end
$$;
create trigger t60_tasks before insert or update of tasks on public.briefs for each row
  when (current_setting('betaflock.actor', true) is distinct from 'seed') execute function private.brief_task_rules();

-- Approved reports whose tester may owe no required task any more, because one was removed. The
-- schedule pays them: one edit may free the reports of 10,000 testers.
create table private.freed_reports (
  report_id uuid primary key references public.feedback (id) on delete cascade
);
revoke all on private.freed_reports from public, anon, authenticated;

create function private.pay_freed_report(report uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  freed public.feedback;
begin
  select * into freed from public.feedback f where f.id = report;
  perform private.lock_in_order(array[freed.campaign_id], array[freed.tester_id]);
  -- Read again: it may have changed while this waited for the lock.
  select * into freed from public.feedback f where f.id = report;
  perform private.grant_reward(freed) where freed.status = 'approved' and not freed._deleted;
  delete from private.freed_reports f where f.report_id = report;
  return 1;
end
$$;

create function private.on_tasks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_task_versions(new.id);
  return null;
end
$$;

create function private.on_tasks_freed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.freed_reports (report_id)
  select distinct on (f.application_id) f.id
  from public.campaigns c join public.feedback f on f.campaign_id = c.id and f.status = 'approved' and not f._deleted
  join public.applications a on a.id = f.application_id and a.results_status in ('', 'returned')
  where c.id = new.id and c.reward_model = 'testing'
    and not exists (select 1 from public.rewards r where r.campaign_id = c.id and r.tester_id = f.tester_id)
    and exists (select 1 from jsonb_array_elements(old.tasks) o where o -> 'required_since' <> 'null' and not new.tasks @> jsonb_build_array(
      jsonb_build_object('id', o -> 'id', 'required_since', o -> 'required_since', 'only_if', o -> 'only_if')))
  order by f.application_id, f.reviewed_at, f.id
  on conflict do nothing;
  return null;
end
$$;
create trigger on_tasks_freed after update of tasks on public.briefs for each row
  when (new.tasks <> old.tasks and current_setting('betaflock.seeding', true) is distinct from 'on') execute function private.on_tasks_freed();
create trigger on_tasks after insert or update of tasks on public.briefs for each row execute function private.on_tasks();

-- What testers see of the tasks before they apply. A task with a condition is not counted.
create function private.required_work(campaign uuid, out tasks int, out minutes int)
language sql stable security definer set search_path = '' as $$
  select count(t), case when bool_and((t ->> 'minutes')::int > 0) then sum((t ->> 'minutes')::int) else 0 end
  from public.briefs b cross join lateral jsonb_array_elements(b.tasks) t
  where b.id = campaign and t -> 'required_since' <> 'null' and t -> 'only_if' = 'null'
$$;

-- Lets private.refresh_campaign_snapshots find the campaign. Updating its row here would make the
-- author's device conflict with its own edit. Skips locked counts, because their lock comes before
-- the brief's (private.lock_in_order); their holder changes them.
create function private.note_required_work() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.campaign_counts set changed_at = now()
  where campaign_id = (select k.campaign_id from private.campaign_counts k where k.campaign_id = new.id for no key update skip locked);
  return null;
end
$$;
create trigger required_work after insert or update of tasks on public.briefs for each row execute function private.note_required_work();
create trigger on_tasks after update of status on public.campaigns for each row
  when (old.status = 'draft' and new.status <> 'draft') execute function private.on_tasks();

-- True when the value answers this question.
create function private.answers_question(question jsonb, value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case question ->> 'kind'
    when 'text' then jsonb_typeof(value) = 'string'
    when 'number' then jsonb_typeof(value) = 'number'
    when 'single' then jsonb_typeof(value) = 'string' and question -> 'options' @> value
    when 'multiple' then jsonb_typeof(value) = 'array' and question -> 'options' @> value
      and (select count(distinct i) = count(*) from jsonb_array_elements(value) i)
    when 'scale' then private.is_whole(value, (question ->> 'min')::int, (question ->> 'max')::int)
    when 'nps' then private.is_whole(value, 0, 10)
    when 'seq' then private.is_whole(value, 1, 7)
    else jsonb_typeof(value) = 'array' and jsonb_array_length(value) = case question ->> 'kind' when 'sus' then 10 else 2 end
      and not exists (select 1 from jsonb_array_elements(value) i where not private.is_whole(i, 1, case question ->> 'kind' when 'sus' then 5 else 7 end))
  end
$$;

-- The instant of a text. Error: invalid, for a day that does not exist.
create function private.instant_of(value text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return value::timestamptz;
exception when data_exception then
  perform private.reject('invalid', format('There is no time %s.', value));
end
$$;

-- Checks one changed result against all versions of its task: two devices may have answered
-- different ones.
create function private.check_result(application public.applications, campaign public.campaigns, key text, result jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  id constant text := split_part(key, '.', 1);
  build constant uuid := (result ->> 'release_id')::uuid;
  items jsonb;
  bad text;
begin
  if not exists (select 1 from private.task_versions v
    where v.campaign_id = campaign.id and v.task_id = id and v.version = (result ->> 'version')::int) then
    perform private.reject('invalid', format('results: there is no task %s of that version.', id));
  elsif key <> id and (split_part(key, '.', 2) <> build::text) is not false then
    perform private.reject('invalid', format('results: %s is about another build.', key));
  elsif build is not null and not exists (select 1 from private.release_grants g where g.release_id = build and g.campaign_id = campaign.id) then
    perform private.reject('forbidden', 'This build does not belong to this campaign.');
  end if;
  -- {id: its different versions}. An answer fits any of them.
  select coalesce(jsonb_object_agg(i.id, i.versions), '{}') into items
  from (select e.item ->> 'id' as id, jsonb_agg(distinct e.item) as versions
    from private.task_versions v cross join lateral jsonb_array_elements((v.task -> 'steps') || (v.task -> 'questions')) e (item)
    where v.campaign_id = campaign.id and v.task_id = id group by 1) i;
  select s into bad from jsonb_object_keys(coalesce(result -> 'steps', '{}')) s
  where not exists (select 1 from jsonb_array_elements(items -> s) i where i ? 'do') limit 1;
  if bad is not null then
    perform private.reject('invalid', format('results: task %s has no step %s.', id, bad));
  end if;
  select a.key into bad from jsonb_each(coalesce(result -> 'answers', '{}')) a
  where not exists (select 1 from jsonb_array_elements(items -> a.key) i where i ? 'kind' and private.answers_question(i, a.value)) limit 1;
  if bad is not null then
    perform private.reject('invalid', format('results: no answer to a question %s of task %s.', bad, id));
  elsif exists (select 1 from jsonb_each(coalesce(result -> 'steps', '{}')) s join public.feedback f on f.id = (s.value ->> 'report_id')::uuid
    where f.tester_id <> application.tester_id or f.campaign_id <> campaign.id) then
    perform private.reject('forbidden', 'Another person''s report.');
  end if;
  perform private.instant_of(i.value) from (
    select jsonb_array_elements_text(coalesce(result -> 'days', '[]')) union all
    select c ->> 'at' from jsonb_array_elements(coalesce(result -> 'conflicts', '[]')) c) i (value);
  if exists (select 1 from jsonb_array_elements_text(coalesce(result -> 'days', '[]')) d
    where d < (greatest(campaign.start_date, (application.accepted_at at time zone 'utc')::date) - 1)::text
      or d > (case application.results_status when 'returned' then private.today()
        else least(private.today(), campaign.end_date, (campaign.completed_at at time zone 'utc')::date) end + 1)::text) then
    perform private.reject('invalid', 'results: a check-in is on a day of the test, and not in the future.');
  end if;
  -- After a set was sent back, its tester may change it beyond the campaign's end.
  if application.results_status <> 'returned' then
    perform private.require_in_time(campaign, private.instant_of(result ->> 'at'));
  end if;
end
$$;

-- A launch code as it is compared: without case, spaces and dashes.
create function private.plain_code(typed text) returns text
language sql immutable set search_path = '' as $$
  select lower(regexp_replace(normalize(typed, NFKC), '[[:space:]\u2010-\u2015\u2212-]', '', 'g'))
$$;

-- True when the tester has answered everything in the version of the task that the result names,
-- with its evidence, or says that the task is blocked, or, without anything to answer, done.
create function private.is_task_done(task jsonb, result jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(result ->> 'state' = 'blocked'
    or not exists (select 1 from jsonb_array_elements(task -> 'steps') s where not coalesce(result -> 'steps' ? (s ->> 'id'), false))
    and not exists (select 1 from jsonb_array_elements(task -> 'questions') q
      where q -> 'required' = 'true' and coalesce(result -> 'answers' -> (q ->> 'id'), '""') in ('""', '[]'))
    and jsonb_array_length(coalesce(result -> 'days', '[]')) >= (task ->> 'days')::int
    and (result ->> 'minutes')::int >= (task -> 'evidence' ->> 'minutes')::int
    and (task -> 'evidence' -> 'code' = 'false' or private.plain_code(coalesce(result ->> 'code', '')) <> '')
    and (task -> 'evidence' -> 'photo' = 'false' or coalesce(result -> 'photos', '[]') <> '[]')
    and (result ->> 'state' = 'done' or task -> 'steps' <> '[]' or task ->> 'days' <> '0' or task -> 'questions' @> '[{"required": true}]'), false)
$$;

create function private.result_of(results jsonb, task jsonb, build uuid) returns jsonb
language sql immutable set search_path = '' as $$
  select results -> ((task ->> 'id') || case when task -> 'per_build' = 'true' and build is not null then '.' || build else '' end)
$$;

-- The tasks that the tester must do: required before they were accepted, and shown to them.
create function private.required_tasks(application public.applications) returns setof jsonb
language sql stable security definer set search_path = '' rows 10 as $$
  select t from public.briefs b cross join lateral jsonb_array_elements(b.tasks) t
  where b.id = application.campaign_id and t ->> 'required_since' <= private.iso_time(application.accepted_at)
    and (t -> 'only_if' = 'null' or exists (
      select 1 from jsonb_array_elements(b.tasks) e
      cross join lateral (select private.result_of(application.results, e, application.release_id) as result) r
      cross join lateral (select coalesce(r.result -> 'steps' -> (t -> 'only_if' ->> 'item') -> 'mark',
        r.result -> 'answers' -> (t -> 'only_if' ->> 'item')) as given) g
      where e ->> 'id' = t -> 'only_if' ->> 'task' and g.given is not null
        and exists (select 1 from jsonb_array_elements_text(case jsonb_typeof(g.given) when 'array' then g.given else jsonb_build_array(g.given) end) one
          where t -> 'only_if' -> 'is' ? one)))
$$;

create function private.missing_tasks(application public.applications) returns setof jsonb
language sql stable security definer set search_path = '' rows 10 as $$
  select t from private.required_tasks(application) t
  cross join lateral (select private.result_of(application.results, t, application.release_id) as result) r
  where not exists (
    select 1 from private.task_versions v
    where v.campaign_id = application.campaign_id and v.task_id = t ->> 'id' and v.version = (r.result ->> 'version')::int
      and private.is_task_done(v.task, r.result))
$$;

-- True when a daily check-in is open on the tester's day.
create function private.misses_check_in(application public.applications, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select application.results_status in ('', 'returned') and exists (
    select 1 from public.briefs b cross join lateral jsonb_array_elements(b.tasks) t
    cross join lateral (select coalesce(private.result_of(application.results, t, application.release_id) -> 'days', '[]') as days) r
    where b.id = application.campaign_id and t ->> 'kind' = 'check_in' and jsonb_array_length(r.days) < (t ->> 'days')::int
      and not r.days ? (at at time zone private.time_zone_of(application.tester_id))::date::text)
$$;

-- True unless the tester still owes required tasks. A submitted set has them all.
create function private.has_done_tasks(application public.applications) returns boolean
language sql stable security definer set search_path = '' as $$
  select application.results_status in ('submitted', 'accepted') or not exists (select 1 from private.required_tasks(application))
$$;

-- A set of results: its tester answers and submits it, then its campaign's members accept it or
-- send it back, or the server accepts it at the end of the review window.
create function private.results_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := private.current_actor();
  latest constant text := private.iso_time(now());
  campaign public.campaigns;
  clamped jsonb;
  one record;
begin
  -- The server removes photos of a deleted account.
  if actor <> 'server' and new.results <> old.results and private.is_results(new.results) then
    if old.accepted_at is null or new.status not in ('accepted', 'completed') then
      perform private.reject('not_accepted', 'Only accepted testers do tasks.');
    elsif old.results_status in ('submitted', 'accepted') then
      perform private.reject('text_frozen', 'Submitted results can only be changed when they were sent back.');
    elsif exists (select 1 from jsonb_object_keys(old.results) k where not new.results ? k) then
      perform private.reject('invalid', 'results: a task''s result cannot be removed.');
    end if;
    select jsonb_object_agg(r.key, case when r.value ->> 'at' > latest then r.value || jsonb_build_object('at', latest) else r.value end)
    into clamped from jsonb_each(new.results) r;
    if clamped <> new.results then
      new.results := clamped;
      -- The value differs from the sent one, so the device must not treat this row as its own
      -- write.
      new.sync_client := '';
    end if;
    select * into campaign from public.campaigns c where c.id = new.campaign_id;
    for one in select r.key, r.value from jsonb_each(new.results) r where r.value is distinct from old.results -> r.key loop
      perform private.check_result(old, campaign, one.key, one.value);
    end loop;
  end if;
  if new.results_status = old.results_status then
    if new.results_review <> old.results_review then
      perform private.reject('wrong_state', 'A reason comes with a decision.');
    end if;
    return new;
  end if;
  if not (case actor when 'tester' then old.results_status in ('', 'returned') and new.results_status = 'submitted'
    when 'developer' then old.results_status = 'submitted' and new.results_status in ('accepted', 'returned')
    else old.results_status = 'submitted' and new.results_status = 'accepted' end) then
    perform private.reject('wrong_state', format('Results can''t go from %s to %s here.', coalesce(nullif(old.results_status, ''), 'open'), new.results_status));
  end if;
  new.results_due_at := null;
  if new.results_status = 'submitted' then
    if old.accepted_at is null or new.status not in ('accepted', 'completed') then
      perform private.reject('not_accepted', 'Only accepted testers do tasks.');
    elsif new.results = '{}' then
      perform private.reject('invalid', 'results: there are none.');
    elsif exists (select 1 from private.missing_tasks(new)) then
      perform private.reject('answer_required', 'A required task is not done.');
    end if;
    select * into campaign from public.campaigns c where c.id = new.campaign_id;
    if old.results_status = '' then
      perform private.require_in_time(campaign, private.instant_of((select max(r.value ->> 'at') from jsonb_each(new.results) r)));
    end if;
    new.results_submitted_at := now();
    new.results_due_at := now() + make_interval(days => campaign.review_days);
  else
    new.results_reviewed_at := now();
    if new.results_status = 'accepted' then
      new.results_review := '{}';
    elsif private.is_task_reasons(new.results_review) then
      if new.results_review = '{}' or exists (select 1 from jsonb_object_keys(new.results_review) k
        where not exists (select 1 from jsonb_object_keys(new.results) r where split_part(r, '.', 1) = k)) then
        perform private.reject('reason_required', 'Sending results back needs a reason for a task that was done.');
      end if;
    end if;
  end if;
  return new;
end
$$;
create trigger t60_results before update of results, results_status, results_review on public.applications for each row
  when (current_setting('betaflock.actor', true) is distinct from 'seed') execute function private.results_rules();

-- The reward of the model `testing`: once the required tasks are done and the set or one report is
-- approved, whichever comes last.
create function private.on_results() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts constant jsonb := jsonb_build_object('campaign_title', new.campaign_title, 'campaign_id', new.campaign_id);
  report public.feedback;
begin
  perform private.lock_in_order(array[new.campaign_id], '{}');
  if new.results_status in ('submitted', 'accepted') then
    select f.* into report from public.feedback f where f.application_id = new.id and f.status = 'approved' and not f._deleted
    order by f.reviewed_at, f.id limit 1;
    if found then
      perform private.grant_reward(report);
    elsif new.results_status = 'accepted' then
      perform private.grant_results_reward(new);
    end if;
  end if;
  if new.results_status = 'accepted' then
    perform private.complete_applications(new.campaign_id, new.tester_id);
  elsif new.results_status = 'returned' then
    perform private.notify(new.tester_id, 'results_returned',
      facts || jsonb_build_object('reason', left((select string_agg(r.value, E'\n' order by r.key) from jsonb_each_text(new.results_review) r), 400)),
      '/tester/tests/' || new.campaign_id, new.is_sample);
  end if;
  if new.results_status in ('accepted', 'returned') then
    perform private.log_organization(new.org_id, 'results_' || new.results_status, new.id,
      jsonb_build_object('name', new.card ->> 'name', 'about_id', new.tester_id, 'campaign_title', new.campaign_title));
  end if;
  return null;
end
$$;
create trigger on_results after update of results_status on public.applications for each row
  when (new.results_status <> old.results_status and current_setting('betaflock.seeding', true) is distinct from 'on')
  execute function private.on_results();

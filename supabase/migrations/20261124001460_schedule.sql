-- The schedule runs each minute: pg_cron calls it on Supabase, a timer on the embedded server. A
-- job has items, and each item is a transaction: a failed item stops no other item, and an item
-- holds back the pull horizon only while it runs.

create table private.scheduled_jobs (
  job text primary key,
  place int generated always as identity,
  started_at timestamptz,
  ended_at timestamptz,
  -- The last day on which the job completed without a failure.
  done_on date
);
insert into private.scheduled_jobs (job)
select unnest('{record_run,watch_transactions,repair_campaign_counts,repair_download_counts,notify_withdrawals,advance_announcements,
  unassign_reviewers,complete_campaigns,approve_reports,accept_results,pay_freed_reports,send_waves,delete_expired,note_day,purge_tombstones,refresh_spots,refresh_shelves,
  send_reminders,send_search_alerts,expire_releases,free_old_builds,free_unnamed_builds,send_build_notices,keep_daily_figures,refresh_campaign_snapshots,
  refresh_download_snapshots,keep_totals,forget_people}'::text[]);

-- Failed items of the schedule, which retries them with increasing delays, up to an hour.
create table private.job_failures (
  job text not null references private.scheduled_jobs (job) on delete cascade,
  -- The id of the row; empty when the job has no items.
  item text not null,
  attempts int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  error text not null,
  primary key (job, item)
);
create index job_failures_last on private.job_failures (last_at);

create function private.note_job_failure(job text, item text, error text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.job_failures as f (job, item, error) values (note_job_failure.job, note_job_failure.item, left(note_job_failure.error, 1000))
  on conflict on constraint job_failures_pkey do update set attempts = f.attempts + 1, last_at = now(), error = excluded.error;
  raise warning 'scheduled job % failed for "%": %', note_job_failure.job, note_job_failure.item, note_job_failure.error;
end
$$;

create function private.is_put_off(the_job text, the_item text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.job_failures f where f.job = the_job and f.item = the_item
    and f.last_at + make_interval(mins => least(f.attempts * f.attempts, 60)) > now())
$$;

create function private.recent_job_failures() returns setof private.job_failures
language sql stable security definer set search_path = '' rows 10 as $$
  -- Twice the longest delay between two attempts.
  select * from private.job_failures f where f.last_at > now() - interval '2 hours' order by f.last_at desc limit 100
$$;

-- The items of a job that are due now, without failed items that wait for a retry.
create function private.due_items(the_job text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.today();
  by_itself constant text[] := case when private.is_put_off(the_job, '') then '{}' else '{""}'::text[] end;
  daily constant boolean := (select j.done_on is distinct from today from private.scheduled_jobs j where j.job = the_job);
begin
  case the_job
    when 'notify_withdrawals' then
      return array(select w.release_id::text from private.withdrawals w where not private.is_put_off(the_job, w.release_id::text) limit 500);
    when 'advance_announcements' then
      return array(select a.id::text from private.announcements a where a.pending and not private.is_put_off(the_job, a.id::text)
        order by a.created_at, a.id limit 500);
    when 'unassign_reviewers' then
      return array(select u.org_id || ':' || u.user_id from private.unassignments u
        where not private.is_put_off(the_job, u.org_id || ':' || u.user_id) limit 500);
    when 'forget_people' then
      return array(select p.user_id::text from private.forgotten_people p where not private.is_put_off(the_job, p.user_id::text)
        order by p.deleted_at, p.user_id limit 100);
    when 'complete_campaigns' then
      return array(select c.id::text from public.campaigns c
        where c.status = 'active' and c.end_date < today and not c._deleted and not private.is_put_off(the_job, c.id::text)
        order by c.end_date, c.id limit 500);
    when 'approve_reports' then
      return array(select f.id::text from public.feedback f
        where f.status = 'submitted' and f.due_at <= now() and not f._deleted and not private.is_put_off(the_job, f.id::text)
        order by f.due_at limit 500);
    when 'accept_results' then
      return array(select a.id::text from public.applications a
        where a.results_status = 'submitted' and a.results_due_at <= now() and not a._deleted and not private.is_put_off(the_job, a.id::text)
        order by a.results_due_at limit 500);
    when 'pay_freed_reports' then
      return array(select f.report_id::text from private.freed_reports f where not private.is_put_off(the_job, f.report_id::text) limit 500);
    -- These queues postpone failed rows themselves: each call takes the next row.
    when 'send_waves' then
      return array(select '' from private.wave_plans p where p.state = 'running' and p.next_at <= now() limit 50);
    when 'send_reminders' then
      return array(select '' from private.reminders r where r.due_at <= now() limit 500);
    when 'send_search_alerts' then
      return array(select '' from private.search_alerts s where s.due_at <= now() limit 500);
    when 'delete_expired' then
      return array(select k from unnest('{reservations,rate_limits,rejections,deliveries,api_rows,build_notices,failures}'::text[]) k
        where not private.is_put_off(the_job, k));
    when 'expire_releases' then
      return array(select r::text from private.releases_to_expire() r where not private.is_put_off(the_job, r::text));
    when 'free_old_builds' then
      return array(select b.app_id::text from private.build_retention b where b.due_at <= now() and not private.is_put_off(the_job, b.app_id::text)
        order by b.due_at, b.app_id limit 50);
    when 'send_build_notices' then
      return array(select n::text from private.due_build_notices() n where not private.is_put_off(the_job, n::text));
    -- Spots first: the shelves' cards contain their campaign's transaction.
    when 'refresh_spots', 'refresh_shelves' then
      return case when exists (select from private.shelves s where s.refreshed_at is null or s.refreshed_at <= now() - interval '10 minutes')
        then by_itself else '{}' end;
    when 'repair_campaign_counts', 'repair_download_counts', 'purge_tombstones', 'refresh_campaign_snapshots', 'refresh_download_snapshots', 'keep_totals',
      'free_unnamed_builds' then
      return case when daily then by_itself else '{}' end;
    else
      return by_itself;
  end case;
end
$$;

-- Locks campaigns and reports first, then people. Skips locked rows, because another timer or a
-- developer's decision may hold them; the next run, a minute later, handles them.
create function private.complete_campaign(campaign uuid) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.campaigns c join private.campaign_counts k on k.campaign_id = c.id
  where c.id = campaign and c.status = 'active' and c.end_date < private.today() and not c._deleted
  for no key update of k skip locked for no key update of c skip locked;
  if not found then return 0; end if;
  perform private.lock_in_order('{}', array(select a.tester_id from public.applications a where a.campaign_id = campaign and a.status = 'accepted'
    and (a.results_status = 'accepted' or exists (select 1 from public.feedback f where f.application_id = a.id and f.status = 'approved'))));
  update public.campaigns c set status = 'completed' where c.id = campaign and c.status = 'active';
  return 1;
end
$$;

-- Approves a report whose review window is over (usefulness 3, reason "automatic"). Out: how many.
create function private.approve_report(report uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  tester uuid;
begin
  select f.tester_id into tester from public.feedback f join private.campaign_counts k on k.campaign_id = f.campaign_id
  where f.id = report and f.status = 'submitted' and f.due_at <= now() and not f._deleted for no key update of k skip locked;
  if not found then return 0; end if;
  perform private.lock_in_order('{}', array[tester]);
  update public.feedback f set status = 'approved', usefulness = 3, reason = 'automatic'
  where f.id = report and f.status = 'submitted' and f.due_at <= now() and not f._deleted;
  return case when found then 1 else 0 end;
end
$$;

-- Accepts results whose review window is over. Out: how many.
create function private.accept_results(application uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  tester uuid;
begin
  select a.tester_id into tester from public.applications a join private.campaign_counts k on k.campaign_id = a.campaign_id
  where a.id = application and a.results_status = 'submitted' and a.results_due_at <= now() and not a._deleted for no key update of k skip locked;
  if not found then return 0; end if;
  perform private.lock_in_order('{}', array[tester]);
  update public.applications a set results_status = 'accepted'
  where a.id = application and a.results_status = 'submitted' and a.results_due_at <= now() and not a._deleted;
  return case when found then 1 else 0 end;
end
$$;

create function private.do_item(the_job text, item text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  blocking jsonb;
  done int := 0;
begin
  case the_job
    -- Early, so that the recorded start is close to the real start of the run.
    when 'record_run' then perform private.sync_run();
    when 'watch_transactions' then
      blocking := public.long_transaction();
      if blocking is not null then
        raise warning 'A transaction has held the pull horizon back for % s: %', blocking ->> 'seconds', blocking;
      end if;
    when 'repair_campaign_counts', 'repair_download_counts' then
      done := case the_job when 'repair_campaign_counts' then private.repair_campaign_counts() else private.repair_download_counts() end;
      if done > 0 then raise warning '% counts had drifted and were recounted', done; end if;
    when 'notify_withdrawals' then done := private.notify_withdrawals(2000, item::uuid);
    when 'advance_announcements' then done := private.advance_announcement(item::uuid, 2000);
    when 'unassign_reviewers' then
      done := private.unassign_former_reviewers(2000, split_part(item, ':', 1)::uuid, split_part(item, ':', 2)::uuid);
    when 'complete_campaigns' then done := private.complete_campaign(item::uuid);
    when 'approve_reports' then done := private.approve_report(item::uuid);
    when 'accept_results' then done := private.accept_results(item::uuid);
    when 'pay_freed_reports' then done := private.pay_freed_report(item::uuid);
    when 'send_waves' then done := private.send_due_waves(1, 2000);
    when 'delete_expired' then
      case item
        when 'reservations' then delete from private.file_reservations r where r.created_at < now() - interval '1 day';
        when 'rate_limits' then delete from private.rate_limits r where r.window_end < now();
        when 'rejections' then delete from public.sync_rejections r where r.at < now() - interval '90 days';
        when 'deliveries' then perform private.delete_old_deliveries();
        when 'api_rows' then perform private.delete_old_api_rows();
        when 'build_notices' then perform private.delete_old_build_notices();
        when 'failures' then delete from private.job_failures f where f.last_at < now() - interval '1 day';
      end case;
    when 'note_day' then
      insert into private.sync_retention_days (day, xid) values (private.today(), pg_snapshot_xmin(pg_current_snapshot())) on conflict (day) do nothing;
      delete from private.sync_retention_days d where d.day < private.today() - 400;
    when 'purge_tombstones' then done := private.purge_tombstones();
    when 'refresh_spots' then done := private.refresh_campaign_snapshots(1000, '1 hour', true);
    when 'refresh_shelves' then done := private.refresh_shelves();
    when 'send_reminders' then done := private.send_reminders(now(), 1);
    when 'send_search_alerts' then done := private.send_search_alerts(now(), 1);
    when 'expire_releases' then done := private.expire_release(item::uuid);
    when 'free_old_builds' then done := private.free_old_builds(item::uuid);
    when 'free_unnamed_builds' then done := private.free_unnamed_builds();
    when 'send_build_notices' then done := private.send_build_notice(item::uuid, 2000);
    when 'keep_daily_figures' then done := private.keep_daily_figures(31);
    when 'refresh_campaign_snapshots' then done := private.refresh_campaign_snapshots();
    when 'refresh_download_snapshots' then done := private.refresh_download_snapshots();
    when 'keep_totals' then perform private.keep_totals();
    when 'forget_people' then done := private.forget_person(item::uuid, 5000);
  end case;
  return done;
end
$$;

create function private.begin_job(the_job text) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  items text[];
begin
  update private.scheduled_jobs j set started_at = clock_timestamp() where j.job = the_job;
  items := private.due_items(the_job);
  -- A failure to find the items; run_item deletes failures of items.
  if '' <> all (items) and not private.is_put_off(the_job, '') then
    delete from private.job_failures f where f.job = the_job and f.item = '';
  end if;
  return items;
exception when others or query_canceled then
  perform private.note_job_failure(the_job, '', sqlerrm);
  return '{}';
end
$$;

-- Processes one item of a job and records a failure for a later retry. Out: the amount of work
-- done.
create function private.run_item(the_job text, item text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  done int;
begin
  done := private.do_item(the_job, item);
  delete from private.job_failures f where f.job = the_job and f.item = run_item.item;
  return done;
-- Also catches a timeout; otherwise it would block the same items each minute.
exception when others or query_canceled then
  perform private.note_job_failure(the_job, run_item.item, sqlerrm);
  return 0;
end
$$;

create function private.end_job(the_job text) returns void
language sql volatile security definer set search_path = '' as $$
  update private.scheduled_jobs j set ended_at = clock_timestamp(),
    done_on = case when exists (select from private.job_failures f where f.job = the_job) then j.done_on else private.today() end
  where j.job = the_job
$$;

-- After a call was interrupted in a job, the next call starts with the other jobs.
create function private.jobs_in_turn() returns text[]
language sql stable security definer set search_path = '' as $$
  select array_agg(j.job order by j.started_at nulls first, j.place) from private.scheduled_jobs j
$$;

-- Records the run of the database server, ends releases that expire, notifies people of releases
-- that ended, of announcements and of new builds, frees files of old releases, unassigns people who
-- can no longer review, completes campaigns after their last day, approves reports and results
-- whose review window is over, pays reports that owe no tasks any more, invites the next waves of
-- testers, removes what has expired, sends reminders and alerts about new tests, every ten minutes
-- refreshes the shelves of the catalog, counts closed days, removes the names of deleted people
-- from logs, and once a day repairs counts, refreshes their snapshots and purges tombstones older
-- than 90 days. Called each minute, outside a transaction: each item commits. Out: {job: how much
-- was done}. Does not set search_path: PostgreSQL forbids a procedure with a SET clause to commit.
create procedure private.run_scheduled_jobs(inout done jsonb default null)
language plpgsql as $$
declare
  job text;
  item text;
  items text[];
  counted int;
begin
  done := '{}'::jsonb;
  foreach job in array private.jobs_in_turn() loop
    items := private.begin_job(job);
    commit;
    counted := 0;
    foreach item in array items loop
      counted := counted operator(pg_catalog.+) private.run_item(job, item);
      commit;
    end loop;
    perform private.end_job(job);
    commit;
    if counted operator(pg_catalog.>) 0 then
      done := done operator(pg_catalog.||) pg_catalog.jsonb_build_object(job, counted);
    end if;
  end loop;
end
$$;

create function public.server_health() returns jsonb
language sql volatile security definer set search_path = '' as $$
  select jsonb_build_object('transaction', public.long_transaction(),
    'failing', (select coalesce(jsonb_agg(distinct f.job), '[]') from private.recent_job_failures() f))
$$;
comment on function public.server_health() is
'Problems of this server, for /health (service key). Out: {transaction: see long_transaction,
failing: names of the scheduled jobs with failed items}.';

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$ select cron.schedule('betaflock-scheduled-jobs', '* * * * *', 'call private.run_scheduled_jobs()') $cron$;
  end if;
  if (select count(*) from pg_catalog.pg_extension where extname in ('pg_cron', 'pg_net', 'supabase_vault')) = 3 then
    execute $cron$ select cron.schedule('betaflock-deliveries', '* * * * *', 'select private.invoke_workers()') $cron$;
  end if;
end
$$;

-- The schedule: what runs each minute, on Supabase by pg_cron, on the embedded server by a timer.

create function private.run_scheduled_jobs() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  row_id uuid;
  ending uuid[];
  due uuid[];
  ended int := 0;
  approved int := 0;
  invited int;
  failed int := 0;
  reminded int := 0;
  alerted int := 0;
  purged int := 0;
  repaired int := 0;
  new_day boolean;
  blocking constant jsonb := public.long_transaction();
begin
  -- The sooner a run is recorded, the closer to where it began.
  perform private.sync_run();
  -- The first run of a day, before anything is locked.
  if not exists (select 1 from private.sync_retention_days d where d.day = private.today()) then
    repaired := private.repair_campaign_counts() + private.repair_download_counts();
    if repaired > 0 then
      raise warning '% counts had drifted and were recounted', repaired;
    end if;
  end if;
  if blocking is not null then
    raise warning 'A transaction has held the pull horizon back for % s: %', blocking ->> 'seconds', blocking;
  end if;
  perform private.notify_withdrawals(2000);
  perform private.advance_announcements(2000);
  perform private.unassign_former_reviewers(2000);
  -- Campaigns that nobody is working on (skip locked: two timers may meet, and a developer may be
  -- deciding), then the people. The rest comes a minute later.
  ending := array(select c.id from public.campaigns c join private.campaign_counts k on k.campaign_id = c.id
    where c.status = 'active' and c.end_date < private.today() and not c._deleted
    order by c.end_date, c.id limit 500 for no key update of k skip locked for no key update of c skip locked);
  due := array(select f.id from public.feedback f join private.campaign_counts k on k.campaign_id = f.campaign_id
    where f.status = 'submitted' and f.due_at <= now() and not f._deleted order by f.due_at limit 500 for no key update of k skip locked);
  perform private.lock_in_order('{}', array(
    select f.tester_id from public.feedback f where f.id = any (due)
    union
    select a.tester_id from public.applications a where a.campaign_id = any (ending) and a.status = 'accepted'
      and exists (select 1 from public.feedback f where f.application_id = a.id and f.status = 'approved')));
  -- Each row in a savepoint of its own: one that fails must not hold up all others.
  foreach row_id in array ending loop
    begin
      update public.campaigns c set status = 'completed' where c.id = row_id and c.status = 'active';
      ended := ended + 1;
    exception when others then
      failed := failed + 1;
      raise warning 'campaign % could not be completed: %', row_id, sqlerrm;
    end;
  end loop;
  -- The review window is over.
  foreach row_id in array due loop
    begin
      update public.feedback f set status = 'approved', usefulness = 3, reason = 'automatic'
      where f.id = row_id and f.status = 'submitted' and f.due_at <= now() and not f._deleted;
      if found then approved := approved + 1; end if;
    exception when others then
      failed := failed + 1;
      raise warning 'report % could not be approved: %', row_id, sqlerrm;
    end;
  end loop;
  invited := private.send_due_waves();
  delete from private.file_reservations r where r.created_at < now() - interval '1 day';
  delete from private.rate_limits r where r.window_end < now();
  delete from public.sync_refusals r where r.at < now() - interval '90 days';
  perform private.delete_old_deliveries();
  perform private.delete_old_api_rows();
  insert into private.sync_retention_days (day, xid) values (private.today(), pg_snapshot_xmin(pg_current_snapshot())) on conflict (day) do nothing;
  new_day := found;
  if new_day then
    begin
      purged := private.purge_tombstones();
    exception when others then
      -- Cleaning up can wait; the rest of the schedule cannot.
      failed := failed + 1;
      raise warning 'tombstones could not be purged: %', sqlerrm;
    end;
    delete from private.sync_retention_days d where d.day < private.today() - 400;
  end if;
  if exists (select from private.shelves s where s.refreshed_at is null or s.refreshed_at <= now() - interval '10 minutes') then
    begin
      perform private.refresh_shelves();
    exception when others then
      failed := failed + 1;
      raise warning 'the shelves could not be refreshed: %', sqlerrm;
    end;
  end if;
  -- Last: whoever does what a reminder is about waits for its row.
  begin
    reminded := private.send_reminders();
  exception when others then
    failed := failed + 1;
    raise warning 'reminders could not be sent: %', sqlerrm;
  end;
  begin
    alerted := private.send_search_alerts();
  exception when others then
    failed := failed + 1;
    raise warning 'alerts could not be sent: %', sqlerrm;
  end;
  -- After the campaigns and their reports: releases and apps are locked last.
  begin
    perform private.expire_releases(200);
    perform private.free_old_builds(50);
    perform private.send_build_notices(2000);
  exception when others then
    failed := failed + 1;
    raise warning 'builds could not be ended, freed or announced: %', sqlerrm;
  end;
  begin
    perform private.keep_daily_figures(31);
  exception when others then
    failed := failed + 1;
    raise warning 'the figures of past days could not be counted: %', sqlerrm;
  end;
  if new_day then
    begin
      perform private.refresh_campaign_snapshots();
      perform private.refresh_download_snapshots();
      perform private.keep_totals();
    exception when others then
      failed := failed + 1;
      raise warning 'counts could not be refreshed: %', sqlerrm;
    end;
  end if;
  return jsonb_build_object('campaigns_completed', ended, 'reports_approved', approved, 'testers_invited', invited,
    'reminders_sent', reminded, 'alerts_sent', alerted, 'purged', purged, 'failed', failed);
end
$$;
comment on function private.run_scheduled_jobs() is
'Records the run of the database server, ends releases that expire, notifies people of
releases that ended, of announcements and of new builds, frees files of old releases,
unassigns people who can no longer review,
completes campaigns after their last day, approves reports whose review window is over (usefulness 3,
reason "automatic"), invites the next waves of testers, removes what has expired, sends reminders and
alerts about new tests, every ten minutes refreshes the shelves of the catalog, counts days that have
passed, and once a day repairs counts, refreshes their
snapshots and purges tombstones older than 90 days. Called each minute. Out: counts.';

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$ select cron.schedule('betaflock-scheduled-jobs', '* * * * *', 'select private.run_scheduled_jobs()') $cron$;
  end if;
  if (select count(*) from pg_catalog.pg_extension where extname in ('pg_cron', 'pg_net', 'supabase_vault')) = 3 then
    execute $cron$ select cron.schedule('betaflock-deliveries', '* * * * *', 'select private.invoke_workers()') $cron$;
  end if;
end
$$;

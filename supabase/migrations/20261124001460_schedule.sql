-- The schedule: what runs each minute, on Supabase by pg_cron, on the embedded server by a timer.

create function private.run_scheduled_jobs() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  row_id uuid;
  ending uuid[];
  due uuid[];
  ended int := 0;
  approved int := 0;
  failed int := 0;
  purged int := 0;
  blocking constant jsonb := public.long_transaction();
begin
  -- The sooner a run is recorded, the closer to where it began.
  perform private.sync_run();
  if blocking is not null then
    raise warning 'A transaction has held the pull horizon back for % s: %', blocking ->> 'seconds', blocking;
  end if;
  perform private.notify_withdrawals(2000);
  -- Campaigns that nobody is working on (skip locked: two timers may meet, and a developer may be
  -- deciding), then the people. The rest comes a minute later.
  ending := array(select c.id from public.campaigns c where c.status = 'active' and c.end_date < private.today() and not c._deleted
    order by c.end_date, c.id limit 500 for no key update skip locked);
  due := array(select f.id from public.feedback f join public.campaigns c on c.id = f.campaign_id
    where f.status = 'submitted' and f.due_at <= now() and not f._deleted order by f.due_at limit 500 for no key update of c skip locked);
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
  delete from private.file_reservations r where r.created_at < now() - interval '1 day';
  delete from private.rate_limits r where r.window_end < now();
  delete from public.sync_refusals r where r.at < now() - interval '90 days';
  perform private.delete_old_deliveries();
  insert into private.sync_retention_days (day, xid) values (private.today(), pg_snapshot_xmin(pg_current_snapshot())) on conflict (day) do nothing;
  if found then
    begin
      purged := private.purge_tombstones();
    exception when others then
      -- Cleaning up can wait; the rest of the schedule cannot.
      failed := failed + 1;
      raise warning 'tombstones could not be purged: %', sqlerrm;
    end;
    delete from private.sync_retention_days d where d.day < private.today() - 400;
  end if;
  return jsonb_build_object('campaigns_completed', ended, 'reports_approved', approved, 'purged', purged, 'failed', failed);
end
$$;
comment on function private.run_scheduled_jobs() is
'Records the run of the database server, notifies people of withdrawn releases, completes campaigns
after their last day, approves reports whose review window is over (usefulness 3, reason "automatic"),
removes what has expired, and once a day purges tombstones older than 90 days. Called each minute.
Out: counts.';

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

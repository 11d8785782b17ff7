-- Chapter 9: what falls due, sample data, and who may call which function.

-- Removes tombstones that are older than 90 days, children first, and none that a row still names. A device that was away for longer is told
-- to start over (sync_pull, restarted). People, money and settings stay: the ledger outlives everybody.
create function private.purge_tombstones() returns int
language plpgsql security definer set search_path = '' as $$
declare
  horizon constant xid8 := (select d.xid from private.sync_days d where d.day <= private.today() - 90 order by d.day desc limit 1);
  kind text;
  unnamed text;
  gone int;
  newest xid8;
  total int := 0;
begin
  if horizon is null then return 0; end if;
  foreach kind in array array['comments', 'notifications', 'activity', 'flags', 'files', 'feedback', 'applications', 'briefs', 'releases',
    'campaigns', 'apps'] loop
    select coalesce(string_agg(format(' and not exists (select 1 from %s child where child.%I = t.id)', k.conrelid::regclass, a.attname), ''), '')
    into unnamed
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = format('public.%I', kind)::regclass;
    execute format('with doomed as (select t.id from public.%1$I t where t._deleted and t.sync_xid < $1%2$s limit 20000),
        gone as (delete from public.%1$I t using doomed d where t.id = d.id returning t.sync_xid)
      select count(*)::int, (select g.sync_xid from gone g order by g.sync_xid desc limit 1) from gone', kind, unnamed)
    into gone, newest using horizon;
    if gone > 0 then
      update private.sync_collections c set purged_xid = greatest(c.purged_xid, newest) where c.name = kind;
      total := total + gone;
    end if;
  end loop;
  return total;
end
$$;

create function private.run_due() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  row_id uuid;
  ended int := 0;
  approved int := 0;
  failed int := 0;
  purged int := 0;
begin
  -- Each row in a savepoint of its own: one that fails must not hold up all others for ever. skip locked: two timers may meet.
  for row_id in
    select c.id from public.campaigns c where c.status = 'active' and c.end_date < private.today() and not c._deleted for no key update skip locked
  loop
    begin
      update public.campaigns c set status = 'completed' where c.id = row_id and c.status = 'active';
      ended := ended + 1;
    exception when others then
      failed := failed + 1;
      raise warning 'campaign % could not be completed: %', row_id, sqlerrm;
    end;
  end loop;
  -- A tester is never left waiting for ever.
  for row_id in
    select f.id from public.feedback f where f.status = 'submitted' and f.due_at <= now() and not f._deleted order by f.due_at limit 500 for no key update skip locked
  loop
    begin
      update public.feedback f set status = 'approved', usefulness = 3, reason = 'automatic'
      where f.id = row_id and f.status = 'submitted';
      approved := approved + 1;
    exception when others then
      failed := failed + 1;
      raise warning 'report % could not be approved: %', row_id, sqlerrm;
    end;
  end loop;
  delete from private.file_reservations r where r.created_at < now() - interval '1 day';
  delete from private.rate_limits r where r.window_start < now() - interval '1 hour';
  delete from public.sync_refusals r where r.at < now() - interval '90 days';
  perform private.forget_old_deliveries();
  insert into private.sync_days (day, xid) values (private.today(), pg_snapshot_xmin(pg_current_snapshot())) on conflict (day) do nothing;
  if found then
    begin
      purged := private.purge_tombstones();
    exception when others then
      -- Tidying up may wait; what is due may not.
      failed := failed + 1;
      raise warning 'tombstones could not be purged: %', sqlerrm;
    end;
    delete from private.sync_days d where d.day < private.today() - 400;
  end if;
  return jsonb_build_object('campaigns_completed', ended, 'reports_approved', approved, 'purged', purged, 'failed', failed);
end
$$;
comment on function private.run_due() is
'Completes campaigns whose last day is over, approves reports whose review window is over (usefulness 3, with a reason that says so), and
once a day purges tombstones older than 90 days.
Called each minute: by pg_cron on Supabase, by the Node process locally. Out: counts. Rule: decisions.md "review window", "campaign".';

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$ select cron.schedule('betaflock-due', '* * * * *', 'select private.run_due()') $cron$;
  end if;
end
$$;

-- Removes exactly the rows that are marked as sample data. Replicated rows become tombstones, because devices hold them; a person's rows
-- of their own stay, also those that stand on a sample campaign. The files' names come back: only the storage service may delete bytes.
create function public.clean_sample_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  name text;
  n bigint;
  removed jsonb := '{}';
  objects jsonb;
begin
  if not private.is_admin() then
    perform private.refuse('forbidden', 'Only admins clean test data.');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name)), '[]') into objects
  from storage.objects o
  join public.profiles p on p.id::text = split_part(o.name, '/', 1)
  where p.is_sample and p.id is distinct from auth.uid()
    and o.bucket_id in ('attachments', 'avatars', 'app-content', 'releases', 'files');
  update public.briefs b set _deleted = true from public.campaigns c where c.id = b.id and c.is_sample and not b._deleted;
  foreach name in array array['comments', 'notifications', 'activity', 'flags', 'files', 'rewards', 'payouts', 'feedback', 'applications',
    'campaigns', 'releases', 'apps'] loop
    execute format('update public.%I set _deleted = true where is_sample and not _deleted', name);
    get diagnostics n = row_count;
    removed := removed || jsonb_build_object(name, n);
  end loop;
  -- Whoever presses the button keeps their own login, or nobody could press anything afterwards.
  delete from auth.users u using public.profiles p where p.id = u.id and p.is_sample and p.id is distinct from auth.uid();
  update public.profiles p set _deleted = true where p.is_sample and not p._deleted and p.id is distinct from auth.uid();
  select count(*) into n from public.profiles p where p.is_sample and p._deleted;
  removed := removed || jsonb_build_object('profiles', n);
  perform private.log_activity(auth.uid(), 'sample_data_cleaned', 'sample', null, removed);
  return jsonb_build_object('removed', removed, 'objects', objects);
end
$$;
comment on function public.clean_sample_data() is
'Removes exactly the rows marked is_sample (tombstones; logins of sample people are deleted, except the caller''s own). Admins only. Out:
{removed: {collection: count}, objects: [{bucket, name}]}: the files that the caller deletes through the storage service. Errors: forbidden.
Rule: decisions.md "Test data".';

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Who may call what. PostgreSQL lets everybody execute new functions, and Supabase grants those in `public` to the API's roles: take all
-- back, then give on purpose. `private` is not exposed by the API; what is granted there is what policies and the two calls of chapter 5
-- need when they run as the caller. A later migration that adds a function ends with such a paragraph of its own.

do $$
declare f regprocedure;
begin
  for f in
    select p.oid::regprocedure from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'private' or (n.nspname = 'public' and p.proname in
      ('sync_pull', 'sync_push', 'attachment_arrived', 'record_download', 'void_reward', 'email_exists', 'clean_sample_data', 'storage_reserve'))
  loop
    execute format('revoke all on function %s from public, anon, authenticated', f);
  end loop;
end
$$;

grant execute on function public.sync_pull(jsonb), public.email_exists(text), public.record_download(uuid, uuid) to anon, authenticated, service_role;
grant execute on function public.sync_push(text, json), public.attachment_arrived(uuid, uuid), public.void_reward(uuid, text),
  public.clean_sample_data(), public.storage_reserve(text, bigint, text) to authenticated, service_role;
grant execute on all functions in schema private to service_role;

-- Signed out, there is the public part of a pull and a message to the admins.
grant execute on function private.my_role(), private.my_status(), private.is_admin(), private.is_uuid(text), private.trimmed(text),
  private.refuse(text, text), private.epoch(), private.week_old_xid(), private.sync_plan(text, text)
to anon;
grant execute on function
  -- policies
  private.my_role(), private.my_status(), private.is_admin(), private.my_tests(), private.my_granted_releases(), private.own_folder(text), private.may_write(),
  private.received_attachment(text),
  -- checks
  private.is_text_list(jsonb, int, int), private.is_uuid(text), private.is_text_object(jsonb, text[], int), private.is_devices(jsonb),
  private.is_screening(jsonb), private.is_answers(jsonb), private.is_uuid_list(jsonb, int), private.is_length(jsonb), private.is_attachments(jsonb), private.is_billing(jsonb),
  private.is_preferences(jsonb), private.is_flat(jsonb), private.trimmed(text), private.is_instant(timestamptz),
  -- the guard and the two calls, which run as the caller
  private.refuse(text, text), private.setting(text, text), private.epoch(), private.week_old_xid(), private.row_id_of(text),
  private.sync_plan(text, text), private.sync_collection(text),
  private.sync_row(private.sync_collections, uuid), private.sync_push_row(private.sync_collections, jsonb, jsonb),
  private.states_between(text, text, text, text), private.sync_update(private.sync_collections, text[], jsonb, text[], uuid, text),
  private.log_refusal(text, text, text, text)
to authenticated;

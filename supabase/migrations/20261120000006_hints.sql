-- Chapter 6: hints. After each statement, the people concerned are told through Supabase Realtime (private broadcast) that a collection
-- has changed. A hint names collections and nothing else: what may be read stays with the pull. One hint per transaction, topic and
-- collection, however many rows and statements: a push of 500 reports must not send 500 messages.

create function private.hint(collection text, topics text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sent text := coalesce(current_setting('betaflock.hinted', true), '');
  topic text;
  mark text;
begin
  foreach topic in array topics loop
    mark := '|' || topic || ' ' || collection || '|';
    continue when topic is null or strpos(sent, mark) > 0;
    sent := sent || mark;
    perform realtime.send(jsonb_build_object('collections', jsonb_build_array(collection)), 'changed', topic, true);
  end loop;
  -- Local to the transaction, and taken back with a savepoint, as the messages themselves are.
  perform set_config('betaflock.hinted', sent, true);
end
$$;

-- Its argument is a select over new_rows that gives the topics: `user:{id}` of those concerned, `catalog` for public rows, `admin`.
create function private.hint_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare topics text[];
begin
  if private.is_seeding() then return null; end if;
  execute format('select array_agg(distinct t.topic) from (%s) as t(topic)', tg_argv[0]) into topics;
  if topics is not null then
    perform private.hint(tg_table_name, topics);
  end if;
  return null;
end
$$;

create function private.hint_register(name text, topics text) returns void
language plpgsql set search_path = '' as $$
begin
  -- A transition table belongs to one event: hence two triggers.
  execute format('create or replace trigger hint_insert after insert on public.%I referencing new table as new_rows
    for each statement execute function private.hint_rows(%L)', name, topics);
  execute format('create or replace trigger hint_update after update on public.%I referencing new table as new_rows
    for each statement execute function private.hint_rows(%L)', name, topics);
end
$$;

do $$
declare
  -- Admins hold everything of these; nobody needs a row more than the word that there is one.
  admin constant text := ' union all (select ''admin'' from new_rows limit 1)';
begin
  perform private.hint_register('profiles', 'select ''user:'' || id from new_rows' || admin);
  perform private.hint_register('accounts', 'select ''user:'' || id from new_rows' || admin);
  perform private.hint_register('settings', '(select ''catalog'' from new_rows limit 1)' || admin);
  perform private.hint_register('apps', 'select ''user:'' || developer_id from new_rows
    union all (select ''catalog'' from new_rows where published_at is not null limit 1)' || admin);
  perform private.hint_register('releases', 'select ''user:'' || developer_id from new_rows
    union all (select ''catalog'' from new_rows where published_at is not null limit 1)
    union all select ''user:'' || a.tester_id from new_rows r join private.release_grants g on g.release_id = r.id
      join public.applications a on a.campaign_id = g.campaign_id and a.accepted_at is not null where r.published_at is null' || admin);
  perform private.hint_register('campaigns', 'select ''user:'' || developer_id from new_rows
    union all (select ''catalog'' from new_rows where status <> ''draft'' limit 1)' || admin);
  perform private.hint_register('briefs', 'select ''user:'' || developer_id from new_rows
    union all select ''user:'' || a.tester_id from new_rows b join public.applications a on a.campaign_id = b.id and a.accepted_at is not null');
  perform private.hint_register('applications', 'select ''user:'' || tester_id from new_rows union all select ''user:'' || developer_id from new_rows');
  perform private.hint_register('feedback', 'select ''user:'' || tester_id from new_rows
    union all select ''user:'' || developer_id from new_rows where status <> ''draft''
    union all (select ''admin'' from new_rows where status <> ''draft'' limit 1)');
  perform private.hint_register('comments', 'select ''user:'' || tester_id from new_rows where not internal
    union all select ''user:'' || developer_id from new_rows');
  perform private.hint_register('rewards', 'select ''user:'' || tester_id from new_rows union all select ''user:'' || developer_id from new_rows' || admin);
  perform private.hint_register('payouts', 'select ''user:'' || tester_id from new_rows' || admin);
  perform private.hint_register('files', 'select ''user:'' || owner_id from new_rows' || admin);
  perform private.hint_register('flags', '(select ''admin'' from new_rows limit 1)');
  perform private.hint_register('notifications', 'select ''user:'' || user_id from new_rows');
  perform private.hint_register('activity', '(select ''admin'' from new_rows limit 1)');
end
$$;

-- Who may listen where. Nobody may send: there is no policy for insert, so clients can't fake a hint.
create policy betaflock_own_topic on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid())::text);
create policy betaflock_catalog on realtime.messages for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'catalog');
create policy betaflock_admin on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'admin' and (select private.is_admin()));

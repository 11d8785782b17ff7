-- Change notifications: after each statement the people concerned get a private Supabase Realtime
-- broadcast that names the changed collections and carries no data. At most one message per
-- transaction, topic and collection.

create function private.notify_change(collection text, topics text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sent text := coalesce(current_setting('betaflock.notified', true), '');
  topic text;
  mark text;
begin
  foreach topic in array topics loop
    mark := '|' || topic || ' ' || collection || '|';
    continue when topic is null or strpos(sent, mark) > 0;
    sent := sent || mark;
    perform realtime.send(jsonb_build_object('collections', jsonb_build_array(collection)), 'changed', topic, true);
  end loop;
  -- Transaction-local, and rolled back by a savepoint like the messages.
  perform set_config('betaflock.notified', sent, true);
end
$$;

-- The argument is a select over new_rows that returns topics: `user:{id}`, `org:{id}` (the members
-- of an organization), `admin`, and `site` (settings), the only topic that all clients join. A
-- change that concerns more than 100 people notifies 100 of them; the others poll.
create function private.notify_changed_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare topics text[];
begin
  -- A statement without rows fires its triggers, too.
  if private.is_seeding() or not exists (select from new_rows) then return null; end if;
  execute format('select array_agg(distinct t.topic) from (%s) as t(topic)', tg_argv[0]) into topics;
  if topics is not null then
    perform private.notify_change(tg_table_name, topics);
  end if;
  return null;
end
$$;

create function private.register_change_topics(name text, topics text) returns void
language plpgsql set search_path = '' as $$
begin
  -- A transition table belongs to one event, so two triggers are needed.
  execute format('create or replace trigger notify_insert after insert on public.%I referencing new table as new_rows
    for each statement execute function private.notify_changed_rows(%L)', name, topics);
  execute format('create or replace trigger notify_update after update on public.%I referencing new table as new_rows
    for each statement execute function private.notify_changed_rows(%L)', name, topics);
end
$$;

-- There is no policy for insert, so a client cannot fake a change notification.
create policy betaflock_own_topic on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid())::text);

create policy betaflock_site on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'site');

create policy betaflock_admin on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'admin' and (select private.is_admin()));

create policy betaflock_require_valid_session on realtime.messages as restrictive for select to authenticated
  using ((select private.session_error()) is null);

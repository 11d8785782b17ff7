-- Alerts: a tester with a saved search is notified of matching new tests (accounts.saved_searches
-- with `alert`). One notification covers all of their searches: at most one a day, from the level
-- "trusted" on one an hour.
--
-- Scale: one row per person with an alert, found by due_at; a run of the schedule processes 1,000
-- of them. Each checks the tests published since its last turn, at most a week: indexes of
-- private.offers begin with published_at, (platform, published_at) and (category, published_at),
-- and the text index finds words. With 1,000,000 campaigns, 5,000 of them new each day, a turn
-- reads at most those 5,000, and people who are not due cost nothing. Publishing a campaign costs
-- nothing here.

-- People with an alert on a saved search, and the time of their next turn. Updated by
-- private.plan_search_alert.
create table private.search_alerts (
  person_id uuid primary key references public.profiles (id),
  -- Tests published up to this time have been checked.
  since timestamptz not null,
  due_at timestamptz not null
);
create index search_alerts_due on private.search_alerts (due_at, person_id);

create function private.alert_pause(person uuid) returns interval
language sql stable security definer set search_path = '' as $$
  select case when private.karma_level(p.karma) in ('trusted', 'expert') then interval '1 hour' else interval '1 day' end
  from public.profiles p where p.id = person
$$;
comment on function private.alert_pause(uuid) is 'The minimum time between two alerts of a person.';

create function private.plan_search_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.saved_searches @> '[{"alert": true}]' then
    -- Switching an alert off and on does not shorten the pause.
    insert into private.search_alerts (person_id, since, due_at) values (new.id, now(), now() + private.alert_pause(new.id))
    on conflict (person_id) do nothing;
  else
    delete from private.search_alerts s where s.person_id = new.id;
  end if;
  return null;
end
$$;
create trigger plan_search_alert after update of saved_searches on public.accounts for each row
  when (new.saved_searches is distinct from old.saved_searches) execute function private.plan_search_alert();

-- Converts a saved search to a request of catalog_search, like requestOf on the device. devices:
-- the person's, for `mine`.
create function private.saved_search_request(search jsonb, devices jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select search - '{platform,mine}'::text[] || case
    when search ? 'mine' then jsonb_build_object('platforms', case when own = '[]' then '["all"]'::jsonb else own end)
    when search ? 'platform' then jsonb_build_object('platforms', jsonb_build_array(search -> 'platform'))
    else '{}' end
  from (
    select coalesce(jsonb_agg(p), '[]') from unnest('{android,ios,macos,web,windows}'::text[]) p
    where (not search ? 'platform' or search ->> 'platform' = p)
      and exists (select 1 from jsonb_array_elements(devices) d where strpos(lower(concat_ws(' ', d ->> 'platform', d ->> 'os')), p) > 0)) s (own)
$$;

-- Number of tests published in this time that match a saved search, counted to 100, and the titles
-- of the three newest. Excludes tests that the person applied to, that are full or ended, and those
-- of their own organizations.
create function private.tests_found(person uuid, search jsonb, devices jsonb, since timestamptz, until timestamptz) returns table (found int, titles text)
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  f constant private.catalog_filter := private.catalog_filter(
    private.saved_search_request(search, devices) || '{"kind": "campaigns", "spots": true, "hide": true}', person);
begin
  return query execute format(
    'select count(*)::int, string_agg(n.title, '' · '' order by n.place) filter (where n.place <= 3) from (
       select o.card ->> ''title'', row_number() over (order by o.published_at desc, o.id desc) from private.offers o
       where o.published_at > %1$L and o.published_at <= %2$L and (%3$s) and %4$s and %5$s and %6$s and o.org_id <> all (%7$L::uuid[])
       order by o.published_at desc, o.id desc limit 100) n (title, place)',
    since, until, array_to_string(f.starts, ' or '), f.condition, f.range,
    case when f.words is null then 'true' else format('o.words @@ %L::tsquery', f.words) end,
    -- The person's own organization, if they were a developer.
    person || array(select m.org_id from public.organization_members m where m.user_id = person));
end
$$;

-- Processes one due person and sends at most one notification: about the search with the most
-- matches, with the names of the other matching searches. At night it waits for the morning. Skips
-- suspended people and those who switched off this kind on every channel. Out: true when sent.
create function private.send_search_alert(alert private.search_alerts, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  -- A campaign is published when its transaction begins, but visible when it ends: those of the
  -- last minutes may be incomplete.
  until constant timestamptz := at - interval '5 minutes';
  since constant timestamptz := greatest(alert.since, at - interval '7 days');
  allowed_at constant timestamptz := private.reminder_time(at, private.time_zone_of(alert.person_id), true);
  hit record;
  facts jsonb;
  others text;
  place text;
begin
  if allowed_at > at then
    update private.search_alerts s set due_at = allowed_at where s.person_id = alert.person_id;
    return false;
  end if;
  for hit in
    select s ->> 'id' as id, s ->> 'name' as name, t.found, t.titles
    from public.profiles p join public.accounts a on a.id = p.id
    cross join lateral jsonb_array_elements(a.saved_searches) s
    cross join lateral private.tests_found(p.id, s -> 'search', p.devices, since, until) t
    where p.id = alert.person_id and p.role = 'tester' and p.status = 'active' and not p._deleted
      and s -> 'alert' = 'true' and t.found > 0
      and exists (select 1 from private.offers o where o.published_at > since and o.published_at <= until)
      and exists (select 1 from unnest(array['in_app', 'push', 'email']) channel where private.wants_notification(a.notification_preferences, 'new_tests', channel))
    order by t.found desc, s ->> 'name', s ->> 'id'
  loop
    if facts is null then
      facts := jsonb_build_object('search_name', hit.name, 'tests', hit.found, 'titles', left(hit.titles, 400));
      place := '/tester/tests?saved=' || hit.id;
    else
      others := concat_ws(', ', others, hit.name);
    end if;
  end loop;
  update private.search_alerts s set since = until, due_at = at + private.alert_pause(s.person_id) where s.person_id = alert.person_id;
  if facts is null then
    return false;
  end if;
  perform private.notify(alert.person_id, 'new_tests', facts || jsonb_build_object('others', left(coalesce(others, ''), 400)), place);
  return true;
end
$$;

-- Notifies people of new tests that match their saved searches, up to the given number of people;
-- called each minute. Out: how many were notified.
create function private.send_search_alerts(at timestamptz default now(), most int default 1000) returns int
language plpgsql security definer set search_path = '' as $$
declare
  alert private.search_alerts;
  sent int := 0;
begin
  -- skip locked: another schedule processes it, or the person is editing their searches.
  for alert in select * from private.search_alerts s where s.due_at <= at order by s.due_at, s.person_id limit most for update skip locked loop
    -- The savepoint keeps a failure from blocking the others.
    begin
      if private.send_search_alert(alert, at) then
        sent := sent + 1;
      end if;
    exception when others or query_canceled then
      perform private.note_job_failure('send_search_alerts', alert.person_id::text, sqlerrm);
      update private.search_alerts s set due_at = at + interval '1 hour' where s.person_id = alert.person_id;
    end;
  end loop;
  return sent;
end
$$;

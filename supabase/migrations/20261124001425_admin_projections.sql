-- Projections for the admins' search (private.search_page): people, the activity log, flags and
-- payouts, campaigns and apps, and owners of files.
--
-- Scale: 400 MB for 1,000,000 people, 3 GB for 10,000,000 log entries, 200 MB each for 1,000,000
-- flags, payouts or owners of files. A write updates its own row by key. The cost of a page does
-- not depend on the size.

-- Adds a projection, a table with a row per row of the collection that is not deleted, and the
-- trigger that fills it. `words` (text[]) and the columns to sort by (name, type, value) are
-- expressions of the row `new`; `columns` are the ones that they read.
create function private.add_words(projection text, collection text, columns text, words text,
  orders text[] default '{{at,timestamptz,new.created_at}}') returns void
language plpgsql set search_path = '' as $$
declare
  added text := '';
  indexes text := '';
  names text := 'words';
  vals text := format('array_to_tsvector(%s)', words);
  changes text := 'words = excluded.words';
  sort text[];
begin
  foreach sort slice 1 in array orders loop
    added := added || format(', %I %s not null', sort[1], sort[2]);
    indexes := indexes || format('create index on private.%I (%I, id);', projection, sort[1]);
    names := names || format(', %I', sort[1]);
    vals := vals || ', ' || sort[3];
    changes := changes || format(', %1$I = excluded.%1$I', sort[1]);
  end loop;
  execute format($sql$
    create table private.%1$I (id uuid primary key references public.%2$I (id) on delete cascade, words tsvector not null%3$s);
    create index on private.%1$I using gin (words) with (fastupdate = off);
    %4$s
    create function private.index_%1$s() returns trigger
    language plpgsql security definer set search_path = '' as $body$
    begin
      if new._deleted then
        delete from private.%1$I w where w.id = new.id;
      else
        insert into private.%1$I (id, %5$s) values (new.id, %6$s) on conflict (id) do update set %7$s;
      end if;
      return null;
    end
    $body$;
    create trigger index_words after insert or update of _deleted, %8$s on public.%2$I for each row execute function private.index_%1$s();
  $sql$, projection, collection, added, indexes, names, vals, changes, columns);
end
$$;

select private.add_words('people', 'profiles', 'name, email, role, status, last_sign_in_at',
  $$private.words_of(concat_ws(' ', new.name, new.email)) || private.filter_word('role', new.role) || private.filter_word('status', new.status)$$,
  array[['name_key', 'text collate "C"', 'private.sort_key(new.name)'], ['email', 'text', 'lower(new.email)'], ['role', 'text', 'new.role'],
    ['status', 'text', 'new.status'], ['joined_at', 'timestamptz', 'new.created_at'],
    ['active_at', 'timestamptz', $$coalesce(new.last_sign_in_at, '-infinity')$$]]);
comment on table private.people is
'Profiles that are not deleted, for admin_users.';

create function private.admin_user(person private.people) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', u.role, 'status', u.status, 'avatar_path', u.avatar_path,
    'joined_at', u.created_at, 'last_active_at', u.last_sign_in_at, 'is_sample', u.is_sample,
    'tests_completed', case u.role when 'tester' then u.tests_completed end,
    'campaigns_created', case u.role when 'developer' then (select count(*) from public.campaigns c where c.developer_id = u.id and not c._deleted) end,
    'second_factor', exists (select from auth.mfa_factors m where m.user_id = u.id and m.status::text = 'verified'))
  from public.profiles u where u.id = person.id
$$;

-- Both people concerned: the actor and the target. Includes sample data.
select private.add_words('activity_words', 'activity', 'actor_name, details',
  $$(private.words_of(concat_ws(' ', new.actor_name,
      (select string_agg(d.value, ' ') from jsonb_each_text(new.details - 'about_id') d))))[1:100]
    || private.filter_word('action', new.action)
    || array_remove(array[private.filter_word('person', new.actor_id::text),
      case new.target_type when 'profile' then private.filter_word('person', new.target_id::text) end], null)$$);
comment on table private.activity_words is
'The activity log, for admin_activity. Entries change when a person whom they name is deleted.';

create function private.admin_activity_entry(entry private.activity_words) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'actor_name', a.actor_name, 'action', a.action, 'details', a.details - 'about_id', 'created_at', private.iso_time(a.created_at),
    'actor_id', a.actor_id, 'target_type', a.target_type, 'target_id', a.target_id)
  from public.activity a where a.id = entry.id
$$;

create function private.flagged_person(content_type text, content_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select case content_type
    when 'app' then (select a.developer_id from public.apps a where a.id = content_id)
    when 'campaign' then (select c.developer_id from public.campaigns c where c.id = content_id)
    when 'feedback' then (select f.tester_id from public.feedback f where f.id = content_id)
  end
$$;

-- Both people concerned: the reporter and the author of the flagged content.
select private.add_words('flag_words', 'flags', 'content_title, reporter_name, reason, resolution, status',
  $$private.words_of(left(concat_ws(' ', new.content_title, new.reporter_name, new.reason, new.resolution), 2000))
    || private.filter_word('status', new.status)
    || array_remove(array[private.filter_word('person', new.reporter_id::text),
      private.filter_word('person', private.flagged_person(new.content_type, new.content_id)::text)], null)$$);
comment on table private.flag_words is
'Flags, for admin_flags: the first 2,000 characters of their texts, their status, and the people
concerned.';

select private.add_words('payout_words', 'payouts', 'tester_name, paypal_email, requested_at, status',
  $$private.words_of(concat_ws(' ', new.tester_name, new.paypal_email)) || private.filter_word('status', new.status)$$,
  '{{at,timestamptz,new.requested_at}}');

-- Rows in the devices' format, because one list combines rows of the device and the server.
do $make$
begin
  execute format($sql$
    create function private.admin_flag(entry private.flag_words) returns jsonb
    language sql stable security definer set search_path = '' as $$
      select (select to_jsonb(d) from (select %s) d) from public.flags t where t.id = entry.id
    $$;
    create function private.admin_payout(entry private.payout_words) returns jsonb
    language sql stable security definer set search_path = '' as $$
      select (select to_jsonb(d) from (select %s) d) from public.payouts t where t.id = entry.id
    $$;
  $sql$, private.sync_select_list('flags'), private.sync_select_list('payouts'));
end
$make$;

-- The list shows a hidden campaign as hidden, regardless of its status.
select private.add_words('campaign_words', 'campaigns', 'title, developer_name, status, hidden',
  $$private.words_of(concat_ws(' ', new.title, new.developer_name)) || private.filter_word('status', new.status)
    || case when new.hidden then array[private.filter_word('status', 'hidden')] else '{}' end$$);

create function private.admin_campaign(entry private.campaign_words) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'title', c.title, 'status', c.status, 'visibility', c.visibility, 'hidden', c.hidden, 'org_name', o.name,
    'developer_id', c.developer_id, 'developer_name', c.developer_name, 'testers_joined', coalesce(n.testers_joined, 0),
    'max_testers', c.max_testers, 'reports', coalesce(n.feedback_count, 0), 'created_at', private.iso_time(c.created_at))
  from public.campaigns c join public.organizations o on o.id = c.org_id left join private.campaign_counts n on n.campaign_id = c.id where c.id = entry.id
$$;

select private.add_words('app_words', 'apps', 'title, developer_name, status',
  $$private.words_of(concat_ws(' ', new.title, new.developer_name)) || private.filter_word('status', new.status)$$);

create function private.admin_app(entry private.app_words) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'title', a.title, 'status', a.status, 'platform', a.platform, 'version', a.version, 'org_name', o.name,
    'developer_id', a.developer_id, 'developer_name', a.developer_name, 'downloads', a.downloads, 'created_at', private.iso_time(a.created_at))
  from public.apps a join public.organizations o on o.id = a.org_id where a.id = entry.id
$$;

create table private.file_owners (
  id uuid primary key,
  words tsvector not null,
  name_key text not null collate "C",
  name text not null
);
comment on table private.file_owners is 'Organizations and people with files in File Storage, for admin_file_owners.';
create index file_owners_words on private.file_owners using gin (words) with (fastupdate = off);
create index file_owners_name on private.file_owners (name_key, id);

-- The trigger's argument is the column with the owner's id.
create function private.refresh_file_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  named constant text := coalesce((select o.name from public.organizations o where o.id = owner), (select p.name from public.profiles p where p.id = owner), '');
begin
  if not exists (select 1 from public.files f where f.owner_id = owner and not f._deleted) then
    delete from private.file_owners o where o.id = owner;
    return null;
  end if;
  insert into private.file_owners as o (id, words, name_key, name)
  values (owner, array_to_tsvector(private.words_of(named)), private.sort_key(named), named)
  on conflict (id) do update set words = excluded.words, name_key = excluded.name_key, name = excluded.name where o.name <> excluded.name;
  return null;
end
$$;
create trigger refresh_owner after insert or update of _deleted on public.files for each row execute function private.refresh_file_owner('owner_id');
create trigger refresh_file_owner after update of name on public.organizations for each row
  when (new.name <> old.name) execute function private.refresh_file_owner('id');
create trigger refresh_file_owner after update of name on public.profiles for each row
  when (new.name <> old.name) execute function private.refresh_file_owner('id');

create function private.admin_file_owner(owner private.file_owners) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', owner.id, 'name', owner.name)
$$;

-- A page of one of the tables above. request: {after, limit}. Out: {rows, next, total}, as in
-- private.search_page. Errors: invalid.
create function private.admin_search(source text, card text, words tsquery, sort private.search_order, request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  after constant jsonb := nullif(request -> 'after', 'null');
  range text := 'true';
begin
  -- Dates only for lists by time.
  if sort.key_type = 'timestamptz' and coalesce(request ->> 'since', '') <> '' then
    range := format('o.%I >= %L::timestamptz', sort.key, (request ->> 'since')::timestamptz);
  end if;
  if sort.key_type = 'timestamptz' and coalesce(request ->> 'until', '') <> '' then
    range := range || format(' and o.%I < %L::timestamptz', sort.key, (request ->> 'until')::timestamptz);
  end if;
  perform private.reject_if(after is not null and (not coalesce(private.is_uuid(after ->> 'id'), false) or after ->> 'key' is null),
    'invalid', 'after: what `next` of the page before was.');
  return private.search_page(source, card, words, 'true', range, sort, after,
    greatest(1, least(200, coalesce((request ->> 'limit')::numeric::int, 50))));
exception when invalid_datetime_format or datetime_field_overflow or invalid_text_representation or numeric_value_out_of_range then
  perform private.reject('invalid', 'after: what `next` of the page before was; limit: 1 to 200; since and until: times.');
end
$$;

-- Counted once a night; later additions are counted on request.
create table private.admin_totals (
  counted_at timestamptz primary key,
  numbers jsonb not null
);

create function private.large_table() returns int
language sql immutable set search_path = '' as $$ select 20000 $$;
comment on function private.large_table() is 'Smaller tables are counted on each request.';

-- Figures that grow with the marketplace, counted row by row: all of them, or the changes since a
-- time. `…_month` counts since the first of this month (UTC). Custom plans: a count of everything
-- reads whole tables, a count since last night reads indexes.
create function private.count_totals(since timestamptz default '-infinity') returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  month constant timestamptz := date_trunc('month', now() at time zone 'utc') at time zone 'utc';
begin
  return (select to_jsonb(u) from (
      select count(*) as users, count(*) filter (where p.joined_at >= month) as users_month, count(*) filter (where p.role = 'tester') as testers,
        count(*) filter (where p.role = 'developer') as developers, count(*) filter (where p.role = 'admin') as admins
      from private.people p where p.joined_at > since) u)
    || (select to_jsonb(c) from (
      -- Campaigns that were active then and have ended since are subtracted.
      select count(*) filter (where c.status = 'active' and (c.published_at <= since) is not true)
          - count(*) filter (where c.completed_at > since and c.published_at <= since) as active,
        count(*) filter (where c.published_at >= month and c.published_at > since) as active_month,
        count(*) filter (where c.status in ('completed', 'archived') and (c.completed_at <= since) is not true) as completed,
        count(*) filter (where c.completed_at >= month) as completed_month
      from public.campaigns c where (since = '-infinity' or c.published_at > since or c.completed_at > since) and not c._deleted) c)
    || jsonb_build_object(
      'reports_month', (select count(*) from public.feedback f where f.received_at >= month and f.received_at > since and f.status <> 'draft' and not f._deleted),
      'flagged_month', (select count(*) from public.flags g where g.created_at >= month and g.created_at > since and not g._deleted));
end
$$;

create function private.keep_totals() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.admin_totals;
  insert into private.admin_totals (counted_at, numbers) values (now(), private.count_totals());
end
$$;

-- The figures of private.count_totals: counted now while every table is small, else those of last
-- night plus later additions. Today's deletions and role changes then count from tomorrow.
create function private.totals() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  kept private.admin_totals;
  old jsonb;
  large boolean := false;
  name text;
begin
  foreach name in array '{profiles,campaigns,feedback,flags}'::text[] loop
    execute format('select $1 or count(*) > $2 from (select from public.%I limit $2 + 1) n', name) into large using large, private.large_table();
  end loop;
  select * into kept from private.admin_totals t order by t.counted_at desc limit 1;
  if not large or kept.counted_at is null then
    return private.count_totals();
  end if;
  -- Counted last month: the new month starts with later additions only.
  old := kept.numbers || case when kept.counted_at < date_trunc('month', now() at time zone 'utc') at time zone 'utc'
    then '{"users_month": 0, "active_month": 0, "completed_month": 0, "reports_month": 0, "flagged_month": 0}' else '{}'::jsonb end;
  return (select jsonb_object_agg(n.key, n.value::int + (old ->> n.key)::int) from jsonb_each(private.count_totals(kept.counted_at)) n);
end
$$;

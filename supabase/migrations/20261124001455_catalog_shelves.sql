-- Shelves: the first page of each catalog list, which devices store to show it at once and offline.
-- A device pulls its shelves by checkpoint, like collections. "Gone" means that an entry has left
-- the shelf, not that its row was deleted.
--
-- Scale: a shelf has at most 120 entries for any size of the catalog, and the entries that left it
-- in the last seven days. Every ten minutes 54 bounded pages of private.catalog_list compute the
-- shelves, and only differences are written.

-- The existing shelves: published apps, and the campaigns of each platform.
create table private.shelves (
  name text primary key,
  kind text not null,
  platform text,
  -- The newest purged entry that had left. A device with an older checkpoint may have missed one.
  purged_xid xid8 not null default '0',
  refreshed_at timestamptz
);
insert into private.shelves (name, kind, platform) values ('apps', 'apps', null), ('campaigns/android', 'campaigns', 'android'),
  ('campaigns/ios', 'campaigns', 'ios'), ('campaigns/macos', 'campaigns', 'macos'), ('campaigns/web', 'campaigns', 'web'), ('campaigns/windows', 'campaigns', 'windows');

-- Current entries of the shelves, and those that left in the last seven days.
create table private.shelf_entries (
  shelf text not null references private.shelves (name),
  id uuid not null,
  -- Null: it has left the shelf.
  card jsonb,
  xid xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  primary key (shelf, id)
);
create index shelf_entries_sync on private.shelf_entries (shelf, xid, id);
create index shelf_entries_id on private.shelf_entries (id);
create index shelf_entries_here on private.shelf_entries (shelf) where card is not null;
create index shelf_entries_gone on private.shelf_entries (changed_at) where card is null;

-- Updates a changed card on its shelves, removes it where it no longer belongs (everywhere, without
-- a card), and adds it to the named shelves that are still small.
create function private.update_shelves(entry uuid, new_card jsonb, on_shelves text[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- A smaller shelf is the complete list, which must contain a new row.
  small constant int := 24;
begin
  update private.shelf_entries e set card = n.card, xid = pg_current_xact_id(), changed_at = now()
  from (select o.shelf, case when o.shelf = any (on_shelves) then new_card end as card from private.shelf_entries o where o.id = entry) n
  where e.shelf = n.shelf and e.id = entry and e.card is not null and e.card is distinct from n.card;
  if new_card is null then return; end if;
  insert into private.shelf_entries as e (shelf, id, card)
  select s, entry, new_card from unnest(on_shelves) s
  where (select count(*) from (select from private.shelf_entries o where o.shelf = s and o.card is not null limit small) n) < small
  on conflict (shelf, id) do update set card = excluded.card, xid = excluded.xid, changed_at = excluded.changed_at where e.card is null;
end
$$;

create function private.on_offer_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.update_shelves(old.id, null);
  elsif tg_op = 'INSERT' or row(new.card, new.platform) is distinct from row(old.card, old.platform) then
    perform private.update_shelves(new.id, private.offer_card(new),
      array(select s.name from private.shelves s where s.kind = 'campaigns' and new.platform in ('all', s.platform) order by s.name));
  end if;
  return null;
end
$$;
create trigger update_shelves after insert or delete or update of card, platform on private.offers for each row execute function private.on_offer_changed();

create function private.on_store_app_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.update_shelves(old.id, null);
  elsif tg_op = 'INSERT' or new.card is distinct from old.card then
    perform private.update_shelves(new.id, private.store_app_card(new), '{apps}');
  end if;
  return null;
end
$$;
create trigger update_shelves after insert or delete or update of card on private.store_apps for each row execute function private.on_store_app_changed();

-- The current content of a shelf: the first page of each order (24, like the server's list without
-- filters), and for campaigns 4 of each category.
create function private.shelf_ids(shelf private.shelves) returns uuid[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  found jsonb := '[]';
  sort text;
  category text;
  starts constant text[] := case shelf.kind when 'apps' then '{true}' else private.catalog_starts('campaigns', array[shelf.platform], null) end;
  range constant text := case shelf.kind when 'apps' then 'true' else format('o.end_date >= %L', private.today()) end;
begin
  foreach sort in array case shelf.kind when 'apps' then '{newest,downloads,name,oldest}'::text[] else '{deadline,newest,reward,spots}' end loop
    found := found || (private.catalog_list(shelf.kind, sort, null, 'true', range, starts, '{USD,CAD,EUR,GBP,JPY}', null, 24) -> 'rows');
  end loop;
  if shelf.kind = 'campaigns' then
    foreach category in array '{education,food_drink,health_fitness,productivity,shopping,travel}'::text[] loop
      found := found || (private.catalog_list('campaigns', 'deadline', private.search_query('', array[private.filter_word('category', category)]),
        'true', range, starts, '{}', null, 4) -> 'rows');
    end loop;
  end if;
  return array(select distinct (f.card ->> 'id')::uuid from jsonb_array_elements(found) f (card));
end
$$;

-- Updates the shelves and purges entries that left more than seven days ago. A concurrent call does
-- nothing. Out: how many entries it wrote. Called every ten minutes by the schedule.
create function private.refresh_shelves() returns int
-- Waits only briefly for a transaction that edits campaigns and holds entries, and vice versa.
language plpgsql volatile security definer set search_path = '' set lock_timeout = '500ms' set enable_seqscan = off as $$
declare
  shelf private.shelves;
  wanted uuid[];
  present uuid[];
  free uuid[];
  n int;
  written int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.refresh_shelves', 0)) then
    return 0;
  end if;
  for shelf in select s.* from private.shelves s order by s.name loop
    wanted := private.shelf_ids(shelf);
    -- A transaction that hides one of these waits for this one and then finds the entry. Rows being
    -- hidden now are skipped.
    if shelf.kind = 'apps' then
      present := array(select o.id from private.store_apps o where o.id = any (wanted) order by o.id for key share skip locked);
    else
      present := array(select o.id from private.offers o where o.id = any (wanted) order by o.id for key share skip locked);
    end if;
    free := array(select e.id from private.shelf_entries e where e.shelf = shelf.name and (e.card is not null or e.id = any (present))
      order by e.id for update skip locked);
    -- A second statement sees commits made before the locks.
    with cards as (
      select o.id, private.offer_card(o) as card from private.offers o where shelf.kind = 'campaigns' and o.id = any (present)
      union all
      select o.id, private.store_app_card(o) from private.store_apps o where shelf.kind = 'apps' and o.id = any (present)
    ), changed as (
      update private.shelf_entries e set card = d.card, xid = pg_current_xact_id(), changed_at = now()
      from (select f as id, c.card from unnest(free) f left join cards c on c.id = f where c.id is not null or f <> all (wanted)) d
      where e.shelf = shelf.name and e.id = d.id and e.card is distinct from d.card
      returning 1
    ), added as (
      insert into private.shelf_entries (shelf, id, card) select shelf.name, c.id, c.card from cards c
      -- Checked explicitly, because `on conflict` waits for a transaction that is changing the
      -- entry.
      where not exists (select from private.shelf_entries e where e.shelf = shelf.name and e.id = c.id)
      on conflict do nothing
      returning 1
    )
    select (select count(*) from changed) + (select count(*) from added) into n;
    written := written + n;
    with purged as (
      delete from private.shelf_entries e where e.shelf = shelf.name and e.card is null and e.changed_at < now() - interval '7 days' returning e.xid
    )
    update private.shelves s set refreshed_at = now(),
      purged_xid = greatest(s.purged_xid, (select p.xid from purged p order by p.xid desc limit 1))
    where s.name = shelf.name;
  end loop;
  return written;
end
$$;

create function public.catalog_shelf(requests jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
declare
  scope constant text := private.catalog_scope();
  epoch constant text := private.epoch();
  -- Read before the entries: all transactions below it have ended and are visible.
  horizon constant xid8 := pg_snapshot_xmin(pg_current_snapshot());
  old_xid constant xid8 := coalesce(private.xid_before(1), '0');
  answer jsonb := '{}';
  request jsonb;
  shelf private.shelves;
  checkpoint jsonb;
  valid boolean;
  after_xid text;
  after_id uuid;
  entries jsonb;
  most int;
  more boolean;
begin
  if auth.uid() is null then
    perform private.require_rate('shelf:' || private.caller_address(), 300, '5 minutes', 'Too many requests. Please wait a few minutes.');
  end if;
  perform private.reject_if(jsonb_typeof(requests) is distinct from 'array' or jsonb_array_length(requests) > 8,
    'invalid', 'requests: a list of at most 8.');
  for request in select value from jsonb_array_elements(requests) loop
    select * into shelf from private.shelves s where s.name = request ->> 'shelf';
    perform private.reject_if(not found,
      'invalid', format('There is no shelf %s.', coalesce(request ->> 'shelf', 'without a name')));
    perform private.reject_if(shelf.kind = 'campaigns' and private.my_role() is distinct from 'tester',
      'not_allowed', 'Campaigns are for testers.');
    most := greatest(1, least(200, case when jsonb_typeof(request -> 'limit') = 'number' then (request ->> 'limit')::numeric else 200 end))::int;
    checkpoint := request -> 'checkpoint';
    valid := coalesce(jsonb_typeof(checkpoint) = 'object' and checkpoint ->> 'epoch' = epoch and checkpoint ->> 'scope' = scope
      and checkpoint ->> 'xid' ~ '^\d{1,18}$' and private.is_uuid(checkpoint ->> 'id'), false);
    -- Older than the purged entries, or from a later state of a restored database.
    if valid then valid := (checkpoint ->> 'xid')::xid8 >= shelf.purged_xid and (checkpoint ->> 'xid')::xid8 < horizon; end if;
    after_xid := case when valid then checkpoint ->> 'xid' else '0' end;
    after_id := case when valid then checkpoint ->> 'id' else '00000000-0000-0000-0000-000000000000' end;

    -- As in sync_pull: a later commit with a lower id would land behind the checkpoint. A first
    -- pull is not paged, because the checkpoint of half a shelf may be older than the purged
    -- entries.
    if not valid then most := 1000; end if;
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', case shelf.kind when 'apps' then 'app' else 'campaign' end,
      'xid', p.xid::text, 'gone', p.card is null, 'card', p.card) order by p.xid, p.id), '[]')
    into entries
    from (select e.xid, e.id, e.card from private.shelf_entries e
      where e.shelf = shelf.name and (valid or e.card is not null) and (e.xid, e.id) > (after_xid::xid8, after_id) and e.xid < horizon order by e.xid, e.id limit most + 1) p;
    more := jsonb_array_length(entries) > most;
    if more then entries := entries - most; end if;
    if jsonb_array_length(entries) > 0 then
      after_xid := entries -> -1 ->> 'xid';
      after_id := (entries -> -1 ->> 'id')::uuid;
    end if;
    -- Complete up to the horizon. Advanced once a day; otherwise a device that rarely asks would
    -- one day count as away for a week.
    if not more and (not valid or after_xid::xid8 < greatest(old_xid, shelf.purged_xid)) then
      after_xid := (horizon::text::numeric - 1)::text;
      after_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
    answer := answer || jsonb_build_object(shelf.name, jsonb_build_object('rows', entries, 'more', more,
      'restarted', coalesce(jsonb_typeof(checkpoint) = 'object', false) and not valid,
      'checkpoint', jsonb_build_object('epoch', epoch, 'scope', scope, 'xid', after_xid, 'id', after_id)));
  end loop;
  return jsonb_build_object('epoch', epoch, 'scope', scope, 'now', private.iso_time(clock_timestamp()), 'shelves', answer);
end
$$;
comment on function public.catalog_shelf(jsonb) is
'Shelf changes since the checkpoints. In: [{shelf: apps | campaigns/android | campaigns/ios |
campaigns/macos | campaigns/web | campaigns/windows, checkpoint: {epoch, scope, xid, id} | null,
limit: 1 to 200, without a checkpoint the whole shelf}], at most 8; campaigns for testers. Out:
{epoch, scope, now, shelves: {name: {rows: [{id, kind: campaign | app, xid, gone, card: as in
catalog_search, null when gone}], checkpoint, more, restarted}}}. gone: it has left the shelf; its
row may still exist. restarted: the checkpoint was invalid (another epoch or scope, or away for more
than seven days), and the device must discard the shelf''s previous content. Includes campaigns of
organizations that the caller has blocked: the device filters them. Errors: forbidden, invalid,
not_allowed, rate_limited (signed out: 300 in five minutes per address).';

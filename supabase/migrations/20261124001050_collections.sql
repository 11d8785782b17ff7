-- What devices replicate. Each table registers itself: the columns that a person may write, and the
-- rows that a device of each role holds.

create table private.sync_collections (
  name text primary key,
  insert_columns text[] not null,
  update_columns text[] not null,
  removable boolean not null,
  -- The select list that turns a row into what the device's schema expects.
  select_list text not null,
  -- The newest tombstone that was purged: a checkpoint below it may have missed one.
  purged_xid xid8 not null default '0'
);

-- The rows that a role's device holds, as predicates over one index each; $1 is the caller.
-- Filters of one role are disjoint. {org} stands for each of the caller's organizations, {orgs}
-- for all. They grant nothing (the policies do): without them the planner cannot use (owner,
-- sync_xid, id) behind an `or`. `source` gives rows t of the table by another way than the table
-- itself (null): by what granted them to the caller, or tombstones for people who may no longer
-- read them; it and the predicate may name what build_sync_pages gives a page (after_xid,
-- after_id, horizon, most, born, until).
-- `key` is where a row stands in the order of the pull: the transaction that wrote
-- it, or the one that granted it, whichever is younger. It never falls, so a checkpoint that has
-- passed a row has delivered it, and granting access stamps no row that others hold.
create table private.sync_filters (
  collection text not null references private.sync_collections (name),
  role text not null check (role in ('anonymous', 'tester', 'developer', 'admin')),
  part int not null default 1,
  source text,
  key text not null default 't.sync_xid',
  predicate text not null,
  -- Of a queue: what waits, and is counted for its first part. Null elsewhere.
  is_open text,
  primary key (collection, role, part)
);

-- The columns of replication, which every collection has after its own:
-- - _deleted: a tombstone. A replicated row is hard-deleted only when no device can still need it.
-- - sync_xid: the transaction that wrote the row last.
-- - sync_client, sync_seq: the device database and its edit that wrote the row last; '' for the
--   server.
create function private.add_sync_columns(name text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format($sql$
    alter table public.%I
      add column created_at timestamptz(3) not null default now(),
      add column updated_at timestamptz(3) not null default now(),
      add column _deleted boolean not null default false,
      add column sync_xid xid8 not null,
      add column sync_client text not null default '' check (char_length(sync_client) <= 36),
      add column sync_seq int not null default 0 check (sync_seq >= 0)
  $sql$, name);
end
$$;

-- A row as it travels: the schema's columns and _deleted. Times are ISO 8601 in UTC with
-- milliseconds (they sort as text and do not depend on DateStyle); transaction ids are text,
-- because 64 bits do not fit a JSON number.
create function private.sync_select_list(collection text) returns text
language sql stable set search_path = '' as $$
  select string_agg(
    case
      when collection = 'campaigns' and a.attname = 'screening' then 'private.my_screening(t.id, t.screening) as screening'
      when collection = 'feedback' and a.attname = 'priority' then 'coalesce((private.my_triage(t.id)).priority, '''') as priority'
      when collection = 'feedback' and a.attname = 'tags' then 'coalesce((private.my_triage(t.id)).tags, ''[]'') as tags'
      when t.typname = 'timestamptz' then format('to_char(t.%1$I at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'') as %1$I', a.attname)
      when t.typname = 'date' then format('to_char(t.%1$I, ''YYYY-MM-DD'') as %1$I', a.attname)
      when t.typname = 'xid8' then format('t.%1$I::text as %1$I', a.attname)
      else format('t.%I', a.attname)
    end, ', ' order by a.attnum)
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  where a.attrelid = format('public.%I', collection)::regclass and a.attnum > 0 and not a.attisdropped
$$;

-- Adds the rows that the devices of these roles hold: one predicate for each index to walk.
create function private.add_sync_filters(collection text, roles text[], variadic predicates text[]) returns void
language sql set search_path = '' as $$
  insert into private.sync_filters (collection, role, part, predicate)
  select collection, role, part, predicate from unnest(roles) role, unnest(predicates) with ordinality p (predicate, part)
$$;

-- Adds the rows that were granted to the devices of a role. `grants` calls a function with a row
-- (id, sync_xid) for each, where sync_xid is the first grant that still holds: the earliest of
-- several never falls, whichever of them is taken back.
create function private.add_granted_rows(collection text, role text, part int, grants text, predicate text default 'true') returns void
language sql set search_path = '' as $$
  insert into private.sync_filters (collection, role, part, source, key, predicate)
  values (collection, role, part, format('%s g join public.%I t on t.id = g.id', grants, collection), 'greatest(t.sync_xid, g.sync_xid)', predicate)
$$;

-- Adds the rows that wait for somebody with a role. `born` is where the first pull of a device
-- stood: of what was written before it only open rows are sent, the first thousand (to `until`);
-- from it on every change, so that the device hears of each decision. Decided rows of before, and
-- what waits behind the thousand, are listed by the server.
create function private.add_sync_queue(collection text, role text, is_open text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('create index %I on public.%I (sync_xid, id) where not _deleted and (%s)', collection || '_sync_open', collection,
    replace(is_open, 't.', ''));
  insert into private.sync_filters (collection, role, part, predicate, is_open) values
    (collection, role, 1, 't.sync_xid >= born', is_open),
    (collection, role, 2, format('t.sync_xid < born and t.sync_xid <= until and not t._deleted and (%s)', is_open), is_open);
end
$$;

-- Makes a table a collection: column grants and the two generic triggers.
create function private.sync_register(name text, insert_columns text[], update_columns text[], removable boolean) returns void
language plpgsql set search_path = '' as $$
declare
  metadata constant text[] := array['sync_client', 'sync_seq'];
  changeable text[] := update_columns || case when removable then array['_deleted'] else '{}' end;
begin
  insert into private.sync_collections (name, insert_columns, update_columns, removable, select_list)
  values (name, insert_columns, update_columns, removable, private.sync_select_list(name))
  on conflict on constraint sync_collections_pkey do update set insert_columns = excluded.insert_columns,
    update_columns = excluded.update_columns, removable = excluded.removable, select_list = excluded.select_list;
  execute format('revoke insert, update on public.%I from authenticated', name);
  if cardinality(insert_columns) > 0 then
    execute format('grant insert (%s) on public.%I to authenticated',
      (select string_agg(quote_ident(c), ', ') from unnest(insert_columns || metadata) c), name);
  end if;
  if cardinality(update_columns) > 0 then
    execute format('grant update (%s) on public.%I to authenticated',
      (select string_agg(quote_ident(c), ', ') from unnest(changeable || metadata) c), name);
  end if;
  execute format('create or replace trigger t10_authorize_write before insert or update on public.%I for each row execute function private.authorize_write(%s)',
    name, (select coalesce(string_agg(quote_literal(c), ', '), '') from unnest(changeable) c));
  execute format('create or replace trigger t90_set_sync_metadata before insert or update on public.%I for each row execute function private.set_sync_metadata()', name);
end
$$;

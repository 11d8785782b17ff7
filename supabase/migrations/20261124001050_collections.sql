-- Replicated collections. Each table registers the columns that a person may write, and the rows
-- that a device of each role holds.

create table private.sync_collections (
  name text primary key,
  insert_columns text[] not null,
  update_columns text[] not null,
  removable boolean not null,
  -- Select list that converts a row to the device's schema.
  select_list text not null,
  -- The newest purged tombstone. A device with an older checkpoint may have missed one.
  purged_xid xid8 not null default '0'
);

-- The rows that a role's device holds, one predicate per index; $1 is the caller. The filters of
-- one role are disjoint. {org} is replaced by each of the caller's organizations, {orgs} by all.
-- Filters grant no access (policies do): without them the planner cannot use (owner, sync_xid, id)
-- behind an `or`.
--
-- `source` (null: the table itself) returns rows t another way: from the caller's grants, or as
-- tombstones for people who may no longer read them. Source and predicate may use the parameters of
-- build_sync_pages (after_xid, after_id, horizon, most, born, until).
--
-- `key` orders the pull: the younger of the transaction that wrote the row and the one that granted
-- it. It never falls, so a checkpoint beyond a row has delivered it, and granting access needs no
-- write to the shared row.
create table private.sync_filters (
  collection text not null references private.sync_collections (name),
  role text not null check (role in ('anonymous', 'tester', 'developer', 'admin')),
  part int not null default 1,
  source text,
  key text not null default 't.sync_xid',
  predicate text not null,
  -- For queues: the condition for open rows, which are counted for the first part. Else null.
  is_open text,
  -- The source gives tombstones of rows that left the device.
  removals boolean not null default false,
  primary key (collection, role, part)
);

-- Adds the replication columns to a collection's table:
-- - _deleted: marks a tombstone. A replicated row is hard-deleted once no device can need it.
-- - sync_xid: the transaction that last wrote the row.
-- - sync_client, sync_seq: the device database and the number of the edit that last wrote the row;
--   '' for the server.
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

-- The row as it is sent: the schema's columns and _deleted. Times are ISO 8601 in UTC with
-- milliseconds (sortable as text, independent of DateStyle). Transaction ids are text, because 64
-- bits do not fit a JSON number.
create function private.sync_select_list(collection text) returns text
language sql stable set search_path = '' as $$
  select string_agg(
    case
      when collection = 'campaigns' and a.attname = 'screening' then 'private.my_screening(t.id, t.screening) as screening'
      when collection = 'feedback' and a.attname = 'priority' then 'coalesce((private.my_triage(t.id)).priority, '''') as priority'
      when collection = 'feedback' and a.attname = 'tags' then 'coalesce((private.my_triage(t.id)).tags, ''[]'') as tags'
      when collection = 'accounts' and a.attname = 'shared' then 'private.my_shared(t.id) as shared'
      when t.typname = 'timestamptz' then format('to_char(t.%1$I at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'') as %1$I', a.attname)
      when t.typname = 'date' then format('to_char(t.%1$I, ''YYYY-MM-DD'') as %1$I', a.attname)
      when t.typname = 'xid8' then format('t.%1$I::text as %1$I', a.attname)
      else format('t.%I', a.attname)
    end, ', ' order by a.attnum)
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  where a.attrelid = format('public.%I', collection)::regclass and a.attnum > 0 and not a.attisdropped
$$;

create function private.add_sync_filters(collection text, roles text[], variadic predicates text[]) returns void
language sql set search_path = '' as $$
  insert into private.sync_filters (collection, role, part, predicate)
  select collection, role, part, predicate from unnest(roles) role, unnest(predicates) with ordinality p (predicate, part)
$$;

-- Adds the rows that were granted to devices of a role. `grants` calls a function that returns (id,
-- sync_xid) per row, where sync_xid is the earliest valid grant. The earliest of several grants
-- never falls when one of them is revoked.
create function private.add_granted_rows(collection text, role text, part int, grants text, predicate text default 'true') returns void
language sql set search_path = '' as $$
  insert into private.sync_filters (collection, role, part, source, key, predicate)
  values (collection, role, part, format('%s g join public.%I t on t.id = g.id', grants, collection), 'greatest(t.sync_xid, g.sync_xid)', predicate)
$$;

-- Adds the queue of a role. `born` is the position of the device's first pull. Of older rows only
-- the first thousand open ones are sent (up to `until`); of newer rows every change, so the device
-- learns each decision. Older decided rows and further open ones are available through online
-- lists.
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

-- Limits the rows that the caller creates. Errors: daily_limit (private.most of the collection),
-- too_many (drafts or open rows).
create function private.limit_new_rows(collection text, made int) returns void
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  if made = 0 then return; end if;
  if not private.rate_limit_unlocked('new:' || collection || ':' || me, private.most(collection), '1 day', made) then
    perform private.reject('daily_limit', format('At most %s of these a day.', private.most(collection)));
  elsif (case collection
    when 'feedback' then (select count(*) from public.feedback f where f.tester_id = me and f.status = 'draft' and not f._deleted) > private.most('draft reports')
    when 'flags' then (select count(*) from public.flags f where f.reporter_id = me and f.status in ('pending', 'under_review') and not f._deleted) > private.most('open flags')
    when 'campaigns' then (select count(*) from public.campaigns c where c.developer_id = me and c.status = 'draft' and not c._deleted) > private.most('draft campaigns')
    when 'apps' then (select count(*) from public.apps a where a.developer_id = me and a.status = 'draft' and not a._deleted) > private.most('draft apps')
    else false end)
  then
    perform private.reject('too_many', 'There are too many of these. Finish or delete some first.');
  end if;
end
$$;

-- Security invoker, because it depends on whether a person or the server writes.
create function private.count_new_rows() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    perform private.limit_new_rows(tg_table_name, (select count(*)::int from new_rows));
  end if;
  return null;
end
$$;

-- Registers a table as a collection: column grants and the two generic triggers. A person may set
-- `insert_columns` only in a new row, `update_columns` only in an existing one, and `writable` in
-- both. The table's rules restrict this per actor and state, and freeze every column that they do
-- not name.
create function private.sync_register(name text, insert_columns text[], update_columns text[], removable boolean, writable text[] default '{}') returns void
language plpgsql set search_path = '' as $$
declare
  metadata constant text[] := array['sync_client', 'sync_seq'];
  inserted constant text[] := insert_columns || writable;
  updated constant text[] := writable || update_columns;
  changeable constant text[] := updated || case when removable then array['_deleted'] else '{}' end;
begin
  insert into private.sync_collections (name, insert_columns, update_columns, removable, select_list)
  values (name, inserted, updated, removable, private.sync_select_list(name))
  on conflict on constraint sync_collections_pkey do update set insert_columns = excluded.insert_columns,
    update_columns = excluded.update_columns, removable = excluded.removable, select_list = excluded.select_list;
  execute format('revoke insert, update on public.%I from authenticated', name);
  if cardinality(inserted) > 0 then
    execute format('grant insert (%s) on public.%I to authenticated',
      (select string_agg(quote_ident(c), ', ') from unnest(inserted || metadata) c), name);
    execute format('create or replace trigger limit_new_rows after insert on public.%I referencing new table as new_rows
      for each statement execute function private.count_new_rows()', name);
  end if;
  if cardinality(updated) > 0 then
    execute format('grant update (%s) on public.%I to authenticated',
      (select string_agg(quote_ident(c), ', ') from unnest(changeable || metadata) c), name);
  end if;
  execute format('create or replace trigger t10_authorize_write before insert or update on public.%I for each row execute function private.authorize_write(%s)',
    name, (select coalesce(string_agg(quote_literal(c), ', '), '') from unnest(changeable) c));
  execute format('create or replace trigger t90_set_sync_metadata before insert or update on public.%I for each row execute function private.set_sync_metadata()', name);
end
$$;

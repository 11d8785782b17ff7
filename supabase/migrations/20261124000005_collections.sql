-- What devices replicate. Each table registers itself here: the columns that a person may write,
-- and per role the rows that a device of that role holds.

-- Chapter 5: replication (docs: sync.md). Two calls, both as the caller under row level security:
-- sync_pull gives what a device has not seen, in the order (transaction, id); sync_push takes what
-- it wrote, row by row, and says which rows were conflicts and which were refused. What a
-- collection is (columns that a person may write, which branches a role reads) is data: adding one
-- is a call of private.sync_register and a few rows in private.sync_branches.
create table private.sync_collections (
  name text primary key,
  insert_columns text[] not null,
  update_columns text[] not null,
  removable boolean not null,
  -- The select list that makes a row what the device's schema asks for.
  select_list text not null,
  -- The newest tombstone that was purged: a checkpoint below it may have missed one.
  purged_xid xid8 not null default '0'
);

-- The rows that a role's device holds, as predicates over one index each: $1 is the caller. Several
-- branches of one role are disjoint. They are no permission (the policies are), they are the way
-- in: the planner can't find (owner, sync_xid, id) behind an `or`.
create table private.sync_branches (
  collection text not null references private.sync_collections (name),
  role text not null check (role in ('anonymous', 'tester', 'developer', 'admin')),
  part int not null default 1,
  predicate text not null,
  primary key (collection, role, part)
);

-- A row as it travels: exactly the schema's columns and _deleted. Instants are ISO 8601 in UTC with
-- milliseconds (they sort as text on the device, and do not depend on the session's DateStyle),
-- transaction ids are text (64 bits do not fit a JSON number).
create function private.sync_select_list(collection text) returns text
language sql stable set search_path = '' as $$
  select string_agg(
    case
      when collection = 'campaigns' and a.attname = 'screening' then 'private.my_screening(t.id, t.screening) as screening'
      when t.typname = 'timestamptz' then format('to_char(t.%1$I at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'') as %1$I', a.attname)
      when t.typname = 'date' then format('to_char(t.%1$I, ''YYYY-MM-DD'') as %1$I', a.attname)
      when t.typname = 'xid8' then format('t.%1$I::text as %1$I', a.attname)
      else format('t.%I', a.attname)
    end, ', ' order by a.attnum)
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  where a.attrelid = format('public.%I', collection)::regclass and a.attnum > 0 and not a.attisdropped
$$;

-- Makes a table a collection: its grants and its two generic triggers. Its hints are made in
-- chapter 6.
create function private.sync_register(name text, insert_columns text[], update_columns text[], removable boolean) returns void
language plpgsql set search_path = '' as $$
declare
  stamps constant text[] := array['sync_client', 'sync_seq'];
  changeable text[] := update_columns || case when removable then array['_deleted'] else '{}' end;
begin
  insert into private.sync_collections (name, insert_columns, update_columns, removable, select_list)
  values (name, insert_columns, update_columns, removable, private.sync_select_list(name))
  on conflict on constraint sync_collections_pkey do update set insert_columns = excluded.insert_columns,
    update_columns = excluded.update_columns, removable = excluded.removable, select_list = excluded.select_list;
  execute format('revoke insert, update on public.%I from authenticated', name);
  if cardinality(insert_columns) > 0 then
    execute format('grant insert (%s) on public.%I to authenticated',
      (select string_agg(quote_ident(c), ', ') from unnest(insert_columns || stamps) c), name);
  end if;
  if cardinality(update_columns) > 0 then
    execute format('grant update (%s) on public.%I to authenticated',
      (select string_agg(quote_ident(c), ', ') from unnest(changeable || stamps) c), name);
  end if;
  execute format('create or replace trigger aa_guard before insert or update on public.%I for each row execute function private.guard(%s)',
    name, (select coalesce(string_agg(quote_literal(c), ', '), '') from unnest(changeable) c));
  execute format('create or replace trigger zz_stamp before insert or update on public.%I for each row execute function private.stamp()', name);
end
$$;

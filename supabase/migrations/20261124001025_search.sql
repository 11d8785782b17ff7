-- Full-text search over projections.
--
-- A projection is a table of `private` with a text index. Only security definer functions read it:
-- behind a policy PostgreSQL cannot use a text index (its operators are not leakproof) and would
-- read every row.
--
-- Scale: a page is found in one of two ways, each bounded for any table size.
-- - Few matches: an index (of the text or of another condition) finds all of them, and they are
--   sorted. Only the rarest words are looked up; the result is filtered by the others.
-- - Many matches: walks the index of the order until the page is full, at most 20,000 entries. A
--   page with fewer cards than requested then returns where to continue.
-- The planner's estimates choose. If the second way leaves a page half empty, the first one is
-- tried too. A wrong estimate costs time, never a row.

-- Lower-cases a text and removes accents, like src/lib/text-match.ts on the device. PL/pgSQL keeps
-- its plans for the session. A SQL function would be parsed and planned for each row that a trigger
-- indexes, which takes five times as long as splitting the words.
create function private.fold(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g'));
end
$$;

-- Distinct folded words of a text, split at punctuation and spaces and cut to 64 characters.
create function private.words_of(value text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Explicit characters, because [[:alnum:]] depends on the locale of the database.
  return (select coalesce(array_agg(distinct left(w, 64)), '{}')
    from regexp_split_to_table(private.fold(value), '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+') w where w <> '');
end
$$;

-- A filter is indexed as a word, so one index serves text and filters. It contains a slash, which
-- no word of a text can.
create function private.filter_word(filter text, value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return filter || '/' || value;
end
$$;

-- Builds a query from the typed text (up to eight words; those of three letters or more match as
-- prefixes) and filters. Each filter is one filter word, or several separated by spaces of which
-- one must match. Null when empty.
create function private.search_query(typed text, filters text[]) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  select string_agg(part, ' & ')::tsquery from (
    -- Two letters match the beginning of too many words.
    select quote_literal(replace(w, '\', '\\')) || case when char_length(w) >= 3 then ':*' else '' end as part
    from unnest((private.words_of(left(typed, 200)))[1:8]) w
    union all
    select '(' || (select string_agg(quote_literal(one), ' | ') from unnest(string_to_array(f, ' ')) one) || ')' from unnest(filters) f
  ) parts
$$;

-- Formats a time as devices store it: ISO 8601, UTC, milliseconds.
create function private.iso_time(value timestamptz) returns text
language plpgsql stable set search_path = '' as $$
begin
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end
$$;

-- Splits a query into its required parts: the words and filters of private.search_query.
create function private.query_parts(query tsquery) returns tsquery[]
language sql immutable parallel safe set search_path = '' as $$
  -- Words contain no spaces, so the query's text can be split. Alternatives of several words stay
  -- together.
  select case when query is null then '{}'
    when regexp_replace(query::text, '\( [^()&]+ \)', '', 'g') ~ '[|()]' then array[query]
    else (select array_agg(part::tsquery order by n) from unnest(string_to_array(query::text, ' & ')) with ordinality p (part, n)) end
$$;

-- Volatile, because it runs EXPLAIN.
create function private.estimated_rows(statement text) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  plan json;
begin
  execute 'explain (format json) ' || statement into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::bigint;
end
$$;

create function private.walk(statement text) returns jsonb
-- The statement stops early, which the planner cannot know, so sequential scans are off.
language plpgsql volatile set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
declare
  answer jsonb;
begin
  execute statement into answer;
  return answer;
end
$$;

create type private.search_order as (key text, key_type text, descending boolean);

-- One page of a projection: a table of `private` with id, words, and the sort column, indexed as
-- (column, id). card: the function that builds a card from a row. condition, range: conditions on
-- columns as o.…; range is where the order's index can start. starts: mutually exclusive conditions
-- of which one must hold, each a prefix of an index of this order. Out: {rows: cards, next: cursor
-- of the next page or null, total: on the first page only; 1001 means more than a thousand, or too
-- many to count}.
create function private.search_page(
  source text, card text, words tsquery, condition text, range text, sort private.search_order, after jsonb, most int, starts text[] default '{true}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  walked constant int := 20000;
  few constant int := 6000;
  -- Cost of fetching a row, in entries of the text index.
  row_cost constant int := 8;
  direction constant text := case when sort.descending then 'desc' else 'asc' end;
  started constant text := '(' || array_to_string(starts, ' or ') || ')';
  beyond constant text := case when after is null then 'true' else format('(o.%I, o.id) %s (%L::%s, %L::uuid)', sort.key,
    case when sort.descending then '<' else '>' end, after ->> 'key', sort.key_type, after ->> 'id') end;
  -- Entries of the order's index from here. Each of several starts yields its own ordered run, so
  -- they are merged instead of sorted.
  entries constant text := (select string_agg(format('(select o.* from private.%1$I o where %2$s and %3$s and %4$s order by o.%5$I %6$s, o.id %6$s limit %7$s)',
    source, start, range, beyond, sort.key, direction, walked + 1), ' union all ') from unnest(starts) start);
  filtered constant boolean := words is not null or condition <> 'true' or range <> 'true' or starts <> '{true}';
  expected bigint;
  in_order bigint;
  everything bigint;
  cost_in_order numeric;
  best numeric;
  part record;
  scanned bigint := 0;
  remaining numeric;
  -- Rarest first, as many as are looked up in the text index.
  by_rarity tsquery[] := '{}';
  indexed int := 0;
  by_words boolean := false;
  found_by_words text;
  most_found bigint;
  walked_page jsonb;
  page jsonb := '[]';
  total int;
  last jsonb;
begin
  if most < 1 then
    return '{"rows": [], "next": null, "total": 0}';
  end if;
  if filtered then
    expected := private.estimated_rows(format('select 1 from private.%I o where %s and %s and %s and %s', source,
      case when words is null then 'true' else format('o.words @@ %L::tsquery', words) end, condition, range, started));
    in_order := private.estimated_rows(format('select 1 from private.%I o where %s and %s', source, range, started));
    cost_in_order := row_cost * least(walked, (most + 1)::numeric * in_order / greatest(1, expected));
    -- Compares the conditions alone, then the rarest word, the two rarest, and so on: looking up a
    -- common word costs more than it saves.
    best := row_cost * case condition when 'true' then in_order
      else private.estimated_rows(format('select 1 from private.%I o where %s and %s and %s', source, condition, range, started)) end;
    everything := (select greatest(c.reltuples, in_order)::bigint from pg_catalog.pg_class c where c.oid = format('private.%I', source)::regclass);
    remaining := everything;
    for part in
      select q, private.estimated_rows(format('select 1 from private.%I o where o.words @@ %L::tsquery', source, q)) as n
      from unnest(private.query_parts(words)) q order by 2
    loop
      by_rarity := by_rarity || part.q;
      scanned := scanned + part.n;
      remaining := remaining * part.n / greatest(1, everything);
      if scanned + row_cost * remaining < best then
        best := scanned + row_cost * remaining;
        indexed := cardinality(by_rarity);
      end if;
    end loop;
    by_words := best < cost_in_order;
  end if;
  found_by_words := format(
    'with found as materialized (select o.id, o.%2$I from private.%1$I o where %3$s and %4$s and %5$s and %9$s limit $1)
     select coalesce(jsonb_agg(to_jsonb(p) order by p.n), ''[]''), (select count(*) from found) from (
       select o.id, o.%2$I as key, row_number() over (order by o.%2$I %6$s, o.id %6$s) as n from found o where %7$s
       order by o.%2$I %6$s, o.id %6$s limit %8$s) p',
    source, sort.key, coalesce((select string_agg(case when n <= indexed then format('o.words @@ %L::tsquery', q)
      -- Written so that no index is used.
      else format('(o.words @@ %L::tsquery) is true', q) end, ' and ' order by n) from unnest(by_rarity) with ordinality b (q, n)), 'true'),
    condition, range, direction, beyond, most + 1, started);
  if by_words then
    most_found := least(walked, greatest(few, 2 * expected));
    execute found_by_words into page, total using most_found;
    -- Not all were seen. The planner underestimates prefixes.
    by_words := total < most_found;
  end if;
  if not by_words then
    page := private.walk(format(
      'select coalesce(jsonb_agg(to_jsonb(p) order by p.n), ''[]'') from (
         select o.id, o.%2$I as key, row_number() over () as n from (
           select o.* from (%1$s) o order by o.%2$I %5$s, o.id %5$s limit %6$s) o
         where %3$s and %4$s limit %7$s) p',
      entries, sort.key, case when words is null then 'true' else format('o.words @@ %L::tsquery', words) end, condition, direction, walked, most + 1));
    if jsonb_array_length(page) <= most then
      -- Where the walk stopped, unless it reached the end.
      last := private.walk(format('select jsonb_build_object(''key'', o.%2$I, ''id'', o.id) from (%1$s) o order by o.%2$I %3$s, o.id %3$s offset %4$s limit 1',
        entries, sort.key, direction, walked - 1));
      -- The matches may all be at the other end of this order. There are few enough to sort, which
      -- is better than a page that is not full.
      if last is not null and expected < walked and coalesce(most_found, 0) < walked then
        walked_page := page;
        execute found_by_words into page, total using walked;
        by_words := total < walked;
        if by_words then last := null; else page := walked_page; end if;
      end if;
    end if;
  end if;
  if jsonb_array_length(page) > most then
    last := (page -> (most - 1)) - 'n';
    page := page - most;
  end if;
  if after is null and not by_words then
    if last is null then
      total := jsonb_array_length(page);
    elsif words is null then
      total := private.walk(format('select to_jsonb(count(*)) from (select from (select o.* from (%1$s) o limit %3$s) o where %2$s limit 1001) counted',
        entries, condition, walked));
      -- Fewer matches in the entries read so far, but there are more entries.
      if total < 1001 and jsonb_array_length(page) = most
        and private.walk(format('select to_jsonb(true) from (%1$s) o offset %2$s limit 1', entries, walked)) is not null then
        total := 1001;
      end if;
    else
      total := 1001;
    end if;
  end if;
  execute format('select coalesce(jsonb_agg(private.%1$I(o) order by p.n), ''[]'') from jsonb_array_elements($1) with ordinality p (value, n)
    join private.%2$I o on o.id = (p.value ->> ''id'')::uuid', card, source) into page using page;
  return jsonb_build_object('rows', page,
    'next', last, 'total', case when after is null then least(1001, total) end);
end
$$;

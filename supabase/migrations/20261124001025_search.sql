-- Search: words of texts, and pages of a projection in any of its orders. A projection is a table
-- of `private` with a text index, read by security definer functions only: behind a policy
-- PostgreSQL cannot use a text index (its operators are not leakproof) and would read every row.
--
-- Size: two ways to a page, each bounded, whatever the size of the table. Few matches: an index
-- (of the text, or of another condition) finds all of them and they are sorted; of several words
-- only the rarest are looked up, the others are compared with what was found. Many: the index of
-- the order is walked until the page is full, at most 20,000 entries; an answer with fewer cards
-- than asked for then says where to go on. The planner's estimates choose, and the first way is
-- tried after the second one where that leaves a page half empty; a wrong estimate costs time,
-- never a row.

-- ---- Words -------------------------------------------------------------------------------------

-- PL/pgSQL keeps its plans for the session. A function in SQL would be parsed and planned anew for
-- each row that a trigger indexes, which takes five times as long as finding the words.
create function private.fold(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g'));
end
$$;
comment on function private.fold(text) is
'A text without accents and in small letters, as src/lib/text-match.ts folds it on the device.';

create function private.words_of(value text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Named characters in place of [[:alnum:]], which depends on the locale of the database.
  return (select coalesce(array_agg(distinct left(w, 64)), '{}')
    from regexp_split_to_table(private.fold(value), '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+') w where w <> '');
end
$$;
comment on function private.words_of(text) is
'The words of a text, folded, each once. Punctuation and spaces separate them; at most 64 characters
of a word count.';

-- A filter is a word too, so that one index answers text and filters together. It holds a slash,
-- which no word of a text can.
create function private.filter_word(filter text, value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return filter || '/' || value;
end
$$;

create function private.search_query(typed text, filters text[]) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  select string_agg(part, ' & ')::tsquery from (
    -- Two letters begin too many words.
    select quote_literal(replace(w, '\', '\\')) || case when char_length(w) >= 3 then ':*' else '' end as part
    from unnest((private.words_of(left(typed, 200)))[1:8]) w
    union all
    select '(' || (select string_agg(quote_literal(one), ' | ') from unnest(string_to_array(f, ' ')) one) || ')' from unnest(filters) f
  ) parts
$$;
comment on function private.search_query(text, text[]) is
'What is typed (eight words at most; those of three letters or more also match as beginnings) and
filters, each one filter word or several separated by spaces, of which one is enough. Null: nothing.';

create function private.iso_time(value timestamptz) returns text
language plpgsql stable set search_path = '' as $$
begin
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end
$$;
comment on function private.iso_time(timestamptz) is 'A time as devices store it: ISO 8601, UTC, milliseconds.';

-- ---- Pages -------------------------------------------------------------------------------------

create function private.query_parts(query tsquery) returns tsquery[]
language sql immutable parallel safe set search_path = '' as $$
  -- No word has a space in it, so the text of a query can be taken apart. Alternatives that are
  -- longer than one word stay whole.
  select case when query is null then '{}'
    when regexp_replace(query::text, '\( [^()&]+ \)', '', 'g') ~ '[|()]' then array[query]
    else (select array_agg(part::tsquery order by n) from unnest(string_to_array(query::text, ' & ')) with ordinality p (part, n)) end
$$;
comment on function private.query_parts(tsquery) is
'What all of has to match, one by one: the words and filters of private.search_query.';

-- Volatile, as PostgreSQL asks of whoever uses EXPLAIN.
create function private.estimated_rows(statement text) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  plan json;
begin
  execute 'explain (format json) ' || statement into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::bigint;
end
$$;
comment on function private.estimated_rows(text) is 'How many rows the planner expects of a statement.';

create function private.walk(statement text) returns jsonb
-- It is to stop after some entries, which the planner does not know: nothing is read as a whole.
language plpgsql volatile set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
declare
  answer jsonb;
begin
  execute statement into answer;
  return answer;
end
$$;
comment on function private.walk(text) is 'Runs a statement that reads a table along an index.';

create type private.search_order as (key text, key_type text, descending boolean);

create function private.search_page(
  source text, card text, words tsquery, condition text, range text, sort private.search_order, after jsonb, most int, starts text[] default '{true}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  walked constant int := 20000;
  few constant int := 6000;
  -- To fetch a row costs as much as so many entries of the text index.
  row_cost constant int := 8;
  direction constant text := case when sort.descending then 'desc' else 'asc' end;
  started constant text := '(' || array_to_string(starts, ' or ') || ')';
  beyond constant text := case when after is null then 'true' else format('(o.%I, o.id) %s (%L::%s, %L::uuid)', sort.key,
    case when sort.descending then '<' else '>' end, after ->> 'key', sort.key_type, after ->> 'id') end;
  -- The entries of the order's index from here on. Several starts: each has its own, in order, so
  -- that they are merged and not sorted.
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
  -- The rarest first; as many of them as are looked up in the text index.
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
    -- By the conditions alone, then by the rarest word, by the two rarest, and so on: common words
    -- cost more in the index than they spare.
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
      -- Not for an index.
      else format('(o.words @@ %L::tsquery) is true', q) end, ' and ' order by n) from unnest(by_rarity) with ordinality b (q, n)), 'true'),
    condition, range, direction, beyond, most + 1, started);
  if by_words then
    most_found := least(walked, greatest(few, 2 * expected));
    execute found_by_words into page, total using most_found;
    -- Not all of them were seen. The planner counts beginnings of words for less than they are.
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
      -- Where the walk ended, if it did not reach the end.
      last := private.walk(format('select jsonb_build_object(''key'', o.%2$I, ''id'', o.id) from (%1$s) o order by o.%2$I %3$s, o.id %3$s offset %4$s limit 1',
        entries, sort.key, direction, walked - 1));
      -- They may all stand at the other end of this order. Not too many to sort: better than a page
      -- that is not full.
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
      -- Fewer among those that were looked at, and there are more.
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
comment on function private.search_page(text, text, tsquery, text, text, private.search_order, jsonb, int, text[]) is
'A page of a projection: a table of `private` with id, words and the column of the order, which has an
index (column, id). card: the function that makes a card of its row. condition, range: on its columns
as o.…; range where the order''s index can begin. starts: conditions of which one has to hold and no
row meets two, each the beginning of an index of this order. Out: {rows: cards, next: where the next
page begins or null, total: of the first page only; 1001: more than a thousand, or too many to look at}.';

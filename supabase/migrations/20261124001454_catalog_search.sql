-- The catalog search: public campaigns for testers, published apps for all callers. Returns pages
-- of cards.
--
-- Scale: pages of private.search_page, bounded for any size of the catalog. The order by reward
-- runs one page per currency.

-- A page of campaigns or apps in one order, in the format of private.search_page. starts: as in
-- private.catalog_starts; currencies: for the order `reward`, in their order.
create function private.catalog_list(
  kind text, sort text, words tsquery, condition text, range text, starts text[], currencies text[], after jsonb, most int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  orders constant jsonb := case kind
    when 'campaigns' then '{"deadline": ["end_date", "date", false], "newest": ["published_at", "timestamptz", true],
      "reward": ["reward_cents", "int", true], "spots": ["spots", "int", true]}'
    when 'apps' then '{"newest": ["published_at", "timestamptz", true], "oldest": ["published_at", "timestamptz", false],
      "downloads": ["downloads", "int", true], "name": ["name_key", "text", false]}' end;
  ordered private.search_order;
  first_page constant boolean := after is null;
  page jsonb;
  answer jsonb := '{"rows": [], "next": null, "total": 0}';
begin
  perform private.reject_if(orders is null or orders -> sort is null, 'invalid', 'An unknown list or sort.');
  if sort = 'spots' and starts <> '{true}' then
    -- No filter is a prefix of this index.
    condition := condition || ' and (' || array_to_string(starts, ' or ') || ')';
    starts := '{true}';
  end if;
  ordered := row(orders -> sort ->> 0, orders -> sort ->> 1, (orders -> sort ->> 2)::boolean);
  if sort <> 'reward' then
    -- The order's index starts at the range only if the range is on its column.
    return private.search_page(case kind when 'apps' then 'store_apps' else 'offers' end, case kind when 'apps' then 'store_app_card' else 'offer_card' end, words,
      case sort when 'deadline' then condition else condition || ' and ' || range end,
      case sort when 'deadline' then range else 'true' end, ordered, after, most, starts);
  end if;
  -- Amounts of different currencies are not comparable: one currency after the other, until the
  -- page is full.
  for i in 1 .. cardinality(currencies) loop
    continue when after is not null and after ->> 'currency' is distinct from currencies[i];
    page := private.search_page('offers', 'offer_card', words, condition || ' and ' || range, format('o.currency = %L', currencies[i]), ordered, after,
      most - jsonb_array_length(answer -> 'rows'), starts);
    answer := jsonb_build_object('rows', (answer -> 'rows') || (page -> 'rows'),
      'next', case when page -> 'next' <> 'null' then (page -> 'next') || jsonb_build_object('currency', currencies[i])
        when jsonb_array_length(answer -> 'rows') + jsonb_array_length(page -> 'rows') >= most and i < cardinality(currencies)
          then jsonb_build_object('currency', currencies[i + 1], 'key', 2147483647, 'id', 'ffffffff-ffff-ffff-ffff-ffffffffffff') end,
      'total', case when first_page then least(1001, (answer ->> 'total')::int + (page ->> 'total')::int) end);
    after := null;
    exit when answer -> 'next' <> 'null';
  end loop;
  if first_page and cardinality(currencies) > 1 and answer -> 'next' <> 'null' then
    -- Counts the currencies that this page did not reach, too.
    page := private.search_page('offers', 'offer_card', words, condition || ' and ' || range, 'true', row('end_date', 'date', false)::private.search_order, null, 1, starts);
    answer := answer || jsonb_build_object('total', page -> 'total');
  end if;
  return answer;
end
$$;

-- Filters that are a prefix of the orders' indexes, for private.search_page: the platforms, else
-- the category.
create function private.catalog_starts(kind text, platforms text[], category text) returns text[]
language sql immutable set search_path = '' as $$
  select case when platforms <> '{}' then array(select format('o.platform = %L', p) from unnest(platforms || case kind when 'campaigns' then '{all}'::text[] end) p group by p order by p)
    when category is not null then array[format('o.category = %L', category)] else '{true}' end
$$;

-- The scope of a catalog answer, as in sync_pull. Errors: session_ended and similar, forbidden (no
-- such account).
create function private.catalog_scope() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  scope constant text := case when auth.uid() is null then 'anonymous' else private.my_scope() end;
begin
  perform private.check_session();
  perform private.reject_if(scope is null, 'forbidden', 'This account no longer exists.');
  return scope;
end
$$;

create type private.catalog_filter as (words tsquery, condition text, range text, starts text[]);

-- The conditions of a catalog_search request for this person, on o.… of the projection. The caller
-- has validated the request.
create function private.catalog_filter(asked jsonb, person uuid) returns private.catalog_filter
language plpgsql stable set search_path = '' as $$
declare
  kind constant text := asked ->> 'kind';
  campaigns constant boolean := kind = 'campaigns';
  currency constant text := coalesce(asked ->> 'currency', 'USD');
  platforms constant text[] := array(select jsonb_array_elements_text(coalesce(asked -> 'platforms', '[]')));
  f private.catalog_filter := row(null, 'true', 'true', '{true}');
  blocked uuid[];
begin
  if cardinality(platforms) <= 2 then
    f.starts := private.catalog_starts(kind, platforms, case when campaigns then asked ->> 'category' end);
  end if;
  -- Most entries are for one of three platforms, so the index walk finds matches quickly.
  f.words := private.search_query(coalesce(asked ->> 'q', ''), array_remove(array[
    case when campaigns and (cardinality(platforms) > 0) then private.filter_word('category', asked ->> 'category') end,
    case when cardinality(platforms) > 2 then (select string_agg(private.filter_word('platform', p), ' ') from unnest(platforms) p) end], null));
  if not campaigns then
    return f;
  end if;
  -- Yesterday's campaigns stay in the table until the schedule completes them.
  f.range := format('o.end_date >= %L', private.today());
  if asked ? 'days' then
    f.range := f.range || format(' and o.end_date <= %L', private.today() + least(3650, greatest(0, (asked ->> 'days')::numeric))::int);
  end if;
  if asked ? 'reward' then
    f.condition := f.condition || format(' and o.currency = %L and o.reward_cents >= %s', currency, least(2000000000, greatest(0, (asked ->> 'reward')::numeric))::int);
  end if;
  if (asked -> 'spots') = 'true' then
    f.condition := f.condition || ' and o.spots > 0';
  end if;
  if (asked -> 'instant') = 'true' then
    -- Applicants of a full campaign wait.
    f.condition := f.condition || ' and o.auto_select and o.spots > 0';
  end if;
  if (asked -> 'hide') = 'true' then
    f.condition := f.condition || format(' and o.id <> all (%L::uuid[])', array(select a.campaign_id from public.applications a where a.tester_id = person and not a._deleted));
  end if;
  blocked := array(select b.org_id from private.organization_blocks b where b.user_id = person);
  if cardinality(blocked) > 0 then
    -- A tester keeps their running tests of an organization that they block.
    f.condition := f.condition || format(' and (o.org_id <> all (%L::uuid[]) or o.id = any (%L::uuid[]))', blocked,
      array(select a.campaign_id from public.applications a where a.tester_id = person and not a._deleted));
  end if;
  return f;
end
$$;

-- A page of campaigns in which those for the asked platforms (`first`) precede all others, each
-- part in the requested order. A cursor with `others` continues in the second part.
create function private.catalog_first(asked jsonb, person uuid, currencies text[], after jsonb, most int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sort constant text := asked ->> 'sort';
  first_page constant boolean := after is null;
  platforms constant text[] := array(select p from unnest('{android,ios,macos,web,windows}'::text[]) p where not asked -> 'first' ? p);
  fits constant private.catalog_filter := private.catalog_filter(asked - 'first' || jsonb_build_object('platforms', asked -> 'first'), person);
  others private.catalog_filter := private.catalog_filter(asked - 'first' || jsonb_build_object('platforms', platforms), person);
  answer jsonb := '{"rows": [], "next": null, "total": null}';
  page jsonb;
begin
  -- Campaigns for all platforms are in the first part.
  others.starts := array(select format('o.platform = %L', p) from unnest(platforms) p);
  if not coalesce(after ? 'others', false) then
    answer := private.catalog_list('campaigns', sort, fits.words, fits.condition, fits.range, fits.starts, currencies, after, most);
    after := null;
  elsif after -> 'others' = 'true' then
    after := after - 'others';
  else
    after := null;
  end if;
  if platforms = '{}' or (answer -> 'next' <> 'null' and not first_page) then
    return answer;
  end if;
  -- At least one row, because the first page also counts the second part.
  page := private.catalog_list('campaigns', sort, others.words, others.condition, others.range, others.starts, currencies, after,
    greatest(1, most - jsonb_array_length(answer -> 'rows')));
  if first_page then
    answer := answer || jsonb_build_object('total', least(1001, (answer ->> 'total')::int + coalesce((page ->> 'total')::int, 0)));
  end if;
  if answer -> 'next' <> 'null' then
    return answer;
  end if;
  if jsonb_array_length(answer -> 'rows') >= most then
    -- The first part ends with this page. The key and id only make it a cursor.
    return answer || jsonb_build_object('next', case when jsonb_array_length(page -> 'rows') > 0
      then '{"others": "start", "key": "", "id": "00000000-0000-0000-0000-000000000000"}'::jsonb end);
  end if;
  return answer || jsonb_build_object('rows', (answer -> 'rows') || (page -> 'rows'),
    'next', case when page -> 'next' <> 'null' then (page -> 'next') || '{"others": true}' end);
end
$$;

create function public.catalog_search(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
declare
  me constant uuid := auth.uid();
  scope constant text := private.catalog_scope();
  asked constant jsonb := jsonb_strip_nulls(request);
  kind constant text := asked ->> 'kind';
  campaigns constant boolean := kind = 'campaigns';
  after constant jsonb := asked -> 'after';
  currency constant text := coalesce(asked ->> 'currency', 'USD');
  currencies constant text[] := case when asked ? 'reward' then array[currency]
    else array(select c from unnest('{USD,EUR,GBP,JPY,CAD}'::text[]) c order by c <> currency, c) end;
  filter private.catalog_filter;
  answer jsonb;
begin
  if me is null then
    perform private.require_rate('catalog:' || private.caller_address(), 300, '5 minutes', 'Too many searches. Please wait a few minutes.');
  end if;
  perform private.reject_if(jsonb_typeof(asked) is distinct from 'object'
    or exists (select 1 from jsonb_each(asked) r where r.key not in ('kind', 'q', 'category', 'platforms', 'currency', 'reward', 'days', 'spots', 'instant', 'hide', 'first', 'sort', 'after'))
    or coalesce(jsonb_typeof(asked -> 'q'), 'string') <> 'string'
    or coalesce(jsonb_typeof(asked -> 'reward'), 'number') <> 'number' or coalesce(jsonb_typeof(asked -> 'days'), 'number') <> 'number'
    or coalesce(jsonb_typeof(asked -> 'spots'), 'boolean') <> 'boolean' or coalesce(jsonb_typeof(asked -> 'hide'), 'boolean') <> 'boolean'
    or coalesce(jsonb_typeof(asked -> 'instant'), 'boolean') <> 'boolean'
    or not coalesce(private.is_text_list(asked -> 'first', 5, 10) and asked -> 'first' <@ '["android", "ios", "web", "windows", "macos"]' and asked -> 'first' <> '[]', true)
    or (asked ? 'first' and (asked ? 'platforms' or not coalesce(campaigns, false)))
    -- An unknown filter would be ignored and return everything.
    or not coalesce(private.is_text_list(asked -> 'platforms', 6, 10) and asked -> 'platforms' <@ ('["android", "ios", "web", "windows", "macos"]' || case when campaigns then '["all"]'::jsonb else '[]' end), true)
    or coalesce(asked ->> 'category', 'travel') not in ('health_fitness', 'shopping', 'productivity', 'education', 'food_drink', 'travel')
    or currency not in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')
    or (after is not null and (not private.is_uuid(after ->> 'id') or coalesce(jsonb_typeof(after -> 'key'), '') not in ('string', 'number'))),
    'invalid', 'kind: campaigns or apps; a known sort; filters as documented.');
  perform private.reject_if(campaigns and private.my_role() is distinct from 'tester',
    'not_allowed', 'Campaigns are for testers.');
  begin
    if asked ? 'first' then
      answer := private.catalog_first(asked, me, currencies, after, 24);
    else
      filter := private.catalog_filter(asked, me);
      answer := private.catalog_list(kind, asked ->> 'sort', filter.words, filter.condition, filter.range, filter.starts, currencies, after, 24);
    end if;
  exception when invalid_datetime_format or datetime_field_overflow or invalid_text_representation or numeric_value_out_of_range then
    perform private.reject('invalid', 'after: what `next` of the page before was.');
  end;
  return answer || jsonb_build_object('epoch', private.epoch(), 'scope', scope, 'now', private.iso_time(clock_timestamp()));
end
$$;
comment on function public.catalog_search(jsonb) is
'Searches public campaigns (testers) or published apps (all callers), 24 cards per page. In: {kind:
campaigns | apps, q: words; those of three letters or more match as prefixes, platforms: [android |
ios | web | windows | macos], any of which matches (campaigns for all platforms always match), sort,
after: the previous `next`}; campaigns also: {category, currency, reward: minimum cents of that
currency, days: ends within this many, spots: only with spots remaining, instant: only those that
accept applicants at once, hide: without those that the caller applied to, first: platforms whose
campaigns precede all others (instead of platforms)}. sort: deadline | newest | reward | spots, or newest | oldest | downloads |
name. Out: {rows, next, total: on the first page, 1001 for more than a thousand, epoch, scope, now}.
A campaign''s card: {id, xid, org_id, developer_name, app_id, icon_path, title, description (200
characters), category, platform, end_date, max_testers, testers_joined, auto_select, effort_minutes,
required_tasks, task_minutes,
reward_model, reward_amount_cents, currency, requirements (200), published_at}; an app''s: {id, xid, org_id,
developer_name, title, description (200), platform, type, icon_path, version, size_bytes, downloads,
published_at}. A page may have fewer than 24 rows although `next` is set. Errors: forbidden,
invalid, not_allowed (campaigns, no tester), rate_limited (signed out: 300 in five minutes per
address).';

create function public.latest_tests() returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.catalog_scope();
  if auth.uid() is null then
    perform private.require_rate('catalog:' || private.caller_address(), 300, '5 minutes', 'Too many searches. Please wait a few minutes.');
  end if;
  return jsonb_build_object('rows', private.catalog_list('campaigns', 'newest', null, 'o.spots > 0', format('o.end_date >= %L', private.today()),
    '{true}', '{}', null, 6) -> 'rows');
end
$$;
comment on function public.latest_tests() is
'The six newest public campaigns that still take testers, for the front page. Out: {rows: cards as
in sync/schema/catalog.ts}. All callers. Errors: rate_limited (signed out: 300 calls in five minutes
per address, together with catalog_search), session_ended and similar.';

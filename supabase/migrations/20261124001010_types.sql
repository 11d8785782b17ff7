-- Schema `private`, and the checks that columns of several tables share.
-- Conventions of every table that devices replicate (tests/sql/bridge.test.ts compares its columns
-- with sync/schema/*.ts):
-- - Enums are text with a check: a new value is one migration and no change of a type.
-- - created_at, updated_at: timestamptz(3). Milliseconds are what travels; with microseconds a
--   value that a device sends back unchanged would look like an edit.
-- - The columns of replication: see private.add_sync_columns.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema public, private to anon, authenticated, service_role;

-- ---- Texts, times and ids ----------------------------------------------------------------------

-- Without what JavaScript's trim() removes, as the forms count. btrim() alone removes spaces only,
-- so a title of five tabs would pass.
create function private.trimmed(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(value, E' \t\n\r\f\x0B\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

-- The order of names that people expect, with or without ICU (the embedded database has none):
-- accents and case aside, numbers by value, "ñ" after "n".
create function private.sort_key(name text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select coalesce(string_agg(case when part[1] ~ '^[0-9]' then lpad(part[1], greatest(12, length(part[1])), '0') else part[1] end, '' order by n), '')
    from regexp_matches(
      regexp_replace(replace(normalize(lower(left(name, 120)), nfd), U&'n\0303', 'n~'), '[\u0300-\u036f]', '', 'g'),
      '([0-9]{1,12}|[^0-9]+)', 'g') with ordinality as found(part, n));
end
$$;
comment on function private.sort_key(text) is
'The key by which a name is sorted, compared byte by byte (collate "C"): folded, numbers padded to 12
digits. Only for order, never shown.';

-- A time that a device can hold: no infinity, a year of four digits. One such row would break its
-- readers' devices.
create function private.is_instant(value timestamptz) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value is null or (value >= '1900-01-01 00:00:00+00'::timestamptz and value < '9999-12-31 00:00:00+00'::timestamptz)
$$;

create function private.today() returns date
language plpgsql stable set search_path = '' as $$
begin
  return (now() at time zone 'utc')::date;
end
$$;

create function private.is_uuid(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(value ~ '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$', false);
end
$$;

-- A text as an id; null: it is none.
create function private.as_uuid(value text) returns uuid
language sql immutable parallel safe set search_path = '' as $$ select case when private.is_uuid(value) then value::uuid end $$;

-- ---- Shapes of JSON columns --------------------------------------------------------------------

create function private.is_text_list(list jsonb, max_items int, max_length int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= max_items
    and not exists (
      select 1 from jsonb_array_elements(list) as item
      where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') > max_length)
  end
$$;

create function private.is_tags(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when not private.is_text_list(list, 10, 30) then false else
    not exists (select 1 from jsonb_array_elements_text(list) as tag where tag = '' or tag <> private.trimmed(tag))
    and (select count(distinct lower(tag)) from jsonb_array_elements_text(list) as tag) = jsonb_array_length(list)
  end
$$;
comment on function private.is_tags(jsonb) is
'Is it a list of at most 10 tags? Each trimmed, of 1 to 30 characters, and none twice, whatever its case.';

create function private.is_uuid_list(list jsonb, max_items int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= max_items
    and not exists (select 1 from jsonb_array_elements(list) as item where jsonb_typeof(item) <> 'string' or not private.is_uuid(item #>> '{}'))
  end
$$;

-- An object with exactly these text keys, each at most max_length long.
create function private.is_text_object(value jsonb, keys text[], max_length int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) is distinct from 'object' then false else
    (select coalesce(array_agg(k order by k), '{}') from jsonb_object_keys(value) as k)
      = (select array_agg(k order by k) from unnest(keys) as k)
    and not exists (
      select 1 from jsonb_each(value) as pair
      where jsonb_typeof(pair.value) <> 'string' or char_length(pair.value #>> '{}') > max_length)
  end
$$;

-- A flat object of small scalars (settings, the data of a notification).
create function private.is_flat(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 50
    and not exists (
      select 1 from jsonb_each(value) as pair
      where jsonb_typeof(pair.value) in ('object', 'array') or char_length(pair.value #>> '{}') > 400)
  end
$$;

-- A whole number of pixels, or null.
create function private.is_length(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case coalesce(jsonb_typeof(value), '') when 'null' then true
    when 'number' then value::numeric between 1 and 2147483647 and value::numeric % 1 = 0
    else false end
$$;

create function private.is_devices(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= 50
    and not exists (
      select 1 from jsonb_array_elements(list) as item
      where not private.is_text_object(item, array['id', 'name', 'platform', 'os'], 80)
         or not private.is_uuid(item ->> 'id')
         or char_length(item ->> 'platform') > 40)
  end
$$;

create function private.is_screening(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= 30
    and not exists (
      select 1 from jsonb_array_elements(list) as item
      where jsonb_typeof(item) <> 'object'
         or not private.is_uuid(item ->> 'id')
         or coalesce(jsonb_typeof(item -> 'question'), '') <> 'string'
         or char_length(item ->> 'question') > 300 or private.trimmed(item ->> 'question') = ''
         or coalesce(item ->> 'kind', '') not in ('yes_no', 'choice', 'text')
         or not coalesce(private.is_text_list(item -> 'options', 20, 120), false)
         or (item ->> 'kind' = 'choice' and jsonb_array_length(item -> 'options') < 2)
         or (item ? 'pass' and not coalesce(private.is_text_list(item -> 'pass', 20, 120), false))
         or coalesce(jsonb_typeof(item -> 'required'), '') <> 'boolean'
         -- No other keys: no device would ever read them.
         or (select count(*) from jsonb_object_keys(item - 'pass')) <> 5)
  end
$$;

create function private.is_answers(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= 30
    and not exists (
      select 1 from jsonb_array_elements(list) as item
      where not private.is_text_object(item, array['question_id', 'value'], 2000)
         or not private.is_uuid(item ->> 'question_id'))
  end
$$;

create function private.is_attachments(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= 20
    and not exists (
      select 1 from jsonb_array_elements(list) as item
      where jsonb_typeof(item) <> 'object'
         or not private.is_uuid(item ->> 'id')
         or coalesce(jsonb_typeof(item -> 'name'), '') <> 'string' or char_length(item ->> 'name') > 255
         or coalesce(jsonb_typeof(item -> 'type'), '') <> 'string' or char_length(item ->> 'type') > 100
         or coalesce(item ->> 'sha256', '') !~ '^[0-9a-f]{64}$'
         or case when jsonb_typeof(item -> 'size') = 'number'
                 then (item ->> 'size')::numeric not between 1 and 52428800 or (item ->> 'size')::numeric % 1 <> 0
                 else true end
         or not private.is_length(item -> 'width') or not private.is_length(item -> 'height')
         or (select count(*) from jsonb_object_keys(item)) <> 7)
  end
$$;

create function private.is_billing(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(value) = 'object'
    and coalesce(value ->> 'plan', '') in ('free', 'pro', 'team')
    and coalesce(jsonb_typeof(value -> 'payment_method'), '') = 'string' and char_length(value ->> 'payment_method') <= 120
    -- An impossible date (2026-13-99) would make the row unreadable on every device that holds it.
    and (value -> 'next_billing_date' = 'null'::jsonb
      or coalesce(value ->> 'next_billing_date', '') ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$')
    and (select count(*) from jsonb_object_keys(value)) = 3
$$;

-- What a person saves (replies, searches, views, templates): a form saves half as many as the
-- server takes. Two devices that were both full without a network are united, and nothing is lost.

create function private.is_saved_replies(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 100
    and not exists (
      select 1 from jsonb_each(value) as pair
      where char_length(pair.key) not between 1 and 36 or jsonb_typeof(pair.value) <> 'object'
         or not pair.value ?& '{kind,language,text}' or (pair.value - '{kind,language,text}'::text[]) <> '{}'
         or coalesce(pair.value ->> 'kind', '') not in ('changes', 'reject', 'duplicate', 'comment')
         or coalesce(pair.value ->> 'language', '') not in ('en', 'es')
         or jsonb_typeof(pair.value -> 'text') <> 'string'
         or char_length(pair.value ->> 'text') not between 1 and 1000)
  end
$$;
comment on function private.is_saved_replies(jsonb) is
'Is it {id: {kind, language, text}}? At most 100, of 1 to 1,000 characters.';

-- The filters of Available Tests. A search without one would be the whole list.
create function private.is_test_search(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) is distinct from 'object' or value = '{}' then false else
    not exists (
      select 1 from jsonb_each(value) as pair
      where not case pair.key
        when 'q' then jsonb_typeof(pair.value) = 'string' and char_length(pair.value #>> '{}') between 1 and 200
        when 'category' then jsonb_typeof(pair.value) = 'string'
          and pair.value #>> '{}' in ('health_fitness', 'shopping', 'productivity', 'education', 'food_drink', 'travel')
        when 'platform' then jsonb_typeof(pair.value) = 'string' and pair.value #>> '{}' in ('android', 'ios', 'web', 'windows', 'macos')
        when 'currency' then jsonb_typeof(pair.value) = 'string' and pair.value #>> '{}' in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')
        when 'reward' then private.is_length(pair.value) and pair.value <> 'null'
        when 'days' then private.is_length(pair.value) and pair.value <> 'null'
        when 'spots' then pair.value = 'true'
        when 'hide' then pair.value = 'true'
        when 'mine' then pair.value = 'true'
        else false end)
  end
$$;
comment on function private.is_test_search(jsonb) is
'Are these filters of Available Tests? At least one of {q, category, platform, currency, reward, days,
spots, hide, mine}, as in the address of the screen.';

create function private.is_saved_searches(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= 40
    and not exists (
      select 1 from jsonb_array_elements(list) as item
      where case when jsonb_typeof(item) <> 'object' then true else
        not item ?& '{id,name,search,alert}' or (item - '{id,name,search,alert}'::text[]) <> '{}'
        or not private.is_uuid(item ->> 'id')
        or jsonb_typeof(item -> 'name') <> 'string' or char_length(item ->> 'name') > 60 or private.trimmed(item ->> 'name') = ''
        or not private.is_test_search(item -> 'search')
        or jsonb_typeof(item -> 'alert') <> 'boolean' end)
  end
$$;
comment on function private.is_saved_searches(jsonb) is
'Is it [{id, name, search, alert}]? At most 40, with names of 1 to 60 characters.';

create function private.is_saved_views(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 40
    and not exists (
      select 1 from jsonb_each(value) as pair
      where char_length(pair.key) not between 1 and 36 or jsonb_typeof(pair.value) <> 'object'
         or not pair.value ?& '{name,search}' or (pair.value - '{name,search}'::text[]) <> '{}'
         or jsonb_typeof(pair.value -> 'name') <> 'string'
         or char_length(pair.value ->> 'name') not between 1 and 60
         or not private.is_flat(pair.value -> 'search'))
  end
$$;
comment on function private.is_saved_views(jsonb) is
'Is it {id: {name, search}}? At most 40; a name has 1 to 60 characters.';

create function private.is_saved_templates(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 40
    and octet_length(value::text) <= 1000000
    and not exists (
      select 1 from jsonb_each(value) as pair
      where char_length(pair.key) not between 1 and 36
         or case when jsonb_typeof(pair.value) <> 'object' then true else
           not private.is_text_object(pair.value - '{screening,effort_minutes}'::text[],
             '{name,description,requirements,instructions,agreement}', 20000)
           or char_length(pair.value ->> 'name') not between 1 and 60
           or char_length(pair.value ->> 'description') > 5000
           or char_length(pair.value ->> 'requirements') > 2000
           or case when private.is_screening(pair.value -> 'screening')
             then exists (select 1 from jsonb_array_elements(pair.value -> 'screening') q where not q ? 'pass') else true end
           or case when private.is_length(pair.value -> 'effort_minutes')
             then (pair.value ->> 'effort_minutes')::numeric not between 5 and 480 else true end end)
  end
$$;
comment on function private.is_saved_templates(jsonb) is
'Is it {id: {name, description, requirements, instructions, agreement, screening, effort_minutes (or
null)}}? At most 40 and a megabyte; a name has 1 to 60 characters, the rest as in a campaign.';

create function private.is_preferences(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 50
    and not exists (
      select 1 from jsonb_each(value) as pair
      where char_length(pair.key) > 60 or jsonb_typeof(pair.value) <> 'array'
         or not pair.value <@ '["in_app", "email", "push"]'::jsonb or jsonb_array_length(pair.value) > 3)
  end
$$;

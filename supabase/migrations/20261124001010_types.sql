-- Schema `private`, and the checks that columns of several tables share.
--
-- Conventions of replicated tables (tests/sql/bridge.test.ts compares them with sync/schema/*.ts):
-- - An enum is a text with a check, so a new value needs no change of type.
-- - created_at and updated_at are timestamptz(3). Devices send milliseconds; with microseconds an
--   unchanged value would look like an edit.
-- - private.add_sync_columns adds the replication columns.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema public, private to anon, authenticated, service_role;

-- Removes spaces and zero-width characters at both ends; empty when nothing in the text is visible.
-- Keeps variation selectors, which belong to the emoji before them. Same characters as in
-- sync/inputs/single-line.ts (tests/sql/lines.test.ts compares them). btrim() alone removes only
-- spaces, so a title of five tabs or of U+3164 would pass.
create function private.trimmed(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when value ~ ('^[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F'
      '\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
      '\U000E0000-\U000E0FFF]*$') then ''
    else btrim(value, E' \t\n\r\f\x0B\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
      '\u00AD\u061C\u115F\u1160\u180E\u200B\u200C\u200D\u200E\u200F\u2060\u2061\u2062\u2063\u2064\u2800\u3164\uFFA0') end
$$;

-- True unless the text has line breaks, control characters or direction marks, which reorder the
-- adjacent text.
create function private.is_line(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value is null or value !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]'
$$;

-- Makes one line of a text that no form has checked, such as the name from a social login.
create function private.one_line(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.trimmed(regexp_replace(value, '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]+', ' ', 'g'))
$$;

-- Limits per kind: far above normal use, and low enough to keep one person from filling another
-- person's device, queue or mailbox.
create function private.most(what text) returns int
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  limit_of constant int := case what
    -- Rows that a person may create per day.
    when 'apps' then 500 when 'releases' then 500 when 'campaigns' then 500 when 'briefs' then 500 when 'applications' then 500
    when 'feedback' then 2000 when 'comments' then 2000 when 'payouts' then 100 when 'flags' then 100
    -- Log entries that a person may cause per day.
    when 'log entries' then 10000
    -- Rows that a person or an organization may have at the same time.
    when 'draft reports' then 2000 when 'draft campaigns' then 500 when 'draft apps' then 500 when 'public campaigns' then 1000 when 'open flags' then 200
    -- E-mails and push messages to one person: per hour from one sender, per day from all.
    when 'email of one' then 20 when 'email' then 300 when 'push of one' then 60 when 'push' then 1000
    -- Invitations to one address per day: from one sender, from all.
    when 'invitation of one' then 5 when 'invitation' then 20
    -- E-mails to one person about changes of the login, per kind and day.
    when 'login notice' then 10
    end;
begin
  -- A comparison with null would pass every check.
  if limit_of is null then raise exception 'no limit of "%"', what; end if;
  return limit_of;
end
$$;

-- The normalized form of sync/inputs/email-address.ts, which documents what it excludes and why
-- (tests/fixtures/email-cases.ts tests both). SQL cannot map an internationalized domain to its
-- `xn--` form: the callers do, and SQL rejects any other spelling.
create function private.is_email(address text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(char_length(address) <= 254 and strpos(address, '@') <= 65 and strpos(address, '''@') = 0
    and address ~ ('^(?![''-])[a-z0-9#$&''*+/=^_{}~-]+(\.[a-z0-9#$&''*+/=^_{}~-]+)*'
      '@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(xn--[a-z0-9-]{0,58}[a-z0-9]|[a-z]{2,63})$'), false)
$$;

-- Normalizes a typed address; null when it is invalid.
create function private.email_of(typed text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when private.is_email(folded) then folded end
  -- ASCII only: in some locales lower() maps "İ" to "i".
  from translate(btrim(typed, E' \t\n\r\f\x0B\u00A0\u3000\uFEFF'), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz') folded
$$;

-- Maps the spellings of a normalized address that reach the same person to one key: without "+tag",
-- and without the dots that Gmail ignores. Blocks and limits compare it; nothing is sent to it.
create function private.mailbox_of(address text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(person, '.', '') || '@gmail.com' else person || '@' || domain end
  from split_part(split_part(address, '@', 1), '+', 1) person, split_part(address, '@', 2) domain
$$;

-- Sort key of a name, never shown: ignores accents and case, compares numbers by value, puts "ñ"
-- after "n". The same with and without ICU, which the embedded database lacks. Compared byte by
-- byte (collate "C").
create function private.sort_key(name text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select coalesce(string_agg(case when part[1] ~ '^[0-9]' then lpad(part[1], greatest(12, length(part[1])), '0') else part[1] end, '' order by n), '')
    from regexp_matches(
      regexp_replace(replace(normalize(lower(left(name, 120)), nfd), U&'n\0303', 'n~'), '[\u0300-\u036f]', '', 'g'),
      '([0-9]{1,12}|[^0-9]+)', 'g') with ordinality as found(part, n));
end
$$;

-- True for a time that a device can store: finite, with a four-digit year. Any other would make the
-- row unreadable on devices.
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

-- The first and last id that a short code stands for: ten digits of Crockford's base 32 for the
-- first 48 bits. Null for every other text. Same codes as sync/schema/short-codes.ts.
create function private.ids_of_code(code text) returns uuid[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  digits constant text := translate(lower(code), 'oil', '011');
  bits bigint := 0;
  hex text;
begin
  if coalesce(digits !~ '^[0-7][0-9a-hjkmnp-tv-z]{9}$', true) then return null; end if;
  for n in 1 .. 10 loop
    bits := bits * 32 + strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(digits, n, 1)) - 1;
  end loop;
  hex := lpad(to_hex(bits), 12, '0');
  return array[(hex || repeat('0', 20))::uuid, (hex || repeat('f', 20))::uuid];
end
$$;

create function private.as_uuid(value text) returns uuid
language sql immutable parallel safe set search_path = '' as $$ select case when private.is_uuid(value) then value::uuid end $$;

create function private.is_text_list(list jsonb, max_items int, max_length int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= max_items
    and not exists (
      select 1 from jsonb_array_elements(list) as item
      where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') > max_length)
  end
$$;

-- True when the text is the path of a stored object: its owner's id, folders and a name. Rejects
-- dot segments and URL syntax, because functions build calls with the service key from it. Same
-- rule as isObjectPath in supabase/functions/_shared/storage-path.ts.
create function private.is_object_path(path text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/[A-Za-z0-9_!.*''() &$=@;:+,-]+)+$'
    and not string_to_array(path, '/') && '{.,..}', false)
$$;

create function private.is_object_path_list(list jsonb, max_items int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when not private.is_text_list(list, max_items, 400) then false else
    not exists (select 1 from jsonb_array_elements_text(list) as path where not private.is_object_path(path))
  end
$$;

create function private.is_line_list(list jsonb, max_items int, max_length int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when not private.is_text_list(list, max_items, max_length) then false else
    not exists (select 1 from jsonb_array_elements_text(list) as item where not private.is_line(item)) end
$$;

-- True for at most 10 tags, each trimmed and of 1 to 30 characters, unique regardless of case.
create function private.is_tags(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when not private.is_line_list(list, 10, 30) then false else
    not exists (select 1 from jsonb_array_elements_text(list) as tag where tag = '' or tag <> private.trimmed(tag))
    and (select count(distinct lower(tag)) from jsonb_array_elements_text(list) as tag) = jsonb_array_length(list)
  end
$$;

create function private.is_uuid_list(list jsonb, max_items int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= max_items
    and not exists (select 1 from jsonb_array_elements(list) as item where jsonb_typeof(item) <> 'string' or not private.is_uuid(item #>> '{}'))
  end
$$;

-- True for an object with exactly these text keys, each at most max_length long.
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

create function private.is_line_object(value jsonb, keys text[], max_length int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when not private.is_text_object(value, keys, max_length) then false else
    not exists (select 1 from jsonb_each_text(value) as pair where not private.is_line(pair.value)) end
$$;

-- True for a flat object of small scalars (settings, the data of a notification).
create function private.is_flat(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 50
    and not exists (
      select 1 from jsonb_each(value) as pair
      where jsonb_typeof(pair.value) in ('object', 'array') or char_length(pair.value #>> '{}') > 400)
  end
$$;

-- True for a whole number of pixels, or null.
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
      where not private.is_line_object(item, array['id', 'name', 'platform', 'os'], 80)
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
         or char_length(item ->> 'question') > 300 or private.trimmed(item ->> 'question') = '' or not private.is_line(item ->> 'question')
         or coalesce(item ->> 'kind', '') not in ('yes_no', 'choice', 'text')
         or not coalesce(private.is_line_list(item -> 'options', 20, 120), false)
         or (item ->> 'kind' = 'choice' and jsonb_array_length(item -> 'options') < 2)
         or (item ? 'pass' and not coalesce(private.is_text_list(item -> 'pass', 20, 120), false))
         or coalesce(jsonb_typeof(item -> 'required'), '') <> 'boolean'
         -- Devices read no other keys.
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
         or coalesce(jsonb_typeof(item -> 'name'), '') <> 'string' or char_length(item ->> 'name') > 255 or not private.is_line(item ->> 'name')
         or coalesce(jsonb_typeof(item -> 'type'), '') <> 'string' or char_length(item ->> 'type') > 100 or not private.is_line(item ->> 'type')
         or coalesce(item ->> 'sha256', '') !~ '^[0-9a-f]{64}$'
         or case when jsonb_typeof(item -> 'size') = 'number'
                 then (item ->> 'size')::numeric not between 1 and 52428800 or item ->> 'size' !~ '^[0-9]+$'
                 else true end
         or not private.is_length(item -> 'width') or not private.is_length(item -> 'height')
         or (select count(*) from jsonb_object_keys(item)) <> 7)
  end
$$;

create function private.is_billing(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(value) = 'object'
    and coalesce(value ->> 'plan', '') in ('free', 'pro', 'team')
    and coalesce(jsonb_typeof(value -> 'payment_method'), '') = 'string' and char_length(value ->> 'payment_method') <= 120 and private.is_line(value ->> 'payment_method')
    -- An impossible date (2026-13-99) would make the row unreadable on every device that holds it.
    and (value -> 'next_billing_date' = 'null'::jsonb
      or coalesce(value ->> 'next_billing_date', '') ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$')
    and (select count(*) from jsonb_object_keys(value)) = 3
$$;

-- Saved replies, searches, views and templates. The form allows half as many as the server, so the
-- union of two devices that were both full offline still fits.

-- True for {id: {kind, language, text}}: at most 100 entries, each text 1 to 1,000 characters.
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

-- True for filters of Available Tests: at least one of {q, category, platform, currency, reward,
-- days, spots, instant, hide, mine}, as in the screen's address. A search without a filter would
-- return the whole list.
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
        when 'instant' then pair.value = 'true'
        when 'hide' then pair.value = 'true'
        when 'mine' then pair.value = 'true'
        else false end)
  end
$$;

-- True for [{id, name, search, alert}]: at most 40 entries, names of 1 to 60 characters.
create function private.is_saved_searches(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= 40
    and not exists (
      select 1 from jsonb_array_elements(list) as item
      where case when jsonb_typeof(item) <> 'object' then true else
        not item ?& '{id,name,search,alert}' or (item - '{id,name,search,alert}'::text[]) <> '{}'
        or not private.is_uuid(item ->> 'id')
        or jsonb_typeof(item -> 'name') <> 'string' or char_length(item ->> 'name') > 60 or private.trimmed(item ->> 'name') = '' or not private.is_line(item ->> 'name')
        or not private.is_test_search(item -> 'search')
        or jsonb_typeof(item -> 'alert') <> 'boolean' end)
  end
$$;

-- True for {id: {name, search}}: at most 40 entries, names of 1 to 60 characters.
create function private.is_saved_views(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 40
    and not exists (
      select 1 from jsonb_each(value) as pair
      where char_length(pair.key) not between 1 and 36 or jsonb_typeof(pair.value) <> 'object'
         or not pair.value ?& '{name,search}' or (pair.value - '{name,search}'::text[]) <> '{}'
         or jsonb_typeof(pair.value -> 'name') <> 'string'
         or char_length(pair.value ->> 'name') > 60 or private.trimmed(pair.value ->> 'name') = '' or not private.is_line(pair.value ->> 'name')
         or not private.is_flat(pair.value -> 'search'))
  end
$$;

-- True for {id: {name, description, requirements, instructions, agreement, screening,
-- effort_minutes (or null)}}: at most 40 entries and 1 MB, names of 1 to 60 characters, the other
-- limits as in a campaign.
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
           or char_length(pair.value ->> 'name') > 60 or private.trimmed(pair.value ->> 'name') = '' or not private.is_line(pair.value ->> 'name')
           or char_length(pair.value ->> 'description') > 5000
           or char_length(pair.value ->> 'requirements') > 2000
           or case when private.is_screening(pair.value -> 'screening')
             then exists (select 1 from jsonb_array_elements(pair.value -> 'screening') q where not q ? 'pass') else true end
           or case when private.is_length(pair.value -> 'effort_minutes')
             then (pair.value ->> 'effort_minutes')::numeric not between 5 and 480 else true end end)
  end
$$;

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

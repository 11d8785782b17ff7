-- Chapter 1: types and tables.
-- The columns that a device replicates are those of sync/schema/*.ts (tests/sql/bridge.test.ts compares both). Enums are text with a
-- check, so that a new value is one migration and no type change. Nothing here grants anything: that is chapter 4.
--
-- Every replicated table ends with the same six columns:
--   created_at, updated_at   timestamptz(3): milliseconds, because that is what travels. With microseconds a value that a device sends
--                            back unchanged would look like an edit.
--   _deleted                 a tombstone; nothing replicated is hard-deleted while a device may not have seen it
--   sync_xid                 the transaction that wrote the row last (chapter 5)
--   sync_client, sync_seq    the store and the edit that wrote it last; '' when the server did

create schema if not exists private;
revoke all on schema private from public;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Shapes of JSON columns. PostgreSQL has no type for "a list of texts of at most n characters"; without these checks a hostile client
-- could store a megabyte in a device's name, and every reader's schema would then refuse the row.

-- Without what JavaScript's trim() takes away, which the forms count with. btrim() alone takes spaces: a title of five tabs would pass.
create function private.trimmed(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(value, E' \t\n\r\f\x0B\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

-- A time that a device can hold: no infinity, no year that has not four digits. One such row, and its readers' devices could not take it.
create function private.is_instant(value timestamptz) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value is null or (value >= '1900-01-01 00:00:00+00'::timestamptz and value < '9999-12-31 00:00:00+00'::timestamptz)
$$;

create function private.is_text_list(list jsonb, max_items int, max_length int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= max_items
    and not exists (
      select 1 from jsonb_array_elements(list) as item
      where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') > max_length)
  end
$$;

create function private.is_uuid(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(value ~ '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$', false)
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
         or not coalesce(private.is_text_list(item -> 'pass', 20, 120), false)
         or coalesce(jsonb_typeof(item -> 'required'), '') <> 'boolean'
         -- Nothing else beside them: what no device reads, nobody would ever find.
         or (select count(*) from jsonb_object_keys(item)) <> 6)
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

-- A whole number of pixels, or null.
create function private.is_length(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case coalesce(jsonb_typeof(value), '') when 'null' then true
    when 'number' then value::numeric between 1 and 2147483647 and value::numeric % 1 = 0
    else false end
$$;

create function private.is_uuid_list(list jsonb, max_items int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= max_items
    and not exists (select 1 from jsonb_array_elements(list) as item where jsonb_typeof(item) <> 'string' or not private.is_uuid(item #>> '{}'))
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
    -- A day that is none (2026-13-99) would make the row unreadable on every device that holds it.
    and (value -> 'next_billing_date' = 'null'::jsonb
      or coalesce(value ->> 'next_billing_date', '') ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$')
    and (select count(*) from jsonb_object_keys(value)) = 3
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

-- A flat object of small scalars (settings, what a notification says).
create function private.is_flat(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 50
    and not exists (
      select 1 from jsonb_each(value) as pair
      where jsonb_typeof(pair.value) in ('object', 'array') or char_length(pair.value #>> '{}') > 400)
  end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- People. No foreign key to auth.users: the ledger outlives a deleted login (chapter 8 anonymises instead).

create table public.profiles (
  id uuid primary key,
  name text not null default 'User' check (char_length(name) <= 120),
  email text not null default '' check (char_length(email) <= 320),
  role text not null default 'tester' check (role in ('tester', 'developer', 'admin')),
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  avatar_path text not null default '' check (char_length(avatar_path) <= 400),
  bio text not null default '' check (char_length(bio) <= 2000),
  devices jsonb not null default '[]' check (private.is_devices(devices)),
  expertise jsonb not null default '[]' check (private.is_text_list(expertise, 50, 60)),
  company text not null default '' check (char_length(company) <= 120),
  website text not null default '' check (char_length(website) <= 400),
  social_links jsonb not null default '{"github": "", "twitter": "", "linkedin": ""}'
    check (private.is_text_object(social_links, array['github', 'twitter', 'linkedin'], 100)),
  karma int not null default 0,
  rating numeric(3, 2) check (rating between 1 and 5),
  tests_completed int not null default 0 check (tests_completed >= 0),
  last_sign_in_at timestamptz(3),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0),
  constraint profiles_name_min check (_deleted or char_length(private.trimmed(name)) >= 2),
  -- A `javascript:` address would run as a link on somebody else's screen.
  constraint profiles_website_scheme check (website = '' or website ~* '^https?://')
);

create table public.accounts (
  id uuid primary key references public.profiles (id),
  email text not null default '' check (char_length(email) <= 320),
  paypal_email text not null default '' check (char_length(paypal_email) <= 320),
  language text not null default 'en' check (language in ('en', 'es')),
  billing jsonb not null default '{"plan": "free", "next_billing_date": null, "payment_method": ""}'
    check (private.is_billing(billing)),
  notification_preferences jsonb not null default '{}' check (private.is_preferences(notification_preferences)),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0),
  constraint accounts_paypal_shape check (paypal_email = '' or paypal_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$')
);

create table public.settings (
  id uuid primary key,
  section text not null unique check (section in ('general', 'security', 'notifications', 'payments', 'branding')),
  "values" jsonb not null check (private.is_flat("values")),
  saved_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0)
);

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The app store.

create table public.apps (
  id uuid primary key,
  developer_id uuid not null references public.profiles (id),
  developer_name text not null default '' check (char_length(developer_name) <= 120),
  title text not null check (char_length(title) <= 120),
  description text not null default '' check (char_length(description) <= 5000),
  platform text not null default 'android' check (platform in ('android', 'ios', 'windows', 'macos', 'web')),
  type text not null default 'APK' check (type in ('APK', 'IPA', 'EXE', 'DMG', 'WEB')),
  icon_path text not null default '' check (char_length(icon_path) <= 400),
  screenshots jsonb not null default '[]' check (private.is_text_list(screenshots, 20, 400)),
  requirements jsonb not null default '[]' check (private.is_text_list(requirements, 30, 200)),
  compatibility text not null default '' check (char_length(compatibility) <= 400),
  status text not null default 'draft' check (status in ('draft', 'published', 'hidden')),
  version text not null default '' check (char_length(version) <= 40),
  changelog text not null default '' check (char_length(changelog) <= 10000),
  size_bytes bigint not null default 0 check (size_bytes between 0 and 9007199254740991),
  downloads int not null default 0 check (downloads >= 0),
  published_at timestamptz(3),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0),
  constraint apps_title_min check (_deleted or char_length(private.trimmed(title)) >= 1)
);

create table public.releases (
  id uuid primary key,
  app_id uuid not null references public.apps (id),
  developer_id uuid not null references public.profiles (id),
  version text not null default '' check (char_length(version) <= 40),
  notes text not null default '' check (char_length(notes) <= 10000),
  file_name text not null default '' check (char_length(file_name) <= 255),
  file_path text not null default '' check (char_length(file_path) <= 400),
  content_type text not null default '' check (char_length(content_type) <= 100),
  size_bytes bigint not null default 0 check (size_bytes between 0 and 9007199254740991),
  sha256 text not null default '' check (char_length(sha256) <= 64),
  status text not null default 'draft' check (status in ('draft', 'published')),
  downloads int not null default 0 check (downloads >= 0),
  published_at timestamptz(3),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0),
  constraint releases_sha256_shape check (sha256 = '' or sha256 ~ '^[0-9a-f]{64}$'),
  -- The storage policy opens the object that a readable release names. Without this a developer could name another developer's
  -- private build in a release of their own and read it.
  constraint releases_own_folder check (file_path = '' or file_path like developer_id::text || '/%')
);

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The work: campaigns, briefs, applications, reports, comments.

create table public.campaigns (
  id uuid primary key,
  developer_id uuid not null references public.profiles (id),
  developer_name text not null default '' check (char_length(developer_name) <= 120),
  app_id uuid references public.apps (id),
  title text not null check (char_length(title) <= 120),
  description text not null check (char_length(description) <= 5000),
  category text not null default 'productivity'
    check (category in ('health_fitness', 'shopping', 'productivity', 'education', 'food_drink', 'travel')),
  platform text not null default 'all' check (platform in ('all', 'android', 'ios', 'web', 'windows', 'macos')),
  start_date date not null,
  end_date date not null,
  max_testers int not null default 25 check (max_testers between 1 and 10000),
  reward_model text not null default 'testing' check (reward_model in ('testing', 'downloading', 'suggestions')),
  reward_amount_cents int not null default 1500 check (reward_amount_cents >= 0),
  currency text not null default 'USD' check (currency in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')),
  requirements text not null default '' check (char_length(requirements) <= 2000),
  auto_select boolean not null default true,
  screening jsonb not null default '[]' check (private.is_screening(screening)),
  agreement text not null default '' check (char_length(agreement) <= 20000),
  agreement_version int not null default 0 check (agreement_version >= 0),
  review_days int not null default 7 check (review_days between 1 and 60),
  status text not null default 'draft' check (status in ('draft', 'active', 'completed', 'archived')),
  published_at timestamptz(3),
  completed_at timestamptz(3),
  testers_joined int not null default 0 check (testers_joined >= 0),
  feedback_count int not null default 0 check (feedback_count >= 0),
  new_feedback_count int not null default 0 check (new_feedback_count >= 0),
  progress int not null default 0 check (progress between 0 and 100),
  hidden boolean not null default false,
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0),
  -- V4. They hold for drafts too: the form creates a draft only when its four tabs are valid, and the API refuses what the form refuses.
  constraint campaigns_title_min check (char_length(private.trimmed(title)) >= 5),
  constraint campaigns_description_min check (char_length(private.trimmed(description)) >= 20),
  constraint campaigns_dates_order check (end_date >= start_date),
  constraint campaigns_dates_range check (start_date >= '1900-01-01' and end_date <= '9999-12-31'),
  constraint campaigns_reward_min check (reward_amount_cents >= 100),
  constraint campaigns_reward_max check (reward_amount_cents <= 100000000)
);

create table public.briefs (
  id uuid primary key references public.campaigns (id),
  developer_id uuid not null references public.profiles (id),
  instructions text not null default '' check (char_length(instructions) <= 20000),
  build_url text not null default '' check (char_length(build_url) <= 2000),
  release_id uuid references public.releases (id),
  known_issues jsonb not null default '[]' check (jsonb_typeof(known_issues) = 'array'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0),
  constraint briefs_build_url_scheme check (build_url = '' or build_url ~* '^https?://[^\s/?#]')
);

create table public.applications (
  id uuid primary key,
  campaign_id uuid not null references public.campaigns (id),
  campaign_title text not null default '' check (char_length(campaign_title) <= 120),
  tester_id uuid not null references public.profiles (id),
  developer_id uuid not null references public.profiles (id),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'rejected', 'withdrawn', 'removed', 'completed')),
  card jsonb not null default '{}' check (jsonb_typeof(card) = 'object'),
  message text not null default '' check (char_length(message) <= 2000),
  answers jsonb not null default '[]' check (private.is_answers(answers)),
  agreement_version int not null default 0 check (agreement_version >= 0),
  agreement_accepted_at timestamptz(3) check (private.is_instant(agreement_accepted_at)),
  reason text not null default '' check (char_length(reason) <= 1000),
  selection_note text not null default '' check (char_length(selection_note) <= 200),
  applied_at timestamptz(3) not null default now() check (private.is_instant(applied_at)),
  decided_at timestamptz(3),
  accepted_at timestamptz(3),
  downloaded_at timestamptz(3) check (private.is_instant(downloaded_at)),
  -- Known issues that the tester sees too: the ids of their reports.
  confirmed_issues jsonb not null default '[]' check (private.is_uuid_list(confirmed_issues, 200)),
  completed_at timestamptz(3),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0),
  unique (campaign_id, tester_id)
);

create table public.feedback (
  id uuid primary key,
  campaign_id uuid not null references public.campaigns (id),
  campaign_title text not null default '' check (char_length(campaign_title) <= 120),
  application_id uuid not null references public.applications (id),
  tester_id uuid not null references public.profiles (id),
  tester_name text not null default '' check (char_length(tester_name) <= 120),
  developer_id uuid not null references public.profiles (id),
  release_id uuid references public.releases (id),
  type text not null default 'bug' check (type in ('bug', 'feature', 'usability')),
  rating int not null default 0 check (rating between 0 and 5),
  summary text not null default '' check (char_length(summary) <= 200),
  details text not null default '' check (char_length(details) <= 10000),
  steps text not null default '' check (char_length(steps) <= 10000),
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  device text not null default '' check (char_length(device) <= 200),
  attachments jsonb not null default '[]' check (private.is_attachments(attachments)),
  uploaded jsonb not null default '[]' check (private.is_text_list(uploaded, 100, 36)),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'approved', 'rejected', 'changes_requested')),
  usefulness int not null default 0 check (usefulness between 0 and 5),
  reason_code text not null default '' check (reason_code in
    ('', 'duplicate', 'not_reproducible', 'did_not_follow_instructions', 'out_of_scope', 'works_as_designed', 'other')),
  reason text not null default '' check (char_length(reason) <= 2000),
  duplicate_of uuid references public.feedback (id),
  known boolean not null default false,
  reproductions int not null default 0 check (reproductions >= 0),
  captured_at timestamptz(3) not null default now() check (private.is_instant(captured_at)),
  received_at timestamptz(3),
  reviewed_at timestamptz(3),
  due_at timestamptz(3),
  hidden boolean not null default false,
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0)
);

create table public.comments (
  id uuid primary key,
  feedback_id uuid not null references public.feedback (id),
  author_id uuid not null references public.profiles (id),
  author_name text not null default '' check (char_length(author_name) <= 120),
  tester_id uuid not null references public.profiles (id),
  developer_id uuid not null references public.profiles (id),
  body text not null check (char_length(body) <= 5000),
  internal boolean not null default false,
  captured_at timestamptz(3) not null default now() check (private.is_instant(captured_at)),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0),
  constraint comments_body_min check (char_length(private.trimmed(body)) >= 1)
);

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Money. A reward's id is a UUIDv5 of what it is paid for (chapter 3): the primary key itself makes a second payment impossible.

create table public.payouts (
  id uuid primary key,
  tester_id uuid not null references public.profiles (id),
  tester_name text not null default '' check (char_length(tester_name) <= 120),
  paypal_email text not null default '' check (char_length(paypal_email) <= 320),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')),
  amount_cents int not null default 0 check (amount_cents >= 0),
  status text not null default 'requested' check (status in ('requested', 'paid', 'failed')),
  reason text not null default '' check (char_length(reason) <= 1000),
  requested_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0)
);

create table public.rewards (
  id uuid primary key,
  tester_id uuid not null references public.profiles (id),
  developer_id uuid not null references public.profiles (id),
  campaign_id uuid not null references public.campaigns (id),
  campaign_title text not null default '' check (char_length(campaign_title) <= 120),
  feedback_id uuid not null references public.feedback (id),
  model text not null check (model in ('testing', 'downloading', 'suggestions')),
  amount_cents int not null check (amount_cents >= 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')),
  status text not null default 'earned' check (status in ('earned', 'requested', 'paid', 'void')),
  payout_id uuid references public.payouts (id),
  earned_at timestamptz(3) not null default now(),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0)
);

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Around it.

create table public.files (
  id uuid primary key,
  owner_id uuid not null references public.profiles (id),
  file_name text not null check (char_length(file_name) <= 400),
  size_bytes bigint not null default 0 check (size_bytes between 0 and 9007199254740991),
  content_type text not null default '' check (char_length(content_type) <= 100),
  uploaded_at timestamptz(3) not null default now(),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0)
);

create table public.flags (
  id uuid primary key,
  reporter_id uuid not null references public.profiles (id),
  reporter_name text not null default '' check (char_length(reporter_name) <= 120),
  content_type text not null check (content_type in ('app', 'campaign', 'feedback')),
  content_id uuid not null,
  content_title text not null default '' check (char_length(content_title) <= 200),
  reason text not null check (char_length(reason) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'under_review', 'resolved', 'dismissed')),
  resolution text not null default '' check (char_length(resolution) <= 2000),
  resolved_at timestamptz(3),
  -- What it is about is out of sight because of this flag.
  hidden boolean not null default false,
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0),
  constraint flags_reason_min check (char_length(private.trimmed(reason)) >= 1)
);

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  kind text not null check (kind in (
    'application_received', 'application_accepted', 'application_rejected', 'application_removed',
    'feedback_received', 'feedback_approved', 'feedback_rejected', 'changes_requested', 'comment_received',
    'reward_earned', 'payout_paid', 'payout_failed', 'campaign_completed', 'role_changed')),
  data jsonb not null default '{}' check (private.is_flat(data)),
  link text not null default '' check (char_length(link) <= 400),
  read_at timestamptz(3) check (private.is_instant(read_at)),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0)
);

create table public.activity (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid references public.profiles (id),
  actor_name text not null default '' check (char_length(actor_name) <= 120),
  action text not null check (char_length(action) <= 80),
  target_type text not null default '' check (char_length(target_type) <= 40),
  target_id uuid,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  is_sample boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  _deleted boolean not null default false,
  sync_xid xid8 not null,
  sync_client text not null default '' check (char_length(sync_client) <= 36),
  sync_seq int not null default 0 check (sync_seq >= 0)
);

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The server's own: no device replicates these.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  name text not null check (char_length(private.trimmed(name)) between 2 and 120),
  email text not null check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  message text not null check (char_length(private.trimmed(message)) between 1 and 5000),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  done_by uuid references public.profiles (id)
);

-- Once per person and release, however often it is clicked, replayed or fetched from another device.
create table public.downloads (
  release_id uuid not null references public.releases (id),
  user_id uuid not null references public.profiles (id),
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (release_id, user_id)
);

-- The same for people who are signed out, by the device: the number is made on it, names nobody, and cannot be read back by the API.
create table private.device_downloads (
  release_id uuid not null references public.releases (id) on delete cascade,
  device_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (release_id, device_id)
);

-- Append-only. A balance is the sum of its entries and is stored nowhere else.
create table public.ledger_entries (
  id bigint generated always as identity primary key,
  tester_id uuid not null references public.profiles (id),
  kind text not null check (kind in ('earned', 'voided', 'paid')),
  amount_cents int not null,
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')),
  reward_id uuid not null references public.rewards (id),
  payout_id uuid references public.payouts (id),
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  -- A reward is earned once, voided once, paid once.
  unique (reward_id, kind)
);

-- The moves of sync/schema/moves.ts, filled in chapter 2.
create table public.state_moves (
  machine text not null,
  from_state text not null,
  to_state text not null,
  actor text not null check (actor in ('tester', 'developer', 'admin', 'server')),
  primary key (machine, from_state, to_state, actor)
);

-- Rows that sync_push refused: what an admin looks at when somebody says "my report was not taken".
create table public.sync_refusals (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid,
  collection text not null,
  row_id text not null,
  code text not null,
  message text not null
);

create table private.sync_state (
  one boolean primary key default true check (one),
  epoch uuid not null default gen_random_uuid()
);
insert into private.sync_state default values;

-- The oldest transaction that was still running when each day began: what turns "90 days ago" into a place in the order of transactions.
create table private.sync_days (
  day date primary key,
  xid xid8 not null
);

create table private.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits int not null default 0,
  primary key (bucket, window_start)
);

-- Which campaign has ever opened which build to its testers. A brief that moves on to another build must not take the earlier one
-- back from the devices that hold it (visibility only grows).
create table private.release_grants (
  release_id uuid not null references public.releases (id),
  campaign_id uuid not null references public.campaigns (id),
  primary key (release_id, campaign_id)
);
create index release_grants_campaign on private.release_grants (campaign_id);

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Indexes. (owner, sync_xid, id) is what a pull walks: measured on 1 M rows under policies, 1.0 ms against 142 ms over (sync_xid, id).

create index profiles_sync on public.profiles (sync_xid, id);
create index profiles_email on public.profiles (lower(email));
create index accounts_sync on public.accounts (sync_xid, id);
create index settings_sync on public.settings (sync_xid, id);

create index apps_sync on public.apps (sync_xid, id);
create index apps_sync_public on public.apps (sync_xid, id) where published_at is not null;
create index apps_sync_developer on public.apps (developer_id, sync_xid, id);

create index releases_sync on public.releases (sync_xid, id);
create index releases_sync_public on public.releases (sync_xid, id) where published_at is not null;
create index releases_sync_developer on public.releases (developer_id, sync_xid, id);
create index releases_app on public.releases (app_id);
create index releases_file_path on public.releases (file_path) where file_path <> '';

create index campaigns_sync on public.campaigns (sync_xid, id);
create index campaigns_sync_public on public.campaigns (sync_xid, id) where status <> 'draft';
create index campaigns_sync_developer on public.campaigns (developer_id, sync_xid, id);
create index campaigns_ending on public.campaigns (end_date) where status = 'active';
create index campaigns_app on public.campaigns (app_id);

create index briefs_sync_developer on public.briefs (developer_id, sync_xid, id);
create index briefs_release on public.briefs (release_id);

create index applications_sync_tester on public.applications (tester_id, sync_xid, id);
create index applications_sync_developer on public.applications (developer_id, sync_xid, id);

create index feedback_sync on public.feedback (sync_xid, id);
create index feedback_sync_tester on public.feedback (tester_id, sync_xid, id);
create index feedback_sync_developer on public.feedback (developer_id, sync_xid, id) where status <> 'draft';
create index feedback_campaign on public.feedback (campaign_id, status);
create index feedback_application on public.feedback (application_id);
create index feedback_release on public.feedback (release_id) where release_id is not null;
create index feedback_duplicate_of on public.feedback (duplicate_of) where duplicate_of is not null;
create index feedback_due on public.feedback (due_at) where status = 'submitted';

create index comments_sync_tester on public.comments (tester_id, sync_xid, id) where not internal;
create index comments_sync_developer on public.comments (developer_id, sync_xid, id);
create index comments_feedback on public.comments (feedback_id);

create index rewards_sync on public.rewards (sync_xid, id);
create index rewards_sync_tester on public.rewards (tester_id, sync_xid, id);
create index rewards_sync_developer on public.rewards (developer_id, sync_xid, id);
create index rewards_payout on public.rewards (payout_id) where payout_id is not null;
create index rewards_feedback on public.rewards (feedback_id);
create index rewards_campaign on public.rewards (campaign_id);

create index payouts_sync on public.payouts (sync_xid, id);
create index payouts_sync_tester on public.payouts (tester_id, sync_xid, id);

create index files_sync on public.files (sync_xid, id);
create index files_sync_owner on public.files (owner_id, sync_xid, id);
create unique index files_path on public.files (owner_id, file_name) where not _deleted;

create index flags_sync on public.flags (sync_xid, id);
create index flags_reporter on public.flags (reporter_id);

create index notifications_sync_user on public.notifications (user_id, sync_xid, id);
create index activity_sync on public.activity (sync_xid, id);
create index activity_actor on public.activity (actor_id);
create index downloads_user on public.downloads (user_id);
create index ledger_entries_tester on public.ledger_entries (tester_id, currency);
create index ledger_entries_payout on public.ledger_entries (payout_id) where payout_id is not null;
create index sync_refusals_at on public.sync_refusals (at);

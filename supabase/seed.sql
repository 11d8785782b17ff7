-- A believable world to try the product in, in one statement so that it is there as a whole or not
-- at all. Every row is marked is_sample: "Clean Test Data" removes exactly these. Dates are
-- relative to the day of loading; ids are made from names, so a second load changes nothing.
-- Logins (password of all: betaflock-demo):
--   admin@betaflock.test   admin2@betaflock.test   admin3@betaflock.test
--   dev@betaflock.test     dev2@betaflock.test     dev3@betaflock.test     dev4@betaflock.test
--   tester@betaflock.test  tester2@betaflock.test  tester3@betaflock.test
-- The four developers are the organization Northwind Labs: owner, manager, reviewer and viewer. To
-- its private campaign tester@ is invited and has not applied; tester2@ takes part.
-- betaflock.seeding = on lets the owner of the database (and nobody else: see
-- private.authorize_write) write rows as they have become over weeks, without their transitions.
-- Sync metadata is set as always; notifications and change notifications are not sent.

do $seed$
declare
  password constant text := '$2b$10$uTCAxYSKSEXJPGumnw7SEeGT40qUOJ6PLO9fEycOfkzOhzuOxcdSG';
  northwind constant uuid := md5('sample:organization:1')::uuid;
  report public.feedback;
  person record;
begin
  if exists (select 1 from public.profiles where is_sample) then
    raise notice 'The sample world is here already.';
    return;
  end if;
  perform set_config('betaflock.seeding', 'on', true);

  -- ---- people -----------------------------------------------------------------------------------
  create temporary table seed_people (n int, role text, name text, email text, login boolean, days int, about text, extra text) on commit drop;
  insert into seed_people values
    (1, 'admin', 'Alma Ortega', 'admin@betaflock.test', true, 400, 'Keeps the platform running.', ''),
    (2, 'admin', 'Ben Whitfield', 'admin2@betaflock.test', true, 380, 'Payouts and support.', ''),
    (3, 'admin', 'Chiara Russo', 'admin3@betaflock.test', true, 300, 'Trust and safety.', ''),
    (4, 'developer', 'Dana Kessler', 'dev@betaflock.test', true, 360, 'I build small, calm apps for everyday things.', 'Kestrel Apps'),
    (5, 'developer', 'Emeka Obi', 'dev2@betaflock.test', true, 310, 'Learning tools for people with ten minutes.', 'Brightpath Learning'),
    (6, 'developer', 'Freja Lind', 'dev3@betaflock.test', true, 200, 'Food, travel and maps.', 'Northbound Studio'),
    (7, 'tester', 'Tomás Rivera', 'tester@betaflock.test', true, 340, 'Former support engineer. I like finding the steps nobody wrote down.', ''),
    (8, 'tester', 'Hana Sato', 'tester2@betaflock.test', true, 250, 'Accessibility first: large text, screen readers, one hand.', ''),
    (9, 'tester', 'Igor Novak', 'tester3@betaflock.test', true, 90, 'Mostly Windows, mostly at night.', '');
  insert into seed_people
  select 9 + t.i, 'tester', t.name, 'sample' || t.i || '@betaflock.test', false, 40 + t.i * 7, '', ''
  from unnest(array['Amira Haddad', 'Bruno Costa', 'Céline Moreau', 'Daniel Kim', 'Elif Yilmaz', 'Farid Rahimi', 'Grace Mensah', 'Henrik Dahl',
    'Ines Carvalho', 'Jonas Weber', 'Kavya Nair', 'Liam O''Connor', 'Mei Chen', 'Nadia Petrova', 'Owen Price', 'Priya Shah', 'Quentin Roy',
    'Rosa Jiménez', 'Samir Khan', 'Tanya Brooks', 'Umar Farouk', 'Valentina Rossi', 'Wanjiru Kamau', 'Ximena Flores'])
    with ordinality as t(name, i);
  insert into seed_people values
    (34, 'developer', 'Gwen Harris', 'dev4@betaflock.test', true, 150, 'Product manager. I read every report before the weekly call.', 'Northwind Labs');

  insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
    confirmation_token, recovery_token, email_change, email_change_token_new, last_sign_in_at, created_at, updated_at)
  select md5('sample:person:' || p.email)::uuid, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', p.email, password,
    now() - make_interval(days => p.days), '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object('name', p.name, 'role', case when p.role = 'developer' then 'developer' else 'tester' end),
    '', '', '', '', now() - make_interval(hours => p.n * 5), now() - make_interval(days => p.days), now()
  from seed_people p where p.login;
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
  select md5('sample:identity:' || p.email)::uuid, 'email', md5('sample:person:' || p.email)::uuid::text, md5('sample:person:' || p.email)::uuid,
    jsonb_build_object('sub', md5('sample:person:' || p.email)::uuid, 'email', p.email, 'email_verified', true), now(), now(), now()
  from seed_people p where p.login;
  -- The trigger on auth.users has made the first nine; the others have no login.
  insert into public.profiles (id, name, email)
  select md5('sample:person:' || p.email)::uuid, p.name, p.email from seed_people p where not p.login;
  insert into public.accounts (id, email) select md5('sample:person:' || p.email)::uuid, p.email from seed_people p where not p.login;
  update public.profiles x set
    is_sample = true, name = p.name, role = p.role, bio = p.about, company = p.extra,
    status = case p.n when 21 then 'inactive' when 27 then 'suspended' else 'active' end,
    website = case when p.role = 'developer' then 'https://example.test/' || lower(split_part(p.extra, ' ', 1)) else '' end,
    social_links = case when p.role = 'developer' then jsonb_build_object('github', lower(split_part(p.name, ' ', 1)) || '-dev', 'twitter', '', 'linkedin',
      lower(replace(p.name, ' ', '-'))) else x.social_links end,
    created_at = now() - make_interval(days => p.days), updated_at = now() - make_interval(days => p.days % 30),
    last_sign_in_at = case when p.n = 21 then null else now() - make_interval(hours => p.n * 5) end,
    devices = case when p.role <> 'tester' then '[]' else jsonb_build_array(
      jsonb_build_object('id', md5('sample:device:1:' || p.email)::uuid,
        'name', (array['Pixel 8', 'iPhone 15', 'Galaxy S24', 'iPhone 13 mini', 'Redmi Note 12', 'Fairphone 5'])[1 + p.n % 6],
        'platform', (array['android', 'ios', 'android', 'ios', 'android', 'android'])[1 + p.n % 6],
        'os', (array['Android 16', 'iOS 26', 'Android 15', 'iOS 18', 'Android 14', 'Android 15'])[1 + p.n % 6]),
      jsonb_build_object('id', md5('sample:device:2:' || p.email)::uuid,
        'name', (array['ThinkPad T14', 'MacBook Air', 'Surface Pro'])[1 + p.n % 3],
        'platform', (array['windows', 'macos', 'windows'])[1 + p.n % 3], 'os', (array['Windows 11', 'macOS 26', 'Windows 11'])[1 + p.n % 3])) end,
    expertise = case when p.role <> 'tester' then '[]' else to_jsonb((array[array['Accessibility', 'Forms'], array['Finance', 'Offline use'],
      array['Games', 'Performance'], array['Travel', 'Maps'], array['Education', 'Localisation'], array['Health', 'Wearables']])[1 + p.n % 6 : 1 + p.n % 6][1:2]) -> 0 end
  from seed_people p where x.id = md5('sample:person:' || p.email)::uuid;
  update public.accounts a set paypal_email = 'pay.' || p.email, language = case when p.n in (18, 27, 33) then 'es' else 'en' end,
    billing = case when p.role = 'developer' then jsonb_build_object('plan', case p.n when 4 then 'pro' when 5 then 'team' else 'free' end,
      'next_billing_date', to_char(current_date + 12, 'YYYY-MM-DD'), 'payment_method', 'Visa ending in 424' || p.n % 10) else a.billing end,
    created_at = now() - make_interval(days => p.days)
  from seed_people p where a.id = md5('sample:person:' || p.email)::uuid and p.n <> 9;
  update public.accounts a set saved_searches = jsonb_build_array(
    jsonb_build_object('id', md5('sample:search:1:' || p.email)::uuid, 'name', 'For my devices', 'search', '{"mine": true}'::jsonb, 'alert', true),
    jsonb_build_object('id', md5('sample:search:2:' || p.email)::uuid, 'name', 'Travel on Android',
      'search', '{"category": "travel", "platform": "android"}'::jsonb, 'alert', false))
  from seed_people p where a.id = md5('sample:person:' || p.email)::uuid and p.role = 'tester' and p.login;

  -- ---- the organization -------------------------------------------------------------------------
  insert into public.organizations (id, name, about, website, is_sample, created_at, updated_at) values
    (northwind, 'Northwind Labs', 'Four people who build apps for being outdoors.', 'https://example.test/northwind', true,
      now() - interval '270 days', now() - interval '40 days');
  insert into public.organization_members (org_id, user_id, role, joined_at)
  select northwind, md5('sample:person:' || v.email)::uuid, v.role, now() - make_interval(days => v.days)
  from (values ('dev@betaflock.test', 'owner', 270), ('dev2@betaflock.test', 'manager', 268), ('dev3@betaflock.test', 'reviewer', 190),
    ('dev4@betaflock.test', 'viewer', 120)) v (email, role, days);

  -- ---- apps and releases ------------------------------------------------------------------------
  -- Without an organization: the developer's own.
  create temporary table seed_apps (n int, dev int, title text, platform text, type text, about text, org uuid) on commit drop;
  insert into seed_apps values
    (1, 4, 'Pocket Budget', 'android', 'APK', 'Envelope budgeting that takes a minute a day. Works without a bank connection and without an account.'),
    (2, 4, 'Stride', 'ios', 'IPA', 'A walking coach that counts what matters: how often you go, not how far.'),
    (3, 4, 'Quiet Hours', 'android', 'APK', 'Silences your phone based on what you are doing, and lets the right people through.'),
    (4, 4, 'Shelf', 'web', 'WEB', 'Your books, lent and borrowed, in one list the whole family can share.'),
    (5, 4, 'Basket', 'android', 'APK', 'A shopping list sorted by the aisles of the shop you go to.'),
    (6, 4, 'Breathe Five', 'ios', 'IPA', 'Five breathing exercises, no streaks, no reminders unless you ask.'),
    (7, 4, 'Meter Reader', 'android', 'APK', 'Take a photo of your meter: the app reads it, keeps a history and warns you of leaks.'),
    (8, 4, 'Inkwell', 'windows', 'EXE', 'A writing app with nothing in the way. Markdown, versions and export to many formats.'),
    (9, 4, 'Plant Post', 'ios', 'IPA', 'Tells you which plant is thirsty and reminds the person who is at home.'),
    (10, 4, 'Desk Timer', 'macos', 'DMG', 'A menu bar timer that knows when you have left your desk.'),
    (11, 5, 'Ten Minute Spanish', 'android', 'APK', 'One dialogue a day, spoken slowly, then at full speed.'),
    (12, 5, 'Fraction Factory', 'web', 'WEB', 'Fractions for children who think in pictures. Works on school computers.'),
    (13, 5, 'Star Atlas', 'ios', 'IPA', 'Point your phone at the sky to see what is up there, even indoors or by day.'),
    (14, 5, 'Flash', 'windows', 'EXE', 'Flash cards with spaced repetition and import from many formats.'),
    (15, 5, 'Chord Trainer', 'android', 'APK', 'Listens to your guitar and gently tells you what is off.'),
    (16, 5, 'Lab Notebook', 'macos', 'DMG', 'Dated, signed pages for experiments, with photos and sketches.'),
    (17, 5, 'Spell Garden', 'android', 'APK', 'A spelling game in which every correct word makes the garden grow.'),
    (18, 5, 'Campus Map', 'web', 'WEB', 'Find rooms, ramps and lifts, and see how full the library is.'),
    (19, 5, 'Typing Tutor Nova', 'windows', 'EXE', 'Learn touch typing in six weeks, with your own texts.'),
    (20, 5, 'Signs', 'ios', 'IPA', 'Learn sign language from short videos, with a mirror view.'),
    (21, 6, 'Trail Mate', 'android', 'APK', 'Hiking maps that work without a network, with water and shelter marked.'),
    (22, 6, 'Night Train', 'ios', 'IPA', 'Sleeper trains across Europe: routes, berths and what is for breakfast.'),
    (23, 6, 'Leftovers', 'android', 'APK', 'Suggests what to cook with what is already in your fridge.'),
    (24, 6, 'Table for Two', 'ios', 'IPA', 'Small restaurants near you with a free table tonight.'),
    (25, 6, 'Ferry Times', 'web', 'WEB', 'Timetables of every ferry in the north, easy to read outdoors.'),
    (26, 6, 'Pack Light', 'macos', 'DMG', 'Packing lists that learn what you never used.'),
    (27, 6, 'Sourdough', 'android', 'APK', 'A baking timer that adapts to the temperature of your kitchen.'),
    (28, 6, 'Cellar', 'windows', 'EXE', 'Keep track of the wine in your cellar and when to drink it.'),
    (29, 6, 'Route Book', 'windows', 'EXE', 'Plan a cycling tour on a large screen, print it or send it to the phone.'),
    (30, 6, 'Market Day', 'android', 'APK', 'Farmers'' markets near you, and what is in season.');
  insert into seed_apps values
    (31, 4, 'Cloudline', 'android', 'APK', 'The weather of the next hours, street by street, and how sure the forecast is.', northwind),
    (32, 5, 'Tidewatch', 'ios', 'IPA', 'Tides, wind and daylight along the coast, readable with wet hands.', northwind);
  insert into public.apps (id, org_id, developer_id, developer_name, title, description, platform, type, requirements, compatibility, status, published_at,
    is_sample, created_at, updated_at)
  select md5('sample:app:' || a.n)::uuid, o.id, md5('sample:person:' || p.email)::uuid, o.name, a.title, a.about, a.platform, a.type,
    case a.platform when 'android' then '["Android 10 or later", "60 MB of free space"]'::jsonb when 'ios' then '["iOS 17 or later", "80 MB of free space"]'
      when 'windows' then '["Windows 10 or later", "4 GB of memory"]' when 'macos' then '["macOS 13 or later"]' else '["An up-to-date browser"]' end,
    case a.platform when 'web' then 'Chrome, Firefox, Safari and Edge, the last two versions of each' else case when a.platform in ('android', 'ios') then 'Phones and tablets from the last five years' else 'Computers from the last five years' end end,
    case a.n when 10 then 'draft' when 20 then 'draft' when 28 then 'hidden' else 'published' end,
    case when a.n in (10, 20) then null else now() - make_interval(days => 15 + a.n * 6) end, true,
    now() - make_interval(days => 30 + a.n * 7), now() - make_interval(days => a.n)
  from seed_apps a join seed_people p on p.n = a.dev
  join public.organizations o on o.id = coalesce(a.org, md5('sample:person:' || p.email)::uuid);
  insert into public.releases (id, app_id, developer_id, version, notes, file_name, content_type, size_bytes, status, published_at, is_sample,
    created_at, updated_at)
  select md5('sample:release:' || a.n || ':' || v.i)::uuid, md5('sample:app:' || a.n)::uuid, md5('sample:person:' || p.email)::uuid,
    case when v.i = 4 then '2.0.0-beta' else '1.' || v.i || '.' || a.n % 4 end,
    (array['First public version.', 'Starts faster, and the settings are easier to find.',
      'Works offline from the first launch. Fixed the duplicate entries that many of you reported.',
      'For testers: turn on "Try the next version" in the settings to see what is new.'])[v.i],
    lower(replace(a.title, ' ', '-')) || '-' || v.i || '.' || case a.type when 'WEB' then 'zip' else lower(a.type) end, 'application/octet-stream', (3 + (a.n * 7919 + v.i * 104729) % 90) * 1048576 + a.n * 1777,
    case when a.n in (10, 20) or v.i = 4 then 'draft' else 'published' end,
    case when a.n in (10, 20) or v.i = 4 then null else now() - make_interval(days => 15 + a.n * 6 - v.i * 12) end, true,
    now() - make_interval(days => 16 + a.n * 6 - v.i * 12), now() - make_interval(days => 3)
  from seed_apps a join seed_people p on p.n = a.dev
  cross join lateral generate_series(1, case when a.n in (1, 2, 5, 11, 13, 21, 23) then 4 when a.n % 3 = 0 then 1 else 2 end) v(i)
  where a.n * 6 + 15 - v.i * 12 > 0 or v.i = 4;
  update public.apps a set version = r.version, changelog = r.notes, size_bytes = r.size_bytes, published_at = greatest(a.published_at, r.published_at)
  from (select distinct on (app_id) * from public.releases where status = 'published' and is_sample order by app_id, published_at desc) r
  where r.app_id = a.id and a.is_sample;
  update private.download_counts k set downloads = (a.n * 37 + v.i * 211) % 900 + 20
  from seed_apps a cross join generate_series(1, 3) v(i)
  where k.release_id = md5('sample:release:' || a.n || ':' || v.i)::uuid and a.n not in (10, 20);
  -- Takes the snapshots.
  update public.releases r set notes = r.notes where r.is_sample;
  update public.apps a set title = a.title where a.is_sample;

  -- ---- campaigns --------------------------------------------------------------------------------
  create temporary table seed_campaigns (n int, dev int, app int, title text, category text, platform text, first int, last int, testers int, model text,
    cents int, currency text, auto boolean, status text, about text, features text[], org uuid, visibility text not null default 'public') on commit drop;
  insert into seed_campaigns values
    (1, 4, 1, 'Pocket Budget 2: the new planner', 'productivity', 'android', -21, 16, 20, 'testing', 1500, 'USD', true, 'active',
      'We have rebuilt the planner from scratch. Use it for a real week of your own spending and tell us where you got stuck.',
      array['the planner', 'the envelope list', 'the monthly report', 'the bank import', 'the category editor']),
    (2, 4, 2, 'Stride on the wrist', 'health_fitness', 'ios', -12, 9, 12, 'suggestions', 700, 'USD', false, 'active',
      'Stride is coming to Apple Watch. We are looking for people who walk often and have ideas about what belongs on such a small screen.',
      array['the watch app', 'the daily summary', 'the pairing screen', 'the walk timer', 'the walk history']),
    (3, 4, 5, 'Basket: shopping together', 'shopping', 'android', -6, 24, 25, 'testing', 1200, 'EUR', true, 'active',
      'Two people, one list, one shop with bad reception. Try to break the shared list, and tell us how you did it.',
      array['the shared list', 'the aisle view', 'the item editor', 'the barcode scanner', 'the invitation screen']),
    (4, 4, 8, 'Inkwell for long documents', 'productivity', 'windows', -70, -20, 14, 'testing', 2500, 'USD', false, 'completed',
      'Write or paste something long, 50 pages or more, work on it for a few days and tell us how it felt.',
      array['the editor', 'the outline', 'the version history', 'the export dialog', 'the search panel']),
    (5, 4, 6, 'Breathe Five: first steps', 'health_fitness', 'ios', -160, -120, 15, 'testing', 900, 'USD', true, 'archived',
      'Is it clear what to do in the first minute? That is all we want to know. Ten minutes are enough.',
      array['the first screen', 'the exercise timer', 'the sound picker', 'the exercise list', 'the settings']),
    (6, 4, 7, 'Meter Reader with old meters', 'productivity', 'android', 10, 40, 30, 'downloading', 500, 'EUR', true, 'draft',
      'Do you have a meter from before 1990 at home? Help us check that the app can read it, even in bad light.',
      array['the camera', 'the reading screen', 'the history', 'the leak alerts', 'the export screen']),
    (7, 5, 11, 'Ten Minute Spanish: listening', 'education', 'android', -15, 20, 18, 'downloading', 800, 'USD', true, 'active',
      'New recordings for forty dialogues, slow and fast. Listen to five of them on your way to work and tell us what you understood.',
      array['the player', 'the speed setting', 'the transcript', 'the downloads list', 'the daily lesson']),
    (8, 5, 12, 'Fraction Factory in the classroom', 'education', 'web', -9, 30, 24, 'suggestions', 1000, 'CAD', false, 'active',
      'For teachers and parents: try three of the exercises with a child and note where the child got stuck.',
      array['the pie exercise', 'the number line', 'the teacher view', 'the print view', 'the class list']),
    (9, 5, 14, 'Flash: import from other apps', 'education', 'windows', -60, -12, 14, 'testing', 1800, 'USD', true, 'completed',
      'Import your cards from the app you use now. Report every import that fails, with the file if you can share it.',
      array['the import dialog', 'the card editor', 'the review screen', 'the picture picker', 'the deck list']),
    (10, 5, 15, 'Chord Trainer: noisy rooms', 'education', 'android', 5, 35, 12, 'testing', 1600, 'USD', true, 'draft',
      'Does the app still hear your guitar in a noisy room? We need many different rooms and guitars.',
      array['the tuner', 'the practice screen', 'the chord list', 'the metronome', 'the score screen']),
    (11, 6, 21, 'Trail Mate offline', 'travel', 'android', -18, 12, 22, 'testing', 2000, 'EUR', true, 'active',
      'Download a map at home, go offline and take a walk of two hours or more. Keep an eye on the battery.',
      array['the offline map', 'the track recorder', 'the compass', 'the waypoint list', 'the route planner']),
    (12, 6, 23, 'Leftovers: the fridge scan', 'food_drink', 'android', -95, -50, 16, 'suggestions', 600, 'GBP', false, 'completed',
      'Take a photo of your fridge as it is and cook something the app suggests. Tell us what it missed.',
      array['the fridge scan', 'the recipe view', 'the pantry', 'the allergy settings', 'the shopping list']);
  insert into seed_campaigns values
    (13, 5, 31, 'Cloudline: the hourly view', 'travel', 'android', -14, 21, 16, 'testing', 1100, 'EUR', true, 'active',
      'Compare the hourly view with what you see out of your window for a week, and tell us where it was wrong.',
      array['the hourly view', 'the rain alert', 'the widget', 'the place search', 'the wind chart'], northwind, 'public'),
    (14, 4, 32, 'Tidewatch: a first look', 'travel', 'ios', -5, 25, 10, 'suggestions', 2000, 'EUR', false, 'active',
      'Nobody outside of our team has seen Tidewatch yet. Take it to the coast twice and tell us what you missed.',
      array['the tide table', 'the wind view', 'the harbour list', 'the daylight chart', 'the alarm'], northwind, 'private');
  insert into seed_campaigns values
    (15, 4, 4, 'Shelf: lend a book', 'productivity', 'web', -10, 18, 14, 'suggestions', 900, 'USD', false, 'active',
      'Lend a book to somebody in your family, get it back, and tell us at which step you had to think.',
      array['the book list', 'the lending form', 'the family page', 'the barcode scanner', 'the reminders']);
  insert into public.campaigns (id, org_id, developer_id, developer_name, app_id, title, description, category, platform, start_date, end_date, max_testers,
    effort_minutes, reward_model, reward_amount_cents, currency, requirements, auto_select, screening, agreement, agreement_version, review_days, status, visibility,
    published_at, completed_at, is_sample, created_at, updated_at)
  select md5('sample:campaign:' || c.n)::uuid, o.id, md5('sample:person:' || p.email)::uuid, o.name, md5('sample:app:' || c.app)::uuid, c.title, c.about,
    c.category, c.platform, current_date + c.first, current_date + c.last, c.testers,
    (array[20, 45, 120, null])[1 + c.n % 4], c.model, c.cents, c.currency,
    case c.platform when 'android' then 'Android 10 or later' when 'ios' then 'iOS 17 or later' when 'windows' then 'Windows 10 or later'
      else 'An up-to-date browser' end || E'\n' || (array['15 minutes on three days', 'Good English', 'A second person to test with', 'No experience needed'])[1 + c.n % 4],
    c.auto,
    case when c.n in (2, 8) then jsonb_build_array(
      jsonb_build_object('id', md5('sample:question:1:' || c.n)::uuid, 'question', 'Do you own the device this test is for?', 'kind', 'yes_no',
        'options', '[]'::jsonb, 'pass', '["yes"]'::jsonb, 'required', true),
      jsonb_build_object('id', md5('sample:question:2:' || c.n)::uuid, 'question', 'How often do you use a similar app?', 'kind', 'choice',
        'options', '["daily", "weekly", "rarely"]'::jsonb, 'pass', '[]'::jsonb, 'required', true),
      jsonb_build_object('id', md5('sample:question:3:' || c.n)::uuid, 'question', 'What would you like it to do?', 'kind', 'text',
        'options', '[]'::jsonb, 'pass', '[]'::jsonb, 'required', false)) else '[]' end,
    case when c.n = 11 then 'This product has not been released yet. Please do not show it to anyone or publish anything about it before the release.' else '' end,
    case when c.n = 11 then 1 else 0 end, case when c.n in (2, 9) then 5 else 7 end, c.status, c.visibility,
    case when c.status <> 'draft' then now() + make_interval(days => c.first - 2) end,
    case when c.status in ('completed', 'archived') then now() + make_interval(days => c.last) end,
    true, now() + make_interval(days => least(c.first, 0) - 4), now() + make_interval(days => least(c.last, 0))
  from seed_campaigns c join seed_people p on p.n = c.dev
  join public.organizations o on o.id = coalesce(c.org, md5('sample:person:' || p.email)::uuid);
  insert into public.briefs (id, developer_id, instructions, build_url, release_id, created_at)
  select md5('sample:campaign:' || c.n)::uuid, md5('sample:person:' || p.email)::uuid,
    format(E'1. Install the build and open %s.\n2. Use it as you normally would, on at least three days.\n3. Pay special attention to %s and %s.\n4. Write one report for each problem or idea. Screenshots help a lot.',
      a.title, c.features[1], c.features[2]),
    case when c.platform in ('web') then 'https://example.test/' || lower(replace(a.title, ' ', '-')) || '/beta' else '' end,
    (select r.id from public.releases r where r.app_id = md5('sample:app:' || c.app)::uuid and r.is_sample order by r.version = '2.0.0-beta' desc, r.version desc limit 1),
    now() + make_interval(days => least(c.first, 0) - 4)
  from seed_campaigns c join seed_people p on p.n = c.dev join seed_apps a on a.n = c.app;
  insert into private.release_grants (release_id, campaign_id)
  select b.release_id, b.id from public.briefs b join public.campaigns c on c.id = b.id where c.is_sample and b.release_id is not null on conflict do nothing;

  -- ---- invitations to the private campaign ------------------------------------------------------
  insert into private.tester_invitations (id, campaign_id, email, token_hash, invited_by, created_at, sent_at, expires_at, accepted_at, accepted_by)
  select md5('sample:invitation:' || v.email)::uuid, md5('sample:campaign:14')::uuid, v.email, private.token_hash(private.new_token()),
    md5('sample:person:dev@betaflock.test')::uuid, t.sent, t.sent, t.sent + interval '7 days', case when p.email is not null then t.sent + interval '5 hours' end,
    md5('sample:person:' || p.email)::uuid
  from (values ('tester@betaflock.test', 2), ('tester2@betaflock.test', 6), ('sample1@betaflock.test', 6), ('sample8@betaflock.test', 6),
    ('nuria.vidal@example.test', 2), ('pablo.reyes@example.test', 9)) v (email, days)
  left join seed_people p on p.email = v.email
  cross join lateral (select now() - make_interval(days => v.days) as sent) t;
  insert into private.campaign_links (id, campaign_id, token_hash, max_uses, uses, created_by, created_at, expires_at)
  values (md5('sample:link:1')::uuid, md5('sample:campaign:14')::uuid, private.token_hash(private.new_token()), 5, 1,
    md5('sample:person:dev2@betaflock.test')::uuid, now() - interval '4 days', now() + interval '17 days');
  insert into private.campaign_access (campaign_id, user_id, source, granted_at)
  select i.campaign_id, i.accepted_by, 'email', i.accepted_at from private.tester_invitations i where i.campaign_id = md5('sample:campaign:14')::uuid and i.accepted_by is not null
  union all
  select md5('sample:campaign:14')::uuid, md5('sample:person:sample15@betaflock.test')::uuid, 'link', now() - interval '3 days';

  -- ---- applications -----------------------------------------------------------------------------
  create temporary table seed_applications on commit drop as
  select c.n as campaign, p.n as tester, (c.n * 31 + p.n * 17) % 100 as dice, c.status as state, c.auto, c.first, c.last
  from seed_campaigns c cross join seed_people p
  where p.role = 'tester' and c.status <> 'draft' and p.n not in (21, 27)
    -- The first tester has his own story: he finds campaigns 3, 8, 13 and 14, and does the tasks of
    -- 15.
    and case when p.n = 7 then c.n not in (3, 8, 13, 14)
      when c.n = 14 then exists (select 1 from private.campaign_access i where i.user_id = md5('sample:person:' || p.email)::uuid)
      when c.n = 15 then p.n between 10 and 24
      else (c.n * 13 + p.n * 29) % 100 < 44 end;
  insert into public.applications (id, campaign_id, campaign_title, tester_id, developer_id, status, message, answers, agreement_version,
    agreement_accepted_at, reason, selection_note, applied_at, decided_at, accepted_at, downloaded_at, completed_at, is_sample, created_at, updated_at)
  select private.application_id(c.id, md5('sample:person:' || p.email)::uuid), c.id, c.title, md5('sample:person:' || p.email)::uuid, c.developer_id, s.status,
    (array['I would use this every day. Happy to test on two devices.', 'I have tested three similar apps and know what usually breaks.',
      'I use an older device, which may be useful to you.', 'I have half an hour on the train each morning and evening.', ''])[1 + a.dice % 5],
    case when jsonb_array_length(c.screening) > 0 then jsonb_build_array(
      jsonb_build_object('question_id', c.screening -> 0 ->> 'id', 'value', case when s.status = 'rejected' then 'no' else 'yes' end),
      jsonb_build_object('question_id', c.screening -> 1 ->> 'id', 'value', (array['daily', 'weekly', 'rarely'])[1 + a.dice % 3]),
      jsonb_build_object('question_id', c.screening -> 2 ->> 'id', 'value', 'Stay simple and quick to use.')) else '[]' end,
    c.agreement_version, case when c.agreement_version > 0 then t.applied end,
    case s.status when 'rejected' then 'For this round we need testers with a different device.' when 'removed' then 'No answer for two weeks.' else '' end,
    case when a.auto and s.status <> 'pending' then 'automatic' else '' end,
    t.applied, case when s.status not in ('pending', 'withdrawn') then t.applied + interval '6 hours' end,
    case when s.status in ('accepted', 'completed', 'removed') then t.applied + interval '6 hours' end,
    case when s.status in ('accepted', 'completed') and (a.dice % 6 <> 0 or c.reward_model = 'downloading') then t.applied + interval '20 hours' end,
    case when s.status = 'completed' then c.completed_at end, true, t.applied, t.applied + interval '6 hours'
  from seed_applications a
  join seed_people p on p.n = a.tester
  join public.campaigns c on c.id = md5('sample:campaign:' || a.campaign)::uuid
  cross join lateral (select case
    when a.tester = 7 and a.campaign = 2 then 'pending'
    when a.tester = 7 and a.campaign = 12 then 'rejected'
    when a.tester = 7 or (a.campaign = 14 and a.tester <> 24) then 'accepted'
    when a.campaign = 14 or (a.campaign = 15 and a.tester > 22) then 'pending'
    when a.campaign = 15 then 'accepted'
    when a.dice < 12 and not a.auto then 'pending'
    when a.dice between 12 and 18 then 'rejected'
    when a.dice between 19 and 22 then 'withdrawn'
    when a.dice between 23 and 25 then 'removed'
    else 'accepted' end as status) s0
  cross join lateral (select case when s0.status = 'pending' and a.state <> 'active' then 'rejected' else s0.status end as status) s
  cross join lateral (select now() + make_interval(days => a.first + a.dice % 5, hours => a.dice % 12) - interval '1 day' as applied) t;

  -- ---- reports ----------------------------------------------------------------------------------
  create temporary table seed_reports (i int, type text, severity text, rating int, summary text, details text, steps text) on commit drop;
  insert into seed_reports values
    (0, 'bug', 'high', 2, 'Text in {f} is lost after switching apps', 'I typed for a minute, switched to another app and came back. Everything I had typed was gone.', E'1. Open {f}\n2. Type a few words\n3. Switch to another app and back'),
    (1, 'bug', 'critical', 1, 'Crash when opening {f} offline', 'The app closes within a second. With a connection, {f} opens normally. It happens every time in airplane mode.', E'1. Turn on airplane mode\n2. Open {f}'),
    (2, 'bug', 'medium', 3, 'Date in {f} is off by one day', 'What I did at 23:40 appears under the next day. My time zone is UTC+2.', E'1. Set the clock to 23:40\n2. Use {f}\n3. Look at the date'),
    (3, 'bug', 'low', 4, 'Last line of {f} is cut off with large text', 'With the text size at 130 % the last line is cut off and I can''t scroll to it.', ''),
    (4, 'bug', 'high', 2, 'Everything in {f} appears twice after sync', 'I made changes on two devices while offline. Once both were online again, every entry was there twice.', E'1. Take two devices offline\n2. Make changes in {f} on both\n3. Go online'),
    (5, 'bug', 'medium', 3, '{f} is empty after an update', 'After I installed the new build over the old one, nothing was shown until I restarted the device.', E'1. Install the old build\n2. Add data\n3. Install the new build\n4. Open {f}'),
    (6, 'bug', 'low', 4, 'Icons in {f} are invisible in dark mode', 'They are dark on a dark background. I only found them because I knew where they were.', ''),
    (7, 'bug', 'medium', 3, 'Going back from {f} jumps to the start', 'I expected to return to where I was. Instead the app goes to its start screen, scrolled to the top.', E'1. Scroll down\n2. Open {f}\n3. Go back'),
    (8, 'bug', 'high', 2, '{f} uses 20 % of the battery in an hour', 'Measured with the system''s battery statistics on two evenings.', ''),
    (9, 'bug', 'medium', 3, 'Accented letters show as question marks in {f}', 'Letters such as ñ and á become question marks, only in {f}. Elsewhere they are correct.', E'1. Enter "mañana"\n2. Save\n3. Open {f}'),
    (10, 'bug', 'medium', 2, 'Spinner in {f} never stops on a slow connection', 'On the train it kept spinning for four minutes, and there is no way to cancel.', ''),
    (11, 'bug', 'low', 4, 'Link to {f} opens the start screen', 'When I open a link to {f} from a message, I end up on the start screen.', E'1. Share a link to {f}\n2. Open the link'),
    (12, 'feature', 'low', 4, 'Undo in {f}', 'I deleted the wrong thing and could not get it back. Being able to undo for a few seconds would help.', ''),
    (13, 'feature', 'medium', 4, 'Search in {f}', 'With more than thirty entries I have to scroll a lot. A search field at the top would help.', ''),
    (14, 'feature', 'low', 5, 'Share {f} as a picture', 'I would like to send it to people who do not have the app.', ''),
    (15, 'feature', 'medium', 4, 'Open {f} straight from the start screen', 'I use it several times a day, and it takes four steps to get there each time.', ''),
    (16, 'feature', 'low', 3, 'Let {f} remember where I left off', 'It always starts at the beginning. Please open it where I was last time.', ''),
    (17, 'feature', 'low', 4, 'A calmer colour for {f}', 'The red makes me think something is wrong, but it is only the heading.', ''),
    (18, 'usability', 'medium', 3, 'It took me two days to find {f}', 'It is hidden behind the three dots. I looked in the menu, the settings and my profile first.', ''),
    (19, 'usability', 'low', 4, 'Main button in {f} is easy to miss', 'It is small and grey, in the top left corner. I looked everywhere else first.', ''),
    (20, 'usability', 'medium', 3, 'Unclear wording in {f}: archive or delete?', 'I was afraid to press either of them. What happens to my data?', ''),
    (21, 'usability', 'low', 5, 'I love {f}, apart from the first minute', 'Once I understood that I have to hold instead of click, it was the best part of the app.', ''),
    (22, 'usability', 'medium', 3, 'Screen reader says "button" four times in {f}', 'The four icons have no labels, so I cannot tell them apart.', E'1. Turn on the screen reader\n2. Open {f}\n3. Go through the icons'),
    (23, 'usability', 'low', 4, 'Too many questions before {f}', 'I had to answer five questions before I saw anything. I would rather answer them later.', '');

  insert into public.feedback (id, campaign_id, campaign_title, application_id, tester_id, tester_name, developer_id, release_id, type, rating, summary,
    details, steps, severity, device, status, usefulness, reason_code, reason, captured_at, received_at, reviewed_at, due_at, is_sample, created_at, updated_at)
  select md5('sample:feedback:' || a.id || ':' || g.i)::uuid, a.campaign_id, a.campaign_title, a.id, a.tester_id, p.name, a.developer_id, b.release_id,
    r.type, r.rating, upper(left(replace(r.summary, '{f}', f.feature), 1)) || substr(replace(r.summary, '{f}', f.feature), 2),
    replace(r.details, '{f}', f.feature), replace(r.steps, '{f}', f.feature), r.severity,
    -- A device of the tester that runs the campaign's platform, or a borrowed one.
    coalesce((select d ->> 'name' || ', ' || (d ->> 'os') from public.profiles x, jsonb_array_elements(x.devices) d
        where x.id = a.tester_id and (c.platform = 'web' or d ->> 'platform' = c.platform) limit 1),
      case c.platform when 'android' then 'Galaxy A54, Android 15' when 'ios' then 'iPhone 12, iOS 26' when 'macos' then 'MacBook Pro, macOS 26' else 'Dell XPS 13, Windows 11' end),
    s.status, case when s.status = 'approved' then 2 + (k.dice + 1) % 4 else 0 end,
    case when s.status = 'rejected' then (array['not_reproducible', 'out_of_scope', 'works_as_designed', 'did_not_follow_instructions'])[1 + k.dice % 4] else '' end,
    case s.status when 'rejected' then (array['Thank you. We tried it on three devices and could not reproduce it.', 'Thank you. This part is not being tested this time.',
      'Thank you. This is intended, to keep the screen simple.', 'Please use the current build and follow the steps in the instructions.'])[1 + k.dice % 4]
      when 'changes_requested' then 'Which version was it, and does it happen every time?' else '' end,
    t.captured, case when s.status <> 'draft' then t.captured + interval '40 minutes' end,
    case when s.status in ('approved', 'rejected', 'changes_requested') then least(now() - interval '3 hours', t.captured + make_interval(days => 1 + k.dice % 4)) end,
    case when s.status = 'submitted' then t.captured + make_interval(days => c.review_days) end, true, t.captured, least(now(), t.captured + interval '2 days')
  from public.applications a
  join public.campaigns c on c.id = a.campaign_id
  join public.briefs b on b.id = c.id
  join seed_campaigns sc on md5('sample:campaign:' || sc.n)::uuid = c.id
  join seed_people p on md5('sample:person:' || p.email)::uuid = a.tester_id
  cross join lateral generate_series(1, 2 + (p.n + sc.n) % 2) g(i)
  cross join lateral (select (sc.n * 37 + p.n * 61 + g.i * 23) % 100 as dice) k
  join seed_reports r on r.i = (sc.n * 5 + p.n * 7 + g.i * 11) % 24
  cross join lateral (select sc.features[1 + (p.n + g.i * 2 + sc.n) % 5] as feature) f
  cross join lateral (select case
    when c.status in ('completed', 'archived') then case when k.dice < 78 then 'approved' else 'rejected' end
    when p.n = 7 and g.i = 1 and sc.n = 1 then 'draft'
    when p.n = 7 and g.i = 1 and sc.n = 11 then 'changes_requested'
    when k.dice < 40 then 'approved' when k.dice < 50 then 'rejected' when k.dice < 60 then 'changes_requested' when k.dice < 63 then 'draft'
    else 'submitted' end as status) s
  cross join lateral (select case
    -- What waits for an answer came within the last days; what is answered is older.
    when s.status in ('submitted', 'draft', 'changes_requested') then greatest(a.accepted_at + interval '1 hour', now() - make_interval(hours => 5 + k.dice))
    else least(now() - interval '1 day', a.accepted_at + make_interval(days => g.i * 2 + k.dice % 3, hours => k.dice % 11)) end as captured) t
  where a.is_sample and a.status = 'accepted' and sc.n <> 15;

  -- ---- a campaign with tasks: a script, a survey and the results of its twelve testers ----------
  update public.briefs b set tasks = (
    select jsonb_agg(jsonb_build_object('id', t.id, 'version', 1, 'kind', t.kind, 'title', t.title, 'body', t.body, 'steps', t.steps,
      'questions', t.questions, 'required_since', private.iso_time(now() - interval '14 days'), 'per_build', false, 'minutes', t.minutes, 'days', 0,
      'only_if', null, 'evidence', '{"minutes": 0, "code": false, "photo": false}'::jsonb) order by t.id)
    from (values
      ('t1', 'script', 'Lend a book and get it back', 'Use a book that you own, and a person who has the app too.', 12, '[
        {"id": "s1", "do": "Add a book by its title", "expect": "It appears in your list with its cover"},
        {"id": "s2", "do": "Invite a person to your family", "expect": "They get a message with a link"},
        {"id": "s3", "do": "Lend them the book until Sunday", "expect": "You both see who has it and until when"},
        {"id": "s4", "do": "Scan the barcode of another book", "expect": "The right book is found"},
        {"id": "s5", "do": "Turn off the connection and look up who has the book", "expect": "You see it without a connection"},
        {"id": "s6", "do": "Take the book back", "expect": "It is in your list again, for both of you"}]'::jsonb,
        '[{"id": "q1", "kind": "seq", "text": "Overall, how easy was this task?", "required": true, "options": [], "min": 0, "max": 0}]'::jsonb),
      ('t2', 'survey', 'Your overall impression', '', 5, '[]', '[
        {"id": "q1", "kind": "sus", "text": "", "required": true, "options": [], "min": 0, "max": 0},
        {"id": "q2", "kind": "nps", "text": "How likely are you to recommend this app to a friend?", "required": true, "options": [], "min": 0, "max": 0},
        {"id": "q3", "kind": "text", "text": "What should we change first?", "required": false, "options": [], "min": 0, "max": 0}]'))
      t (id, kind, title, body, minutes, steps, questions))
  where b.id = md5('sample:campaign:15')::uuid;

  -- One row per tester, numbered from 0. fails: the steps that failed, of which the first has a
  -- report.
  create temporary table seed_takers on commit drop as
  select a.id, a.tester_id, p.name, b.release_id, v.*, v.fails[1] as reported, now() - make_interval(days => 1 + v.k % 5, hours => v.k) as at
  from (values
    (0, 'accepted', '{}'::text[], '', 6, 9, 0, 'Nothing. It was clear from the start.'), (1, 'accepted', '{s3}', '', 5, 10, 1, 'Show in the list who has a book.'),
    (2, 'accepted', '{s2}', '', 6, 7, 1, ''), (3, 'accepted', '{}', 's5', 4, 8, 2, 'Let me lend several books at once.'),
    (4, 'accepted', '{s3}', '', 3, 6, 3, 'The date of the return: I could not find it.'), (5, 'accepted', '{}', 's4', 6, 9, 1, 'The scanner needs a light.'),
    (6, 'submitted', '{s3}', '', 7, 10, 0, ''), (7, 'submitted', '{s2,s5}', '', 2, 3, 3, 'It should work without a connection, as you say it does.'),
    (8, 'submitted', '{s5}', '', 5, 8, 2, ''), (9, 'returned', '{s3,s4}', '', 6, 9, 1, 'The scanner found another edition.'),
    (10, '', '{}', 's4', 5, 7, 2, ''), (11, '', '{s3}', '', 4, 5, 2, 'Fewer questions when I add a book.'))
    v (k, status, fails, blocked, ease, nps, doubt, wish)
  join lateral (select a.*, row_number() over (order by s.n) - 1 as place from public.applications a join seed_people s on md5('sample:person:' || s.email)::uuid = a.tester_id
    where a.campaign_id = md5('sample:campaign:15')::uuid and a.status = 'accepted' and s.n <> 7) a on a.place = v.k
  join public.profiles p on p.id = a.tester_id
  join public.briefs b on b.id = a.campaign_id;

  insert into public.feedback (id, campaign_id, campaign_title, application_id, tester_id, tester_name, developer_id, release_id, type, rating, summary,
    details, steps, severity, device, status, usefulness, captured_at, received_at, reviewed_at, due_at, is_sample, created_at, updated_at)
  select md5('sample:feedback:task:' || k.k)::uuid, c.id, c.title, k.id, k.tester_id, k.name, c.developer_id, k.release_id, 'bug', 2 + k.k % 2,
    r.summary, r.details, 'Lend a book and get it back' || E'\n' || r.step, r.severity, 'Galaxy Tab S9, Android 15',
    case when k.k < 5 then 'approved' else 'submitted' end, case when k.k < 5 then 4 else 0 end, k.at, k.at + interval '40 minutes',
    case when k.k < 5 then k.at + interval '20 hours' end, case when k.k >= 5 then k.at + make_interval(days => c.review_days) end, true, k.at, least(now(), k.at + interval '20 hours')
  from seed_takers k
  join public.campaigns c on c.id = md5('sample:campaign:15')::uuid
  join (values
    ('s2', 'The link of the invitation opens an empty page', 'My sister got the message, but its link showed a white page on her tablet.', 'medium', 'Step 2: Invite a person to your family'),
    ('s3', 'The borrower does not see until when', 'I see the date of the return, and the person who has my book does not.', 'high', 'Step 3: Lend them the book until Sunday'),
    ('s5', 'Lent books are missing without a connection', 'The list is there, but it does not say who has what.', 'high', 'Step 5: Turn off the connection and look up who has the book'))
    r (id, summary, details, severity, step) on r.id = k.reported;

  update public.applications a set release_id = k.release_id, downloaded_at = coalesce(a.downloaded_at, k.at - interval '1 hour'),
    results = jsonb_build_object(
      't1', jsonb_build_object('version', 1, 'release_id', k.release_id, 'state', case when k.k >= 10 then 'open' else 'done' end, 'minutes', 8 + k.k % 7, 'at', private.iso_time(k.at),
        'steps', (select jsonb_object_agg(s.id, jsonb_build_object('mark', m.mark) || case m.mark
            when 'fail' then jsonb_build_object('note', s.note) || case when s.id = k.reported then jsonb_build_object('report_id', md5('sample:feedback:task:' || k.k)::uuid) else '{}' end
            when 'blocked' then '{"note": "My computer has no camera."}' else '{}' end)
          from (values ('s1', ''), ('s2', 'The page behind the link was empty.'), ('s3', 'Only I could see the date.'), ('s4', 'It found another edition.'),
            ('s5', 'It did not say who has it.'), ('s6', '')) s (id, note)
          cross join lateral (select case when s.id = any (k.fails) then 'fail' when s.id = k.blocked and s.id = 's5' then 'skip' when s.id = k.blocked then 'blocked' else 'pass' end as mark) m
          where k.k < 10 or s.id <> 's6'),
        'answers', jsonb_build_object('q1', k.ease)),
      't2', jsonb_build_object('version', 1, 'release_id', k.release_id, 'state', 'done', 'minutes', 3 + k.k % 3, 'at', private.iso_time(k.at + interval '10 minutes'),
        'answers', jsonb_build_object('q2', k.nps,
          -- Odd statements are positive, even ones negative; doubt lowers the score.
          'q1', (select jsonb_agg(case when i % 2 = 1 then 5 - d.doubt else 1 + d.doubt end order by i) from generate_series(1, 10) i
            cross join lateral (select least(4, k.doubt + (i + k.k) % 2) as doubt) d)) || case when k.wish = '' then '{}' else jsonb_build_object('q3', k.wish) end)),
    results_status = k.status,
    results_review = case when k.status = 'returned' then '{"t1": "Which book did the scanner find instead?"}'::jsonb else '{}' end,
    results_submitted_at = case when k.status <> '' then k.at + interval '15 minutes' end,
    results_reviewed_at = case when k.status in ('accepted', 'returned') then k.at + interval '18 hours' end,
    results_due_at = case when k.status = 'submitted' then k.at + interval '7 days' end
  from seed_takers k where a.id = k.id;

  -- Some are duplicates of the first approved report of the same campaign; three per campaign are
  -- known issues.
  update public.feedback f set reason_code = 'duplicate', duplicate_of = o.id, duplicate_sent_at = o.received_at, reason = 'Another tester reported this first. Yours counts as a confirmation.'
  from (select distinct on (campaign_id) id, campaign_id, tester_id, received_at from public.feedback where is_sample and status = 'approved' and type = 'bug' order by campaign_id, received_at, id) o
  where f.is_sample and f.status = 'rejected' and f.campaign_id = o.campaign_id and f.tester_id <> o.tester_id and f.received_at > o.received_at
    and f.reason_code in ('not_reproducible', 'works_as_designed');
  -- What the team notes for itself: never in the row that the tester reads.
  insert into private.report_triage (feedback_id, priority, tags)
  select f.id, (array['urgent', 'high', 'medium', 'low', ''])[1 + k.dice % 5], (array['["crash", "release blocker"]', '["design"]', '["design", "later"]', '["crash"]', '[]'])[1 + k.dice % 5]::jsonb
  from public.feedback f cross join lateral (select ('x' || left(md5(f.id::text), 4))::bit(16)::int as dice) k
  where f.is_sample and f.status <> 'draft' and k.dice % 2 = 0 and k.dice % 5 <> 4;
  update public.feedback f set reproductions = (select count(*) from public.feedback d where d.duplicate_of = f.id) where f.is_sample;
  update public.feedback f set known = true
  where f.id in (select id from (select id, row_number() over (partition by campaign_id order by reproductions desc, usefulness desc, id) as place
    from (select distinct on (campaign_id, summary) * from public.feedback where is_sample and status = 'approved' and type = 'bug'
      order by campaign_id, summary, reproductions desc, id) named) x where place <= 3);

  -- ---- comments ---------------------------------------------------------------------------------
  insert into public.comments (id, feedback_id, author_id, author_name, tester_id, developer_id, body, internal, captured_at, is_sample, created_at)
  select md5('sample:comment:' || f.id || ':' || g.i)::uuid, f.id, case when g.i = 2 then f.tester_id else w.id end,
    case when g.i = 2 then f.tester_name else w.name end, f.tester_id, f.developer_id,
    (array['Thank you, that is very clear. Does it also happen with a fresh install?', 'Yes, I just tried it with a fresh install, and it is the same.',
      'Same cause as the empty list. The fix is planned for the next build.'])[g.i], g.i = 3,
    f.received_at + make_interval(hours => g.i * 3), true, f.received_at + make_interval(hours => g.i * 3)
  from public.feedback f
  -- The reviewer, where there is one.
  join public.profiles w on w.id = case f.org_id when northwind then md5('sample:person:dev3@betaflock.test')::uuid else f.developer_id end
  cross join generate_series(1, 3) g(i)
  where f.is_sample and f.status <> 'draft' and ascii(right(f.id::text, 1)) % 3 = 0 and g.i <= 1 + ascii(left(f.id::text, 1)) % 3;

  -- ---- completed tests, rewards, payouts: made by the product's own functions -------------------
  insert into public.downloads (release_id, user_id, is_sample, created_at)
  select distinct on (b.release_id, a.tester_id) b.release_id, a.tester_id, true, a.downloaded_at
  from public.applications a join public.briefs b on b.id = a.campaign_id where a.is_sample and a.downloaded_at is not null and b.release_id is not null
  on conflict do nothing;
  for report in select * from public.feedback f where f.is_sample and f.status = 'approved' order by f.reviewed_at, f.id loop
    perform private.grant_reward(report);
  end loop;
  update public.applications a set status = 'completed', completed_at = c.completed_at from public.campaigns c
  where c.id = a.campaign_id and a.is_sample and a.status = 'accepted' and c.status in ('completed', 'archived')
    and exists (select 1 from public.feedback f where f.application_id = a.id and f.status = 'approved');
  update public.rewards r set earned_at = f.reviewed_at, created_at = f.reviewed_at from public.feedback f where f.id = r.feedback_id and r.is_sample;
  alter table public.ledger_entries disable trigger append_only;
  update public.ledger_entries l set created_at = r.earned_at from public.rewards r where r.id = l.reward_id and l.is_sample;
  alter table public.ledger_entries enable trigger append_only;

  insert into public.payouts (id, tester_id, tester_name, paypal_email, currency, amount_cents, status, reason, requested_at, decided_at, is_sample, created_at)
  select md5('sample:payout:' || r.tester_id || r.currency)::uuid, r.tester_id, p.name, 'pay.' || p.email, r.currency, sum(r.amount_cents),
    case when p.n in (8, 12, 20) then 'requested' when p.n = 9 then 'failed' else 'paid' end,
    case when p.n = 9 then 'PayPal does not recognise this address.' else '' end, now() - make_interval(days => 9 + p.n % 5),
    case when p.n in (8, 12, 20) then null else now() - make_interval(days => 4 + p.n % 5) end, true, now() - make_interval(days => 9 + p.n % 5)
  from public.rewards r join seed_people p on md5('sample:person:' || p.email)::uuid = r.tester_id
  where r.is_sample and r.earned_at < now() - interval '18 days' and p.n % 4 in (0, 1, 3)
  group by r.tester_id, r.currency, p.n, p.name, p.email;
  update public.rewards r set status = case x.status when 'paid' then 'paid' else 'requested' end, payout_id = x.id
  from public.payouts x where x.is_sample and x.status <> 'failed' and x.tester_id = r.tester_id and x.currency = r.currency
    and r.is_sample and r.earned_at < now() - interval '18 days';
  insert into public.ledger_entries (tester_id, kind, amount_cents, currency, reward_id, payout_id, is_sample, created_at)
  select r.tester_id, 'paid', -r.amount_cents, r.currency, r.id, r.payout_id, true, x.decided_at
  from public.rewards r join public.payouts x on x.id = r.payout_id where r.is_sample and r.status = 'paid';

  for person in select id from public.profiles where is_sample and role = 'tester' loop
    perform private.recount_person(person.id);
  end loop;
  for person in select id from public.campaigns where is_sample and status <> 'draft' loop
    perform private.recount_campaign(person.id);
    perform private.rebuild_known_issues(person.id);
    -- Takes the snapshot.
    update public.campaigns c set title = c.title where c.id = person.id;
  end loop;
  update public.applications a set card = private.tester_card(a.tester_id) where a.is_sample;

  -- ---- announcements ----------------------------------------------------------------------------
  insert into private.announcements (id, campaign_id, author_id, text_hash, recipients, created_at, pending)
  select md5('sample:announcement:' || g.i || c.id)::uuid, c.id, c.developer_id, '', c.testers_joined,
    least(now(), c.completed_at) - make_interval(hours => 30 * g.i), false
  from public.campaigns c cross join generate_series(1, 2) g(i)
  where c.is_sample and c.status in ('active', 'completed') and c.testers_joined > 0;
  update public.briefs b set announcements = n.list
  from (
    select a.campaign_id, jsonb_agg(jsonb_build_object('id', a.id, 'at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'author_name', private.name_of(a.author_id), 'recipients', a.recipients,
      'title', case when a.place = 1 then 'Please try the search' else '' end,
      'body', case when a.place = 1 then E'We have changed how search works. Please try it with names that you know, and with some that you do not.\n\nA short report about what you did not find helps us most.'
        else 'Welcome, and thank you for testing. We answer every report, usually within two days.' end) order by a.created_at desc) as list
    from (select a.*, row_number() over (partition by a.campaign_id order by a.created_at desc) as place from private.announcements a
      join public.campaigns c on c.id = a.campaign_id where c.is_sample) a
    group by a.campaign_id) n
  where b.id = n.campaign_id;

  -- ---- notifications, flags, activity -----------------------------------------------------------
  delete from public.notifications where is_sample;
  insert into public.notifications (id, user_id, kind, data, link, read_at, is_sample, created_at, updated_at)
  select md5('sample:notification:' || n.kind || n.key)::uuid, n.user_id, n.kind, n.data, n.link,
    case when n.at < now() - interval '2 days' then n.at + interval '5 hours' end, true, n.at, n.at
  from (
    select f.id::text as key, f.tester_id as user_id, 'feedback_' || f.status as kind, f.reviewed_at as at, '/tester/tests/' || f.campaign_id || '/report/' || f.id as link,
      jsonb_build_object('campaign_title', f.campaign_title, 'campaign_id', f.campaign_id, 'feedback_id', f.id, 'summary', f.summary) ||
        case when f.status = 'approved' then jsonb_build_object('usefulness', f.usefulness) else jsonb_build_object('reason_code', f.reason_code) end as data
    from public.feedback f where f.is_sample and f.status in ('approved', 'rejected')
    union all
    select f.id::text, f.tester_id, 'changes_requested', f.reviewed_at, '/tester/tests/' || f.campaign_id || '/report/' || f.id,
      jsonb_build_object('campaign_title', f.campaign_title, 'campaign_id', f.campaign_id, 'feedback_id', f.id, 'summary', f.summary, 'reason', f.reason)
    from public.feedback f where f.is_sample and f.status = 'changes_requested'
    union all
    select f.id::text || m.user_id, m.user_id, 'feedback_received', f.received_at, '/developer/campaigns/' || f.campaign_id || '?tab=feedback&report=' || f.id,
      jsonb_build_object('campaign_title', f.campaign_title, 'campaign_id', f.campaign_id, 'feedback_id', f.id, 'summary', f.summary, 'tester_name', f.tester_name)
    from public.feedback f join public.organization_members m on m.org_id = f.org_id and m.role <> 'viewer'
    where f.is_sample and f.status <> 'draft' and f.received_at > now() - interval '10 days'
    union all
    select a.id::text || m.user_id, m.user_id, 'application_received', a.applied_at, '/developer/campaigns/' || a.campaign_id || '?tab=applicants',
      jsonb_build_object('campaign_title', a.campaign_title, 'campaign_id', a.campaign_id, 'tester_name', a.card ->> 'name')
    from public.applications a join public.organization_members m on m.org_id = a.org_id and m.role in ('owner', 'admin', 'manager')
    where a.is_sample and a.status = 'pending'
    union all
    select a.id::text, a.tester_id, case a.status when 'rejected' then 'application_rejected' else 'application_accepted' end, a.decided_at,
      '/tester/tests/' || a.campaign_id, jsonb_build_object('campaign_title', a.campaign_title, 'campaign_id', a.campaign_id)
    from public.applications a where a.is_sample and a.status in ('accepted', 'rejected') and a.decided_at > now() - interval '30 days'
    union all
    select r.id::text, r.tester_id, 'reward_earned', r.earned_at, '/tester/rewards',
      jsonb_build_object('campaign_title', r.campaign_title, 'amount_cents', r.amount_cents, 'currency', r.currency)
    from public.rewards r where r.is_sample and r.earned_at > now() - interval '30 days'
    union all
    select x.id::text, x.tester_id, 'payout_' || x.status, x.decided_at, '/tester/rewards',
      jsonb_build_object('amount_cents', x.amount_cents, 'currency', x.currency, 'reason', x.reason)
    from public.payouts x where x.is_sample and x.status <> 'requested'
  ) n;

  insert into public.flags (id, reporter_id, reporter_name, content_type, content_id, content_title, reason, status, resolution, resolved_at, is_sample, created_at)
  select md5('sample:flag:' || v.i)::uuid, md5('sample:person:' || p.email)::uuid, p.name, v.type,
    case v.type when 'app' then md5('sample:app:' || v.of)::uuid when 'campaign' then md5('sample:campaign:' || v.of)::uuid
      else (select f.id from public.feedback f where f.is_sample and f.status = 'rejected' order by f.id offset v.of limit 1) end,
    case v.type when 'app' then (select a.title from seed_apps a where a.n = v.of) when 'campaign' then (select c.title from seed_campaigns c where c.n = v.of)
      else (select f.summary from public.feedback f where f.is_sample and f.status = 'rejected' order by f.id offset v.of limit 1) end,
    v.reason, v.status, case v.status when 'resolved' then 'Hidden until the developer replies.' when 'dismissed' then 'This is within the rules.' else '' end,
    case when v.status in ('resolved', 'dismissed') then now() - make_interval(days => v.i) end, true, now() - make_interval(days => v.i * 2, hours => 7)
  from (values (1, 8, 'app', 28, 'Asks for more permissions than it needs', 'resolved'), (2, 9, 'campaign', 7, 'The reward was higher when I applied', 'pending'),
    (3, 12, 'feedback', 1, 'My report was rejected as a duplicate, but I cannot see of which one', 'pending'), (4, 4, 'feedback', 3, 'Copied from an app store review', 'under_review'),
    (5, 15, 'app', 17, 'The screenshots show a different app', 'pending'), (6, 20, 'campaign', 2, 'Spam', 'dismissed')) v(i, person, type, of, reason, status)
  join seed_people p on p.n = v.person;

  insert into public.activity (id, actor_id, actor_name, action, target_type, target_id, details, is_sample, created_at)
  select md5('sample:activity:' || x.action || x.target_id)::uuid, x.actor_id, x.actor_name, x.action, x.target_type, x.target_id, x.details, true, x.at
  from (
    select c.developer_id as actor_id, c.developer_name as actor_name, 'campaign_published' as action, 'campaign' as target_type, c.id as target_id,
      jsonb_build_object('title', c.title) as details, c.published_at as at from public.campaigns c where c.is_sample and c.published_at is not null
    union all
    select p.id, p.name, 'registered', 'profile', p.id, jsonb_build_object('role', p.role), p.created_at from public.profiles p where p.is_sample and p.role <> 'admin'
    union all
    select md5('sample:person:admin2@betaflock.test')::uuid, 'Ben Whitfield', 'payout_' || x.status, 'payout', x.id,
      jsonb_build_object('amount_cents', x.amount_cents, 'currency', x.currency, 'tester_name', x.tester_name), x.decided_at
    from public.payouts x where x.is_sample and x.status <> 'requested'
    union all
    select md5('sample:person:admin3@betaflock.test')::uuid, 'Chiara Russo', 'flag_' || f.status, 'flag', f.id,
      jsonb_build_object('content_type', f.content_type, 'content_title', f.content_title), f.resolved_at from public.flags f where f.is_sample and f.resolved_at is not null
  ) x;

  -- Whose devices sent something on which day.
  insert into private.active_people (user_id, day)
  select w.user_id, (w.at at time zone 'utc')::date from (
    select a.tester_id as user_id, a.applied_at as at from public.applications a where a.is_sample
    union all select f.tester_id, f.received_at from public.feedback f where f.is_sample and f.status <> 'draft'
    union all select f.developer_id, f.reviewed_at from public.feedback f where f.is_sample) w
  where w.user_id is not null and w.at is not null and w.at < now() on conflict do nothing;

  -- What the members did. Its sentences are in src/features/organizations/labels.ts.
  insert into private.organization_activity (id, org_id, actor_id, actor_name, action, target_id, details, created_at)
  select md5('sample:organization-activity:' || v.n)::uuid, northwind, a.id, a.name, v.action, md5('sample:' || v.target)::uuid, v.details,
    now() - make_interval(days => v.days, hours => v.n)
  from (values
    (1, 'dev@betaflock.test', 'organization_created', 'organization:1', '{"name": "Northwind"}'::jsonb, 270),
    (2, 'dev@betaflock.test', 'member_invited', 'member:2', '{"email": "dev2@betaflock.test", "role": "manager"}', 269),
    (3, 'dev2@betaflock.test', 'member_joined', 'person:dev2@betaflock.test', '{"name": "Emeka Obi", "role": "manager"}', 268),
    (4, 'dev@betaflock.test', 'member_invited', 'member:3', '{"email": "dev3@betaflock.test", "role": "viewer"}', 191),
    (5, 'dev3@betaflock.test', 'member_joined', 'person:dev3@betaflock.test', '{"name": "Freja Lind", "role": "viewer"}', 190),
    (6, 'dev@betaflock.test', 'member_role_changed', 'person:dev3@betaflock.test', '{"name": "Freja Lind", "from": "viewer", "to": "reviewer"}', 175),
    (7, 'dev@betaflock.test', 'member_invited', 'member:4', '{"email": "dev4@betaflock.test", "role": "viewer"}', 121),
    (8, 'dev4@betaflock.test', 'member_joined', 'person:dev4@betaflock.test', '{"name": "Gwen Harris", "role": "viewer"}', 120),
    (9, 'dev@betaflock.test', 'organization_renamed', 'organization:1', '{"from": "Northwind", "to": "Northwind Labs"}', 40),
    (10, 'dev@betaflock.test', 'testers_invited', 'campaign:14', '{"count": 4, "campaign_title": "Tidewatch: a first look"}', 6),
    (11, 'dev2@betaflock.test', 'campaign_link_created', 'campaign:14', '{"campaign_title": "Tidewatch: a first look"}', 4),
    (12, 'dev@betaflock.test', 'testers_invited', 'campaign:14', '{"count": 2, "campaign_title": "Tidewatch: a first look"}', 1)) v (n, actor, action, target, details, days)
  join public.profiles a on a.email = v.actor;

  insert into public.contact_messages (id, name, email, message, created_at) values
    (md5('sample:message:1')::uuid, 'Laura Benítez', 'laura@example.test', 'Do you offer a plan for schools? We are a team of six teachers.', now() - interval '2 days')
  on conflict (id) do nothing;

  perform set_config('betaflock.seeding', '', true);
end
$seed$;

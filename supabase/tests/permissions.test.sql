-- Permissions: every table, bucket, topic and call, attempted by every kind of person. One line per
-- attempt, one column per person; a cell has the expected result:
--   y  it works
--   -  no row is found (a policy hides it)
--   x  rejected with 42501 (no grant, or a policy's check)
--   anything else: the error code that the device gets
-- The codes are exact on purpose: "forbidden" instead of "-" would mean that a policy failed and
-- only the trigger after it held. Each attempt is rolled back. Run by `supabase test db`, and by
-- tests/sql/pgtap.test.ts without Supabase's CLI. tests/tools/policy-mutation.ts removes policies,
-- triggers and grants one by one and checks that a line fails.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select no_plan();

-- -------------------------------------------------------------------------------------------------
-- The people, and one attempt

create temp table person (place int, short text, name text primary key, role text, suspended boolean);
insert into person values
  (1, 'anon', 'nobody', null, false), (2, 'test', 'tester', 'tester', false), (3, 'othT', 'other tester', 'tester', false),
  (4, 'dev', 'developer', 'developer', false), (5, 'othD', 'other developer', 'developer', false), (6, 'admn', 'admin', 'admin', false),
  (7, 'susT', 'suspended tester', 'tester', true), (8, 'susD', 'suspended developer', 'developer', true),
  (9, 'susA', 'suspended admin', 'admin', true),
  -- The tester and the developer with a token whose session has ended (signed out everywhere).
  (10, 'endT', 'ended tester', null, false), (11, 'endD', 'ended developer', null, false),
  -- Members of the developer's organizations.
  (12, 'orgA', 'team admin', 'developer', false), (13, 'mana', 'manager', 'developer', false), (14, 'revw', 'reviewer', 'developer', false),
  (15, 'view', 'viewer', 'developer', false),
  -- Granted access to the private campaign, not applied; and invited to it by e-mail only.
  (16, 'invT', 'invited tester', 'tester', false), (17, 'mail', 'mailed tester', 'tester', false),
  -- A former manager of the developer's organizations; and invited to one by e-mail only.
  (18, 'exMa', 'former manager', 'developer', false), (19, 'invD', 'invited developer', 'developer', false);

-- One id per name, so that the lines below are readable.
create function pg_temp.id(name text) returns uuid language sql immutable as $$
  select md5(regexp_replace(name, '^(ended|unproven|proven) ', ''))::uuid
$$;

-- Replaces {me} and {any name} in an attempt by ids.
create function pg_temp.filled(text_ text, who text) returns text language plpgsql as $$
declare name text;
begin
  if who = 'nobody' then
    text_ := replace(replace(text_, '"{me}"', 'null'), '''{me}''', 'null');
  end if;
  text_ := replace(text_, '{me}', pg_temp.id(who)::text);
  for name in select distinct m[1] from regexp_matches(text_, '\{application:([a-z ]+)\}', 'g') m loop
    text_ := replace(text_, '{application:' || name || '}', private.application_id(pg_temp.id(name), pg_temp.id(who))::text);
  end loop;
  for name in select distinct m[1] from regexp_matches(text_, '\{([a-z ]+)\}', 'g') m loop
    text_ := replace(text_, '{' || name || '}', pg_temp.id(name)::text);
  end loop;
  return text_;
end
$$;

create function pg_temp.become(who text) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims',
      case when who = 'nobody' then '{"role": "anon"}' else (jsonb_build_object('sub', pg_temp.id(who), 'role', 'authenticated')
        || case split_part(who, ' ', 1) when 'ended' then jsonb_build_object('session_id', gen_random_uuid()) when 'unproven' then '{"aal": "aal1"}'
          when 'proven' then jsonb_build_object('aal', 'aal2', 'session_id', pg_temp.id('their session')) else '{}' end)::text end, true),
    set_config('betaflock.actor', '', true),
    set_config('role', case when who = 'nobody' then 'anon' else 'authenticated' end, true);
end
$$;

-- `unproven` people have a second factor and used only the password; `proven` people used both.
create function pg_temp.enrol(who text) returns void language plpgsql as $$
begin
  if who ~ '^(unproven|proven) ' then
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), pg_temp.id(who), 'totp', 'verified', now(), now());
  end if;
  if who like 'proven %' then
    insert into auth.sessions (id, user_id, aal) values (pg_temp.id('their session'), pg_temp.id(who), 'aal2');
  end if;
end
$$;

-- The rows by name; and an insertable row of each kind.
create temp table thing (name text primary key, place text, id uuid);
create temp table example (name text primary key, place text, doc text);

create function pg_temp.statement(what text, who text) returns text language plpgsql as $$
declare
  verb text := split_part(what, ' ', 1);
  object text := substr(what, length(verb) + 2);
  t record;
begin
  if verb in ('read', 'change', 'remove') then
    select * into strict t from thing where name = object;
    if verb = 'read' then return format('select 1 from %s where id = %L', t.place, t.id); end if;
    if verb = 'remove' then return format('delete from %s where id = %L', t.place, t.id); end if;
    -- Writes every writable column with its current value, which reveals a lost column grant.
    return format('update %s set %s where id = %L', t.place, coalesce((
      select string_agg(format('%1$I = %1$I', c), ', ')
      from private.sync_collections s, unnest(s.update_columns || '{sync_client,sync_seq}'::text[] || case when s.removable then '{_deleted}' else '{}'::text[] end) c
      where 'public.' || s.name = t.place and cardinality(s.update_columns) > 0), 'id = id'), t.id);
  elsif verb = 'add' then
    select * into strict t from example where name = object;
    return format('insert into %s (%s) select %s from jsonb_populate_record(null::%s, %L) r', t.place,
      (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(pg_temp.filled(t.doc, who)::jsonb) k),
      (select string_agg('r.' || quote_ident(k), ', ') from jsonb_object_keys(pg_temp.filled(t.doc, who)::jsonb) k), t.place, pg_temp.filled(t.doc, who));
  elsif verb = 'listen' then
    return format('select 1 from realtime.messages where topic = %L', pg_temp.filled(object, who));
  elsif verb = 'call' then
    return pg_temp.filled('select ' || object, who);
  end if;
  return pg_temp.filled(what, who);
end
$$;

-- `alone` as below: passing the policies counts as success.
create function pg_temp.attempt(who text, what text, alone text default null) returns text language plpgsql as $$
declare
  answer text;
  statement text;
  n bigint;
  detail text;
begin
  statement := pg_temp.statement(what, who);
  begin
    if what like 'listen %' then
      perform set_config('realtime.topic', pg_temp.filled(substr(what, 8), who), true);
    end if;
    -- The storage service sets this flag for its deletes.
    perform set_config('storage.allow_delete_query', (what like 'remove object %')::text, true);
    perform pg_temp.enrol(who);
    perform pg_temp.become(who);
    execute statement;
    get diagnostics n = row_count;
    -- Rolls back everything, including the role.
    raise exception using errcode = 'TRY00', message = case when n > 0 then 'y' else '-' end;
  exception when others then
    get stacked diagnostics detail = pg_exception_detail;
    answer := case
      when sqlstate = 'TRY00' then sqlerrm
      when sqlstate = '42501' then 'x'
      -- Passed the policies; only a column that the triggers fill is missing.
      when sqlstate = '23502' and alone like 'policies %' then 'y'
      when sqlstate like 'PT___' then detail
      else sqlstate || ':' || sqlerrm end;
  end;
  return answer;
end
$$;

-- One layer alone: `triggers public.apps` opens the grants and policies of that table, `policies
-- public.apps` opens its grants and removes its triggers. Each layer must hold without the others.
-- `names`: only these people. `needed`: admins need the second factor (System Settings).
create function pg_temp.everybody(what text, alone text default null, names text[] default null, needed boolean default false) returns text
language plpgsql as $$
declare place text := split_part(alone, ' ', 2);
begin
  if needed then
    update public.settings set saved_at = now(), "values" = "values" || '{"require_2fa_for_admins": true}' where section = 'security';
  end if;
  if alone is not null then
    -- First the lock that the statements below need. After the grant, an autovacuum of the table
    -- waits for this transaction while holding a lock, and a stronger lock then deadlocks.
    execute format('lock table %s in access exclusive mode', place);
    execute format('grant all on %s to authenticated', place);
  end if;
  if alone like 'triggers %' then
    execute format('create policy wide_open on %s to authenticated using (true) with check (true)', place);
  elsif alone like 'policies %' then
    execute format('alter table %s disable trigger user', place);
    -- Policies check the organization that this trigger fills in.
    if exists (select 1 from pg_trigger t where t.tgrelid = place::regclass and t.tgname = 't20_set_organization') then
      execute format('alter table %s enable trigger t20_set_organization', place);
    end if;
  end if;
  raise exception using errcode = 'TRY01', message = (
    select string_agg(pg_temp.attempt(p.name, what, alone), ' ' order by p.n)
    from unnest(coalesce(names, array(select e.name from person e order by e.place))) with ordinality p (name, n));
exception when sqlstate 'TRY01' then
  return sqlerrm;
end
$$;

-- -------------------------------------------------------------------------------------------------
-- The rows, created by their owners

create function pg_temp.make(who text, name_ text, kind text, more jsonb default '{}') returns void language plpgsql as $$
declare
  e example;
  made jsonb;
begin
  select * into strict e from example where name = kind;
  made := pg_temp.filled(e.doc, who)::jsonb || jsonb_build_object('id', coalesce(more ->> 'id', pg_temp.id(name_)::text)) || more;
  perform pg_temp.become(who);
  execute format('insert into %s (%s) select %s from jsonb_populate_record(null::%s, $1) r', e.place,
    (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(made) k), (select string_agg('r.' || quote_ident(k), ', ') from jsonb_object_keys(made) k),
    e.place) using made;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  insert into thing values (name_, e.place, (made ->> 'id')::uuid);
end
$$;
create function pg_temp.did(who text, what text) returns void language plpgsql as $$
begin
  perform pg_temp.become(who);
  execute pg_temp.filled(what, who);
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
end
$$;

insert into auth.users (id, email, raw_user_meta_data)
select pg_temp.id(name), replace(name, ' ', '.') || '@example.test', jsonb_build_object('name', name, 'role', role) from person where role is not null;
update public.profiles p set role = 'admin' from person where person.role = 'admin' and p.id = pg_temp.id(person.name);
update public.settings set saved_at = null;

-- The product does not allow members in a personal organization; here they test its rows.
insert into public.organization_members (org_id, user_id, role)
select pg_temp.id('developer'), pg_temp.id(m.name), m.role
from (values ('team admin', 'admin'), ('manager', 'manager'), ('reviewer', 'reviewer'), ('viewer', 'viewer'),
  ('former manager', 'manager')) m (name, role);
insert into public.organizations (id, name) values (pg_temp.id('team'), 'The Team');
insert into public.organization_members (org_id, user_id, role)
select pg_temp.id('team'), pg_temp.id(m.name), m.role
from (values ('developer', 'owner'), ('team admin', 'admin'), ('manager', 'manager'), ('reviewer', 'reviewer'), ('viewer', 'viewer'),
  ('suspended developer', 'admin'), ('former manager', 'manager')) m (name, role);
insert into private.api_tokens (id, org_id, user_id, name, token_hash, last_four, expires_at)
select pg_temp.id(who || ' token'), pg_temp.id('team'), pg_temp.id(who), 'CI', private.token_hash(who || ' token'), 'abcd', now() + interval '90 days'
from unnest('{developer,manager}'::text[]) who;
insert into private.test_devices (id, user_id, udid_encrypted, udid_hash)
values (pg_temp.id('device'), pg_temp.id('tester'), 'secret', repeat('a', 64));
insert into private.organization_invitations (id, org_id, email, role, token_hash, invited_by, expires_at)
values (pg_temp.id('invitation'), pg_temp.id('team'), 'invited.developer@example.test', 'viewer', private.token_hash('token'), pg_temp.id('developer'),
  now() + interval '7 days');
update auth.users set email_confirmed_at = now();

insert into example values
  ('app', 'public.apps', '{"id": "{new}", "org_id": "{me}", "developer_id": "{me}", "title": "Budget", "description": "About money", "platform": "android", "type": "APK",
    "icon_path": "", "screenshots": [], "requirements": [], "compatibility": "", "status": "draft", "sync_client": "phone", "sync_seq": 1}'),
  ('release', 'public.releases', '{"id": "{new}", "app_id": "{draft app}", "developer_id": "{me}", "version": "1", "notes": "", "file_name": "", "file_path": "",
    "content_type": "", "size_bytes": 0, "sha256": "", "status": "draft", "sync_client": "phone", "sync_seq": 1}'),
  ('campaign', 'public.campaigns', '{"id": "{new}", "org_id": "{me}", "developer_id": "{me}", "app_id": null, "title": "Budget 2.0", "description": "Try the new budget planner.",
    "category": "productivity", "platform": "all", "start_date": "2026-01-01", "end_date": "2999-01-01", "max_testers": 5, "effort_minutes": 20, "reward_model": "testing",
    "reward_amount_cents": 1500, "currency": "USD", "requirements": "", "auto_select": true, "reminders": true, "screening": [], "agreement": "", "review_days": 7,
    "status": "active", "sync_client": "phone", "sync_seq": 1}'),
  ('brief', 'public.briefs', '{"id": "{bare campaign}", "developer_id": "{me}", "instructions": "", "build_url": "", "release_id": null, "sync_client": "phone", "sync_seq": 1}'),
  ('application', 'public.applications', '{"id": "{application:free campaign}", "campaign_id": "{free campaign}", "tester_id": "{me}", "message": "", "answers": [],
    "agreement_version": 0, "agreement_accepted_at": null, "applied_at": "2026-01-01", "status": "pending", "sync_client": "phone", "sync_seq": 1}'),
  ('report', 'public.feedback', '{"id": "{new}", "campaign_id": "{active campaign}", "application_id": "{application:active campaign}", "tester_id": "{me}",
    "release_id": null, "type": "bug", "rating": 4, "summary": "The total is wrong", "details": "12, not 21", "steps": "", "severity": "low", "device": "",
    "attachments": [{"id": "{file}", "name": "a.png", "type": "image/png", "size": 3, "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "width": 10, "height": null}], "status": "submitted", "sync_client": "phone", "sync_seq": 1}'),
  ('comment', 'public.comments', '{"id": "{new}", "feedback_id": "{sent report}", "author_id": "{me}", "body": "Hello", "internal": false, "captured_at": "2026-01-01",
    "sync_client": "phone", "sync_seq": 1}'),
  ('payout', 'public.payouts', '{"id": "{new}", "tester_id": "{me}", "currency": "USD", "sync_client": "phone", "sync_seq": 1}'),
  ('flag', 'public.flags', '{"id": "{new}", "reporter_id": "{me}", "content_type": "campaign", "content_id": "{active campaign}", "reason": "Spam",
    "sync_client": "phone", "sync_seq": 1}'),
  ('message', 'public.contact_messages', '{"id": "{new}", "user_id": "{me}", "name": "Somebody", "email": "a@example.test", "message": "Hello"}');
-- The same for another person, whose insert no trigger would have rejected.
insert into example
select 'foreign ' || name, place, replace(doc, '"{me}"', format('"{%s}"', case when name in ('app', 'release', 'campaign', 'brief') then 'developer' else 'tester' end))
from example;

select pg_temp.make('developer', 'draft app', 'app');
select pg_temp.make('developer', 'public app', 'app');
select pg_temp.make('developer', 'build', 'release', jsonb_build_object('file_path', pg_temp.id('developer') || '/build.apk'));
select pg_temp.make('developer', 'draft release', 'release', jsonb_build_object('file_path', pg_temp.id('developer') || '/draft.apk'));
select pg_temp.make('developer', 'public release', 'release',
  jsonb_build_object('app_id', pg_temp.id('public app'), 'file_path', pg_temp.id('developer') || '/public.apk'));
select pg_temp.make('developer', 'withdrawn release', 'release',
  jsonb_build_object('app_id', pg_temp.id('public app'), 'file_path', pg_temp.id('developer') || '/withdrawn.apk'));
update public.releases set checked_at = now() where app_id = pg_temp.id('public app');
select pg_temp.did('developer', $$ update public.releases set status = 'published' where id = '{public release}' $$);
select pg_temp.did('developer', $$ update public.apps set status = 'published' where id = '{public app}' $$);
select pg_temp.did('developer', $$ update public.releases set status = 'published' where id = '{withdrawn release}' $$);
select pg_temp.did('developer', $$ update public.releases set status = 'withdrawn' where id = '{withdrawn release}' $$);
select pg_temp.make('developer', 'unseen release', 'release', '{"status": "published"}');
select pg_temp.make('suspended developer', 'their app', 'app');
select pg_temp.make('suspended developer', 'their release', 'release', jsonb_build_object('app_id', pg_temp.id('their app')));
select pg_temp.make('suspended developer', 'their campaign', 'campaign', '{"status": "draft"}');
select pg_temp.make('suspended developer', 'their brief', 'brief', jsonb_build_object('id', pg_temp.id('their campaign')));

select pg_temp.make('developer', 'draft campaign', 'campaign', '{"status": "draft"}');
select pg_temp.make('developer', 'bare campaign', 'campaign', '{"status": "draft"}');
select pg_temp.make('developer', 'free campaign', 'campaign');
select pg_temp.make('developer', 'unlisted campaign', 'campaign', '{"visibility": "unlisted"}');
select pg_temp.make('developer', 'private campaign', 'campaign', '{"visibility": "private"}');
select private.grant_campaign_access(id, pg_temp.id('tester'), 'invited') from thing where name in ('private campaign', 'draft campaign');
select private.grant_campaign_access(id, pg_temp.id('invited tester'), 'email') from thing where name = 'private campaign';
insert into private.tester_invitations (id, campaign_id, email, token_hash, invited_by, expires_at)
values (pg_temp.id('private invitation'), pg_temp.id('private campaign'), 'mailed.tester@example.test', private.token_hash('private token'), pg_temp.id('developer'), now() + interval '7 days');
select pg_temp.make('developer', 'private build', 'release', jsonb_build_object('file_path', pg_temp.id('developer') || '/private.apk'));
select pg_temp.make('developer', 'private brief', 'brief', jsonb_build_object('id', pg_temp.id('private campaign'), 'release_id', pg_temp.id('private build')));
select pg_temp.make('developer', 'active campaign', 'campaign');
-- Rows that a former manager created stay with the organization.
select pg_temp.make('former manager', 'managed app', 'app', jsonb_build_object('org_id', pg_temp.id('developer'), 'icon_path', pg_temp.id('former manager') || '/icon.png',
  'screenshots', jsonb_build_array(pg_temp.id('former manager') || '/screen.png')));
select pg_temp.make('former manager', 'managed release', 'release', jsonb_build_object('app_id', pg_temp.id('managed app'), 'file_path', pg_temp.id('former manager') || '/build.apk'));
select pg_temp.make('former manager', 'managed campaign', 'campaign', jsonb_build_object('org_id', pg_temp.id('developer'), 'status', 'draft'));
select pg_temp.make('former manager', 'managed brief', 'brief', jsonb_build_object('id', pg_temp.id('managed campaign')));
select pg_temp.make('developer', 'paid campaign', 'campaign');
select pg_temp.make('developer', 'app campaign', 'campaign', jsonb_build_object('app_id', pg_temp.id('draft app')));
insert into private.tester_invitations (id, campaign_id, email, token_hash, invited_by, expires_at)
values (pg_temp.id('tester invitation'), pg_temp.id('free campaign'), 'other.tester@example.test', private.token_hash('tester token'), pg_temp.id('developer'), now() + interval '7 days');
insert into private.wave_plans (id, campaign_id, created_by, target, wave_size, pause_hours, candidates)
values (pg_temp.id('waves'), pg_temp.id('free campaign'), pg_temp.id('developer'), 3, 10, 48, 1);
insert into private.wave_candidates (plan_id, place, email) values (pg_temp.id('waves'), 1, 'next@example.test');
insert into private.campaign_links (id, campaign_id, token_hash, created_by)
values (pg_temp.id('link'), pg_temp.id('free campaign'), private.token_hash('link token'), pg_temp.id('developer'));
insert into private.campaign_links (campaign_id, kind, token_hash, created_by)
values (pg_temp.id('free campaign'), 'summary', private.token_hash('summary token'), pg_temp.id('developer'));
insert into private.shared_items (id, org_id, kind, value) values ('ours', pg_temp.id('developer'), 'view', '{"name": "Ours", "search": {}}');
insert into private.tester_groups (id, org_id, name) values (pg_temp.id('group'), pg_temp.id('developer'), 'Power users');
select pg_temp.make('developer', 'brief of an app', 'brief', jsonb_build_object('id', pg_temp.id('app campaign')));
select pg_temp.make('developer', 'brief', 'brief', jsonb_build_object('id', pg_temp.id('active campaign'), 'release_id', pg_temp.id('build')));
select pg_temp.make('tester', 'application', 'application', jsonb_build_object('campaign_id', pg_temp.id('active campaign'),
  'id', private.application_id(pg_temp.id('active campaign'), pg_temp.id('tester'))));
select pg_temp.make('suspended tester', 'their application', 'application', jsonb_build_object('campaign_id', pg_temp.id('active campaign'),
  'id', private.application_id(pg_temp.id('active campaign'), pg_temp.id('suspended tester'))));
select pg_temp.make(name, name || ' paid', 'application', jsonb_build_object('campaign_id', pg_temp.id('paid campaign'),
  'id', private.application_id(pg_temp.id('paid campaign'), pg_temp.id(name)))) from person where name in ('tester', 'other tester', 'suspended tester');
select pg_temp.make('tester', 'sent report', 'report');
insert into private.report_triage values (pg_temp.id('sent report'), 'urgent', '["internal"]');
select pg_temp.make('tester', 'draft report', 'report', '{"status": "draft"}');
select pg_temp.make('suspended tester', 'their draft', 'report', '{"status": "draft"}');
select pg_temp.make('tester', 'comment', 'comment');
select pg_temp.make('developer', 'internal note', 'comment', '{"internal": true}');
select pg_temp.make('former manager', 'managed note', 'comment', '{"internal": true}');
select pg_temp.make('tester', 'flag', 'flag');
select pg_temp.did('developer', $$ update public.briefs set release_id = '{build}' where id = '{active campaign}' $$);
-- The tester's reward is requested, the others' are earned.
select pg_temp.make(name, 'report of ' || name, 'report', jsonb_build_object('campaign_id', pg_temp.id('paid campaign'),
  'application_id', private.application_id(pg_temp.id('paid campaign'), pg_temp.id(name)))) from person where name in ('tester', 'other tester', 'suspended tester');
select pg_temp.did('developer', $$ update public.feedback set status = 'approved', usefulness = 4 where campaign_id = '{paid campaign}' $$);
select pg_temp.did(name, $$ update public.accounts set paypal_email = 'me@example.test' where id = '{me}' $$)
from person where name in ('tester', 'other tester', 'suspended tester');
select pg_temp.make('tester', 'payout', 'payout');
select pg_temp.did('tester', $$ select public.record_download('{public release}') $$);
select pg_temp.did('tester', $$ select public.push_subscribe('https://push.example.test/tester', repeat('a', 87), repeat('b', 22)) $$);
select pg_temp.make('nobody', 'message', 'message');
insert into public.files (id, owner_id, file_name) values (pg_temp.id('file row'), pg_temp.id('developer'), 'notes/a.txt');
insert into public.sync_rejections (user_id, collection, row_id, code, message) values (pg_temp.id('tester'), 'feedback', 'x', 'invalid', 'x');
insert into private.tester_group_members (org_id, group_id, user_id) values (pg_temp.id('developer'), pg_temp.id('group'), pg_temp.id('other tester'));
insert into thing
select 'file row', 'public.files', pg_temp.id('file row')
union all select 'subscription', 'public.push_subscriptions', id from public.push_subscriptions where user_id = pg_temp.id('tester')
union all select 'reward', 'public.rewards', id from public.rewards where tester_id = pg_temp.id('tester')
union all select 'profile', 'public.profiles', pg_temp.id('tester') union all select 'account', 'public.accounts', pg_temp.id('tester')
union all select 'their profile', 'public.profiles', pg_temp.id('suspended tester') union all select 'their account', 'public.accounts', pg_temp.id('suspended tester')
union all select 'setting', 'public.settings', id from public.settings where section = 'general'
union all (select 'notification', 'public.notifications', id from public.notifications where user_id = pg_temp.id('tester') order by created_at limit 1)
union all (select 'their notification', 'public.notifications', id from public.notifications where user_id = pg_temp.id('suspended tester') limit 1)
union all (select 'activity', 'public.activity', id from public.activity limit 1);

insert into storage.objects (bucket_id, name) values
  ('attachments', pg_temp.id('tester') || '/' || repeat('a', 64)), ('attachments', pg_temp.id('tester') || '/' || repeat('b', 64)),
  ('avatars', pg_temp.id('tester') || '/face.png'), ('app-content', pg_temp.id('developer') || '/icon.png'),
  ('releases', pg_temp.id('developer') || '/build.apk'), ('releases', pg_temp.id('developer') || '/draft.apk'),
  ('releases', pg_temp.id('developer') || '/public.apk'), ('releases', pg_temp.id('developer') || '/withdrawn.apk'),
  ('releases', pg_temp.id('developer') || '/private.apk'), ('releases', pg_temp.id('former manager') || '/build.apk'), ('releases', pg_temp.id('former manager') || '/unused.apk'),
  ('app-content', pg_temp.id('former manager') || '/icon.png'), ('app-content', pg_temp.id('former manager') || '/screen.png'), ('app-content', pg_temp.id('former manager') || '/logo.png'),
  ('files', pg_temp.id('developer') || '/notes.txt'), ('files', pg_temp.id('tester') || '/notes.txt');
update public.organizations set logo_path = pg_temp.id('former manager') || '/logo.png' where id = pg_temp.id('team');
insert into storage.objects (bucket_id, name) values ('branding', pg_temp.id('admin') || '/logo.png');
-- Marks the builds as read after their objects arrived.
update public.releases set checked_at = now() where id in (pg_temp.id('build'), pg_temp.id('private build'), pg_temp.id('managed release'));
insert into thing
select format('object %s/%s of %s', bucket_id, regexp_replace(split_part(o.name, '/', 2), '^(.)\1{63}$', '\1'), person.name), 'storage.objects', o.id
from storage.objects o join person on split_part(o.name, '/', 1) = pg_temp.id(person.name)::text;

select pg_temp.did('developer', $$ select public.remove_member('{team}', '{former manager}') $$);
delete from public.organization_members where user_id = pg_temp.id('former manager') and org_id = pg_temp.id('developer');

update public.profiles p set status = 'suspended' from person where person.suspended and p.id = pg_temp.id(person.name);

-- -------------------------------------------------------------------------------------------------
-- The table

create temp table line (n int generated always as identity, place text, what text, alone text, expected text);
insert into line (place, what, alone, expected) values
  -- People:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('profiles', 'read profile', null,                                                                 'x y - - - y - - - - - - - - - - - - -'),
  ('profiles', 'change profile', null,                                                               'x y - - - - - - - - - - - - - - - - -'),
  ('profiles', 'remove profile', null,                                                               'x x x x x x x x x x x x x x x x x x x'),
  ('profiles', 'change their profile', null,                                                         'x - - - - - suspended - - - - - - - - - - - -'),
  ('profiles', $$update public.profiles set role = 'admin' where id = '{me}'$$, null,                'x x x x x x x x x x x x x x x x x x x'),
  ('profiles', $$update public.profiles set status = 'active' where id = '{me}'$$, null,             'x x x x x x x x x x x x x x x x x x x'),
  ('profiles', 'insert into public.profiles default values', null,                                   'x x x x x x x x x x x x x x x x x x x'),
  ('accounts', 'read account', null,                                                                 'x y - - - y - - - - - - - - - - - - -'),
  ('accounts', 'change account', null,                                                               'x y - - - - - - - - - - - - - - - - -'),
  ('accounts', 'change their account', null,                                                         'x - - - - - suspended - - - - - - - - - - - -'),
  -- The items that an organization shares.
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('accounts', $$select 1 from public.accounts t where t.id = '{me}' and private.my_shared(t.id) ? 'ours'$$, null, 'x - - y - - - - - - - y y y y - - - -'),
  ('accounts', $$select 1 from public.accounts t where t.id = '{developer}' and private.my_shared(t.id) ? 'ours'$$, null, 'x - - y - - - - - - - - - - - - - - -'),
  ('accounts', $$update public.accounts set shared = '{"new": {"org_id": "{developer}", "kind": "reply", "value": {"kind": "reject", "language": "en", "text": "x"}}}' || private.my_shared('{me}') where id = '{me}'$$, null,
    'x forbidden forbidden y forbidden forbidden suspended suspended suspended - - y y y not_allowed forbidden forbidden forbidden forbidden'),
  ('accounts', $$update public.accounts set shared = '{"new": {"org_id": "{developer}", "kind": "template", "value": {"name": "Weekly", "description": "", "requirements": "", "instructions": "", "agreement": "", "screening": [], "effort_minutes": null}}}' || private.my_shared('{me}') where id = '{me}'$$, null,
    'x forbidden forbidden y forbidden forbidden suspended suspended suspended - - y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('accounts', 'remove account', null,                                                               'x x x x x x x x x x x x x x x x x x x'),
  ('accounts', 'insert into public.accounts default values', null,                                   'x x x x x x x x x x x x x x x x x x x'),
  ('settings', 'read setting', null,                                                                 'y y y y y y y y y - - y y y y y y y y'),
  ('settings', 'change setting', null,                                                               'x - - - - y - - - - - - - - - - - - -'),
  ('settings', $$update public.settings set "values" = '{"surprise": true}' where section = 'general'$$, null, 'x - - - - invalid - - - - - - - - - - - - -'),
  ('settings', 'remove setting', null,                                                               'x x x x x x x x x x x x x x x x x x x'),
  ('settings', 'insert into public.settings default values', null,                                   'x x x x x x x x x x x x x x x x x x x'),
  -- The app store:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('apps', 'read public app', null,                                                                  'y y y y y y y y y - - y y y y y y y y'),
  ('apps', 'read draft app', null,                                                                   '- - - y - y - - - - - y y y y - - - -'),
  ('apps', 'read managed app', null, '- - - y - y - - - - - y y y y - - - -'),
  ('apps', 'change managed app', null, 'x - - y - y - - - - - y y - - - - - -'),
  ('apps', 'change public app', null,                                                                'x - - y - y - - - - - y y - - - - - -'),
  ('apps', 'change draft app', null,                                                                 'x - - y - y - - - - - y y - - - - - -'),
  ('apps', 'change their app', null,                                                                 'x - - - - y - suspended - - - - - - - - - - -'),
  ('apps', $$update public.apps set status = 'hidden' where id = '{public app}'$$, null,             'x - - wrong_state - y - - - - - wrong_state wrong_state - - - - - -'),
  ('apps', $$update public.apps set status = 'unpublished' where id = '{public app}'$$, null,        'x - - y - wrong_state - - - - - y y - - - - - -'),
  ('apps', $$update public.apps set status = 'published' where id = '{draft app}'$$, null,           'x - - y - wrong_state - - - - - y y - - - - - -'),
  ('apps', $$update public.apps set icon_path = '{other developer}/icon.png' where id = '{draft app}'$$, null, 'x - - invalid - not_allowed - - - - - invalid invalid - - - - - -'),
  ('apps', 'remove draft app', null,                                                                 'x x x x x x x x x x x x x x x x x x x'),
  ('apps', 'add app', null,                                                                          'x wrong_state wrong_state y y wrong_state suspended suspended suspended forbidden forbidden y y y y wrong_state wrong_state y y'),
  ('apps', 'add foreign app', null,                                                                  'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('releases', 'read public release', null,                                                          'y y y y y y y y y - - y y y y y y y y'),
  ('releases', 'read draft release', null,                                                           '- - - y - y - - - - - y y y y - - - -'),
  ('releases', 'read managed release', null, '- - - y - y - - - - - y y y y - - - -'),
  ('releases', 'change managed release', null, 'x - - y - - - - - - - y y - - - - - -'),
  ('releases', 'read private build', null, '- - - y - y - - - - - y y y y - - - -'),
  ('releases', 'read build', null,                                                                   '- y - y - y y - - - - y y y y - - - -'),
  ('releases', 'read unseen release', null,                                                          '- - - y - y - - - - - y y y y - - - -'),
  ('releases', 'change draft release', null,                                                         'x - - y - - - - - - - y y - - - - - -'),
  ('releases', 'change their release', null,                                                         'x - - - - - - suspended - - - - - - - - - - -'),
  ('releases', 'read withdrawn release', null,                                                       'y y y y y y y y y - - y y y y y y y y'),
  ('releases', $$update public.releases set status = 'withdrawn' where id = '{public release}'$$, null, 'x - - y - - - - - - - y y - - - - - -'),
  ('releases', $$update public.releases set status = 'published' where id = '{withdrawn release}'$$, null, 'x - - wrong_state - - - - - - - wrong_state wrong_state - - - - - -'),
  ('releases', 'remove draft release', null,                                                         'x x x x x x x x x x x x x x x x x x x'),
  ('releases', 'add release', null,                                                                  'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden y y forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('releases', 'add foreign release', null,                                                          'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  -- The work:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('campaigns', 'read active campaign', null,                                                        'x y y y - y y - - - - y y y y y y - -'),
  ('campaigns', 'read draft campaign', null,                                                         'x - - y - y - - - - - y y y y - - - -'),
  ('campaigns', 'read unlisted campaign', null,                                                      'x - - y - y - - - - - y y y y - - - -'),
  ('campaigns', 'read private campaign', null,                                                       'x y - y - y - - - - - y y y y y - - -'),
  ('campaigns', 'read managed campaign', null, 'x - - y - y - - - - - y y y y - - - -'),
  ('campaigns', 'change managed campaign', null, 'x - - y - - - - - - - y y - - - - - -'),
  ('campaigns', 'change active campaign', null,                                                      'x - - y - - - - - - - y y - - - - - -'),
  ('campaigns', 'change draft campaign', null,                                                       'x - - y - - - - - - - y y - - - - - -'),
  ('campaigns', 'change their campaign', null,                                                       'x - - - - - - suspended - - - - - - - - - - -'),
  ('campaigns', $$update public.campaigns set screening = '[{"id": "00000000-0000-4000-8000-000000000001", "question": "Really?", "kind": "yes_no", "options": [],
    "pass": ["yes"], "required": true}]' where id = '{active campaign}'; select 1 from public.campaigns where screening::text like '%pass%'$$, null, 'x - - - - - - - - - - - - - - - - - -'),
  ('campaigns', 'remove draft campaign', null,                                                       'x x x x x x x x x x x x x x x x x x x'),
  ('campaigns', 'add campaign', null,                                                                'x wrong_state wrong_state y y wrong_state suspended suspended suspended forbidden forbidden y y y y wrong_state wrong_state y y'),
  ('campaigns', 'add foreign campaign', null,                                                        'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('briefs', 'read brief', null,                                                                     'x y - y - y y - - - - y y y y - - - -'),
  ('briefs', 'read their brief', null,                                                               'x - - - - y - y - - - - - - - - - - -'),
  ('briefs', 'read managed brief', null, 'x - - y - y - - - - - y y y y - - - -'),
  ('briefs', 'change managed brief', null, 'x - - y - - - - - - - y y - - - - - -'),
  ('briefs', 'read private brief', null, 'x - - y - y - - - - - y y y y - - - -'),
  ('briefs', 'change brief', null,                                                                   'x - - y - - - - - - - y y - - - - - -'),
  ('briefs', 'change their brief', null,                                                             'x - - - - - - suspended - - - - - - - - - - -'),
  ('briefs', $$update public.briefs set release_id = '{public release}' where id = '{app campaign}'$$, null, 'x - - invalid - - - - - - - invalid invalid - - - - - -'),
  ('briefs', 'remove brief', null,                                                                   'x x x x x x x x x x x x x x x x x x x'),
  ('briefs', 'add brief', null,                                                                      'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('briefs', 'add foreign brief', null,                                                              'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden y y forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('applications', 'read application', null,                                                         'x y - y - y - - - - - y y y y - - - -'),
  ('applications', 'change application', null,                                                       'x y - y - - - - - - - y y y - - - - -'),
  ('applications', 'change their application', null,                                                 'x - - y - - suspended - - - - y y y - - - - -'),
  ('applications', $$update public.applications set results_status = 'accepted' where campaign_id = '{active campaign}' and tester_id = '{tester}'$$, null, 'x wrong_state - wrong_state - - - - - - - wrong_state wrong_state wrong_state - - - - -'),
  ('applications', $$update public.applications set status = 'withdrawn' where id = '{application:active campaign}'$$, null, 'x y - - - - suspended - - - - - - - - - - - -'),
  ('applications', $$update public.applications set status = 'removed', reason = 'Enough' where campaign_id = '{active campaign}' and tester_id = '{tester}'$$, null, 'x not_allowed - y - - - - - - - y y forbidden - - - - -'),
  ('applications', $$insert into public.applications (id, campaign_id, tester_id) values ('{application:private campaign}', '{private campaign}', '{me}')$$, null,
                                                                                                     'x y missing_parent not_allowed not_allowed not_allowed suspended suspended suspended forbidden forbidden not_allowed not_allowed not_allowed not_allowed y missing_parent not_allowed not_allowed'),
  ('applications', $$insert into public.applications (id, campaign_id, tester_id) values ('{application:draft campaign}', '{draft campaign}', '{me}')$$, null,
                                                                                                     'x missing_parent missing_parent not_allowed not_allowed not_allowed suspended suspended suspended forbidden forbidden not_allowed not_allowed not_allowed not_allowed missing_parent missing_parent not_allowed not_allowed'),
  ('applications', 'remove application', null,                                                       'x x x x x x x x x x x x x x x x x x x'),
  ('applications', 'add application', null,                                                          'x y y not_allowed not_allowed not_allowed suspended suspended suspended forbidden forbidden not_allowed not_allowed not_allowed not_allowed y y not_allowed not_allowed'),
  ('applications', 'add foreign application', null,                                                  'x y forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('feedback', 'read sent report', null,                                                             'x y - y - y - - - - - y y y y - - - -'),
  ('feedback', 'read draft report', null,                                                            'x y - - - - - - - - - - - - - - - - -'),
  ('feedback', 'change sent report', null,                                                           'x y - y - - - - - - - y y y - - - - -'),
  ('feedback', 'change draft report', null,                                                          'x y - - - - - - - - - - - - - - - - -'),
  ('feedback', 'change their draft', null,                                                           'x - - - - - suspended - - - - - - - - - - - -'),
  ('feedback', $$update public.feedback set status = 'approved', usefulness = 5 where id = '{sent report}'$$, null, 'x not_allowed - y - - - - - - - y y y - - - - -'),
  ('feedback', $$update public.feedback set details = 'Other words' where id = '{sent report}'$$, null, 'x text_frozen - not_allowed - - - - - - - not_allowed not_allowed not_allowed - - - - -'),
  ('feedback', $$update public.feedback set assignee_id = '{reviewer}' where id = '{sent report}'$$, null, 'x not_allowed - y - - - - - - - y y y - - - - -'),
  ('feedback', $$update public.feedback set assignee_id = '{viewer}' where id = '{sent report}'$$, null, 'x not_allowed - not_a_reviewer - - - - - - - not_a_reviewer not_a_reviewer not_a_reviewer - - - - -'),
  ('feedback', $$update public.feedback set assignee_id = '{former manager}' where id = '{sent report}'$$, null, 'x not_allowed - not_a_reviewer - - - - - - - not_a_reviewer not_a_reviewer not_a_reviewer - - - - -'),
  ('feedback', $$update public.feedback set assignee_id = '{reviewer}' where id = '{draft report}'$$, null, 'x not_allowed - - - - - - - - - - - - - - - - -'),
  ('feedback', $$update public.feedback set assignee_name = 'Somebody' where id = '{sent report}'; select 1 from public.feedback where id = '{sent report}' and assignee_name <> ''$$, null, 'x not_allowed - - - - - - - - - - - - - - - - -'),
  ('feedback', $$update public.feedback set priority = 'high' where id = '{sent report}'$$, null,     'x not_allowed - y - - - - - - - y y y - - - - -'),
  ('feedback', $$update public.feedback set tags = '["ours"]' where id = '{sent report}'$$, null,     'x not_allowed - y - - - - - - - y y y - - - - -'),
  ('feedback', $$update public.feedback set priority = 'high' where id = '{draft report}'$$, null,    'x not_allowed - - - - - - - - - - - - - - - - -'),
  ('feedback', $$select 1 from public.feedback t where t.id = '{sent report}' and (private.my_triage(t.id)).priority = 'urgent'$$, null, 'x - - y - - - - - - - y y y y - - - -'),
  ('feedback', $$select 1 from public.feedback where id = '{sent report}' and (priority <> '' or tags <> '[]')$$, null, 'x - - - - - - - - - - - - - - - - - -'),
  -- Logged in the activity.
  ('feedback', $$update public.feedback set assignee_id = '{reviewer}' where id = '{sent report}';
    select 1 from jsonb_array_elements(public.list_organization_activity('{"org_id": "{developer}"}') -> 'rows') r where r ->> 'action' = 'report_assigned' and r ->> 'target_id' = '{sent report}'$$, null,
                                                                                                     'x not_allowed forbidden y forbidden forbidden forbidden forbidden forbidden session_ended session_ended y y y - forbidden forbidden forbidden forbidden'),
  ('applications', $$update public.applications set release_id = '{public release}' where campaign_id = '{active campaign}' and tester_id = '{tester}'$$, null, 'x forbidden - not_allowed - - - - - - - not_allowed not_allowed forbidden - - - - -'),
  ('feedback', $$update public.feedback set release_id = '{public release}' where id = '{draft report}'$$, null, 'x forbidden - - - - - - - - - - - - - - - - -'),
  ('feedback', $$update public.feedback set attachments = (select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'name', 'a.mp4', 'type', 'video/mp4',
    'size', 52428800, 'sha256', repeat('a', 64), 'width', null, 'height', null)) from generate_series(1, 6)) where id = '{draft report}'$$, null, 'x too_large - - - - - - - - - - - - - - - - -'),
  ('feedback', 'remove draft report', null,                                                          'x x x x x x x x x x x x x x x x x x x'),
  ('feedback', 'add report', null,                                                                   'x y missing_parent missing_parent missing_parent missing_parent suspended suspended suspended forbidden forbidden missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent'),
  ('feedback', 'add foreign report', null,                                                           'x y forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('comments', 'read comment', null,                                                                 'x y - y - y - - - - - y y y y - - - -'),
  ('comments', 'read internal note', null,                                                           'x - - y - y - - - - - y y y y - - - -'),
  ('comments', 'read managed note', null, 'x - - y - y - - - - - y y y y - - - -'),
  ('comments', 'change comment', null,                                                               'x x x x x x x x x x x x x x x x x x x'),
  ('comments', 'remove comment', null,                                                               'x x x x x x x x x x x x x x x x x x x'),
  ('comments', 'add comment', null,                                                                  'x y forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden y y y forbidden forbidden forbidden forbidden forbidden'),
  ('comments', 'add foreign comment', null,                                                          'x y forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  -- Money:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('rewards', 'read reward', null,                                                                   'x y - y - y - - - - - y y y y - - - -'),
  ('rewards', 'change reward', null,                                                                 'x x x x x x x x x x x x x x x x x x x'),
  ('rewards', 'remove reward', null,                                                                 'x x x x x x x x x x x x x x x x x x x'),
  ('rewards', 'insert into public.rewards default values', null,                                     'x x x x x x x x x x x x x x x x x x x'),
  ('payouts', 'read payout', null,                                                                   'x y - - - y - - - - - - - - - - - - -'),
  ('payouts', 'change payout', null,                                                                 'x - - - - y - - - - - - - - - - - - -'),
  ('payouts', $$update public.payouts set status = 'paid' where id = '{payout}'$$, null,             'x - - - - y - - - - - - - - - - - - -'),
  ('payouts', 'remove payout', null,                                                                 'x x x x x x x x x x x x x x x x x x x'),
  ('payouts', 'add payout', null,                                                                    'x no_rewards y wrong_state wrong_state wrong_state suspended suspended suspended forbidden forbidden wrong_state wrong_state wrong_state wrong_state no_paypal no_paypal wrong_state wrong_state'),
  ('payouts', 'add foreign payout', null,                                                            'x no_rewards forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('ledger_entries', $$select 1 from public.ledger_entries where tester_id = '{tester}'$$, null,     'x y - - - y - - - - - - - - - - - - -'),
  ('ledger_entries', 'update public.ledger_entries set amount_cents = 1', null,                      'x x x x x x x x x x x x x x x x x x x'),
  ('ledger_entries', 'delete from public.ledger_entries', null,                                      'x x x x x x x x x x x x x x x x x x x'),
  ('ledger_entries', 'insert into public.ledger_entries default values', null,                       'x x x x x x x x x x x x x x x x x x x'),
  -- Around it:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('files', 'read file row', null,                                                                   'x - - y - y - - - - - y y y y - - - -'),
  ('files', 'change file row', null,                                                                 'x x x x x x x x x x x x x x x x x x x'),
  ('files', 'remove file row', null,                                                                 'x x x x x x x x x x x x x x x x x x x'),
  ('files', 'insert into public.files default values', null,                                         'x x x x x x x x x x x x x x x x x x x'),
  ('flags', 'read flag', null,                                                                       'x y - - - y - - - - - - - - - - - - -'),
  ('flags', 'change flag', null,                                                                     'x - - - - y - - - - - - - - - - - - -'),
  ('flags', 'remove flag', null,                                                                     'x x x x x x x x x x x x x x x x x x x'),
  ('flags', 'add flag', null,                                                                        'x y y y missing_parent y suspended suspended suspended forbidden forbidden y y y y y y missing_parent missing_parent'),
  ('flags', $$insert into public.flags (id, reporter_id, content_type, content_id, reason) values ('{new}', '{me}', 'campaign', '{private campaign}', 'Spam')$$, null,
                                                                                                     'x y missing_parent y missing_parent y suspended suspended suspended forbidden forbidden y y y y y missing_parent missing_parent missing_parent'),
  ('flags', $$insert into public.flags (id, reporter_id, content_type, content_id, reason) values ('{new}', '{me}', 'campaign', '{draft campaign}', 'Spam')$$, null,
                                                                                                     'x missing_parent missing_parent missing_parent missing_parent missing_parent suspended suspended suspended forbidden forbidden missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent'),
  ('flags', 'add foreign flag', null,                                                                'x y forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('notifications', 'read notification', null,                                                       'x y - - - y - - - - - - - - - - - - -'),
  ('notifications', 'change notification', null,                                                     'x y - - - - - - - - - - - - - - - - -'),
  ('notifications', 'change their notification', null,                                               'x - - - - - suspended - - - - - - - - - - - -'),
  ('notifications', 'remove notification', null,                                                     'x x x x x x x x x x x x x x x x x x x'),
  ('notifications', 'insert into public.notifications default values', null,                         'x x x x x x x x x x x x x x x x x x x'),
  ('activity', 'read activity', null,                                                                'x - - - - y - - - - - - - - - - - - -'),
  ('activity', 'change activity', null,                                                              'x x x x x x x x x x x x x x x x x x x'),
  ('activity', 'remove activity', null,                                                              'x x x x x x x x x x x x x x x x x x x'),
  ('activity', 'insert into public.activity default values', null,                                   'x x x x x x x x x x x x x x x x x x x'),
  ('downloads', $$select 1 from public.downloads where user_id = '{tester}'$$, null,                 'x y - - - y - - - - - - - - - - - - -'),
  ('downloads', 'insert into public.downloads default values', null,                                 'x x x x x x x x x x x x x x x x x x x'),
  ('downloads', 'delete from public.downloads', null,                                                'x x x x x x x x x x x x x x x x x x x'),
  ('contact_messages', 'read message', null,                                                         'x - - - - y - - - - - - - - - - - - -'),
  ('contact_messages', 'change message', null,                                                       'x x x x x x x x x x x x x x x x x x x'),
  ('contact_messages', 'remove message', null,                                                       'x x x x x x x x x x x x x x x x x x x'),
  ('contact_messages', $$insert into public.contact_messages (user_id, name, email, message) select '{me}'::uuid, 'Somebody', 'a@example.test', 'Hi' from generate_series(1, 6)$$, null,
                                                                                                     'rate_limited rate_limited rate_limited rate_limited rate_limited rate_limited rate_limited rate_limited rate_limited x x rate_limited rate_limited rate_limited rate_limited rate_limited rate_limited rate_limited rate_limited'),
  ('contact_messages', 'add message', null,                                                          'y y y y y y y y y x x y y y y y y y y'),
  ('contact_messages', 'add foreign message', null,                                                  'x y x x x x x x x x x x x x x x x x x'),
  ('sync_rejections', 'select 1 from public.sync_rejections', null,                                      'x - - - - y - - - - - - - - - - - - -'),
  ('sync_rejections', 'insert into public.sync_rejections default values', null,                         'x x x x x x x x x x x x x x x x x x x'),
  ('sync_rejections', 'delete from public.sync_rejections', null,                                        'x x x x x x x x x x x x x x x x x x x'),
  ('state_transitions', 'select 1 from public.state_transitions', null,                                          'x y y y y y y y y - - y y y y y y y y'),
  ('state_transitions', 'insert into public.state_transitions default values', null,                             'x x x x x x x x x x x x x x x x x x x'),
  ('state_transitions', 'delete from public.state_transitions', null,                                            'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.backend_version', null,                                         'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.job_failures', null,                                           'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.sync_runs', null,                                               'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.sync_state', null,                                              'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.rate_limits', null,                                             'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.gateway', null,                                                 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.device_downloads', null,                                        'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.campaign_counts', null,                                         'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.download_counts', null,                                         'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.storage_quotas', null,                                          'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.storage_usage', null,                                           'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.file_reservations', null,                                       'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.release_grants', null,                                          'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.campaign_access', null,                                         'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.campaign_removals', null,                                       'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.expected_answers', null,                                        'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.sync_collections', null,                                        'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from auth.users', null,                                                      'x x x x x x x x x x x x x x x x x x x'),
  -- Objects of the buckets:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('storage.objects', 'read object attachments/a of tester', null,                                   '- y - y - y - - - - - y y y y - - - -'),
  ('storage.objects', 'read object attachments/b of tester', null,                                   '- y - - - y - - - - - - - - - - - - -'),
  -- Public objects are served by address without a policy check; these lines test listing.
  ('storage.objects', 'read object avatars/face.png of tester', null,                                '- y - - - y - - - - - - - - - - - - -'),
  ('storage.objects', 'read object app-content/icon.png of developer', null,                         '- - - y - y - - - - - - - - - - - - -'),
  ('storage.objects', 'read object branding/logo.png of admin', null,                                '- - - - - y - - - - - - - - - - - - -'),
  ('storage.objects', 'change object branding/logo.png of admin', null,                              '- - - - - y - - - - - - - - - - - - -'),
  ('storage.objects', 'remove object branding/logo.png of admin', null,                              '- - - - - y - - - - - - - - - - - - -'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('branding', '{me}/new')$$, null, 'x x x x x y x x x x x x x x x x x x x'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('branding', '{tester}/new')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('storage.objects', 'delete from storage.objects where false', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('storage.objects', 'read object releases/public.apk of developer', null,                          'y y y y y y y y y - - y y y y y y y y'),
  ('storage.objects', 'read object releases/build.apk of developer', null,                           '- y - y - y y - - - - y y y y - - - -'),
  ('storage.objects', 'read object releases/withdrawn.apk of developer', null,                       '- - - y - y - - - - - - - - - - - - -'),
  ('storage.objects', 'read object releases/draft.apk of developer', null,                           '- - - y - y - - - - - y y y y - - - -'),
  ('storage.objects', 'read object releases/private.apk of developer', null, '- - - y - y - - - - - y y y y - - - -'),
  ('storage.objects', 'read object releases/build.apk of former manager', null, '- - - y - y - - - - - y y y y - - y -'),
  ('storage.objects', 'remove object releases/build.apk of former manager', null, '- - - - - y - - - - - - - - - - - x -'),
  ('storage.objects', 'remove object app-content/icon.png of former manager', null, '- - - - - y - - - - - - - - - - - x -'),
  ('storage.objects', 'remove object app-content/screen.png of former manager', null, '- - - - - y - - - - - - - - - - - x -'),
  ('storage.objects', 'remove object app-content/logo.png of former manager', null, '- - - - - y - - - - - - - - - - - x -'),
  ('storage.objects', $$update storage.objects set metadata = '{"eTag": "other"}' where name = '{former manager}/build.apk'$$, null, '- - - - - y - - - - - - - - - - - x -'),
  ('storage.objects', $$update storage.objects set name = '{former manager}/moved.png' where name = '{former manager}/icon.png'$$, null, '- - - - - y - - - - - - - - - - - x -'),
  ('storage.objects', 'change object releases/build.apk of former manager', null, '- - - - - y - - - - - - - - - - - y -'),
  ('storage.objects', 'remove object releases/unused.apk of former manager', null, '- - - - - y - - - - - - - - - - - y -'),
  ('storage.objects', 'read object files/notes.txt of developer', null,                              '- - - y - y - - - - - y y y y - - - -'),
  ('storage.objects', 'change object attachments/a of tester', null,                                 '- y - - - y - - - - - - - - - - - - -'),
  ('storage.objects', 'change object avatars/face.png of tester', null,                              '- y - - - y - - - - - - - - - - - - -'),
  ('storage.objects', 'change object app-content/icon.png of developer', null,                       '- - - y - y - - - - - - - - - - - - -'),
  ('storage.objects', 'change object releases/public.apk of developer', null,                        '- - - y - y - - - - - - - - - - - - -'),
  ('storage.objects', 'change object files/notes.txt of developer', null,                            '- - - - - - - - - - - - - - - - - - -'),
  ('storage.objects', 'remove object attachments/a of tester', null,                                 '- y - - - y - - - - - - - - - - - - -'),
  ('storage.objects', 'remove object avatars/face.png of tester', null,                              '- y - - - y - - - - - - - - - - - - -'),
  ('storage.objects', 'remove object app-content/icon.png of developer', null,                       '- - - y - y - - - - - - - - - - - - -'),
  ('storage.objects', 'remove object releases/public.apk of developer', null,                        '- - - x - x - - - - - - - - - - - - -'),
  ('storage.objects', 'remove object releases/draft.apk of developer', null,                         '- - - y - y - - - - - - - - - - - - -'),
  ('storage.objects', $$update storage.objects set metadata = '{"eTag": "other"}' where name = '{developer}/public.apk'$$, null, '- - - x - x - - - - - - - - - - - - -'),
  ('storage.objects', $$update storage.objects set name = '{developer}/moved.apk' where name = '{developer}/public.apk'$$, null, '- - - x - x - - - - - - - - - - - - -'),
  ('storage.objects', $$update storage.objects set metadata = '{"eTag": "other"}' where name = '{developer}/draft.apk'$$, null, '- - - y - y - - - - - - - - - - - - -'),
  ('storage.objects', 'remove object files/notes.txt of developer', null,                            '- - - y - y - - - - - y y - - - - - -'),
  ('storage.objects', 'remove object files/notes.txt of tester', null,                               '- y - - - y - - - - - - - - - - - - -'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('attachments', '{me}/new')$$, null, 'x y y y y y x x x x x y y y y y y y y'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('avatars', '{me}/new')$$, null, 'x y y y y y x x x x x y y y y y y y y'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('app-content', '{me}/new')$$, null, 'x x x y y y x x x x x y y y y x x y y'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('releases', '{me}/new')$$, null, 'x x x y y y x x x x x y y y y x x y y'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('files', '{me}/new')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('files', '{tester}/new')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('files', '{me}/../{tester}/new')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('avatars', '{me}/../{tester}/new')$$, null, 'x x x x x y x x x x x x x x x x x x x'),
  ('storage.objects', $$update storage.objects set name = '{other tester}/stolen' where name = '{tester}/face.png'$$, null, '- x - - - y - - - - - - - - - - - - -'),
  ('storage.objects', $$update storage.objects set bucket_id = 'releases' where name = '{tester}/face.png'$$, null, '- x - - - y - - - - - - - - - - - - -'),
  -- Topics:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('realtime.messages', 'listen user:{me}', null,                                                    '- y y y y y y y y - - y y y y y y y y'),
  ('realtime.messages', 'listen user:{tester}', null,                                                '- y - - - - - - - - - - - - - - - - -'),
  ('realtime.messages', 'listen org:{developer}', null,                                              '- - - y - - - - - - - y y y y - - - -'),
  ('realtime.messages', 'listen org:{team}', null, '- - - - - - - - - - - - - - - - - - -'),
  ('realtime.messages', 'listen site', null,                                                         '- y y y y y y y y - - y y y y y y y y'),
  ('realtime.messages', 'listen admin', null,                                                        '- - - - - y - - - - - - - - - - - - -'),
  ('realtime.messages', $$insert into realtime.messages (topic, extension) values ('user:{me}', 'broadcast')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  -- Calls:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  -- Organizations:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('organizations', $$select 1 from public.organizations$$, null, 'x - - y y y - y - - - y y y y - - y y'),
  ('organizations', $$select 1 from public.organizations where id = '{team}'$$, null, 'x - - y - y - y - - - y y y y - - - -'),
  ('organizations', $$select 1 from public.organizations$$, 'policies public.organizations', 'x - - y y y - y - - - y y y y - - y y'),
  ('organizations', $$update public.organizations set name = name$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('organizations', $$update public.organizations set name = name$$, 'policies public.organizations', 'x - - - - - - - - - - - - - - - - - -'),
  ('organizations', $$insert into public.organizations default values$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('organizations', $$insert into public.organizations (name) values ('Mine')$$, 'policies public.organizations', 'x x x x x x x x x x x x x x x x x x x'),
  ('organizations', 'delete from public.organizations', 'policies public.organizations', 'x - - - - - - - - - - - - - - - - - -'),
  ('organization_members', $$select 1 from public.organization_members$$, null, 'x - - y y y - y - - - y y y y - - y y'),
  ('organization_members', $$select 1 from public.organization_members where org_id = '{team}'$$, null, 'x - - y - y - y - - - y y y y - - - -'),
  ('organization_members', $$select 1 from public.organization_members$$, 'policies public.organization_members', 'x - - y y y - y - - - y y y y - - y y'),
  ('organization_members', $$update public.organization_members set role = role$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('organization_members', $$update public.organization_members set role = role$$, 'policies public.organization_members', 'x - - - - - - - - - - - - - - - - - -'),
  ('organization_members', $$insert into public.organization_members default values$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('organization_members', $$insert into public.organization_members (org_id, user_id, role) values ('{team}', '{me}', 'owner')$$, 'policies public.organization_members', 'x x x x x x x x x x x x x x x x x x x'),
  ('organization_members', 'delete from public.organization_members', 'policies public.organization_members', 'x - - - - - - - - - - - - - - - - - -'),
  ('calls', $$call public.create_organization('{new}', 'Another team')$$, null, 'x not_allowed not_allowed y y not_allowed not_allowed inactive not_allowed session_ended session_ended y y y y not_allowed not_allowed y y'),
  ('calls', $$call public.change_organization('{team}', '{"about": "Hi"}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.get_organization('{team}')$$, null, 'x forbidden forbidden y forbidden forbidden forbidden y forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.list_organization_members('{"org_id": "{team}"}')$$, null, 'x forbidden forbidden y forbidden forbidden forbidden y forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.list_reviewers('{"org_id": "{team}"}')$$, null, 'x forbidden forbidden y forbidden forbidden forbidden y forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.list_organization_members('{}')$$, null, 'x forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.move_app('{new}', '{team}')$$, null, 'x forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.list_organization_activity('{"org_id": "{team}"}')$$, null, 'x forbidden forbidden y forbidden forbidden forbidden y forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.list_api_tokens('{"org_id": "{team}"}')$$, null, 'x forbidden forbidden y forbidden forbidden forbidden y forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.create_api_token('{team}', 'CI')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.revoke_api_token('{developer token}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.revoke_api_token('{manager token}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  -- Called by the function `api` with the service key.
  ('calls', $$call public.api_authenticate('00')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.api_create_release('00', '{public app}', 'key', 'hash', '{}')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.api_read_release('00', '{public app}', '{build}')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.api_list_releases('00', '{public app}', null, 1)$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.api_note_upload('00', '{public app}', '{build}', 'upload')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.api_publish_release('00', '{public app}', '{build}')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call private.act_as('{developer}')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.api_tokens', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.api_requests', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.release_uploads', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.list_invitations('{"org_id": "{team}"}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.invite_member('{team}', 'new@example.test', 'viewer')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.invite_member('{team}', 'new@example.test', 'owner')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.invite_member('{me}', 'new@example.test', 'viewer')$$, null, 'x forbidden forbidden not_allowed not_allowed forbidden suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed forbidden forbidden not_allowed not_allowed'),
  ('calls', $$call public.resend_invitation('{invitation}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.revoke_invitation('{invitation}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.open_campaign('{private campaign}')$$, null, 'x y y y y y suspended suspended suspended session_ended session_ended y y y y y y y y'),
  ('calls', $$select 1 from public.open_campaign('{private campaign}') seen where seen$$, null, 'x y - y - y suspended suspended suspended session_ended session_ended y y y y y - - -'),
  ('calls', $$select 1 from public.open_campaign('{unlisted campaign}') seen where seen$$, null, 'x y y y - y suspended suspended suspended session_ended session_ended y y y y y y - -'),
  ('calls', $$select 1 from public.open_campaign('{draft campaign}') seen where seen$$, null, 'x - - y - y suspended suspended suspended session_ended session_ended y y y y - - - -'),
  ('calls', $$call public.catalog_search('{"kind": "apps", "sort": "newest"}')$$, null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', 'call public.latest_tests()', null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.catalog_search('{"kind": "campaigns", "sort": "newest"}')$$, null, 'not_allowed y y not_allowed not_allowed not_allowed y not_allowed not_allowed session_ended session_ended not_allowed not_allowed not_allowed not_allowed y y not_allowed not_allowed'),
  ('calls', $$select 1 from jsonb_array_elements(public.catalog_search('{"kind": "campaigns", "sort": "newest"}') -> 'rows') c
    where c ->> 'id' in ('{unlisted campaign}', '{private campaign}', '{draft campaign}')$$, null, 'not_allowed - - not_allowed not_allowed not_allowed - not_allowed not_allowed session_ended session_ended not_allowed not_allowed not_allowed not_allowed - - not_allowed not_allowed'),
  ('calls', $$call public.catalog_shelf('[{"shelf": "apps"}]')$$, null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.catalog_shelf('[{"shelf": "campaigns/web"}]')$$, null, 'not_allowed y y not_allowed not_allowed not_allowed y not_allowed not_allowed session_ended session_ended not_allowed not_allowed not_allowed not_allowed y y not_allowed not_allowed'),
  ('calls', $$select 1 from jsonb_array_elements(public.catalog_shelf('[{"shelf": "campaigns/web"}]') #> '{shelves,campaigns/web,rows}') e
    where e ->> 'id' in ('{unlisted campaign}', '{private campaign}', '{draft campaign}')$$, null, 'not_allowed - - not_allowed not_allowed not_allowed - not_allowed not_allowed session_ended session_ended not_allowed not_allowed not_allowed not_allowed - - not_allowed not_allowed'),
  ('calls', $$call public.sync_get('apps', '[]')$$, null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$select 1 from jsonb_array_elements(public.sync_get('apps', '[{"id": "{public app}"}]') -> 'rows')$$, null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$select 1 from jsonb_array_elements(public.sync_get('apps', '[{"id": "{draft app}"}]') -> 'rows')$$, null, '- - - y - y - - - session_ended session_ended y y y y - - - -'),
  ('calls', $$select 1 from jsonb_array_elements(public.sync_get('campaigns', '[{"id": "{private campaign}"}]') -> 'rows')$$, null, 'not_allowed y - y - y - - - session_ended session_ended y y y y y - - -'),
  ('calls', $$select 1 from jsonb_array_elements(public.sync_get('campaigns', '[{"id": "{active campaign}"}]') -> 'rows')$$, null, 'not_allowed y y y - y y - - session_ended session_ended y y y y y y - -'),
  ('private', 'select 1 from private.shelves', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.shelf_entries', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.offers', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.store_apps', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.read_organization('{developer}')$$, null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.read_store_app('{public app}')$$, null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.read_test('{public}')$$, null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.build_page('{public app}')$$, null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.sitemap('{}')$$, null, 'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.public_page('/apps')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.read_invitation('token')$$, null, 'y y y y y y y y y y y y y y y y y y y'),
  ('calls', $$call public.read_invitation('guessed')$$, null, 'missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent'),
  ('calls', $$call public.accept_invitation('token')$$, null, 'x forbidden forbidden forbidden forbidden forbidden suspended suspended suspended session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden y'),
  ('calls', $$call public.invite_testers('{free campaign}', '["new@example.test"]', true)$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.invite_testers('{free campaign}', '[]', false)$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.list_tester_invitations('{"campaign_id": "{free campaign}"}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.send_announcement('{free campaign}', '{new}', 'Build 2', 'Please update.')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.remove_announcement('{free campaign}', '{new}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.send_announcement('{new}', '{new}', '', 'Please update.')$$, null, 'x forbidden forbidden forbidden forbidden forbidden suspended suspended suspended session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call private.advance_announcement('{draft app}', 1)$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.list_campaign_links('{"campaign_id": "{free campaign}"}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.create_campaign_link('{free campaign}', 3, null)$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.read_nudge('{free campaign}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.nudge_testers('{free campaign}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.create_summary_link('{free campaign}', null)$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.resend_tester_invitation('{tester invitation}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.revoke_tester_invitation('{tester invitation}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.revoke_campaign_link('{link}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.list_past_testers('{"org_id": "{developer}"}')$$, null, 'x forbidden forbidden y forbidden forbidden forbidden forbidden forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.list_tester_groups('{"org_id": "{developer}"}')$$, null, 'x forbidden forbidden y forbidden forbidden forbidden forbidden forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.save_tester_group('{developer}', '{new group}', 'New ones', '')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.save_tester_group('{developer}', '{group}', 'Renamed', '')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.add_group_testers('{developer}', '{group}', '{"ids": ["{tester}"]}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.remove_group_testers('{developer}', '{group}', '["{tester}"]')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.set_group_tester_note('{developer}', '{group}', '{other tester}', 'Note')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.delete_tester_group('{developer}', '{group}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.invite_past_testers('{free campaign}', '{}', true)$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.block_organization('{developer}', true)$$, null, 'x y y not_allowed not_allowed not_allowed suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed y y not_allowed not_allowed'),
  ('calls', $$call public.block_organization('{developer}', false)$$, null, 'x y y not_allowed not_allowed not_allowed suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed y y not_allowed not_allowed'),
  ('calls', $$call public.list_tester_invitations('{}')$$, null, 'x forbidden forbidden forbidden forbidden forbidden suspended suspended suspended session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.read_waves('{free campaign}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.start_waves('{active campaign}', '{new row}', '["new@example.test"]', '{}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.add_wave_candidates('{waves}', '["new@example.test"]')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.change_waves('{waves}', '{"do": "pause"}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.change_waves('{waves}', '{"do": "resume"}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.change_waves('{waves}', '{"do": "stop"}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.change_waves('{waves}', '{"do": "send", "wave": 1}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.change_waves('{no such plan}', '{"do": "stop"}')$$, null, 'x forbidden forbidden forbidden forbidden forbidden suspended suspended suspended session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.read_campaign_invitation('link token')$$, null, 'y y y y y y y y y y y y y y y y y y y'),
  ('calls', $$call public.read_campaign_invitation('tester token')$$, null, 'y y y y y y y y y y y y y y y y y y y'),
  ('calls', $$call public.read_campaign_summary('summary token')$$, null, 'y y y y y y y y y y y y y y y y y y y'),
  ('calls', $$call public.read_campaign_invitation('guessed')$$, null, 'missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent'),
  ('calls', $$call public.read_campaign_summary('link token')$$, null, 'missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent'),
  ('calls', $$call public.read_campaign_invitation('summary token')$$, null, 'missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent missing_parent'),
  ('calls', $$call public.join_campaign('link token')$$, null, 'x y y not_allowed not_allowed not_allowed suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed y y not_allowed not_allowed'),
  ('calls', $$call public.join_campaign('tester token')$$, null, 'x forbidden y not_allowed not_allowed not_allowed suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed forbidden forbidden not_allowed not_allowed'),
  ('calls', $$call public.join_campaign('private token')$$, null, 'x forbidden forbidden not_allowed not_allowed not_allowed suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed forbidden y not_allowed not_allowed'),
  ('calls', $$call public.set_member_role('{team}', '{viewer}', 'reviewer')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.set_member_role('{team}', '{viewer}', 'owner')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.set_member_role('{team}', '{developer}', 'viewer')$$, null, 'x forbidden forbidden last_owner forbidden forbidden suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.remove_member('{team}', '{viewer}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y not_allowed not_allowed y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.remove_member('{team}', '{developer}')$$, null, 'x forbidden forbidden last_owner forbidden forbidden suspended suspended suspended session_ended session_ended not_allowed not_allowed not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.remove_member('{team}', '{me}')$$, null, 'x forbidden forbidden last_owner forbidden forbidden forbidden suspended forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.remove_member('{me}', '{me}')$$, null, 'x forbidden forbidden not_allowed not_allowed forbidden forbidden suspended forbidden session_ended session_ended not_allowed not_allowed not_allowed not_allowed forbidden forbidden not_allowed not_allowed'),
  ('calls', $$call public.sync_pull('[]')$$, null,                                                   'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', 'call public.sync_pull(null)', null,                                                     'invalid invalid invalid invalid invalid invalid invalid invalid invalid session_ended session_ended invalid invalid invalid invalid invalid invalid invalid invalid'),
  ('calls', $$call public.sync_pull('[]', '{"run": "{new}", "xid": "1"}')$$, null,                   'y y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.sync_push('profiles', '[]', '{"run": "{new}", "xid": "1"}')$$, null,       'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.sync_push('profiles', '[]')$$, null,                                       'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.email_exists('a@example.test')$$, null,                                    'y y y y y y y y y y y y y y y y y y y'),
  ('calls', 'call public.account_deletion()', null,                                                  'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', 'call public.delete_own_account()', null,                                                'x not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed session_ended session_ended not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('calls', 'call public.list_own_sessions()', null,                                                 'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.end_own_session('{new}')$$, null,                                          'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.export_own_data('{}')$$, null,                                             'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.export_own_data('{"part": "secrets"}')$$, null,                            'x invalid invalid invalid invalid invalid invalid invalid invalid session_ended session_ended invalid invalid invalid invalid invalid invalid invalid invalid'),
  ('calls', 'call public.recovery_codes_made_at()', null,                                            'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', 'call public.make_recovery_codes()', null,                                               'x wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state session_ended session_ended wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state'),
  ('calls', $$call public.use_recovery_code('guessed')$$, null,                                      'x wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state session_ended session_ended wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state'),
  ('private', 'select 1 from private.recovery_codes', null,                                          'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.own_data', null,                                                'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call public.cancel_email_change()', null,                                               'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.attachment_arrived('{sent report}', '{file}')$$, null,                     'x y forbidden forbidden forbidden forbidden forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.record_download('{public release}')$$, null,                               'invalid y y y y y suspended suspended suspended session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.record_download('{build}')$$, null,                                        'invalid y missing_parent y missing_parent missing_parent suspended suspended suspended session_ended session_ended y y y y missing_parent missing_parent missing_parent missing_parent'),
  ('calls', $$call public.record_download('{draft release}')$$, null,                                'invalid missing_parent missing_parent y missing_parent missing_parent suspended suspended suspended session_ended session_ended y y y y missing_parent missing_parent missing_parent missing_parent'),
  ('calls', $$call public.record_download('{private build}')$$, null, 'invalid missing_parent missing_parent y missing_parent missing_parent suspended suspended suspended session_ended session_ended y y y y missing_parent missing_parent missing_parent missing_parent'),
  ('calls', $$call public.record_download('{public release}', '{new}')$$, null,                      'y y y y y y suspended suspended suspended session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.record_download('{build}', '{new}')$$, null,                               'missing_parent y missing_parent y missing_parent missing_parent suspended suspended suspended session_ended session_ended y y y y missing_parent missing_parent missing_parent missing_parent'),
  ('calls', $$call public.storage_reserve('notes.txt.copy', 3, 'text/plain')$$, null,                'x forbidden forbidden y y y forbidden suspended forbidden session_ended session_ended y y y y forbidden forbidden y y'),
  ('calls', $$call public.storage_reserve('notes.txt.copy', 3, 'text/plain', '{developer}')$$, null, 'x forbidden forbidden y forbidden forbidden forbidden suspended forbidden session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.storage_forget('[]')$$, null,                                              'x forbidden forbidden y y y forbidden suspended forbidden session_ended session_ended y y y y forbidden forbidden y y'),
  ('calls', $$call public.storage_owner('{developer}', 'view')$$, null,                              'x forbidden forbidden y forbidden y forbidden forbidden forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.storage_owner('{developer}', 'manage')$$, null,                            'x forbidden forbidden y forbidden y forbidden suspended forbidden session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.storage_reserve('../notes.txt', 3, 'text/plain')$$, null,                  'x forbidden forbidden invalid invalid invalid forbidden suspended forbidden session_ended session_ended invalid invalid invalid invalid forbidden forbidden invalid invalid'),
  ('calls', $$call private.count_device_download('{public release}', '{new}')$$, null,               'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.void_reward((select id from public.rewards where tester_id = '{other tester}'), 'No reason')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', 'call public.clean_sample_data()', null,                                                 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_activity('{}')$$, null,                                                 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_file_owners('{}')$$, null,                                              'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_files('{"owner": "{developer}"}')$$, null,                             'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_apps('{}')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_app_details('{new}')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_campaign_details('{new}')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_campaigns('{}')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('private', 'select 1 from private.app_words', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.campaign_words', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.flag_words', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.payout_words', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.file_owners', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.people', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.activity_words', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.admin_totals', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.active_people', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.daily_figures', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.admin_user_details('{tester}')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_user_list('{"user_id": "{tester}", "list": "reports"}')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_user_sessions('{tester}')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_end_session('{new}', 'Lost')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_end_session('{new}', ' ')$$, null, 'x forbidden forbidden forbidden forbidden reason_required forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_users('{}')$$, null,                                                 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_change_user('{other tester}', '{"status": "suspended", "reason": "Spam"}')$$, null,    'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_change_user('{me}', '{"status": "suspended"}')$$, null,              'x forbidden forbidden forbidden forbidden not_allowed forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_change_user('{other tester}', '{"status": "suspended"}')$$, null, 'x forbidden forbidden forbidden forbidden reason_required forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_change_user('{me}', '{"role": "tester", "reason": "No"}')$$, null, 'x forbidden forbidden forbidden forbidden not_allowed forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_change_user('{tester}', '{"role": "developer", "reason": "No"}')$$, null, 'x forbidden forbidden forbidden forbidden wrong_state forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_change_users('{"user_ids": ["{other tester}", "{me}"], "status": "suspended", "reason": "Spam"}')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', 'call public.admin_numbers()', null,                                                     'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', 'call public.admin_days()', null,                                                     'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_rejections('{}')$$, null,                                              'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_flags('{"show": "all"}')$$, null,                                              'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_hide_content(gen_random_uuid(), true)$$, null,                                              'x forbidden forbidden forbidden forbidden missing_parent forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_messages('{}')$$, null,                                              'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_payouts('{"show": "all"}')$$, null,                                              'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_message_done('{message}', true)$$, null,                             'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.admin_reply_message('{message}', '{new}', 'Hello')$$, null, 'x forbidden forbidden forbidden forbidden y forbidden forbidden forbidden session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('private', 'select 1 from private.contact_replies', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call public.my_access()', null,                                                         'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', 'call public.payout_figures()', null,                                                    'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.set_user_role('{me}', 'admin', '{admin}')$$, null,                         'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.note_admin_action('{admin}', 'user_deleted', '{me}', '{}')$$, null,        'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.password_dates', null,                                          'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.push_subscribe('https://push.example.test/1', repeat('a', 87), repeat('b', 22))$$, null, 'x y y y y y suspended suspended suspended session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.push_unsubscribe('https://push.example.test/1')$$, null,                    'x y y y y y y y y y y y y y y y y y y'),
  ('calls', $$call public.claim_deliveries('push', 10)$$, null,                                       'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.complete_deliveries('[]')$$, null,                                           'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call public.backend_facts()', null,                                                     'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call public.long_transaction()', null,                                                  'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call public.server_health()', null,                                                     'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call private.invoke_workers()', null,                                                  'x x x x x x x x x x x x x x x x x x x'),
  ('push_subscriptions', 'read subscription', null,                                                  'x y - - - - - - - - - - - - - - - - -'),
  ('push_subscriptions', 'change subscription', null,                                                'x x x x x x x x x x x x x x x x x x x'),
  ('push_subscriptions', 'remove subscription', null,                                                'x x x x x x x x x x x x x x x x x x x'),
  ('push_subscriptions', 'insert into public.push_subscriptions default values', null,               'x x x x x x x x x x x x x x x x x x x'),
  ('push_subscriptions', 'delete from public.push_subscriptions', 'policies public.push_subscriptions', 'x - - - - - - - - - - - - - - - - - -'),
  ('push_subscriptions', $$update public.push_subscriptions set auth = 'x'$$, 'policies public.push_subscriptions', 'x - - - - - - - - - - - - - - - - - -'),
  ('push_subscriptions', $$insert into public.push_subscriptions (user_id) values ('{me}')$$, 'policies public.push_subscriptions', 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.unassignments', null,                                           'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.forgotten_people', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.build_checks', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.build_retention', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.file_removals', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.build_notices', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.task_versions', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.build_notice_days', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.build_uses', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.test_devices', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.test_device_shares', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.device_enrolments', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.release_devices', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.begin_device_enrolment('{build}')$$, null, 'x y forbidden forbidden forbidden forbidden suspended suspended suspended session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.share_test_device('{device}', '{build}')$$, null, 'x y forbidden forbidden forbidden forbidden suspended suspended suspended session_ended session_ended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.my_test_devices('{build}')$$, null, 'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.remove_test_device('{device}')$$, null, 'x y y y y y y y y session_ended session_ended y y y y y y y y'),
  ('calls', $$call public.campaign_devices('{active campaign}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.read_device_enrolment('00')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.visitor_build_page('00', '{}')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.complete_device_enrolment('00', '', '', '', '')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.claim_build_checks(10)$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.complete_build_checks('[]')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.claim_file_removals(10)$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.launch_codes('{draft app}')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('calls', $$call public.set_launch_code('{draft release}', 'blue-42')$$, null, 'x forbidden forbidden y forbidden forbidden suspended suspended suspended session_ended session_ended y y not_allowed not_allowed forbidden forbidden forbidden forbidden'),
  ('private', 'select 1 from private.launch_codes', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.launch_code_tries', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.freed_reports', null, 'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call public.release_figures('{draft app}')$$, null, 'x forbidden forbidden y forbidden y forbidden forbidden forbidden session_ended session_ended y y y y forbidden forbidden forbidden forbidden'),
  ('private', 'select 1 from private.withdrawals', null,                                             'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.announcements', null,                                           'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.deliveries', null,                                              'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.reminders', null,                                               'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.reminders_sent', null,                                          'x x x x x x x x x x x x x x x x x x x'),
  ('private', 'select 1 from private.search_alerts', null,                                           'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call private.send_search_alerts()', null,                                               'x x x x x x x x x x x x x x x x x x x'),
  ('calls', $$call private.run_item('complete_campaigns', '')$$, null,                                          'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call private.send_reminders()', null,                                                              'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call private.new_epoch()', null,                                                        'x x x x x x x x x x x x x x x x x x x'),
  ('calls', 'call private.my_role()', null,                                                          'y y y y y y y y y y y y y y y y y y y'),
  -- The triggers alone:
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('profiles', $$update public.profiles set bio = 'Mine' where id = '{tester}'$$, 'triggers public.profiles', 'x y forbidden forbidden forbidden forbidden suspended suspended suspended - - forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('profiles', $$update public.profiles set role = 'admin' where id = '{me}'$$, 'triggers public.profiles', 'x not_allowed not_allowed not_allowed not_allowed y suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('profiles', $$insert into public.profiles (id) values ('{new}')$$, 'triggers public.profiles',    'x forbidden forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('accounts', $$update public.accounts set paypal_email = 'mine@example.test' where id = '{tester}'$$, 'triggers public.accounts', 'x y forbidden forbidden forbidden forbidden suspended suspended suspended - - forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('accounts', $$update public.accounts set email = 'mine@example.test' where id = '{me}'$$, 'triggers public.accounts', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('accounts', $$update public.accounts set unverified_email = 'mine@example.test', new_email = 'mine@example.test', new_email_waits = 'both' where id = '{me}'$$, 'triggers public.accounts', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('settings', $$update public.settings set "values" = "values" where section = 'general'$$, 'triggers public.settings', 'x forbidden forbidden forbidden forbidden y suspended suspended suspended - - forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('settings', $$update public.settings set saved_at = null where section = 'general'$$, 'triggers public.settings', 'x forbidden forbidden forbidden forbidden y suspended suspended suspended - - forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('apps', $$update public.apps set title = 'Mine' where id = '{public app}'$$, 'triggers public.apps', 'x forbidden forbidden y forbidden not_allowed suspended suspended suspended - - y y forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('apps', $$update public.apps set downloads = 1000 where id = '{public app}'$$, 'triggers public.apps', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('apps', 'add foreign app', 'triggers public.apps',                                                'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('releases', $$update public.releases set notes = 'Mine' where id = '{draft release}'$$, 'triggers public.releases', 'x forbidden forbidden y forbidden forbidden suspended suspended suspended - - y y forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('releases', $$update public.releases set downloads = 1000 where id = '{draft release}'$$, 'triggers public.releases', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('releases', 'add foreign release', 'triggers public.releases',                                    'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('campaigns', $$update public.campaigns set title = 'My own title' where id = '{active campaign}'$$, 'triggers public.campaigns', 'x forbidden forbidden y forbidden forbidden suspended suspended suspended - - y y forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('campaigns', $$update public.campaigns set testers_joined = 9 where id = '{active campaign}'$$, 'triggers public.campaigns', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('campaigns', 'add foreign campaign', 'triggers public.campaigns',                                 'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('briefs', $$update public.briefs set instructions = 'Mine' where id = '{active campaign}'$$, 'triggers public.briefs', 'x forbidden forbidden y forbidden forbidden suspended suspended suspended - - y y forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('briefs', $$update public.briefs set known_issues = '[1]', announcements = '[1]', developer_id = '{me}' where id = '{active campaign}'$$, 'triggers public.briefs', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('briefs', 'add foreign brief', 'triggers public.briefs',                                          'x forbidden forbidden y forbidden forbidden suspended suspended suspended forbidden forbidden y y forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('applications', $$update public.applications set message = 'Mine' where tester_id = '{other tester}'$$, 'triggers public.applications', 'x forbidden text_frozen not_allowed forbidden not_allowed suspended suspended suspended - - not_allowed not_allowed forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('applications', $$update public.applications set accepted_at = '2020-01-01' where campaign_id = '{active campaign}'$$, 'triggers public.applications', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('applications', 'add foreign application', 'triggers public.applications',                        'x y forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('feedback', $$update public.feedback set known = false where id = '{sent report}'$$, 'triggers public.feedback', 'x y forbidden y forbidden forbidden suspended suspended suspended - - y y y forbidden forbidden forbidden forbidden forbidden'),
  ('feedback', $$update public.feedback set received_at = '2020-01-01' where id = '{draft report}'$$, 'triggers public.feedback', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('feedback', 'add foreign report', 'triggers public.feedback',                                     'x y forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('comments', $$update public.comments set body = 'Other words' where id = '{comment}'$$, 'triggers public.comments', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('comments', 'add foreign comment', 'triggers public.comments',                                    'x y forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('rewards', $$update public.rewards set status = 'earned'$$, 'triggers public.rewards',            'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('rewards', 'update public.rewards set sync_seq = 9', 'triggers public.rewards',                   'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('rewards', $$insert into public.rewards (id, tester_id, developer_id, campaign_id, feedback_id, model, amount_cents, currency) select '{new}', '{tester}', developer_id, campaign_id, feedback_id, model, 1, 'USD' from public.rewards limit 1$$, 'triggers public.rewards', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('payouts', $$update public.payouts set status = 'paid' where id = '{payout}'$$, 'triggers public.payouts', 'x not_allowed not_allowed not_allowed not_allowed y suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('payouts', $$update public.payouts set amount_cents = 1 where id = '{payout}'$$, 'triggers public.payouts', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('payouts', 'add foreign payout', 'triggers public.payouts',                                       'x no_rewards forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('files', 'update public.files set sync_seq = 9', 'triggers public.files',                         'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('files', $$update public.files set file_name = 'x'$$, 'triggers public.files',                    'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('files', $$insert into public.files (id, owner_id, file_name) values ('{new}', '{me}', 'x')$$, 'triggers public.files', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended forbidden forbidden not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('flags', $$update public.flags set resolution = 'Mine' where id = '{flag}'$$, 'triggers public.flags', 'x not_allowed not_allowed not_allowed not_allowed y suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('flags', $$update public.flags set reporter_name = 'Mine' where id = '{flag}'$$, 'triggers public.flags', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('flags', 'add foreign flag', 'triggers public.flags',                                             'x y forbidden forbidden forbidden forbidden suspended suspended suspended forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('notifications', $$update public.notifications set read_at = now() where user_id = '{tester}'$$, 'triggers public.notifications', 'x y forbidden forbidden forbidden forbidden suspended suspended suspended - - forbidden forbidden forbidden forbidden forbidden forbidden forbidden forbidden'),
  ('notifications', $$update public.notifications set link = '/evil' where user_id = '{me}'$$, 'triggers public.notifications', 'x not_allowed not_allowed not_allowed - not_allowed suspended - suspended - - not_allowed not_allowed not_allowed - - - wrong_state -'),
  ('notifications', $$insert into public.notifications (user_id, kind) values ('{tester}', 'role_changed')$$, 'triggers public.notifications', 'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended forbidden forbidden not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('activity', 'update public.activity set sync_seq = 9', 'triggers public.activity',                'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('activity', $$update public.activity set action = 'x'$$, 'triggers public.activity',              'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended - - not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('activity', $$insert into public.activity (action) values ('x')$$, 'triggers public.activity',    'x not_allowed not_allowed not_allowed not_allowed not_allowed suspended suspended suspended forbidden forbidden not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed not_allowed'),
  ('ledger_entries', 'update public.ledger_entries set amount_cents = 1', 'triggers public.ledger_entries', 'x x x x x x x x x - - x x x x x x x x'),
  ('ledger_entries', 'delete from public.ledger_entries', 'triggers public.ledger_entries',          'x x x x x x x x x - - x x x x x x x x'),
  -- The policies alone (an update that names no row reads none: only then its own check counts):
  -- anon test othT dev othD admn susT susD susA endT endD orgA mana revw view invT mail exMa invD
  ('apps', 'add app', 'policies public.apps',                                                        'x x x y y x x y x x x y y y y x x y y'),
  ('apps', 'add foreign app', 'policies public.apps',                                                'x x x y x x x x x x x x x x x x x x x'),
  ('releases', 'add release', 'policies public.releases',                                            'x x x y x x x x x x x y y x x x x x x'),
  ('releases', 'add foreign release', 'policies public.releases',                                    'x x x y x x x x x x x y y x x x x x x'),
  ('campaigns', 'add campaign', 'policies public.campaigns',                                         'x x x y y x x y x x x y y y y x x y y'),
  ('campaigns', 'add foreign campaign', 'policies public.campaigns',                                 'x x x y x x x x x x x y y x x x x x x'),
  ('briefs', 'add brief', 'policies public.briefs',                                                  'x x x y x x x x x x x y y x x x x x x'),
  ('briefs', 'add foreign brief', 'policies public.briefs',                                          'x x x y x x x x x x x y y x x x x x x'),
  ('applications', 'add application', 'policies public.applications',                                'x y y x x x y x x x x x x x x y y x x'),
  ('applications', 'add foreign application', 'policies public.applications',                        'x y x x x x x x x x x x x x x x x x x'),
  ('feedback', 'add report', 'policies public.feedback',                                             'x y y x x x y x x x x x x x x y y x x'),
  ('feedback', 'add foreign report', 'policies public.feedback',                                     'x y x x x x x x x x x x x x x x x x x'),
  ('comments', 'add comment', 'policies public.comments',                                            'x y y y y y y y y x x y y y y y y y y'),
  ('comments', 'add foreign comment', 'policies public.comments',                                    'x y x x x x x x x x x x x x x x x x x'),
  ('payouts', 'add payout', 'policies public.payouts',                                               'x y y x x x y x x x x x x x x y y x x'),
  ('payouts', 'add foreign payout', 'policies public.payouts',                                       'x y x x x x x x x x x x x x x x x x x'),
  ('flags', 'add flag', 'policies public.flags',                                                     'x y y y y y y y y x x y y y y y y y y'),
  ('flags', 'add foreign flag', 'policies public.flags',                                             'x y x x x x x x x x x x x x x x x x x'),
  ('contact_messages', 'add message', 'policies public.contact_messages',                            'y y y y y y y y y x x y y y y y y y y'),
  ('contact_messages', 'add foreign message', 'policies public.contact_messages',                    'x y x x x x x x x x x x x x x x x x x'),
  ('profiles', $$update public.profiles set id = '{new}'$$, 'policies public.profiles', 'x x x x x x x x x - - x x x x x x x x'),
  ('profiles', $$insert into public.profiles (id) values ('{new}')$$, 'policies public.profiles',    'x x x x x x x x x x x x x x x x x x x'),
  ('accounts', $$update public.accounts set id = '{other tester}'$$, 'policies public.accounts', 'x x y x x x x x x - - x x x x x x x x'),
  ('accounts', $$insert into public.accounts (id) values ('{me}')$$, 'policies public.accounts',     'x x x x x x x x x x x x x x x x x x x'),
  ('settings', $$insert into public.settings (id, section, "values") values ('{new}', 'general', '{}')$$, 'policies public.settings', 'x x x x x x x x x x x x x x x x x x x'),
  ('apps', $$update public.apps set org_id = '{other developer}'$$, 'policies public.apps', 'x - - x - y - x - - - x x - - - - - -'),
  ('releases', $$update public.releases set org_id = '{other developer}'$$, 'policies public.releases', 'x - - x - - - x - - - x x - - - - - -'),
  ('campaigns', $$update public.campaigns set org_id = '{other developer}'$$, 'policies public.campaigns', 'x - - x - - - x - - - x x - - - - - -'),
  ('briefs', $$update public.briefs set org_id = '{other developer}'$$, 'policies public.briefs', 'x - - x - - - x - - - x x - - - - - -'),
  ('applications', $$update public.applications set org_id = '{other developer}', tester_id = '{other developer}'$$, 'policies public.applications', 'x x x x - - x - - - - x x x - - - - -'),
  ('feedback', $$update public.feedback set tester_id = '{other tester}'$$, 'policies public.feedback', 'x x y y - - x - - - - y y y - - - - -'),
  ('feedback', $$update public.feedback set org_id = '{other developer}'$$, 'policies public.feedback', 'x y y x - - y - - - - x x x - - - - -'),
  ('feedback', $$update public.feedback set status = 'draft'$$, 'policies public.feedback', 'x y y x - - y - - - - x x x - - - - -'),
  ('comments', 'change comment', 'policies public.comments',                                         'x - - - - - - - - - - - - - - - - - -'),
  ('rewards', 'change reward', 'policies public.rewards',                                            'x - - - - - - - - - - - - - - - - - -'),
  ('rewards', $$insert into public.rewards (id, tester_id) values ('{new}', '{me}')$$, 'policies public.rewards', 'x x x x x x x x x x x x x x x x x x x'),
  ('payouts', 'change payout', 'policies public.payouts',                                            'x - - - - y - - - - - - - - - - - - -'),
  ('ledger_entries', 'update public.ledger_entries set amount_cents = 1', 'policies public.ledger_entries', 'x - - - - - - - - - - - - - - - - - -'),
  ('ledger_entries', $$insert into public.ledger_entries (tester_id) values ('{me}')$$, 'policies public.ledger_entries', 'x x x x x x x x x x x x x x x x x x x'),
  ('files', 'change file row', 'policies public.files',                                              'x - - - - - - - - - - - - - - - - - -'),
  ('files', $$insert into public.files (id, owner_id) values ('{new}', '{me}')$$, 'policies public.files', 'x x x x x x x x x x x x x x x x x x x'),
  ('flags', 'change flag', 'policies public.flags',                                                  'x - - - - y - - - - - - - - - - - - -'),
  ('notifications', $$update public.notifications set user_id = '{other tester}'$$, 'policies public.notifications', 'x x y x - x x - x - - x x x - - - x -'),
  ('notifications', $$insert into public.notifications (user_id) values ('{me}')$$, 'policies public.notifications', 'x x x x x x x x x x x x x x x x x x x'),
  ('activity', 'change activity', 'policies public.activity',                                        'x - - - - - - - - - - - - - - - - - -'),
  ('activity', $$insert into public.activity (actor_id) values ('{me}')$$, 'policies public.activity', 'x x x x x x x x x x x x x x x x x x x'),
  ('downloads', $$insert into public.downloads (user_id) values ('{me}')$$, 'policies public.downloads', 'x x x x x x x x x x x x x x x x x x x'),
  ('contact_messages', 'change message', 'policies public.contact_messages',                         'x - - - - - - - - - - - - - - - - - -'),
  ('sync_rejections', $$update public.sync_rejections set code = 'x'$$, 'policies public.sync_rejections', 'x - - - - - - - - - - - - - - - - - -'),
  ('sync_rejections', $$insert into public.sync_rejections (user_id) values ('{me}')$$, 'policies public.sync_rejections', 'x x x x x x x x x x x x x x x x x x x'),
  ('state_transitions', $$update public.state_transitions set actor = 'tester'$$, 'policies public.state_transitions', 'x - - - - - - - - - - - - - - - - - -'),
  ('state_transitions', $$insert into public.state_transitions (actor) values ('tester')$$, 'policies public.state_transitions', 'x x x x x x x x x x x x x x x x x x x'),
  ('storage.objects', $$insert into storage.objects (bucket_id, name) values ('elsewhere', '{me}/new')$$, null, 'x x x x x x x x x x x x x x x x x x x'),
  ('storage.objects', $$update storage.objects set bucket_id = 'elsewhere' where name = '{tester}/face.png'$$, null, '- x - - - x - - - - - - - - - - - - -'),
  ('profiles', 'delete from public.profiles', 'policies public.profiles',                            'x - - - - - - - - - - - - - - - - - -'),
  ('accounts', 'delete from public.accounts', 'policies public.accounts',                            'x - - - - - - - - - - - - - - - - - -'),
  ('settings', 'delete from public.settings', 'policies public.settings',                            'x - - - - - - - - - - - - - - - - - -'),
  ('apps', 'delete from public.apps', 'policies public.apps',                                        'x - - - - - - - - - - - - - - - - - -'),
  ('releases', 'delete from public.releases', 'policies public.releases',                            'x - - - - - - - - - - - - - - - - - -'),
  ('campaigns', 'delete from public.campaigns', 'policies public.campaigns',                         'x - - - - - - - - - - - - - - - - - -'),
  ('briefs', 'delete from public.briefs', 'policies public.briefs',                                  'x - - - - - - - - - - - - - - - - - -'),
  ('applications', 'delete from public.applications', 'policies public.applications',                'x - - - - - - - - - - - - - - - - - -'),
  ('feedback', 'delete from public.feedback', 'policies public.feedback',                            'x - - - - - - - - - - - - - - - - - -'),
  ('comments', 'delete from public.comments', 'policies public.comments',                            'x - - - - - - - - - - - - - - - - - -'),
  ('rewards', 'delete from public.rewards', 'policies public.rewards',                               'x - - - - - - - - - - - - - - - - - -'),
  ('payouts', 'delete from public.payouts', 'policies public.payouts',                               'x - - - - - - - - - - - - - - - - - -'),
  ('files', 'delete from public.files', 'policies public.files',                                     'x - - - - - - - - - - - - - - - - - -'),
  ('flags', 'delete from public.flags', 'policies public.flags',                                     'x - - - - - - - - - - - - - - - - - -'),
  ('notifications', 'delete from public.notifications', 'policies public.notifications',             'x - - - - - - - - - - - - - - - - - -'),
  ('activity', 'delete from public.activity', 'policies public.activity',                            'x - - - - - - - - - - - - - - - - - -'),
  ('downloads', 'delete from public.downloads', 'policies public.downloads',                         'x - - - - - - - - - - - - - - - - - -'),
  ('ledger_entries', 'delete from public.ledger_entries', 'policies public.ledger_entries',          'x - - - - - - - - - - - - - - - - - -'),
  ('contact_messages', 'delete from public.contact_messages', 'policies public.contact_messages',    'x - - - - - - - - - - - - - - - - - -'),
  ('sync_rejections', 'delete from public.sync_rejections', 'policies public.sync_rejections',             'x - - - - - - - - - - - - - - - - - -'),
  ('state_transitions', 'delete from public.state_transitions', 'policies public.state_transitions',                   'x - - - - - - - - - - - - - - - - - -');

-- -------------------------------------------------------------------------------------------------
-- The exact grants: a missing one breaks a form, and no other test finds a superfluous one.

create temp table right_ (place text, who text, rights text);
insert into right_ values
  ('accounts', 'authenticated', 'select; update (billing, language, notification_preferences, paypal_email, saved_replies, saved_searches, saved_templates, saved_views, shared, sync_client, sync_seq, time_zone)'),
  ('activity', 'authenticated', 'select'),
  ('applications', 'authenticated', 'insert (agreement_accepted_at, agreement_version, answers, applied_at, campaign_id, id, message, status, sync_client, sync_seq, tester_id); select; update (agreement_accepted_at, agreement_version, answers, confirmed_issues, downloaded_at, message, reason, release_id, results, results_review, results_status, retests, status, sync_client, sync_seq)'),
  ('apps', 'anon', 'select'),
  ('apps', 'authenticated', 'insert (compatibility, description, developer_id, icon_path, id, org_id, platform, requirements, screenshots, status, sync_client, sync_seq, title, type); select; update (_deleted, compatibility, description, icon_path, platform, requirements, screenshots, status, sync_client, sync_seq, title, type)'),
  ('briefs', 'authenticated', 'insert (build_url, developer_id, follows_newest, id, instructions, release_id, sync_client, sync_seq, tasks); select; update (build_url, follows_newest, instructions, release_id, sync_client, sync_seq, tasks)'),
  ('campaigns', 'authenticated', 'insert (agreement, app_id, auto_select, category, currency, description, developer_id, effort_minutes, end_date, id, max_testers, org_id, platform, reminders, requirements, review_days, reward_amount_cents, reward_model, screening, start_date, status, sync_client, sync_seq, title, visibility); select; update (_deleted, agreement, app_id, auto_select, category, currency, description, effort_minutes, end_date, max_testers, platform, reminders, requirements, review_days, reward_amount_cents, reward_model, screening, start_date, status, sync_client, sync_seq, title, visibility)'),
  ('comments', 'authenticated', 'insert (author_id, body, captured_at, feedback_id, id, internal, sync_client, sync_seq); select'),
  ('contact_messages', 'anon', 'insert (email, id, message, name, user_id)'),
  ('contact_messages', 'authenticated', 'insert (email, id, message, name, user_id); select'),
  ('downloads', 'authenticated', 'select'),
  ('feedback', 'authenticated', 'insert (application_id, attachments, campaign_id, captured_at, details, device, id, rating, release_id, severity, status, steps, summary, sync_client, sync_seq, tester_id, type); select; update (_deleted, assignee_id, assignee_name, attachments, captured_at, details, device, duplicate_of, fixed_release_id, known, priority, rating, reason, reason_code, release_id, severity, status, steps, summary, sync_client, sync_seq, tags, type, usefulness)'),
  ('files', 'authenticated', 'select'),
  ('flags', 'authenticated', 'insert (content_id, content_type, id, reason, reporter_id, sync_client, sync_seq); select; update (hidden, resolution, status, sync_client, sync_seq)'),
  ('ledger_entries', 'authenticated', 'select'),
  ('notifications', 'authenticated', 'select; update (read_at, sync_client, sync_seq)'),
  ('organization_members', 'authenticated', 'select'),
  ('organizations', 'authenticated', 'select'),
  ('payouts', 'authenticated', 'insert (currency, id, sync_client, sync_seq, tester_id); select; update (reason, status, sync_client, sync_seq)'),
  ('profiles', 'authenticated', 'select; update (avatar_path, bio, company, devices, expertise, name, report_guide, social_links, sync_client, sync_seq, website)'),
  ('push_subscriptions', 'authenticated', 'select'),
  ('releases', 'anon', 'select'),
  ('releases', 'authenticated', 'insert (app_id, content_type, developer_id, expires_at, file_name, file_path, id, kind, link_url, notes, publishes, sha256, size_bytes, status, sync_client, sync_seq, version); select; update (_deleted, content_type, expires_at, file_name, file_path, kind, link_url, notes, publishes, sha256, size_bytes, status, sync_client, sync_seq, version)'),
  ('rewards', 'authenticated', 'select'),
  ('settings', 'anon', 'select'),
  ('settings', 'authenticated', 'select; update (sync_client, sync_seq, "values")'),
  ('state_transitions', 'authenticated', 'select'),
  ('sync_rejections', 'authenticated', 'select');

create temp table callable (who text, place text);
insert into callable
select 'anon', btrim(f) from regexp_split_to_table($$
  build_page(text)
  catalog_search(jsonb)
  catalog_shelf(jsonb)
  private.is_email(text)
  private.is_line(text)
  private.sync_collection(text)
  sync_get(text,jsonb)
  private.catalog_scope()
  private.iso_time(timestamp with time zone)
  email_exists(text)
  latest_tests()
  private.check_session()
  private.epoch()
  private.is_admin()
  private.is_uuid(text)
  private.my_role()
  private.my_status()
  private.is_offered_file(text)
  private.reject(text,text)
  private.reject_if(boolean,text,text)
  private.session_error()
  private.is_known_history(jsonb)
  private.sync_plan(text,text)
  private.sync_pull(jsonb)
  private.open_key(text,text,xid8,integer)
  private.queue_is_long(text,xid8)
  private.server_version()
  private.sync_run()
  private.trimmed(text)
  private.xid_before(integer)
  private.membership_scope()
  private.my_pulled_organizations()
  read_campaign_invitation(text)
  read_campaign_summary(text)
  read_invitation(text)
  read_organization(text)
  read_store_app(text)
  read_test(text)
  sitemap(jsonb)
  record_download(uuid,uuid)
  sync_pull(jsonb,jsonb)
$$, '\n') f where btrim(f) <> ''
union all
select 'authenticated', btrim(f) from regexp_split_to_table($$
  account_deletion()
  admin_activity(jsonb)
  admin_app_details(uuid)
  admin_apps(jsonb)
  admin_campaign_details(uuid)
  admin_campaigns(jsonb)
  admin_days()
  admin_change_user(uuid,jsonb)
  admin_change_users(jsonb)
  admin_end_session(uuid,text)
  admin_file_owners(jsonb)
  admin_files(jsonb)
  admin_message_done(uuid,boolean)
  admin_flags(jsonb)
  admin_hide_content(uuid,boolean)
  admin_messages(jsonb)
  admin_payouts(jsonb)
  admin_numbers()
  admin_rejections(jsonb)
  admin_reply_message(uuid,uuid,text)
  admin_user_details(uuid)
  admin_user_list(jsonb)
  admin_user_sessions(uuid)
  admin_users(jsonb)
  attachment_arrived(uuid,uuid)
  begin_device_enrolment(uuid)
  campaign_devices(uuid)
  my_test_devices(uuid)
  remove_test_device(uuid)
  share_test_device(uuid,uuid)
  cancel_email_change()
  build_page(text)
  catalog_search(jsonb)
  catalog_shelf(jsonb)
  sync_get(text,jsonb)
  private.catalog_scope()
  private.is_email(text)
  private.is_line(text)
  private.is_line_list(jsonb,integer,integer)
  private.is_line_object(jsonb,text[],integer)
  private.iso_time(timestamp with time zone)
  clean_sample_data()
  delete_own_account()
  email_exists(text)
  end_own_session(uuid)
  export_own_data(jsonb)
  list_own_sessions()
  latest_tests()
  make_recovery_codes()
  my_access()
  payout_figures()
  recovery_codes_made_at()
  use_recovery_code(text)
  private.acting_role()
  private.check_session()
  private.epoch()
  private.is_admin()
  private.is_answers(jsonb)
  private.is_offered_file(text)
  private.is_uuid_list(jsonb,integer)
  private.is_attachments(jsonb)
  private.is_object_path(text)
  private.is_object_path_list(jsonb,integer)
  private.is_billing(jsonb)
  private.is_devices(jsonb)
  private.is_flat(jsonb)
  private.is_instant(timestamp with time zone)
  private.is_length(jsonb)
  private.is_preferences(jsonb)
  private.is_saved_replies(jsonb)
  private.is_saved_searches(jsonb)
  private.is_test_search(jsonb)
  private.has_keys(jsonb,text[],text[])
  private.is_whole(jsonb,integer,integer)
  private.is_short_text(jsonb,integer)
  private.is_short_line(jsonb,integer)
  private.is_task_key(jsonb)
  private.is_instant_text(jsonb)
  private.is_step(jsonb)
  private.is_question(jsonb)
  private.is_task(jsonb)
  private.is_tasks(jsonb)
  private.is_step_result(jsonb)
  private.is_answer(jsonb)
  private.is_photos(jsonb)
  private.is_task_result(jsonb)
  private.is_results(jsonb)
  private.is_task_reasons(jsonb)
  private.is_retests(jsonb)
  private.is_saved_templates(jsonb)
  private.is_saved_views(jsonb)
  private.is_screening(jsonb)
  private.is_tags(jsonb)
  private.is_text_list(jsonb,integer,integer)
  private.is_text_object(jsonb,text[],integer)
  private.is_uuid(text)
  private.lock_for_push(text,json)
  private.mailbox_of(text)
  private.limit_new_rows(text,integer)
  private.most(text)
  private.note_active()
  private.push_budget()
  private.log_rejection(text,text,text,text)
  private.can_write()
  private.default_testers()
  private.in_organization_folder(text,text)
  private.my_granted_releases()
  private.my_role()
  private.my_scope()
  private.my_screening(uuid,jsonb)
  private.my_triage(uuid)
  private.my_shared(uuid)
  private.my_status()
  private.my_accepted_campaigns()
  private.my_brief_grants()
  private.my_campaign_grants()
  private.my_release_grants()
  private.my_campaigns()
  private.removed_campaigns(text,uuid,xid8,integer)
  private.own_folder(text)
  private.received_attachment(text)
  private.reject(text,text)
  private.reject_if(boolean,text,text)
  private.entity_id(text)
  private.session_error()
  private.setting(text,text)
  private.sort_key(text)
  private.states_between(text,text,text,text)
  private.sync_collection(text)
  private.is_known_history(jsonb)
  private.sync_plan(text,text)
  private.sync_pull(jsonb)
  private.is_passing_trouble(text)
  private.sync_marked(jsonb)
  private.open_key(text,text,xid8,integer)
  private.queue_is_long(text,xid8)
  private.sync_decide(private.sync_collections,jsonb,jsonb,jsonb)
  private.sync_push(text,json)
  private.sync_push_in_scope(text,json)
  private.sync_push_row(private.sync_collections,jsonb,jsonb,jsonb)
  private.sync_push_together(private.sync_collections,jsonb,jsonb)
  private.sync_row(private.sync_collections,uuid)
  private.sync_rows(private.sync_collections,uuid[])
  private.sync_answers(private.sync_collections,uuid[])
  private.server_version()
  private.sync_run()
  private.sync_update(private.sync_collections,text[],jsonb,text[],uuid,text)
  private.trimmed(text)
  private.xid_before(integer)
  private.membership_scope()
  private.my_pulled_organizations()
  private.my_organizations(text)
  accept_invitation(text)
  add_group_testers(uuid,uuid,jsonb)
  block_organization(uuid,boolean)
  add_wave_candidates(uuid,jsonb)
  change_waves(uuid,jsonb)
  nudge_testers(uuid,text)
  read_nudge(uuid,text)
  read_waves(uuid)
  launch_codes(uuid)
  set_launch_code(uuid,text)
  release_figures(uuid)
  start_waves(uuid,uuid,jsonb,jsonb)
  create_api_token(uuid,text,integer,uuid)
  create_campaign_link(uuid,integer,timestamp with time zone,uuid)
  create_summary_link(uuid,timestamp with time zone,uuid)
  change_organization(uuid,jsonb)
  create_organization(uuid,text)
  delete_tester_group(uuid,uuid)
  get_organization(uuid)
  invite_member(uuid,text,text,uuid)
  invite_past_testers(uuid,jsonb,boolean)
  invite_testers(uuid,jsonb,boolean)
  join_campaign(text)
  list_api_tokens(jsonb)
  list_campaign_links(jsonb)
  list_invitations(jsonb)
  list_organization_activity(jsonb)
  list_organization_members(jsonb)
  move_app(uuid,uuid)
  list_past_testers(jsonb)
  list_reviewers(jsonb)
  list_tester_groups(jsonb)
  open_campaign(uuid)
  list_tester_invitations(jsonb)
  read_campaign_invitation(text)
  read_campaign_summary(text)
  read_invitation(text)
  read_organization(text)
  read_store_app(text)
  read_test(text)
  sitemap(jsonb)
  remove_announcement(uuid,uuid)
  remove_member(uuid,uuid)
  remove_group_testers(uuid,uuid,jsonb)
  resend_invitation(uuid)
  resend_tester_invitation(uuid)
  revoke_api_token(uuid)
  revoke_campaign_link(uuid)
  revoke_invitation(uuid)
  revoke_tester_invitation(uuid)
  save_tester_group(uuid,uuid,text,text)
  set_group_tester_note(uuid,uuid,uuid,text)
  send_announcement(uuid,uuid,text,text)
  set_member_role(uuid,uuid,text)
  push_subscribe(text,text,text)
  push_unsubscribe(text)
  record_download(uuid,uuid)
  storage_forget(jsonb)
  storage_owner(uuid,text)
  storage_reserve(text,bigint,text,uuid)
  sync_pull(jsonb,jsonb)
  sync_push(text,json,jsonb)
  void_reward(uuid,text)
$$, '\n') f where btrim(f) <> ''
union all
select distinct case role when 'anonymous' then 'anon' else 'authenticated' end, format('private.sync_page_%s_%s(uuid,xid8,uuid,xid8,integer,integer,boolean,uuid[],xid8,xid8)', collection, role)
from private.sync_filters
union all
select distinct 'authenticated', format('private.sync_answers_%s_%s(uuid,uuid[],uuid[])', collection, role)
from private.sync_filters where role <> 'anonymous';

create function pg_temp.rights(place_ text, who_ text) returns text language sql as $$
  select string_agg(rights, '; ' order by rights) from (
    select lower(x.privilege_type) || ' (' || string_agg(quote_ident(a.attname), ', ' order by a.attname) || ')' as rights
    from pg_attribute a cross join aclexplode(a.attacl) x left join pg_roles r on r.oid = x.grantee
    where a.attrelid = place_::regclass and a.attacl is not null and coalesce(r.rolname, 'public') = who_ group by x.privilege_type
    union all
    select lower(x.privilege_type) from pg_class c cross join aclexplode(c.relacl) x left join pg_roles r on r.oid = x.grantee
    where c.oid = place_::regclass and coalesce(r.rolname, 'public') = who_) g
$$;

-- Written by a device, then by the server: the second write clears the device's metadata; otherwise
-- the device would treat the server's text as its own.
create function pg_temp.stamped(name text) returns text language plpgsql as $$
declare
  place text := (select 'public.' || name);
  row_id uuid;
  answer text;
begin
  execute format('select id from %s where not _deleted limit 1', place) into row_id;
  execute format('update %s set sync_client = ''phone'', sync_seq = 7 where id = $1', place) using row_id;
  execute format('update %s set sync_seq = sync_seq where id = $1 returning sync_client || sync_seq || (sync_xid = pg_current_xact_id())', place) into answer using row_id;
  -- Runs deferred triggers, because tables with pending ones cannot be altered below.
  set constraints all immediate;
  set constraints all deferred;
  return answer;
end
$$;

-- The answer to one more row of a kind than a person may create in a day.
create function pg_temp.one_too_many(who text, name_ text) returns text language plpgsql as $$
declare kind text := (select split_part(e.place, '.', 2) from example e where e.name = name_);
begin
  insert into private.rate_limits (bucket, window_start, window_end, hits)
  values (format('new:%s:%s', kind, pg_temp.id(who)), now(), now() + interval '1 day', private.most(kind));
  raise exception using errcode = 'TRY04', message = pg_temp.attempt(who, 'add ' || name_);
exception when sqlstate 'TRY04' then
  return sqlerrm;
end
$$;

-- Effects of the server's writes, and writes that even the server cannot make. Deferred constraints
-- are checked at once.
create temp table consequence (place text, what text, statements text, expected text);
insert into consequence values
  ('payouts', 'a payout of another amount than its rewards'' is rejected', $$update public.payouts set amount_cents = amount_cents + 1 where id = '{payout}'$$, '23514'),
  -- Excludes the payout's event, which would detect it alone.
  ('rewards', 'a reward of another amount than its payout counted is rejected', $$alter table public.payouts disable trigger user;
    update public.payouts set sync_xid = '3'; update public.rewards set amount_cents = 1 where payout_id = '{payout}'$$, '23514'),
  ('downloads', 'a download pays for a report that was approved before', $$update public.campaigns set reward_model = 'downloading' where id = '{active campaign}';
    update public.feedback set status = 'approved', usefulness = 4 where id = '{sent report}';
    insert into public.downloads (release_id, user_id) values ('{build}', '{tester}');
    select 1 from public.rewards where feedback_id = '{sent report}'$$, 'y'),
  ('applications', 'what a device noted itself does so too', $$update public.campaigns set reward_model = 'downloading' where id = '{active campaign}';
    update public.briefs set release_id = null where id = '{active campaign}';
    update public.feedback set status = 'approved', usefulness = 4 where id = '{sent report}';
    update public.applications set downloaded_at = now() where id = '{application:active campaign}';
    select 1 from public.rewards where feedback_id = '{sent report}'$$, 'y'),
  ('feedback', 'an answer is recorded in the report''s history', $$update public.feedback set status = 'approved', usefulness = 4 where id = '{sent report}';
    select 1 from public.feedback where id = '{sent report}' and history -> -1 ->> 'status' = 'approved'$$, 'y'),
  ('feedback', 'the assignee has the name of the profile', $$update public.feedback set assignee_id = '{reviewer}', assignee_name = 'x' where id = '{sent report}';
    select 1 from public.feedback f join public.profiles p on p.id = f.assignee_id and p.name = f.assignee_name where f.id = '{sent report}'$$, 'y'),
  ('feedback', 'a priority is stored apart', $$update public.feedback set priority = 'high' where id = '{sent report}';
    select 1 from private.report_triage g join public.feedback f on f.id = g.feedback_id where g.priority = 'high' and f.priority = '' and f.id = '{sent report}'$$, 'y'),
  ('feedback', 'tags are stored apart', $$update public.feedback set tags = '["ours"]' where id = '{sent report}';
    select 1 from private.report_triage g join public.feedback f on f.id = g.feedback_id where g.tags = '["ours"]' and f.tags = '[]' and f.id = '{sent report}'$$, 'y'),
  ('organization_members', 'a member who is removed has no reports any more', $$update public.feedback set assignee_id = '{reviewer}' where id = '{sent report}';
    delete from public.organization_members where org_id = '{developer}' and user_id = '{reviewer}';
    select 1 from public.feedback where id = '{sent report}' and assignee_id is null and assignee_name = ''$$, 'y'),
  ('profiles', 'a deleted developer''s own reports are nobody''s', $$update public.feedback set assignee_id = '{developer}' where id = '{sent report}';
    update public.profiles set _deleted = true where id = '{developer}';
    select 1 from public.feedback where id = '{sent report}' and assignee_id is null$$, 'y'),
  ('profiles', 'a renamed person has one name everywhere', $$update public.profiles set name = 'Renamed' where id = '{tester}';
    select 1 from public.feedback where id = '{sent report}' and tester_name = 'Renamed'$$, 'y'),
  ('apps', 'an app without an organization is its author''s own', $$select set_config('betaflock.seeding', 'on', true);
    insert into public.apps (id, developer_id, title) values ('{new app}', '{developer}', 'App');
    select 1 from public.apps where id = '{new app}' and org_id = '{developer}'$$, 'y'),
  ('campaigns', 'a new campaign has counts', $$select set_config('betaflock.seeding', 'on', true);
    insert into public.campaigns (id, org_id, developer_id, title, description, start_date, end_date)
    values ('{new campaign}', '{developer}', '{developer}', 'Budget 3.0', 'Try the new budget planner.', '2026-01-01', '2999-01-01');
    select 1 from private.campaign_counts where campaign_id = '{new campaign}'$$, 'y'),
  ('campaigns', 'a campaign takes its counts when it is written', $$update private.campaign_counts set testers_joined = 5 where campaign_id = '{active campaign}';
    update public.campaigns set title = 'Another title' where id = '{active campaign}';
    select 1 from public.campaigns where id = '{active campaign}' and testers_joined = 5$$, 'y'),
  ('releases', 'a new release has a count', $$select set_config('betaflock.seeding', 'on', true);
    insert into public.releases (id, app_id, org_id, developer_id) select '{new release}', r.app_id, r.org_id, r.developer_id from public.releases r where r.id = '{build}';
    select 1 from private.download_counts where release_id = '{new release}'$$, 'y'),
  ('releases', 'a release takes its downloads when it is written', $$update private.download_counts set downloads = 5 where release_id = '{build}';
    update public.releases set notes = 'Other notes' where id = '{build}';
    select 1 from public.releases where id = '{build}' and downloads = 5$$, 'y'),
  ('apps', 'an app takes the downloads of its releases when it is written', $$update private.download_counts set downloads = 5 where release_id = '{build}';
    update public.apps set description = 'Another text' where id = (select r.app_id from public.releases r where r.id = '{build}');
    select 1 from public.apps a join public.releases r on r.app_id = a.id where r.id = '{build}' and a.downloads = 5$$, 'y'),
  ('campaigns', 'nobody sees a deleted campaign', $$update public.campaigns set _deleted = true where id = '{free campaign}';
    select 1 where private.may_see_campaign('{free campaign}', '{tester}')$$, '-'),
  ('campaigns', 'a completed campaign ends its waves', $$update public.campaigns set status = 'completed' where id = '{free campaign}';
    select 1 from private.wave_plans where id = '{waves}' and state = 'closed'$$, 'y'),
  ('campaigns', 'a campaign without an organization is its author''s own', $$select set_config('betaflock.seeding', 'on', true);
    insert into public.campaigns (id, developer_id, title, description, start_date, end_date)
    values ('{new campaign}', '{developer}', 'Budget 3.0', 'Try the new budget planner.', '2026-01-01', '2999-01-01');
    select 1 from public.campaigns where id = '{new campaign}' and org_id = '{developer}'$$, 'y'),
  ('accounts', 'a new developer''s account names the personal organization', $$insert into auth.users (id, email, raw_user_meta_data) values ('{new person}', 'new.person@example.test', '{"name": "New Person", "role": "developer"}');
    select 1 from public.accounts where id = '{new person}' and memberships @> '[{"name": "New Person", "role": "owner", "personal": true}]'$$, 'y'),
  ('profiles', 'a new developer has a personal organization', $$insert into auth.users (id, email, raw_user_meta_data) values ('{new person}', 'new.person@example.test', '{"name": "New Person", "role": "developer"}');
    select 1 from public.organizations where id = '{new person}' and personal$$, 'y'),
  ('profiles', 'a tester who becomes a developer gets one', $$update public.profiles set role = 'developer' where id = '{other tester}';
    select 1 from public.organization_members where org_id = '{other tester}' and role = 'owner'$$, 'y'),
  ('profiles', 'it has the person''s name', $$update public.profiles set name = 'Renamed' where id = '{developer}';
    select 1 from public.organizations where id = '{developer}' and name = 'Renamed'$$, 'y'),
  ('profiles', 'a deleted last owner hands the organization on', $$update public.profiles set _deleted = true where id = '{developer}';
    select 1 from public.organization_members where org_id = '{team}' and user_id = '{team admin}' and role = 'owner'$$, 'y'),
  ('profiles', 'the invitations of a deleted person go with the account', $$insert into private.tester_invitations (campaign_id, user_id, token_hash, expires_at)
    values ('{active campaign}', '{other tester}', 'token', now() + interval '1 day');
    update public.profiles set _deleted = true where id = '{other tester}';
    select 1 from private.tester_invitations where user_id = '{other tester}'$$, '-'),
  ('applications', 'an accepted tester is a past tester', $$delete from private.org_testers;
    update public.applications set status = status where id = '{application:active campaign}';
    select 1 from private.org_testers where org_id = '{developer}' and user_id = '{tester}'$$, 'y'),
  ('profiles', 'a renamed past tester is sorted by the new name', $$update public.profiles set name = 'Renamed' where id = '{tester}';
    select 1 from private.org_testers where user_id = '{tester}' and name_key = 'renamed'$$, 'y'),
  ('profiles', 'a deleted account is nobody''s past tester', $$update public.profiles set _deleted = true where id = '{other tester}';
    select 1 from private.tester_group_members where user_id = '{other tester}'$$, '-'),
  ('profiles', 'a deleted account blocks nobody', $$insert into private.organization_blocks (user_id, org_id) values ('{other tester}', '{team}');
    update public.profiles set _deleted = true where id = '{other tester}';
    select 1 from private.organization_blocks where user_id = '{other tester}'$$, '-'),
  ('private.organization_blocks', 'an account names what its person has blocked', $$insert into private.organization_blocks (user_id, org_id) values ('{tester}', '{team}');
    select 1 from public.accounts where id = '{tester}' and blocked_organizations @> '[{"name": "The Team"}]'$$, 'y'),
  ('organizations', 'whoever has blocked it knows a new name', $$insert into private.organization_blocks (user_id, org_id) values ('{tester}', '{team}');
    update public.organizations set name = 'Renamed' where id = '{team}';
    select 1 from public.accounts where id = '{tester}' and blocked_organizations @> '[{"name": "Renamed"}]'$$, 'y'),
  ('organization_members', 'the last owner stays one', $$update public.organization_members set role = 'viewer' where org_id = '{team}' and user_id = '{developer}'$$, 'PT422'),
  ('organization_members', 'a removed member''s API tokens are revoked', $$delete from public.organization_members where org_id = '{team}' and user_id = '{manager}';
    select 1 from private.api_tokens where id = '{manager token}' and revoked_at is null$$, '-'),
  ('organization_members', 'those of a member who may no longer manage, too', $$update public.organization_members set role = 'reviewer' where org_id = '{team}' and user_id = '{manager}';
    select 1 from private.api_tokens where id = '{manager token}' and revoked_at is null$$, '-'),
  ('profiles', 'a suspended person''s API tokens are revoked', $$update public.profiles set status = 'suspended' where id = '{manager}';
    select 1 from private.api_tokens where id = '{manager token}' and revoked_at is null$$, '-'),
  ('organization_members', 'the invitations of a removed member end', $$update private.organization_invitations set invited_by = '{team admin}' where id = '{invitation}';
    delete from public.organization_members where org_id = '{team}' and user_id = '{team admin}';
    select 1 from private.organization_invitations where id = '{invitation}' and revoked_at is null$$, '-'),
  ('organization_members', 'those to campaigns of a member who may no longer manage, too', $$update private.tester_invitations set invited_by = '{manager}' where id = '{private invitation}';
    update public.organization_members set role = 'viewer' where org_id = '{developer}' and user_id = '{manager}';
    select 1 from private.tester_invitations where id = '{private invitation}' and revoked_at is null$$, '-'),
  ('organization_members', 'the waves of a removed member pause', $$update private.wave_plans set created_by = '{manager}' where id = '{waves}';
    delete from public.organization_members where org_id = '{developer}' and user_id = '{manager}';
    select 1 from private.wave_plans where id = '{waves}' and state = 'paused'$$, 'y'),
  ('calls', 'an invitation of a suspended person is none', $$update public.profiles set status = 'suspended' where id = '{developer}';
    select public.read_invitation('token')$$, 'PT422'),
  ('calls', 'an invitation to own a team is none once its inviter is no owner', $$update private.organization_invitations set role = 'owner', invited_by = '{team admin}' where id = '{invitation}';
    select public.read_invitation('token')$$, 'PT422'),
  ('storage.objects', 'an upload through the API ends with its person''s tokens', $$insert into private.release_uploads (release_id, upload_id) values ('{draft release}', 'upload');
    update public.releases set file_path = '{developer}/late.apk' where id = '{draft release}';
    insert into storage.objects (bucket_id, name) values ('releases', '{developer}/late.apk')$$, '42501'),
  ('organizations', 'a team cannot have the id of a person', $$insert into public.organizations (id, name) values ('{other tester}', 'Taken')$$, '23505'),
  ('profiles', 'a person cannot have the id of a team', $$insert into public.profiles (id) values ('{team}')$$, '23505'),
  ('profiles', 'developers see which applicants are suspended', $$update public.profiles set status = 'suspended' where id = '{tester}';
    select 1 from public.applications where id = '{application:active campaign}' and card ->> 'suspended' = 'true'$$, 'y'),
  ('rewards', 'a reward without an organization is of its report''s', $$insert into public.rewards (id, tester_id, developer_id, campaign_id, feedback_id, model, amount_cents, currency, status)
    values ('{new reward}', '{tester}', '{developer}', '{active campaign}', '{sent report}', 'testing', 100, 'USD', 'earned');
    select 1 from public.rewards where id = '{new reward}' and org_id = '{developer}'$$, 'y'),
  ('organization_members', 'a removed member''s account names the organization no more', $$delete from public.organization_members where org_id = '{team}' and user_id = '{viewer}';
    select 1 from public.accounts where id = '{viewer}' and memberships @> '[{"name": "The Team"}]'$$, '-'),
  ('organization_members', 'messages about the organization go with the membership, and others stay', $$insert into public.notifications (id, user_id, kind, link)
    values ('{about it}', '{manager}', 'campaign_completed', '/developer/campaigns/{active campaign}?tab=feedback'), ('{about another}', '{manager}', 'campaign_completed', '/developer/campaigns/{their campaign}');
    insert into private.deliveries (notification_id, user_id, channel, kind, data, link) values ('{about it}', '{manager}', 'email', 'campaign_completed', '{}', '/');
    delete from public.organization_members where org_id = '{developer}' and user_id = '{manager}';
    select 1 from public.notifications a, public.notifications b where a.id = '{about it}' and a._deleted and b.id = '{about another}' and not b._deleted
      and not exists (select from private.deliveries d where d.notification_id = a.id)$$, 'y'),
  ('organizations', 'members know a new name', $$update public.organizations set name = 'Renamed' where id = '{team}';
    select 1 from public.accounts where id = '{viewer}' and memberships @> '[{"name": "Renamed"}]'$$, 'y'),
  ('organizations', 'campaigns carry a new name', $$update public.organizations set name = 'Renamed' where id = '{developer}';
    select 1 from public.campaigns where id = '{active campaign}' and developer_name = 'Renamed'$$, 'y'),
  ('profiles', 'admins find a person by the new name', $$update public.profiles set name = 'Other name' where id = '{tester}';
    select 1 from private.people where id = '{tester}' and name_key = 'other name'$$, 'y'),
  ('flags', 'admins find a flag by its words and its state', $$update public.flags set resolution = 'Harmless' where id = '{flag}';
    select 1 from private.flag_words where id = '{flag}' and words @@ 'harmless' and words @@ '''status/pending'''$$, 'y'),
  ('payouts', 'admins find a payout by its tester''s address', $$update public.payouts set paypal_email = 'other@paypal.test' where id = '{payout}';
    select 1 from private.payout_words where id = '{payout}' and words @@ 'other'$$, 'y'),
  ('files', 'admins find whoever stores a first file', $$delete from private.file_owners;
    insert into public.files (id, owner_id, file_name) values ('{new}', '{developer}', 'first.txt');
    select 1 from private.file_owners where id = '{developer}'$$, 'y'),
  ('organizations', 'admins find an owner of files by the new name', $$insert into public.files (id, owner_id, file_name) values ('{new}', '{team}', 'first.txt');
    update public.organizations set name = 'Renamed' where id = '{team}';
    select 1 from private.file_owners where id = '{team}' and name_key = 'renamed'$$, 'y'),
  ('profiles', 'admins find an admin''s files by the new name', $$insert into public.files (id, owner_id, file_name) values ('{new}', '{admin}', 'first.txt');
    update public.profiles set name = 'Renamed' where id = '{admin}';
    select 1 from private.file_owners where id = '{admin}' and name_key = 'renamed'$$, 'y'),
  ('activity', 'admins find an entry of the log by its words', $$insert into public.activity (id, action, details) values ('{new entry}', 'registered', '{"title": "Something"}');
    select 1 from private.activity_words where id = '{new entry}' and words @@ 'something'$$, 'y'),
  ('campaigns', 'admins find a campaign by its new title', $$update public.campaigns set title = 'Other title' where id = '{free campaign}';
    select 1 from private.campaign_words where id = '{free campaign}' and words @@ 'other'$$, 'y'),
  ('apps', 'admins find an app by its new title', $$update public.apps set title = 'Other title' where id = '{public app}';
    select 1 from private.app_words where id = '{public app}' and words @@ 'other'$$, 'y'),
  ('campaigns', 'the catalog shows a campaign as it is now', $$update public.campaigns set title = 'Other title' where id = '{free campaign}';
    select 1 from private.offers where id = '{free campaign}' and card ->> 'title' = 'Other title'$$, 'y'),
  ('apps', 'the catalog shows an app as it is now', $$update public.apps set title = 'Other title' where id = '{public app}';
    select 1 from private.store_apps where id = '{public app}' and card ->> 'title' = 'Other title'$$, 'y'),
  ('campaigns', 'a draft''s earlier builds are opened to nobody', $$insert into public.briefs (id, developer_id, release_id) values ('{draft campaign}', '{developer}', '{build}');
    update public.briefs set release_id = '{draft release}' where id = '{draft campaign}';
    select set_config('betaflock.seeding', 'on', true);
    update public.campaigns set status = 'active' where id = '{draft campaign}';
    select 1 from private.release_grants where campaign_id = '{draft campaign}' and release_id = '{build}'$$, '-'),
  ('applications', 'a tester who has the build is reminded of the report', $$update public.applications set downloaded_at = now()
      where campaign_id = '{active campaign}' and tester_id = '{suspended tester}';
    select 1 from private.reminders where campaign_id = '{active campaign}' and person_id = '{suspended tester}' and kind = 'reminder_report'$$, 'y'),
  ('applications', 'a tester who has submitted the results is reminded of them no more', $$insert into private.reminders (campaign_id, person_id, kind, subject_id, due_at)
    select campaign_id, tester_id, 'reminder_report', id, now() from public.applications where campaign_id = '{active campaign}' and tester_id = '{tester}';
    alter table public.applications disable trigger t60_results;
    update public.applications set results_status = 'submitted' where campaign_id = '{active campaign}' and tester_id = '{tester}';
    select 1 from private.reminders where campaign_id = '{active campaign}' and person_id = '{tester}' and kind = 'reminder_report'$$, '-'),
  ('feedback', 'a decided report is reminded of no more', $$insert into private.reminders (campaign_id, person_id, kind, subject_id, due_at)
    values ('{active campaign}', '{tester}', 'reminder_changes', '{sent report}', now());
    update public.feedback set status = 'approved', usefulness = 4 where id = '{sent report}';
    select 1 from private.reminders where subject_id = '{sent report}'$$, '-'),
  ('campaigns', 'a campaign that has ended, with no report that waits, keeps its log for two days', $$delete from private.reminders where campaign_id = '{active campaign}';
    update public.campaigns set status = 'completed' where id = '{active campaign}';
    select 1 from private.reminders where campaign_id = '{active campaign}' and kind = 'purge'$$, 'y'),
  ('profiles', 'the exercises about a good report count for karma', $$update public.profiles set report_guide = 'finished', karma = 0 where id = '{tester}';
    select 1 from public.profiles where id = '{tester}' and karma <> 0$$, 'y'),
  ('profiles', 'exercises that are finished stay so', $$update public.profiles set report_guide = 'finished' where id = '{tester}';
    update public.profiles set report_guide = 'open' where id = '{tester}';
    select 1 from public.profiles where id = '{tester}' and report_guide = 'finished'$$, 'y'),
  ('accounts', 'an alert on a saved search has its turn', $$update public.accounts set saved_searches
      = '[{"id": "00000000-0000-4000-8000-000000000000", "name": "Maps", "search": {"q": "map"}, "alert": true}]' where id = '{tester}';
    select 1 from private.search_alerts where person_id = '{tester}'$$, 'y'),
  ('releases', 'a package that has arrived waits to be read', $$delete from private.build_checks; update public.releases set file_name = 'b.apk', file_path = '{developer}/draft.apk' where id = '{draft release}';
    select 1 from private.build_checks where release_id = '{draft release}'$$, 'y'),
  ('releases', 'a published release may free the file of an old one', $$delete from private.build_retention;
    update public.releases set status = status where id = '{public release}';
    select 1 from private.build_retention k join public.releases r using (app_id) where r.id = '{public release}'$$, 'y'),
  ('applications', 'a build that was fetched is noted', $$update public.applications set release_id = '{build}'
      where campaign_id = '{active campaign}' and tester_id = '{tester}';
    select 1 from private.build_uses where release_id = '{build}' and user_id = '{tester}' and opened_at is not null$$, 'y'),
  ('briefs', 'an edited task has another version', $$update public.briefs set tasks = '[{"id": "t", "version": 1, "kind": "explore", "title": "Look", "body": "", "steps": [], "questions": [], "required_since": null, "per_build": false, "minutes": 0, "days": 0, "only_if": null, "evidence": {"minutes": 0, "code": false, "photo": false}}]' where id = '{active campaign}';
    update public.briefs set tasks = '[{"id": "t", "version": 1, "kind": "explore", "title": "Look again", "body": "", "steps": [], "questions": [], "required_since": null, "per_build": false, "minutes": 0, "days": 0, "only_if": null, "evidence": {"minutes": 0, "code": false, "photo": false}}]' where id = '{active campaign}';
    select 1 from public.briefs where id = '{active campaign}' and tasks -> 0 ->> 'version' = '2'$$, 'y'),
  ('campaigns', 'publishing opens the tasks', $$insert into public.briefs (id, developer_id, tasks) values ('{draft campaign}', '{developer}', '[{"id": "t", "version": 1, "kind": "explore", "title": "Look", "body": "", "steps": [], "questions": [], "required_since": null, "per_build": false, "minutes": 0, "days": 0, "only_if": null, "evidence": {"minutes": 0, "code": false, "photo": false}}]');
    select set_config('betaflock.seeding', 'on', true);
    update public.campaigns set status = 'active' where id = '{draft campaign}';
    select 1 from private.task_versions where campaign_id = '{draft campaign}' and task_id = 't'$$, 'y'),
  ('applications', 'a retest counts in the report', $$update public.feedback set status = 'approved', usefulness = 4 where id = '{sent report}';
    update public.feedback set fixed_release_id = '{build}' where id = '{sent report}';
    update public.applications set retests = '{"{sent report}": {"mark": "fixed", "release_id": "{build}", "at": "2026-01-01T00:00:00.000Z"}}'
      where campaign_id = '{active campaign}' and tester_id = '{tester}';
    select 1 from public.feedback where id = '{sent report}' and retests ->> 'fixed' = '1'$$, 'y'),
  ('feedback', 'another build starts another tally', $$update public.feedback set status = 'approved', usefulness = 4 where id = '{sent report}';
    update public.applications set retests = '{"{sent report}": {"mark": "fixed", "release_id": "{build}", "at": "2026-01-01T00:00:00.000Z"}}'
      where campaign_id = '{active campaign}' and tester_id = '{tester}';
    update public.feedback set fixed_release_id = '{build}' where id = '{sent report}';
    select 1 from public.feedback where id = '{sent report}' and retests ->> 'fixed' = '1'$$, 'y'),
  ('applications', 'an undecided report is not retested', $$update public.applications
      set retests = '{"{sent report}": {"mark": "fixed", "release_id": "{build}", "at": "2026-01-01T00:00:00.000Z"}}'
      where campaign_id = '{active campaign}' and tester_id = '{tester}'$$, 'PT422'),
  ('applications', 'results are accepted after they were submitted', $$update public.applications set results_status = 'accepted' where campaign_id = '{active campaign}' and tester_id = '{tester}'$$, 'PT422'),
  ('applications', 'accepted results pay', $$select set_config('betaflock.seeding', 'on', true);
    update public.applications set results_status = 'submitted' where campaign_id = '{active campaign}' and tester_id = '{tester}';
    select set_config('betaflock.seeding', 'off', true);
    update public.applications set results_status = 'accepted' where campaign_id = '{active campaign}' and tester_id = '{tester}';
    select 1 from public.rewards where campaign_id = '{active campaign}' and tester_id = '{tester}' and feedback_id is null$$, 'y'),
  ('applications', 'a launch code is compared with the build''s', $$insert into private.launch_codes (release_id, code) values ('{build}', 'blue-42');
    update public.applications set results = '{"t": {"version": 1, "release_id": "{build}", "state": "open", "minutes": 0, "at": "2026-01-01T00:00:00.000Z", "code": "Blue 42"}}'
      where campaign_id = '{active campaign}' and tester_id = '{tester}';
    select 1 from public.applications where campaign_id = '{active campaign}' and tester_id = '{tester}' and code_checks ->> 't' = 'matched'$$, 'y'),
  ('briefs', 'an approved report that owes no task any more is paid', $$select set_config('betaflock.seeding', 'on', true);
    update public.feedback set status = 'approved', usefulness = 4 where id = '{sent report}';
    update public.briefs set tasks = '[{"id": "t", "version": 1, "kind": "explore", "title": "Look", "body": "", "steps": [], "questions": [], "required_since": "2026-01-01T00:00:00.000Z", "per_build": false, "minutes": 5, "days": 0, "only_if": null, "evidence": {"minutes": 0, "code": false, "photo": false}}]' where id = '{active campaign}';
    select set_config('betaflock.seeding', 'off', true);
    update public.briefs set tasks = '[]' where id = '{active campaign}';
    select 1 from private.freed_reports where report_id = '{sent report}'$$, 'y'),
  ('briefs', 'required tasks are counted on their campaign', $$update private.campaign_counts set changed_at = '2026-01-01' where campaign_id = '{active campaign}';
    update public.briefs set tasks = '[{"id": "t", "version": 1, "kind": "explore", "title": "Look", "body": "", "steps": [], "questions": [], "required_since": "2026-01-01T00:00:00.000Z", "per_build": false, "minutes": 5, "days": 0, "only_if": null, "evidence": {"minutes": 0, "code": false, "photo": false}}]' where id = '{active campaign}';
    select 1 from private.campaign_counts where campaign_id = '{active campaign}' and changed_at > '2026-01-01'$$, 'y'),
  ('briefs', 'a brief that follows the newest build names it', $$update public.briefs set release_id = null, follows_newest = true where id = '{app campaign}';
    select 1 from public.briefs where id = '{app campaign}' and release_id is not null$$, 'y'),
  ('campaigns', 'the newest build follows the campaign''s app', $$update public.briefs set follows_newest = true where id = '{app campaign}';
    update public.campaigns set app_id = '{public app}' where id = '{app campaign}';
    select 1 from public.briefs where id = '{app campaign}' and release_id = '{public release}'$$, 'y'),
  ('releases', 'a published build reaches the campaigns that follow', $$update public.briefs set follows_newest = true where id = '{app campaign}';
    update public.releases set status = 'published', checked_at = now() where id = '{draft release}';
    select 1 from public.briefs where id = '{app campaign}' and release_id = '{draft release}'$$, 'y'),
  ('briefs', 'testers are told of another build', $$update public.briefs set release_id = '{draft release}' where id = '{active campaign}';
    select 1 from private.build_notices where id = '{active campaign}' and release_id = '{draft release}'$$, 'y'),
  ('feedback', 'who saw a known issue is told that it is fixed', $$update public.feedback set status = 'approved', usefulness = 4 where id = '{sent report}';
    update public.feedback set known = true, fixed_release_id = '{build}' where id = '{sent report}';
    select 1 from private.build_notices where id = '{sent report}' and kind = 'issue_fixed'$$, 'y'),
  ('profiles', 'a deleted person''s iPhones are forgotten', $$update public.profiles set _deleted = true where id = '{tester}';
    select 1 from private.test_devices where user_id = '{tester}'$$, '-'),
  ('auth.users', 'a profile has the address of its login', $$update auth.users set email = 'other@example.test' where id = '{tester}';
    select 1 from public.profiles where id = '{tester}' and email = 'other@example.test'$$, 'y'),
  ('auth.users', 'an account names the address that waits', $$update auth.users set email_change = 'other@example.test', email_change_token_new = 'token' where id = '{tester}';
    select 1 from public.accounts where id = '{tester}' and new_email = 'other@example.test'$$, 'y'),
  ('auth.users', 'long metadata are rejected', $$update auth.users set raw_user_meta_data = jsonb_build_object('more', repeat('x', 20000)) where id = '{tester}'$$, 'PT422'),
  ('auth.users', 'a first password has a date', $$insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
    values ('{new person}', 'new.person@example.test', 'hash', '{"name": "New Person"}');
    select 1 from private.password_dates where user_id = '{new person}'$$, 'y'),
  ('auth.users', 'another password has one', $$delete from private.password_dates;
    update auth.users set encrypted_password = 'another hash' where id = '{tester}';
    select 1 from private.password_dates where user_id = '{tester}'$$, 'y'),
  ('auth.users', 'a deleted login leaves none', $$insert into private.password_dates values ('{tester}', now()) on conflict do nothing;
    delete from auth.users where id = '{tester}';
    select 1 from private.password_dates where user_id = '{tester}'$$, '-'),
  ('auth.users', 'a stranger''s session ends when the auth service removes the password', $$update auth.users set encrypted_password = 'hash' where id = '{tester}';
    insert into auth.sessions (id, user_id) values ('{their session}', '{tester}');
    update auth.users set encrypted_password = '' where id = '{tester}';
    select 1 from auth.sessions where id = '{their session}'$$, '-'),
  ('auth.users', 'it ends when the owner of the address resets the password', $$update auth.users set email_confirmed_at = null, recovery_sent_at = now(), recovery_token = 'token' where id = '{tester}';
    insert into auth.sessions (id, user_id) values ('{their session}', '{tester}');
    update auth.users set email_confirmed_at = now(), recovery_token = '' where id = '{tester}';
    select 1 from auth.sessions where id = '{their session}'$$, '-'),
  ('auth.sessions', 'a person has a hundred sessions', $$insert into auth.sessions (id, user_id) select gen_random_uuid(), '{tester}' from generate_series(1, 100);
    insert into auth.sessions (id, user_id) values ('{their session}', '{tester}');
    select 1 from auth.sessions where user_id = '{tester}' having count(*) = 100$$, 'y'),
  ('auth.mfa_factors', 'recovery codes go with the factor', $$insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values ('{factor}', '{tester}', 'totp', 'verified', now(), now());
    insert into private.recovery_codes (user_id, hash) values ('{tester}', 'hash');
    delete from auth.mfa_factors where id = '{factor}';
    select 1 from private.recovery_codes where user_id = '{tester}'$$, '-'),
  ('auth.identities', 'a provider that has not verified the address opens no account', $$insert into auth.identities (provider_id, user_id, identity_data, provider)
    values ('1', '{tester}', '{"sub": "1", "email": "tester@example.test"}', 'github')$$, 'PT422'),
  ('storage.objects', 'a stored file has a row', $$insert into private.file_reservations (id, owner_id, file_name, size_bytes, content_type)
    values ('{new}', '{developer}', 'new.txt', 3, 'text/plain');
    insert into storage.objects (bucket_id, name) values ('files', '{developer}/{new}');
    select 1 from public.files where id = '{new}' and not _deleted$$, 'y'),
  ('storage.objects', 'a removed file has none', $$insert into private.file_reservations (id, owner_id, file_name, size_bytes, content_type)
    values ('{new}', '{developer}', 'new.txt', 3, 'text/plain');
    insert into storage.objects (bucket_id, name) values ('files', '{developer}/{new}');
    select set_config('storage.allow_delete_query', 'true', true);
    delete from storage.objects where bucket_id = 'files' and name = '{developer}/{new}';
    select 1 from public.files where id = '{new}' and not _deleted$$, '-'),
  ('storage.objects', 'whoever stores an object has less room', $$delete from private.storage_usage;
    insert into storage.objects (bucket_id, name) values ('avatars', '{tester}/new.png');
    select 1 from private.storage_usage where owner_id = '{tester}' and objects = 1$$, 'y'),
  ('storage.objects', 'a package that arrives after its release waits to be read', $$update public.releases set file_path = '{developer}/late.apk' where id = '{draft release}';
    delete from private.build_checks;
    insert into storage.objects (bucket_id, name) values ('releases', '{developer}/late.apk');
    select 1 from private.build_checks where release_id = '{draft release}'$$, 'y'),
  ('storage.objects', 'so does one that is replaced', $$delete from private.build_checks;
    update storage.objects set metadata = '{"size": 3, "eTag": "new"}' where bucket_id = 'releases' and name = '{developer}/draft.apk';
    select 1 from private.build_checks where release_id = '{draft release}'$$, 'y'),
  ('private.campaign_counts', 'the catalog knows the free spots', $$update private.campaign_counts set testers_joined = 4 where campaign_id = '{free campaign}';
    select 1 from private.offers where id = '{free campaign}' and spots = 1$$, 'y'),
  ('private.download_counts', 'it knows the downloads', $$update private.download_counts set downloads = 5 where release_id = '{public release}';
    select 1 from private.store_apps where id = '{public app}' and downloads = 5$$, 'y'),
  ('private.offers', 'a shelf shows a campaign as it is now', $$update public.campaigns set title = 'Other title' where id = '{free campaign}';
    select 1 from private.shelf_entries where id = '{free campaign}' and card ->> 'title' = 'Other title'$$, 'y'),
  ('private.store_apps', 'a shelf shows an app as it is now', $$update public.apps set title = 'Other title' where id = '{public app}';
    select 1 from private.shelf_entries where id = '{public app}' and card ->> 'title' = 'Other title'$$, 'y'),
  ('profiles', 'a deleted person is reminded of nothing', $$update public.profiles set _deleted = true where id = '{suspended tester}';
    select 1 from private.reminders where person_id = '{suspended tester}'$$, '-');
-- Changes of a login are mailed.
insert into consequence values
  ('auth.users', 'a new password', $$update auth.users set encrypted_password = 'new' where id = '{tester}';
    select 1 from private.deliveries where kind = 'password_changed'$$, 'y'),
  ('auth.users', 'a new address, to the old one', $$update auth.users set email = 'moved@example.test' where id = '{tester}';
    select 1 from private.deliveries where kind = 'email_changed' and email <> 'moved@example.test'$$, 'y'),
  ('auth.mfa_factors', 'a new second factor', $$insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values ('{new}', '{tester}', 'totp', 'unverified', now(), now());
    update auth.mfa_factors set status = 'verified' where id = '{new}';
    select 1 from private.deliveries where kind = 'factor_added'$$, 'y'),
  ('auth.mfa_factors', 'a removed second factor', $$insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values ('{new}', '{tester}', 'totp', 'verified', now(), now());
    delete from auth.mfa_factors where id = '{new}';
    select 1 from private.deliveries where kind = 'factor_removed'$$, 'y');
set constraints all immediate;
set constraints all deferred;

create function pg_temp.by_server(statements text) returns text language plpgsql as $$
declare n bigint;
begin
  execute pg_temp.filled(statements, 'tester');
  get diagnostics n = row_count;
  set constraints all immediate;
  raise exception using errcode = 'TRY00', message = case when n > 0 then 'y' else '-' end;
exception when others then
  return case sqlstate when 'TRY00' then sqlerrm else sqlstate end;
end
$$;

-- Addresses that remain after a login is deleted.
create function pg_temp.left_behind(name text) returns text language plpgsql as $$
begin
  insert into private.deliveries (notification_id, user_id, channel, kind, data, link)
  values (gen_random_uuid(), pg_temp.id(name), 'email', 'role_changed', '{}', '/');
  delete from auth.users where id = pg_temp.id(name);
  raise exception using errcode = 'TRY02', message = format('%s subscriptions, %s deliveries',
    (select count(*) from public.push_subscriptions s where s.user_id = pg_temp.id(name)),
    (select count(*) from private.deliveries d where d.user_id = pg_temp.id(name)));
exception when sqlstate 'TRY02' then
  return sqlerrm;
end
$$;

-- True when the person acts as an admin where admins need the second factor, after `change`.
create function pg_temp.acts(who text, change text) returns text language plpgsql as $$
declare answer text;
begin
  alter table public.settings disable trigger user;
  update public.settings set saved_at = now(), "values" = "values" || '{"require_2fa_for_admins": true}' where section = 'security';
  perform pg_temp.enrol(who);
  execute pg_temp.filled(change, who);
  perform pg_temp.become(who);
  answer := format('%s %s', private.is_admin(), (select count(*) from public.contact_messages));
  raise exception using errcode = 'TRY03', message = answer;
exception when sqlstate 'TRY03' then
  return sqlerrm;
end
$$;
create temp table change (what text, who text, done text, expected text);
insert into change values
  ('nothing happened', 'proven admin', 'select', 't 1'),
  ('there is no second factor', 'admin', 'select', 'f 0'),
  ('the factor was taken away', 'proven admin', $$delete from auth.mfa_factors where user_id = '{me}'$$, 'f 0'),
  ('the factor was begun anew', 'proven admin', $$update auth.mfa_factors set status = 'unverified' where user_id = '{me}'$$, 'f 0'),
  ('the session was lowered', 'proven admin', $$update auth.sessions set aal = 'aal1' where user_id = '{me}'$$, 'f 0'),
  ('the session has ended', 'proven admin', $$delete from auth.sessions where user_id = '{me}'$$, 'f 0'),
  ('the session is another''s', 'proven admin', $$update auth.sessions set user_id = '{tester}' where user_id = '{me}'$$, 'f 0'),
  ('the role was taken away', 'proven admin', $$update public.profiles set role = 'developer' where id = '{me}'$$, 'f 0'),
  ('the account was suspended', 'proven admin', $$update public.profiles set status = 'suspended' where id = '{me}'$$, 'f 0'),
  ('the account waits for approval', 'proven admin', $$update public.profiles set status = 'inactive' where id = '{me}'$$, 'f 0'),
  ('the login was deleted', 'proven admin', $$delete from auth.users where id = '{me}'$$, 'f 0'),
  ('the settings are gone', 'admin', $$delete from public.settings where section = 'security'$$, 'f 0'),
  ('the settings say nothing of it', 'admin', $$update public.settings set "values" = "values" - 'require_2fa_for_admins' where section = 'security'$$, 'f 0'),
  ('the settings say null', 'admin', $$update public.settings set "values" = "values" || '{"require_2fa_for_admins": null}' where section = 'security'$$, 'f 0'),
  ('the settings say a word', 'admin', $$update public.settings set "values" = "values" || '{"require_2fa_for_admins": "false"}' where section = 'security'$$, 'f 0'),
  ('the settings say no', 'admin', $$update public.settings set "values" = "values" || '{"require_2fa_for_admins": false}' where section = 'security'$$, 't 1'),
  ('the settings were never saved', 'admin', $$update public.settings set saved_at = null where section = 'security'$$, 't 1');

-- -------------------------------------------------------------------------------------------------
-- Sessions: repeats every line above as people with a second factor, and as admins who need one.
-- The expected results follow from the line. Without the factor a session equals an ended one;
-- with it the admin has all rights; an admin without a required factor has a tester's rights.
-- Exceptions:

create temp table exception (what text, alone text, who text, expected text);
insert into exception values
  -- The own name, so that the app can address the person when asking for the code.
  ('read profile', null, 'unproven tester', 'y'),
  -- The only call for sessions without the second factor, and the one that requires it.
  ($$call public.use_recovery_code('guessed')$$, null, 'unproven tester', 'y'),
  ($$call public.use_recovery_code('guessed')$$, null, 'unproven developer', 'y'),
  ($$call public.use_recovery_code('guessed')$$, null, 'unproven admin', 'y'),
  ('call public.make_recovery_codes()', null, 'proven admin', 'y'),
  -- Developers may, too; this admin is none.
  ($$insert into storage.objects (bucket_id, name) values ('app-content', '{me}/new')$$, null, 'admin', 'x'),
  ($$insert into storage.objects (bucket_id, name) values ('releases', '{me}/new')$$, null, 'admin', 'x'),
  ($$call public.storage_reserve('notes.txt.copy', 3, 'text/plain')$$, null, 'admin', 'forbidden'),
  -- Neither a tester nor acting as an admin.
  ($$insert into public.flags (id, reporter_id, content_type, content_id, reason) values ('{new}', '{me}', 'campaign', '{private campaign}', 'Spam')$$, null, 'admin', 'wrong_state'),
  -- Has no effect: the role is unchanged.
  ($$update public.profiles set role = 'admin' where id = '{me}'$$, 'triggers public.profiles', 'admin', 'y');

-- -------------------------------------------------------------------------------------------------
-- The assertions. The quick checks come first, so that a query for one table or for any failure
-- need not run all.
create temp view answer (place, what, got, expected) as
select t.place, format('P2 the grants of %s to %s', t.place, w.who), coalesce(pg_temp.rights(t.place, w.who), ''), coalesce(r.rights, '')
from (
  select c.oid::regclass::text as place from pg_class c
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'S', 'v', 'm', 'p')) t
cross join (values ('anon'), ('authenticated'), ('public')) w (who)
left join right_ r using (place, who)
union all
select 'calls', format('P2 what %s may call', w.who), string_agg(f, E'\n' order by f), (select string_agg(place, E'\n' order by place) from callable c where c.who = w.who)
from (values ('anon'), ('authenticated')) w (who)
cross join lateral (
  select p.oid::regprocedure::text as f from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and has_function_privilege(w.who, p.oid, 'execute') and p.prorettype <> 'trigger'::regtype) f
group by w.who
union all
select 'calls', 'P2 calls that no line above tries', string_agg(p.proname, ' ' order by p.proname), null from pg_proc p
where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and has_function_privilege('authenticated', p.oid, 'execute')
  and not exists (select 1 from line l where l.what like 'call public.' || p.proname || '(%')
union all
select 'schemas', format('P2 %s in schema %s', w.who, n), has_schema_privilege(w.who, n, 'usage')::text || has_schema_privilege(w.who, n, 'create')::text, 'truefalse'
from (values ('anon'), ('authenticated')) w (who), (values ('public'), ('private')) s (n)
union all
select c.oid::regclass::text, 'P2 the service role may do everything with ' || c.oid::regclass,
  replace(pg_temp.rights(c.oid::regclass::text, 'service_role'), 'maintain; ', ''), 'delete; insert; references; select; trigger; truncate; update'
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
union all
select place, 'T8 S12 ' || what, pg_temp.by_server(statements), expected from consequence
union all
select split_part(e.place, '.', 2), 'S29 the daily limit of ' || e.place, pg_temp.one_too_many(w.who, e.name), 'daily_limit'
from example e join (values ('app', 'developer'), ('release', 'developer'), ('campaign', 'developer'), ('brief', 'developer'), ('application', 'tester'),
  ('report', 'tester'), ('comment', 'tester'), ('payout', 'other tester'), ('flag', 'tester')) w (name, who) using (name)
union all
select 'profiles', 'P2 S29 a deleted person is reached nowhere', pg_temp.left_behind('tester'), '0 subscriptions, 0 deliveries'
union all
select 'settings', format('P3 T13 %s acts as admin after: %s', who, what), pg_temp.acts(who, done), expected from change
union all
select name, 'O2 a write by the server leaves no client''s metadata: ' || name, pg_temp.stamped(name), '7true' from private.sync_collections
union all
select place, 'P2 P4 ' || what || coalesce(' (alone: ' || alone || ')', ''), pg_temp.everybody(what, alone), expected from line;

create function pg_temp.unless_excepted(usual text, what text, alone text, who text) returns text language sql as $$
  select coalesce((select x.expected from exception x where x.what = unless_excepted.what
    and x.alone is not distinct from unless_excepted.alone and x.who = unless_excepted.who), usual)
$$;

-- A separate view, because it takes as long as all the others.
create temp view session_answer (place, what, got, expected) as
select l.place, format('P2 P4 T13 by session: %s%s%s', l.what, ' (alone: ' || l.alone || ')', case when needed then ' (admins need the second factor)' end),
  pg_temp.everybody(l.what, l.alone, array_remove(array['unproven tester', 'unproven developer', 'unproven admin', 'proven admin',
    case when unfit is not null then 'admin' end], null), needed),
  concat_ws(' ', pg_temp.unless_excepted(e[10], l.what, l.alone, 'unproven tester'), pg_temp.unless_excepted(e[11], l.what, l.alone, 'unproven developer'),
    pg_temp.unless_excepted(e[11], l.what, l.alone, 'unproven admin'), pg_temp.unless_excepted(e[6], l.what, l.alone, 'proven admin'), unfit)
from line l
cross join (values (false), (true)) n (needed)
cross join lateral (select string_to_array(replace(l.expected, 'session_ended', 'second_factor'), ' ') as e) cells
cross join lateral (select case when not needed then e[6] else pg_temp.unless_excepted(
    case when e[6] = 'y' and e[3] <> 'y' and e[5] <> 'y' then e[3] end, l.what, l.alone, 'admin') end as unfit) admin;

select is(got, expected, what) from answer;
select is(got, expected, what) from session_answer;
select * from finish();
rollback;

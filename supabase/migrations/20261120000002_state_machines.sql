-- Chapter 2: who is writing, and what may become what.
-- Each table has three BEFORE triggers, which fire in the order of their names:
--   aa_guard  (as the caller) notes who writes, refuses suspended people, maintenance, and columns that are not theirs
--   mm_rules  (as the owner)  the state machine and the columns that the server fills in
--   zz_stamp                  transaction, time, last writer (chapter 5 reads them)
-- What follows from a change (rewards, counts, notifications) are AFTER triggers, in chapter 3.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Refusals

create function private.refuse(code text, message text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'PT422', message = message, detail = code;
end
$$;
comment on function private.refuse(text, text) is
'Raises a refusal: SQLSTATE PT422 (PostgREST and @supabase/lite answer HTTP 422), MESSAGE in words, DETAIL = machine code. Codes, also in
sync/schema/refusals.ts: not_allowed (a column, a kind of row or a role that may not be written so), forbidden (another person''s),
wrong_state (the state machine has no such move), campaign_full, campaign_closed, not_accepted, too_early, too_late, missing_parent,
missing_rating, text_frozen, reason_required, usefulness_required, suspended, inactive, invalid, duplicate, spots_limit,
agreement_required, answer_required, no_rewards, no_paypal, quota, unknown_collection, registration_closed, rate_limited (PT429),
maintenance (PT503), internal (a fault of ours, logged).';

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Who is asking. Security definer, because a policy on profiles that asked profiles would never end. They answer about the caller only.

create function private.my_role() returns text
language sql stable security definer set search_path = '' as $$
  select p.role from public.profiles p where p.id = (select auth.uid()) and not p._deleted
$$;

create function private.my_status() returns text
language sql stable security definer set search_path = '' as $$
  select p.status from public.profiles p where p.id = (select auth.uid()) and not p._deleted
$$;

-- A setting that has an effect, or null: a section counts from the first time that an admin saved it.
create function private.setting(section text, key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select s."values" -> setting.key from public.settings s where s.section = setting.section and s.saved_at is not null
$$;

-- Has the caller an admin's rights now? Not while suspended or waiting for approval, and not without the second factor where admins need it
-- (aal2 in the token): a stolen password alone must not open everybody's data.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.my_role() = 'admin' and private.my_status() = 'active'
    and (private.setting('security', 'require_2fa_for_admins') is distinct from 'true'::jsonb
      or coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'), false)
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The three generic triggers

-- Runs as the caller on purpose: inside a security definer function current_user is the owner, so a row that a trigger of ours writes on
-- behalf of somebody counts as the server's, and a row that a person writes never does. The answer goes into a transaction-local
-- variable that is set anew for each row, right before the row's other triggers read it.
-- Its arguments are the columns that a person may update (the same as the column grants of chapter 4, which refuse first on PostgREST;
-- this holds the line where a backend hands out wider grants).
create function private.guard() returns trigger
language plpgsql set search_path = '' as $$
declare
  status text;
  bad text;
begin
  if current_user not in ('anon', 'authenticated') then
    perform set_config('betaflock.actor',
      case when current_setting('betaflock.seeding', true) = 'on' then 'seed' else 'server' end, true);
    return new;
  end if;
  perform set_config('betaflock.actor', 'client', true);
  status := private.my_status();
  if status is null then
    perform private.refuse('forbidden', 'This account does not exist any more.');
  elsif status = 'suspended' then
    perform private.refuse('suspended', 'This account is suspended. It can read, and write nothing.');
  end if;
  if private.setting('general', 'maintenance_mode') = 'true'::jsonb and not private.is_admin() then
    raise exception using errcode = 'PT503', message = 'Maintenance: your changes wait on this device.', detail = 'maintenance';
  end if;
  if tg_op = 'UPDATE' then
    if old._deleted then
      perform private.refuse('wrong_state', 'This was deleted.');
    end if;
    select string_agg(n.key, ', ') into bad
    from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from to_jsonb(old) -> n.key and n.key <> all (tg_argv)
      and n.key not in ('sync_client', 'sync_seq');
    if bad is not null then
      perform private.refuse('not_allowed', format('Not yours to change: %s.', bad));
    end if;
  elsif to_jsonb(new) -> 'is_sample' = 'true'::jsonb then
    -- A person's row so marked would vanish with "Clean Test Data".
    perform private.refuse('not_allowed', 'Only the server marks sample data.');
  end if;
  return new;
end
$$;

create function private.stamp() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.sync_xid := pg_current_xact_id();
  if coalesce(current_setting('betaflock.actor', true), '') <> 'seed' then
    new.updated_at := now();
  end if;
  -- A write that carries no stamp of a store is the server's. Left in place, the old stamp would make a device believe that it had
  -- written this itself and take its own older text for the newer one.
  if tg_op = 'UPDATE' and new.sync_client = old.sync_client and new.sync_seq = old.sync_seq then
    new.sync_client := '';
  end if;
  return new;
end
$$;

-- Who writes this row: 'tester' | 'developer' | 'admin' (by role), 'server' (trigger, schedule, service role) or 'seed' (the owner,
-- with betaflock.seeding = on in this transaction: supabase/seed.sql only; a client can't be it, see private.guard).
create function private.actor() returns text
language sql stable set search_path = '' as $$
  select case current_setting('betaflock.actor', true)
    when 'client' then case when private.my_role() = 'admin' and not private.is_admin() then 'nobody' else coalesce(private.my_role(), 'nobody') end
    when 'seed' then 'seed'
    else 'server' end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The moves: the rows of sync/schema/moves.ts.

insert into public.state_moves (machine, from_state, to_state, actor) values
  ('campaign', 'new', 'draft', 'developer'),
  ('campaign', 'new', 'active', 'developer'),
  ('campaign', 'draft', 'active', 'developer'),
  ('campaign', 'active', 'completed', 'developer'),
  ('campaign', 'active', 'completed', 'server'),
  ('campaign', 'completed', 'archived', 'developer'),

  ('application', 'new', 'pending', 'tester'),
  ('application', 'pending', 'accepted', 'developer'),
  ('application', 'pending', 'accepted', 'server'),
  ('application', 'pending', 'rejected', 'developer'),
  ('application', 'pending', 'withdrawn', 'tester'),
  ('application', 'accepted', 'withdrawn', 'tester'),
  ('application', 'accepted', 'removed', 'developer'),
  ('application', 'accepted', 'completed', 'server'),

  ('feedback', 'new', 'draft', 'tester'),
  ('feedback', 'new', 'submitted', 'tester'),
  ('feedback', 'draft', 'submitted', 'tester'),
  ('feedback', 'submitted', 'approved', 'developer'),
  ('feedback', 'submitted', 'approved', 'server'),
  ('feedback', 'submitted', 'rejected', 'developer'),
  ('feedback', 'submitted', 'changes_requested', 'developer'),
  ('feedback', 'changes_requested', 'submitted', 'tester'),

  ('reward', 'new', 'earned', 'server'),
  ('reward', 'earned', 'requested', 'server'),
  ('reward', 'requested', 'earned', 'server'),
  ('reward', 'requested', 'paid', 'server'),
  ('reward', 'earned', 'void', 'admin'),

  ('payout', 'new', 'requested', 'tester'),
  ('payout', 'requested', 'paid', 'admin'),
  ('payout', 'requested', 'failed', 'admin'),

  ('flag', 'new', 'pending', 'tester'),
  ('flag', 'new', 'pending', 'developer'),
  ('flag', 'new', 'pending', 'admin'),
  ('flag', 'pending', 'under_review', 'admin'),
  ('flag', 'pending', 'resolved', 'admin'),
  ('flag', 'pending', 'dismissed', 'admin'),
  ('flag', 'under_review', 'resolved', 'admin'),
  ('flag', 'under_review', 'dismissed', 'admin'),

  ('app', 'new', 'draft', 'developer'),
  ('app', 'new', 'published', 'developer'),
  ('app', 'draft', 'published', 'developer'),
  ('app', 'published', 'hidden', 'admin'),
  ('app', 'hidden', 'published', 'admin'),
  ('app', 'published', 'hidden', 'server'),
  ('app', 'hidden', 'published', 'server'),

  ('release', 'new', 'draft', 'developer'),
  ('release', 'new', 'published', 'developer'),
  ('release', 'draft', 'published', 'developer');

-- One move at a time. A device that was offline sends where a row has come to, and sync_push walks there (chapter 5).
create function private.require_move(machine text, from_state text, to_state text, actor text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if from_state = to_state then return; end if;
  if exists (
    select 1 from public.state_moves m
    where m.machine = require_move.machine and m.from_state = require_move.from_state
      and m.to_state = require_move.to_state and m.actor = require_move.actor
  ) then
    return;
  end if;
  perform private.refuse('wrong_state', format('A %s can''t go from %s to %s here.', machine, from_state, to_state));
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- UUIDv5 without an extension: SHA-1 is not among PostgreSQL's own functions, and uuid-ossp is not everywhere.

create function private.sha1(data bytea) returns bytea
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  mask constant bigint := 4294967295;
  message bytea;
  padding int := (119 - length(data) % 64) % 64;
  w bigint[];
  h0 bigint := 1732584193; h1 bigint := 4023233417; h2 bigint := 2562383102; h3 bigint := 271733878; h4 bigint := 3285377520;
  a bigint; b bigint; c bigint; d bigint; e bigint; f bigint; k bigint; t bigint;
  base int;
begin
  message := data || '\x80'::bytea || decode(repeat('00', padding), 'hex') || int8send(length(data)::bigint * 8);
  for block in 0 .. length(message) / 64 - 1 loop
    w := array_fill(0::bigint, array[80]);
    for i in 0 .. 15 loop
      base := block * 64 + i * 4;
      w[i + 1] := (get_byte(message, base)::bigint << 24) | (get_byte(message, base + 1)::bigint << 16)
        | (get_byte(message, base + 2)::bigint << 8) | get_byte(message, base + 3)::bigint;
    end loop;
    for i in 17 .. 80 loop
      t := w[i - 3] # w[i - 8] # w[i - 14] # w[i - 16];
      w[i] := ((t << 1) | (t >> 31)) & mask;
    end loop;
    a := h0; b := h1; c := h2; d := h3; e := h4;
    for i in 1 .. 80 loop
      if i <= 20 then f := (b & c) | ((b # mask) & d); k := 1518500249;
      elsif i <= 40 then f := b # c # d; k := 1859775393;
      elsif i <= 60 then f := (b & c) | (b & d) | (c & d); k := 2400959708;
      else f := b # c # d; k := 3395469782;
      end if;
      t := ((((a << 5) | (a >> 27)) & mask) + f + e + k + w[i]) & mask;
      e := d; d := c; c := ((b << 30) | (b >> 2)) & mask; b := a; a := t;
    end loop;
    h0 := (h0 + a) & mask; h1 := (h1 + b) & mask; h2 := (h2 + c) & mask; h3 := (h3 + d) & mask; h4 := (h4 + e) & mask;
  end loop;
  return substring(int8send(h0) from 5) || substring(int8send(h1) from 5) || substring(int8send(h2) from 5)
    || substring(int8send(h3) from 5) || substring(int8send(h4) from 5);
end
$$;

-- RFC 9562, version 5: SHA-1 over the namespace's bytes and the name.
create function private.uuid_v5(namespace uuid, name text) returns uuid
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  hash bytea := substring(private.sha1(decode(replace(namespace::text, '-', ''), 'hex') || convert_to(name, 'UTF8')) from 1 for 16);
begin
  hash := set_byte(hash, 6, (get_byte(hash, 6) & 15) | 80);
  hash := set_byte(hash, 8, (get_byte(hash, 8) & 63) | 128);
  return encode(hash, 'hex')::uuid;
end
$$;

-- The namespace of all ids that two devices, or the server twice, must make alike (sync/schema/ids.ts holds the same one).
-- application: v5(namespace, campaign_id || ':' || tester_id), both in lower case.
create function private.id_namespace() returns uuid
language sql immutable parallel safe set search_path = '' as $$ select '6f9d4c1e-2b7a-5c3d-8e4f-0a1b2c3d4e5f'::uuid $$;

create function private.application_id(campaign_id uuid, tester_id uuid) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select private.uuid_v5(private.id_namespace(), campaign_id::text || ':' || tester_id::text)
$$;

create function private.today() returns date
language sql stable set search_path = '' as $$ select (now() at time zone 'utc')::date $$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- profiles, accounts, settings

create function private.profile_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare who constant text := private.actor();
begin
  if who in ('seed', 'server') then return new; end if;
  if new.id is distinct from auth.uid() then
    perform private.refuse('forbidden', 'Another person''s profile.');
  end if;
  return new;
end
$$;

create function private.account_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare who constant text := private.actor();
begin
  if who in ('seed', 'server') then return new; end if;
  if new.id is distinct from auth.uid() then
    perform private.refuse('forbidden', 'Another person''s account.');
  end if;
  return new;
end
$$;

create function private.setting_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.actor();
  bad text;
begin
  if who in ('seed', 'server') or tg_op = 'INSERT' then return new; end if;
  if who <> 'admin' then
    perform private.refuse('forbidden', 'Only admins change settings.');
  end if;
  -- The keys and their types are those of the defaults: a text where a number belongs would break every device at once.
  select string_agg(k, ', ') into bad from (
    select jsonb_object_keys(new."values") as k union select jsonb_object_keys(old."values")
  ) keys
  where jsonb_typeof(new."values" -> k) is distinct from jsonb_typeof(old."values" -> k);
  if bad is not null then
    perform private.refuse('invalid', format('Unknown, missing or of the wrong type: %s.', bad));
  end if;
  if (new."values" ->> 'max_testers_per_campaign')::numeric not between 1 and 10000
    or (new."values" ->> 'min_password_length')::numeric not between 8 and 72
    or (new."values" ->> 'password_expiry_days')::numeric not between 0 and 3650
    or exists (select 1 from unnest(array['max_testers_per_campaign', 'min_password_length', 'password_expiry_days']) k
      where (new."values" ->> k)::numeric % 1 <> 0)
    or coalesce(new."values" ->> 'primary_colour', '#000000') !~ '^#[0-9a-fA-F]{6}$'
    or new."values" ->> 'timezone' not in ('UTC', 'ET', 'CT', 'MT', 'PT')
    or new."values" ->> 'date_format' not in ('MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD')
    or new."values" ->> 'language' not in ('en', 'es', 'fr', 'de', 'pt')
    or new."values" ->> 'currency' not in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')
    or exists (select 1 from unnest(array['logo_path', 'favicon_path']) k where new."values" ->> k !~ '^([0-9a-f-]{36}/[0-9a-f]{64}\.(png|jpg))?$') then
    perform private.refuse('invalid', 'A value is out of its range.');
  end if;
  new.saved_at := now();
  return new;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- apps and releases

create function private.require_active(person uuid, what text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select p.status from public.profiles p where p.id = person) is distinct from 'active' then
    perform private.refuse('inactive', format('An admin has to activate this account before it can %s.', what));
  end if;
end
$$;

create function private.app_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare who constant text := private.actor();
begin
  if who = 'seed' then return new; end if;
  if tg_op = 'INSERT' then
    if who <> 'server' and new.developer_id is distinct from auth.uid() then
      perform private.refuse('forbidden', 'Another developer''s app.');
    end if;
    perform private.require_move('app', 'new', new.status, who);
    select p.name into new.developer_name from public.profiles p where p.id = new.developer_id;
    new.version := ''; new.changelog := ''; new.size_bytes := 0; new.downloads := 0; new.published_at := null;
  else
    if who <> 'server' then
      if who = 'admin' then
        if new.developer_id is distinct from auth.uid()
          and to_jsonb(new) - '{status,sync_client,sync_seq}'::text[] <> to_jsonb(old) - '{status,sync_client,sync_seq}'::text[] then
          perform private.refuse('not_allowed', 'An admin hides or shows an app and changes nothing else of it.');
        end if;
      elsif new.developer_id is distinct from auth.uid() then
        perform private.refuse('forbidden', 'Another developer''s app.');
      end if;
      if new._deleted and old.status <> 'draft' then
        perform private.refuse('wrong_state', 'Only a draft can be deleted.');
      end if;
    end if;
    perform private.require_move('app', old.status, new.status, who);
  end if;
  if new.status = 'published' and (tg_op = 'INSERT' or old.status = 'draft') then
    perform private.require_active(new.developer_id, 'publish');
    if char_length(private.trimmed(new.description)) = 0 then
      perform private.refuse('invalid', 'An app needs a description before it is published.');
    end if;
    new.published_at := coalesce(new.published_at, now());
  end if;
  return new;
end
$$;

create function private.release_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.actor();
  app public.apps;
begin
  if who = 'seed' then return new; end if;
  if tg_op = 'INSERT' then
    select * into app from public.apps a where a.id = new.app_id;
    if not found then
      perform private.refuse('missing_parent', 'The app of this release is not known yet.');
    end if;
    if who <> 'server' and (new.developer_id is distinct from auth.uid() or app.developer_id <> new.developer_id) then
      perform private.refuse('forbidden', 'Another developer''s app.');
    end if;
    perform private.require_move('release', 'new', new.status, who);
    new.downloads := 0; new.published_at := null;
  else
    if who <> 'server' then
      if new.developer_id is distinct from auth.uid() then
        perform private.refuse('forbidden', 'Another developer''s release.');
      end if;
      if new._deleted and old.status <> 'draft' then
        perform private.refuse('wrong_state', 'Only a draft can be deleted.');
      end if;
      -- What people have downloaded and verified against its checksum must stay what it was.
      if old.status = 'published' and row(new.version, new.file_name, new.file_path, new.content_type, new.size_bytes, new.sha256)
        is distinct from row(old.version, old.file_name, old.file_path, old.content_type, old.size_bytes, old.sha256) then
        perform private.refuse('wrong_state', 'A published release keeps its file and version. Publish a new one.');
      end if;
    end if;
    perform private.require_move('release', old.status, new.status, who);
  end if;
  if new.status = 'published' and (tg_op = 'INSERT' or old.status = 'draft') then
    perform private.require_active(new.developer_id, 'publish');
    if private.trimmed(new.version) = '' then
      perform private.refuse('invalid', 'A release needs a version before it is published.');
    end if;
    new.published_at := now();
  end if;
  return new;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- campaigns and briefs

-- How many places of a campaign are taken. Call it with the campaign's row locked, or two devices take the last one.
create function private.spots_taken(campaign uuid) returns int
language sql stable security definer set search_path = '' as $$
  select count(*)::int from public.applications a
  where a.campaign_id = campaign and a.status in ('accepted', 'completed') and not a._deleted
$$;

create function private.campaign_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.actor();
  most int;
begin
  if who = 'seed' then return new; end if;
  if tg_op = 'INSERT' then
    if who <> 'server' and new.developer_id is distinct from auth.uid() then
      perform private.refuse('forbidden', 'Another developer''s campaign.');
    end if;
    perform private.require_move('campaign', 'new', new.status, who);
    select p.name into new.developer_name from public.profiles p where p.id = new.developer_id;
    new.agreement_version := case when new.agreement = '' then 0 else 1 end;
    new.published_at := null; new.completed_at := null;
    new.testers_joined := 0; new.feedback_count := 0; new.new_feedback_count := 0; new.progress := 0;
  else
    if who <> 'server' then
      if new.developer_id is distinct from auth.uid() then
        perform private.refuse('forbidden', 'Another developer''s campaign.');
      end if;
      if new._deleted and old.status <> 'draft' then
        perform private.refuse('wrong_state', 'Only a draft can be deleted.');
      end if;
      if old.status in ('completed', 'archived')
        and to_jsonb(new) - '{status,sync_client,sync_seq}'::text[] <> to_jsonb(old) - '{status,sync_client,sync_seq}'::text[] then
        perform private.refuse('wrong_state', 'A campaign that has ended is not edited any more.');
      end if;
      if old.status = 'active' then
        -- What testers have joined for is a promise.
        if row(new.start_date, new.reward_model, new.reward_amount_cents, new.currency, new.app_id)
          is distinct from row(old.start_date, old.reward_model, old.reward_amount_cents, old.currency, old.app_id) then
          perform private.refuse('wrong_state', 'Reward, start date and app of a running campaign stay as published.');
        end if;
        if new.end_date < old.end_date and new.end_date < private.today() then
          perform private.refuse('invalid', 'The end date lies in the past. Complete the campaign instead.');
        end if;
        if new.max_testers < old.max_testers and new.max_testers < private.spots_taken(new.id) then
          perform private.refuse('spots_limit', 'More testers than that are already accepted.');
        end if;
      end if;
    end if;
    perform private.require_move('campaign', old.status, new.status, who);
    -- A changed agreement is a new version: those who apply from now on accept this one; who accepted the earlier one is on record.
    if new.agreement <> old.agreement and new.agreement <> '' then
      new.agreement_version := old.agreement_version + 1;
    end if;
  end if;

  if who <> 'server' then
    if new.app_id is not null and (tg_op = 'INSERT' or new.app_id is distinct from old.app_id)
      and not exists (select 1 from public.apps a where a.id = new.app_id and a.developer_id = new.developer_id) then
      if exists (select 1 from public.apps a where a.id = new.app_id) then
        perform private.refuse('forbidden', 'Another developer''s app.');
      end if;
      perform private.refuse('missing_parent', 'The app of this campaign is not known yet.');
    end if;
    most := (private.setting('general', 'max_testers_per_campaign'))::int;
    if new.max_testers > most and (tg_op = 'INSERT' or new.max_testers > old.max_testers) then
      perform private.refuse('spots_limit', format('A campaign has at most %s testers.', most));
    end if;
  end if;

  if new.status <> 'draft' and new.published_at is null then
    perform private.require_active(new.developer_id, 'publish');
    if new.end_date < private.today() then
      perform private.refuse('invalid', 'The end date lies in the past.');
    end if;
    new.published_at := now();
  end if;
  if new.status in ('completed', 'archived') and new.completed_at is null then
    new.completed_at := now();
  end if;
  return new;
end
$$;

create function private.brief_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.actor();
  campaign public.campaigns;
begin
  if who = 'seed' then return new; end if;
  select * into campaign from public.campaigns c where c.id = new.id;
  if not found then
    perform private.refuse('missing_parent', 'The campaign of this brief is not known yet.');
  end if;
  if who <> 'server' then
    if campaign.developer_id is distinct from auth.uid() or new.developer_id is distinct from campaign.developer_id then
      perform private.refuse('forbidden', 'Another developer''s campaign.');
    end if;
    if campaign.status = 'archived' then
      perform private.refuse('wrong_state', 'An archived campaign is not edited any more.');
    end if;
    if tg_op = 'INSERT' then new.known_issues := '[]'; end if;
    if new.release_id is not null and (tg_op = 'INSERT' or new.release_id is distinct from old.release_id)
      and not exists (select 1 from public.releases r where r.id = new.release_id and r.developer_id = new.developer_id) then
      if exists (select 1 from public.releases r where r.id = new.release_id) then
        perform private.refuse('forbidden', 'Another developer''s release.');
      end if;
      perform private.refuse('missing_parent', 'The release of this brief is not known yet.');
    end if;
  end if;
  return new;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- applications

-- The tester's card as it stands now: all that a developer may see of them.
create function private.tester_card(tester uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', p.name, 'avatar_path', p.avatar_path, 'karma', p.karma, 'rating', p.rating,
    'tests_completed', p.tests_completed, 'devices', p.devices, 'expertise', p.expertise)
  from public.profiles p where p.id = tester
$$;

-- Is each required question answered (else a refusal), and would automatic selection take these answers?
create function private.answers_pass(screening jsonb, answers jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  question jsonb;
  answer text;
  passes boolean := true;
begin
  for question in select value from jsonb_array_elements(screening) loop
    select a ->> 'value' into answer from jsonb_array_elements(answers) a where a ->> 'question_id' = question ->> 'id' limit 1;
    continue when not (question ->> 'required')::boolean;
    if coalesce(private.trimmed(answer), '') = '' then
      perform private.refuse('answer_required', format('Not answered: %s', question ->> 'question'));
    end if;
    if jsonb_array_length(question -> 'pass') > 0 and not question -> 'pass' ? answer then
      passes := false;
    end if;
  end loop;
  return passes;
end
$$;

create function private.application_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.actor();
  me constant uuid := auth.uid();
  tester public.profiles;
  campaign public.campaigns;
  passes boolean;
  known jsonb;
begin
  if who = 'seed' then return new; end if;

  if tg_op = 'INSERT' then
    if who <> 'server' and new.tester_id is distinct from me then
      perform private.refuse('forbidden', 'Another person''s application.');
    end if;
    select * into tester from public.profiles p where p.id = new.tester_id;
    if tester.role is distinct from 'tester' then
      perform private.refuse('not_allowed', 'Only testers apply.');
    end if;
    perform private.require_active(new.tester_id, 'apply');
    -- The lock makes "is there a place left" and "take it" one step for everybody who applies or is accepted at the same time.
    select * into campaign from public.campaigns c where c.id = new.campaign_id for no key update;
    if not found then
      perform private.refuse('missing_parent', 'This campaign is not known.');
    end if;
    if new.id <> private.application_id(new.campaign_id, new.tester_id) then
      perform private.refuse('invalid', 'The id of an application is made from its campaign and its tester.');
    end if;
    if campaign.status <> 'active' or campaign.hidden or campaign._deleted or campaign.end_date < private.today() then
      perform private.refuse('campaign_closed', 'This campaign does not take testers any more.');
    end if;
    perform private.require_move('application', 'new', new.status, who);
    passes := private.answers_pass(campaign.screening, new.answers);
    if campaign.agreement <> ''
      and (new.agreement_accepted_at is null or new.agreement_version <> campaign.agreement_version) then
      perform private.refuse('agreement_required', 'The agreement of this campaign has to be accepted in its current version.');
    end if;
    new.campaign_title := campaign.title;
    new.developer_id := campaign.developer_id;
    new.card := private.tester_card(new.tester_id);
    new.applied_at := least(new.applied_at, now());
    new.agreement_accepted_at := least(new.agreement_accepted_at, now());
    new.reason := ''; new.selection_note := '';
    new.decided_at := null; new.accepted_at := null; new.downloaded_at := null; new.completed_at := null;
    new.confirmed_issues := '[]';
    if new.status = 'pending' and campaign.auto_select then
      -- The note is a code, put into words on the device.
      if not passes then
        new.selection_note := 'answers_differ';
      elsif private.spots_taken(new.campaign_id) >= campaign.max_testers then
        new.selection_note := 'no_spots';
      else
        new.status := 'accepted';
        new.selection_note := 'automatic';
        new.decided_at := now();
        new.accepted_at := now();
        -- Not what the device sent: it must not take this row for its own.
        new.sync_client := '';
      end if;
    end if;
    return new;
  end if;

  if who = 'tester' then
    if new.tester_id is distinct from me then
      perform private.refuse('forbidden', 'Another person''s application.');
    end if;
    if new.reason <> old.reason then
      perform private.refuse('not_allowed', 'The reason is the developer''s to give.');
    end if;
    if row(new.message, new.answers, new.agreement_version, new.agreement_accepted_at)
      is distinct from row(old.message, old.answers, old.agreement_version, old.agreement_accepted_at) and old.status <> 'pending' then
      perform private.refuse('text_frozen', 'An application is edited only while it waits.');
    end if;
    if new.downloaded_at is distinct from old.downloaded_at then
      if old.accepted_at is null then
        perform private.refuse('not_accepted', 'Only accepted testers get the build.');
      end if;
      -- The first time counts, whatever a second device reports later.
      new.downloaded_at := coalesce(old.downloaded_at, least(new.downloaded_at, now()));
    end if;
    if new.confirmed_issues <> old.confirmed_issues then
      if old.accepted_at is null then
        perform private.refuse('not_accepted', 'Only accepted testers confirm what is known.');
      end if;
      -- What is no longer known (the device was offline meanwhile), or is the tester's own, is left out, each once.
      select coalesce(jsonb_agg(f.id order by f.id), '[]') into known
      from public.feedback f
      where f.campaign_id = new.campaign_id and f.known and f.status = 'approved' and not f._deleted and f.tester_id <> me
        and new.confirmed_issues ? f.id::text;
      if known <> new.confirmed_issues then
        new.confirmed_issues := known;
        -- Not what the device sent: it must not take this row for its own.
        new.sync_client := '';
      end if;
    end if;
  elsif who = 'developer' then
    if new.developer_id is distinct from me then
      perform private.refuse('forbidden', 'Another developer''s campaign.');
    end if;
    if row(new.message, new.answers, new.agreement_version, new.agreement_accepted_at, new.downloaded_at, new.confirmed_issues)
      is distinct from
      row(old.message, old.answers, old.agreement_version, old.agreement_accepted_at, old.downloaded_at, old.confirmed_issues) then
      perform private.refuse('not_allowed', 'An applicant''s words are theirs.');
    end if;
    if new.status = old.status and new.reason <> old.reason then
      perform private.refuse('wrong_state', 'A reason comes with a decision.');
    end if;
  elsif who <> 'server' then
    perform private.refuse('not_allowed', 'An application is between its tester and its developer.');
  end if;

  if new.status <> old.status then
    perform private.require_move('application', old.status, new.status, who);
    if new.status = 'accepted' then
      select * into campaign from public.campaigns c where c.id = new.campaign_id for no key update;
      if campaign.status <> 'active' then
        perform private.refuse('campaign_closed', 'This campaign does not take testers any more.');
      end if;
      if private.spots_taken(new.campaign_id) >= campaign.max_testers then
        perform private.refuse('campaign_full', 'All places of this campaign are taken.');
      end if;
      new.accepted_at := now();
    end if;
    if new.status = 'removed' and private.trimmed(new.reason) = '' then
      perform private.refuse('reason_required', 'Removing a tester needs a reason.');
    end if;
    if new.status in ('accepted', 'rejected', 'removed') then new.decided_at := now(); end if;
    if new.status = 'completed' then new.completed_at := now(); end if;
  end if;
  return new;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- feedback

-- May this report (still) be handed in? Deadlines go by the device's clock within the campaign's days and one more on each side (time
-- zones), and by the server's clock a week after the end (a week offline must lose nothing).
create function private.require_in_time(campaign public.campaigns, captured_at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  last date := least(campaign.end_date, (campaign.completed_at at time zone 'utc')::date);
  written date := (captured_at at time zone 'utc')::date;
begin
  if written < campaign.start_date - 1 then
    perform private.refuse('too_early', 'This campaign has not started yet.');
  elsif written > last + 1 then
    perform private.refuse('too_late', 'This report was written after the campaign had ended.');
  elsif private.today() > last + 7 then
    perform private.refuse('too_late', 'This report arrived more than a week after the campaign had ended.');
  end if;
end
$$;

create function private.feedback_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.actor();
  me constant uuid := auth.uid();
  application public.applications;
  campaign public.campaigns;
  other public.feedback;
  handed_in boolean;
begin
  if who = 'seed' then return new; end if;

  if tg_op = 'INSERT' then
    if who <> 'server' and new.tester_id is distinct from me then
      perform private.refuse('forbidden', 'Another person''s report.');
    end if;
    select * into application from public.applications a where a.id = new.application_id;
    if not found then
      perform private.refuse('missing_parent', 'The application of this report is not known yet.');
    end if;
    if application.tester_id <> new.tester_id or application.campaign_id <> new.campaign_id then
      perform private.refuse('not_accepted', 'This application is not for that campaign, or not by that tester.');
    end if;
    perform private.require_move('feedback', 'new', new.status, who);
    new.developer_id := application.developer_id;
    new.campaign_title := application.campaign_title;
    select p.name into new.tester_name from public.profiles p where p.id = new.tester_id;
    new.uploaded := '[]'; new.usefulness := 0; new.reason_code := ''; new.reason := ''; new.duplicate_of := null;
    new.known := false; new.reproductions := 0; new.received_at := null; new.reviewed_at := null; new.due_at := null;
  elsif who <> 'server' then
    if new.tester_id = me then
      if row(new.usefulness, new.reason_code, new.reason, new.duplicate_of, new.known)
        is distinct from row(old.usefulness, old.reason_code, old.reason, old.duplicate_of, old.known) then
        perform private.refuse('not_allowed', 'The review is the developer''s to give.');
      end if;
      if new._deleted and old.status <> 'draft' then
        perform private.refuse('wrong_state', 'Only a draft can be deleted.');
      end if;
      if old.status not in ('draft', 'changes_requested')
        and row(new.release_id, new.type, new.rating, new.summary, new.details, new.steps, new.severity, new.device, new.attachments,
                new.captured_at)
        is distinct from row(old.release_id, old.type, old.rating, old.summary, old.details, old.steps, old.severity, old.device,
                old.attachments, old.captured_at) then
        perform private.refuse('text_frozen', 'A report that was handed in changes only when changes are requested.');
      end if;
    elsif new.developer_id = me then
      if row(new.release_id, new.type, new.rating, new.summary, new.details, new.steps, new.severity, new.device, new.attachments,
             new.captured_at, new._deleted)
        is distinct from row(old.release_id, old.type, old.rating, old.summary, old.details, old.steps, old.severity, old.device,
             old.attachments, old.captured_at, old._deleted) then
        perform private.refuse('not_allowed', 'A report''s words are its author''s.');
      end if;
      if new.status = old.status and row(new.usefulness, new.reason_code, new.reason, new.duplicate_of)
        is distinct from row(old.usefulness, old.reason_code, old.reason, old.duplicate_of) then
        perform private.refuse('wrong_state', 'A review comes with a decision, and stays as it was given.');
      end if;
      if new.known <> old.known and new.status <> 'approved' then
        perform private.refuse('wrong_state', 'Only an approved report can be a known issue.');
      end if;
    else
      perform private.refuse('forbidden', 'Another person''s report.');
    end if;
  end if;

  new.captured_at := least(new.captured_at, now());
  handed_in := new.status = 'submitted' and (tg_op = 'INSERT' or old.status <> 'submitted');

  if tg_op = 'UPDATE' and new.status <> old.status then
    -- Whoever is the author moves as a tester, whoever owns the campaign as a developer: a person's role may have changed since.
    perform private.require_move('feedback', old.status, new.status,
      case when who = 'server' then 'server' when new.tester_id = me then 'tester' else 'developer' end);
  end if;

  if handed_in then
    if new.rating < 1 then
      perform private.refuse('missing_rating', 'A report needs a rating from 1 to 5.');
    end if;
    if char_length(private.trimmed(new.summary)) < 5 then
      perform private.refuse('invalid', 'summary: at least 5 characters.');
    end if;
    if private.trimmed(new.details) = '' and private.trimmed(new.steps) = '' then
      perform private.refuse('invalid', 'details: a report needs details or steps.');
    end if;
    select * into application from public.applications a where a.id = new.application_id;
    select * into campaign from public.campaigns c where c.id = new.campaign_id;
    if application.status not in ('accepted', 'completed') then
      perform private.refuse('not_accepted', 'Only accepted testers hand in reports.');
    end if;
    -- Asked for changes, a tester may answer after the end.
    if tg_op = 'INSERT' or old.status = 'draft' then
      perform private.require_in_time(campaign, new.captured_at);
    end if;
    new.received_at := coalesce(new.received_at, now());
    new.due_at := now() + make_interval(days => campaign.review_days);
  end if;

  if tg_op = 'UPDATE' and new.status <> old.status and new.status in ('approved', 'rejected', 'changes_requested') then
    if new.status = 'approved' then
      if new.usefulness < 1 then
        perform private.refuse('usefulness_required', 'Approving needs a usefulness from 1 to 5.');
      end if;
      new.reason_code := ''; new.duplicate_of := null;
    elsif new.status = 'rejected' then
      if new.reason_code = '' then
        perform private.refuse('reason_required', 'Rejecting needs a reason.');
      elsif new.reason_code = 'other' and private.trimmed(new.reason) = '' then
        perform private.refuse('reason_required', 'The reason "other" needs words.');
      elsif new.reason_code = 'duplicate' then
        select * into other from public.feedback f where f.id = new.duplicate_of;
        if not found or other.id = new.id or other.campaign_id <> new.campaign_id or other.status = 'draft' or other._deleted then
          perform private.refuse('reason_required', 'A duplicate names the other report of the same campaign.');
        end if;
      else
        new.duplicate_of := null;
      end if;
      new.usefulness := 0;
    else
      if private.trimmed(new.reason) = '' then
        perform private.refuse('reason_required', 'Requesting changes needs words.');
      end if;
      new.usefulness := 0; new.reason_code := ''; new.duplicate_of := null;
    end if;
    new.reviewed_at := now();
    new.due_at := null;
  end if;
  return new;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- comments, payouts, flags, notifications

create function private.comment_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.actor();
  report public.feedback;
begin
  if who = 'seed' then return new; end if;
  if tg_op = 'UPDATE' then
    if who <> 'server' then perform private.refuse('not_allowed', 'A comment stays as it was written.'); end if;
    return new;
  end if;
  if who <> 'server' and new.author_id is distinct from auth.uid() then
    perform private.refuse('forbidden', 'Another person''s comment.');
  end if;
  select * into report from public.feedback f where f.id = new.feedback_id;
  if not found then
    perform private.refuse('missing_parent', 'The report of this comment is not known yet.');
  end if;
  if new.author_id not in (report.tester_id, report.developer_id) then
    perform private.refuse('forbidden', 'A report is discussed between its author and the developer.');
  end if;
  if report.status = 'draft' or report._deleted then
    perform private.refuse('wrong_state', 'A draft has no comments.');
  end if;
  if new.internal and new.author_id <> report.developer_id then
    perform private.refuse('not_allowed', 'Internal notes are the developer''s.');
  end if;
  new.tester_id := report.tester_id;
  new.developer_id := report.developer_id;
  select p.name into new.author_name from public.profiles p where p.id = new.author_id;
  new.captured_at := least(new.captured_at, now());
  return new;
end
$$;

create function private.payout_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare who constant text := private.actor();
begin
  if who = 'seed' then return new; end if;
  if tg_op = 'INSERT' then
    if who <> 'server' and new.tester_id is distinct from auth.uid() then
      perform private.refuse('forbidden', 'Another person''s payout.');
    end if;
    perform private.require_move('payout', 'new', new.status, who);
    if private.setting('payments', 'paypal') = 'false'::jsonb then
      perform private.refuse('not_allowed', 'Payouts by PayPal are switched off at the moment.');
    end if;
    -- The profile's row is the lock that rewards are made under (chapter 3): none can appear between the sum and the move below.
    select p.name into new.tester_name from public.profiles p where p.id = new.tester_id for no key update;
    select a.paypal_email into new.paypal_email from public.accounts a where a.id = new.tester_id;
    if coalesce(new.paypal_email, '') = '' then
      perform private.refuse('no_paypal', 'There is no PayPal address to pay to.');
    end if;
    select coalesce(sum(r.amount_cents), 0) into new.amount_cents from public.rewards r
    where r.tester_id = new.tester_id and r.currency = new.currency and r.status = 'earned' and not r._deleted;
    if new.amount_cents = 0 then
      perform private.refuse('no_rewards', 'There are no earned rewards in this currency.');
    end if;
    new.reason := ''; new.requested_at := now(); new.decided_at := null;
    return new;
  end if;
  if who not in ('server', 'admin') then
    perform private.refuse('not_allowed', 'A payout is decided by an admin.');
  end if;
  if new.status <> old.status then
    perform private.require_move('payout', old.status, new.status, who);
    if new.status = 'failed' and private.trimmed(new.reason) = '' then
      perform private.refuse('reason_required', 'A failed payout needs a reason.');
    end if;
    new.decided_at := now();
  elsif new.reason <> old.reason and who <> 'server' then
    perform private.refuse('wrong_state', 'A reason comes with a decision.');
  end if;
  return new;
end
$$;

-- Rewards are the server's. An admin's void goes through public.void_reward (chapter 3).
create function private.reward_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare who constant text := private.actor();
begin
  if who = 'seed' then return new; end if;
  if who <> 'server' then
    perform private.refuse('not_allowed', 'Rewards are made by the server alone.');
  end if;
  if tg_op = 'INSERT' then
    perform private.require_move('reward', 'new', new.status, 'server');
  elsif new.status <> old.status then
    perform private.require_move('reward', old.status, new.status, case when new.status = 'void' then 'admin' else 'server' end);
  end if;
  return new;
end
$$;

create function private.flag_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.actor();
  found_title text;
begin
  if who = 'seed' then return new; end if;
  if tg_op = 'INSERT' then
    if who <> 'server' and new.reporter_id is distinct from auth.uid() then
      perform private.refuse('forbidden', 'Another person''s flag.');
    end if;
    perform private.require_move('flag', 'new', new.status, who);
    -- Only what the reporter can see: a title must not leak through a guessed id.
    found_title := case new.content_type
      when 'app' then (select a.title from public.apps a where a.id = new.content_id and a.published_at is not null)
      when 'campaign' then (select c.title from public.campaigns c where c.id = new.content_id and c.status <> 'draft')
      when 'feedback' then (select f.summary from public.feedback f where f.id = new.content_id and f.status <> 'draft'
        and (new.reporter_id in (f.tester_id, f.developer_id) or who = 'admin'))
    end;
    if found_title is null then
      perform private.refuse('missing_parent', 'What is reported here is not known.');
    end if;
    new.content_title := left(found_title, 200);
    select p.name into new.reporter_name from public.profiles p where p.id = new.reporter_id;
    new.resolution := ''; new.resolved_at := null; new.hidden := false;
    return new;
  end if;
  if who not in ('server', 'admin') then
    perform private.refuse('not_allowed', 'A flag is decided by an admin.');
  end if;
  if new.hidden and new.status <> 'resolved' then
    perform private.refuse('wrong_state', 'Only a flag that is resolved hides what it is about.');
  end if;
  if new.status <> old.status then
    perform private.require_move('flag', old.status, new.status, who);
    if new.status in ('resolved', 'dismissed') then new.resolved_at := now(); end if;
  elsif new.resolution <> old.resolution and old.status in ('resolved', 'dismissed') and who <> 'server' then
    perform private.refuse('wrong_state', 'A decided flag stays as it was decided.');
  end if;
  return new;
end
$$;

create function private.notification_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare who constant text := private.actor();
begin
  if who in ('seed', 'server') then return new; end if;
  if tg_op = 'INSERT' then
    perform private.refuse('not_allowed', 'Notifications are made by the server alone.');
  end if;
  if new.user_id is distinct from auth.uid() then
    perform private.refuse('forbidden', 'Another person''s notification.');
  end if;
  new.read_at := least(new.read_at, now());
  return new;
end
$$;

-- Rows of these tables are the server's alone.
create function private.server_only() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.actor() not in ('seed', 'server') then
    perform private.refuse('not_allowed', 'These rows are made by the server alone.');
  end if;
  return new;
end
$$;

create trigger mm_rules before insert or update on public.profiles for each row execute function private.profile_rules();
create trigger mm_rules before insert or update on public.accounts for each row execute function private.account_rules();
create trigger mm_rules before insert or update on public.settings for each row execute function private.setting_rules();
create trigger mm_rules before insert or update on public.apps for each row execute function private.app_rules();
create trigger mm_rules before insert or update on public.releases for each row execute function private.release_rules();
create trigger mm_rules before insert or update on public.campaigns for each row execute function private.campaign_rules();
create trigger mm_rules before insert or update on public.briefs for each row execute function private.brief_rules();
create trigger mm_rules before insert or update on public.applications for each row execute function private.application_rules();
create trigger mm_rules before insert or update on public.feedback for each row execute function private.feedback_rules();
create trigger mm_rules before insert or update on public.comments for each row execute function private.comment_rules();
create trigger mm_rules before insert or update on public.payouts for each row execute function private.payout_rules();
create trigger mm_rules before insert or update on public.rewards for each row execute function private.reward_rules();
create trigger mm_rules before insert or update on public.flags for each row execute function private.flag_rules();
create trigger mm_rules before insert or update on public.notifications for each row execute function private.notification_rules();
create trigger mm_rules before insert or update on public.files for each row execute function private.server_only();
create trigger mm_rules before insert or update on public.activity for each row execute function private.server_only();

create function private.append_only() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = 'The ledger is append-only.';
end
$$;
create trigger append_only before update or delete on public.ledger_entries for each row execute function private.append_only();

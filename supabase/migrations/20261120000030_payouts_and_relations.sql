-- Chapter 30: a payout is worth its rewards whatever runs beside it, a row that names another is checked, expected answers are the developer's
-- alone, suspended people subscribe to nothing, and public pictures are read by their address and listed by nobody but their owner.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- One lock order for everything that moves money: campaigns, testers' profiles, then the rows themselves (applications, reports,
-- rewards, payouts), releases and apps last; several of one kind in the order of their ids. A row's own trigger comes too late for
-- that (PostgreSQL has locked the row by then), so whoever writes many rows takes campaigns and profiles first.

create function private.lock_in_order(campaign_ids uuid[], tester_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.campaigns c where c.id = any (campaign_ids) order by c.id for no key update;
  perform 1 from public.profiles p where p.id = any (tester_ids) order by p.id for no key update;
end
$$;

-- What a push is going to touch, as far as it is the caller's. Guessed from the batch before its rows are checked: too much costs a short
-- wait, too little is a lock that a row takes by itself.
create function private.lock_for_push(collection text, rows json) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  ids uuid[];
  ending uuid[];
  campaign_ids uuid[] := '{}';
  tester_ids uuid[] := '{}';
begin
  if collection not in ('campaigns', 'applications', 'feedback', 'payouts') then return; end if;
  begin
    if json_array_length(rows) > 500 then return; end if;
    -- New rows name their campaign themselves; a draft touches nothing but itself.
    select coalesce(array_agg(d.id::uuid), '{}'), coalesce(array_agg(d.id::uuid) filter (where d.status in ('completed', 'archived')), '{}'),
      coalesce(array_agg(distinct d.campaign_id::uuid) filter (where private.is_uuid(d.campaign_id)), '{}')
    into ids, ending, campaign_ids
    from (select r ->> 'id' as id, r ->> 'campaign_id' as campaign_id, r ->> 'status' as status
      from (select value -> 'newDocumentState' as r from json_array_elements(rows)) x) d
    where private.is_uuid(d.id) and d.status is distinct from 'draft';
  exception when data_exception then
    -- A batch that cannot be read as a whole: its rows are taken one by one.
    return;
  end;
  case collection
    when 'campaigns' then
      select coalesce(array_agg(c.id), '{}') into campaign_ids from public.campaigns c where c.id = any (ids) and c.developer_id = me;
      -- Completing a campaign completes the tests of those whose work was approved.
      select coalesce(array_agg(distinct a.tester_id), '{}') into tester_ids from public.applications a
      where a.campaign_id = any (campaign_ids) and a.campaign_id = any (ending) and a.status = 'accepted'
        and exists (select 1 from public.feedback f where f.application_id = a.id and f.status = 'approved');
    when 'applications' then
      select campaign_ids || coalesce(array_agg(a.campaign_id), '{}'), coalesce(array_agg(a.tester_id), '{}') into campaign_ids, tester_ids
      from public.applications a where a.id = any (ids) and me in (a.tester_id, a.developer_id);
    when 'feedback' then
      select coalesce(array_agg(a.campaign_id), '{}') into campaign_ids from public.applications a
      where a.campaign_id = any (campaign_ids) and a.tester_id = me;
      select campaign_ids || coalesce(array_agg(f.campaign_id), '{}'), coalesce(array_agg(f.tester_id), '{}') into campaign_ids, tester_ids
      from public.feedback f where f.id = any (ids) and me in (f.tester_id, f.developer_id);
    when 'payouts' then
      campaign_ids := '{}';
      select me || coalesce(array_agg(p.tester_id), '{}') into tester_ids from public.payouts p where p.id = any (ids) and private.is_admin();
  end case;
  perform private.lock_in_order(campaign_ids, tester_ids);
end
$$;
comment on function private.lock_for_push(text, json) is
'In: what sync_push gets. Takes the locks on campaigns and testers'' profiles that the batch needs, in the one order. Never refuses anything.';

create or replace function public.sync_push(collection text, rows json) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  scope constant text := private.my_scope();
  later text;
  answer jsonb;
begin
  perform private.lock_for_push(collection, rows);
  answer := private.sync_push(collection, rows);
  later := private.my_scope();
  -- An admin without a second factor who has just made it a must: it is this very call that limits them.
  if later is distinct from scope and not (collection = 'settings' and later = scope || ':limited') then
    raise exception 'The rights of this account changed just now.' using errcode = 'PT503';
  end if;
  return answer || jsonb_build_object('scope', scope);
end
$$;

create or replace function public.void_reward(reward uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare row_ public.rewards;
begin
  perform private.require_admin();
  if private.trimmed(coalesce(reason, '')) = '' then
    perform private.refuse('reason_required', 'Voiding a reward needs a reason.');
  end if;
  -- The lock under which payouts add up: a request beside this one counts the reward before or not at all.
  perform private.lock_in_order('{}', array(select r.tester_id from public.rewards r where r.id = reward));
  update public.rewards r set status = 'void' where r.id = reward and r.status <> 'void' returning * into row_;
  if not found then
    perform private.refuse('wrong_state', 'There is no such reward to void.');
  end if;
  insert into public.ledger_entries (tester_id, kind, amount_cents, currency, reward_id, is_sample)
  values (row_.tester_id, 'voided', -row_.amount_cents, row_.currency, row_.id, row_.is_sample);
  perform private.log_activity(auth.uid(), 'reward_voided', 'reward', row_.id,
    jsonb_build_object('reason', left(reason, 400), 'amount_cents', row_.amount_cents, 'currency', row_.currency));
end
$$;

create or replace function private.payout_rules() returns trigger
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
    perform private.lock_in_order('{}', array[new.tester_id]);
    select p.name into new.tester_name from public.profiles p where p.id = new.tester_id;
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
    -- A failed payout frees its rewards: not between the sum and the taking of a request.
    perform private.lock_in_order('{}', array[new.tester_id]);
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

create or replace function private.after_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
declare facts jsonb := jsonb_build_object('amount_cents', new.amount_cents, 'currency', new.currency);
begin
  if private.is_seeding() then return null; end if;
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  -- A campaign that is renamed writes rewards too, without the profile's lock.
  perform 1 from public.rewards r where r.tester_id = new.tester_id and r.status in ('earned', 'requested') order by r.id for no key update;
  if tg_op = 'INSERT' then
    update public.rewards r set status = 'requested', payout_id = new.id
    where r.tester_id = new.tester_id and r.currency = new.currency and r.status = 'earned' and not r._deleted;
    return null;
  end if;
  if new.status = 'paid' then
    update public.rewards r set status = 'paid' where r.payout_id = new.id and r.status = 'requested';
    insert into public.ledger_entries (tester_id, kind, amount_cents, currency, reward_id, payout_id, is_sample)
    select r.tester_id, 'paid', -r.amount_cents, r.currency, r.id, new.id, r.is_sample
    from public.rewards r where r.payout_id = new.id and r.status = 'paid'
    on conflict (reward_id, kind) do nothing;
    perform private.notify(new.tester_id, 'payout_paid', facts, '/tester/rewards', new.is_sample);
  elsif new.status = 'failed' then
    -- They are free again; the next request takes them with it.
    update public.rewards r set status = 'earned', payout_id = null where r.payout_id = new.id and r.status = 'requested';
    perform private.notify(new.tester_id, 'payout_failed', facts || jsonb_build_object('reason', left(new.reason, 400)), '/tester/rewards', new.is_sample);
  end if;
  perform private.log_activity(auth.uid(), 'payout_' || new.status, 'payout', new.id, facts || jsonb_build_object('tester_name', new.tester_name));
  return null;
end
$$;

-- A small change of a long function of an earlier chapter. Fails where the function is no longer what it was.
create function private.amend(routine regprocedure, old_text text, new_text text) returns void
language plpgsql set search_path = '' as $$
declare definition constant text := pg_catalog.pg_get_functiondef(routine);
begin
  if pg_catalog.strpos(definition, old_text) = 0 then
    raise exception 'This is not in %: %', routine, old_text;
  end if;
  execute replace(definition, old_text, new_text);
end
$$;

do $$
begin
  perform private.amend('private.after_campaign()', 'update public.rewards set campaign_title = new.title where campaign_id = new.id;',
    'perform 1 from public.rewards r where r.campaign_id = new.id order by r.id for no key update;
    update public.rewards set campaign_title = new.title where campaign_id = new.id;');
  perform private.amend('public.clean_sample_data()', 'update public.briefs b set _deleted = true from',
    'perform private.lock_in_order(array(select c.id from public.campaigns c where c.is_sample and not c._deleted),
    array(select distinct r.tester_id from public.rewards r where r.is_sample and not r._deleted));
  update public.briefs b set _deleted = true from');
end
$$;

create or replace function private.run_due() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  row_id uuid;
  ending uuid[];
  due uuid[];
  ended int := 0;
  approved int := 0;
  failed int := 0;
  purged int := 0;
begin
  -- The campaigns that nobody is at work on (skip locked: two timers may meet, and a developer may be deciding), then the people. What is
  -- left out comes in a minute.
  ending := array(select c.id from public.campaigns c where c.status = 'active' and c.end_date < private.today() and not c._deleted
    order by c.end_date, c.id limit 500 for no key update skip locked);
  due := array(select f.id from public.feedback f join public.campaigns c on c.id = f.campaign_id
    where f.status = 'submitted' and f.due_at <= now() and not f._deleted order by f.due_at limit 500 for no key update of c skip locked);
  perform private.lock_in_order('{}', array(
    select f.tester_id from public.feedback f where f.id = any (due)
    union
    select a.tester_id from public.applications a where a.campaign_id = any (ending) and a.status = 'accepted'
      and exists (select 1 from public.feedback f where f.application_id = a.id and f.status = 'approved')));
  -- Each row in a savepoint of its own: one that fails must not hold up all others for ever.
  foreach row_id in array ending loop
    begin
      update public.campaigns c set status = 'completed' where c.id = row_id and c.status = 'active';
      ended := ended + 1;
    exception when others then
      failed := failed + 1;
      raise warning 'campaign % could not be completed: %', row_id, sqlerrm;
    end;
  end loop;
  -- A tester is never left waiting for ever.
  foreach row_id in array due loop
    begin
      update public.feedback f set status = 'approved', usefulness = 3, reason = 'automatic'
      where f.id = row_id and f.status = 'submitted' and f.due_at <= now() and not f._deleted;
      if found then approved := approved + 1; end if;
    exception when others then
      failed := failed + 1;
      raise warning 'report % could not be approved: %', row_id, sqlerrm;
    end;
  end loop;
  delete from private.file_reservations r where r.created_at < now() - interval '1 day';
  delete from private.rate_limits r where r.window_start < now() - interval '1 hour';
  delete from public.sync_refusals r where r.at < now() - interval '90 days';
  perform private.forget_old_deliveries();
  insert into private.sync_days (day, xid) values (private.today(), pg_snapshot_xmin(pg_current_snapshot())) on conflict (day) do nothing;
  if found then
    begin
      purged := private.purge_tombstones();
    exception when others then
      -- Tidying up may wait; what is due may not.
      failed := failed + 1;
      raise warning 'tombstones could not be purged: %', sqlerrm;
    end;
    delete from private.sync_days d where d.day < private.today() - 400;
  end if;
  return jsonb_build_object('campaigns_completed', ended, 'reports_approved', approved, 'purged', purged, 'failed', failed);
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- What holds even when a function forgets its lock.

-- A void reward belongs to no payout, a reward that was asked for or paid to exactly one, of its own tester and currency.
alter table public.rewards add constraint rewards_payout_status check ((payout_id is not null) = (status in ('requested', 'paid')));
alter table public.payouts add constraint payouts_tester_currency unique (id, tester_id, currency);
alter table public.rewards add constraint rewards_payout_tester foreign key (payout_id, tester_id, currency)
  references public.payouts (id, tester_id, currency);
alter table public.rewards drop constraint rewards_payout_id_fkey;
drop index public.rewards_payout;
create index rewards_payout on public.rewards (payout_id, tester_id, currency) where payout_id is not null;

-- A payout's amount is the sum of its rewards, and they stand as it does. Asked at the end of a transaction, with the payout locked.
create function private.payout_adds_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named uuid[];
  payout public.payouts;
  total bigint;
  astray bigint;
begin
  if tg_table_name = 'payouts' then
    named := array[new.id];
  elsif tg_op = 'INSERT' then
    named := array[new.payout_id];
  elsif tg_op = 'DELETE' then
    named := array[old.payout_id];
  elsif row(new.payout_id, new.amount_cents, new.status) is distinct from row(old.payout_id, old.amount_cents, old.status) then
    named := array[old.payout_id, new.payout_id];
  end if;
  for payout in select * from public.payouts p where p.id = any (named) order by p.id for no key update loop
    -- Written by this transaction too: its own row asks once for all of its rewards.
    continue when tg_table_name = 'rewards' and payout.sync_xid = pg_catalog.pg_current_xact_id();
    select coalesce(sum(r.amount_cents), 0), count(*) filter (where r.status <> payout.status) into total, astray
    from public.rewards r where r.payout_id = payout.id;
    if astray > 0 or total <> (case payout.status when 'failed' then 0 else payout.amount_cents end) then
      raise exception using errcode = '23514', constraint = 'payouts_add_up', schema = 'public', table = 'payouts',
        message = format('Payout %s (%s) is not the sum of its rewards: %s, not %s.', payout.id, payout.status, payout.amount_cents, total);
    end if;
  end loop;
  return null;
end
$$;
create constraint trigger adds_up after insert or update on public.payouts deferrable initially deferred
  for each row execute function private.payout_adds_up();
create constraint trigger adds_up after insert or update or delete on public.rewards deferrable initially deferred
  for each row execute function private.payout_adds_up();

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Reward model "downloading": paid for a build of the campaign's app that the campaign opened to the tester and that the tester downloaded.

-- Pays what an approved report earns. The reward's id is a UUIDv5 of what it is paid for, so a second approval, a replay or a race meets
-- the primary key and pays nothing:
--   testing      reward:testing:{campaign}:{tester}       the first approved report of a tester in a campaign
--   downloading  reward:downloading:{release}:{tester}    a release that the tester downloaded and reported on; one report pays once
--   suggestions  reward:suggestions:{report}              each approved suggestion
create or replace function private.grant_reward(report public.feedback) returns void
language plpgsql security definer set search_path = '' as $$
declare
  campaign public.campaigns;
  current_build uuid;
  key text;
  build uuid;
  reward uuid;
begin
  select * into campaign from public.campaigns c where c.id = report.campaign_id;
  -- The lock under which payouts add up (chapter 2).
  perform private.lock_in_order('{}', array[report.tester_id]);
  if campaign.reward_model = 'testing' then
    key := format('reward:testing:%s:%s', report.campaign_id, report.tester_id);
  elsif campaign.reward_model = 'suggestions' then
    if report.type <> 'feature' then return; end if;
    key := format('reward:suggestions:%s', report.id);
  else
    if exists (select 1 from public.rewards r where r.feedback_id = report.id) then return; end if;
    select b.release_id into current_build from public.briefs b where b.id = report.campaign_id;
    -- A report that names no build is about the brief's, or about the one that the tester had before the brief moved on.
    select d.release_id into build
    from public.downloads d
    join private.release_grants g on g.release_id = d.release_id and g.campaign_id = report.campaign_id
    join public.releases r on r.id = d.release_id
    where d.user_id = report.tester_id and (report.release_id is null or d.release_id = report.release_id)
      and (campaign.app_id is null or r.app_id = campaign.app_id)
    order by (d.release_id = current_build) desc nulls last, d.created_at desc, d.release_id limit 1;
    if build is not null then
      key := format('reward:downloading:%s:%s', build, report.tester_id);
    elsif report.release_id is null and current_build is null
      -- The build lies behind a link: what the tester's device noted stands for the download, once per campaign.
      and exists (select 1 from public.applications a where a.id = report.application_id and a.downloaded_at is not null) then
      key := format('reward:downloading:%s:%s', report.campaign_id, report.tester_id);
    else
      return;
    end if;
  end if;
  reward := private.uuid_v5(private.id_namespace(), key);
  insert into public.rewards (id, tester_id, developer_id, campaign_id, campaign_title, feedback_id, model, amount_cents, currency, is_sample)
  values (reward, report.tester_id, report.developer_id, report.campaign_id, campaign.title, report.id, campaign.reward_model,
    campaign.reward_amount_cents, campaign.currency, report.is_sample)
  on conflict (id) do nothing;
  if found then
    insert into public.ledger_entries (tester_id, kind, amount_cents, currency, reward_id, is_sample)
    values (report.tester_id, 'earned', campaign.reward_amount_cents, campaign.currency, reward, report.is_sample);
    perform private.notify(report.tester_id, 'reward_earned',
      jsonb_build_object('campaign_title', campaign.title, 'amount_cents', campaign.reward_amount_cents, 'currency', campaign.currency),
      '/tester/rewards', report.is_sample);
  end if;
end
$$;

-- A device that was offline may tell of a download when the report is approved already: of a release (every campaign that opened it), or of
-- what lies behind a link (the application's campaign).
create function private.earned_late() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event constant jsonb := to_jsonb(new);
  report public.feedback;
begin
  if private.is_seeding() then return null; end if;
  for report in
    select f.* from public.feedback f join public.campaigns c on c.id = f.campaign_id
    where f.tester_id = coalesce(event ->> 'user_id', event ->> 'tester_id')::uuid
      and f.status = 'approved' and not f._deleted and c.reward_model = 'downloading'
      and not exists (select 1 from public.rewards r where r.feedback_id = f.id)
      and case tg_table_name when 'downloads'
        then exists (select 1 from private.release_grants g where g.campaign_id = c.id and g.release_id = (event ->> 'release_id')::uuid)
        else f.application_id = (event ->> 'id')::uuid end
    order by f.reviewed_at, f.id
  loop
    perform private.grant_reward(report);
  end loop;
  return null;
end
$$;
-- Before `effects` in the order of names: the profile's lock comes before the release's.
create trigger earned_late after insert on public.downloads for each row execute function private.earned_late();
create trigger earned_late after update of downloaded_at on public.applications for each row
  when (new.downloaded_at is not null and old.downloaded_at is null) execute function private.earned_late();

-- ---------------------------------------------------------------------------------------------------------------------------------
-- A row that names a build names one that it may.

-- A report: a build that its campaign has opened to its testers. A brief: a build of its campaign's app.
create function private.named_build_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  app uuid;
begin
  if private.actor() = 'seed' or new.release_id is null then return new; end if;
  if tg_op = 'UPDATE' then
    if new.release_id is not distinct from old.release_id then return new; end if;
  end if;
  select r.app_id into app from public.releases r where r.id = new.release_id;
  if not found then
    perform private.refuse('missing_parent', 'This build is not known yet.');
  elsif tg_table_name = 'feedback' then
    if not exists (select 1 from private.release_grants g where g.release_id = new.release_id and g.campaign_id = new.campaign_id) then
      perform private.refuse('forbidden', 'This build is none of this campaign''s.');
    end if;
  elsif app <> (select c.app_id from public.campaigns c where c.id = new.id) then
    perform private.refuse('invalid', 'This build is of another app than the campaign.');
  end if;
  return new;
end
$$;
create trigger mn_named_build before insert or update on public.feedback for each row execute function private.named_build_rules();
create trigger mn_named_build before insert or update on public.briefs for each row execute function private.named_build_rules();

-- Builds that a draft's brief named on the way are opened to nobody when it is published.
create function private.forget_draft_builds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.release_grants g where g.campaign_id = new.id and not exists (
    select 1 from public.briefs b join public.releases r on r.id = b.release_id
    where b.id = new.id and b.release_id = g.release_id and (new.app_id is null or r.app_id = new.app_id));
  return null;
end
$$;
create trigger forget_draft_builds after update of status on public.campaigns for each row
  when (old.status = 'draft' and new.status <> 'draft') execute function private.forget_draft_builds();

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Screening: which answers automatic selection takes (`pass`) is the developer's and the admins' to read. It travels inside `screening`, and is
-- kept apart from the row that every tester reads: whoever writes `pass` sets it, a question written without it keeps what it had, and a
-- pull puts it back for those who may read it. For everybody else it is empty.

create table private.expected_answers (
  campaign_id uuid primary key references public.campaigns (id) deferrable initially deferred,
  -- {question's id: [answers]}
  answers jsonb not null
);

create or replace function private.is_screening(list jsonb) returns boolean
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
         -- Nothing else beside them: what no device reads, nobody would ever find.
         or (select count(*) from jsonb_object_keys(item - 'pass')) <> 5)
  end
$$;

create function private.keep_expected_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := (select e.answers from private.expected_answers e where e.campaign_id = new.id);
  expected jsonb;
begin
  -- The column's check refuses it.
  if not coalesce(private.is_screening(new.screening), false) then return new; end if;
  select coalesce(jsonb_object_agg(q ->> 'id', pass) filter (where pass <> '[]'), '{}'), coalesce(jsonb_agg(q - 'pass' order by n), '[]')
  into expected, new.screening
  from jsonb_array_elements(new.screening) with ordinality x (q, n)
  cross join lateral (select coalesce(q -> 'pass', before -> (q ->> 'id'), '[]') as pass) p;
  if expected = '{}' or new._deleted then
    delete from private.expected_answers e where e.campaign_id = new.id;
  elsif expected is distinct from before then
    insert into private.expected_answers (campaign_id, answers) values (new.id, expected)
    on conflict (campaign_id) do update set answers = excluded.answers;
  end if;
  return new;
end
$$;
-- After the rules (mm), which compare what was sent; `_deleted` too, since a tombstone that something names would never be purged.
create trigger nn_expected_answers before insert or update of screening, _deleted on public.campaigns
  for each row execute function private.keep_expected_answers();

create function private.full_screening(campaign uuid, screening jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(q || jsonb_build_object('pass', coalesce(e.answers -> (q ->> 'id'), '[]')) order by n), '[]')
  from jsonb_array_elements(screening) with ordinality x (q, n)
  left join private.expected_answers e on e.campaign_id = full_screening.campaign
$$;

-- The same as far as the caller may read it.
create function private.my_screening(campaign uuid, screening jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if screening = '[]' then return screening; end if;
  if exists (select 1 from private.expected_answers e join public.campaigns c on c.id = e.campaign_id
    where e.campaign_id = campaign and (c.developer_id = auth.uid() or private.is_admin())) then
    return private.full_screening(campaign, screening);
  end if;
  return (select jsonb_agg(q || '{"pass": []}' order by n) from jsonb_array_elements(screening) with ordinality x (q, n));
end
$$;

create or replace function private.sync_select_list(collection text) returns text
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
update private.sync_collections c set select_list = private.sync_select_list(c.name) where c.name = 'campaigns';

do $$
begin
  perform private.amend('private.application_rules()', 'private.answers_pass(campaign.screening, new.answers)',
    'private.answers_pass(private.full_screening(campaign.id, campaign.screening), new.answers)');
  -- Those of before. As seed: no effects, no new time of the last change; the new stamp takes them from testers' devices.
  perform set_config('betaflock.seeding', 'on', true);
  update public.campaigns set screening = screening where screening <> '[]';
  perform set_config('betaflock.seeding', '', true);
end
$$;
set constraints all immediate;
drop function private.amend(regprocedure, text, text);

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Public buckets: the storage service gives an object to whoever knows its address, without asking a policy. These policies did nothing
-- but let everybody list them.
drop policy betaflock_public_read on storage.objects;
drop policy betaflock_branding_read on storage.objects;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Suspended people write nothing, and no device of theirs is added.
create or replace function public.push_subscribe(endpoint text, p256dh text, auth text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_session();
  if private.my_status() is null then
    perform private.refuse('forbidden', 'This account does not exist any more.');
  elsif private.my_status() = 'suspended' then
    perform private.refuse('suspended', 'This account is suspended. It can read, and write nothing.');
  elsif (select count(*) from public.push_subscriptions s where s.user_id = auth.uid() and s.endpoint <> push_subscribe.endpoint) >= 20 then
    perform private.refuse('duplicate', 'Twenty devices are enough.');
  end if;
  -- A browser that somebody else used before is theirs no more.
  delete from public.push_subscriptions s where s.endpoint = push_subscribe.endpoint;
  insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
  values (auth.uid(), push_subscribe.endpoint, push_subscribe.p256dh, push_subscribe.auth);
end
$$;
comment on function public.push_subscribe(text, text, text) is
'Notes where this person''s device is reached by web push (what PushManager.subscribe gives). Errors: forbidden, suspended, duplicate (more than 20
devices), invalid (23514). Rule: S29.';

-- ---------------------------------------------------------------------------------------------------------------------------------
do $$
declare f text;
begin
  foreach f in array array['lock_in_order(uuid[], uuid[])', 'lock_for_push(text, json)', 'payout_adds_up()',
    'earned_late()', 'named_build_rules()', 'forget_draft_builds()', 'keep_expected_answers()', 'full_screening(uuid, jsonb)',
    'my_screening(uuid, jsonb)'] loop
    execute format('revoke all on function private.%s from public, anon, authenticated', f);
    execute format('grant execute on function private.%s to service_role', f);
  end loop;
end
$$;
grant execute on function private.lock_for_push(text, json), private.my_screening(uuid, jsonb) to authenticated;

-- Rewards of approved reports. The id is a UUIDv5 of the rewarded action, so the primary key
-- prevents paying it twice.

create table public.rewards (
  id uuid primary key,
  tester_id uuid not null references public.profiles (id),
  org_id uuid not null references public.organizations (id),
  developer_id uuid not null references public.profiles (id),
  campaign_id uuid not null references public.campaigns (id),
  campaign_title text not null default '' check (char_length(campaign_title) <= 120),
  -- The report that earned it; null for a set of results.
  feedback_id uuid references public.feedback (id),
  model text not null check (model in ('testing', 'downloading', 'suggestions')),
  amount_cents int not null check (amount_cents >= 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')),
  status text not null default 'earned' check (status in ('earned', 'requested', 'paid', 'void')),
  payout_id uuid,
  earned_at timestamptz(3) not null default now(),
  is_sample boolean not null default false,
  -- A requested or paid reward belongs to one payout with its tester and currency; other rewards
  -- belong to none.
  constraint rewards_payout_status check ((payout_id is not null) = (status in ('requested', 'paid'))),
  constraint rewards_payout_tester foreign key (payout_id, tester_id, currency) references public.payouts (id, tester_id, currency)
);
select private.add_sync_columns('rewards');
create index rewards_sync on public.rewards (sync_xid, id);
create index rewards_sync_tester on public.rewards (tester_id, sync_xid, id);
create index rewards_sync_organization on public.rewards (org_id, sync_xid, id);
create index rewards_developer on public.rewards (developer_id);
create index rewards_payout on public.rewards (payout_id, tester_id, currency) where payout_id is not null;
create index rewards_feedback on public.rewards (feedback_id) where feedback_id is not null;
create index rewards_campaign on public.rewards (campaign_id);
-- Sums up an organization's rewards by an index-only scan (admin_user_details).
create index rewards_granted on public.rewards (org_id, currency, status) include (amount_cents) where status <> 'void' and not _deleted;

select private.protect_table('rewards');
create policy rewards_read on public.rewards for select to authenticated
  using (tester_id = (select auth.uid()) or org_id in (select private.my_organizations('view')) or (select private.is_admin()));

select private.sync_register('rewards', '{}', '{}', false);
select private.add_sync_filters('rewards', '{tester}', 't.tester_id = $1');
select private.add_sync_filters('rewards', '{developer}', 't.org_id = {org}');
select private.register_change_topics('rewards', 'select ''user:'' || tester_id from new_rows union all select ''org:'' || org_id from new_rows');

select private.add_transitions('reward', 'server', 'new > earned', 'earned > requested', 'requested > earned', 'requested > paid');
select private.add_transitions('reward', 'admin', 'earned > void');

-- Only the server writes rewards. An admin voids one through public.void_reward.
create trigger t20_set_organization before insert on public.rewards for each row execute function private.set_organization('campaigns', 'campaign_id');

create function private.reward_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare actor constant text := private.current_actor();
begin
  if actor <> 'server' then
    perform private.reject('not_allowed', 'Rewards are made by the server alone.');
  end if;
  if tg_op = 'INSERT' then
    perform private.require_transition('reward', 'new', new.status, 'server');
  elsif new.status <> old.status then
    perform private.require_transition('reward', old.status, new.status, case when new.status = 'void' then 'admin' else 'server' end);
  end if;
  return new;
end
$$;
select private.add_triggers('rewards', rules => 'reward_rules');

-- A payout's amount is the sum of its rewards, and their states agree. Checked at the end of the
-- transaction, with the payout locked.
create function private.payout_adds_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Columns that cannot change a payout's sum. A change of any other column triggers the check.
  irrelevant constant text[] := '{campaign_title,is_sample,_deleted,updated_at,sync_xid,sync_client,sync_seq}';
  named uuid[];
  payout public.payouts;
  total bigint;
  mismatched bigint;
begin
  if tg_table_name = 'payouts' then
    named := array[new.id];
  elsif tg_op = 'INSERT' then
    named := array[new.payout_id];
  elsif tg_op = 'DELETE' then
    named := array[old.payout_id];
  elsif to_jsonb(new) - irrelevant <> to_jsonb(old) - irrelevant then
    named := array[old.payout_id, new.payout_id];
  end if;
  for payout in select * from public.payouts p where p.id = any (named) order by p.id for no key update loop
    -- This transaction wrote the payout, whose own check covers all of its rewards.
    continue when tg_table_name = 'rewards' and payout.sync_xid = pg_catalog.pg_current_xact_id();
    select coalesce(sum(r.amount_cents), 0), count(*) filter (where r.status <> payout.status) into total, mismatched
    from public.rewards r where r.payout_id = payout.id;
    if mismatched > 0 or total <> (case payout.status when 'failed' then 0 else payout.amount_cents end) then
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

create function private.add_reward(key text, campaign public.campaigns, tester uuid, report uuid, sample boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reward constant uuid := private.uuid_v5(private.id_namespace(), key);
begin
  insert into public.rewards (id, tester_id, developer_id, campaign_id, campaign_title, feedback_id, model, amount_cents, currency, is_sample)
  values (reward, tester, campaign.developer_id, campaign.id, campaign.title, report, campaign.reward_model,
    campaign.reward_amount_cents, campaign.currency, sample)
  on conflict (id) do nothing;
  if found then
    insert into public.ledger_entries (tester_id, kind, amount_cents, currency, reward_id, is_sample)
    values (tester, 'earned', campaign.reward_amount_cents, campaign.currency, reward, sample);
    perform private.notify(tester, 'reward_earned',
      jsonb_build_object('campaign_title', campaign.title, 'campaign_id', campaign.id, 'amount_cents', campaign.reward_amount_cents, 'currency', campaign.currency),
      '/tester/rewards', sample);
  end if;
end
$$;

-- Grants the rewards of an approved report. The id is a UUIDv5 of the key below, so a second
-- approval, a replay or a race violates the primary key and pays nothing:
-- - reward:testing:{campaign}:{tester}: the first approved report of a tester in a campaign, or the
--   accepted results, once the required tasks are done
-- - reward:downloading:{release}:{tester}: a downloaded build that the campaign opened to the
--   tester and the report is about; one report pays once
-- - reward:suggestions:{report}: each approved suggestion
create function private.grant_reward(report public.feedback) returns void
language plpgsql security definer set search_path = '' as $$
declare
  campaign public.campaigns;
  current_build uuid;
  key text;
  build uuid;
begin
  select * into campaign from public.campaigns c where c.id = report.campaign_id;
  -- Payouts add up rewards under the same lock.
  perform private.lock_in_order('{}', array[report.tester_id]);
  if campaign.reward_model = 'testing' then
    if not (select private.has_done_tasks(a) from public.applications a where a.id = report.application_id) then return; end if;
    key := format('reward:testing:%s:%s', report.campaign_id, report.tester_id);
  elsif campaign.reward_model = 'suggestions' then
    if report.type <> 'feature' then return; end if;
    key := format('reward:suggestions:%s', report.id);
  else
    if exists (select 1 from public.rewards r where r.feedback_id = report.id) then return; end if;
    select b.release_id into current_build from public.briefs b where b.id = report.campaign_id;
    -- A report without a build is about the brief's build, or the one that the tester had before
    -- the brief changed.
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
      -- The build is behind a link: the download recorded by the tester's device counts once per
      -- campaign.
      and exists (select 1 from public.applications a where a.id = report.application_id and a.downloaded_at is not null) then
      key := format('reward:downloading:%s:%s', report.campaign_id, report.tester_id);
    else
      return;
    end if;
  end if;
  perform private.add_reward(key, campaign, report.tester_id, report.id, report.is_sample);
end
$$;

create function private.grant_results_reward(application public.applications) returns void
language plpgsql security definer set search_path = '' as $$
declare
  campaign public.campaigns;
begin
  select * into campaign from public.campaigns c where c.id = application.campaign_id;
  perform private.lock_in_order('{}', array[application.tester_id]);
  if campaign.reward_model = 'testing' then
    perform private.add_reward(format('reward:testing:%s:%s', campaign.id, application.tester_id), campaign, application.tester_id, null, application.is_sample);
  end if;
end
$$;

-- An offline device may report a download after the report's approval: of a release (all campaigns
-- that opened it) or of a link (the application's campaign).
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

-- Fires before `effects`, by name: the profile's lock comes before that of the release's downloads.
create trigger earned_late after insert on public.downloads for each row execute function private.earned_late();
create trigger earned_late after update of downloaded_at on public.applications for each row
  when (new.downloaded_at is not null and old.downloaded_at is null) execute function private.earned_late();

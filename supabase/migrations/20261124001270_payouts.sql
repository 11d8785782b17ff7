-- Payouts: a tester requests the earned rewards of one currency; an admin marks the payout as paid
-- or failed.

create table public.payouts (
  id uuid primary key,
  tester_id uuid not null references public.profiles (id),
  tester_name text not null default '' check (char_length(tester_name) <= 120),
  paypal_email text not null default '' check (paypal_email = '' or private.is_email(paypal_email)),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')),
  -- bigint: one developer could otherwise grant a tester more than one payout holds, and so block
  -- all payouts of this tester.
  amount_cents bigint not null default 0 check (amount_cents >= 0),
  status text not null default 'requested' check (status in ('requested', 'paid', 'failed')),
  reason text not null default '' check (char_length(reason) <= 1000),
  requested_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  is_sample boolean not null default false,
  constraint payouts_tester_currency unique (id, tester_id, currency)
);
select private.add_sync_columns('payouts');
create index payouts_sync on public.payouts (sync_xid, id);
create index payouts_requested on public.payouts (requested_at) where status = 'requested';
create index payouts_paid on public.payouts (decided_at) where status = 'paid';
create index payouts_page on public.payouts (requested_at, id);
create index payouts_sync_tester on public.payouts (tester_id, sync_xid, id);

select private.protect_table('payouts');
create policy payouts_read on public.payouts for select to authenticated
  using (tester_id = (select auth.uid()) or (select private.is_admin()));
create policy payouts_add on public.payouts for insert to authenticated
  with check (tester_id = (select auth.uid()) and (select private.my_role()) = 'tester');
create policy payouts_decide on public.payouts for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.sync_register('payouts', '{id,tester_id,currency}', '{status,reason}', false);
select private.add_sync_filters('payouts', '{tester}', 't.tester_id = $1');
select private.add_sync_queue('payouts', 'admin', 't.status = ''requested''');
select private.register_change_topics('payouts', 'select ''user:'' || tester_id from new_rows
  union all (select ''admin'' from new_rows limit 1)');

select private.add_transitions('payout', 'tester', 'new > requested');
select private.add_transitions('payout', 'admin', 'requested > paid', 'requested > failed');

create function private.payout_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare actor constant text := private.current_actor();
begin
  if tg_op = 'INSERT' then
    perform private.require_own(actor, new.tester_id, 'Another person''s payout.');
    perform private.require_transition('payout', 'new', new.status, actor);
    if private.setting('payments', 'paypal') = 'false'::jsonb then
      perform private.reject('not_allowed', 'PayPal payouts are currently turned off.');
    end if;
    perform private.lock_in_order('{}', array[new.tester_id]);
    select p.name into new.tester_name from public.profiles p where p.id = new.tester_id;
    select a.paypal_email into new.paypal_email from public.accounts a where a.id = new.tester_id;
    if coalesce(new.paypal_email, '') = '' then
      perform private.reject('no_paypal', 'There is no PayPal address to pay to.');
    end if;
    select coalesce(sum(r.amount_cents), 0) into new.amount_cents from public.rewards r
    where r.tester_id = new.tester_id and r.currency = new.currency and r.status = 'earned' and not r._deleted;
    if new.amount_cents = 0 then
      perform private.reject('no_rewards', 'There are no earned rewards in this currency.');
    end if;
    new.reason := ''; new.requested_at := now(); new.decided_at := null;
    return new;
  end if;
  if actor not in ('server', 'admin') then
    perform private.reject('not_allowed', 'A payout is decided by an admin.');
  end if;
  if new.status <> old.status then
    -- Requesting a payout adds up and takes rewards under this lock; a failed payout must not free
    -- rewards at that moment.
    perform private.lock_in_order('{}', array[new.tester_id]);
    perform private.require_transition('payout', old.status, new.status, actor);
    if new.status = 'failed' and private.trimmed(new.reason) = '' then
      perform private.reject('reason_required', 'A failed payout needs a reason.');
    end if;
    new.decided_at := now();
  elsif new.reason <> old.reason and actor <> 'server' then
    perform private.reject('wrong_state', 'A reason comes with a decision.');
  end if;
  return new;
end
$$;

create function private.after_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
declare facts jsonb := jsonb_build_object('amount_cents', new.amount_cents, 'currency', new.currency);
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  -- Renaming a campaign also writes rewards, without the profile's lock.
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
    update public.rewards r set status = 'earned', payout_id = null where r.payout_id = new.id and r.status = 'requested';
    perform private.notify(new.tester_id, 'payout_failed', facts || jsonb_build_object('reason', left(new.reason, 400)), '/tester/rewards', new.is_sample);
  end if;
  perform private.log_activity(auth.uid(), 'payout_' || new.status, 'payout', new.id, facts || jsonb_build_object('tester_name', new.tester_name, 'about_id', new.tester_id));
  return null;
end
$$;
select private.add_triggers('payouts', rules => 'payout_rules', effects => 'after_payout');

create function public.payout_figures() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.check_session();
  return (
    select jsonb_build_object('paid_hours', case when count(*) >= 3
      then round((extract(epoch from percentile_cont(0.5) within group (order by n.took)) / 3600)::numeric, 1) end)
    from (
      select p.decided_at - p.requested_at as took from public.payouts p
      where p.status = 'paid' and p.decided_at > now() - interval '90 days' and not p._deleted
      order by p.decided_at desc limit 1000) n);
end
$$;
comment on function public.payout_figures() is
'How long payouts take: {paid_hours: the median time from request to payment of all payouts paid in
the last 90 days; null: fewer than 3}. Reads the latest 1,000 paid ones through payouts_paid, and
reveals no single payout. Errors: session_ended and similar.';

-- The append-only ledger. A balance is the sum of its entries and is stored nowhere else.

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
  unique (reward_id, kind)
);
create index ledger_entries_tester on public.ledger_entries (tester_id, currency);
create index ledger_entries_payout on public.ledger_entries (payout_id) where payout_id is not null;

select private.protect_table('ledger_entries');
revoke all on sequence public.ledger_entries_id_seq from anon, authenticated;
create policy ledger_read on public.ledger_entries for select to authenticated
  using (tester_id = (select auth.uid()) or (select private.is_admin()));

create function private.append_only() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = 'The ledger is append-only.';
end
$$;
create trigger append_only before update or delete on public.ledger_entries for each row execute function private.append_only();

create function public.void_reward(reward uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare row_ public.rewards;
begin
  perform private.require_admin();
  perform private.reject_if(private.trimmed(coalesce(reason, '')) = '',
    'reason_required', 'Voiding a reward needs a reason.');
  -- Payouts add up rewards under the same lock, so a concurrent request sees the reward either
  -- before or after this change.
  perform private.lock_in_order('{}', array(select r.tester_id from public.rewards r where r.id = reward));
  update public.rewards r set status = 'void' where r.id = reward and r.status <> 'void' returning * into row_;
  perform private.reject_if(not found, 'wrong_state', 'There is no such reward to void.');
  insert into public.ledger_entries (tester_id, kind, amount_cents, currency, reward_id, is_sample)
  values (row_.tester_id, 'voided', -row_.amount_cents, row_.currency, row_.id, row_.is_sample);
  perform private.log_activity(auth.uid(), 'reward_voided', 'reward', row_.id,
    jsonb_build_object('reason', left(reason, 400), 'amount_cents', row_.amount_cents, 'currency', row_.currency));
end
$$;
comment on function public.void_reward(uuid, text) is
'Voids an earned reward, with a ledger entry and an activity row. Admins only. Errors: forbidden,
reason_required, wrong_state (not earned any more).';

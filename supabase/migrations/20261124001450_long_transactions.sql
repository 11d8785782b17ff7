-- Long transactions. A pull delivers only rows below the oldest running transaction, so a
-- transaction that stays open delays everyone's later changes.

create function private.max_transaction_age() returns interval
language sql immutable set search_path = '' as $$ select interval '30 seconds' $$;

-- A transaction counts from its start, but only after its first write: read-only ones do not hold
-- the horizon back. Prepared transactions hold it until they are committed or rolled back.
create function public.long_transaction() returns jsonb
language sql volatile security definer set search_path = '' as $$
  select jsonb_build_object('seconds', floor(extract(epoch from clock_timestamp() - t.since))::int, 'since', t.since,
    'pid', t.pid, 'application', t.application, 'state', t.state)
  from (
    select a.xact_start as since, a.pid, a.application_name as application, a.state
    from pg_catalog.pg_stat_activity a where a.backend_xid is not null and a.pid <> pg_catalog.pg_backend_pid()
    union all
    select p.prepared, null, p.gid, 'prepared' from pg_catalog.pg_prepared_xacts p) t
  where t.since < clock_timestamp() - private.max_transaction_age()
  order by t.since limit 1
$$;
comment on function public.long_transaction() is
'The oldest transaction that holds the pull horizon back for longer than private.max_transaction_age
(30 seconds). Out: {seconds, since, pid, application, state}, or null. For the schedule, /health and the
doctor (service key).';

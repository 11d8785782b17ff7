-- A report's history: one entry per submission and decision, with its text. The row's reason,
-- rating and times hold only the latest.

create function private.history_entry(report public.feedback, at timestamptz, by_whom text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', report.status, 'by', by_whom,
    'text', case when report.status = 'submitted' then '' else report.reason end,
    'usefulness', report.usefulness, 'reason_code', report.reason_code)
$$;

-- The history of a seeded report: its submission and last decision.
create function private.known_history(report public.feedback) returns jsonb
language sql stable set search_path = '' as $$
  select case when report.status = 'draft' then '[]'::jsonb else
    jsonb_build_array(private.history_entry(jsonb_populate_record(report, '{"status": "submitted", "usefulness": 0, "reason_code": ""}'),
      coalesce(report.received_at, report.captured_at), 'tester'))
    || case when report.status = 'submitted' then '[]'::jsonb else jsonb_build_array(private.history_entry(report,
      coalesce(report.reviewed_at, report.updated_at), case when report.reason = 'automatic' then 'server' else 'developer' end)) end end
$$;

-- Runs after t50_rules has accepted the transition and filled in its columns.
create function private.record_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entries jsonb := '[]';
begin
  if private.current_actor() = 'seed' then
    new.history := private.known_history(new);
    return new;
  end if;
  if tg_op = 'UPDATE' then entries := old.history; end if;
  if new.status <> 'draft' and (tg_op = 'INSERT' or new.status <> old.status) then
    -- An approval without a text must not repeat the text of the earlier change request.
    if tg_op = 'UPDATE' and new.status = 'approved' and new.reason = old.reason then new.reason := ''; end if;
    -- Keeps the first submission and drops the oldest entries after it.
    if jsonb_array_length(entries) >= 100 then entries := entries - 1; end if;
    entries := entries || private.history_entry(new, now(), private.report_actor(new));
  end if;
  new.history := entries;
  return new;
end
$$;
create trigger t70_history before insert or update on public.feedback for each row execute function private.record_history();

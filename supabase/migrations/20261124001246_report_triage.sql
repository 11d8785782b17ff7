-- The triage of a report: priority and tags, which only its organization reads. They travel in
-- columns of `feedback` and are stored apart from the row that the tester reads: a write of such a
-- column sets it here and leaves the column empty, and a pull adds it for members. Everybody else,
-- the report's author among them, gets the empty values. t50_rules says who may write them.
--
-- Size: with 1,000,000 reports a pulled row costs one look into the primary key.

create table private.report_triage (
  feedback_id uuid primary key references public.feedback (id) on delete cascade,
  -- Named as those of the columns that they stand for: a refusal names them.
  priority text not null default '' constraint feedback_priority_check check (priority in ('', 'low', 'medium', 'high', 'urgent')),
  tags jsonb not null default '[]' constraint feedback_tags_check check (private.is_tags(tags))
);

-- The argument is the column that was written: the other one is empty in the row, whatever is
-- stored.
create function private.keep_triage() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_priority constant boolean := tg_argv[0] = 'priority';
begin
  -- A tester who writes the empty values changes nothing and learns nothing.
  if private.report_actor(new) <> 'tester' then
    if of_priority then
      insert into private.report_triage (feedback_id, priority) values (new.id, new.priority)
      on conflict (feedback_id) do update set priority = excluded.priority;
    else
      insert into private.report_triage (feedback_id, tags) values (new.id, new.tags)
      on conflict (feedback_id) do update set tags = excluded.tags;
    end if;
    delete from private.report_triage g where g.feedback_id = new.id and g.priority = '' and g.tags = '[]';
  end if;
  if of_priority then new.priority := ''; else new.tags := '[]'; end if;
  return new;
end
$$;
-- A new report has neither: no person may write them into it.
create trigger t70_priority before update of priority on public.feedback for each row execute function private.keep_triage('priority');
create trigger t70_tags before update of tags on public.feedback for each row execute function private.keep_triage('tags');

create function private.my_triage(report uuid) returns private.report_triage
language plpgsql stable security definer set search_path = '' as $$
declare
  found_ private.report_triage;
begin
  select g.* into found_ from private.report_triage g join public.feedback f on f.id = g.feedback_id
  where g.feedback_id = report and f.tester_id is distinct from auth.uid() and f.org_id in (select private.my_organizations('view'));
  return found_;
end
$$;
comment on function private.my_triage(uuid) is
'The priority and tags of a report as far as the caller may read them: members of its organization,
and never its author. Null: none.';

-- The triage of a report: priority and tags, which only its organization reads. They are sent in
-- columns of `feedback` but stored apart from the row that the tester reads: a write of such a
-- column is stored here and leaves the column empty, and a pull adds the values for members. Other
-- readers, including the author, get empty values. t50_rules decides who may write them.
--
-- Scale: a pulled row costs one primary key lookup.

create table private.report_triage (
  feedback_id uuid primary key references public.feedback (id) on delete cascade,
  -- Constraint names match the replaced columns, because an error names them.
  priority text not null default '' constraint feedback_priority_check check (priority in ('', 'low', 'medium', 'high', 'urgent')),
  tags jsonb not null default '[]' constraint feedback_tags_check check (private.is_tags(tags))
);

-- The argument is the written column; the other one is always empty in the row.
create function private.keep_triage() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_priority constant boolean := tg_argv[0] = 'priority';
begin
  -- A tester who writes the empty values changes and learns nothing.
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
-- New reports have neither: people cannot set them on insert.
create trigger t70_priority before update of priority on public.feedback for each row execute function private.keep_triage('priority');
create trigger t70_tags before update of tags on public.feedback for each row execute function private.keep_triage('tags');

-- The priority and tags of a report for members of its organization, never for its author; null for
-- other readers.
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

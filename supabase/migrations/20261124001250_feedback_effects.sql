-- karma = 10 per approved report + 2 per point of usefulness + 20 per completed test - 5 per
-- rejected report (duplicates cost nothing) + 5 for the exercises about a good report; rating =
-- mean usefulness.
create function private.recount_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles p where p.id = person for no key update;
  update public.profiles p set karma = n.karma + case p.report_guide when 'finished' then 5 else 0 end, rating = n.rating, tests_completed = n.completed
  from (
    select done.completed, f.rating, 10 * f.approved + 2 * f.points + 20 * done.completed - 5 * f.rejected as karma
    from (
      select (count(*) filter (where r.status = 'approved'))::int as approved,
        (coalesce(sum(r.usefulness) filter (where r.status = 'approved'), 0))::int as points,
        (round(avg(r.usefulness) filter (where r.status = 'approved'), 2))::numeric(3, 2) as rating,
        (count(*) filter (where r.status = 'rejected' and r.reason_code <> 'duplicate'))::int as rejected
      from public.feedback r where r.tester_id = person and not r._deleted
    ) f
    cross join (
      select count(*)::int as completed from public.applications a
      where a.tester_id = person and a.status = 'completed' and not a._deleted
    ) done
  ) n
  where p.id = person
    and row(p.karma - case p.report_guide when 'finished' then 5 else 0 end, p.rating, p.tests_completed) is distinct from row(n.karma, n.rating, n.completed);
end
$$;

-- Finished is final: an offline device may still send another value.
create function private.keep_guide_finished() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.report_guide := 'finished';
  return new;
end
$$;
create trigger keep_guide_finished before update of report_guide on public.profiles for each row
  when (old.report_guide = 'finished' and new.report_guide <> 'finished') execute function private.keep_guide_finished();

create function private.on_guide_finished() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recount_person(new.id);
  return null;
end
$$;
create trigger guide_finished after update of report_guide on public.profiles for each row
  when (new.report_guide = 'finished' and old.report_guide <> 'finished') execute function private.on_guide_finished();

-- Number of other testers with the same issue: authors of its duplicates and testers who confirmed
-- it, each once.
create function private.recount_reproductions(report uuid) returns void
language sql security definer set search_path = '' as $$
  update public.feedback f set reproductions = n.seen
  from (
    select count(*)::int as seen from (
      select d.tester_id from public.feedback d
      where d.duplicate_of = report and d.status = 'rejected' and d.reason_code = 'duplicate' and not d._deleted
      union
      select a.tester_id from public.applications a
      where a.campaign_id = (select o.campaign_id from public.feedback o where o.id = report)
        and a.confirmed_issues ? report::text and not a._deleted) x
    where x.tester_id <> (select o.tester_id from public.feedback o where o.id = report)) n
  where f.id = report and f.reproductions <> n.seen
$$;

-- The list for accepted testers: title and summary of each known issue, never its author.
create function private.rebuild_known_issues(campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare list jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.summary,
      'summary', left(case when private.trimmed(f.details) <> '' then f.details else f.steps end, 2000), 'reproductions', f.reproductions,
      'fixed_in', coalesce((select r.version from public.releases r where r.id = f.fixed_release_id), ''),
      'fixed_release_id', f.fixed_release_id, 'retests', f.retests)
      order by f.reproductions desc, f.received_at, f.id), '[]')
  into list
  from public.feedback f where f.campaign_id = campaign and f.known and f.status = 'approved' and not f._deleted;
  insert into public.briefs (id, developer_id, known_issues)
  select c.id, c.developer_id, list from public.campaigns c
  where c.id = campaign and list <> '[]' and not exists (select 1 from public.briefs b where b.id = campaign);
  update public.briefs b set known_issues = list where b.id = campaign and b.known_issues <> list;
end
$$;

create function private.after_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counts constant boolean := new.status <> 'draft' and not new._deleted;
  counted constant boolean := case when tg_op = 'UPDATE' then old.status <> 'draft' and not old._deleted else false end;
  facts jsonb := jsonb_build_object('campaign_title', new.campaign_title, 'summary', new.summary, 'campaign_id', new.campaign_id, 'feedback_id', new.id);
  review text := '/developer/campaigns/' || new.campaign_id || '?tab=feedback&report=' || new.id;
  work text := '/tester/tests/' || new.campaign_id || '/report/' || new.id;
begin
  if tg_op = 'INSERT' and new.status = 'draft' then return null; end if;
  perform private.count_in_campaign(new.campaign_id, 0, counts::int - counted::int,
    (counts and new.status = 'submitted')::int - (case when counted then old.status = 'submitted' else false end)::int);
  if tg_op = 'INSERT' or new.status <> old.status then
    -- Approving completes a test whose campaign is completed, perhaps just now.
    perform private.lock_in_order(array[new.campaign_id], '{}');
    if new.status in ('approved', 'rejected', 'changes_requested') then
      perform private.log_organization(new.org_id, 'feedback_' || new.status, new.id,
        jsonb_build_object('summary', new.summary, 'campaign_title', new.campaign_title));
    end if;
    if new.status = 'submitted' then
      perform private.notify_organization(new.org_id, 'review', 'feedback_received', facts || jsonb_build_object('tester_name', new.tester_name, 'about_id', new.tester_id), review, new.is_sample,
        subject => new.campaign_id::text);
    elsif new.status = 'approved' then
      perform private.grant_reward(new);
      perform private.notify(new.tester_id, 'feedback_approved', facts || jsonb_build_object('usefulness', new.usefulness), work, new.is_sample);
      perform private.complete_applications(new.campaign_id, new.tester_id);
      perform private.recount_person(new.tester_id);
    elsif new.status = 'rejected' then
      perform private.notify(new.tester_id, 'feedback_rejected', facts || jsonb_build_object('reason_code', new.reason_code), work, new.is_sample);
      perform private.recount_person(new.tester_id);
      if new.duplicate_of is not null then
        perform private.recount_reproductions(new.duplicate_of);
      end if;
    elsif new.status = 'changes_requested' then
      perform private.notify(new.tester_id, 'changes_requested', facts || jsonb_build_object('reason', left(new.reason, 400)), work, new.is_sample);
    end if;
  end if;
  if tg_op = 'UPDATE' and (new.known <> old.known or new.known
    and row(new.reproductions, new.fixed_release_id, new.retests) is distinct from row(old.reproductions, old.fixed_release_id, old.retests)) then
    perform private.rebuild_known_issues(new.campaign_id);
  end if;
  return null;
end
$$;
select private.add_triggers('feedback', effects => 'after_feedback');

-- Reports (table `feedback`): the tester's submission and the developer's review.

create table public.feedback (
  id uuid primary key,
  campaign_id uuid not null references public.campaigns (id),
  campaign_title text not null default '' check (char_length(campaign_title) <= 120),
  application_id uuid not null references public.applications (id),
  tester_id uuid not null references public.profiles (id),
  tester_name text not null default '' check (char_length(tester_name) <= 120),
  org_id uuid not null references public.organizations (id),
  developer_id uuid not null references public.profiles (id),
  assignee_id uuid references public.profiles (id),
  assignee_name text not null default '' check (char_length(assignee_name) <= 120),
  release_id uuid references public.releases (id),
  type text not null default 'bug' check (type in ('bug', 'feature', 'usability')),
  rating int not null default 0 check (rating between 0 and 5),
  summary text not null default '' check (char_length(summary) <= 200),
  details text not null default '' check (char_length(details) <= 10000),
  steps text not null default '' check (char_length(steps) <= 10000),
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  device text not null default '' check (char_length(device) <= 200),
  attachments jsonb not null default '[]' check (private.is_attachments(attachments)),
  uploaded jsonb not null default '[]' check (private.is_text_list(uploaded, 100, 36)),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'approved', 'rejected', 'changes_requested')),
  usefulness int not null default 0 check (usefulness between 0 and 5),
  reason_code text not null default '' check (reason_code in
    ('', 'duplicate', 'not_reproducible', 'did_not_follow_instructions', 'out_of_scope', 'works_as_designed', 'other')),
  reason text not null default '' check (char_length(reason) <= 2000),
  duplicate_of uuid references public.feedback (id),
  -- When the server received the original report. The tester reads no more of it.
  duplicate_sent_at timestamptz(3),
  known boolean not null default false,
  fixed_release_id uuid references public.releases (id),
  -- Always empty: the values are in report_triage (file `report_triage`).
  priority text not null default '' check (priority in ('', 'low', 'medium', 'high', 'urgent')),
  tags jsonb not null default '[]' check (private.is_tags(tags)),
  -- Counts of retests of the build with the fix, by mark (file `retests`).
  retests jsonb not null default '{"fixed": 0, "still_there": 0, "unclear": 0}',
  reproductions int not null default 0 check (reproductions >= 0),
  captured_at timestamptz(3) not null default now() check (private.is_instant(captured_at)),
  received_at timestamptz(3),
  reviewed_at timestamptz(3),
  due_at timestamptz(3),
  history jsonb not null default '[]',
  hidden boolean not null default false,
  is_sample boolean not null default false
);
select private.add_sync_columns('feedback');
comment on column public.feedback.history is
'[{at, status: submitted | approved | rejected | changes_requested, by: tester | developer | server,
text, usefulness, reason_code}], oldest first, at most 100. Has no check, because only
record_history can write it.';
create index feedback_sync on public.feedback (sync_xid, id);
create index feedback_sync_tester on public.feedback (tester_id, sync_xid, id);
create index feedback_sync_organization on public.feedback (org_id, sync_xid, id) where status <> 'draft';
create index feedback_received on public.feedback (received_at) where status <> 'draft';
create index feedback_campaign on public.feedback (campaign_id, status);
create index feedback_campaign_received on public.feedback (campaign_id, received_at) where status <> 'draft' and not hidden and not _deleted;
create index feedback_application on public.feedback (application_id);
create index feedback_release on public.feedback (release_id) where release_id is not null;
create index feedback_fixed_release on public.feedback (fixed_release_id) where fixed_release_id is not null;
create index feedback_duplicate_of on public.feedback (duplicate_of) where duplicate_of is not null;
create index feedback_due on public.feedback (due_at) where status = 'submitted' and not _deleted;
create index feedback_campaign_due on public.feedback (campaign_id, due_at) where status = 'submitted' and not _deleted;

select private.protect_table('feedback');
-- Admins do not read drafts of reports.
create policy feedback_read_own on public.feedback for select to authenticated using (tester_id = (select auth.uid()));
create policy feedback_read_received on public.feedback for select to authenticated
  using (status <> 'draft' and (org_id in (select private.my_organizations('view')) or (select private.is_admin())));
create policy feedback_add on public.feedback for insert to authenticated
  with check (tester_id = (select auth.uid()) and (select private.my_role()) = 'tester');
create policy feedback_edit_own on public.feedback for update to authenticated
  using (tester_id = (select auth.uid())) with check (tester_id = (select auth.uid()));
create policy feedback_review on public.feedback for update to authenticated
  using (status <> 'draft' and org_id in (select private.my_organizations('review')))
  with check (status <> 'draft' and org_id in (select private.my_organizations('review')));

select private.sync_register('feedback', '{id,campaign_id,application_id,tester_id}',
  '{usefulness,reason_code,reason,duplicate_of,known,fixed_release_id,assignee_id,assignee_name,priority,tags}', removable => true,
  writable => '{release_id,type,rating,summary,details,steps,severity,device,attachments,status,captured_at}');
select private.add_sync_filters('feedback', '{tester}', 't.tester_id = $1');
select private.add_sync_filters('feedback', '{developer}', 't.org_id = {org} and t.status <> ''draft''');
select private.register_change_topics('feedback', 'select ''user:'' || tester_id from new_rows
  union all select ''org:'' || org_id from new_rows where status <> ''draft''');

select private.add_transitions('feedback', 'tester', 'new > draft', 'new > submitted', 'draft > submitted', 'changes_requested > submitted');
select private.add_transitions('feedback', 'developer', 'submitted > approved', 'submitted > rejected', 'submitted > changes_requested');
select private.add_transitions('feedback', 'server', 'submitted > approved');

-- Requires that the report can still be submitted. The device's clock must be within the campaign's
-- days, plus one day on each side for time zones. The server accepts until a week after the end, so
-- that a week offline loses no report.
create function private.require_in_time(campaign public.campaigns, captured_at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  last date := least(campaign.end_date, (campaign.completed_at at time zone 'utc')::date);
  written date := (captured_at at time zone 'utc')::date;
begin
  if written < campaign.start_date - 1 then
    perform private.reject('too_early', 'This campaign has not started yet.');
  elsif written > last + 1 then
    perform private.reject('too_late', 'This report was written after the campaign had ended.');
  elsif private.today() > last + 7 then
    perform private.reject('too_late', 'This report arrived more than a week after the campaign had ended.');
  end if;
end
$$;

-- Decided by ownership, because a person's role may have changed: the author acts as a tester, the
-- campaign's owner as a developer.
create function private.report_actor(report public.feedback) returns text
language sql stable set search_path = '' as $$
  select case when private.current_actor() = 'server' then 'server' when report.tester_id = auth.uid() then 'tester' else 'developer' end
$$;

create trigger t20_set_organization before insert on public.feedback for each row execute function private.set_organization('applications', 'application_id');

-- A device may lose a file before the upload. The author may then replace or remove it, but must
-- keep uploaded files and cannot add others.
create function private.keeps_arrived(report public.feedback, files jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when not private.is_attachments(files) then false else
    jsonb_array_length(files) <= jsonb_array_length(report.attachments)
    and (select count(distinct f ->> 'id') from jsonb_array_elements(files) f) = jsonb_array_length(files)
    and not exists (
      select 1 from jsonb_array_elements(report.attachments) f
      where report.uploaded ? (f ->> 'id') and not files @> jsonb_build_array(f))
  end
$$;

create function private.feedback_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := private.current_actor();
  me constant uuid := auth.uid();
  -- Mutable columns per actor. Rows are compared without them, so a new column is frozen by
  -- default.
  by_tester constant text[] := '{release_id,type,rating,summary,details,steps,severity,device,attachments,captured_at,status,
    _deleted,sync_client,sync_seq}';
  by_tester_once_submitted constant text[] := '{attachments,status,sync_client,sync_seq}';
  by_developer constant text[] := '{status,usefulness,reason_code,reason,duplicate_of,known,fixed_release_id,assignee_id,assignee_name,
    priority,tags,sync_client,sync_seq}';
  by_developer_once_decided constant text[] := '{known,fixed_release_id,assignee_id,assignee_name,priority,tags,sync_client,sync_seq}';
  application public.applications;
  campaign public.campaigns;
  other public.feedback;
  submitted boolean;
begin
  if tg_op = 'INSERT' then
    perform private.require_own(actor, new.tester_id, 'Another person''s report.');
    select * into application from public.applications a where a.id = new.application_id;
    if not found then
      perform private.reject('missing_parent', 'The application of this report is not known yet.');
    elsif application.tester_id <> new.tester_id or application.campaign_id <> new.campaign_id then
      perform private.reject('not_accepted', 'This application is not for that campaign, or not by that tester.');
    end if;
    perform private.require_transition('feedback', 'new', new.status, actor);
    new.developer_id := application.developer_id;
    new.campaign_title := application.campaign_title;
    select p.name into new.tester_name from public.profiles p where p.id = new.tester_id;
    new.uploaded := '[]'; new.usefulness := 0; new.reason_code := ''; new.reason := ''; new.duplicate_of := null; new.duplicate_sent_at := null;
    new.assignee_id := null; new.assignee_name := ''; new.known := false; new.fixed_release_id := null; new.reproductions := 0; new.received_at := null; new.reviewed_at := null; new.due_at := null;
  elsif actor <> 'server' then
    if new.tester_id = me then
      if to_jsonb(new) - by_tester <> to_jsonb(old) - by_tester then
        perform private.reject('not_allowed', 'The review is the developer''s to give.');
      elsif new._deleted and old.status <> 'draft' then
        perform private.reject('wrong_state', 'Only a draft can be deleted.');
      elsif old.status not in ('draft', 'changes_requested')
        and (to_jsonb(new) - by_tester_once_submitted <> to_jsonb(old) - by_tester_once_submitted
          or new.attachments <> old.attachments and not (old.status = 'submitted' and private.keeps_arrived(old, new.attachments))) then
        perform private.reject('text_frozen', 'A submitted report can only be changed when changes are requested.');
      end if;
    elsif private.organization_allows(new.org_id, 'review') then
      if to_jsonb(new) - by_developer <> to_jsonb(old) - by_developer then
        perform private.reject('not_allowed', 'A report''s words are its author''s.');
      elsif new.status = old.status and to_jsonb(new) - by_developer_once_decided <> to_jsonb(old) - by_developer_once_decided then
        perform private.reject('wrong_state', 'A review comes with a decision, and stays as it was given.');
      elsif new.known <> old.known and new.status <> 'approved' then
        perform private.reject('wrong_state', 'Only an approved report can be a known issue.');
      end if;
      if new.fixed_release_id is not null and new.fixed_release_id is distinct from old.fixed_release_id then
        if new.status <> 'approved' then
          perform private.reject('wrong_state', 'Only what an approved report found can be fixed.');
        elsif not exists (select 1 from public.releases r where r.id = new.fixed_release_id) then
          perform private.reject('missing_parent', 'This build is not known yet.');
        elsif not exists (select 1 from public.releases r where r.id = new.fixed_release_id and r.org_id = new.org_id and not r._deleted) then
          perform private.reject('forbidden', 'Another organization''s release.');
        end if;
      end if;
    else
      perform private.reject('forbidden', 'Another person''s report.');
    end if;
  end if;

  new.captured_at := least(new.captured_at, now());
  submitted := new.status = 'submitted' and (tg_op = 'INSERT' or old.status <> 'submitted');

  if tg_op = 'UPDATE' and new.status <> old.status then
    perform private.require_transition('feedback', old.status, new.status, private.report_actor(new));
  end if;

  if submitted then
    if new.rating < 1 then
      perform private.reject('missing_rating', 'A report needs a rating from 1 to 5.');
    elsif char_length(private.trimmed(new.summary)) < 5 then
      perform private.reject('invalid', 'summary: at least 5 characters.');
    elsif private.trimmed(new.details) = '' and private.trimmed(new.steps) = '' then
      perform private.reject('invalid', 'details: a report needs details or steps.');
    end if;
    select * into application from public.applications a where a.id = new.application_id;
    select * into campaign from public.campaigns c where c.id = new.campaign_id;
    if application.status not in ('accepted', 'completed') then
      perform private.reject('not_accepted', 'Only accepted testers can send reports.');
    end if;
    -- After a change request a tester may resubmit beyond the campaign's end.
    if tg_op = 'INSERT' or old.status = 'draft' then
      perform private.require_in_time(campaign, new.captured_at);
    end if;
    new.received_at := coalesce(new.received_at, now());
    new.due_at := now() + make_interval(days => campaign.review_days);
  end if;

  if tg_op = 'UPDATE' and new.status <> old.status and new.status in ('approved', 'rejected', 'changes_requested') then
    new.duplicate_sent_at := null;
    if new.status = 'approved' then
      if new.usefulness < 1 then
        perform private.reject('usefulness_required', 'Approving needs a usefulness rating from 1 to 5.');
      end if;
      new.reason_code := ''; new.duplicate_of := null;
    elsif new.status = 'rejected' then
      if new.reason_code = '' then
        perform private.reject('reason_required', 'Rejecting needs a reason.');
      elsif new.reason_code = 'other' and private.trimmed(new.reason) = '' then
        perform private.reject('reason_required', 'The reason "other" needs a message.');
      elsif new.reason_code = 'duplicate' then
        select * into other from public.feedback f where f.id = new.duplicate_of;
        if not found or other.id = new.id or other.campaign_id <> new.campaign_id or other.status = 'draft' or other._deleted then
          perform private.reject('reason_required', 'A duplicate names the other report of the same campaign.');
        end if;
        new.duplicate_sent_at := other.received_at;
      else
        new.duplicate_of := null;
      end if;
      new.usefulness := 0;
    else
      if private.trimmed(new.reason) = '' then
        perform private.reject('reason_required', 'Requesting changes needs a message.');
      end if;
      new.usefulness := 0; new.reason_code := ''; new.duplicate_of := null;
    end if;
    new.reviewed_at := now();
    new.due_at := null;
  end if;
  return new;
end
$$;
select private.add_triggers('feedback', rules => 'feedback_rules');
create trigger t60_named_build before insert or update on public.feedback for each row execute function private.named_build_rules();

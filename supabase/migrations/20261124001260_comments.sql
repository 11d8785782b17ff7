create table public.comments (
  id uuid primary key,
  feedback_id uuid not null references public.feedback (id),
  author_id uuid not null references public.profiles (id),
  author_name text not null default '' check (char_length(author_name) <= 120),
  tester_id uuid not null references public.profiles (id),
  org_id uuid not null references public.organizations (id),
  developer_id uuid not null references public.profiles (id),
  body text not null check (char_length(body) <= 5000),
  internal boolean not null default false,
  captured_at timestamptz(3) not null default now() check (private.is_instant(captured_at)),
  is_sample boolean not null default false,
  constraint comments_body_min check (char_length(private.trimmed(body)) >= 1)
);
select private.add_sync_columns('comments');
create index comments_sync_tester on public.comments (tester_id, sync_xid, id) where not internal;
create index comments_sync_organization on public.comments (org_id, sync_xid, id);
create index comments_developer on public.comments (developer_id);
create index comments_feedback on public.comments (feedback_id);
create index comments_author on public.comments (author_id);

select private.protect_table('comments');
create policy comments_read_tester on public.comments for select to authenticated
  using (tester_id = (select auth.uid()) and not internal);
create policy comments_read on public.comments for select to authenticated
  using (org_id in (select private.my_organizations('view')) or (select private.is_admin()));
create policy comments_add on public.comments for insert to authenticated
  with check (author_id = (select auth.uid()));

select private.sync_register('comments', '{id,feedback_id,author_id,body,internal,captured_at}', '{}', false);
select private.add_sync_filters('comments', '{tester}', 't.tester_id = $1 and not t.internal');
select private.add_sync_filters('comments', '{developer}', 't.org_id = {org}');
select private.register_change_topics('comments', 'select ''user:'' || tester_id from new_rows where not internal
  union all select ''org:'' || org_id from new_rows');

create trigger t20_set_organization before insert on public.comments for each row execute function private.set_organization('feedback', 'feedback_id');

create function private.comment_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := private.current_actor();
  report public.feedback;
begin
  if tg_op = 'UPDATE' then
    if actor <> 'server' then perform private.reject('not_allowed', 'A comment cannot be changed.'); end if;
    return new;
  end if;
  perform private.require_own(actor, new.author_id, 'Another person''s comment.');
  select * into report from public.feedback f where f.id = new.feedback_id;
  if not found then
    perform private.reject('missing_parent', 'The report of this comment is not known yet.');
  elsif new.author_id <> report.tester_id and not private.organization_allows(report.org_id, 'review', new.author_id) then
    perform private.reject('forbidden', 'A report is discussed between its author and the developer.');
  elsif report.status = 'draft' or report._deleted then
    perform private.reject('wrong_state', 'A draft has no comments.');
  elsif new.internal and new.author_id = report.tester_id then
    perform private.reject('not_allowed', 'Internal notes are the developer''s.');
  end if;
  new.tester_id := report.tester_id;
  new.developer_id := report.developer_id;
  select p.name into new.author_name from public.profiles p where p.id = new.author_id;
  new.captured_at := least(new.captured_at, now());
  return new;
end
$$;

create function private.after_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  report public.feedback;
  facts jsonb;
begin
  if new.internal then return null; end if;
  select * into report from public.feedback f where f.id = new.feedback_id;
  facts := jsonb_build_object('campaign_title', report.campaign_title, 'summary', report.summary, 'author_name', new.author_name, 'about_id', new.author_id,
    'campaign_id', report.campaign_id, 'feedback_id', report.id);
  if new.author_id = new.tester_id then
    perform private.notify_organization(new.org_id, 'review', 'comment_received', facts,
      '/developer/campaigns/' || report.campaign_id || '?tab=feedback&report=' || report.id, new.is_sample);
  else
    perform private.notify(new.tester_id, 'comment_received', facts, '/tester/tests/' || report.campaign_id || '/report/' || report.id, new.is_sample);
  end if;
  return null;
end
$$;
select private.add_triggers('comments', rules => 'comment_rules', effects => 'after_comment', events => 'insert');

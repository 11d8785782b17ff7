-- Flags: complaints to the admins about an app, a campaign or a report.

create table public.flags (
  id uuid primary key,
  reporter_id uuid not null references public.profiles (id),
  reporter_name text not null default '' check (char_length(reporter_name) <= 120),
  content_type text not null check (content_type in ('app', 'campaign', 'feedback')),
  content_id uuid not null,
  content_title text not null default '' check (char_length(content_title) <= 200),
  reason text not null check (char_length(reason) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'under_review', 'resolved', 'dismissed')),
  resolution text not null default '' check (char_length(resolution) <= 2000),
  resolved_at timestamptz(3),
  -- True while this flag hides the reported content.
  hidden boolean not null default false,
  is_sample boolean not null default false,
  constraint flags_reason_min check (char_length(private.trimmed(reason)) >= 1)
);
select private.add_sync_columns('flags');
create index flags_sync on public.flags (sync_xid, id);
create index flags_created on public.flags (created_at, id);
create index flags_open on public.flags (created_at) where status in ('pending', 'under_review');
create index flags_reporter on public.flags (reporter_id);
-- Flags about one item: admin_campaign_details, admin_app_details.
create index flags_content on public.flags (content_id, created_at);

select private.protect_table('flags');
create policy flags_read on public.flags for select to authenticated
  using (reporter_id = (select auth.uid()) or (select private.is_admin()));
create policy flags_add on public.flags for insert to authenticated with check (reporter_id = (select auth.uid()));
create policy flags_decide on public.flags for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.sync_register('flags',
  '{id,reporter_id,content_type,content_id,reason}',
  '{status,resolution,hidden}', false);
select private.add_sync_queue('flags', 'admin', 't.status in (''pending'', ''under_review'')');
select private.register_change_topics('flags', '(select ''admin'' from new_rows limit 1)');

select private.add_transitions('flag', 'tester', 'new > pending');
select private.add_transitions('flag', 'developer', 'new > pending');
select private.add_transitions('flag', 'admin', 'new > pending', 'pending > under_review', 'pending > resolved', 'pending > dismissed',
  'under_review > resolved', 'under_review > dismissed');

create function private.flag_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := private.current_actor();
  found_title text;
begin
  if tg_op = 'INSERT' then
    perform private.require_own(actor, new.reporter_id, 'Another person''s flag.');
    perform private.require_transition('flag', 'new', new.status, actor);
    -- Only titles that the reporter can see: a guessed id must not reveal one.
    found_title := case new.content_type
      when 'app' then (select a.title from public.apps a where a.id = new.content_id and a.published_at is not null)
      when 'campaign' then (select c.title from public.campaigns c where c.id = new.content_id and c.status <> 'draft'
        and private.may_see_campaign(c.id, new.reporter_id))
      when 'feedback' then (select f.summary from public.feedback f where f.id = new.content_id and f.status <> 'draft'
        and (new.reporter_id = f.tester_id or private.organization_allows(f.org_id, 'view', new.reporter_id) or actor = 'admin'))
    end;
    if found_title is null then
      perform private.reject('missing_parent', 'The flagged item is unknown.');
    end if;
    new.content_title := left(found_title, 200);
    select p.name into new.reporter_name from public.profiles p where p.id = new.reporter_id;
    new.resolution := ''; new.resolved_at := null; new.hidden := false;
    return new;
  end if;
  if actor not in ('server', 'admin') then
    perform private.reject('not_allowed', 'A flag is decided by an admin.');
  elsif new.hidden and new.status <> 'resolved' then
    perform private.reject('wrong_state', 'Only a flag that is resolved hides what it is about.');
  end if;
  if new.status <> old.status then
    perform private.require_transition('flag', old.status, new.status, actor);
    if new.status in ('resolved', 'dismissed') then new.resolved_at := now(); end if;
  elsif new.resolution <> old.resolution and old.status in ('resolved', 'dismissed') and actor <> 'server' then
    perform private.reject('wrong_state', 'A decided flag cannot be changed.');
  end if;
  return new;
end
$$;

-- Hidden while at least one flag hides it. The row stays readable, because visibility only grows;
-- devices leave it out of their lists.
create function private.hide_content(content_type text, content_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  hide constant boolean := exists (select 1 from public.flags f
    where f.content_type = hide_content.content_type and f.content_id = hide_content.content_id and f.hidden and not f._deleted);
begin
  case content_type
    when 'app' then
      update public.apps a set status = case when hide then 'hidden' when private.has_published_release(a.id) then 'published' else 'unpublished' end
      where a.id = content_id and a.status = case when hide then 'published' else 'hidden' end;
    when 'campaign' then
      perform private.lock_in_order(array[content_id], '{}');
      update public.campaigns c set hidden = hide where c.id = content_id and c.hidden <> hide;
    when 'feedback' then
      update public.feedback f set hidden = hide where f.id = content_id and f.hidden <> hide;
  end case;
end
$$;

create function private.after_flag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.hidden <> old.hidden then
    perform private.hide_content(new.content_type, new.content_id);
  end if;
  if new.status <> old.status or new.hidden <> old.hidden then
    perform private.log_activity(auth.uid(),
      case when new.status <> old.status then 'flag_' || new.status when new.hidden then 'content_hidden' else 'content_restored' end, 'flag', new.id,
      jsonb_build_object('content_type', new.content_type, 'content_title', new.content_title, 'from', old.status, 'to', new.status,
        'hidden', new.hidden, 'resolution', left(new.resolution, 400)));
  end if;
  return null;
end
$$;
select private.add_triggers('flags', rules => 'flag_rules', effects => 'after_flag', events => 'update');

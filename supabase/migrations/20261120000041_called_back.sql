-- Chapter 41: what is published can be called back. An app is unpublished, a release is withdrawn for good; rows stay, their status says so.
-- An app is published only with a published release. Whoever downloaded a withdrawn release is told, once. Notifications name what they are about.

alter table public.apps drop constraint apps_status_check;
alter table public.apps add constraint apps_status_check check (status in ('draft', 'published', 'unpublished', 'hidden'));
alter table public.releases drop constraint releases_status_check;
alter table public.releases add constraint releases_status_check check (status in ('draft', 'published', 'withdrawn'));
alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check check (kind in (
  'application_received', 'application_accepted', 'application_rejected', 'application_removed',
  'feedback_received', 'feedback_approved', 'feedback_rejected', 'changes_requested', 'comment_received',
  'reward_earned', 'payout_paid', 'payout_failed', 'campaign_completed', 'role_changed', 'release_withdrawn'));

-- A new app has no release yet, so it cannot begin published.
delete from public.state_moves where machine = 'app' and from_state = 'new' and to_state = 'published';
insert into public.state_moves (machine, from_state, to_state, actor) values
  ('app', 'published', 'unpublished', 'developer'),
  ('app', 'unpublished', 'published', 'developer'),
  -- Its last release was withdrawn, before or while an admin hid it.
  ('app', 'published', 'unpublished', 'server'),
  ('app', 'hidden', 'unpublished', 'server'),
  ('release', 'published', 'withdrawn', 'developer');

comment on function private.refuse(text, text) is
'Raises a refusal: SQLSTATE PT422 (PostgREST and @supabase/lite answer HTTP 422), MESSAGE in words, DETAIL = machine code. Codes, also in
sync/schema/refusals.ts: not_allowed (a column, a kind of row or a role that may not be written so), forbidden (another person''s),
wrong_state (the state machine has no such move), campaign_full, campaign_closed, not_accepted, too_early, too_late, missing_parent,
missing_rating, text_frozen, reason_required, usefulness_required, suspended, inactive, invalid, duplicate, spots_limit,
agreement_required, answer_required, no_rewards, no_paypal, release_required (an app without a published release), quota, too_large,
damaged (bytes that are not those of their name), unknown_collection, registration_closed, rate_limited (PT429), maintenance (PT503),
internal (a fault of ours, logged).';

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Apps and releases

-- As in chapter 30: a small change of a long function of an earlier chapter. Fails where the function is no longer what it was.
create function private.amend(routine regprocedure, old_text text, new_text text) returns void
language plpgsql set search_path = '' as $$
declare definition constant text := pg_catalog.pg_get_functiondef(routine);
begin
  if pg_catalog.strpos(definition, old_text) = 0 then
    raise exception 'This is not in %: %', routine, old_text;
  end if;
  execute replace(definition, old_text, new_text);
end
$$;

create function private.has_published_release(app uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.releases r where r.app_id = app and r.status = 'published' and not r._deleted)
$$;

do $$
begin
  perform private.amend('private.app_rules()', $old$if new.status = 'published' and (tg_op = 'INSERT' or old.status = 'draft') then$old$,
    $new$if new.status = 'published' and (tg_op = 'INSERT' or old.status <> 'published') and not private.has_published_release(new.id) then
    perform private.refuse('release_required', 'An app needs a published release before it is published.');
  end if;
  -- Unpublishing and publishing must not show again what an admin has hidden.
  if new.status = 'published' and who <> 'server' and exists (
    select 1 from public.flags f where f.content_type = 'app' and f.content_id = new.id and f.hidden and not f._deleted) then
    perform private.refuse('not_allowed', 'An admin has hidden this app.');
  end if;
  if new.status = 'published' and (tg_op = 'INSERT' or old.status in ('draft', 'unpublished')) then$new$);
  perform private.amend('private.release_rules()', $old$if old.status = 'published' and row(new.version$old$,
    $new$if old.status <> 'draft' and row(new.version$new$);
  perform private.amend('private.after_app()', $old$(new.status = 'hidden' or old.status = 'hidden') then$old$,
    $new$new.status = 'unpublished' then
    perform private.log_activity(auth.uid(), 'app_unpublished', 'app', new.id, jsonb_build_object('title', new.title));
  elsif tg_op = 'UPDATE' and new.status <> old.status and old.status = 'unpublished' then
    perform private.log_activity(auth.uid(), 'app_published', 'app', new.id, jsonb_build_object('title', new.title));
  elsif tg_op = 'UPDATE' and new.status <> old.status and (new.status = 'hidden' or old.status = 'hidden') then$new$);
  perform private.amend('private.hide_content(text, uuid)', $old$set status = case when gone then 'hidden' else 'published' end$old$,
    $new$set status = case when gone then 'hidden' when private.has_published_release(a.id) then 'published' else 'unpublished' end$new$);
  perform private.amend('private.named_build_rules()', $old$  elsif app <> (select c.app_id$old$,
    $new$  elsif exists (select 1 from public.releases r where r.id = new.release_id and r.status = 'withdrawn') then
    perform private.refuse('wrong_state', 'This build was withdrawn.');
  elsif app <> (select c.app_id$new$);
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Who has a withdrawn release is told. Some at once, the rest by the schedule: a release may have a million downloads.

create table private.withdrawals (
  release_id uuid primary key references public.releases (id) on delete cascade,
  -- The last one who was told, in the order of ids.
  told_to uuid
);
comment on table private.withdrawals is 'Withdrawn releases whose downloaders are not all told yet.';
revoke all on private.withdrawals from public, anon, authenticated;

create function private.tell_withdrawn(release public.releases, person uuid, sample boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  campaign uuid;
begin
  if person = release.developer_id then return; end if;
  -- Where they got it from: a test of theirs, or the App Store.
  select g.campaign_id into campaign from private.release_grants g
  join public.applications a on a.campaign_id = g.campaign_id and a.tester_id = person and a.accepted_at is not null
  where g.release_id = release.id order by a.accepted_at desc, g.campaign_id limit 1;
  perform private.notify(person, 'release_withdrawn',
    jsonb_build_object('app_title', (select a.title from public.apps a where a.id = release.app_id), 'version', release.version,
      'release_id', release.id),
    coalesce('/tester/tests/' || campaign, '/apps/' || release.app_id), sample);
end
$$;

create function private.tell_withdrawals(most int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  release public.releases;
  waiting private.withdrawals;
  people int;
  person record;
  told int := 0;
begin
  for waiting in select * from private.withdrawals w order by w.release_id for update skip locked loop
    exit when told >= most;
    -- Downloads of it are counted under this lock: none is told here and by its own trigger.
    select * into release from public.releases r where r.id = waiting.release_id for no key update;
    people := 0;
    for person in
      select d.user_id, d.is_sample from public.downloads d
      where d.release_id = waiting.release_id and (waiting.told_to is null or d.user_id > waiting.told_to)
      order by d.user_id limit most - told
    loop
      perform private.tell_withdrawn(release, person.user_id, person.is_sample);
      waiting.told_to := person.user_id;
      people := people + 1;
    end loop;
    if people < most - told then
      delete from private.withdrawals w where w.release_id = waiting.release_id;
    else
      update private.withdrawals w set told_to = waiting.told_to where w.release_id = waiting.release_id;
    end if;
    told := told + people;
  end loop;
  return told;
end
$$;
comment on function private.tell_withdrawals(integer) is
'Tells people who downloaded a withdrawn release, at most so many. Out: how many were told. Called at the withdrawal and each minute. Rule: S29.';

create or replace function private.run_due() returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_run();
  perform private.tell_withdrawals(2000);
  return private.run_what_is_due();
end
$$;

create or replace function private.after_release() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  withdrawn constant boolean := tg_op = 'UPDATE' and new.status = 'withdrawn' and old.status <> 'withdrawn';
begin
  if private.is_seeding() then return null; end if;
  if withdrawn or new.status = 'published' and (tg_op = 'INSERT'
    or row(new.status, new.notes, new.downloads) is distinct from row(old.status, old.notes, old.downloads)) then
    perform private.refresh_app(new.app_id);
  end if;
  if withdrawn then
    -- After the app's row was locked by the line above: somebody may be publishing it.
    update public.apps a set status = 'unpublished'
    where a.id = new.app_id and a.status = 'published' and not private.has_published_release(a.id);
    perform private.log_activity(new.developer_id, 'release_withdrawn', 'release', new.id, jsonb_build_object(
      'title', (select a.title from public.apps a where a.id = new.app_id), 'version', new.version));
    insert into private.withdrawals (release_id) values (new.id) on conflict do nothing;
    perform private.tell_withdrawals(200);
  end if;
  return null;
end
$$;

-- A device that was offline tells of its download after the withdrawal.
create or replace function private.after_download() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  release public.releases;
begin
  if private.is_seeding() then return null; end if;
  update public.releases r set downloads = downloads + 1 where r.id = new.release_id returning * into release;
  if release.status = 'withdrawn' and not exists (
    select 1 from private.withdrawals w where w.release_id = release.id and (w.told_to is null or w.told_to < new.user_id)) then
    perform private.tell_withdrawn(release, new.user_id, new.is_sample);
  end if;
  return null;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- The file of what was called back is handed out to nobody but its developer and the admins (policies of chapter 7). What is on a device stays there.

create function private.is_offered_file(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.releases r join public.apps a on a.id = r.app_id
    where r.file_path = is_offered_file.name and r.file_path <> '' and not r._deleted and r.status <> 'withdrawn'
      and (r.status = 'published' and a.status = 'published' or r.id in (select private.my_granted_releases())))
$$;
drop policy betaflock_releases_read on storage.objects;
create policy betaflock_releases_read on storage.objects for select to anon, authenticated
  using (bucket_id = 'releases' and private.is_offered_file(name));

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Notifications name what they are about: opening it marks them as read, and the app groups those about one campaign.

do $$
begin
  perform private.amend('private.after_feedback()', $old$'summary', new.summary);$old$,
    $new$'summary', new.summary, 'campaign_id', new.campaign_id, 'feedback_id', new.id);$new$);
  perform private.amend('private.after_feedback()', $old$new.campaign_id || '/feedback';$old$,
    $new$new.campaign_id || '?tab=feedback&report=' || new.id;$new$);
  perform private.amend('private.after_feedback()', $old$'/tester/tests/' || new.campaign_id;$old$,
    $new$'/tester/tests/' || new.campaign_id || '/report/' || new.id;$new$);
  perform private.amend('private.after_comment()', $old$'author_name', new.author_name),$old$,
    $new$'author_name', new.author_name,
      'campaign_id', report.campaign_id, 'feedback_id', report.id),$new$);
  perform private.amend('private.after_comment()', $old$report.campaign_id || '/feedback'$old$,
    $new$report.campaign_id || '?tab=feedback&report=' || report.id$new$);
  perform private.amend('private.after_comment()', $old$else '/tester/tests/' || report.campaign_id end$old$,
    $new$else '/tester/tests/' || report.campaign_id || '/report/' || report.id end$new$);
  perform private.amend('private.after_application()', $old$jsonb_build_object('campaign_title', new.campaign_title,$old$,
    $new$jsonb_build_object('campaign_title', new.campaign_title, 'campaign_id', new.campaign_id,$new$);
  perform private.amend('private.after_application()', $old$'/developer/campaigns/' || new.campaign_id,$old$,
    $new$'/developer/campaigns/' || new.campaign_id || '?tab=applicants',$new$);
  perform private.amend('private.grant_reward(public.feedback)', $old$jsonb_build_object('campaign_title', campaign.title,$old$,
    $new$jsonb_build_object('campaign_title', campaign.title, 'campaign_id', campaign.id,$new$);
end
$$;

drop function private.amend(regprocedure, text, text);

do $$
declare f text;
begin
  foreach f in array array['private.has_published_release(uuid)', 'private.tell_withdrawn(public.releases, uuid, boolean)',
    'private.tell_withdrawals(int)', 'private.is_offered_file(text)'] loop
    execute format('revoke all on function %s from public, anon, authenticated', f);
    execute format('grant execute on function %s to service_role', f);
  end loop;
end
$$;
grant execute on function private.is_offered_file(text) to anon, authenticated;

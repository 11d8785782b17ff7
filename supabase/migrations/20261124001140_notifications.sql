-- Notifications in the app. The file `deliveries` has push and e-mail for the same event.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  kind text not null check (kind in (
    'application_received', 'application_accepted', 'application_rejected', 'application_removed',
    'feedback_received', 'feedback_approved', 'feedback_rejected', 'changes_requested', 'comment_received',
    'report_assigned',
    'reward_earned', 'payout_paid', 'payout_failed', 'campaign_completed', 'role_changed',
    'release_withdrawn', 'release_expired', 'build_published', 'issue_fixed', 'announcement', 'reminder_build', 'reminder_report', 'reminder_check_in', 'reminder_changes',
    'reminder_retest',
    'reminder_review', 'waves_ended', 'campaign_invited', 'new_tests', 'device_added',
    'session_ended', 'results_returned')),
  -- The id of the named person is in notification_names: the recipient must not learn it.
  data jsonb not null default '{}' check (private.is_flat(data) and not data ? 'about_id'),
  link text not null default '' check (char_length(link) <= 400),
  read_at timestamptz(3) check (private.is_instant(read_at)),
  is_sample boolean not null default false
);
select private.add_sync_columns('notifications');
create index notifications_sync_user on public.notifications (user_id, sync_xid, id);
create index notifications_announcement on public.notifications ((data ->> 'announcement_id')) where kind = 'announcement' and not _deleted;

-- The person named in a notification, so that the name can be removed when the account is deleted.
create table private.notification_names (
  notification_id uuid primary key references public.notifications (id) on delete cascade,
  person_id uuid not null
);
create index notification_names_person on private.notification_names (person_id);

select private.protect_table('notifications');
create policy notifications_read on public.notifications for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy notifications_edit_own on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

select private.sync_register('notifications', '{}', '{read_at}', false);
select private.add_sync_filters('notifications', '{tester,developer,admin}', 't.user_id = $1');
select private.register_change_topics('notifications', 'select ''user:'' || user_id from new_rows');

create function private.notification_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare actor constant text := private.current_actor();
begin
  if actor = 'server' then return new; end if;
  if tg_op = 'INSERT' then
    perform private.reject('not_allowed', 'Notifications are made by the server alone.');
  end if;
  perform private.require_own(actor, new.user_id, 'Another person''s notification.');
  new.read_at := least(new.read_at, now());
  return new;
end
$$;
select private.add_triggers('notifications', rules => 'notification_rules');

create table public.accounts (
  id uuid primary key references public.profiles (id),
  email text not null default '' check (email = '' or private.is_email(email)),
  unverified_email text not null default '' check (unverified_email = '' or private.is_email(unverified_email)),
  new_email text not null default '' check (new_email = '' or private.is_email(new_email)),
  new_email_waits text not null default '' check (new_email_waits in ('', 'both', 'old', 'new')),
  paypal_email text not null default '' check (paypal_email = '' or private.is_email(paypal_email)),
  language text not null default 'en' check (language in ('en', 'es')),
  time_zone text not null default '' check (char_length(time_zone) <= 60),
  billing jsonb not null default '{"plan": "free", "next_billing_date": null, "payment_method": ""}'
    check (private.is_billing(billing)),
  memberships jsonb not null default '[]' check (jsonb_typeof(memberships) = 'array'),
  blocked_organizations jsonb not null default '[]' check (jsonb_typeof(blocked_organizations) = 'array'),
  notification_preferences jsonb not null default '{}' check (private.is_preferences(notification_preferences)),
  saved_replies jsonb not null default '{}' check (private.is_saved_replies(saved_replies)),
  saved_searches jsonb not null default '[]' check (private.is_saved_searches(saved_searches)),
  saved_views jsonb not null default '{}' check (private.is_saved_views(saved_views)),
  saved_templates jsonb not null default '{}' check (private.is_saved_templates(saved_templates)),
  -- Always empty: the items are in shared_items (file `shared_items`).
  shared jsonb not null default '{}',
  constraint accounts_time_zone_shape check (time_zone ~ '^[A-Za-z0-9_+/-]*$')
);
select private.add_sync_columns('accounts');
comment on column public.accounts.unverified_email is
'The account''s address until it is confirmed; else empty. Server-written.';
comment on column public.accounts.new_email is
'The requested new address of the account; empty without a request. Server-written.';
comment on column public.accounts.new_email_waits is
'Which addresses still have to confirm the change: both, the old or the new one; empty without a
change. Server-written.';
comment on column public.accounts.memberships is
'The person''s organizations: [{org_id, name, logo_path, personal, role}], the personal one first,
then by name. Server-written.';
comment on column public.accounts.time_zone is
'IANA time zone of the person''s last device, or empty. Not checked against PostgreSQL''s list,
because a browser may know newer zones and its write must not be rejected. Read it through
private.time_zone_of.';
comment on column public.accounts.saved_replies is
'Saved replies to testers: {id: {kind (changes, reject, duplicate or comment), language, text}}.';
comment on column public.accounts.saved_searches is
'Saved searches of a tester: [{id, name, search (filters of Available Tests), alert (notify about
new tests)}].';
comment on column public.accounts.saved_views is
'Saved views of the review list: {id: {name, search: the parameters of its address}}.';
comment on column public.accounts.saved_templates is
'Campaign templates of a developer: {id: {name, description, requirements, instructions, agreement,
screening, effort_minutes}}.';
comment on column public.accounts.shared is
'Saved replies, views and templates that the person''s organizations share: {id: {org_id, kind
(reply, view or template), value: as in the lists above}}. Stored in private.shared_items.';
comment on column public.accounts.blocked_organizations is
'The organizations that a tester has blocked: [{org_id, name}], by name. Server-written.';
create index accounts_sync on public.accounts (sync_xid, id);

select private.protect_table('accounts');
create policy accounts_read on public.accounts for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
create policy accounts_edit_own on public.accounts for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

select private.sync_register('accounts', '{}',
  '{paypal_email,language,time_zone,billing,notification_preferences,saved_replies,saved_searches,saved_views,saved_templates,shared}', false);
select private.add_sync_filters('accounts', '{tester,developer,admin}', 't.id = $1');
select private.register_change_topics('accounts', 'select ''user:'' || id from new_rows');
select private.add_triggers('accounts', rules => 'own_row_only');

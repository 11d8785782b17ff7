-- Accounts: what only the person reads (addresses, language, billing, notification settings).

create table public.accounts (
  id uuid primary key references public.profiles (id),
  email text not null default '' check (char_length(email) <= 320),
  unverified_email text not null default '' check (char_length(unverified_email) <= 320),
  new_email text not null default '' check (char_length(new_email) <= 320),
  new_email_waits text not null default '' check (new_email_waits in ('', 'both', 'old', 'new')),
  paypal_email text not null default '' check (char_length(paypal_email) <= 320),
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
  constraint accounts_time_zone_shape check (time_zone ~ '^[A-Za-z0-9_+/-]*$'),
  constraint accounts_paypal_shape check (paypal_email = '' or paypal_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$')
);
select private.add_sync_columns('accounts');
comment on column public.accounts.unverified_email is
'The account''s address while nobody has opened the link in its confirmation message; else empty. The
server''s alone.';
comment on column public.accounts.new_email is
'The address that the account is changing to; empty when none is under way. The server''s alone.';
comment on column public.accounts.new_email_waits is
'Who has still to confirm the change: both addresses, the old one or the new one; empty without a
change. The server''s alone.';
comment on column public.accounts.memberships is
'The person''s organizations: [{org_id, name, logo_path, personal, role}], the personal one first, then
by name. The server''s alone.';
comment on column public.accounts.time_zone is
'The IANA name of the time zone of the person''s last device, or empty. Not compared with the names
that PostgreSQL knows: a browser may know newer ones, and its write must not be refused. Whoever
reads it asks private.time_zone_of.';
comment on column public.accounts.saved_replies is
'What the person writes again and again to testers: {id: {kind (changes,
reject, duplicate or comment), language, text}}.';
comment on column public.accounts.saved_searches is
'What a tester looks for: [{id, name, search (the filters of Available Tests), alert (tell me of new
tests)}].';
comment on column public.accounts.saved_views is
'The person''s views of the review list: {id: {name, search: the parameters of its address}}.';
comment on column public.accounts.saved_templates is
'What a developer begins a campaign with: {id: {name, description, requirements, instructions,
agreement, screening, effort_minutes}}.';
comment on column public.accounts.blocked_organizations is
'The organizations that a tester has blocked: [{org_id, name}], by name. The server''s alone.';
create index accounts_sync on public.accounts (sync_xid, id);

-- ---- Access ------------------------------------------------------------------------------------

select private.protect_table('accounts');
create policy accounts_read on public.accounts for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
create policy accounts_edit_own on public.accounts for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

select private.sync_register('accounts',
  '{}',
  '{paypal_email,language,time_zone,billing,notification_preferences,saved_replies,saved_searches,saved_views,saved_templates}', false);
select private.add_sync_filters('accounts', '{tester,developer,admin}', 't.id = $1');
select private.register_change_topics('accounts', 'select ''user:'' || id from new_rows');
select private.add_triggers('accounts', rules => 'own_row_only');

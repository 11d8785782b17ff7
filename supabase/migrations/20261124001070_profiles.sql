-- Profiles: what the app knows of a person. No foreign key to auth.users: the ledger outlives a
-- deleted login, which anonymises the profile instead.

create table public.profiles (
  id uuid primary key,
  name text not null default 'User' check (char_length(name) <= 120),
  email text not null default '' check (char_length(email) <= 320),
  role text not null default 'tester' check (role in ('tester', 'developer', 'admin')),
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  -- Why it is suspended, for the person to read; empty otherwise.
  status_reason text not null default '' check (char_length(status_reason) <= 1000),
  avatar_path text not null default '' check (char_length(avatar_path) <= 400),
  bio text not null default '' check (char_length(bio) <= 2000),
  devices jsonb not null default '[]' check (private.is_devices(devices)),
  expertise jsonb not null default '[]' check (private.is_text_list(expertise, 50, 60)),
  company text not null default '' check (char_length(company) <= 120),
  website text not null default '' check (char_length(website) <= 400),
  social_links jsonb not null default '{"github": "", "twitter": "", "linkedin": ""}'
    check (private.is_text_object(social_links, array['github', 'twitter', 'linkedin'], 100)),
  karma int not null default 0,
  rating numeric(3, 2) check (rating between 1 and 5),
  tests_completed int not null default 0 check (tests_completed >= 0),
  -- The exercises about a good report: done once, they count for karma (private.recount_person).
  report_guide text not null default 'open' check (report_guide in ('open', 'dismissed', 'finished')),
  last_sign_in_at timestamptz(3),
  is_sample boolean not null default false,
  -- A `javascript:` address would run as a link on somebody else's screen.
  constraint profiles_website_scheme check (website = '' or website ~* '^https?://')
);
select private.add_sync_columns('profiles');
alter table public.profiles add constraint profiles_name_min check (_deleted or char_length(private.trimmed(name)) >= 2);
create index profiles_sync on public.profiles (sync_xid, id);
create index profiles_email on public.profiles (lower(email));
create index profiles_admins on public.profiles (id) where role = 'admin';
create index profiles_waiting on public.profiles (id) where status = 'inactive' and role = 'developer';

create function private.karma_level(karma int) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when karma >= 600 then 'expert' when karma >= 150 then 'trusted' when karma >= 15 then 'tester' else 'newcomer' end
$$;
comment on function private.karma_level(int) is
'The level that so much karma gives. What a level opens is asked here, never stored: it follows the
karma at once, in both directions. The same as sync/schema/karma.ts.';

-- ---- Access ------------------------------------------------------------------------------------

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
create policy profiles_read on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
create policy profiles_edit_own on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy require_valid_session on public.profiles as restrictive for select to authenticated
  using ((select private.session_error()) is null
    or ((select private.session_error()) = 'second_factor' and id = (select auth.uid())));
create policy require_valid_session_for_update on public.profiles as restrictive for update to authenticated
  using ((select private.session_error()) is null);

select private.sync_register('profiles',
  '{}',
  '{name,avatar_path,bio,devices,expertise,company,website,social_links,report_guide}', false);
select private.add_sync_filters('profiles', '{tester,developer,admin}', 't.id = $1');
select private.register_change_topics('profiles', 'select ''user:'' || id from new_rows');

-- ---- Effects -----------------------------------------------------------------------------------

create function private.after_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Of a change of role, by admin_change_user.
  reason constant text := nullif(current_setting('betaflock.reason', true), '');
begin
  if new.role <> old.role then
    perform private.notify(new.id, 'role_changed',
      jsonb_strip_nulls(jsonb_build_object('role', new.role, 'reason', left(reason, 400))), '/' || new.role, new.is_sample);
    perform private.log_activity(private.acting_user_id(), 'role_changed', 'profile', new.id,
      jsonb_strip_nulls(jsonb_build_object('name', new.name, 'from', old.role, 'to', new.role, 'reason', reason)));
  end if;
  -- A deletion has its own entry.
  if new.status <> old.status and not new._deleted then
    perform private.log_activity(private.acting_user_id(), 'status_changed', 'profile', new.id,
      jsonb_build_object('name', new.name, 'from', old.status, 'to', new.status)
        || case when new.status_reason <> '' then jsonb_build_object('reason', new.status_reason) else '{}' end);
  end if;
  return null;
end
$$;
select private.add_triggers('profiles', rules => 'own_row_only', effects => 'after_profile', events => 'update');

-- Comments, reports, applications and announcements carry a copy of the name (applications of the
-- picture, too).
-- One update per table over the person's own rows, by index.
create function private.on_person_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() then return null; end if;
  update public.comments c set author_name = new.name where c.author_id = new.id and c.author_name <> new.name;
  update public.feedback f set tester_name = new.name where f.tester_id = new.id and f.tester_name <> new.name;
  update public.feedback f set assignee_name = new.name where f.assignee_id = new.id and f.assignee_name <> new.name;
  update public.applications a set card = a.card || jsonb_build_object('name', new.name, 'avatar_path', new.avatar_path)
  where a.tester_id = new.id and (a.card ->> 'name', a.card ->> 'avatar_path') is distinct from (new.name, new.avatar_path);
  perform private.rename_announcer(new.id, new.name);
  return null;
end
$$;
create trigger person_renamed after update of name, avatar_path on public.profiles for each row
  when (new.name <> old.name or new.avatar_path <> old.avatar_path) execute function private.on_person_renamed();

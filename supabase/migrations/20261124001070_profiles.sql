-- Owner ids. A person and their personal organization share one id. A team never gets a person's
-- id; otherwise its creator would own everything that the person stores later.
-- The kind of each profile or organization id. Rows are permanent, also after the owner is deleted.
create table private.owner_ids (
  id uuid primary key,
  kind text not null check (kind in ('person', 'team'))
);
revoke all on private.owner_ids from public, anon, authenticated;

-- Reserves an id for a person or a team (idempotent). Raises a unique violation when the id belongs
-- to the other kind.
create function private.own_id(id uuid, kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a concurrent transaction that inserts the same id.
  insert into private.owner_ids (id, kind) values (own_id.id, own_id.kind) on conflict on constraint owner_ids_pkey do nothing;
  if not exists (select 1 from private.owner_ids o where o.id = own_id.id and o.kind = own_id.kind) then
    raise exception using errcode = 'unique_violation', message = 'This id belongs to another kind of owner.', constraint = 'owner_ids_pkey';
  end if;
end
$$;

-- Profiles. There is no foreign key to auth.users: the ledger outlives a deleted login, so a
-- deletion anonymizes the profile.

create table public.profiles (
  id uuid primary key,
  name text not null default 'User' check (char_length(name) <= 120),
  email text not null default '' check (email = '' or private.is_email(email)),
  role text not null default 'tester' check (role in ('tester', 'developer', 'admin')),
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  -- Reason of a suspension, shown to the person; else empty.
  status_reason text not null default '' check (char_length(status_reason) <= 1000),
  avatar_path text not null default '' check (char_length(avatar_path) <= 400 and (avatar_path = '' or private.is_object_path(avatar_path))),
  bio text not null default '' check (char_length(bio) <= 2000),
  devices jsonb not null default '[]' check (private.is_devices(devices)),
  expertise jsonb not null default '[]' check (private.is_line_list(expertise, 50, 60)),
  company text not null default '' check (char_length(company) <= 120),
  website text not null default '' check (char_length(website) <= 400),
  social_links jsonb not null default '{"github": "", "twitter": "", "linkedin": ""}'
    check (private.is_line_object(social_links, array['github', 'twitter', 'linkedin'], 100)),
  karma int not null default 0,
  rating numeric(3, 2) check (rating between 1 and 5),
  tests_completed int not null default 0 check (tests_completed >= 0),
  -- The exercises about a good report. Completing them once adds karma (private.recount_person).
  report_guide text not null default 'open' check (report_guide in ('open', 'dismissed', 'finished')),
  last_sign_in_at timestamptz(3),
  is_sample boolean not null default false,
  constraint profiles_avatar_path_own check (avatar_path = '' or starts_with(avatar_path, id::text || '/')),
  -- A `javascript:` address would run as a link on another person's screen. User names before the
  -- host are rejected, because https://known.example@other.example leads elsewhere.
  constraint profiles_website_scheme check (website = '' or website ~* '^https?://[^/?#@\\[:space:]]+([/?#]|$)')
);
select private.add_sync_columns('profiles');
alter table public.profiles add constraint profiles_name_min check (_deleted or char_length(private.trimmed(name)) >= 2);
create function private.own_person_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.own_id(new.id, 'person');
  return new;
end
$$;
create trigger own_id before insert or update of id on public.profiles for each row execute function private.own_person_id();
create index profiles_sync on public.profiles (sync_xid, id);
create index profiles_email on public.profiles (email);
create index profiles_mailbox on public.profiles (private.mailbox_of(email));
create index profiles_admins on public.profiles (id) where role = 'admin';
create index profiles_waiting on public.profiles (id) where status = 'inactive' and role = 'developer';

-- The level of an amount of karma. Privileges of a level are computed on use and never stored, so
-- they follow the karma in both directions. Same as sync/schema/karma.ts.
create function private.karma_level(karma int) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when karma >= 600 then 'expert' when karma >= 150 then 'trusted' when karma >= 15 then 'tester' else 'newcomer' end
$$;

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

select private.sync_register('profiles', '{}',
  '{name,avatar_path,bio,devices,expertise,company,website,social_links,report_guide}', false);
select private.add_sync_filters('profiles', '{tester,developer,admin}', 't.id = $1');
select private.register_change_topics('profiles', 'select ''user:'' || id from new_rows');

create function private.after_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Reason of a role change, from admin_change_user.
  reason constant text := nullif(current_setting('betaflock.reason', true), '');
begin
  if new.role <> old.role then
    perform private.notify(new.id, 'role_changed',
      jsonb_strip_nulls(jsonb_build_object('role', new.role, 'reason', left(reason, 400))), '/' || new.role, new.is_sample);
    perform private.log_activity(private.acting_user_id(), 'role_changed', 'profile', new.id,
      jsonb_strip_nulls(jsonb_build_object('name', new.name, 'from', old.role, 'to', new.role, 'reason', reason)));
  end if;
  -- A deletion has its own log entry.
  if new.status <> old.status and not new._deleted then
    perform private.log_activity(private.acting_user_id(), 'status_changed', 'profile', new.id,
      jsonb_build_object('name', new.name, 'from', old.status, 'to', new.status)
        || case when new.status_reason <> '' then jsonb_build_object('reason', new.status_reason) else '{}' end);
  end if;
  return null;
end
$$;
select private.add_triggers('profiles', rules => 'own_row_only', effects => 'after_profile', events => 'update');

-- Comments, reports, applications and announcements hold a copy of the name (applications also of
-- the picture). One update per table, over the person's own rows by index.
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

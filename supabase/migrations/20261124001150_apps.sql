-- Apps of the App Store. Publishing needs a published release. The developer can unpublish an app,
-- and admins can hide it.

create table public.apps (
  id uuid primary key,
  org_id uuid not null references public.organizations (id),
  developer_id uuid not null references public.profiles (id),
  developer_name text not null default '' check (char_length(developer_name) <= 120),
  title text not null check (char_length(title) <= 120),
  description text not null default '' check (char_length(description) <= 5000),
  platform text not null default 'android' check (platform in ('android', 'ios', 'windows', 'macos', 'web')),
  type text not null default 'APK' check (type in ('APK', 'IPA', 'EXE', 'DMG', 'WEB')),
  icon_path text not null default '' check (char_length(icon_path) <= 400 and (icon_path = '' or private.is_object_path(icon_path))),
  screenshots jsonb not null default '[]' check (private.is_object_path_list(screenshots, 20)),
  requirements jsonb not null default '[]' check (private.is_line_list(requirements, 30, 200)),
  compatibility text not null default '' check (char_length(compatibility) <= 400),
  status text not null default 'draft' check (status in ('draft', 'published', 'unpublished', 'hidden')),
  version text not null default '' check (char_length(version) <= 40),
  changelog text not null default '' check (char_length(changelog) <= 10000),
  size_bytes bigint not null default 0 check (size_bytes between 0 and 9007199254740991),
  -- Snapshot of private.download_counts as of the row's last write.
  downloads int not null default 0,
  published_at timestamptz(3),
  is_sample boolean not null default false,
  constraint apps_status_described check (status = 'draft' or char_length(private.trimmed(description)) > 0)
);
select private.add_sync_columns('apps');
alter table public.apps add constraint apps_title_min check (_deleted or char_length(private.trimmed(title)) >= 1);
create index apps_sync on public.apps (sync_xid, id);
create index apps_sync_organization on public.apps (org_id, sync_xid, id);
create index apps_developer on public.apps (developer_id);
-- Finds rows that use a picture before it is replaced or removed.
create index apps_icon on public.apps (icon_path) where icon_path <> '';
create index apps_screenshots on public.apps using gin (screenshots jsonb_path_ops) where screenshots <> '[]';

select private.protect_table('apps');
grant select on public.apps to anon;
create policy apps_read_public on public.apps for select to anon, authenticated using (published_at is not null);
create policy apps_read_own on public.apps for select to authenticated
  using (org_id in (select private.my_organizations('view')) or (select private.is_admin()));
create policy apps_add on public.apps for insert to authenticated
  with check (developer_id = (select auth.uid()) and org_id in (select private.my_organizations('manage')) and (select private.my_role()) = 'developer');
create policy apps_edit on public.apps for update to authenticated
  using (org_id in (select private.my_organizations('manage')) or (select private.is_admin()))
  with check (org_id in (select private.my_organizations('manage')) or (select private.is_admin()));

select private.sync_register('apps', '{id,org_id,developer_id}', '{}', removable => true,
  writable => '{title,description,platform,type,icon_path,screenshots,requirements,compatibility,status}');
-- Other people's apps are in the catalog and not replicated.
select private.add_sync_filters('apps', '{developer}', 't.org_id = {org}');
select private.register_change_topics('apps', 'select ''org:'' || org_id from new_rows');

select private.add_transitions('app', 'developer', 'new > draft', 'draft > published', 'published > unpublished', 'unpublished > published');
select private.add_transitions('app', 'admin', 'published > hidden', 'hidden > published');
select private.add_transitions('app', 'server', 'draft > published', 'published > hidden', 'hidden > published', 'published > unpublished', 'hidden > unpublished');

create trigger t20_set_organization before insert on public.apps for each row execute function private.set_organization();

create function private.app_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare actor constant text := private.current_actor();
begin
  if tg_op = 'INSERT' then
    perform private.require_own(actor, new.developer_id, 'Another developer''s app.');
    perform private.require_transition('app', 'new', new.status, actor);
    perform private.require_allowed(actor, new.org_id, 'manage', 'Another organization''s app.');
    select o.name into new.developer_name from public.organizations o where o.id = new.org_id;
    new.version := ''; new.changelog := ''; new.size_bytes := 0; new.published_at := null;
  else
    if actor <> 'server' then
      if actor = 'admin' then
        if not private.organization_allows(new.org_id, 'manage')
          and to_jsonb(new) - '{status,sync_client,sync_seq}'::text[] <> to_jsonb(old) - '{status,sync_client,sync_seq}'::text[] then
          perform private.reject('not_allowed', 'An admin hides or shows an app and changes nothing else of it.');
        end if;
      else
        perform private.require_allowed(actor, new.org_id, 'manage', 'Another organization''s app.');
      end if;
      if new._deleted and old.status <> 'draft' then
        perform private.reject('wrong_state', 'Only a draft can be deleted.');
      end if;
    end if;
    perform private.require_transition('app', old.status, new.status, actor);
  end if;
  perform private.require_own_object(actor, 'icon_path', new.icon_path, case tg_op when 'UPDATE' then old.icon_path end);
  if private.is_object_path_list(new.screenshots, 20) then
    perform private.require_own_object(actor, 'screenshots', path) from jsonb_array_elements_text(new.screenshots) path
    where tg_op = 'INSERT' or not old.screenshots ? path;
  end if;
  if new.status = 'published' and (tg_op = 'INSERT' or old.status <> 'published') and not private.has_published_release(new.id) then
    perform private.reject('release_required', 'An app needs a published release before it is published.');
  end if;
  -- Unpublishing and publishing again must not show an app that an admin has hidden.
  if new.status = 'published' and actor <> 'server' and exists (
    select 1 from public.flags f where f.content_type = 'app' and f.content_id = new.id and f.hidden and not f._deleted) then
    perform private.reject('not_allowed', 'An admin has hidden this app.');
  end if;
  if new.status = 'published' and (tg_op = 'INSERT' or old.status in ('draft', 'unpublished')) then
    perform private.require_active(coalesce(auth.uid(), new.developer_id), 'publish');
    if char_length(private.trimmed(new.description)) = 0 then
      perform private.reject('invalid', 'An app needs a description before it is published.');
    end if;
    new.published_at := coalesce(new.published_at, now());
  end if;
  return new;
end
$$;

-- An app's version, size, changelog and date are those of its newest published release.
create function private.refresh_app(app uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.apps a set
    version = coalesce(n.version, ''), changelog = coalesce(n.notes, ''), size_bytes = coalesce(n.size_bytes, 0),
    published_at = case when a.status = 'draft' then a.published_at else greatest(a.published_at, n.published_at) end
  from (select 1) one
  left join lateral (
    select r.version, r.notes, r.size_bytes, r.published_at from public.releases r
    where r.app_id = app and r.status = 'published' and not r._deleted order by r.published_at desc, r.id limit 1
  ) n on true
  where a.id = app;
end
$$;

create function private.after_app() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.published_at is not null and (tg_op = 'INSERT' or old.published_at is null) then
    perform private.refresh_app(new.id);
    perform private.log_activity(coalesce(auth.uid(), new.developer_id), 'app_published', 'app', new.id, jsonb_build_object('title', new.title));
  end if;
  if tg_op = 'UPDATE' and new.status <> old.status and new.status = 'unpublished' then
    perform private.log_activity(auth.uid(), 'app_unpublished', 'app', new.id, jsonb_build_object('title', new.title));
  elsif tg_op = 'UPDATE' and new.status <> old.status and old.status = 'unpublished' then
    perform private.log_activity(auth.uid(), 'app_published', 'app', new.id, jsonb_build_object('title', new.title));
  elsif tg_op = 'UPDATE' and new.status <> old.status and (new.status = 'hidden' or old.status = 'hidden') then
    perform private.log_activity(auth.uid(), case new.status when 'hidden' then 'app_hidden' else 'app_shown' end, 'app', new.id,
      jsonb_build_object('title', new.title));
  end if;
  if tg_op = 'UPDATE' and new._deleted and not old._deleted then
    update public.releases r set _deleted = true where r.app_id = new.id and not r._deleted;
  end if;
  return null;
end
$$;
select private.add_triggers('apps', rules => 'app_rules', effects => 'after_app');

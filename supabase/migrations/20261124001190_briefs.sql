-- Briefs: the part of a campaign for accepted testers (instructions, build, known issues,
-- announcements).

create table public.briefs (
  id uuid primary key references public.campaigns (id),
  org_id uuid not null references public.organizations (id),
  developer_id uuid not null references public.profiles (id),
  instructions text not null default '' check (char_length(instructions) <= 20000),
  build_url text not null default '' check (char_length(build_url) <= 2000),
  release_id uuid references public.releases (id),
  -- The server sets release_id to the app's newest published build: the file `release_grants`.
  follows_newest boolean not null default false,
  known_issues jsonb not null default '[]' check (jsonb_typeof(known_issues) = 'array'),
  -- [{id, title, body, at, author_name, recipients}], newest first: the file `announcements`.
  announcements jsonb not null default '[]' check (jsonb_typeof(announcements) = 'array'),
  -- Versions and dates are the server's (file `tasks`).
  tasks jsonb not null default '[]' check (private.is_tasks(tasks)),
  constraint briefs_build_url_scheme check (build_url = '' or build_url ~* '^https?://[^\s/?#]')
);
select private.add_sync_columns('briefs');
create index briefs_sync_organization on public.briefs (org_id, sync_xid, id);
create index briefs_developer on public.briefs (developer_id);
create index briefs_release on public.briefs (release_id);

select private.protect_table('briefs');
select private.add_organization_policies('briefs');

select private.sync_register('briefs', '{id,developer_id}', '{}', removable => false, writable => '{instructions,build_url,release_id,follows_newest,tasks}');
-- Testers: release_grants.
select private.add_sync_filters('briefs', '{developer}', 't.org_id = {org}');
select private.register_change_topics('briefs', 'select ''org:'' || org_id from new_rows
  union all select ''user:'' || t.t from new_rows b cross join lateral private.testers_to_notify(b.id, true) t (t)');

create trigger t20_set_organization before insert on public.briefs for each row execute function private.set_organization('campaigns', 'id');

create function private.brief_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := private.current_actor();
  campaign public.campaigns;
begin
  select * into campaign from public.campaigns c where c.id = new.id;
  if not found then
    perform private.reject('missing_parent', 'The campaign of this brief is not known yet.');
  end if;
  if actor <> 'server' then
    perform private.require_allowed(actor, campaign.org_id, 'manage', 'Another organization''s campaign.');
    if new.developer_id is distinct from campaign.developer_id then
      perform private.reject('forbidden', 'A brief has the author of its campaign.');
    elsif campaign.status = 'archived' then
      perform private.reject('wrong_state', 'An archived campaign cannot be edited.');
    end if;
    if tg_op = 'INSERT' then new.known_issues := '[]'; new.announcements := '[]'; end if;
    if new.release_id is not null and (tg_op = 'INSERT' or new.release_id is distinct from old.release_id)
      and not exists (select 1 from public.releases r where r.id = new.release_id and r.org_id = campaign.org_id) then
      if exists (select 1 from public.releases r where r.id = new.release_id) then
        perform private.reject('forbidden', 'Another organization''s release.');
      end if;
      perform private.reject('missing_parent', 'The release of this brief is not known yet.');
    end if;
  end if;
  return new;
end
$$;
select private.add_triggers('briefs', rules => 'brief_rules');

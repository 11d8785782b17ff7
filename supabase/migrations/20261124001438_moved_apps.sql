-- Moving an app with its campaigns from a personal organization to another one. A personal
-- organization has one member, who also manages the other: no one loses access, and the new members
-- get it. Rewards and payouts keep their tester, amount and state; only the organization in whose
-- figures they count changes. The testers of the campaigns become past testers of the new
-- organization, and stay those of the old one, whose groups may contain them. The logs of both keep
-- what happened before. API tokens belong to one organization and no longer reach the app.
--
-- Scale: one transaction for the campaigns of an app, with at most 10,000 testers each.
create function public.move_app(app_id uuid, org_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  app public.apps;
  source public.organizations;
  target public.organizations;
  moved uuid[];
begin
  perform private.check_session();
  select * into app from public.apps a where a.id = move_app.app_id and not a._deleted;
  perform private.reject_if(not found, 'forbidden', 'There is no such app, or it is not yours.');
  perform private.require_organization(app.org_id, 'own');
  perform private.require_organization(move_app.org_id, 'manage');
  select * into source from public.organizations o where o.id = app.org_id;
  select * into target from public.organizations o where o.id = move_app.org_id;
  perform private.reject_if(not source.personal or target.personal,
    'not_allowed', 'Only apps of a personal organization move, and only to another kind.');
  perform private.reject_if(app.status = 'hidden', 'not_allowed', 'An admin has hidden this app.');
  -- In the lock order (docs/architecture.md, "Money").
  select coalesce(array_agg(c.id), '{}') into moved from (
    select c.id from public.campaigns c where c.app_id = app.id and c.org_id = source.id order by c.id for no key update) c;
  update public.campaigns c set org_id = target.id, developer_name = target.name where c.id = any (moved);
  update public.applications a set org_id = target.id where a.campaign_id = any (moved);
  update public.feedback f set org_id = target.id where f.campaign_id = any (moved);
  update public.comments k set org_id = target.id from public.feedback f where f.id = k.feedback_id and f.campaign_id = any (moved);
  update public.rewards r set org_id = target.id where r.campaign_id = any (moved);
  update public.briefs b set org_id = target.id where b.id = any (moved);
  update public.releases r set org_id = target.id where r.app_id = app.id;
  update public.apps a set org_id = target.id, developer_name = target.name where a.id = app.id and a.org_id = source.id;
  if not found then
    perform private.reject('forbidden', 'This app has just moved.');
  end if;
  insert into private.org_testers (org_id, user_id, name_key)
  select distinct target.id, p.id, private.sort_key(p.name) from public.applications a join public.profiles p on p.id = a.tester_id
  where a.campaign_id = any (moved) and a.accepted_at is not null and not a._deleted and not p._deleted on conflict do nothing;
  perform private.log_organization(o, 'app_moved', app.id,
    jsonb_build_object('title', app.title, 'from', source.name, 'to', target.name, 'campaigns', cardinality(moved)))
  from unnest(array[source.id, target.id]) o;
end
$$;
comment on function public.move_app(uuid, uuid) is
'Moves an app with its releases, campaigns, applications, reports, comments and rewards from the
caller''s personal organization to one that the caller manages. Errors: forbidden (no such app or
organization), not_allowed (insufficient role, another kind of organization, or a hidden app),
suspended.';

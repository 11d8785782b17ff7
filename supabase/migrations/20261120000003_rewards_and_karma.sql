-- Chapter 3: what follows from a change. AFTER triggers, as the owner, in the same transaction: a reward without its approval, or an
-- approval without its reward, can't be seen by anybody.
-- Locks are always taken in the order campaign, profile, reward, so that two approvals at once wait for each other and never deadlock
-- on these. They are NO KEY locks: a foreign key's check holds the parent's key already, and two inserts that both went on to a full lock
-- would wait for each other. Counts are computed anew from the rows (never +1): a replay or a lost update can't make them drift.

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Telling people, and the admins' log

create function private.notify(person uuid, kind text, data jsonb, link text, sample boolean default false) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (user_id, kind, data, link, is_sample)
  select p.id, kind, data, link, sample from public.profiles p where p.id = person and not p._deleted
$$;

create function private.log_activity(actor uuid, action text, target_type text, target_id uuid, details jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.activity (actor_id, actor_name, action, target_type, target_id, details)
  values ((select p.id from public.profiles p where p.id = actor), coalesce((select p.name from public.profiles p where p.id = actor), ''),
    action, target_type, target_id, details)
$$;

-- Whose doing it is: the caller's, or that of the admin for whom a function of the project calls with its own key.
create function private.acting() returns uuid
language sql stable set search_path = '' as $$
  select coalesce(auth.uid(), nullif(current_setting('betaflock.acting', true), '')::uuid)
$$;

create function private.is_seeding() returns boolean
language sql stable set search_path = '' as $$ select coalesce(current_setting('betaflock.seeding', true), '') = 'on' $$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Numbers (decisions.md)

-- Progress is the share of the wanted testers with at least one report that was handed in.
create function private.recount_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- First the lock, then the counting in a statement of its own: that one sees what those before us in the queue have committed.
  perform 1 from public.campaigns c where c.id = campaign for no key update;
  update public.campaigns c set
    testers_joined = n.testers, feedback_count = n.reports, new_feedback_count = n.waiting,
    progress = least(100, n.reporters * 100 / c.max_testers)
  from (
    select private.spots_taken(campaign) as testers, count(*)::int as reports,
      (count(*) filter (where f.status = 'submitted'))::int as waiting, count(distinct f.tester_id)::int as reporters
    from public.feedback f where f.campaign_id = campaign and f.status <> 'draft' and not f._deleted
  ) n
  where c.id = campaign
    and row(c.testers_joined, c.feedback_count, c.new_feedback_count, c.progress)
      is distinct from row(n.testers, n.reports, n.waiting, least(100, n.reporters * 100 / c.max_testers));
end
$$;

-- karma = 10 per approved report + 2 per point of usefulness + 20 per completed test - 5 per rejected report (duplicates cost nothing);
-- rating = mean usefulness.
create function private.recount_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles p where p.id = person for no key update;
  update public.profiles p set karma = n.karma, rating = n.rating, tests_completed = n.completed
  from (
    select done.completed, f.rating, 10 * f.approved + 2 * f.points + 20 * done.completed - 5 * f.rejected as karma
    from (
      select (count(*) filter (where r.status = 'approved'))::int as approved,
        (coalesce(sum(r.usefulness) filter (where r.status = 'approved'), 0))::int as points,
        (round(avg(r.usefulness) filter (where r.status = 'approved'), 2))::numeric(3, 2) as rating,
        (count(*) filter (where r.status = 'rejected' and r.reason_code <> 'duplicate'))::int as rejected
      from public.feedback r where r.tester_id = person and not r._deleted
    ) f
    cross join (
      select count(*)::int as completed from public.applications a
      where a.tester_id = person and a.status = 'completed' and not a._deleted
    ) done
  ) n
  where p.id = person
    and row(p.karma, p.rating, p.tests_completed) is distinct from row(n.karma, n.rating, n.completed);
end
$$;

-- How many other testers met the same: those whose duplicate was named after it, and those who said so, each once.
create function private.recount_reproductions(report uuid) returns void
language sql security definer set search_path = '' as $$
  update public.feedback f set reproductions = n.seen
  from (
    select count(*)::int as seen from (
      select d.tester_id from public.feedback d
      where d.duplicate_of = report and d.status = 'rejected' and d.reason_code = 'duplicate' and not d._deleted
      union
      select a.tester_id from public.applications a
      where a.campaign_id = (select o.campaign_id from public.feedback o where o.id = report)
        and a.confirmed_issues ? report::text and not a._deleted) x
    where x.tester_id <> (select o.tester_id from public.feedback o where o.id = report)) n
  where f.id = report and f.reproductions <> n.seen
$$;

-- The list that accepted testers read: title and summary of what is known, never who wrote it.
create function private.rebuild_known_issues(campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare list jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.summary,
      'summary', left(case when private.trimmed(f.details) <> '' then f.details else f.steps end, 2000), 'reproductions', f.reproductions)
      order by f.reproductions desc, f.received_at, f.id), '[]')
  into list
  from public.feedback f where f.campaign_id = campaign and f.known and f.status = 'approved' and not f._deleted;
  insert into public.briefs (id, developer_id, known_issues)
  select c.id, c.developer_id, list from public.campaigns c
  where c.id = campaign and list <> '[]' and not exists (select 1 from public.briefs b where b.id = campaign);
  update public.briefs b set known_issues = list where b.id = campaign and b.known_issues <> list;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Rewards

-- Pays what an approved report earns. The reward's id is a UUIDv5 of what it is paid for, so a second approval, a replay or a race meets
-- the primary key and pays nothing:
--   testing      reward:testing:{campaign}:{tester}       the first approved report of a tester in a campaign
--   downloading  reward:downloading:{release}:{tester}    a release that the tester downloaded and reported on
--   suggestions  reward:suggestions:{report}              each approved suggestion
create function private.grant_reward(report public.feedback) returns void
language plpgsql security definer set search_path = '' as $$
declare
  campaign public.campaigns;
  key text;
  build uuid;
  reward uuid;
begin
  select * into campaign from public.campaigns c where c.id = report.campaign_id;
  if campaign.reward_model = 'testing' then
    key := format('reward:testing:%s:%s', report.campaign_id, report.tester_id);
  elsif campaign.reward_model = 'suggestions' then
    if report.type <> 'feature' then return; end if;
    key := format('reward:suggestions:%s', report.id);
  else
    build := coalesce(report.release_id, (select b.release_id from public.briefs b where b.id = report.campaign_id));
    if build is null then
      -- The build lies behind a link: what the tester's device noted stands for the download, once per campaign.
      if not exists (select 1 from public.applications a where a.id = report.application_id and a.downloaded_at is not null) then return; end if;
      key := format('reward:downloading:%s:%s', report.campaign_id, report.tester_id);
    else
      if not exists (select 1 from public.downloads d where d.release_id = build and d.user_id = report.tester_id) then return; end if;
      key := format('reward:downloading:%s:%s', build, report.tester_id);
    end if;
  end if;
  reward := private.uuid_v5(private.id_namespace(), key);
  -- The lock under which payouts add up (chapter 2).
  perform 1 from public.profiles p where p.id = report.tester_id for no key update;
  insert into public.rewards (id, tester_id, developer_id, campaign_id, campaign_title, feedback_id, model, amount_cents, currency, is_sample)
  values (reward, report.tester_id, report.developer_id, report.campaign_id, campaign.title, report.id, campaign.reward_model,
    campaign.reward_amount_cents, campaign.currency, report.is_sample)
  on conflict (id) do nothing;
  if found then
    insert into public.ledger_entries (tester_id, kind, amount_cents, currency, reward_id, is_sample)
    values (report.tester_id, 'earned', campaign.reward_amount_cents, campaign.currency, reward, report.is_sample);
    perform private.notify(report.tester_id, 'reward_earned',
      jsonb_build_object('campaign_title', campaign.title, 'amount_cents', campaign.reward_amount_cents, 'currency', campaign.currency),
      '/tester/rewards', report.is_sample);
  end if;
end
$$;

-- A test is completed when its campaign is, and at least one of the tester's reports was approved: whichever comes last.
create function private.complete_applications(campaign uuid, tester uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.applications a set status = 'completed'
  where a.campaign_id = campaign and a.status = 'accepted' and not a._deleted
    and (tester is null or a.tester_id = tester)
    and exists (select 1 from public.campaigns c where c.id = campaign and c.status in ('completed', 'archived'))
    and exists (select 1 from public.feedback f where f.application_id = a.id and f.status = 'approved' and not f._deleted);
end
$$;

-- ---------------------------------------------------------------------------------------------------------------------------------
-- What follows, table by table

create function private.after_campaign() returns trigger
language plpgsql security definer set search_path = '' as $$
declare person uuid;
begin
  if private.is_seeding() then return null; end if;
  if tg_op = 'UPDATE' and new.title <> old.title then
    update public.applications set campaign_title = new.title where campaign_id = new.id;
    update public.feedback set campaign_title = new.title where campaign_id = new.id;
    update public.rewards set campaign_title = new.title where campaign_id = new.id;
  end if;
  if tg_op = 'UPDATE' and new.max_testers <> old.max_testers then
    perform private.recount_campaign(new.id);
  end if;
  if new.published_at is not null and (tg_op = 'INSERT' or old.published_at is null) then
    perform private.log_activity(new.developer_id, 'campaign_published', 'campaign', new.id, jsonb_build_object('title', new.title));
  end if;
  if tg_op = 'UPDATE' and new.status = 'completed' and old.status = 'active' then
    for person in select a.tester_id from public.applications a where a.campaign_id = new.id and a.status = 'accepted' loop
      perform private.notify(person, 'campaign_completed', jsonb_build_object('campaign_title', new.title),
        '/tester/tests/' || new.id, new.is_sample);
    end loop;
    perform private.notify(new.developer_id, 'campaign_completed', jsonb_build_object('campaign_title', new.title),
      '/developer/campaigns/' || new.id, new.is_sample);
    perform private.complete_applications(new.id);
  end if;
  if tg_op = 'UPDATE' and new._deleted and not old._deleted then
    update public.briefs set _deleted = true where id = new.id and not _deleted;
  end if;
  return null;
end
$$;
create trigger effects after insert or update on public.campaigns for each row execute function private.after_campaign();

-- Touching a row stamps it anew, so that it passes every checkpoint (a grant touches).
create function private.open_brief(campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.briefs b set updated_at = now() where b.id = campaign;
  update public.releases r set updated_at = now()
  where r.id in (select g.release_id from private.release_grants g where g.campaign_id = campaign);
end
$$;

create function private.after_brief() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.release_id is not null and (tg_op = 'INSERT' or new.release_id is distinct from old.release_id) then
    insert into private.release_grants (release_id, campaign_id) values (new.release_id, new.id) on conflict do nothing;
    if found then
      update public.releases r set updated_at = now() where r.id = new.release_id;
    end if;
  end if;
  return null;
end
$$;
create trigger effects after insert or update on public.briefs for each row execute function private.after_brief();

create function private.after_application() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb;
  build uuid;
begin
  if private.is_seeding() then return null; end if;
  facts := jsonb_build_object('campaign_title', new.campaign_title, 'tester_name', new.card ->> 'name', 'reason', left(new.reason, 400));
  if tg_op = 'INSERT' or new.status <> old.status then
    perform private.recount_campaign(new.campaign_id);
    if new.status = 'accepted' then
      perform private.open_brief(new.campaign_id);
    end if;
    if tg_op = 'INSERT' then
      perform private.notify(new.developer_id, 'application_received', facts - 'reason', '/developer/campaigns/' || new.campaign_id, new.is_sample);
    end if;
    if new.status in ('accepted', 'rejected', 'removed') then
      perform private.notify(new.tester_id, 'application_' || new.status, facts - 'tester_name', '/tester/tests/' || new.campaign_id, new.is_sample);
    end if;
    if new.status = 'completed' then
      perform private.recount_person(new.tester_id);
    end if;
  end if;
  if tg_op = 'UPDATE' and new.downloaded_at is not null and old.downloaded_at is null then
    select b.release_id into build from public.briefs b where b.id = new.campaign_id;
    if build is not null then
      insert into public.downloads (release_id, user_id, is_sample) values (build, new.tester_id, new.is_sample) on conflict do nothing;
    end if;
  end if;
  if tg_op = 'UPDATE' and new.confirmed_issues <> old.confirmed_issues then
    perform private.recount_reproductions(changed.id::uuid)
    from (select x as id from jsonb_array_elements_text(new.confirmed_issues || old.confirmed_issues) x group by x
      having not (new.confirmed_issues ? x and old.confirmed_issues ? x) order by x) changed;
  end if;
  return null;
end
$$;
create trigger effects after insert or update on public.applications for each row execute function private.after_application();

create function private.after_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := jsonb_build_object('campaign_title', new.campaign_title, 'summary', new.summary);
  review text := '/developer/campaigns/' || new.campaign_id || '/feedback';
  work text := '/tester/tests/' || new.campaign_id;
begin
  if private.is_seeding() then return null; end if;
  if tg_op = 'INSERT' and new.status = 'draft' then return null; end if;
  if tg_op = 'INSERT' or new.status <> old.status then
    perform private.recount_campaign(new.campaign_id);
    if new.status = 'submitted' then
      perform private.notify(new.developer_id, 'feedback_received', facts || jsonb_build_object('tester_name', new.tester_name), review, new.is_sample);
    elsif new.status = 'approved' then
      perform private.grant_reward(new);
      perform private.notify(new.tester_id, 'feedback_approved', facts || jsonb_build_object('usefulness', new.usefulness), work, new.is_sample);
      perform private.complete_applications(new.campaign_id, new.tester_id);
      perform private.recount_person(new.tester_id);
    elsif new.status = 'rejected' then
      perform private.notify(new.tester_id, 'feedback_rejected', facts || jsonb_build_object('reason_code', new.reason_code), work, new.is_sample);
      perform private.recount_person(new.tester_id);
      if new.duplicate_of is not null then
        perform private.recount_reproductions(new.duplicate_of);
      end if;
    elsif new.status = 'changes_requested' then
      perform private.notify(new.tester_id, 'changes_requested', facts || jsonb_build_object('reason', left(new.reason, 400)), work, new.is_sample);
    end if;
  end if;
  if tg_op = 'UPDATE' and (new.known <> old.known or (new.known and new.reproductions <> old.reproductions)) then
    perform private.rebuild_known_issues(new.campaign_id);
  end if;
  return null;
end
$$;
create trigger effects after insert or update on public.feedback for each row execute function private.after_feedback();

create function private.after_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  report public.feedback;
begin
  if private.is_seeding() or new.internal then return null; end if;
  select * into report from public.feedback f where f.id = new.feedback_id;
  perform private.notify(
    case when new.author_id = new.tester_id then new.developer_id else new.tester_id end, 'comment_received',
    jsonb_build_object('campaign_title', report.campaign_title, 'summary', report.summary, 'author_name', new.author_name),
    case when new.author_id = new.tester_id then '/developer/campaigns/' || report.campaign_id || '/feedback'
      else '/tester/tests/' || report.campaign_id end, new.is_sample);
  return null;
end
$$;
create trigger effects after insert on public.comments for each row execute function private.after_comment();

create function private.after_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
declare facts jsonb := jsonb_build_object('amount_cents', new.amount_cents, 'currency', new.currency);
begin
  if private.is_seeding() then return null; end if;
  if tg_op = 'INSERT' then
    update public.rewards r set status = 'requested', payout_id = new.id
    where r.tester_id = new.tester_id and r.currency = new.currency and r.status = 'earned' and not r._deleted;
    return null;
  end if;
  if new.status = old.status then return null; end if;
  if new.status = 'paid' then
    update public.rewards r set status = 'paid' where r.payout_id = new.id and r.status = 'requested';
    insert into public.ledger_entries (tester_id, kind, amount_cents, currency, reward_id, payout_id, is_sample)
    select r.tester_id, 'paid', -r.amount_cents, r.currency, r.id, new.id, r.is_sample
    from public.rewards r where r.payout_id = new.id and r.status = 'paid'
    on conflict (reward_id, kind) do nothing;
    perform private.notify(new.tester_id, 'payout_paid', facts, '/tester/rewards', new.is_sample);
  elsif new.status = 'failed' then
    -- They are free again; the next request takes them with it.
    update public.rewards r set status = 'earned', payout_id = null where r.payout_id = new.id and r.status = 'requested';
    perform private.notify(new.tester_id, 'payout_failed', facts || jsonb_build_object('reason', left(new.reason, 400)), '/tester/rewards', new.is_sample);
  end if;
  perform private.log_activity(auth.uid(), 'payout_' || new.status, 'payout', new.id, facts || jsonb_build_object('tester_name', new.tester_name));
  return null;
end
$$;
create trigger effects after insert or update on public.payouts for each row execute function private.after_payout();

-- An app's version, size, changelog and date are those of its newest published release; its downloads are all releases' together.
create function private.refresh_app(app uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.apps a set
    version = coalesce(n.version, ''), changelog = coalesce(n.notes, ''), size_bytes = coalesce(n.size_bytes, 0),
    downloads = (select coalesce(sum(r.downloads), 0) from public.releases r where r.app_id = app),
    published_at = case when a.status = 'draft' then a.published_at else greatest(a.published_at, n.published_at) end
  from (select 1) one
  left join lateral (
    select r.version, r.notes, r.size_bytes, r.published_at from public.releases r
    where r.app_id = app and r.status = 'published' and not r._deleted order by r.published_at desc, r.id limit 1
  ) n on true
  where a.id = app;
end
$$;

create function private.after_release() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() then return null; end if;
  if new.status = 'published' and (tg_op = 'INSERT'
    or row(new.status, new.notes, new.downloads) is distinct from row(old.status, old.notes, old.downloads)) then
    perform private.refresh_app(new.app_id);
  end if;
  return null;
end
$$;
create trigger effects after insert or update on public.releases for each row execute function private.after_release();

create function private.after_app() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() then return null; end if;
  if new.published_at is not null and (tg_op = 'INSERT' or old.published_at is null) then
    -- A grant touches: its releases were there before, and become readable to everybody now.
    update public.releases r set updated_at = now() where r.app_id = new.id and r.status = 'published';
    perform private.refresh_app(new.id);
    perform private.log_activity(new.developer_id, 'app_published', 'app', new.id, jsonb_build_object('title', new.title));
  end if;
  if tg_op = 'UPDATE' and new.status <> old.status and (new.status = 'hidden' or old.status = 'hidden') then
    perform private.log_activity(auth.uid(), case new.status when 'hidden' then 'app_hidden' else 'app_shown' end, 'app', new.id,
      jsonb_build_object('title', new.title));
  end if;
  if tg_op = 'UPDATE' and new._deleted and not old._deleted then
    update public.releases r set _deleted = true where r.app_id = new.id and not r._deleted;
  end if;
  return null;
end
$$;
create trigger effects after insert or update on public.apps for each row execute function private.after_app();

create function private.after_download() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() then return null; end if;
  update public.releases r set downloads = downloads + 1 where r.id = new.release_id;
  return null;
end
$$;
create trigger effects after insert on public.downloads for each row execute function private.after_download();

-- Out of sight as long as one flag says so. The row stays readable (visibility only grows): each device leaves it out of its lists.
create function private.hide_content(content_type text, content_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone constant boolean := exists (select 1 from public.flags f
    where f.content_type = hide_content.content_type and f.content_id = hide_content.content_id and f.hidden and not f._deleted);
begin
  case content_type
    when 'app' then
      update public.apps a set status = case when gone then 'hidden' else 'published' end
      where a.id = content_id and a.status = case when gone then 'published' else 'hidden' end;
    when 'campaign' then
      update public.campaigns c set hidden = gone where c.id = content_id and c.hidden <> gone;
    when 'feedback' then
      update public.feedback f set hidden = gone where f.id = content_id and f.hidden <> gone;
  end case;
end
$$;

create function private.after_flag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() then return null; end if;
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
create trigger effects after update on public.flags for each row execute function private.after_flag();

create function private.after_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() then return null; end if;
  if new.saved_at is distinct from old.saved_at then
    perform private.log_activity(auth.uid(), 'settings_saved', 'setting', new.id, (
      select jsonb_build_object('section', new.section, 'from', coalesce(jsonb_object_agg(n.key, old."values" -> n.key), '{}'),
        'to', coalesce(jsonb_object_agg(n.key, n.value), '{}'))
      from jsonb_each(new."values") n where n.value is distinct from old."values" -> n.key));
  end if;
  return null;
end
$$;
create trigger effects after update on public.settings for each row execute function private.after_setting();

-- A person's name stands beside what they publish; a renamed developer must not keep two names.
create function private.after_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() then return null; end if;
  if new.name <> old.name then
    update public.campaigns set developer_name = new.name where developer_id = new.id;
    update public.apps set developer_name = new.name where developer_id = new.id;
  end if;
  if new.role <> old.role then
    perform private.notify(new.id, 'role_changed', jsonb_build_object('role', new.role), '/' || new.role, new.is_sample);
    perform private.log_activity(private.acting(), 'role_changed', 'profile', new.id,
      jsonb_build_object('name', new.name, 'from', old.role, 'to', new.role));
  end if;
  -- A deletion is logged as one.
  if new.status <> old.status and not new._deleted then
    perform private.log_activity(private.acting(), 'status_changed', 'profile', new.id,
      jsonb_build_object('name', new.name, 'from', old.status, 'to', new.status));
  end if;
  return null;
end
$$;
create trigger effects after update on public.profiles for each row execute function private.after_profile();

-- ---------------------------------------------------------------------------------------------------------------------------------
-- Calls

-- A download that a device could repeat at will must not move the number: once per person, signed out once per device, and of one address
-- not more than a class of thirty would make with two apps.
create function private.count_device_download(release uuid, device uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if device is null then
    perform private.refuse('invalid', 'Signed out, a download is counted by device.');
  elsif not exists (select 1 from public.releases r where r.id = release and not r._deleted and r.published_at is not null) then
    perform private.refuse('missing_parent', 'This release is not known.');
  elsif exists (select 1 from private.device_downloads d where d.release_id = release and d.device_id = device) then
    return;
  end if;
  if not private.rate_limit('download:' || private.caller_address(), 60, '10 minutes') or not private.rate_limit('download', 5000, '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many downloads. Please wait a few minutes.', detail = 'rate_limited';
  end if;
  insert into private.device_downloads (release_id, device_id) values (release, device) on conflict do nothing;
  if found then update public.releases r set downloads = downloads + 1 where r.id = release; end if;
end
$$;

create function public.record_download(release uuid, device uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    perform private.count_device_download(release, device);
  elsif private.my_status() is null then
    perform private.refuse('forbidden', 'Downloads are counted for people who are signed in.');
  elsif private.my_status() = 'suspended' then
    perform private.refuse('suspended', 'This account is suspended. It can read, and write nothing.');
  elsif not exists (
    select 1 from public.releases r where r.id = release and not r._deleted
      and (r.published_at is not null or r.developer_id = auth.uid() or r.id in (select private.my_granted_releases()))
  ) then
    perform private.refuse('missing_parent', 'This release is not known.');
  else
    insert into public.downloads (release_id, user_id) values (release, auth.uid()) on conflict do nothing;
  end if;
  return (select r.downloads from public.releases r where r.id = release);
end
$$;
comment on function public.record_download(uuid, uuid) is
'Notes that a release was downloaded: once per person and release, and signed out once per device (a UUID that the device made) and published
release, however often it is called. Out: the release''s downloads. Errors: forbidden, suspended, missing_parent, invalid (signed out without
a device), rate_limited (PT429, signed out: 60 in ten minutes from one address). Rule: decisions.md, reward model "downloading"; S28.';

create function public.void_reward(reward uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare row_ public.rewards;
begin
  if not private.is_admin() then
    perform private.refuse('forbidden', 'Only admins void rewards.');
  end if;
  if private.trimmed(coalesce(reason, '')) = '' then
    perform private.refuse('reason_required', 'Voiding a reward needs a reason.');
  end if;
  update public.rewards r set status = 'void' where r.id = reward and r.status <> 'void' returning * into row_;
  if not found then
    perform private.refuse('wrong_state', 'There is no such reward to void.');
  end if;
  insert into public.ledger_entries (tester_id, kind, amount_cents, currency, reward_id, is_sample)
  values (row_.tester_id, 'voided', -row_.amount_cents, row_.currency, row_.id, row_.is_sample);
  perform private.log_activity(auth.uid(), 'reward_voided', 'reward', row_.id,
    jsonb_build_object('reason', left(reason, 400), 'amount_cents', row_.amount_cents, 'currency', row_.currency));
end
$$;
comment on function public.void_reward(uuid, text) is
'Voids an earned reward, with a ledger entry and an activity row. Admins only. Errors: forbidden, reason_required, wrong_state (not
earned any more). Rule: decisions.md, reward earned -> void.';

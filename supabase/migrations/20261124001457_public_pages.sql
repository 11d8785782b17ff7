-- Content for visitors and search engines: the public pages of organizations, the testers' opinion
-- of an app, the list of all public pages.
--
-- Scale: ratings and answer times use the latest 1,000 reports of at most 100 public tests, read
-- through feedback_campaign_received. A page of the sitemap has 5,000 apps in key order.

-- Requires a valid session, or limits signed-out callers to 300 calls in five minutes per address.
-- Errors: session_ended and similar, rate_limited.
create function private.limit_visitors() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_session();
  -- The page server calls with the service key, or as the owner (no role).
  if auth.uid() is null and coalesce(current_setting('role', true), 'none') not in ('none', 'service_role') then
    perform private.require_rate('page:' || private.caller_address(), 300, '5 minutes', 'Too many requests. Please wait a few minutes.');
  end if;
end
$$;

-- Figures of the latest 1,000 reports of these campaigns: {rating: the mean of the testers'
-- ratings, null: none, ratings: count, answer_hours: the median time from receipt to decision, for
-- decisions of the last 90 days, approved_percent: the share of these that approved the report (the
-- others rejected it or marked a duplicate); both null: fewer than 5}. Automatic approvals count,
-- too: the tester waited as long.
create function private.report_figures(tests uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'rating', round(avg(r.rating), 1), 'ratings', count(r.rating),
    'approved_percent', case when count(r.approved) >= 5 then round(100 * avg(r.approved)) end,
    'answer_hours', case when count(r.took) >= 5
      then round((extract(epoch from percentile_cont(0.5) within group (order by r.took)) / 3600)::numeric, 1) end)
  from (
    select nullif(f.rating, 0) as rating,
      case when f.reviewed_at > now() - interval '90 days' and f.status in ('approved', 'rejected') then (f.status = 'approved')::int end as approved,
      case when f.reviewed_at > now() - interval '90 days' then f.reviewed_at - coalesce(s.at, f.received_at) end as took
    from unnest(tests) with ordinality t (id, n)
    cross join lateral (
      select o.rating, o.status, o.received_at, o.reviewed_at, o.history from public.feedback o
      where o.campaign_id = t.id and o.status <> 'draft' and not o.hidden and not o._deleted order by o.received_at desc limit 1000) f
    -- A resubmitted report waits from its last submission.
    left join lateral (
      select max((h.entry ->> 'at')::timestamptz) as at from jsonb_array_elements(f.history) h (entry)
      where h.entry ->> 'status' = 'submitted' and (h.entry ->> 'at')::timestamptz <= f.reviewed_at) s on true
    limit 1000) r
$$;

-- The newest 100 public campaigns of an organization or of an app (the other argument is null).
create function private.public_tests(org uuid, app uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select c.id from public.campaigns c
    where (c.org_id = org or c.app_id = app) and c.status <> 'draft' and c.visibility = 'public' and not c.hidden and not c._deleted
    order by c.published_at desc, c.id limit 100)
$$;

-- True when this organization has an app in the App Store or a running public test, and an owner
-- who is not suspended.
create function private.has_public_page(org uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (exists (select from public.apps a where a.org_id = org and a.status = 'published' and not a._deleted)
      or exists (select from private.offers o where o.org_id = org and o.end_date >= private.today()))
    and private.has_active_owner(org)
$$;

create function private.organization_page(org uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', o.id, 'name', o.name, 'logo_path', o.logo_path, 'about', o.about, 'website', o.website,
      'since', private.iso_time(o.created_at),
      'tests', (select coalesce(jsonb_agg(private.offer_card(t) order by t.published_at desc, t.id), '[]') from (
        select f.* from private.offers f where f.org_id = o.id and f.end_date >= private.today() order by f.published_at desc, f.id limit 24) t))
    || private.report_figures(private.public_tests(o.id, null))
  from public.organizations o where o.id = org and private.has_public_page(o.id)
$$;

create function public.read_organization(org_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.limit_visitors();
  return case when private.is_uuid(read_organization.org_id) then private.organization_page(read_organization.org_id::uuid) end;
end
$$;
comment on function public.read_organization(text) is
'The public page of an organization with an app in the catalog or a running public test: {id, name,
logo_path, about, website, since, tests: its 24 newest running public tests, cards as in
catalog_search, rating, ratings, answer_hours, approved_percent: private.report_figures of its
public tests}; null for every other text. Errors: rate_limited (signed out: 300 in five minutes per
address), session_ended and similar.';

create function private.app_page(app uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', s.id,
      'tests', (select coalesce(jsonb_agg(private.offer_card(t) order by t.published_at desc, t.id), '[]') from (
        select f.* from private.offers f where f.app_id = s.id and f.end_date >= private.today() order by f.published_at desc, f.id limit 3) t))
    || private.report_figures(private.public_tests(null, s.id)) - 'answer_hours' - 'approved_percent'
  from private.store_apps s where s.id = app
$$;

create function public.read_store_app(app_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.limit_visitors();
  return case when private.is_uuid(read_store_app.app_id) then private.app_page(read_store_app.app_id::uuid) end;
end
$$;
comment on function public.read_store_app(text) is
'Additional content of the page of a published app: {id, tests: its 3 newest running public tests,
cards as in catalog_search, rating, ratings: private.report_figures of its public tests}; null for
every other text. Errors: rate_limited (signed out: 300 in five minutes per address), session_ended
and similar.';

create function private.test_page(test uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'org_id', c.org_id, 'developer_name', c.developer_name, 'title', c.title, 'description', c.description,
      'requirements', c.requirements, 'category', c.category, 'platform', c.platform, 'start_date', c.start_date, 'end_date', c.end_date,
      'status', c.status, 'max_testers', c.max_testers, 'testers_joined', private.spots_taken(c.id), 'effort_minutes', c.effort_minutes,
      'required_tasks', w.tasks, 'task_minutes', w.minutes,
      'reward_model', c.reward_model, 'reward_amount_cents', c.reward_amount_cents, 'currency', c.currency, 'review_days', c.review_days,
      'auto_select', c.auto_select, 'has_agreement', c.agreement <> '', 'published_at', private.iso_time(c.published_at),
      'screening', (select coalesce(jsonb_agg(jsonb_build_object('id', q ->> 'id', 'question', q ->> 'question') order by n), '[]')
        from jsonb_array_elements(c.screening) with ordinality s (q, n)),
      'app_id', a.id, 'icon_path', coalesce(a.icon_path, ''), 'screenshots', coalesce(a.screenshots, '[]'),
      'has_developer_page', private.has_public_page(c.org_id))
    || private.report_figures(private.public_tests(c.org_id, null))
  from public.campaigns c left join public.apps a on a.id = c.app_id and a.status = 'published' and not a._deleted
  cross join lateral private.required_work(c.id) w
  where c.id = test and c.status in ('active', 'completed') and c.visibility = 'public' and not c.hidden and not c._deleted and private.has_active_owner(c.org_id)
$$;

-- The campaign of an address, /tests/{id or short code}. A code stands for the oldest campaign, so
-- that an id chosen to have the same code does not take over its address.
create function private.campaign_at(address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.is_uuid(address) then address::uuid else (
    select c.id from (select private.ids_of_code(address)) r (ids), public.campaigns c
    where c.id between r.ids[1] and r.ids[2] order by c.created_at, c.id limit 1) end
$$;

create function public.read_test(test_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
begin
  perform private.limit_visitors();
  return private.test_page(private.campaign_at(read_test.test_id));
end
$$;
comment on function public.read_test(text) is
'The public page of a running or completed public test by its id or short code: {columns of the campaign (screening: only
{id, question}; has_agreement instead of the agreement), published_at, testers_joined, app_id,
icon_path, screenshots: of its published app, has_developer_page, rating, ratings, answer_hours,
approved_percent: private.report_figures of the organization''s public tests}; null for every other
text. Errors: rate_limited (signed out: 300 in five minutes per address), session_ended and similar.';

create function public.public_page(path text) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '2s' as $$
declare
  site constant jsonb := jsonb_build_object('language', private.setting('general', 'language'));
  part constant text[] := coalesce(regexp_match(path, '^/(apps|organizations|b|tests)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$'),
    regexp_match(path, '^/(b|tests)/([0-9A-Za-z]{10})$'));
begin
  if path = '/apps' then
    return site || jsonb_build_object('kind', 'apps', 'apps', (select coalesce(jsonb_agg(private.store_app_card(s) order by s.published_at desc, s.id), '[]')
      from (select n.* from private.store_apps n order by n.published_at desc, n.id desc limit 24) s));
  elsif part[1] = 'apps' then
    return (
      select site || jsonb_build_object('kind', 'app', 'app', private.store_app_card(s)
        || jsonb_build_object('description', left(a.description, 1000), 'screenshots', a.screenshots, 'has_developer_page', private.has_public_page(a.org_id))
        || private.app_page(s.id))
      from private.store_apps s join public.apps a on a.id = s.id where s.id = part[2]::uuid);
  elsif part[1] = 'b' then
    return (
      select site || jsonb_build_object('kind', 'build', 'title', b.page #>> '{app,title}', 'developer_name', b.page #>> '{app,developer_name}',
        'icon_path', b.page #>> '{app,icon_path}', 'version', b.page #>> '{release,version}')
      from private.build_page(private.release_at(part[2])) b (page) where b.page ->> 'access' in ('full', 'join'));
  elsif part[1] = 'tests' then
    return (select site || jsonb_build_object('kind', 'test', 'test', p.page) from private.test_page(private.campaign_at(part[2])) p (page) where p.page is not null);
  elsif part[1] = 'organizations' then
    return (
      select site || jsonb_build_object('kind', 'organization', 'organization', p.page, 'apps', (
        select coalesce(jsonb_agg(private.store_app_card(s) order by s.published_at desc, s.id), '[]') from (
          select n.* from private.store_apps n where n.id in (
            select a.id from public.apps a where a.org_id = part[2]::uuid and a.status = 'published' and not a._deleted)
          order by n.published_at desc, n.id limit 24) s))
      from private.organization_page(part[2]::uuid) p (page) where p.page is not null);
  end if;
  return null;
end
$$;
comment on function public.public_page(text) is
'Content of a path for link previews and readers without scripts: {kind: apps, apps: 24 cards} of
/apps, {kind: app, app: its card, description (1,000 characters), screenshots, has_developer_page,
and the result of read_store_app} of /apps/{id}, {kind: organization, organization: as
read_organization, apps: 24 cards} of /organizations/{id}, {kind: build, title, developer_name,
icon_path, version} of /b/{id} if build_page shows them to visitors, {kind: test, test: as read_test}
of /tests/{id}; null for every other path. Each with the language of the site, null if no admin has
chosen one. For the page server (service key only).';

create function public.sitemap(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
declare
  page_size constant int := 5000;
  file_size constant int := 20000;
  first constant text := request ->> 'from';
  -- The table of each kind, and its condition.
  pages constant jsonb := '{"apps": ["store_apps", "true"], "tests": ["offers", "end_date >= private.today()"]}';
  kind text;
  listed text[];
  rows jsonb;
  files jsonb := '[]';
  last uuid;
begin
  perform private.limit_visitors();
  if first is not null then
    listed := array(select jsonb_array_elements_text(pages -> (request ->> 'kind')));
    perform private.reject_if(not private.is_uuid(first) or cardinality(listed) <> 2,
      'invalid', 'kind: apps or tests; from: an id.');
    execute format($q$select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'at', private.iso_time(p.published_at),
      'org_id', case when $3 and o.here then p.org_id end) order by p.id), '[]')
    from (select s.id, s.org_id, s.published_at from private.%1$I s where s.id >= $1 and %2$s order by s.id limit $2 + 1) p
    left join (select d.org_id, private.has_public_page(d.org_id) as here from (
      select distinct s.org_id from (select n.org_id from private.%1$I n where n.id >= $1 and %2$s order by n.id limit $2) s) d) o on o.org_id = p.org_id$q$,
      listed[1], listed[2]) into rows using first::uuid, page_size, request ->> 'kind' = 'apps';
    return jsonb_build_object('rows', case when jsonb_array_length(rows) > page_size then rows - page_size else rows end, 'next', rows -> page_size -> 'id');
  end if;
  for kind, listed in select e.key, array(select jsonb_array_elements_text(e.value)) from jsonb_each(pages) e loop
    execute format('select s.id from private.%I s where %s order by s.id limit 1', listed[1], listed[2]) into last;
    while last is not null and jsonb_array_length(files) < 1000 loop
      files := files || jsonb_build_object('kind', kind, 'from', last);
      execute format('select s.id from private.%I s where s.id > $1 and %s order by s.id offset $2 limit 1', listed[1], listed[2])
        into last using last, file_size - 1;
    end loop;
  end loop;
  return jsonb_build_object('files', files);
end
$$;
comment on function public.sitemap(jsonb) is
'The public pages, for a sitemap. In: {} for the list of files, or {kind: apps or tests, from: an
id}. Out: {files: [{kind, from: the first id of each 20,000 rows}]}, or {rows: 5,000 apps or running
public tests from that id in id order: [{id, at: published, org_id: of an app, null without a public
page}], next: the next id, null: the end}. All callers. Errors: invalid, rate_limited (signed out: 300 in
five minutes per address), session_ended and similar.';

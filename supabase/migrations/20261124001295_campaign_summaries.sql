-- The results of a campaign for readers with a link: figures and the most severe findings with the
-- builds that fix them. Nothing identifies the testers. Links are private.campaign_links of the
-- kind `summary`.
--
-- Scale: reads the latest 20,000 reports of one campaign through feedback_campaign_received and the
-- results of all testers once, and returns 25 findings and builds. Signed out: 60 calls in five
-- minutes per address (limit_token_guesses).

-- What one answer counts in the mean of its kind of question; null if nothing. Like `scoredValue`
-- in sync/tasks/scores.ts.
create function private.answer_score(kind text, value jsonb) returns float8
language sql immutable set search_path = '' as $$
  select case
    -- Rounded: float8 cannot hold the smallest numbers.
    when kind in ('scale', 'number') then case when jsonb_typeof(value) = 'number' then round(value::numeric, 9)::float8 end
    when kind = 'seq' then case when private.is_whole(value, 1, 7) then value::float8 end
    when kind = 'nps' then case when private.is_whole(value, 0, 10) then case when value::int >= 9 then 100 when value::int <= 6 then -100 else 0 end end
    when jsonb_typeof(value) is distinct from 'array' then null
    -- An answer to an earlier kind of question.
    when jsonb_array_length(value) <> case kind when 'sus' then 10 else 2 end then null
    when exists (select 1 from jsonb_array_elements(value) i where not private.is_whole(i, 1, case kind when 'sus' then 5 else 7 end)) then null
    when kind = 'sus' then (
      select sum(case when i.n % 2 = 1 then i.item::float8 - 1 else 5 - i.item::float8 end) * 2.5
      from jsonb_array_elements(value) with ordinality i (item, n))
    when kind = 'umux_lite' then (
      select sum(i.item::float8 - 1) * 100 / 12 from jsonb_array_elements(value) i (item))
  end
$$;

-- The results of a campaign's tasks: numbers, and the developer's texts. No names or words of
-- testers, and no mean of fewer than five answers. Like `resultSummary` in
-- src/features/tasks/result-figures.ts.
create function private.result_summary(campaign uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with tasks as materialized (
    select t.task, t.n from public.briefs b cross join lateral jsonb_array_elements(b.tasks) with ordinality t (task, n) where b.id = campaign),
  takers as materialized (
    select a.results, a.results_status from public.applications a
    where a.campaign_id = campaign and not a._deleted and (a.status in ('accepted', 'completed') or a.results <> '{}')),
  given as not materialized (
    select split_part(r.key, '.', 1) as id, r.value as result from takers k cross join lateral jsonb_each(k.results) r),
  marks as (
    select m.id, m.step, coalesce(sum(m.n) filter (where m.mark = 'fail'), 0) as failed,
      coalesce(sum(m.n) filter (where m.mark = 'blocked'), 0) as blocked, coalesce(sum(m.n) filter (where m.mark <> 'skip'), 0) as marked
    from (
      select g.id, s.key as step, s.value ->> 'mark' as mark, count(*) as n
      from given g cross join lateral jsonb_each(g.result -> 'steps') s group by 1, 2, 3) m
    group by 1, 2),
  steps as (
    select t.n as place, s.n as number, t.task ->> 'title' as task, s.step ->> 'do' as step, m.failed, m.blocked, m.marked
    from tasks t cross join lateral jsonb_array_elements(t.task -> 'steps') with ordinality s (step, n)
    join marks m on m.id = t.task ->> 'id' and m.step = s.step ->> 'id' where m.failed + m.blocked > 0
    order by m.failed::float8 / m.marked desc, m.failed desc, m.blocked desc, t.n, s.n limit 5),
  questions as (
    select t.n as place, q.n as number, t.task ->> 'title' as task, q.question from tasks t
    cross join lateral jsonb_array_elements(t.task -> 'questions') with ordinality q (question, n)
    where q.question ->> 'kind' in ('scale', 'number', 'nps', 'sus', 'seq', 'umux_lite') order by t.n, q.n limit 25),
  scores as (
    select t.task ->> 'id' as id, a.key as question, a.value from tasks t join given g on g.id = t.task ->> 'id'
    cross join lateral jsonb_each(coalesce(g.result -> 'answers', '{}')) a),
  figures as (
    select q.place, q.number, q.task, q.question, count(x.score) as n, avg(x.score) as mean, stddev_samp(x.score) as deviation
    from questions q join tasks t on t.n = q.place
    left join scores s on s.id = t.task ->> 'id' and s.question = q.question ->> 'id'
    left join lateral (select private.answer_score(q.question ->> 'kind', s.value) as score) x on true
    group by 1, 2, 3, 4)
  select jsonb_build_object(
    'takers', (select count(*) from takers), 'submitted', (select count(*) from takers k where k.results_status in ('submitted', 'accepted')),
    'accepted', (select count(*) from takers k where k.results_status = 'accepted'),
    'steps', (select coalesce(jsonb_agg(jsonb_build_object('task', s.task, 'number', s.number,
      'step', regexp_replace(s.step, '[^[:space:]@]+@[^[:space:]@]+', '…', 'g'), 'failed', s.failed,
      'blocked', s.blocked, 'marked', s.marked) order by s.failed::float8 / s.marked desc, s.failed desc, s.blocked desc, s.place, s.number), '[]') from steps s),
    'questions', (select coalesce(jsonb_agg(jsonb_build_object('task', f.task, 'text', f.question -> 'text', 'kind', f.question -> 'kind',
      'min', f.question -> 'min', 'max', f.question -> 'max', 'n', f.n, 'mean', case when f.n >= 5 then f.mean end,
      'deviation', case when f.n >= 5 then f.deviation end) order by f.place, f.number), '[]') from figures f))
  where exists (select 1 from tasks)
$$;

create function private.campaign_summary(campaign public.campaigns) returns jsonb
language sql stable security definer set search_path = '' as $$
  with reports as materialized (
    select f.tester_id, f.type, f.severity, nullif(f.rating, 0) as rating, f.release_id, f.id, f.summary, f.usefulness, f.reproductions, f.known,
      (select e.version from public.releases e where e.id = f.fixed_release_id and e.app_id = campaign.app_id and not e._deleted) as fixed_in,
      -- The reporter chooses a severity only for bugs.
      case f.type when 'bug' then array_position(array['critical', 'high', 'medium', 'low'], f.severity) when 'usability' then 5 else 6 end as place,
      case when f.status = 'rejected' and f.reason_code = 'duplicate' then 'duplicate' when f.status = 'submitted' then 'waiting' else f.status end as outcome
    from public.feedback f where f.campaign_id = campaign.id and f.status <> 'draft' and not f.hidden and not f._deleted
    order by f.received_at desc limit 20000)
  select jsonb_build_object(
    'title', campaign.title, 'organization_name', campaign.developer_name, 'logo_path', o.logo_path, 'description', campaign.description,
    'start_date', campaign.start_date, 'end_date', campaign.end_date, 'platform', campaign.platform, 'reward_model', campaign.reward_model,
    'reward_amount_cents', campaign.reward_amount_cents, 'currency', campaign.currency,
    'testers', private.spots_taken(campaign.id),
    'cost_cents', (select coalesce(sum(r.amount_cents), 0) from public.rewards r where r.campaign_id = campaign.id and r.status <> 'void' and not r._deleted),
    'reports', (select count(*) from reports), 'reporters', (select count(distinct r.tester_id) from reports r),
    'rating', (select round(avg(r.rating), 1) from reports r),
    'types', (select coalesce(jsonb_object_agg(t.type, t.n), '{}') from (select r.type, count(*) as n from reports r group by 1) t),
    'severities', (select coalesce(jsonb_object_agg(t.severity, t.n), '{}') from (
      select r.severity, count(*) as n from reports r where r.type = 'bug' group by 1) t),
    'outcomes', (select coalesce(jsonb_object_agg(t.outcome, t.n), '{}') from (select r.outcome, count(*) as n from reports r group by 1) t),
    'results', private.result_summary(campaign.id),
    'fixed', (select count(*) from reports r where r.outcome = 'approved' and r.fixed_in is not null),
    'builds', (select coalesce(jsonb_agg(jsonb_build_object('version', b.version, 'reports', b.n) order by b.n desc, b.version), '[]') from (
      select e.version, count(*) as n from reports r join public.releases e on e.id = r.release_id group by 1 order by 2 desc, 1 limit 25) b),
    'findings', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'type', b.type, 'severity', b.severity, 'usefulness', b.usefulness,
        'reproductions', b.reproductions, 'known', b.known, 'fixed_in', coalesce(b.fixed_in, ''),
        -- Removes e-mail addresses that a tester typed into a title.
        'summary', regexp_replace(b.summary, '[^[:space:]@]+@[^[:space:]@]+', '…', 'g')) order by b.place, b.usefulness desc, b.reproductions desc, b.id), '[]') from (
      select r.* from reports r where r.outcome = 'approved' order by r.place, r.usefulness desc, r.reproductions desc, r.id limit 25) b))
  from public.organizations o where o.id = campaign.org_id
$$;
comment on function private.campaign_summary(public.campaigns) is
'The results of a campaign without names and addresses of people: {title, organization_name,
logo_path, description, start_date, end_date, platform, reward_model, reward_amount_cents, currency,
testers, cost_cents: rewards that are not void, reports, reporters, rating: the mean of reports,
types, severities (of bugs), outcomes: {outcome: count}, fixed: approved reports with a fixing
build, builds: [{version, reports}], results: null without tasks, else {takers, submitted,
accepted, steps: the 5 worst [{task, number, step, failed, blocked, marked}], questions: 25 [{task,
text, kind, min, max, n, mean, deviation: null below five answers}]}, findings: 25 approved reports, bugs by severity, then usability
issues, then suggestions, the most useful first [{id, type, severity, summary, usefulness,
reproductions, known, fixed_in: a version or empty}]}. Counts the latest 20,000 reports.';

create function public.create_summary_link(campaign uuid, expires_at timestamptz, request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  shown constant public.campaigns := private.require_campaign(create_summary_link.campaign, 'manage');
begin
  perform private.reject_if(shown.status = 'draft', 'wrong_state', 'A draft has no summary.');
  return private.make_campaign_link(shown, 'summary', null, create_summary_link.expires_at, request_id);
end
$$;
comment on function public.create_summary_link(uuid, timestamptz, uuid) is
'Creates a link to the summary of a campaign, valid until expires_at (null: until
revoke_campaign_link). request_id: as in private.make_campaign_link. Out: {id, token}: the token is
returned only once. Errors: forbidden, not_allowed, wrong_state (a draft), invalid, too_many (20),
suspended.';

create function public.read_campaign_summary(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '2s' as $$
declare
  shown public.campaigns;
begin
  perform private.limit_token_guesses();
  select c.* into shown from private.campaign_links l join public.campaigns c on c.id = l.campaign_id
  where l.token_hash = private.token_hash(token) and l.kind = 'summary' and l.revoked_at is null and coalesce(l.expires_at > now(), true)
    and not c.hidden and not c._deleted and private.has_active_owner(c.org_id)
    and private.vouches(l.created_by, c.org_id, 'manage');
  -- One answer for all reasons, so an old link reveals nothing about the campaign.
  perform private.reject_if(shown.id is null, 'missing_parent', 'This link has expired or was withdrawn.');
  return private.campaign_summary(shown);
end
$$;
comment on function public.read_campaign_summary(text) is
'The summary behind a link (private.campaign_summary), also signed out. Errors: missing_parent
(unknown, expired or withdrawn, its creator no longer manages the campaign, or an admin hid the
campaign or suspended its owners), rate_limited (60 in five minutes per address).';

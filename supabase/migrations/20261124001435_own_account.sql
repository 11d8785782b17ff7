-- What people do with their own account: take their data along, see where they are logged in.

-- ---- Data export -------------------------------------------------------------------------------

-- The parts of an export. `source`: the rows of the person $1, as (key, data). Each table has an
-- index on its owner, so a page costs what this person has, whatever others have.
create table private.own_data (
  part text primary key,
  place int not null,
  source text not null
);
revoke all on private.own_data from public, anon, authenticated;

-- without: what is a secret, or is of use to replication alone.
create function private.add_own_data(part text, relation text, owner text, key text default 'id', without text[] default '{}') returns void
language sql set search_path = '' as $$
  insert into private.own_data (part, place, source)
  select part, (select count(*) from private.own_data), format('select t.%I::text as key, to_jsonb(t) - %L::text[] as data from %s t where t.%I = $1',
    key, without || '{sync_xid,sync_client,sync_seq}'::text[], relation, owner)
$$;

select private.add_own_data('profile', 'public.profiles', 'id');
select private.add_own_data('account', 'public.accounts', 'id');
select private.add_own_data('login', '(select u.id, u.email, u.created_at, u.email_confirmed_at, u.last_sign_in_at from auth.users u)', 'id');
select private.add_own_data('sessions', '(select s.id, s.user_id, s.created_at, s.refreshed_at, s.user_agent from auth.sessions s)', 'user_id');
select private.add_own_data('organizations', 'public.organization_members', 'user_id', 'org_id');
select private.add_own_data('applications', 'public.applications', 'tester_id');
select private.add_own_data('reports', 'public.feedback', 'tester_id');
select private.add_own_data('comments', 'public.comments', 'author_id');
select private.add_own_data('rewards', 'public.rewards', 'tester_id');
select private.add_own_data('payouts', 'public.payouts', 'tester_id');
select private.add_own_data('ledger', 'public.ledger_entries', 'tester_id');
select private.add_own_data('downloads', 'public.downloads', 'user_id', 'release_id');
select private.add_own_data('opened_campaigns', 'private.campaign_access', 'user_id', 'campaign_id');
select private.add_own_data('invitations', 'private.tester_invitations', 'user_id', 'id', '{token_hash}');
select private.add_own_data('notifications', 'public.notifications', 'user_id');
select private.add_own_data('push_subscriptions', 'public.push_subscriptions', 'user_id', 'id', '{p256dh,auth}');
select private.add_own_data('flags', 'public.flags', 'reporter_id');
select private.add_own_data('contact_messages', 'public.contact_messages', 'user_id', 'id', '{done_by}');
select private.add_own_data('rejected_changes', 'public.sync_refusals', 'user_id');
select private.add_own_data('activity', 'public.activity', 'actor_id');
select private.add_own_data('organization_activity', 'private.organization_activity', 'actor_id');
select private.add_own_data('announcements', 'private.announcements', 'author_id', 'id', '{text_hash}');
select private.add_own_data('apps', 'public.apps', 'developer_id');
select private.add_own_data('releases', 'public.releases', 'developer_id');
select private.add_own_data('campaigns', 'public.campaigns', 'developer_id');
select private.add_own_data('briefs', 'public.briefs', 'developer_id');
select private.add_own_data('files', 'public.files', 'owner_id');

create function public.export_own_data(request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '5s' as $$
declare
  me constant uuid := auth.uid();
  most constant int := 500;
  part_ private.own_data;
  n bigint;
  parts jsonb := '[]';
  page jsonb;
begin
  perform private.check_session();
  if private.my_status() is null then
    perform private.refuse('forbidden', 'Log in first.');
  end if;
  if request ->> 'part' is null then
    perform private.require_rate('export:' || me, 20, '1 hour', 'Too many exports. Please wait an hour.');
    for part_ in select * from private.own_data d order by d.place loop
      execute format('select count(*) from (%s) s', part_.source) into n using me;
      parts := parts || jsonb_build_object('part', part_.part, 'rows', n);
    end loop;
    return jsonb_build_object('parts', parts);
  end if;
  select * into part_ from private.own_data d where d.part = request ->> 'part';
  if not found then
    perform private.refuse('invalid', 'part: one of those that a call without it answers.');
  end if;
  execute format('select jsonb_build_object(
      ''rows'', coalesce(jsonb_agg(p.data order by p.key collate "C"), ''[]''),
      ''next'', case when count(*) = $3 then max(p.key collate "C") end)
    from (select s.* from (%s) s where $2 is null or s.key collate "C" > $2 order by s.key collate "C" limit $3) p', part_.source)
  into page using me, request ->> 'after', most;
  return page;
end
$$;
comment on function public.export_own_data(jsonb) is
'What the server holds of the caller, page by page; files are in storage. In: {} for the list of parts,
or {part, after: what `next` was}. Out: {parts: [{part, rows}]}, or {rows: up to 500, next: null after
the last page}. Errors: forbidden, session_ended, invalid, rate_limited (PT429: 20 exports an hour).';

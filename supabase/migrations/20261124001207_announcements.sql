-- Announcements: what an organization tells all accepted testers of a campaign at once. They lie in
-- the campaign's brief, newest first, so that testers read them without a network, also those who
-- join later. Testers who are there already are notified, each once.
--
-- Size: three a day and campaign; the brief has the last 50. A campaign has at most 10,000 testers:
-- 200 are notified at once, the rest 2,000 a minute by the schedule, each step a scan of
-- (campaign_id, tester_id) from where the last one ended. A removed one goes the same way, with
-- 2,000 at once. With 1,000,000 announcements nothing here reads more than that: those that are not
-- through have an index of their own.

create table private.announcements (
  -- Made by the client: a repeated call sends once.
  id uuid primary key,
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  author_id uuid references public.profiles (id),
  -- Of title and text, which lie in the brief alone.
  text_hash bytea not null,
  -- How many accepted testers there were.
  recipients int not null check (recipients >= 0),
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  -- The last tester whose turn it was, in the order of ids.
  notified_up_to uuid,
  -- Not all testers have had their turn, or, once it is removed, not all notifications are gone.
  pending boolean not null default true
);
comment on table private.announcements is
'Every announcement that was sent, also removed ones: what a repeated call finds, and how far its
notifications have come.';
create index announcements_campaign on private.announcements (campaign_id);
create index announcements_author on private.announcements (author_id) where author_id is not null;
create index announcements_pending on private.announcements (created_at, id) where pending;

-- ---- Notifying the testers ---------------------------------------------------------------------

create function private.advance_announcement(announcement uuid, most int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  sent private.announcements;
  campaign public.campaigns;
  content jsonb;
  tester uuid;
  batch int := 0;
begin
  select * into sent from private.announcements a where a.id = announcement and a.pending for update skip locked;
  if not found then return 0; end if;
  if sent.removed_at is not null then
    update public.notifications n set _deleted = true
    where n.id in (
      select d.id from public.notifications d
      where d.kind = 'announcement' and d.data ->> 'announcement_id' = announcement::text and not d._deleted order by d.id limit most);
    get diagnostics batch = row_count;
    update private.announcements a set pending = batch >= most where a.id = announcement;
    return batch;
  end if;
  select * into campaign from public.campaigns c where c.id = sent.campaign_id;
  select e.value into content from public.briefs b cross join lateral jsonb_array_elements(b.announcements) e
  where b.id = sent.campaign_id and e.value ->> 'id' = announcement::text;
  for tester in
    -- Whoever has left is not notified, and whoever came later reads it in the brief.
    select a.tester_id from public.applications a
    where a.campaign_id = sent.campaign_id and (sent.notified_up_to is null or a.tester_id > sent.notified_up_to)
      and a.status in ('accepted', 'completed') and a.accepted_at <= sent.created_at and not a._deleted and content is not null
    order by a.tester_id limit most
  loop
    if private.may_contact(campaign.org_id, tester) then
      perform private.notify(tester, 'announcement',
        jsonb_build_object('announcement_id', announcement, 'campaign_id', campaign.id, 'campaign_title', campaign.title,
          'organization_name', campaign.developer_name, 'title', content ->> 'title', 'excerpt', left(content ->> 'body', 300)),
        '/tester/tests/' || campaign.id || '#announcements', campaign.is_sample, jsonb_build_object('body', content ->> 'body'));
    end if;
    sent.notified_up_to := tester;
    batch := batch + 1;
  end loop;
  update private.announcements a set notified_up_to = sent.notified_up_to, pending = batch >= most where a.id = announcement;
  return batch;
end
$$;
comment on function private.advance_announcement(uuid, integer) is
'Notifies the next accepted testers of an announcement, at most so many, except who has blocked the
organization; once it is removed, takes as many notifications back. Out: how many had their turn.
Nothing while another call is at it.';

create function private.advance_announcements(most int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  announcement uuid;
  done int := 0;
begin
  for announcement in select a.id from private.announcements a where a.pending order by a.created_at, a.id limit most loop
    exit when done >= most;
    done := done + private.advance_announcement(announcement, most - done);
  end loop;
  return done;
end
$$;
comment on function private.advance_announcements(integer) is
'Continues announcements that not all testers are notified of, at most so many testers, the oldest
first. Out: how many had their turn. Called each minute.';

-- ---- Sending and removing ----------------------------------------------------------------------

create function public.send_announcement(campaign uuid, id uuid, title text, body text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  heading constant text := coalesce(private.trimmed(title), '');
  content constant text := coalesce(private.trimmed(body), '');
  hash constant bytea := sha256(convert_to(jsonb_build_array(heading, content)::text, 'UTF8'));
  open_one public.campaigns := private.require_campaign(campaign, 'manage');
  sent private.announcements;
begin
  if send_announcement.id is null or char_length(heading) > 120 or char_length(content) not between 1 and 2000 then
    perform private.refuse('invalid', 'body: 1 to 2,000 characters; title: at most 120.');
  end if;
  -- Two calls at once would both find it unsent; nobody is accepted while this counts.
  perform private.lock_in_order(array[open_one.id], '{}');
  select * into open_one from public.campaigns c where c.id = open_one.id for no key update;
  select * into sent from private.announcements a where a.id = send_announcement.id;
  if found then
    if sent.campaign_id <> open_one.id or sent.text_hash <> hash then
      perform private.refuse('duplicate', 'Another text was sent with this id.');
    end if;
    return jsonb_build_object('recipients', sent.recipients);
  end if;
  if open_one.status not in ('active', 'completed') then
    perform private.refuse('wrong_state', 'Testers can be told something while a campaign is running or completed.');
  end if;
  perform private.require_rate('announce:' || open_one.id, 3, '1 day', 'Three announcements a day are the limit.');

  insert into private.announcements (id, campaign_id, author_id, text_hash, recipients)
  values (send_announcement.id, open_one.id, auth.uid(), hash, private.spots_taken(open_one.id)) returning * into sent;
  insert into public.briefs (id, developer_id) values (open_one.id, open_one.developer_id) on conflict do nothing;
  update public.briefs b set announcements = (
    select jsonb_agg(e.value order by e.n)
    from jsonb_array_elements(jsonb_build_array(jsonb_build_object('id', sent.id, 'title', heading, 'body', content,
      'at', to_char(sent.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'author_name', private.name_of(sent.author_id), 'recipients', sent.recipients)) || b.announcements) with ordinality e (value, n)
    where e.n <= 50)
  where b.id = open_one.id;
  perform private.log_organization(open_one.org_id, 'announcement_sent', open_one.id,
    jsonb_build_object('count', sent.recipients, 'campaign_title', open_one.title));
  perform private.advance_announcement(sent.id, 200);
  return jsonb_build_object('recipients', sent.recipients);
end
$$;
comment on function public.send_announcement(uuid, uuid, text, text) is
'Announces something to all accepted testers of a campaign that is running or completed: it lies in
the brief, and they are notified, 200 at once and the rest by the schedule. id: made by the caller; a
repeated call sends once. title: at most 120 characters, may be empty; body: 1 to 2,000, both trimmed.
Out: {recipients: how many accepted testers there were}. Errors: forbidden (no member, or no such
campaign), not_allowed (no right to manage), invalid, duplicate (another text was sent with this id),
wrong_state (a draft or archived), rate_limited (three a day and campaign), suspended.';

create function public.remove_announcement(campaign uuid, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_one constant public.campaigns := private.require_campaign(campaign, 'manage');
begin
  perform 1 from public.campaigns c where c.id = open_one.id for no key update;
  -- Waits for the step of the schedule that is notifying testers just now.
  perform 1 from private.announcements a where a.id = remove_announcement.id and a.campaign_id = open_one.id for update;
  if not found then return; end if;
  update private.announcements a set pending = true, removed_at = coalesce(a.removed_at, now()) where a.id = remove_announcement.id;
  update public.briefs b set announcements = (
    select coalesce(jsonb_agg(e.value order by e.n), '[]') from jsonb_array_elements(b.announcements) with ordinality e (value, n)
    where e.value ->> 'id' <> remove_announcement.id::text)
  where b.id = open_one.id and b.announcements @> jsonb_build_array(jsonb_build_object('id', remove_announcement.id));
  if found then
    perform private.log_organization(open_one.org_id, 'announcement_removed', open_one.id, jsonb_build_object('campaign_title', open_one.title));
  end if;
  delete from private.deliveries d where d.kind = 'announcement' and d.data ->> 'announcement_id' = remove_announcement.id::text;
  perform private.advance_announcement(remove_announcement.id, 2000);
end
$$;
comment on function public.remove_announcement(uuid, uuid) is
'Takes an announcement back: out of the brief, out of the notifications in the app, and out of what is
still to be delivered (2,000 notifications at once, the rest by the schedule). What was pushed or
mailed stays where it is. Again, or unknown: nothing changes.
Errors: forbidden (no member, or no such campaign), not_allowed (no right to manage), suspended.';

-- ---- Its author --------------------------------------------------------------------------------

-- Called when a person has another name, also that of a deleted account.
create function private.rename_announcer(person uuid, name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.briefs b set announcements = (
    select jsonb_agg(case when e.value ->> 'id' = any (w.ids) then e.value || jsonb_build_object('author_name', rename_announcer.name) else e.value end
      order by e.n)
    from jsonb_array_elements(b.announcements) with ordinality e (value, n))
  from (select a.campaign_id, array_agg(a.id::text) as ids from private.announcements a where a.author_id = person group by a.campaign_id) w
  where b.id = w.campaign_id and exists (
    select 1 from jsonb_array_elements(b.announcements) e where e ->> 'id' = any (w.ids) and e ->> 'author_name' <> rename_announcer.name);
end
$$;

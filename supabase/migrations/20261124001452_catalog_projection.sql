-- The catalog's search tables: one narrow row for each open public campaign and each published app,
-- with its words as a text index and its card for lists. Triggers update them in the transaction
-- that changes the campaign or app. See the migration of the search for why they have no policies.
--
-- Values that do not follow from the row are joined when a card is read: the icon of the campaign's
-- app, spots and downloads (columns here, updated with the counts, so that a count rewrites no
-- card).
--
-- Scale: 800 MB and an index of 100 MB for 1,000,000 campaigns of which 40 % are open. A write
-- updates its own row by key.

-- The search words of a card: names, 2,000 characters of the description, and filters.
create function private.card_words(names text, description text, variadic filters text[]) returns tsvector
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return array_to_tsvector(private.words_of(names) || (private.words_of(left(description, 2000)))[1:400] || filters);
end
$$;

-- Public running campaigns, for catalog_search and the shelves (private.refresh_offer). Expired
-- ones stay until the schedule completes them: readers compare end_date.
create table private.offers (
  id uuid primary key references public.campaigns (id) on delete cascade,
  org_id uuid not null,
  app_id uuid,
  words tsvector not null,
  category text not null,
  platform text not null,
  end_date date not null,
  published_at timestamptz(3) not null,
  currency text not null,
  reward_cents int not null,
  max_testers int not null,
  spots int not null,
  auto_select boolean not null,
  card jsonb not null
) with (fillfactor = 80);
-- Without a pending list, which the first search after a burst of changes would have to read.
create index offers_words on private.offers using gin (words) with (fastupdate = off);
create index offers_deadline on private.offers (end_date, id);
create index offers_newest on private.offers (published_at, id);
create index offers_reward on private.offers (currency, reward_cents, id);
create index offers_spots on private.offers (spots, id);
-- Without these, all matches of a filter could be at the far end of an order. None for `spots`,
-- which change most often.
create index offers_platform_deadline on private.offers (platform, end_date, id);
create index offers_platform_newest on private.offers (platform, published_at, id);
create index offers_platform_reward on private.offers (platform, currency, reward_cents, id);
create index offers_category_deadline on private.offers (category, end_date, id);
create index offers_category_newest on private.offers (category, published_at, id);
create index offers_category_reward on private.offers (category, currency, reward_cents, id);
create index offers_organization on private.offers (org_id, published_at, id);
create index offers_app on private.offers (app_id, published_at, id) where app_id is not null;

create function private.offer_card(offer private.offers) returns jsonb
language sql stable set search_path = '' as $$
  select offer.card || jsonb_build_object('testers_joined', offer.max_testers - offer.spots,
    -- The icon of an app that was never published is not public.
    'icon_path', coalesce((select a.icon_path from public.apps a where a.id = offer.app_id and a.published_at is not null), ''))
$$;

-- Updates the search row of a campaign, or deletes it when the campaign is not running, not public,
-- hidden or deleted.
create function private.refresh_offer(campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  c public.campaigns;
begin
  -- Read again: the trigger's NEW may be older than writes of other triggers.
  select * into c from public.campaigns r where r.id = campaign;
  if c.id is null or c._deleted or c.hidden or c.status <> 'active' or c.visibility <> 'public' or c.published_at is null then
    delete from private.offers o where o.id = campaign;
    return;
  end if;
  insert into private.offers as o (id, org_id, app_id, words, category, platform, end_date, published_at, currency, reward_cents, max_testers, spots, auto_select, card)
  select c.id, c.org_id, c.app_id,
    private.card_words(concat_ws(' ', c.title, c.developer_name), c.description, variadic array[private.filter_word('category', c.category)]
      || array(select private.filter_word('platform', p) from unnest('{all,android,ios,macos,web,windows}'::text[]) p where c.platform in ('all', p))),
    c.category, c.platform, c.end_date, c.published_at, c.currency, c.reward_amount_cents, c.max_testers,
    greatest(0, c.max_testers - private.spots_taken(c.id)), c.auto_select,
    jsonb_build_object('id', c.id, 'xid', c.sync_xid::text, 'org_id', c.org_id, 'developer_name', c.developer_name, 'app_id', c.app_id,
      'title', c.title, 'description', left(c.description, 200), 'category', c.category, 'platform', c.platform, 'end_date', c.end_date,
      'max_testers', c.max_testers, 'auto_select', c.auto_select, 'effort_minutes', c.effort_minutes,
      'required_tasks', c.required_tasks, 'task_minutes', c.task_minutes, 'reward_model', c.reward_model, 'reward_amount_cents', c.reward_amount_cents, 'currency', c.currency,
      'requirements', left(c.requirements, 200), 'published_at', private.iso_time(c.published_at))
  on conflict (id) do update set org_id = excluded.org_id, app_id = excluded.app_id, words = excluded.words, category = excluded.category,
    platform = excluded.platform, end_date = excluded.end_date, published_at = excluded.published_at, currency = excluded.currency,
    reward_cents = excluded.reward_cents, max_testers = excluded.max_testers, spots = excluded.spots,
    auto_select = excluded.auto_select, card = excluded.card;
  -- In a second statement: the one above may have waited for a transaction that took a spot.
  update private.offers o set spots = greatest(0, o.max_testers - private.spots_taken(o.id))
  where o.id = campaign and o.spots <> greatest(0, o.max_testers - private.spots_taken(o.id));
end
$$;

create function private.on_campaign_offered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only running campaigns are in the catalog: drafts are most of what one push may write.
  if new.status = 'active' or (tg_op = 'UPDATE' and old.status = 'active') then
    perform private.refresh_offer(new.id);
  end if;
  return null;
end
$$;
-- Fires for sample data, too: no condition on seeding.
create trigger refresh_offer after insert or update on public.campaigns for each row execute function private.on_campaign_offered();

create function private.on_spots_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.offers o set spots = greatest(0, o.max_testers - new.testers_joined) where o.id = new.campaign_id;
  return null;
end
$$;
create trigger refresh_offer after update on private.campaign_counts for each row when (new.testers_joined <> old.testers_joined)
  execute function private.on_spots_counted();

-- Published apps, for catalog_search and the shelf (private.refresh_store_app).
create table private.store_apps (
  id uuid primary key references public.apps (id) on delete cascade,
  org_id uuid not null,
  words tsvector not null,
  platform text not null,
  published_at timestamptz(3) not null,
  downloads int not null,
  name_key text not null collate "C",
  card jsonb not null
) with (fillfactor = 80);
create index store_apps_words on private.store_apps using gin (words) with (fastupdate = off);
create index store_apps_newest on private.store_apps (published_at, id);
create index store_apps_downloads on private.store_apps (downloads, id);
create index store_apps_name on private.store_apps (name_key, id);
create index store_apps_platform_newest on private.store_apps (platform, published_at, id);
create index store_apps_platform_downloads on private.store_apps (platform, downloads, id);
create index store_apps_platform_name on private.store_apps (platform, name_key, id);

create function private.store_app_card(app private.store_apps) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return app.card || jsonb_build_object('downloads', app.downloads);
end
$$;

create function private.refresh_store_app(app uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  a public.apps;
begin
  select * into a from public.apps r where r.id = app;
  if a.id is null or a._deleted or a.status <> 'published' or a.published_at is null then
    delete from private.store_apps s where s.id = app;
    return;
  end if;
  insert into private.store_apps as s (id, org_id, words, platform, published_at, downloads, name_key, card)
  select a.id, a.org_id,
    private.card_words(concat_ws(' ', a.title, a.developer_name), a.description, private.filter_word('platform', a.platform)),
    a.platform, a.published_at, private.downloads_of_app(a.id), private.sort_key(a.title),
    jsonb_build_object('id', a.id, 'xid', a.sync_xid::text, 'org_id', a.org_id, 'developer_name', a.developer_name, 'title', a.title,
      'description', left(a.description, 200), 'platform', a.platform, 'type', a.type, 'icon_path', a.icon_path,
      'version', a.version, 'size_bytes', a.size_bytes, 'published_at', private.iso_time(a.published_at))
  on conflict (id) do update set org_id = excluded.org_id, words = excluded.words, platform = excluded.platform, published_at = excluded.published_at,
    downloads = excluded.downloads, name_key = excluded.name_key, card = excluded.card;
  -- In a second statement: the one above may have waited for a download.
  update private.store_apps s set downloads = private.downloads_of_app(s.id) where s.id = app and s.downloads <> private.downloads_of_app(s.id);
end
$$;

create function private.on_app_published() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_store_app(new.id);
  return null;
end
$$;
create trigger refresh_store_app after insert or update on public.apps for each row execute function private.on_app_published();

create function private.on_download_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.store_apps s set downloads = greatest(0, s.downloads + new.downloads - old.downloads) where s.id = new.app_id;
  return null;
end
$$;
create trigger refresh_store_app after update on private.download_counts for each row when (new.downloads <> old.downloads)
  execute function private.on_download_counted();

-- Chapter 4: who may read and write what (decisions.md "Who may see and do what"). Policies answer per row, column grants per column:
-- what no grant names, no client writes, whatever the policy says. The state machines (chapter 2) answer when.
--
-- Visibility only grows: no policy below can stop showing a row that it showed before. So they ask for marks that are never taken back
-- (accepted_at, published_at, "not a draft any more", private.release_grants), never for a state that may pass. A change of role or status
-- starts that person's replication afresh (chapter 5).
-- (select auth.uid()), (select private.my_role()) and (select private.is_admin()) are evaluated once per statement instead of once per row.

-- The campaigns whose brief the caller may read, and the builds that these briefs have opened. Security definer: asked from the policies of
-- briefs, releases and storage, they must not run through the policies of applications each time.
create function private.my_tests() returns setof uuid
language sql stable security definer set search_path = '' rows 20 as $$
  select a.campaign_id from public.applications a where a.tester_id = (select auth.uid()) and a.accepted_at is not null
$$;

create function private.my_granted_releases() returns setof uuid
language sql stable security definer set search_path = '' rows 20 as $$
  select g.release_id from private.release_grants g
  join public.applications a on a.campaign_id = g.campaign_id
  where a.tester_id = (select auth.uid()) and a.accepted_at is not null
$$;

-- Supabase grants everything in `public` to the API's roles by default: take all of it back first.
revoke all on all tables in schema public from public, anon, authenticated;
revoke all on all sequences in schema public from public, anon, authenticated;
grant usage on schema public to anon, authenticated, service_role;
grant usage on schema private to anon, authenticated, service_role;
grant all on all tables in schema public to service_role;
grant all on all sequences in schema public to service_role;

do $$
declare name text;
begin
  for name in select tablename from pg_catalog.pg_tables where schemaname = 'public' loop
    execute format('alter table public.%I enable row level security', name);
  end loop;
end
$$;

grant select on public.apps, public.releases, public.settings to anon;
grant select on public.profiles, public.accounts, public.settings, public.apps, public.releases, public.campaigns, public.briefs,
  public.applications, public.feedback, public.comments, public.rewards, public.payouts, public.files, public.flags,
  public.notifications, public.activity, public.downloads, public.ledger_entries, public.contact_messages, public.sync_refusals,
  public.state_moves to authenticated;

-- people
create policy profiles_read on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
create policy profiles_edit_own on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create policy accounts_read on public.accounts for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
create policy accounts_edit_own on public.accounts for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create policy settings_read on public.settings for select to anon, authenticated using (not _deleted);
create policy settings_edit_admin on public.settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

-- the app store
create policy apps_read_public on public.apps for select to anon, authenticated using (published_at is not null);
create policy apps_read_own on public.apps for select to authenticated
  using (developer_id = (select auth.uid()) or (select private.is_admin()));
create policy apps_add on public.apps for insert to authenticated
  with check (developer_id = (select auth.uid()) and (select private.my_role()) = 'developer');
create policy apps_edit on public.apps for update to authenticated
  using (developer_id = (select auth.uid()) or (select private.is_admin()))
  with check (developer_id = (select auth.uid()) or (select private.is_admin()));

create policy releases_read_public on public.releases for select to anon, authenticated
  using (published_at is not null and exists (select 1 from public.apps a where a.id = app_id and a.published_at is not null));
create policy releases_read_own on public.releases for select to authenticated
  using (developer_id = (select auth.uid()) or (select private.is_admin()));
create policy releases_read_granted on public.releases for select to authenticated
  using (id in (select private.my_granted_releases()));
create policy releases_add on public.releases for insert to authenticated
  with check (developer_id = (select auth.uid()) and (select private.my_role()) = 'developer');
create policy releases_edit on public.releases for update to authenticated
  using (developer_id = (select auth.uid())) with check (developer_id = (select auth.uid()));

-- the work
create policy campaigns_read_public on public.campaigns for select to authenticated
  using (status <> 'draft' and (select private.my_role()) = 'tester');
create policy campaigns_read_own on public.campaigns for select to authenticated
  using (developer_id = (select auth.uid()) or (select private.is_admin()));
create policy campaigns_add on public.campaigns for insert to authenticated
  with check (developer_id = (select auth.uid()) and (select private.my_role()) = 'developer');
create policy campaigns_edit on public.campaigns for update to authenticated
  using (developer_id = (select auth.uid())) with check (developer_id = (select auth.uid()));

create policy briefs_read_own on public.briefs for select to authenticated
  using (developer_id = (select auth.uid()) or (select private.is_admin()));
create policy briefs_read_accepted on public.briefs for select to authenticated
  using (id in (select private.my_tests()));
create policy briefs_add on public.briefs for insert to authenticated
  with check (developer_id = (select auth.uid()) and (select private.my_role()) = 'developer');
create policy briefs_edit on public.briefs for update to authenticated
  using (developer_id = (select auth.uid())) with check (developer_id = (select auth.uid()));

create policy applications_read on public.applications for select to authenticated
  using (tester_id = (select auth.uid()) or developer_id = (select auth.uid()) or (select private.is_admin()));
create policy applications_add on public.applications for insert to authenticated
  with check (tester_id = (select auth.uid()) and (select private.my_role()) = 'tester');
create policy applications_edit on public.applications for update to authenticated
  using (tester_id = (select auth.uid()) or developer_id = (select auth.uid()))
  with check (tester_id = (select auth.uid()) or developer_id = (select auth.uid()));

-- A draft is its author's alone, also before an admin.
create policy feedback_read_own on public.feedback for select to authenticated using (tester_id = (select auth.uid()));
create policy feedback_read_received on public.feedback for select to authenticated
  using (status <> 'draft' and (developer_id = (select auth.uid()) or (select private.is_admin())));
create policy feedback_add on public.feedback for insert to authenticated
  with check (tester_id = (select auth.uid()) and (select private.my_role()) = 'tester');
create policy feedback_edit_own on public.feedback for update to authenticated
  using (tester_id = (select auth.uid())) with check (tester_id = (select auth.uid()));
create policy feedback_review on public.feedback for update to authenticated
  using (status <> 'draft' and developer_id = (select auth.uid()))
  with check (status <> 'draft' and developer_id = (select auth.uid()));

create policy comments_read_tester on public.comments for select to authenticated
  using (tester_id = (select auth.uid()) and not internal);
create policy comments_read on public.comments for select to authenticated
  using (developer_id = (select auth.uid()) or (select private.is_admin()));
create policy comments_add on public.comments for insert to authenticated
  with check (author_id = (select auth.uid()));

-- money
create policy rewards_read on public.rewards for select to authenticated
  using (tester_id = (select auth.uid()) or developer_id = (select auth.uid()) or (select private.is_admin()));
create policy payouts_read on public.payouts for select to authenticated
  using (tester_id = (select auth.uid()) or (select private.is_admin()));
create policy payouts_add on public.payouts for insert to authenticated
  with check (tester_id = (select auth.uid()) and (select private.my_role()) = 'tester');
create policy payouts_decide on public.payouts for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy ledger_read on public.ledger_entries for select to authenticated
  using (tester_id = (select auth.uid()) or (select private.is_admin()));

-- around it
create policy files_read on public.files for select to authenticated
  using (owner_id = (select auth.uid()) or (select private.is_admin()));
create policy flags_read on public.flags for select to authenticated
  using (reporter_id = (select auth.uid()) or (select private.is_admin()));
create policy flags_add on public.flags for insert to authenticated with check (reporter_id = (select auth.uid()));
create policy flags_decide on public.flags for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy notifications_read on public.notifications for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy notifications_edit_own on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy activity_read on public.activity for select to authenticated using ((select private.is_admin()));
create policy downloads_read on public.downloads for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy contact_messages_read on public.contact_messages for select to authenticated using ((select private.is_admin()));
-- Whoever writes may say who they are, and nobody else.
create policy contact_messages_add on public.contact_messages for insert to anon, authenticated
  with check (user_id is not distinct from (select auth.uid()));
grant insert (id, user_id, name, email, message) on public.contact_messages to anon, authenticated;

create policy sync_refusals_read on public.sync_refusals for select to authenticated using ((select private.is_admin()));
create policy state_moves_read on public.state_moves for select to authenticated using ((select private.my_role()) is not null);

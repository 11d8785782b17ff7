-- Execute rights. PostgreSQL lets all roles execute new functions, and Supabase grants those in
-- `public` to the API's roles: revoke all, then grant explicitly. The API does not expose
-- `private`; the grants there serve policies, checks, push and pull, which run as the caller. A
-- later migration that adds a function ends with its own grants.

revoke all on all routines in schema private from public, anon, authenticated;
grant execute on all functions in schema private to service_role;
-- Newer projects grant nothing by default, not even to the service key.
grant all on all tables in schema public to service_role;
grant all on all sequences in schema public to service_role;

-- Revokes functions of the API from all roles, and grants them to these roles and the service key.
create function private.open_calls(roles text, variadic calls text[]) returns void
language plpgsql set search_path = '' as $$
declare call text;
begin
  foreach call in array calls loop
    execute format('revoke all on function public.%s from public, anon, authenticated', call);
    execute format('grant execute on function public.%s to %s', call, concat_ws(', ', nullif(roles, ''), 'service_role'));
  end loop;
end
$$;
revoke all on function private.open_calls(text, text[]) from public, anon, authenticated;

-- Callable when signed out.
select private.open_calls('anon, authenticated',
  'build_page(text)', 'catalog_search(jsonb)', 'catalog_shelf(jsonb)', 'email_exists(text)', 'latest_tests()', 'read_campaign_invitation(text)', 'read_campaign_summary(text)', 'read_invitation(text)', 'read_organization(text)', 'read_store_app(text)', 'read_test(text)',
  'record_download(uuid, uuid)', 'sitemap(jsonb)', 'sync_get(text, jsonb)', 'sync_pull(jsonb, jsonb)');

-- Callable when signed in.
select private.open_calls('authenticated',
  'accept_invitation(text)', 'account_deletion()', 'add_group_testers(uuid, uuid, jsonb)',
  'add_wave_candidates(uuid, jsonb)', 'admin_activity(jsonb)', 'admin_change_user(uuid, jsonb)',
  'admin_change_users(jsonb)',
  'admin_app_details(uuid)', 'admin_apps(jsonb)', 'admin_campaign_details(uuid)', 'admin_campaigns(jsonb)', 'admin_days()', 'admin_end_session(uuid, text)',
  'admin_file_owners(jsonb)', 'admin_files(jsonb)', 'admin_flags(jsonb)', 'admin_hide_content(uuid, boolean)', 'admin_message_done(uuid, boolean)', 'admin_messages(jsonb)', 'admin_numbers()',
  'admin_payouts(jsonb)',
  'admin_rejections(jsonb)', 'admin_reply_message(uuid, uuid, text)', 'admin_user_details(uuid)', 'admin_user_list(jsonb)', 'admin_user_sessions(uuid)', 'admin_users(jsonb)', 'attachment_arrived(uuid, uuid)',
  'begin_device_enrolment(uuid)', 'block_organization(uuid, boolean)', 'campaign_devices(uuid)', 'cancel_email_change()', 'change_organization(uuid, jsonb)',
  'change_waves(uuid, jsonb)', 'clean_sample_data()',
  'create_api_token(uuid, text, integer, uuid)', 'create_campaign_link(uuid, integer, timestamptz, uuid)', 'create_organization(uuid, text)', 'create_summary_link(uuid, timestamptz, uuid)',
  'delete_own_account()', 'delete_tester_group(uuid, uuid)', 'end_own_session(uuid)', 'export_own_data(jsonb)', 'get_organization(uuid)', 'invite_member(uuid, text, text, uuid)',
  'invite_past_testers(uuid, jsonb, boolean)', 'invite_testers(uuid, jsonb, boolean)',
  'join_campaign(text)', 'launch_codes(uuid)', 'list_api_tokens(jsonb)', 'list_campaign_links(jsonb)', 'list_invitations(jsonb)',
  'list_organization_activity(jsonb)', 'list_organization_members(jsonb)', 'list_own_sessions()',
  'list_past_testers(jsonb)', 'list_reviewers(jsonb)', 'list_tester_groups(jsonb)', 'list_tester_invitations(jsonb)',
  'make_recovery_codes()', 'move_app(uuid, uuid)', 'my_access()', 'my_test_devices(uuid)', 'open_campaign(uuid)', 'payout_figures()', 'push_subscribe(text, text, text)',
  'nudge_testers(uuid, text)', 'push_unsubscribe(text)', 'read_nudge(uuid, text)', 'read_waves(uuid)', 'release_figures(uuid)', 'recovery_codes_made_at()', 'remove_announcement(uuid, uuid)',
  'remove_group_testers(uuid, uuid, jsonb)', 'remove_member(uuid, uuid)', 'remove_test_device(uuid)', 'share_test_device(uuid, uuid)',
  'resend_invitation(uuid)', 'resend_tester_invitation(uuid)', 'revoke_api_token(uuid)', 'revoke_campaign_link(uuid)',
  'revoke_invitation(uuid)', 'revoke_tester_invitation(uuid)',
  'save_tester_group(uuid, uuid, text, text)', 'send_announcement(uuid, uuid, text, text)',
  'set_group_tester_note(uuid, uuid, uuid, text)', 'set_launch_code(uuid, text)', 'set_member_role(uuid, uuid, text)',
  'start_waves(uuid, uuid, jsonb, jsonb)', 'storage_forget(jsonb)', 'storage_owner(uuid, text)',
  'storage_reserve(text, bigint, text, uuid)', 'sync_push(text, json, jsonb)',
  'use_recovery_code(text)', 'void_reward(uuid, text)');

-- Service key only.
select private.open_calls('',
  'backend_facts()', 'claim_build_checks(integer)', 'claim_deliveries(text, integer)', 'claim_file_removals(integer)',
  'complete_build_checks(jsonb)', 'complete_deliveries(jsonb)', 'complete_device_enrolment(text, text, text, text, text)', 'read_device_enrolment(text)', 'visitor_build_page(text, jsonb)', 'long_transaction()', 'server_health()',
  'api_authenticate(text)', 'api_create_release(text, uuid, text, text, jsonb)', 'api_list_releases(text, uuid, jsonb, integer)',
  'api_note_upload(text, uuid, uuid, text)', 'api_publish_release(text, uuid, uuid)', 'api_read_release(text, uuid, uuid)',
  'note_admin_action(uuid, text, uuid, jsonb)', 'public_page(text)', 'set_user_role(uuid, text, uuid)');

-- Run as the caller, also signed out: the public part of a pull, rows of the catalog, and contact
-- messages.
grant execute on function
  private.check_session(), private.epoch(), private.is_admin(), private.is_offered_file(text),
  private.is_uuid(text), private.my_role(), private.my_status(), private.reject(text, text), private.reject_if(boolean, text, text),
  private.session_error(), private.is_known_history(jsonb), private.sync_plan(text, text),
  private.open_key(text, text, xid8, integer), private.queue_is_long(text, xid8), private.server_version(), private.sync_pull(jsonb), private.sync_run(), private.trimmed(text), private.is_email(text), private.is_line(text), private.xid_before(integer),
  private.membership_scope(), private.catalog_scope(), private.iso_time(timestamptz), private.sync_collection(text), private.my_pulled_organizations()
to anon, authenticated;

-- Run as the caller: policies, checks, the write path, push and pull.
grant execute on function
  private.acting_role(), private.is_answers(jsonb), private.is_attachments(jsonb),
  private.is_object_path(text), private.is_object_path_list(jsonb, integer),
  private.is_billing(jsonb), private.is_devices(jsonb), private.is_flat(jsonb),
  private.is_instant(timestamp with time zone), private.is_length(jsonb),
  private.is_preferences(jsonb), private.is_saved_replies(jsonb), private.is_saved_searches(jsonb), private.is_saved_templates(jsonb), private.is_saved_views(jsonb), private.is_screening(jsonb), private.is_tags(jsonb),
  private.is_test_search(jsonb),
  private.has_keys(jsonb, text[], text[]), private.is_whole(jsonb, integer, integer), private.is_short_text(jsonb, integer), private.is_short_line(jsonb, integer),
  private.is_task_key(jsonb), private.is_instant_text(jsonb), private.is_step(jsonb), private.is_question(jsonb), private.is_task(jsonb), private.is_tasks(jsonb),
  private.is_step_result(jsonb), private.is_answer(jsonb), private.is_photos(jsonb), private.is_task_result(jsonb), private.is_results(jsonb), private.is_task_reasons(jsonb), private.is_retests(jsonb),
  private.is_text_list(jsonb, integer, integer), private.is_text_object(jsonb, text[], integer),
  private.is_line_list(jsonb, integer, integer), private.is_line_object(jsonb, text[], integer), private.mailbox_of(text), private.limit_new_rows(text, integer), private.most(text),
  private.in_organization_folder(text, text), private.is_uuid_list(jsonb, integer),
  private.lock_for_push(text, json), private.note_active(), private.push_budget(),
  private.log_rejection(text, text, text, text), private.can_write(), private.default_testers(), private.my_granted_releases(),
  private.my_organizations(text), private.my_scope(), private.my_screening(uuid, jsonb), private.my_triage(uuid), private.my_shared(uuid), private.my_accepted_campaigns(),
  private.my_brief_grants(), private.my_campaign_grants(), private.my_release_grants(),
  private.my_campaigns(), private.removed_campaigns(text, uuid, xid8, integer),
  private.own_folder(text), private.received_attachment(text), private.entity_id(text),
  private.setting(text, text), private.sort_key(text),
  private.states_between(text, text, text, text),
  private.is_passing_trouble(text), private.sync_marked(jsonb),
  private.sync_decide(private.sync_collections, jsonb, jsonb, jsonb),
  private.sync_push(text, json), private.sync_push_in_scope(text, json),
  private.sync_push_row(private.sync_collections, jsonb, jsonb, jsonb),
  private.sync_push_together(private.sync_collections, jsonb, jsonb),
  private.sync_row(private.sync_collections, uuid),
  private.sync_rows(private.sync_collections, uuid[]),
  private.sync_answers(private.sync_collections, uuid[]),
  private.sync_update(private.sync_collections, text[], jsonb, text[], uuid, text)
to authenticated;

select private.build_sync_pages();
select private.build_sync_answers();

select private.record_backend('20261124001470');

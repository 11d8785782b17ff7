-- Who may call which function. PostgreSQL lets everybody execute new functions, and Supabase grants
-- those in `public` to the API's roles: revoke all, then grant on purpose. The API does not expose
-- `private`; what is granted there is what policies, checks, push and pull need when they run as
-- the caller. A later migration that adds a function ends with its own grants.

revoke all on all functions in schema private from public, anon, authenticated;
revoke all on function
  public.admin_change_user(uuid, jsonb),
  public.admin_message_done(uuid, boolean),
  public.admin_messages(jsonb),
  public.admin_numbers(),
  public.admin_refusals(jsonb),
  public.admin_users(jsonb),
  public.attachment_arrived(uuid, uuid),
  public.cancel_email_change(),
  public.clean_sample_data(),
  public.email_exists(text),
  public.long_transaction(),
  public.my_access(),
  public.note_admin_action(uuid, text, uuid, jsonb),
  public.push_subscribe(text, text, text),
  public.push_unsubscribe(text),
  public.record_download(uuid, uuid),
  public.set_user_role(uuid, text, uuid),
  public.complete_deliveries(jsonb),
  public.storage_reserve(text, bigint, text),
  public.sync_pull(jsonb, jsonb),
  public.sync_push(text, json, jsonb),
  public.claim_deliveries(text, integer),
  public.void_reward(uuid, text)
from public, anon, authenticated;
grant execute on all functions in schema private to service_role;

-- Calls of the API, also signed out.
grant execute on function
  public.email_exists(text), public.record_download(uuid, uuid), public.sync_pull(jsonb, jsonb)
to anon, authenticated;

-- Calls of the API, signed in.
grant execute on function
  public.admin_change_user(uuid, jsonb), public.admin_message_done(uuid, boolean),
  public.admin_messages(jsonb), public.admin_numbers(), public.admin_refusals(jsonb),
  public.admin_users(jsonb), public.attachment_arrived(uuid, uuid), public.cancel_email_change(),
  public.clean_sample_data(), public.my_access(), public.push_subscribe(text, text, text),
  public.push_unsubscribe(text), public.storage_reserve(text, bigint, text),
  public.sync_push(text, json, jsonb), public.void_reward(uuid, text)
to authenticated;

-- Calls of the API with the service key.
grant execute on function
  public.admin_change_user(uuid, jsonb), public.admin_message_done(uuid, boolean),
  public.admin_messages(jsonb), public.admin_numbers(), public.admin_refusals(jsonb),
  public.admin_users(jsonb), public.attachment_arrived(uuid, uuid), public.cancel_email_change(),
  public.clean_sample_data(), public.email_exists(text), public.long_transaction(), public.my_access(),
  public.note_admin_action(uuid, text, uuid, jsonb), public.push_subscribe(text, text, text),
  public.push_unsubscribe(text), public.record_download(uuid, uuid),
  public.set_user_role(uuid, text, uuid), public.complete_deliveries(jsonb),
  public.storage_reserve(text, bigint, text), public.sync_pull(jsonb, jsonb),
  public.sync_push(text, json, jsonb), public.claim_deliveries(text, integer),
  public.void_reward(uuid, text)
to service_role;

-- Run as the caller, also signed out: the public part of a pull, and contact messages.
grant execute on function
  private.check_session(), private.epoch(), private.is_admin(), private.is_offered_file(text),
  private.is_uuid(text), private.my_role(), private.my_status(), private.refuse(text, text),
  private.session_error(), private.is_known_history(jsonb), private.sync_plan(text, text),
  private.sync_pull(jsonb), private.sync_run(), private.trimmed(text), private.checkpoint_refresh_xid()
to anon, authenticated;

-- Run as the caller: policies, checks, the write path, push and pull.
grant execute on function
  private.acting_role(), private.is_answers(jsonb), private.is_attachments(jsonb),
  private.is_billing(jsonb), private.is_devices(jsonb), private.is_flat(jsonb),
  private.is_instant(timestamp with time zone), private.is_length(jsonb),
  private.is_preferences(jsonb), private.is_screening(jsonb),
  private.is_text_list(jsonb, integer, integer), private.is_text_object(jsonb, text[], integer),
  private.is_uuid_list(jsonb, integer), private.lock_for_push(text, json),
  private.log_refusal(text, text, text, text), private.can_write(), private.my_granted_releases(),
  private.my_scope(), private.my_screening(uuid, jsonb), private.my_accepted_campaigns(),
  private.own_folder(text), private.received_attachment(text), private.entity_id(text),
  private.setting(text, text), private.sort_key(text),
  private.states_between(text, text, text, text), private.sync_collection(text),
  private.sync_push(text, json), private.sync_push_in_scope(text, json),
  private.sync_push_row(private.sync_collections, jsonb, jsonb, jsonb),
  private.sync_row(private.sync_collections, uuid),
  private.sync_rows(private.sync_collections, uuid[]),
  private.sync_update(private.sync_collections, text[], jsonb, text[], uuid, text)
to authenticated;


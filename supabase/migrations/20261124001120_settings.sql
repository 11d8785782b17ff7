-- System settings: five sections. A value takes effect the first time that an admin saves it;
-- saving a section without a change puts all of its values into effect.

create table public.settings (
  id uuid primary key,
  section text not null unique check (section in ('general', 'security', 'notifications', 'payments', 'branding')),
  "values" jsonb not null check (private.is_flat("values")),
  saved_at timestamptz(3),
  -- Values that were not saved yet while others of the section were: screens show them, and they
  -- have no effect.
  display_only jsonb not null default '[]' check (private.is_text_list(display_only, 40, 60))
);
select private.add_sync_columns('settings');
create index settings_sync on public.settings (sync_xid, id);

-- A setting that is in effect, else null.
create function private.setting(section text, key text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s."values" -> setting.key from public.settings s where s.section = setting.section and s.saved_at is not null
    and not s.display_only ? setting.key);
end
$$;

-- Neither suspended nor blocked by maintenance, from which admins are exempt. Never null.
create function private.can_write() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.my_status() <> 'suspended'
    and (private.is_admin() or coalesce(private.setting('general', 'maintenance_mode') <> 'true'::jsonb, true)), false)
$$;

select private.protect_table('settings');
grant select on public.settings to anon;
create policy settings_read on public.settings for select to anon, authenticated using (not _deleted);
create policy settings_edit_admin on public.settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.sync_register('settings', '{}', '{values}', false);
select private.add_sync_filters('settings', '{anonymous,tester,admin}', 'true');
select private.register_change_topics('settings', '(select ''site'' from new_rows limit 1)');

create function private.setting_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := private.current_actor();
  bad text;
begin
  if actor = 'server' or tg_op = 'INSERT' then return new; end if;
  if actor <> 'admin' then
    perform private.reject('forbidden', 'Only admins change settings.');
  end if;
  -- Keys and types must match the defaults: a text instead of a number would break every device.
  select string_agg(k, ', ') into bad from (
    select jsonb_object_keys(new."values") as k union select jsonb_object_keys(old."values")
  ) keys
  where jsonb_typeof(new."values" -> k) is distinct from jsonb_typeof(old."values" -> k);
  if bad is not null then
    perform private.reject('invalid', format('Unknown, missing or of the wrong type: %s.', bad));
  elsif (new."values" ->> 'max_testers_per_campaign')::numeric not between 1 and 10000
    or (new."values" ->> 'min_password_length')::numeric not between 8 and 72
    or (new."values" ->> 'password_expiry_days')::numeric not between 0 and 3650
    or exists (select 1 from unnest(array['max_testers_per_campaign', 'min_password_length', 'password_expiry_days']) k
      where (new."values" ->> k)::numeric % 1 <> 0)
    or coalesce(new."values" ->> 'primary_colour', '#000000') !~ '^#[0-9a-fA-F]{6}$'
    or new."values" ->> 'timezone' not in ('UTC', 'ET', 'CT', 'MT', 'PT')
    or new."values" ->> 'date_format' not in ('MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD')
    or new."values" ->> 'language' not in ('en', 'es', 'fr', 'de', 'pt')
    or new."values" ->> 'currency' not in ('USD', 'EUR', 'GBP', 'JPY', 'CAD')
    or exists (select 1 from unnest(array['logo_path', 'favicon_path']) k where new."values" ->> k <> ''
      and (not private.is_object_path(new."values" ->> k) or new."values" ->> k !~ '^[^/]+/[0-9a-f]{64}\.(png|jpg)$')) then
    perform private.reject('invalid', 'A value is out of its range.');
  end if;
  perform private.require_own_object(actor, k, new."values" ->> k, old."values" ->> k) from unnest(array['logo_path', 'favicon_path']) k
  where new."values" ? k;
  new.display_only := case when new."values" = old."values" then '[]' else (
    select coalesce(jsonb_agg(k order by k), '[]') from jsonb_object_keys(new."values") k
    where new."values" -> k = old."values" -> k and (old.saved_at is null or old.display_only ? k)) end;
  new.saved_at := now();
  return new;
end
$$;

create function private.after_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.saved_at is distinct from old.saved_at then
    perform private.log_activity(auth.uid(), 'settings_saved', 'setting', new.id, (
      select jsonb_build_object('section', new.section, 'from', coalesce(jsonb_object_agg(n.key, old."values" -> n.key), '{}'),
        'to', coalesce(jsonb_object_agg(n.key, n.value), '{}'))
      from jsonb_each(new."values") n where n.value is distinct from old."values" -> n.key));
  end if;
  return null;
end
$$;
select private.add_triggers('settings', rules => 'setting_rules', effects => 'after_setting', events => 'update');

insert into public.settings (id, section, "values") values
  ('5e771465-0000-4000-8000-000000000001', 'general', '{"max_testers_per_campaign": 100, "maintenance_mode": false, "open_registration": true,
    "auto_approve_developers": false, "timezone": "UTC", "date_format": "MM/DD/YYYY", "language": "en", "multilingual": true,
    "follow_browser_language": false}'),
  ('5e771465-0000-4000-8000-000000000002', 'security', '{"password_expiry_days": 90, "min_password_length": 12, "require_2fa_for_admins": true,
    "password_complexity": true}'),
  ('5e771465-0000-4000-8000-000000000003', 'notifications', '{"email": true, "web_push": true, "in_app": true}'),
  ('5e771465-0000-4000-8000-000000000004', 'payments', '{"currency": "USD", "paypal": true, "stripe": true}'),
  ('5e771465-0000-4000-8000-000000000005', 'branding', '{"primary_colour": "#3b82f6", "logo_path": "", "favicon_path": ""}');

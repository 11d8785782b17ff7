-- The admins' activity log. Only the server writes it.

create table public.activity (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid references public.profiles (id),
  actor_name text not null default '' check (char_length(actor_name) <= 120),
  action text not null check (char_length(action) <= 80),
  target_type text not null default '' check (char_length(target_type) <= 40),
  target_id uuid,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  is_sample boolean not null default false
);
select private.add_sync_columns('activity');
create index activity_sync on public.activity (sync_xid, id);
create index activity_actor on public.activity (actor_id, created_at);
create index activity_about on public.activity ((details ->> 'about_id')) where details ->> 'about_id' is not null;
create index activity_roles on public.activity (target_id) where action = 'role_changed';

select private.protect_table('activity');
create policy activity_read on public.activity for select to authenticated using ((select private.is_admin()));

select private.sync_register('activity', '{}', '{}', false);
select private.add_triggers('activity', rules => 'server_only');

create function private.log_activity(actor uuid, action text, target_type text, target_id uuid, details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_log_entries('public.activity', actor);
  insert into public.activity (actor_id, actor_name, action, target_type, target_id, details)
  values ((select p.id from public.profiles p where p.id = actor), coalesce((select p.name from public.profiles p where p.id = actor), ''),
    action, target_type, target_id,
    -- The person named in the details, for private.forget_names.
    case when target_type = 'profile' and details ? 'name' then details || jsonb_build_object('about_id', target_id) else details end);
end
$$;

-- A tiny project of the tests' own, so that what the backend does is proved without the product's
-- rules.
create schema private;
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid(),
  body text not null check (length(body) <= 100),
  secret text not null default 'kept',
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (owner_id, body)
);
alter table public.notes enable row level security;
revoke all on public.notes from anon, authenticated;
grant select (id, owner_id, body, data, created_at), insert (id, body, data), update (body, data) on public.notes to authenticated;
create policy own on public.notes for all to authenticated using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));

create function public.reject(code text, message text) returns void language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = reject.code, message = reject.message, detail = 'machine_code', hint = 'try';
end $$;
create function public.kind_of(value jsonb) returns text language sql immutable set search_path = '' as $$ select jsonb_typeof(value) $$;
create function public.who() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('role', current_user, 'uid', auth.uid(), 'jwt_role', auth.role(),
    'address', current_setting('request.headers', true)::jsonb ->> 'x-forwarded-for')
$$;
create function public.slow_who() returns jsonb language plpgsql set search_path = '' as $$
begin
  perform pg_sleep(0.02);
  return jsonb_build_object('role', current_user, 'uid', auth.uid());
end $$;
create function public.add_note(id uuid, body text) returns uuid language sql set search_path = '' as $$
  insert into public.notes (id, body) values (add_note.id, add_note.body) returning notes.id
$$;

create function private.note_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('collections', jsonb_build_array('notes')), 'changed', 'user:' || new.owner_id, true);
  return null;
end $$;
create trigger hint after insert on public.notes for each row execute function private.note_changed();
create policy hear on realtime.messages for select to authenticated
  using (realtime.topic() = 'user:' || (select auth.uid())::text);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('attachments', 'attachments', false, 20000000, array['image/png', 'text/plain', 'text/html', 'application/octet-stream'])
on conflict do nothing;
create policy own_folder on storage.objects for all to authenticated
  using (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text);
create table private.ran (at timestamptz not null);
create function private.jobs_in_turn() returns text[] language sql set search_path = '' as $$ select '{note}'::text[] $$;
create function private.begin_job(job text) returns text[] language sql set search_path = '' as $$ select '{""}'::text[] $$;
create function private.run_item(job text, item text) returns void language sql set search_path = '' as $$ insert into private.ran values (now()) $$;
create function private.end_job(job text) returns void language sql set search_path = '' as $$ select $$;

create function private.welcome() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.raw_user_meta_data ->> 'name' = 'x' then
    raise exception using errcode = 'PT422', message = 'The name is too short', detail = 'too_short';
  end if;
  return new;
end $$;
create trigger welcome before insert on auth.users for each row execute function private.welcome();

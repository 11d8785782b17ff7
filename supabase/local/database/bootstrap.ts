// Prepares an empty database like a Supabase project before its first migration. Hosted Supabase
// does not run it; migrations may rely only on its content.
import { getAuthSchemaSql, getStorageSchemaSql } from "../common/lite-package.ts";
import type { Database } from "./database.ts";

/** Increase it when this file changes: existing databases then run it again (idempotent). */
const version = 4;

/** Roles belong to the cluster and are not part of a database dump. */
export const apiRoles = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
end $$;
`;

export const ownSchemas = [
  "public",
  "private",
  "auth",
  "storage",
  "realtime",
  "extensions",
  "supabase_migrations",
  "supabase_local",
] as const;

export const dropSchemas = ownSchemas.map((schema) => `drop schema if exists ${schema} cascade;`).join("\n");

const schemas = `
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists extensions;
create schema if not exists supabase_migrations;
create schema if not exists supabase_local;
create table if not exists supabase_local.state (key text primary key, value text not null);
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
grant usage on schema public, auth, storage, realtime, extensions to anon, authenticated, service_role;
-- The defaults of a hosted project: a new object in public is open to the API roles until its
-- migration closes it.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
`;

/** Supabase's definitions, on which the policies rely. lite's read single claims only. */
const auth = `
alter table auth.users add column if not exists instance_id uuid;
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;
-- Second factors, as GoTrue keeps them. last_step is ours: a used code is not valid again.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null check (status in ('unverified', 'verified')),
  secret text,
  last_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create table if not exists auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
grant all on all tables in schema auth to service_role;
-- The networks from which accounts signed in (auth/networks.ts), as hashes. Only the embedded
-- server has this table.
create table if not exists supabase_local.known_networks (
  user_id uuid not null references auth.users (id) on delete cascade,
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
`;

const storage = `
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
-- 0055-prevent-direct-deletes.sql of github.com/supabase/storage: only its service deletes.
create or replace function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end $$;
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
`;

const realtime = `
create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid() primary key,
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now()
);
create index if not exists messages_inserted_at on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;
-- As on Supabase: runs as its caller, so a trigger that sends must be security definer. Unlike
-- there, a rejection is an error, not a warning: a lost change notification would go unnoticed.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  generated uuid := gen_random_uuid();
  content jsonb := case when send.payload ? 'id' then send.payload else send.payload || jsonb_build_object('id', generated) end;
  message jsonb := jsonb_build_object(
    'id', generated, 'topic', send.topic, 'event', send.event, 'private', send.private, 'payload', content
  );
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (generated, content, send.event, send.topic, send.private, 'broadcast');
  -- A notification carries 8000 bytes at most; a longer message is fetched by its id.
  if octet_length(message::text) > 7900 then message := message - 'payload'; end if;
  perform pg_notify('supabase_local_realtime', message::text);
end $$;
`;

export async function bootstrap(database: Database): Promise<void> {
  const [found] = await database.query<{ made: string | null }>(
    "select to_regclass('supabase_local.state')::text as made",
  );
  if (found?.made) {
    const [state] = await database.query<{ value: string }>(
      "select value from supabase_local.state where key = 'bootstrap'",
    );
    if (state?.value === String(version)) return;
  }
  await database.script(
    [
      apiRoles,
      schemas,
      getAuthSchemaSql(),
      auth,
      getStorageSchemaSql(),
      storage,
      realtime,
      `insert into supabase_local.state values ('bootstrap', '${version}') on conflict (key) do update set value = excluded.value;`,
    ].join("\n"),
  );
}

-- Launch codes: a build shows its code, and a tester types it as evidence of having started the
-- build. Members who manage the app set it; testers never read it. The server compares, because a
-- device could try all codes.

create table private.launch_codes (
  release_id uuid primary key references public.releases (id) on delete cascade,
  code text not null
);

-- Codes that a person has typed, each compared with the build's. Five new ones a day, in all
-- campaigns with this build.
create table private.launch_code_tries (
  tester_id uuid not null references public.profiles (id) on delete cascade,
  release_id uuid not null references public.releases (id) on delete cascade,
  code text not null,
  tried_at timestamptz not null default now(),
  primary key (tester_id, release_id, code)
);
create index launch_code_tries_release on private.launch_code_tries (release_id);
revoke all on private.launch_codes, private.launch_code_tries from public, anon, authenticated;

-- Whether a typed code is the build's: matched, differs, unknown (the build has no code) or
-- too_many (not compared). Compares checksums, so that the time says nothing about the code.
create function private.check_code(tester uuid, build uuid, typed text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  plain constant text := private.plain_code(typed);
  known text;
begin
  select c.code into known from private.launch_codes c where c.release_id = build;
  if not found then return 'unknown'; end if;
  if not exists (select 1 from private.launch_code_tries t where t.tester_id = tester and t.release_id = build and t.code = plain) then
    if (select count(*) from private.launch_code_tries t
      where t.tester_id = tester and t.release_id = build and t.tried_at > now() - interval '1 day') >= 5 then
      return 'too_many';
    end if;
    insert into private.launch_code_tries (tester_id, release_id, code) values (tester, build, plain);
  end if;
  return case when sha256(convert_to(plain, 'UTF8')) = sha256(convert_to(private.plain_code(known), 'UTF8')) then 'matched' else 'differs' end;
end
$$;

-- Sets what the server knows about a tester's evidence. A code that matched stays so: the tester
-- may have fetched another build since.
create function private.check_evidence() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_results(new.results) then return new; end if;
  select coalesce(jsonb_object_agg(r.key, case
    when old.code_checks ->> r.key = 'matched' and old.results -> r.key -> 'code' = r.value -> 'code' then 'matched'
    else private.check_code(new.tester_id, coalesce((r.value ->> 'release_id')::uuid,
      (select b.release_id from public.briefs b where b.id = new.campaign_id)), r.value ->> 'code') end), '{}')
  into new.code_checks from jsonb_each(new.results) r where private.plain_code(r.value ->> 'code') <> '';
  select coalesce(jsonb_agg(u.id), '[]') into new.uploaded from jsonb_array_elements(old.uploaded) u (id)
  where private.photos_of(new) @> jsonb_build_array(jsonb_build_object('id', u.id));
  return new;
end
$$;
create trigger t70_evidence before update of results, results_status, retests on public.applications for each row
  when (current_setting('betaflock.actor', true) is distinct from 'seed') execute function private.check_evidence();

create function public.launch_codes(app_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_organization((select a.org_id from public.apps a where a.id = launch_codes.app_id and not a._deleted), 'manage');
  return coalesce((select jsonb_agg(jsonb_build_object('release_id', c.release_id, 'code', c.code) order by c.release_id)
    from public.releases r join private.launch_codes c on c.release_id = r.id where r.app_id = launch_codes.app_id), '[]');
end
$$;
comment on function public.launch_codes(uuid) is
'In: the id of an app. Out: [{release_id, code}] of its releases with a launch code. For members who
manage it. Errors: forbidden (no such app, or no member), not_allowed (role), suspended.';

-- Stores the code of a build; an empty one removes it. Compares codes that testers have typed.
create function private.store_code(build uuid, typed text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  trimmed constant text := private.trimmed(coalesce(typed, ''));
begin
  if trimmed = '' then
    delete from private.launch_codes c where c.release_id = build;
  elsif char_length(trimmed) > 40 or char_length(private.plain_code(trimmed)) < 4 or not private.is_line(trimmed) then
    perform private.reject('invalid', 'launch_code: 4 to 40 letters or digits.');
  else
    insert into private.launch_codes (release_id, code) values (build, trimmed)
    on conflict (release_id) do update set code = excluded.code;
  end if;
  update public.applications a set results = a.results
  where a.campaign_id in (select g.campaign_id from private.release_grants g where g.release_id = build) and a.code_checks <> '{}';
end
$$;

create function public.set_launch_code(release_id uuid, code text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_organization(
    (select r.org_id from public.releases r where r.id = set_launch_code.release_id and not r._deleted), 'manage');
  perform private.store_code(set_launch_code.release_id, code);
end
$$;
comment on function public.set_launch_code(uuid, text) is
'Sets the launch code that a build shows; an empty one removes it. Compares codes that testers have
typed. For members who manage the app. Errors: forbidden (no such release, or no member),
not_allowed (role), suspended, invalid (4 to 40 characters without spaces and dashes).';

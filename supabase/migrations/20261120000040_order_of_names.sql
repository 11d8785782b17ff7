-- Names in the order that people expect, with or without ICU (the embedded database has none): accents and case aside, numbers by their value,
-- "ñ" after "n". Bytes put "Person 10" before "Person 2" and "Chiara" before "Céline".

create function private.sort_key(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(string_agg(case when part[1] ~ '^[0-9]' then lpad(part[1], greatest(12, length(part[1])), '0') else part[1] end, '' order by n), '')
  from regexp_matches(
    regexp_replace(replace(normalize(lower(left(name, 120)), nfd), U&'n\0303', 'n~'), '[\u0300-\u036f]', '', 'g'),
    '([0-9]{1,12}|[^0-9]+)', 'g') with ordinality as found(part, n)
$$;
comment on function private.sort_key(text) is
'The key by which a name is sorted, compared byte by byte (collate "C"): folded, numbers padded to 12 digits. Only for order, never shown.';
revoke execute on function private.sort_key(text) from public;
-- An index on it is kept up to date as whoever writes the row.
grant execute on function private.sort_key(text) to authenticated, service_role;

drop index public.profiles_name;
create index profiles_name on public.profiles (private.sort_key(name) collate "C", id) where not _deleted;

-- As in chapter 20, with the key of a name.
create or replace function public.admin_users(request jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sort constant text := coalesce(request ->> 'sort', 'name');
  key constant text := case sort when 'name' then 'private.sort_key(p.name) collate "C"' when 'email' then 'lower(p.email)' when 'role' then 'p.role'
    when 'status' then 'p.status' when 'joined' then 'p.created_at' when 'active' then 'coalesce(p.last_sign_in_at, ''-infinity'')' end;
begin
  perform private.require_admin();
  if key is null or coalesce(request ->> 'role', '') not in ('', 'tester', 'developer', 'admin')
    or coalesce(request ->> 'status', '') not in ('', 'active', 'inactive', 'suspended') then
    perform private.refuse('invalid', 'sort, role or status is none that there is.');
  end if;
  return private.admin_page(
    format('select p.id, %s as key from public.profiles p where not p._deleted', key)
      || case when coalesce(request ->> 'role', '') <> '' then ' and p.role = $1 ->> ''role''' else '' end
      || case when coalesce(request ->> 'status', '') <> '' then ' and p.status = $1 ->> ''status''' else '' end
      || case when coalesce(request ->> 'search', '') <> '' then ' and (strpos(lower(p.name), $2) > 0 or strpos(lower(p.email), $2) > 0)' else '' end,
    case when sort in ('joined', 'active') then 'timestamptz' else 'text' end,
    request ->> 'direction' is not distinct from 'desc',
    'select u.id, u.name, u.email, u.role, u.status, u.avatar_path, u.created_at as joined_at, u.last_sign_in_at as last_active_at, u.is_sample,
       case u.role when ''tester'' then u.tests_completed end as tests_completed,
       case u.role when ''developer'' then (select count(*) from public.campaigns c where c.developer_id = u.id and not c._deleted) end as campaigns_created,
       exists (select 1 from auth.mfa_factors m where m.user_id = u.id and m.status::text = ''verified'') as second_factor
     from public.profiles u where u.id = p.id',
    request);
end
$$;

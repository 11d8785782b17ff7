-- Chapter 31: whose call it is. Limits count by one address that a caller cannot choose, and no limit of one caller
-- uses up another's.

create table private.gateway (
  one_row boolean primary key default true check (one_row),
  address_header text not null default 'cf-connecting-ip'
    check (address_header in ('cf-connecting-ip', 'x-real-ip', 'x-forwarded-for'))
);
comment on table private.gateway is
'Which header of the gateway names the caller. Hosted Supabase stands behind Cloudflare, which overwrites cf-connecting-ip; behind
another gateway (self-hosted Supabase) set the header that this one overwrites. The embedded server removes every such header and sets
x-forwarded-for alone.';
insert into private.gateway default values;

create or replace function private.caller_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  address inet;
begin
  -- Of a list the last entry is the nearest gateway's; what stands left of it is only what the caller sent.
  address := btrim((regexp_match(coalesce(
    nullif(headers ->> (select g.address_header from private.gateway g), ''), headers ->> 'x-forwarded-for'), '[^,]*$'))[1])::inet;
  if address is null then return 'unknown'; end if;
  if address <<= inet '::ffff:0:0/96' then address := substr(host(address), 8)::inet; end if;
  -- Whoever has one IPv6 address has its whole /64.
  return case family(address) when 4 then host(address) else network(set_masklen(address, 64))::text end;
exception when invalid_text_representation then
  return 'unknown';
end
$$;
comment on function private.caller_address() is
'The caller''s address as the gateway reports it, an IPv6 one as its /64; unknown where there is none. What the caller himself wrote does
not count. Rule: private.gateway.';

-- Five messages in ten minutes: of a person who is signed in, of an address otherwise. All together only as many as the disk bears.
create or replace function private.contact_message_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The same message again (an answer was lost) is not counted: its key refuses it.
  if exists (select 1 from public.contact_messages m where m.id = new.id) then return new; end if;
  if not private.rate_limit('contact:' || coalesce(auth.uid()::text, private.caller_address()), 5, '10 minutes')
    or not private.rate_limit('contact', 10000, '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many messages. Please wait a few minutes.', detail = 'rate_limited';
  end if;
  return new;
end
$$;

-- Sixty in ten minutes from one address, and no limit for all together: others' downloads must not stop one's own from being counted.
create or replace function private.count_device_download(release uuid, device uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if device is null then
    perform private.refuse('invalid', 'Signed out, a download is counted by device.');
  elsif not exists (select 1 from public.releases r where r.id = release and not r._deleted and r.published_at is not null) then
    perform private.refuse('missing_parent', 'This release is not known.');
  elsif exists (select 1 from private.device_downloads d where d.release_id = release and d.device_id = device) then
    return;
  end if;
  if not private.rate_limit('download:' || private.caller_address(), 60, '10 minutes') then
    raise exception using errcode = 'PT429', message = 'Too many downloads. Please wait a few minutes.', detail = 'rate_limited';
  end if;
  insert into private.device_downloads (release_id, device_id) values (release, device) on conflict do nothing;
  if found then update public.releases r set downloads = downloads + 1 where r.id = release; end if;
end
$$;

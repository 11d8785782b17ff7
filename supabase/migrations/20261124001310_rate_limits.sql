-- Rate limits, counted by person or by an address that a caller cannot choose.

create table private.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  -- What has ended is removed.
  window_end timestamptz not null,
  hits int not null default 0,
  primary key (bucket, window_start)
);

-- Counts a call, or several at once, in the bucket's present window. False: over the limit.
create function private.rate_limit(bucket text, most int, per interval, calls int default 1) returns boolean
language plpgsql security definer set search_path = '' as $$
declare n int;
begin
  insert into private.rate_limits as r (bucket, window_start, window_end, hits)
  values (rate_limit.bucket, date_bin(per, now(), timestamptz '2000-01-01'), date_bin(per, now(), timestamptz '2000-01-01') + per, calls)
  on conflict on constraint rate_limits_pkey do update set hits = r.hits + calls
  returning hits into n;
  return n <= most;
end
$$;

create function private.require_rate(bucket text, most int, per interval, message text, calls int default 1) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.rate_limit(bucket, most, per, calls) then
    raise exception using errcode = 'PT429', message = require_rate.message, detail = 'rate_limited';
  end if;
end
$$;
comment on function private.require_rate(text, int, interval, text, int) is
'Counts a call, or several at once, and refuses with rate_limited what is over the limit.';

create table private.gateway (
  one_row boolean primary key default true check (one_row),
  address_header text not null default 'cf-connecting-ip'
    check (address_header in ('cf-connecting-ip', 'x-real-ip', 'x-forwarded-for'))
);
comment on table private.gateway is
'Which header of the gateway names the caller. Hosted Supabase stands behind Cloudflare, which
overwrites cf-connecting-ip; behind another gateway (self-hosted Supabase) set the header that this
one overwrites. The embedded server removes every such header and sets x-forwarded-for alone.';

insert into private.gateway default values;

create function private.caller_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  address inet;
begin
  -- In a list the last entry is the nearest gateway's; everything left of it is what the caller
  -- sent.
  address := btrim((regexp_match(coalesce(
    nullif(headers ->> (select g.address_header from private.gateway g), ''), headers ->> 'x-forwarded-for'), '[^,]*$'))[1])::inet;
  if address is null then return 'unknown'; end if;
  if address <<= inet '::ffff:0:0/96' then address := substr(host(address), 8)::inet; end if;
  -- The holder of one IPv6 address has its whole /64.
  return case family(address) when 4 then host(address) else network(set_masklen(address, 64))::text end;
exception when invalid_text_representation then
  return 'unknown';
end
$$;
comment on function private.caller_address() is
'The caller''s address as the gateway reports it, an IPv6 address as its /64; ''unknown'' without
one. What the caller wrote into the headers does not count.';

create function private.caller_browser() returns text
language plpgsql stable set search_path = '' as $$
declare
  agent constant text := coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', '');
begin
  return private.caller_address() || ' ' || get_byte(sha256(convert_to(agent, 'UTF8')), 0) % 64;
exception when invalid_text_representation then
  return private.caller_address();
end
$$;
comment on function private.caller_browser() is
'One browser, as far as it can be told apart, for a limit within that of its network. One of 64 per
network: colleagues behind one address do not share a limit, and changing the name gains little.';

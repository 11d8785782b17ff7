-- Rate limits, counted by person or by an address that a caller cannot choose.

create table private.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  window_end timestamptz not null,
  hits int not null default 0,
  primary key (bucket, window_start)
);

-- Counts one or more calls in the bucket's current window. False when over the limit.
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

-- One row per call instead of one counter: a transaction that commits late does not block other
-- calls of the same person. Concurrent calls do not see each other, so together they may exceed the
-- limit.
create function private.rate_limit_unlocked(bucket text, most int, per interval, calls int) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.rate_limits as r (bucket, window_start, window_end, hits)
  values (rate_limit_unlocked.bucket, clock_timestamp(), clock_timestamp() + per, calls)
  on conflict on constraint rate_limits_pkey do update set hits = r.hits + calls;
  return (select sum(r.hits) <= most from private.rate_limits r
    where r.bucket = rate_limit_unlocked.bucket and r.window_end > clock_timestamp());
end
$$;

-- Counts one or more calls, and raises rate_limited when over the limit.
create function private.require_rate(bucket text, most int, per interval, message text, calls int default 1) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.rate_limit(bucket, most, per, calls) then
    raise exception using errcode = 'PT429', message = require_rate.message, detail = 'rate_limited';
  end if;
end
$$;

-- Raises daily_limit when the person has too many entries in a log (private.most). The server's
-- entries are not counted. Rejects the action instead of skipping its entry: a flood must not hide
-- later entries.
create function private.limit_log_entries(log regclass, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare full_day boolean;
begin
  if person is null or private.acting_user_id() is null then return; end if;
  execute format('select exists (select 1 from %s t where t.actor_id = $1 and t.created_at > now() - interval ''1 day''
    order by t.created_at offset $2 limit 1)', log) into full_day using person, private.most('log entries') - 1;
  if full_day then perform private.reject('daily_limit', 'Too many actions today.'); end if;
end
$$;

-- The gateway's header with the caller's address. Hosted Supabase is behind Cloudflare, which
-- overwrites cf-connecting-ip. Behind another gateway (self-hosted Supabase) set the header that it
-- overwrites. The embedded server removes all such headers and sets x-forwarded-for.
create table private.gateway (
  one_row boolean primary key default true check (one_row),
  address_header text not null default 'cf-connecting-ip'
    check (address_header in ('cf-connecting-ip', 'x-real-ip', 'x-forwarded-for'))
);

insert into private.gateway default values;

-- The caller's address as reported by the gateway, an IPv6 address as its /64; 'unknown' without
-- one. Headers sent by the caller are ignored.
create function private.caller_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  address inet;
begin
  -- The last entry of a list comes from the nearest gateway; the others come from the caller.
  address := btrim((regexp_match(coalesce(
    nullif(headers ->> (select g.address_header from private.gateway g), ''), headers ->> 'x-forwarded-for'), '[^,]*$'))[1])::inet;
  if address is null then return 'unknown'; end if;
  if address <<= inet '::ffff:0:0/96' then address := substr(host(address), 8)::inet; end if;
  -- The owner of one IPv6 address controls its whole /64.
  return case family(address) when 4 then host(address) else network(set_masklen(address, 64))::text end;
exception when invalid_text_representation then
  return 'unknown';
end
$$;

-- Distinguishes browsers of one network for limits, as far as possible. Maps to 64 values per
-- network: colleagues behind one address get separate limits, and changing the user agent gains
-- little.
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

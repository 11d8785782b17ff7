-- UUIDv5, for ids that several devices or a retry must compute identically. Implemented here
-- because PostgreSQL has no SHA-1 function and uuid-ossp is not available everywhere.

create function private.sha1(data bytea) returns bytea
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  mask constant bigint := 4294967295;
  message bytea;
  padding int := (119 - length(data) % 64) % 64;
  w bigint[];
  h0 bigint := 1732584193; h1 bigint := 4023233417; h2 bigint := 2562383102; h3 bigint := 271733878; h4 bigint := 3285377520;
  a bigint; b bigint; c bigint; d bigint; e bigint; f bigint; k bigint; t bigint;
  base int;
begin
  message := data || '\x80'::bytea || decode(repeat('00', padding), 'hex') || int8send(length(data)::bigint * 8);
  for block in 0 .. length(message) / 64 - 1 loop
    w := array_fill(0::bigint, array[80]);
    for i in 0 .. 15 loop
      base := block * 64 + i * 4;
      w[i + 1] := (get_byte(message, base)::bigint << 24) | (get_byte(message, base + 1)::bigint << 16)
        | (get_byte(message, base + 2)::bigint << 8) | get_byte(message, base + 3)::bigint;
    end loop;
    for i in 17 .. 80 loop
      t := w[i - 3] # w[i - 8] # w[i - 14] # w[i - 16];
      w[i] := ((t << 1) | (t >> 31)) & mask;
    end loop;
    a := h0; b := h1; c := h2; d := h3; e := h4;
    for i in 1 .. 80 loop
      if i <= 20 then f := (b & c) | ((b # mask) & d); k := 1518500249;
      elsif i <= 40 then f := b # c # d; k := 1859775393;
      elsif i <= 60 then f := (b & c) | (b & d) | (c & d); k := 2400959708;
      else f := b # c # d; k := 3395469782;
      end if;
      t := ((((a << 5) | (a >> 27)) & mask) + f + e + k + w[i]) & mask;
      e := d; d := c; c := ((b << 30) | (b >> 2)) & mask; b := a; a := t;
    end loop;
    h0 := (h0 + a) & mask; h1 := (h1 + b) & mask; h2 := (h2 + c) & mask; h3 := (h3 + d) & mask; h4 := (h4 + e) & mask;
  end loop;
  return substring(int8send(h0) from 5) || substring(int8send(h1) from 5) || substring(int8send(h2) from 5)
    || substring(int8send(h3) from 5) || substring(int8send(h4) from 5);
end
$$;

-- RFC 9562, version 5: SHA-1 over the namespace's bytes and the name.
create function private.uuid_v5(namespace uuid, name text) returns uuid
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  hash bytea := substring(private.sha1(decode(replace(namespace::text, '-', ''), 'hex') || convert_to(name, 'UTF8')) from 1 for 16);
begin
  hash := set_byte(hash, 6, (get_byte(hash, 6) & 15) | 80);
  hash := set_byte(hash, 8, (get_byte(hash, 8) & 63) | 128);
  return encode(hash, 'hex')::uuid;
end
$$;

-- The namespace of these ids, as in sync/schema/ids.ts. An application is v5(namespace, campaign_id
-- || ':' || tester_id), both in lower case.
create function private.id_namespace() returns uuid
language sql immutable parallel safe set search_path = '' as $$ select '6f9d4c1e-2b7a-5c3d-8e4f-0a1b2c3d4e5f'::uuid $$;

create function private.application_id(campaign_id uuid, tester_id uuid) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select private.uuid_v5(private.id_namespace(), campaign_id::text || ':' || tester_id::text)
$$;

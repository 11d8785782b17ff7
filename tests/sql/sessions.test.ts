// Database access of ended sessions and of those without their second factor, whatever their token
// claims.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { collections } from "../../sync/schema/collections.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { Rejection } from "../fixtures/sql/database.ts";
import { campaign, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  const session = async (who: string): Promise<string> => {
    const id = randomUUID();
    await db.owner("insert into auth.sessions (id, user_id) values ($1, $2)", [id, who]);
    return id;
  };
  /** Runs one statement with such a token. */
  const ask = async <R>(who: string, claims: object, text: string, params: string[] = []): Promise<R[]> =>
    db.as(who, async (inner) => {
      const full = { sub: who, role: "authenticated", ...claims };
      await inner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(full)]);
      return inner.query<R>(text, params);
    });
  const pull = (who: string, claims: object) =>
    ask(who, claims, `select public.sync_pull('[{"collection": "campaigns"}]')`);
  const rejection = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => "nothing",
      (e: unknown) => e,
    );
    return error instanceof Rejection ? `${error.sqlstate} ${error.code}` : String(error);
  };

  beforeAll(async () => {
    await campaign(db, dev);
  });

  test("T1 P2 an ended session reads and writes nothing from the next call on, with a token valid for an hour", async () => {
    const session_id = await session(dev);
    expect(await ask(dev, { session_id }, "select id from public.campaigns")).toHaveLength(1);
    await pull(dev, { session_id });
    await db.owner("delete from auth.sessions where id = $1", [session_id]);
    expect(await ask(dev, { session_id }, "select id from public.campaigns")).toEqual([]);
    expect(await ask(dev, { session_id }, "select id from public.profiles")).toEqual([]);
    expect(await ask(dev, { session_id }, "select id from public.settings")).toEqual([]);
    expect(await ask(dev, { session_id }, "update public.profiles set bio = 'x' returning id")).toEqual([]);
    expect(await rejection(pull(dev, { session_id }))).toBe("PT401 session_ended");
    expect(await rejection(ask(dev, { session_id }, `select public.sync_push('campaigns', '[]')`))).toBe(
      "PT401 session_ended",
    );
    expect(await ask(dev, { session_id }, "select private.my_role() as role, private.my_status() as status")).toEqual([
      { role: null, status: null },
    ]);
  });

  test("T1 V2 an account has a hundred sessions: at the next login the one unused for the longest time ends", async () => {
    const [who, other] = [await person(db, "tester"), await person(db, "tester")];
    const theirs = await session(other);
    await db.owner(
      `insert into auth.sessions (id, user_id, created_at, refreshed_at)
       select md5($1 || n)::uuid, $1::uuid, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 hour',
         case n when 1 then timestamp '2026-03-01 00:00:00' end
       from generate_series(1, 100) n`,
      [who],
    );
    const latest = await session(who);
    const ids = (await db.owner<{ id: string }>("select id from auth.sessions where user_id = $1", [who])).map(
      (s) => s.id,
    );
    expect(ids).toHaveLength(100);
    expect(ids).toContain(latest);
    // The first is in use, so the second has ended.
    const [nth] = await db.owner("select md5($1 || 1)::uuid as first, md5($1 || 2)::uuid as second", [who]);
    expect(ids).toContain(nth?.first);
    expect(ids).not.toContain(nth?.second);
    expect(await db.owner("select 1 from auth.sessions where id = $1", [theirs])).toHaveLength(1);
  });

  test("T1 P2 another user's session is rejected", async () => {
    const other = await person(db, "developer");
    expect(await rejection(pull(other, { session_id: await session(dev) }))).toBe("PT401 session_ended");
    expect(await rejection(pull(other, { session_id: "no uuid" }))).toBe("PT401 session_ended");
  });

  test("T13 P2 with a second factor enrolled, the password alone shows the user's name and nothing else", async () => {
    const who = await person(db, "developer");
    await campaign(db, who);
    const session_id = await session(who);
    const factor = randomUUID();
    await db.owner(
      "insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $2, 'totp', 'unverified', now(), now())",
      [factor, who],
    );
    // An unfinished enrolment does not count: a QR code that was never scanned must not lock the
    // user out.
    await pull(who, { session_id, aal: "aal1" });
    await db.owner("update auth.mfa_factors set status = 'verified' where id = $1", [factor]);
    for (const claims of [{ session_id, aal: "aal1" }, { session_id }]) {
      expect(await rejection(pull(who, claims))).toBe("PT403 second_factor");
      expect(await ask(who, claims, "select id from public.campaigns")).toEqual([]);
      expect(await ask(who, claims, "select id from public.profiles")).toEqual([{ id: who }]);
      expect(await ask(who, claims, "update public.profiles set bio = 'x' returning id")).toEqual([]);
    }
    await pull(who, { session_id, aal: "aal2" });
    expect(await ask(who, { session_id, aal: "aal2" }, "select id from public.campaigns")).toHaveLength(1);
  });

  test("P2 P4 every table, and storage, checks the session", async () => {
    const tables = await db.owner<{ name: string; holds: boolean }>(
      `select c.relname as name, exists (select 1 from pg_policy p where p.polrelid = c.oid and not p.polpermissive
         and p.polname in ('require_valid_session', 'betaflock_require_valid_session')
         and pg_get_expr(p.polqual, p.polrelid) like '%session_error%') as holds
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and (n.nspname = 'public' or (n.nspname = 'storage' and c.relname = 'objects'))`,
    );
    expect(tables.length).toBeGreaterThan(Object.keys(collections).length);
    expect(tables.filter((table) => !table.holds)).toEqual([]);
  });

  const message =
    "insert into public.contact_messages (id, user_id, name, email, message) values ($1, auth.uid(), 'Nora', 'n@example.test', 'Hello, a question')";
  const addressOf = async (headers: object): Promise<string | undefined> => {
    const [row] = await db.owner<{ address: string }>(
      "select private.caller_address() as address from set_config('request.headers', $1, true)",
      [JSON.stringify(headers)],
    );
    return row?.address;
  };

  test("S3 V5 visitors can send messages to the admins, but not often", async () => {
    const send = (from: string, id: string = randomUUID()) =>
      db.as(null, (inner) => inner.query(message, [id]), { "x-forwarded-for": from });
    for (let i = 0; i < 5; i += 1) await send("198.51.100.7");
    expect(await rejection(send("198.51.100.7"))).toBe("PT429 rate_limited");
    await send("198.51.100.8");
    // The caller's own value is to the left of the gateway's.
    expect(await rejection(send("9.9.9.9, 198.51.100.7"))).toBe("PT429 rate_limited");
    // A signed-in user has a separate limit, even behind the same address.
    for (let i = 0; i < 5; i += 1) await ask(dev, {}, message, [randomUUID()]);
    expect(await rejection(ask(dev, {}, message, [randomUUID()]))).toBe("PT429 rate_limited");
  });

  test.each([
    [{ "cf-connecting-ip": "203.0.113.5", "x-forwarded-for": "1.1.1.1" }, "203.0.113.5"],
    [{ "x-forwarded-for": "1.1.1.1, 203.0.113.6" }, "203.0.113.6"],
    [{ "x-real-ip": "1.1.1.1" }, "unknown"],
    [{ "cf-connecting-ip": "2001:db8:1:2:3:4:5:6" }, "2001:db8:1:2::/64"],
    [{ "x-forwarded-for": "2001:db8:0:0::/64" }, "2001:db8::/64"],
    [{ "x-forwarded-for": "::ffff:203.0.113.7" }, "203.0.113.7"],
    [{ "x-forwarded-for": "'; drop table x; --" }, "unknown"],
    [{}, "unknown"],
  ])("V5 of the headers %j the address is %s", async (headers, expected) => {
    expect(await addressOf(headers)).toBe(expected);
  });

  test("V5 behind another gateway only the header that it overwrites counts", async () => {
    await db.owner("update private.gateway set address_header = 'x-real-ip'");
    expect(await addressOf({ "cf-connecting-ip": "1.1.1.1", "x-real-ip": "203.0.113.8" })).toBe("203.0.113.8");
    await db.owner("update private.gateway set address_header = 'x-forwarded-for'");
    expect(await addressOf({ "cf-connecting-ip": "1.1.1.1", "x-forwarded-for": "2.2.2.2, 203.0.113.9" })).toBe(
      "203.0.113.9",
    );
    await db.owner("update private.gateway set address_header = 'cf-connecting-ip'");
  });
});

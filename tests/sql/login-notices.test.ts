// E-mails about changes of a login: second factors, the password, the address.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { call, emailOf, verify } from "../fixtures/sql/organizations.ts";
import { person } from "../fixtures/sql/rows.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);

  interface Notice {
    email: string;
    kind: string;
    link: string;
    language: string | null;
  }
  /** Takes the pending e-mails to an address, as if they had been sent. */
  const sent = (email: string) =>
    db.owner<Notice>(
      `with d as (delete from private.deliveries where email = $1 returning id, email, kind, link, data)
       select email, kind, link, data ->> 'language' as language from d order by id`,
      [email],
    );
  const kindsTo = async (email: string) => (await sent(email)).map((notice) => notice.kind);

  async function someone(password = "first") {
    const who = await person(db, "tester");
    await db.owner("update auth.users set encrypted_password = $2, invited_at = null where id = $1", [who, password]);
    await verify(db, who);
    const email = await emailOf(db, who);
    await sent(email);
    return { who, email };
  }
  const setPassword = (who: string, password: string) =>
    db.owner("update auth.users set encrypted_password = $2 where id = $1", [who, password]);
  const setEmail = (who: string, email: string) =>
    db.owner("update auth.users set email = $2 where id = $1", [who, email]);
  async function addFactor(who: string, status = "verified") {
    const id = randomUUID();
    await db.owner(
      "insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'unverified')",
      [id, who],
    );
    await db.owner("update auth.mfa_factors set status = $2 where id = $1", [id, status]);
    return id;
  }
  const removeFactor = (id: string) => db.owner("delete from auth.mfa_factors where id = $1", [id]);

  test("B9 T13 a second factor that is added or removed is reported, an unfinished one is not", async () => {
    const { who, email } = await someone();
    await db.owner("update public.accounts set language = 'es' where id = $1", [who]);
    const unfinished = await addFactor(who, "unverified");
    await removeFactor(unfinished);
    expect(await sent(email)).toEqual([]);
    const factor = await addFactor(who);
    const notice = { email, link: "/account/security", language: "es" };
    expect(await sent(email)).toEqual([{ ...notice, kind: "factor_added" }]);
    // Each use of the factor writes its row.
    await db.owner("update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1", [factor]);
    expect(await sent(email)).toEqual([]);
    await removeFactor(factor);
    expect(await sent(email)).toEqual([{ ...notice, kind: "factor_removed" }]);
  });

  test("B9 a changed password is reported, the first one of a sign-up is not", async () => {
    const { who, email } = await someone();
    await setPassword(who, "first");
    expect(await sent(email)).toEqual([]);
    await setPassword(who, "second");
    expect(await sent(email)).toEqual([{ email, kind: "password_changed", link: "/forgot-password", language: "en" }]);
    await setPassword(who, "");
    expect(await sent(email)).toEqual([]);
    // A person who logs in with Google gets a password: another way in.
    await setPassword(who, "third");
    expect(await kindsTo(email)).toEqual(["password_changed"]);
    const invited = await someone("");
    await db.owner("update auth.users set invited_at = now() where id = $1", [invited.who]);
    for (const password of ["random", "chosen"]) await setPassword(invited.who, password);
    expect(await sent(invited.email)).toEqual([]);
    await db.owner("update auth.users set email_confirmed_at = now() - interval '2 hours' where id = $1", [
      invited.who,
    ]);
    await setPassword(invited.who, "changed");
    expect(await kindsTo(invited.email)).toEqual(["password_changed"]);
  });

  test("B9 a changed address is reported to the old one, and earlier notices still go there", async () => {
    const { who, email } = await someone();
    await setPassword(who, "second");
    await setEmail(who, email.toUpperCase());
    const next = `${randomUUID()}@example.test`;
    await setEmail(who, next);
    expect(await emailOf(db, who)).toBe(next);
    const [row] = await db.owner<{ due: { email: string; kind: string }[] }>(
      "select public.claim_deliveries('email', 100) as due",
    );
    expect(row?.due.map((one) => [one.email, one.kind])).toEqual([
      [email, "password_changed"],
      [email, "email_changed"],
    ]);
    expect((await sent(email)).map(({ link }) => link)).toEqual(["/forgot-password", "/contact"]);
    expect(await sent(next)).toEqual([]);
  });

  test("B9 P4 an address that its owner never confirmed is not written to", async () => {
    const who = await person(db, "tester");
    const email = await emailOf(db, who);
    for (const password of ["first", "second"]) await setPassword(who, password);
    await removeFactor(await addFactor(who));
    await setEmail(who, `${randomUUID()}@example.test`);
    expect(await sent(email)).toEqual([]);
  });

  test("B9 a used recovery code and a deleted account report no factor of their own", async () => {
    const { who } = await someone();
    await addFactor(who);
    await addFactor(who);
    const session = randomUUID();
    await db.owner("insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal1')", [session, who]);
    await db.owner(
      "insert into private.recovery_codes (user_id, hash) values ($1, private.recovery_code_hash('abcd-efgh'))",
      [who],
    );
    await db.owner("delete from private.deliveries");
    const claims = { sub: who, role: "authenticated", session_id: session, aal: "aal1" };
    await db.as(who, async (inner) => {
      await inner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
      await inner.query("select public.use_recovery_code('abcd-efgh')");
    });
    const waiting = () => db.owner<{ kind: string }>("select kind from private.deliveries");
    expect(await waiting()).toEqual([{ kind: "recovery_code_used" }]);
    await db.owner("delete from private.deliveries");
    await addFactor(who);
    expect(await waiting()).toEqual([{ kind: "factor_added" }]);
    await db.owner("delete from auth.users where id = $1", [who]);
    expect(await waiting()).toEqual([]);
  });

  test("B9 S29 one notice of a kind waits, ten are sent a day, and no setting switches them off", async () => {
    const { who, email } = await someone();
    const every = ["factor_added", "factor_removed", "password_changed", "email_changed"];
    await db.owner("update public.accounts set notification_preferences = $2::text::jsonb where id = $1", [
      who,
      JSON.stringify(Object.fromEntries(every.map((one) => [one, ["email"]]))),
    ]);
    for (let n = 1; n <= 3; n += 1) await setPassword(who, `waiting ${n}`);
    expect(await kindsTo(email)).toEqual(["password_changed"]);
    const kinds: string[] = [];
    for (let n = 1; n <= 20; n += 1) {
      await setPassword(who, `sent ${n}`);
      kinds.push(...(await kindsTo(email)));
    }
    // A day of the limit may begin in between.
    expect([9, 19]).toContain(kinds.length);
    // Each kind has its own limit.
    await removeFactor(await addFactor(who));
    expect(await kindsTo(email)).toEqual(["factor_added", "factor_removed"]);
  });

  test("B9 a notice that fails does not stop the change", async () => {
    const { who, email } = await someone();
    const factor = await addFactor(who);
    await sent(email);
    await db.owner("alter table private.deliveries add constraint no_more check (kind = '') not valid");
    try {
      await setPassword(who, "second");
      await removeFactor(factor);
      await setEmail(who, `${randomUUID()}@example.test`);
    } finally {
      await db.owner("alter table private.deliveries drop constraint no_more");
    }
    expect(await sent(email)).toEqual([]);
    const [user] = await db.owner(
      "select encrypted_password as password, email <> $2 as moved from auth.users where id = $1",
      [...[who, email]],
    );
    expect(user).toEqual({ password: "second", moved: true });
    expect(await db.owner("select 1 from auth.mfa_factors where user_id = $1", [who])).toEqual([]);
  });

  test("P2 nobody can call what writes a notice", async () => {
    const { who, email } = await someone();
    await expect(call(db, who, "private.mail_login_notice($1, $2, 'email_changed')", [who, email])).rejects.toThrow(
      /42501/,
    );
  });
});

// Attacks on the auth service by a visitor, or with another user's address, over raw HTTP on both
// databases. Each title names the attack that fails.
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { Secret, TOTP } from "otpauth";
import { afterEach, describe, expect, test } from "vitest";
import { type AttemptKind, createAuthRateLimit } from "../../supabase/local/auth/auth-rate-limit.ts";
import { createKnownNetworks } from "../../supabase/local/auth/networks.ts";
import { readConfig } from "../../supabase/local/common/config.ts";
import { createLimits } from "../../supabase/local/common/rate-limit.ts";
import { type Answer, codeOf, useAuthService } from "../fixtures/backend/auth-service.ts";
import { password } from "../fixtures/backend/project.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";

describe.each(ruleEngines)("the auth service on %s", (engine) => {
  const { backend, start, callOf, call, newAddress, signUp, logIn, linkTo, tokenTo, typedTo, follow, press, inTime } =
    useAuthService(engine);

  describe("guesses", () => {
    test("C2 V2 S6 a code's hash, which anyone can compute, is useless as a link, a token_hash or an invitation", async () => {
      const { email } = await signUp();
      await call("/recover", { email });
      const hash = tokenTo(email).slice(0, 64);
      expect(codeOf(await call("/verify", { type: "recovery", token_hash: hash }))).toEqual([403, "otp_expired"]);
      for (const token of [hash, `${hash}${"0".repeat(32)}`, tokenTo(email).toUpperCase(), `${tokenTo(email)}0`]) {
        const led = await follow(`${backend().url}/auth/v1/verify?type=recovery&token=${token}`);
        expect([token, led.told.get("error_code")]).toEqual([token, "otp_expired"]);
      }
      expect((await press(linkTo(email))).status).toBe(200);
    });

    test("S6 a scanner that opens every link of an e-mail uses none up; the user's click does, once", async () => {
      const { email } = await signUp();
      await call("/recover", { email });
      const link = linkTo(email);
      const page = new URL(link);
      expect([page.origin, page.pathname, page.search]).toEqual([new URL(backend().url).origin, "/auth/confirm", ""]);
      // The token is in the fragment, which browsers do not send.
      for (const method of ["HEAD", "GET", "GET"]) await fetch(link, { method, redirect: "manual" });
      expect(Object.keys((await press(link)).body)).toContain("access_token");
      expect(codeOf(await press(link))).toEqual([403, "otp_expired"]);
    });

    test("V1 T1 a stolen session changes no password: the change requires the current one or an e-mail link", async () => {
      const { email, token } = await signUp();
      const change = (body: object, by = token) =>
        call("/user", { password: "next horse 1", ...body }, { token: by, method: "PUT" });
      for (const current_password of [undefined, "", "wrong horse 1", "next horse 1"])
        expect(codeOf(await change({ current_password }))).toEqual([400, "current_password_invalid"]);
      expect((await logIn(email)).status).toBe(200);
      await call("/recover", { email });
      const byLink = (await press(linkTo(email))).body.access_token;
      expect((await change({}, byLink)).status).toBe(200);
      // A link counts for an hour, although its session lasts for months.
      await backend().sql("update auth.mfa_amr_claims set updated_at = now() - interval '61 minutes'");
      expect(codeOf(await change({ password: "third horse 1" }, byLink))).toEqual([400, "current_password_invalid"]);
      const again = (await logIn(email, "next horse 1")).body.access_token;
      expect((await change({ password, current_password: "next horse 1" }, again)).status).toBe(200);
      expect((await logIn(email)).status).toBe(200);
    });

    /** A stolen session is older than its owner's last proof. */
    const age = (minutes: number) =>
      backend().sql(
        `with aged as (update auth.mfa_amr_claims set updated_at = now() - make_interval(mins => ${minutes}))
         update auth.sessions set created_at = now() - make_interval(mins => ${minutes})`,
      );
    const enrol = (token: string) => call("/factors", { factor_type: "totp" }, { token });
    /** @returns the token of the session with its second factor, and what makes codes */
    async function confirm(made: Answer, token: string, step = 0) {
      const { id, totp } = made.body as { id?: string; totp?: { secret: string } };
      const challenge = (await call(`/factors/${id}/challenge`, {}, { token })).body as { id?: string };
      const secret = Secret.fromBase32(totp?.secret ?? "");
      const code = new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });
      const { body } = await call(`/factors/${id}/verify`, { challenge_id: challenge.id, code }, { token });
      return { id, token: body.access_token ?? "" };
    }

    test("T13 T1 a stolen session adds no second factor, which would lock its owner out", async () => {
      const { email, token } = await signUp();
      await age(11);
      expect(codeOf(await enrol(token))).toEqual([400, "reauthentication_needed"]);
      for (const guess of [undefined, "", "wrong horse 1"])
        expect(codeOf(await call("/reauthenticate", { password: guess }, { token }))).toEqual([
          ...[400, "current_password_invalid"],
        ]);
      expect(codeOf(await enrol(token))).toEqual([400, "reauthentication_needed"]);
      // The proof of another session of the same person counts for that one alone.
      expect((await logIn(email)).status).toBe(200);
      expect(codeOf(await enrol(token))).toEqual([400, "reauthentication_needed"]);
      expect((await call("/reauthenticate", { password }, { token })).status).toBe(200);
      expect((await confirm(await enrol(token), token)).token).not.toBe("");
    });

    test("T13 T1 a stolen session with its second factor neither replaces nor removes the owner's", async () => {
      const { token } = await signUp();
      const mine = await confirm(await enrol(token), token);
      await age(11);
      expect(codeOf(await enrol(mine.token))).toEqual([400, "reauthentication_needed"]);
      const remove = () => call(`/factors/${mine.id}`, undefined, { token: mine.token, method: "DELETE" });
      expect(codeOf(await remove())).toEqual([400, "reauthentication_needed"]);
      expect((await call("/reauthenticate", { password }, { token: mine.token })).status).toBe(200);
      expect((await remove()).status).toBe(200);
    });

    test("T13 S6 a stranger who signed up with an address cannot keep its owner out with a second factor", async () => {
      const { email, token } = await signUp();
      const { token: stranger } = await confirm(await enrol(token), token);
      await backend().sql("update auth.users set email_confirmed_at = null where email = $1", [email]);
      await call("/recover", { email });
      const byLink = (await press(linkTo(email))).body.access_token ?? "";
      expect(codeOf(await call("/user", undefined, { token: stranger }))).toEqual([403, "session_not_found"]);
      expect((await call("/user", { password: "owners horse 1" }, { token: byLink, method: "PUT" })).status).toBe(200);
      // A verified address keeps its factor: the mailbox alone is not enough.
      const mine = (await logIn(email, "owners horse 1")).body.access_token ?? "";
      await confirm(await enrol(mine), mine);
      await backend().sql("update auth.users set recovery_sent_at = null where email = $1", [email]);
      await inTime(() => call("/recover", { email }));
      const again = (await press(linkTo(email))).body.access_token ?? "";
      expect(codeOf(await call("/user", { password }, { token: again, method: "PUT" }))).toEqual([
        ...[401, "insufficient_aal"],
      ]);
    });

    const takeover: Record<string, (email: string) => Promise<unknown>> = {
      "a password reset": async (email) => {
        await call("/recover", { email });
        expect((await press(linkTo(email))).status).toBe(200);
      },
      // The auth service does this when a provider has verified the address (auth-service.test.ts).
      "a login with a provider": (email) =>
        backend().sql("update auth.users set encrypted_password = null, email_confirmed_at = now() where email = $1", [
          email,
        ]),
    };
    test.each(Object.keys(takeover))(
      "S6 S29 %s ends the API tokens and push of a stranger who had signed up with that address",
      async (how) => {
        const { email } = await signUp();
        const [stranger, owner] = [newAddress(), newAddress()];
        for (const each of [stranger, owner]) await signUp(each);
        for (const each of [email, stranger]) {
          await backend().sql("update public.profiles set role = 'developer', status = 'active' where email = $1", [
            each,
          ]);
          const token = (await logIn(each)).body.access_token ?? "";
          const { id } = (await call("/user", undefined, { token })).body as { id?: string };
          const rpc = (name: string, body: object) =>
            fetch(`${backend().url}/rest/v1/rpc/${name}`, {
              method: "POST",
              headers: {
                apikey: backend().publishableKey,
                authorization: `Bearer ${token}`,
                "content-type": "application/json",
              },
              body: JSON.stringify(body),
            });
          expect((await rpc("create_api_token", { org_id: id, name: "CI" })).status).toBe(200);
          const keys = { p256dh: "a".repeat(87), auth: "b".repeat(22) };
          expect((await rpc("push_subscribe", { endpoint: `https://push.example.test/${id}`, ...keys })).status).toBe(
            204,
          );
        }
        await backend().sql("update auth.users set email_confirmed_at = null where email = $1", [email]);
        await takeover[how]?.(email);
        const access = (of: string) =>
          backend().sql(
            `select (select count(*)::int from private.api_tokens t where t.user_id = p.id and t.revoked_at is null) as tokens,
             (select count(*)::int from public.push_subscriptions s where s.user_id = p.id) as devices
           from public.profiles p where p.email = $1`,
            [of],
          );
        expect(await access(email)).toEqual([{ tokens: 0, devices: 0 }]);
        expect(await access(stranger)).toEqual([{ tokens: 1, devices: 1 }]);
      },
    );

    test("T13 V2 an account has ten open challenges of its second factor: the latest ones", async () => {
      const [{ token }, other] = [await signUp(), await signUp()];
      const challenge = async (by: string) => {
        const { id } = (await enrol(by)).body as { id?: string };
        return async () => ((await call(`/factors/${id}/challenge`, {}, { token: by })).body as { id?: string }).id;
      };
      const open = (ids: (string | undefined)[]) =>
        backend().sql("select 1 from auth.mfa_challenges where id::text = any(string_to_array($1, ','))", [ids.join()]);
      const [mine, theirs] = [await challenge(token), await challenge(other.token)];
      const kept = [await theirs()];
      const made: (string | undefined)[] = [];
      for (let n = 0; n < 12; n += 1) made.push(await mine());
      expect(await open(made)).toHaveLength(10);
      expect(await open(made.slice(2))).toHaveLength(10);
      expect(await open(kept)).toHaveLength(1);
    });

    test("T13 guesses at the password again are counted as those of a login are", async () => {
      const { token } = await signUp();
      const guesses = await Promise.all(
        Array.from({ length: 12 }, (_, i) => call("/reauthenticate", { password: `wrong horse ${i}` }, { token })),
      );
      expect(guesses.map(codeOf)).toEqual(guesses.map(() => [400, "current_password_invalid"]));
      expect(codeOf(await call("/reauthenticate", { password }, { token }))).toEqual([400, "current_password_invalid"]);
      expect(codeOf(await call("/reauthenticate", { password }))).toEqual([401, "bad_jwt"]);
    });

    test("V1 T1 a stolen session changes no password once the admins let passwords expire", async () => {
      const { email, token } = await signUp();
      await age(120);
      await backend().sql(
        `update private.password_dates set changed_at = now() - interval '40 days'
         where user_id = (select id from auth.users where email = $1)`,
        [email],
      );
      const change = (by: string) => call("/user", { password: "next horse 1" }, { token: by, method: "PUT" });
      try {
        await backend().sql(
          `update public.settings set saved_at = now(), "values" = "values" ||
             '{"password_expiry_days": 30, "min_password_length": 8, "password_complexity": false}' where section = 'security'`,
        );
        expect(codeOf(await change(token))).toEqual([400, "current_password_invalid"]);
        // A login of now asked for the expired password.
        expect((await change((await logIn(email)).body.access_token ?? "")).status).toBe(200);
      } finally {
        await backend().sql("update public.settings set saved_at = null where section = 'security'");
      }
    });

    test("V1 T1 a stolen session of an account without a password sets none", async () => {
      const { email } = await signUp();
      await backend().sql("update auth.users set encrypted_password = null where email = $1", [email]);
      await call("/recover", { email });
      const token = (await press(linkTo(email))).body.access_token ?? "";
      const put = { token, method: "PUT" };
      await age(61);
      for (const body of [{ password: "next horse 1" }, { email: newAddress() }])
        expect(codeOf(await call("/user", body, put))).toEqual([400, "reauthentication_needed"]);
      expect(codeOf(await call("/reauthenticate", { password: "" }, { token }))).toEqual([
        ...[400, "reauthentication_needed"],
      ]);
      await age(0);
      expect((await call("/user", { password: "next horse 1" }, put)).status).toBe(200);
    });

    test("V5 a person's metadata stays small: it is in each access token", async () => {
      const { email, token } = await signUp();
      const put = { token, method: "PUT" };
      expect((await call("/user", { data: { note: "x".repeat(10_000) } }, put)).status).toBe(200);
      for (const data of [{ more: "x".repeat(10_000) }, { note: "x".repeat(20_000) }])
        expect((await call("/user", { data }, put)).status).toBe(422);
      const big = { email: newAddress(), password, data: { name: "Somebody", more: "x".repeat(20_000) } };
      expect((await call("/signup", big)).status).toBe(422);
      expect((await logIn(email)).status).toBe(200);
    });

    test("V1 every way to set a password rejects commonly guessed ones", async () => {
      const { email, token } = await signUp();
      for (const common of ["password", "abcdefgh", "Password1!", "12345678", "qwertyuiop"]) {
        const rejectedAs = {
          status: 422,
          body: { error_code: "weak_password", weak_password: { reasons: ["common"] } },
        };
        expect(await call("/signup", { email: newAddress(), password: common })).toMatchObject(rejectedAs);
        const change = { password: common, current_password: password };
        expect(await call("/user", change, { token, method: "PUT" })).toMatchObject(rejectedAs);
        await backend().sql("update auth.users set recovery_sent_at = null where email = $1", [email]);
      }
      await call("/recover", { email });
      const byLink = (await press(linkTo(email))).body.access_token ?? "";
      expect(codeOf(await call("/user", { password: "abcdefgh" }, { token: byLink, method: "PUT" }))).toEqual([
        ...[422, "weak_password"],
      ]);
      expect((await logIn(email)).status).toBe(200);
    });

    test("B9 T1 a stolen session cannot start an e-mail change, confirmed or not, without the current password", async () => {
      const open = await start({ allowUnverifiedEmailSignIns: true });
      try {
        for (const to of [backend(), open]) {
          const ask = callOf(to);
          const email = newAddress();
          const { body } = await ask("/signup", { email, password, data: { name: "Nina Never" } });
          const put = { token: body.access_token ?? "", method: "PUT" };
          const next = newAddress();
          // Also with a wrong password, the user's own address in other case, and a taken address:
          // callers without the password learn nothing about other accounts.
          for (const current_password of [undefined, "", "wrong horse 1"])
            for (const more of [{ email: next }, { email: next, data: {} }, { email: (await signUp()).email }])
              expect(codeOf(await ask("/user", { ...more, current_password }, put))).toEqual([
                ...[400, "current_password_invalid"],
              ]);
          expect(to.mail.messages.filter((mail) => mail.to === next)).toEqual([]);
          expect((await ask("/user", { email: email.toUpperCase() }, put)).status).toBe(200);
          expect((await ask("/user", { email: next, current_password: password }, put)).status).toBe(200);
          expect(to.mail.messages.filter((mail) => mail.to === next)).toHaveLength(1);
        }
      } finally {
        await open.stop();
      }
    });

    test("S6 no mail preview uses up a link from another server, and no other method opens it", async () => {
      const { email } = await signUp();
      await call("/recover", { email });
      const own = `${backend().url}/auth/v1/verify?type=recovery&token=${tokenTo(email)}`;
      for (const method of ["HEAD", "PUT", "PATCH", "DELETE"])
        expect((await fetch(own, { method, redirect: "manual" })).status).toBe(405);
      expect((await follow(own)).told.get("type")).toBe("recovery");
    });

    test("C2 V2 S6 T13 code attempts count per account, whatever the address's spelling or extra fields", async () => {
      const { email } = await signUp();
      await call("/recover", { email });
      const code = await typedTo(email);
      const spelled = [email, email.toUpperCase(), `  ${email}`, `${email}\t`, `\n${email.toUpperCase()} `];
      const guess = (i: number) => ({ type: "recovery", email: spelled[i % 5], token: String(10_000_000 + i) });
      const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => call("/verify", guess(i))));
      expect(answers.filter(({ status }) => status === 403).length).toBe(10);
      expect(answers.filter(({ status }) => status === 429).length).toBe(30);
      expect((await call("/verify", { type: "recovery", email, token: code })).status).toBe(429);
      for (const odd of [[email], { email }, 7, null]) {
        const answer = await call("/verify", { type: "recovery", email: odd, token: code });
        expect([odd, answer.status]).toEqual([odd, 400]);
      }
      for (const odd of [[code], { $gt: "" }, 7])
        expect((await call("/verify", { type: "recovery", email, token: odd })).status).toBe(400);
      expect((await call("/verify", { type: "reauthentication", email: newAddress(), token: code })).status).toBe(400);
    });

    test("C2 V2 password attempts count the same way", async () => {
      const { email } = await signUp();
      const spelled = [email, email.toUpperCase(), ` ${email} `];
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => logIn(spelled[i % 3] ?? "", `wrong ${i}`)),
      );
      expect(answers.filter(({ status }) => status === 400).length).toBe(10);
      expect(answers.filter(({ status }) => status === 429).length).toBe(20);
    });
  });

  describe("limits that could lock out other users", () => {
    /** A rate limiter with its own counters, called from the given address. */
    const rateLimitOf = () => {
      const known = createKnownNetworks(backend().database, backend().jwtSecret);
      const { auth } = readConfig(fileURLToPath(new URL("../../supabase/config.toml", import.meta.url)), {});
      const rateLimit = createAuthRateLimit(createLimits(), auth, known, true);
      const from = (address: string) => new Request("http://a.test", { headers: { "x-forwarded-for": address } });
      return {
        rateLimit,
        from,
        tries: async (kind: AttemptKind, email: string, address: string, times: number) => {
          let letIn = 0;
          for (let i = 0; i < times; i += 1) if (!(await rateLimit.attempt(kind, email, from(address)))) letIn += 1;
          return letIn;
        },
      };
    };
    const here = "127.0.0.1";

    test("C2 V2 attackers in many places do not lock the owner out where he has signed in before", long, async () => {
      const { email } = await signUp();
      const { tries } = rateLimitOf();
      let strangers = 0;
      for (let i = 0; i < 30; i += 1) strangers += await tries("password", email, `10.0.0.${i}`, 12);
      expect(strangers).toBe(100);
      expect(await tries("password", email, "10.0.1.1", 1)).toBe(0);
      expect(await tries("password", email, here, 12)).toBe(10);
      // Known for this account, not for another one.
      const { email: other } = await signUp();
      await backend().sql(
        "delete from supabase_local.known_networks where user_id = (select id from auth.users where email = $1)",
        [other],
      );
      for (let i = 0; i < 30; i += 1) await tries("password", other, `10.0.0.${i}`, 12);
      expect(await tries("password", other, here, 1)).toBe(0);
      // The link of an e-mail signs him in and marks the place as known.
      await call("/recover", { email: other });
      await press(linkTo(other));
      expect(await tries("password", other, here, 1)).toBe(1);
    });

    test("T13 with a second factor, a password alone does not mark a place as known", async () => {
      const { email } = await signUp();
      const [user] = await backend().sql<{ id: string }>("select id from auth.users where email = $1", [email]);
      await backend().sql("delete from supabase_local.known_networks where user_id = $1", [user?.id ?? ""]);
      await backend().sql(
        "insert into auth.mfa_factors (id, user_id, factor_type, status, secret) values (gen_random_uuid(), $1, 'totp', 'verified', 'AAAA')",
        [user?.id ?? ""],
      );
      expect((await logIn(email)).status).toBe(200);
      const { tries } = rateLimitOf();
      for (let i = 0; i < 4; i += 1) await tries("factor", email, `10.0.0.${i}`, 5);
      expect(await tries("factor", email, here, 1)).toBe(0);
    });

    test("S6 requesting another user's e-mails once a second does not block others' requests", async () => {
      const { rateLimit, from } = rateLimitOf();
      expect(rateLimit.email("/recover", "a@example.test", from("10.0.0.1"))).toBeUndefined();
      expect(rateLimit.email("/recover", "a@example.test", from("10.0.0.1"))?.status).toBe(429);
      expect(rateLimit.email("/recover", "a@example.test", from("10.0.0.2"))).toBeUndefined();
      // The inbox is still protected from floods.
      for (let i = 3; i < 7; i += 1)
        expect(rateLimit.email("/recover", "a@example.test", from(`10.0.0.${i}`))).toBeUndefined();
      expect(rateLimit.email("/recover", "a@example.test", from("10.0.0.9"))?.status).toBe(429);
      // Confirmations, which confirmed users do not even receive, use up no recovery e-mails.
      for (let i = 0; i < 9; i += 1) rateLimit.email("/resend", "b@example.test", from(`10.0.0.${i}`));
      expect(rateLimit.email("/recover", "b@example.test", from("10.0.0.1"))).toBeUndefined();
    });

    test("C2 one network can never occupy all slots for hashing", async () => {
      const { rateLimit, from } = rateLimitOf();
      let release: () => void = () => undefined;
      const held = new Promise<void>((done) => {
        release = done;
      });
      const work = async () => {
        await held;
        return new Response();
      };
      const taken = Array.from({ length: 34 }, () => rateLimit.whileHashing(from("10.0.0.1"), work));
      const other = rateLimit.whileHashing(from("10.0.0.2"), work);
      release();
      const statuses = (await Promise.all(taken)).map(({ status }) => status);
      expect([statuses, (await other).status]).toEqual([[...Array(32).fill(200), 503, 503], 200]);
    });

    test("C2 a flood of names does not reset the count of guesses", () => {
      const limits = createLimits();
      for (let i = 0; i < 49_000; i += 1) limits.take(`flood ${i}`, 1, 300);
      for (let i = 0; i < 10; i += 1) limits.take("guesses", 10, 300);
      for (let i = 0; i < 20_000; i += 1) limits.take(`more ${i}`, 1, 300);
      expect(limits.take("guesses", 10, 300)).toBeGreaterThan(0);
    });

    test("T13 attackers cannot use up the attempts at another user's factor", async () => {
      const { token } = await signUp();
      const { email } = await signUp();
      const id = randomUUID();
      await backend().sql(
        "insert into auth.mfa_factors (id, user_id, factor_type, status, secret) select $1, u.id, 'totp', 'verified', 'AAAA' from auth.users u where u.email = $2",
        [id, email],
      );
      const answers = [];
      for (let i = 0; i < 12; i += 1)
        answers.push(
          codeOf(await call(`/factors/${id}/verify`, { challenge_id: randomUUID(), code: "123456" }, { token })),
        );
      expect(answers).toEqual(answers.map(() => [404, "mfa_factor_not_found"]));
    });
  });

  describe("account enumeration", () => {
    afterEach(async () => {
      await backend().sql("delete from private.rate_limits");
    });

    test("C2 S6 no response to a login, a password reset, a link or a resent e-mail reveals an account", async () => {
      const { email } = await signUp();
      const unconfirmed = newAddress();
      await signUp(unconfirmed);
      await backend().sql("update auth.users set email_confirmed_at = null where email = $1", [unconfirmed]);
      const asked = async (address: string) => {
        const answers: Answer[] = [];
        for (const [path, body] of [
          ["/token?grant_type=password", { email: address, password: "not the one" }],
          ["/recover", { email: address }],
          ["/otp", { email: address, create_user: false }],
          ["/otp", { email: address }],
          ["/magiclink", { email: address }],
          ["/resend", { email: address, type: "signup" }],
          ["/resend", { email: address, type: "email_change" }],
          ["/verify", { email: address, type: "recovery", token: "12345678" }],
        ] as const)
          answers.push(await call(path, body));
        return answers.map(({ status, body }) => [status, body.error_code, body.msg?.replace(/\d+/, "n")]);
      };
      const unknown = await asked(newAddress());
      expect(await asked(email)).toEqual(unknown);
      expect(await asked(unconfirmed)).toEqual(unknown);
      expect(unknown[0]).toEqual([400, "invalid_credentials", "Invalid login credentials"]);
    });

    test("C3 requesting a link creates no account", async () => {
      const email = newAddress();
      await call("/otp", { email });
      await call("/magiclink", { email: newAddress() });
      expect(await backend().sql("select 1 from auth.users where email = $1", [email])).toEqual([]);
    });

    test("C1 C3 sign-up reveals accounts a few times per network, then never; with confirmations it answers like GoTrue", async () => {
      const careful = await start({ limitAddresses: true, confirmEmail: true });
      try {
        const ask = callOf(careful);
        const made = (email: string) => ask("/signup", { email, password, data: { name: "Somebody" } });
        const email = newAddress();
        const first = await made(email);
        expect([first.status, first.body.identities?.length]).toEqual([200, 1]);
        const statuses: number[] = [];
        for (let i = 0; i < 14; i += 1) {
          const known = newAddress();
          await careful.sql(
            'insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), $1, \'{"name": "Somebody"}\')',
            [known],
          );
          const answer = await made(known);
          statuses.push(answer.status);
          if (answer.status === 200) expect(answer.body.identities).toEqual([]);
        }
        expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
        // Rejected before any lookup, so the rejection reveals nothing either.
        expect((await made(newAddress())).status).toBe(429);
      } finally {
        await careful.stop();
      }
    });
  });

  test("C1 twenty users of one network who sign up at the same time all succeed", long, async () => {
    const careful = await start({ limitAddresses: true });
    try {
      const ask = callOf(careful);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask("/signup", { email: newAddress(), password, data: { name: "Somebody" } })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    } finally {
      await careful.stop();
    }
  });

  test("V5 values that no database can store are rejected with 400 and a code, at every endpoint", async () => {
    const { email, token, refreshToken } = await signUp();
    const long = `${"a".repeat(300)}@example.test`;
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const signUpWith = (more: object) => ({ email: newAddress(), password, data: { name: "Somebody" }, ...more });
    for (const bad of ["\\u0000", "\\ud800", "\\udfff x", "x \\ud83d"]) {
      const put = { token, method: "PUT" };
      const quoted = (body: object) => JSON.stringify(body).replaceAll("BAD", bad);
      const answers = [
        await call("/signup", quoted(signUpWith({ data: { name: "BAD", more: { BAD: ["BAD"] } } }))),
        await call("/signup", quoted(signUpWith({ email: "BADx@example.test" }))),
        await call("/signup", quoted(signUpWith({ password: "BAD correct horse" }))),
        await call("/token?grant_type=password", quoted({ email: "BAD@example.test", password })),
        await call("/token?grant_type=password", quoted({ email, password: "BAD" })),
        await call("/token?grant_type=refresh_token", quoted({ refresh_token: `${refreshToken}BAD` })),
        await call("/token?grant_type=pkce", quoted({ auth_code: "BAD", code_verifier: "BAD" })),
        await call("/user", quoted({ data: { name: "BAD" } }), put),
        await call("/user", quoted({ email: "BAD@example.test" }), put),
        await call("/recover", quoted({ email: "BAD@example.test" })),
        await call("/otp", quoted({ email: "BAD@example.test" })),
        await call("/resend", quoted({ type: "signup", email: "BAD@example.test" })),
        await call("/verify", quoted({ type: "recovery", email, token: "BAD" })),
        await call("/verify", quoted({ type: "recovery", token_hash: "BAD" })),
        await call("/factors", quoted({ factor_type: "totp", friendly_name: "BAD" }), { token }),
        await call("/logout", quoted({ scope: "BAD" }), { token }),
      ];
      expect(answers.map(codeOf)).toEqual(answers.map(() => [400, "bad_json"]));
    }
    for (const path of ["/verify?type=recovery&token=%00", "/authorize?provider=%00", "/callback?state=%00&code=x"])
      expect([path, (await call(path)).status]).toEqual([path, 400]);
    for (const body of [
      signUpWith({ email: long }),
      `{"email":"x@example.test","password":"12345678","data":${deep}}`,
      "[]",
      "7",
      "{",
    ])
      expect((await call("/signup", body)).status).toBe(400);
    expect((await call("/user", undefined, { token })).status).toBe(200);
  });

  test("C3 two concurrent sign-ups with one address create one account, and the other gets an error", async () => {
    const email = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call("/signup", { email, password, data: { name: "Twice" } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });
});

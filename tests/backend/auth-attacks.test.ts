// What somebody without an account, or with somebody else's address, tries at the auth service,
// over raw HTTP on both databases. Each test says what was wanted and not had.
import { createHash, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { type AttemptKind, createAuthRateLimit } from "../../supabase/local/auth/auth-rate-limit.ts";
import { createKnownNetworks } from "../../supabase/local/auth/networks.ts";
import { readAuthConfig } from "../../supabase/local/config.ts";
import { createLimits } from "../../supabase/local/http/rate-limit.ts";
import { type Answer, codeOf, useAuthService } from "../fixtures/backend/auth-service.ts";
import { password } from "../fixtures/backend/project.ts";
import { ruleEngines } from "../fixtures/engines.ts";

describe.each(ruleEngines)("the auth service on %s", (engine) => {
  const { backend, start, callOf, call, newAddress, signUp, logIn, linkTo, tokenTo, typedTo, follow } =
    useAuthService(engine);

  describe("guesses", () => {
    test("C2 V2 S6 a code's hash, which anybody can compute, is no key: not as a link, not as token_hash, not as an invitation", async () => {
      const { email } = await signUp();
      await call("/recover", { email });
      const hash = createHash("sha256")
        .update(`${email}${typedTo(email)}`)
        .digest("hex");
      expect(codeOf(await call("/verify", { type: "recovery", token_hash: hash }))).toEqual([403, "otp_expired"]);
      for (const token of [hash, `${hash}${"0".repeat(32)}`, tokenTo(email).toUpperCase(), `${tokenTo(email)}0`]) {
        const led = await follow(`${backend().url}/auth/v1/verify?type=recovery&token=${token}`);
        expect([token, led.told.get("error_code")]).toEqual([token, "otp_expired"]);
      }
      // A mail program that looks first does not use it up, and no other method opens it.
      for (const method of ["HEAD", "PUT", "PATCH", "DELETE"])
        expect((await fetch(linkTo(email), { method, redirect: "manual" })).status).toBe(405);
      expect((await follow(linkTo(email))).told.get("type")).toBe("recovery");
    });

    test("C2 V2 S6 T13 codes are counted by account, however its address is spelled and whatever is sent beside", async () => {
      const { email } = await signUp();
      await call("/recover", { email });
      const code = typedTo(email);
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

    test("C2 V2 passwords are counted the same way", async () => {
      const { email } = await signUp();
      const spelled = [email, email.toUpperCase(), ` ${email} `];
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => logIn(spelled[i % 3] ?? "", `wrong ${i}`)),
      );
      expect(answers.filter(({ status }) => status === 400).length).toBe(10);
      expect(answers.filter(({ status }) => status === 429).length).toBe(20);
    });
  });

  describe("limits of one that lock out another", () => {
    /** The rate limit of a server with its own counts, asked from where the test says. */
    const rateLimitOf = () => {
      const known = createKnownNetworks(backend().database, backend().jwtSecret);
      const config = readAuthConfig(fileURLToPath(new URL("../../supabase/config.toml", import.meta.url)), {});
      const rateLimit = createAuthRateLimit(createLimits(), config, known, true);
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

    test("C2 V2 strangers who guess from many places do not lock the owner out of where he has signed in before", async () => {
      const { email } = await signUp();
      const { tries } = rateLimitOf();
      let strangers = 0;
      for (let i = 0; i < 30; i += 1) strangers += await tries("password", email, `10.0.0.${i}`, 12);
      expect(strangers).toBe(100);
      expect(await tries("password", email, "10.0.1.1", 1)).toBe(0);
      expect(await tries("password", email, here, 12)).toBe(10);
      // Known to this account, not to another one.
      const { email: other } = await signUp();
      await backend().sql(
        "delete from supabase_local.known_networks where user_id = (select id from auth.users where email = $1)",
        [other],
      );
      for (let i = 0; i < 30; i += 1) await tries("password", other, `10.0.0.${i}`, 12);
      expect(await tries("password", other, here, 1)).toBe(0);
      // The link of a message lets him in, and makes the place known.
      await call("/recover", { email: other });
      await follow(linkTo(other));
      expect(await tries("password", other, here, 1)).toBe(1);
    });

    test("T13 a password alone makes no place the owner's where there is a second factor", async () => {
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

    test("S6 who asks once a second for somebody's messages keeps nobody else from asking", async () => {
      const { rateLimit, from } = rateLimitOf();
      expect(rateLimit.email("/recover", "a@example.test", from("10.0.0.1"))).toBeUndefined();
      expect(rateLimit.email("/recover", "a@example.test", from("10.0.0.1"))?.status).toBe(429);
      expect(rateLimit.email("/recover", "a@example.test", from("10.0.0.2"))).toBeUndefined();
      // The inbox is not flooded all the same.
      for (let i = 3; i < 7; i += 1)
        expect(rateLimit.email("/recover", "a@example.test", from(`10.0.0.${i}`))).toBeUndefined();
      expect(rateLimit.email("/recover", "a@example.test", from("10.0.0.9"))?.status).toBe(429);
      // Confirmations, which somebody who has confirmed is not even sent, use up no recoveries.
      for (let i = 0; i < 9; i += 1) rateLimit.email("/resend", "b@example.test", from(`10.0.0.${i}`));
      expect(rateLimit.email("/recover", "b@example.test", from("10.0.0.1"))).toBeUndefined();
    });

    test("C2 one network never holds all the places for hashing", async () => {
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

    test("C2 a flood of names does not start the count of guesses anew", () => {
      const limits = createLimits();
      for (let i = 0; i < 49_000; i += 1) limits.take(`flood ${i}`, 1, 300);
      for (let i = 0; i < 10; i += 1) limits.take("guesses", 10, 300);
      for (let i = 0; i < 20_000; i += 1) limits.take(`more ${i}`, 1, 300);
      expect(limits.take("guesses", 10, 300)).toBeGreaterThan(0);
    });

    test("T13 nobody uses up the guesses at another one's factor", async () => {
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

  describe("who has an account here", () => {
    afterEach(async () => {
      await backend().sql("delete from private.rate_limits");
    });

    test("C2 S6 is told by no answer to a login, a forgotten password, a link or a message that is sent again", async () => {
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

    test("C3 asking for a link makes no account", async () => {
      const email = newAddress();
      await call("/otp", { email });
      await call("/magiclink", { email: newAddress() });
      expect(await backend().sql("select 1 from auth.users where email = $1", [email])).toEqual([]);
    });

    test("C1 C3 is told by sign-up a few times to one network and then nothing; where addresses are confirmed, as GoTrue says it", async () => {
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
        // Refused before it is looked at: the refusal tells nothing either.
        expect((await made(newAddress())).status).toBe(429);
      } finally {
        await careful.stop();
      }
    });
  });

  test("C1 twenty people of one network who sign up in the same moment all get in", async () => {
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

  test("V5 what no database can hold is refused with 400 and a code, at every door", async () => {
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

  test("C3 two sign-ups at once with one address make one account, and the other is told", async () => {
    const email = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call("/signup", { email, password, data: { name: "Twice" } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });
});

// GoTrue features that lite lacks, through supabase-js: e-mail links, second factors, invitations,
// the end of sessions.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import ws from "ws";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { checkToken } from "../../supabase/local/common/token.ts";
import { isAuthMail, linkIn, mailedLink } from "../fixtures/backend/mailed-link.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { clientOf, type Person, password, signUp } from "../fixtures/backend/project.ts";

let backend: ListeningBackend;
beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false });
}, 120_000);
afterAll(() => backend?.stop());

const claimsOf = (token: string): Record<string, unknown> => {
  const checked = checkToken(token, backend.jwtSecret);
  if (!checked.ok) throw new Error(checked.reason);
  return checked.claims;
};
const service = (): SupabaseClient =>
  createClient(backend.url, backend.serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
const lastMail = (to: string): { text: string; subject: string } => {
  const found = backend.mail.messages.findLast((mail) => mail.to === to && isAuthMail(mail));
  if (!found) throw new Error(`No mail to ${to}`);
  return { text: found.text ?? "", subject: found.subject };
};
const linkTo = (to: string): string => linkIn(lastMail(to).text);
/** Verifies a mailed link, like the button on its page. */
const press = (link: string, client = clientOf(backend)) => client.auth.verifyOtp(mailedLink(link));
const emailOf = async (who: Person): Promise<string> => (await who.client.auth.getUser()).data.user?.email ?? "";
const totp = (secret: string, offset = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset * 30_000 });

describe("e-mails", () => {
  test("S6 T1 a password reset link signs in once", async () => {
    const who = await signUp(backend, { name: "Rita Recover" });
    const email = await emailOf(who);
    const { error } = await clientOf(backend).auth.resetPasswordForEmail(email);
    expect(error).toBeNull();
    expect(lastMail(email).text).toContain("contraseña");
    const link = linkTo(email);
    const client = clientOf(backend);
    const { data } = await press(link, client);
    const claims = claimsOf(data.session?.access_token ?? "");
    expect([claims.sub, claims.aal]).toEqual([who.id, "aal1"]);
    expect(claims.amr).toMatchObject([{ method: "otp" }]);

    expect((await client.auth.updateUser({ password: "a new password 1" })).error).toBeNull();
    // Sessions with the old password have ended, and the old password is invalid.
    expect((await who.client.auth.getUser()).error).not.toBeNull();
    expect((await clientOf(backend).auth.signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
    expect((await clientOf(backend).auth.signInWithPassword({ email, password: "a new password 1" })).error).toBeNull();

    expect((await press(link)).error?.code).toBe("otp_expired");
  });

  test("S6 a password reset does not reveal whether an address is known", async () => {
    const before = backend.mail.messages.filter(isAuthMail);
    const { error } = await clientOf(backend).auth.resetPasswordForEmail("nobody@example.test");
    expect([error, backend.mail.messages.filter(isAuthMail)]).toEqual([null, before]);
  });

  test("T1 a link leads only to this app", async () => {
    const who = await signUp(backend, { name: "Olga Open" });
    const email = await emailOf(who);
    for (const target of [
      "https://evil.test/",
      `${backend.url}@evil.test/`,
      `${backend.url}.evil.test/`,
      "//evil.test",
      "javascript:alert(1)",
      `https://evil.test/?${backend.url}/`,
      `https://evil.test\\@${new URL(backend.url).host}/`,
    ]) {
      await backend.sql("update auth.users set recovery_token = null where email = $1", [email]);
      const answer = await fetch(
        `${backend.url}/auth/v1/verify?token=x&type=recovery&redirect_to=${encodeURIComponent(target)}`,
        { redirect: "manual" },
      );
      const location = answer.headers.get("location") ?? "";
      expect([target, new URL(location, backend.url).origin]).toEqual([target, backend.url]);
    }
  });
});

describe("T13 second factor", () => {
  let who: Person;
  let email: string;
  let secret: string;
  let factorId: string;

  beforeAll(async () => {
    who = await signUp(backend, { name: "Fay Factor" });
    email = await emailOf(who);
  });

  test("T13 enrolling and verifying gives the session two factors and ends sessions with a password alone", async () => {
    const elsewhere = clientOf(backend);
    await elsewhere.auth.signInWithPassword({ email, password });
    const enrolled = await who.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(enrolled.error).toBeNull();
    if (!enrolled.data) return;
    ({ id: factorId } = enrolled.data);
    ({ secret } = enrolled.data.totp);
    expect(enrolled.data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*$/);
    expect(enrolled.data.totp.uri).toMatch(/^otpauth:\/\/totp\/Betaflock:/);
    expect((await who.client.auth.mfa.listFactors()).data?.totp).toEqual([]);

    const wrong = await who.client.auth.mfa.challengeAndVerify({ factorId, code: "000000" });
    expect(wrong.error?.code).toBe("mfa_verification_failed");
    const verified = await who.client.auth.mfa.challengeAndVerify({ factorId, code: totp(secret) });
    expect(verified.error).toBeNull();
    expect((await who.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
    });
    expect((await elsewhere.auth.getUser()).error).not.toBeNull();
    const refreshed = await who.client.auth.refreshSession();
    expect(claimsOf(refreshed.data.session?.access_token ?? "")).toMatchObject({ aal: "aal2" });
  });

  test("T13 a login with a password alone must enter the code, and a code works once", async () => {
    const first = clientOf(backend);
    await first.auth.signInWithPassword({ email, password });
    expect((await first.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    // The next period's code, because the current one may be used already.
    const code = totp(secret, 1);
    expect((await first.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    const second = clientOf(backend);
    await second.auth.signInWithPassword({ email, password });
    const replayed = await second.auth.mfa.challengeAndVerify({ factorId, code });
    expect(replayed.error?.code).toBe("mfa_verification_failed");
  });

  test("T13 with a password alone no caller changes the password or adds or removes a factor", async () => {
    const weak = clientOf(backend);
    await weak.auth.signInWithPassword({ email, password });
    expect((await weak.auth.updateUser({ password: "another password" })).error?.code).toBe("insufficient_aal");
    expect((await weak.auth.mfa.enroll({ factorType: "totp", friendlyName: "Mine" })).error?.code).toBe(
      "insufficient_aal",
    );
    expect((await weak.auth.mfa.unenroll({ factorId })).error?.code).toBe("insufficient_aal");
    const other = await signUp(backend, { name: "Otto Other" });
    expect((await other.client.auth.mfa.unenroll({ factorId })).error?.code).toBe("mfa_factor_not_found");
    expect((await other.client.auth.mfa.challenge({ factorId })).error?.code).toBe("mfa_factor_not_found");
  });

  test("T13 codes cannot be guessed: after a few wrong ones the next must wait, also for concurrent calls", async () => {
    const weak = clientOf(backend);
    await weak.auth.signInWithPassword({ email, password });
    const { data } = await weak.auth.mfa.challenge({ factorId });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        weak.auth.mfa.verify({ factorId, challengeId: data?.id ?? "", code: String(100_000 + i) }),
      ),
    );
    const told = answers.filter((answer) => answer.error?.status === 422).length;
    expect(told).toBeLessThanOrEqual(5);
    expect(answers.filter((answer) => answer.error?.status === 429).length).toBe(20 - told);
  });

  test("T13 after removing the factor a password is sufficient again", async () => {
    expect((await who.client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const plain = clientOf(backend);
    await plain.auth.signInWithPassword({ email, password });
    expect((await plain.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe("aal1");
  });
});

describe("the service key", () => {
  test("P1 C7 an invited user follows the link, is signed in and sets a password; the requested role is never admin", async () => {
    const { data, error } = await service().auth.admin.inviteUserByEmail("ida@example.test", {
      data: { name: "Ida Invited", role: "admin" },
    });
    expect(error).toBeNull();
    expect(await backend.sql("select name, role from public.profiles where id = $1", [data.user?.id ?? ""])).toEqual([
      { name: "Ida Invited", role: "tester" },
    ]);
    const client = clientOf(backend);
    const link = linkTo("ida@example.test");
    expect([mailedLink(link).type, (await press(link, client)).error]).toEqual(["invite", null]);
    expect((await client.auth.updateUser({ password: "my own choice" })).error).toBeNull();
    expect(
      (await clientOf(backend).auth.signInWithPassword({ email: "ida@example.test", password: "my own choice" })).error,
    ).toBeNull();
    expect((await service().auth.admin.inviteUserByEmail("ida@example.test")).error?.code).toBe("email_exists");
  });

  test("P1 only the service key lists, creates, changes or deletes users", async () => {
    const who = await signUp(backend, { name: "Nosy Nora" });
    for (const client of [who.client, clientOf(backend)]) {
      const admin = client.auth.admin;
      const answers = [
        await admin.listUsers(),
        await admin.inviteUserByEmail("x@example.test"),
        await admin.createUser({ email: "x@example.test", password }),
        await admin.updateUserById(who.id, { app_metadata: { role: "admin" } }),
        await admin.deleteUser(who.id),
      ];
      expect(answers.map((answer) => answer.error?.status)).toEqual([403, 403, 403, 403, 403]);
    }
  });
});

describe("confirmations", () => {
  test("T3 with confirmations on, a new account waits for its link; a requested second link invalidates the first", async () => {
    const careful = await startOwnBackend({
      schedule: false,
      confirmEmail: true,
    });
    try {
      const client = clientOf(careful);
      const email = "carla@example.test";
      const made = await client.auth.signUp({
        email,
        password,
        options: { data: { name: "Carla Careful" }, emailRedirectTo: `${careful.url}/login` },
      });
      expect([made.error, made.data.session]).toEqual([null, null]);
      expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe("email_not_confirmed");
      const linkOf = () => linkIn(careful.mail.messages.at(-1)?.text);
      const first = linkOf();
      expect((await client.auth.resend({ type: "signup", email })).error?.code).toBe("over_email_send_rate_limit");
      await expect
        .poll(
          async () =>
            (await client.auth.resend({ type: "signup", email, options: { emailRedirectTo: `${careful.url}/login` } }))
              .error,
          {
            interval: 400,
            timeout: 10_000,
          },
        )
        .toBeNull();
      expect((await press(first, clientOf(careful))).error?.code).toBe("otp_expired");
      expect([mailedLink(first).type, (await press(linkOf(), clientOf(careful))).error]).toEqual(["signup", null]);
      expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    } finally {
      await careful.stop();
    }
  });
});

describe("the mailbox", () => {
  test("S6 shows e-mails on this machine without running their content, and not in production or under another host name", async () => {
    const page = await fetch(`${backend.url}/dev/mail`);
    expect([page.status, page.headers.get("x-robots-tag")]).toEqual([200, "noindex, nofollow"]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const messages = (await (await fetch(`${backend.url}/dev/mail/messages.json`)).json()) as { links: string[] }[];
    expect(messages.flatMap(({ links }) => links).join(" ")).toContain("/auth/confirm#type=");
    const { request } = await import("node:http");
    const status = await new Promise((done) => {
      request(`${backend.url}/dev/mail`, { headers: { host: "evil.test" } }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      }).end();
    });
    expect(status).toBe(421);
    const production = await startOwnBackend({ schedule: false, production: true });
    try {
      expect((await fetch(`${production.url}/dev/mail`)).status).toBe(404);
    } finally {
      await production.stop();
    }
  });
});

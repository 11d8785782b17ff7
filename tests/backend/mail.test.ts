// SMTP: e-mail to a real server, and no password in clear text. The function `mail` sends
// notification e-mails on Supabase once each, whatever calls it gets, in Deno and Node.

import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FunctionEnv } from "../../supabase/functions/_shared/types.ts";
import { handler } from "../../supabase/functions/mail/handler.ts";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { startInDeno } from "../fixtures/backend/deno.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { clientOf, type Person, signUp, startProject } from "../fixtures/backend/project.ts";
import { long } from "../fixtures/long.ts";

let server: SMTPServer;
let backend: ListeningBackend | undefined;
const received: { from: string; to: string[]; text: string }[] = [];
const passwords: string[] = [];
/** How the mail server handles the next e-mails. */
let rejects = false;
let holds: Promise<void> | undefined;

beforeEach(async () => {
  received.length = 0;
  passwords.length = 0;
  rejects = false;
  holds = undefined;
  server = new SMTPServer({
    // A relay on the same machine, common in small teams: no certificate, optional login.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) => {
      passwords.push(password ?? "");
      done(null, { user: username });
    },
    onData: (stream, session, done) => {
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        if (rejects) return done(Object.assign(new Error("Try later"), { responseCode: 451 }));
        received.push({ from, to: rcptTo.map((r) => r.address), text });
        (holds ?? Promise.resolve()).then(() => done());
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterEach(async () => {
  await backend?.stop();
  backend = undefined;
  await new Promise<void>((gone) => server.close(() => gone()));
});

const start = async (login: string) => {
  const { port } = server.server.address() as AddressInfo;
  backend = await startProject({
    smtp: { url: `smtp://${login}127.0.0.1:${port}`, from: "hello@betaflock.example" },
  });
  return backend;
};
const forgetPassword = async (running: ListeningBackend) => {
  const { data } = await (await signUp(running)).client.auth.getUser();
  const email = data.user?.email ?? "";
  return { email, error: (await clientOf(running).auth.resetPasswordForEmail(email)).error };
};

describe("SMTP", () => {
  test("S6 S29 a password reset e-mail reaches the mail server once, and no mailbox is shown", long, async () => {
    const running = await start("");
    const { email, error } = await forgetPassword(running);
    expect(error).toBeNull();
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]).toMatchObject({ from: "hello@betaflock.example", to: [email] });
    expect(received[0]?.text).toContain("/auth/confirm#type=3Drecovery");
    expect((await fetch(`${running.url}/dev/mail`)).status).toBe(404);
  });

  test("S6 the server's password goes over TLS only, and the caller learns that no e-mail was sent", long, async () => {
    const running = await start("betaflock:p%40ss%2Fword@");
    const { error } = await forgetPassword(running);
    expect(error?.status).toBe(500);
    // An unknown address also connects to the mail server, so neither text nor time reveals it.
    const unknown = await clientOf(running).auth.resetPasswordForEmail("nobody@example.test");
    expect(unknown.error?.status).toBe(500);
    expect(passwords).toEqual([]);
    expect(received).toEqual([]);
  });
});

describe("the function mail", () => {
  const from = "hello@betaflock.example";
  let whole: ListeningBackend;
  let tess: Person;
  let email: string;
  beforeAll(async () => {
    whole = await startOwnBackend({ schedule: false });
    tess = await signUp(whole, { name: "Tess Tester" });
    email = (await tess.client.auth.getUser()).data.user?.email ?? "";
  }, 120_000);
  afterAll(() => whole?.stop());
  beforeEach(async () => {
    await whole.sql("delete from private.deliveries");
  });

  const env = (changed: Partial<FunctionEnv> = {}): FunctionEnv => ({
    SUPABASE_URL: whole.url,
    SUPABASE_PUBLISHABLE_KEY: whole.publishableKey,
    SUPABASE_SECRET_KEY: whole.serviceKey,
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    MAIL_FROM: from,
    SITE_URL: "https://beta.example.com/",
    ...changed,
  });
  const post = (key = whole.serviceKey) =>
    new Request(`${whole.url}/functions/v1/mail`, { method: "POST", headers: { apikey: key } });
  const called = async (answer: Response | Promise<Response>) => {
    const response = await answer;
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const tell = async (times: number) => {
    for (let n = 1; n <= times; n += 1)
      await whole.sql(
        "select private.notify($1::uuid, 'campaign_completed', $2::text::jsonb, '/tester/tests', subject => $3)",
        [tess.id, JSON.stringify({ campaign_title: `<Map ${n}>` }), `campaign ${n}`],
      );
    await minutesPass(2);
  };
  const minutesPass = (minutes: number) =>
    whole.sql("update private.deliveries set not_before = not_before - make_interval(mins => $1::int)", [minutes]);
  const waiting = async () => (await whole.sql("select attempts from private.deliveries")).map((row) => row.attempts);
  /** Decodes quoted-printable text. */
  const unfolded = (text: string) =>
    Buffer.from(
      text
        .replaceAll("\r\n", "\n")
        .replaceAll("=\n", "")
        .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      "latin1",
    ).toString();
  const nothing = { status: 200, body: { done: 0, gone: 0, retry: 0, failures: [] } };

  test("S29 sends due e-mails once, with links into the app", async () => {
    await tell(1);
    expect(await called(handler(post(), env()))).toEqual({
      status: 200,
      body: { done: 1, gone: 0, retry: 0, failures: [] },
    });
    expect(received).toMatchObject([{ from, to: [email] }]);
    const text = received[0]?.text ?? "";
    expect(text).toContain("Subject: A campaign is completed");
    expect(text).toContain("https://beta.example.com/tester/tests");
    expect(text).toContain("&#60;Map 1&#62;");
    const [told] = await whole.sql<{ id: string }>("select id from public.notifications where user_id = $1", [tess.id]);
    expect(text).toContain(`Message-ID: <${told?.id}@beta.example.com>`);
    expect(await called(handler(post(), env()))).toEqual(nothing);
    expect(received).toHaveLength(1);
  });

  test("S29 P2 an announcement is mailed completely, line by line, and its markup stays text", async () => {
    const body = "<b>New build</b>\n<img src=x onerror=alert(1)>\n\nSee https://example.test/?a=1&b=2";
    await whole.sql(
      "select private.notify($1::uuid, 'announcement', $2::text::jsonb, '/tester/tests/1', false, $3::text::jsonb)",
      [
        tess.id,
        JSON.stringify({
          organization_name: "The Team",
          campaign_title: "Budget",
          title: "<i>Build 2</i>",
          excerpt: "<b>New",
        }),
        JSON.stringify({ body }),
      ],
    );
    await minutesPass(2);
    expect(await called(handler(post(), env()))).toMatchObject({ body: { done: 1 } });
    const text = received[0]?.text ?? "";
    expect(text).toContain("Subject: The Team: announcement on Budget");
    // Quoted-printable: soft line breaks, and "=3D" for "=".
    const [, plain = "", html = ""] = text
      .replaceAll("\r\n", "\n")
      .split(/^Content-Type: text\//m)
      .map((part) => part.replaceAll("=\n", "").replaceAll("=3D", "="));
    expect(plain).toContain(`<i>Build 2</i>\n\n${body}\n\n`);
    expect(html).toContain(
      "<p>&#60;i&#62;Build 2&#60;/i&#62;</p><p>&#60;b&#62;New build&#60;/b&#62;<br>&#60;img src=x onerror=alert(1)&#62;</p>",
    );
    expect(html).not.toMatch(/<(b|i|img|a)\b/);
    // The link to switch off this kind of e-mail.
    expect(plain).toContain("https://beta.example.com/account#notifications");
  });

  test("S29 overlapping calls and a slow mail server still send each e-mail once", async () => {
    await tell(12);
    let release: () => void = () => undefined;
    holds = new Promise((done) => {
      release = done;
    });
    const first = called(handler(post(), env()));
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(5);
    // More calls arrive while the mail server is slow.
    holds = undefined;
    await minutesPass(3);
    const second = await called(handler(post(), env()));
    expect(second).toMatchObject({ status: 200, body: { done: 7 } });
    release();
    expect(await first).toMatchObject({ status: 200, body: { done: 5 } });
    const letters = received.map(({ text }) => /Message-ID: (\S+)/.exec(text)?.[1]);
    expect([letters.length, new Set(letters).size]).toEqual([12, 12]);
    expect(await waiting()).toEqual([]);
  });

  test("S29 retries failed e-mails up to six times; the response contains the reason", async () => {
    await tell(1);
    rejects = true;
    const failed = await called(handler(post(), env()));
    expect(failed).toMatchObject({ status: 200, body: { done: 0, retry: 1 } });
    expect((failed.body as { failures: string[] }).failures).toEqual([expect.stringContaining("451 Try later")]);
    expect(await called(handler(post(), env()))).toEqual(nothing);
    await minutesPass(1);
    rejects = false;
    expect(await called(handler(post(), env()))).toMatchObject({ body: { done: 1, retry: 0 } });
    expect(received).toHaveLength(1);
    await tell(1);
    rejects = true;
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(await called(handler(post(), env()))).toMatchObject({ body: { retry: 1 } });
      // One minute, two, four, eight, sixteen.
      await minutesPass(2 ** (attempt - 1) - 1);
      expect(await called(handler(post(), env()))).toEqual(nothing);
      await minutesPass(1);
    }
    expect(await waiting()).toEqual([]);
  });

  test("B9 T13 S30 a change of the login is mailed in the person's language, with a page for whoever did not make it", async () => {
    const texts = {
      en: {
        factor_added: "An authenticator app was added",
        factor_removed: "An authenticator app was removed",
        password_changed: "Your password was changed",
        email_changed: "Your email address was changed",
        notYou: "If it was not you",
      },
      es: {
        factor_added: "Se ha añadido una app de autenticación",
        factor_removed: "Se ha eliminado una app de autenticación",
        password_changed: "Tu contraseña ha cambiado",
        email_changed: "Tu dirección de correo ha cambiado",
        notYou: "Si no has sido tú",
      },
    };
    const pages = {
      ...{ factor_added: "account/security", factor_removed: "account/security" },
      ...{ password_changed: "forgot-password", email_changed: "contact" },
    };
    for (const language of ["en", "es"] as const) {
      received.length = 0;
      const one = await signUp(whole);
      const address = (await one.client.auth.getUser()).data.user?.email ?? "";
      await whole.sql("update public.accounts set language = $2 where id = $1::uuid", [one.id, language]);
      await whole.sql("update auth.users set email_confirmed_at = now() where id = $1::uuid", [one.id]);
      await whole.sql(
        "insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1::uuid, 'totp', 'unverified')",
        [one.id],
      );
      await whole.sql("update auth.mfa_factors set status = 'verified' where user_id = $1::uuid", [one.id]);
      await whole.sql("delete from auth.mfa_factors where user_id = $1::uuid", [one.id]);
      await whole.sql("update auth.users set encrypted_password = 'other' where id = $1::uuid", [one.id]);
      await whole.sql("update auth.users set email = 'moved-' || email where id = $1::uuid", [one.id]);
      expect(await called(handler(post(), env()))).toMatchObject({ body: { done: 4 } });
      const { notYou, ...titles } = texts[language];
      for (const kind of Object.keys(pages) as (keyof typeof pages)[]) {
        const mail = received.map(({ to, text }) => ({ to, text: unfolded(text) }));
        const found = mail.find(({ text }) => text.includes(`${titles[kind]}\n\n`));
        expect([kind, found?.to]).toEqual([kind, [address]]);
        expect(found?.text).toContain(`: https://beta.example.com/${pages[kind]}\n`);
        expect(found?.text).toMatch(kind === "factor_removed" ? /choose a new|cambia ya/ : new RegExp(notYou));
        // No token, and no settings that switch it off.
        expect(found?.text).not.toContain("beta.example.com/account#notifications");
        expect(found?.text).not.toMatch(/https:\S*[#?]/);
      }
    }
  });

  test("S3 S29 a reply to a contact message is marked as sent, or with the failure's reason", async () => {
    await whole.sql(
      `with m as (insert into public.contact_messages (name, email, message) values ('Vera', 'vera@example.test', 'How?') returning id),
         r as (insert into private.contact_replies (id, message_id, author_id, text) select gen_random_uuid(), m.id, $1::uuid, 'Like this.' from m returning id)
       insert into private.deliveries (notification_id, email, channel, kind, data, link)
       select r.id, 'vera@example.test', 'email', 'contact_reply', '{"name": "Vera", "text": "Like this.", "message": "How?"}', '' from r`,
      [tess.id],
    );
    const known = () => whole.sql("select mailed_at is not null as sent, failure from private.contact_replies");
    rejects = true;
    await called(handler(post(), env()));
    expect(await known()).toEqual([{ sent: false, failure: expect.stringContaining("451 Try later") }]);
    await minutesPass(1);
    rejects = false;
    await called(handler(post(), env()));
    expect(await known()).toEqual([{ sent: true, failure: "" }]);
    expect(received.map(({ to }) => to)).toEqual([["vera@example.test"]]);
  });

  test("S29 P2 only the project itself may call it; without a mail server it reports so and takes nothing", async () => {
    await tell(1);
    const rejected = { status: 403, body: { error: "Only the server may do this" } };
    for (const key of ["", "wrong", whole.publishableKey, tess.token])
      expect(await called(handler(post(key), env()))).toEqual(rejected);
    expect((await called(handler(new Request(whole.url, { method: "PUT" }), env()))).status).toBe(405);
    // Its status is public: admins see it before they write a reply.
    expect(await called(handler(new Request(whole.url), env()))).toEqual({ status: 200, body: { ready: true } });
    const problems: [Partial<FunctionEnv>, string][] = [
      [{ SMTP_URL: "", MAIL_FROM: "" }, "SMTP_URL, MAIL_FROM missing"],
      [{ SMTP_URL: "mail.example.com:465" }, "SMTP_URL must begin with smtp:// or smtps://"],
      [{ SITE_URL: "beta.example.com" }, "SITE_URL must be the app's address"],
    ];
    for (const [changed, problem] of problems)
      expect(await called(handler(post(), env(changed)))).toEqual({
        status: 501,
        body: { error: `E-mail is not set up here: ${problem}` },
      });
    // The embedded server has the function too.
    for (const asked of [post(), `${whole.url}/functions/v1/mail`])
      expect((await called(fetch(asked))).status).toBe(501);
    expect(await waiting()).toEqual([0]);
    expect(received).toEqual([]);
  });

  test("S29 runs in Supabase's runtime", async () => {
    const { SMTP_URL = "", SITE_URL = "" } = env();
    const deno = await startInDeno("mail", whole, { SMTP_URL, SITE_URL, MAIL_FROM: from });
    try {
      await tell(2);
      const call = (key: string) => called(fetch(deno.url, { method: "POST", headers: { apikey: key } }));
      expect((await call("wrong")).status).toBe(403);
      expect(await call(whole.serviceKey)).toMatchObject({ status: 200, body: { done: 2, retry: 0 } });
      expect(received.map(({ to }) => to)).toEqual([[email], [email]]);
    } finally {
      deno.stop();
    }
  });
});

// Web push and e-mail on the server: the queue, encryption (decrypted here as in a browser),
// signatures, expired devices, and no duplicates. The push service is a fake server.
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { clientOf, type Person, password, signUp } from "../fixtures/backend/project.ts";

interface Received {
  path: string;
  authorization: string;
  encoding: string;
  ttl: string;
  body: Buffer;
}

let service: Server;
let host: string;
let backend: ListeningBackend;
let tess: Person;
const received: Received[] = [];
/** Responses of the push service by path. */
const answers = new Map<string, number>();

beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const header = (name: string) => String(request.headers[name] ?? "");
      received.push({
        path: request.url ?? "",
        authorization: header("authorization"),
        encoding: header("content-encoding"),
        ttl: header("ttl"),
        body: Buffer.concat(chunks),
      });
      response.writeHead(answers.get(request.url ?? "") ?? 201).end();
    });
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  backend = await startOwnBackend({ schedule: false, push: { hosts: host } });
  tess = await signUp(backend, { name: "Tess Tester" });
}, 120_000);
afterAll(async () => {
  await backend?.stop();
  service?.close();
});
beforeEach(async () => {
  received.length = 0;
  answers.clear();
  await backend.sql("delete from private.deliveries");
  await backend.sql("delete from public.push_subscriptions");
});

interface Device {
  endpoint: string;
  open(body: Buffer): unknown;
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const made = createHmac("sha256", key);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** Decrypts by RFC 8188 and RFC 8291, like a receiver. */
function opened(body: Buffer, own: ReturnType<typeof createECDH>, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const theirs = body.subarray(21, 21 + keyLength);
  const shared = own.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), theirs, Buffer.from([1])]);
  const key = hmac(salt, hmac(hmac(secret, shared), info));
  const cek = hmac(key, "Content-Encoding: aes128gcm\0\u0001").subarray(0, 16);
  const nonce = hmac(key, "Content-Encoding: nonce\0\u0001").subarray(0, 12);
  const sealed = body.subarray(21 + keyLength);
  const cipher = createDecipheriv("aes-128-gcm", cek, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  // The last record ends with a 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString("utf8");
}

async function subscribe(who: Person, name: string, at = `http://${host}`): Promise<Device> {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const secret = randomBytes(16);
  const endpoint = `${at}/${name}`;
  const { error } = await who.client.rpc("push_subscribe", {
    endpoint,
    p256dh: own.getPublicKey("base64url"),
    auth: secret.toString("base64url"),
  });
  expect(error).toBeNull();
  return { endpoint, open: (body) => JSON.parse(opened(body, own, secret)) };
}

const tell = (who: Person, kind = "application_accepted", data: object = { campaign_title: "Night map" }) =>
  backend.sql("select private.notify($1::uuid, $2, $3::text::jsonb, '/tester/tests')", [
    who.id,
    kind,
    JSON.stringify(data),
  ]);
const subscriptions = () => backend.sql("select endpoint from public.push_subscriptions");
const queued = (channel: string) =>
  backend.sql<{ n: number }>("select count(*)::int as n from private.deliveries where channel = $1", [channel]);
const prefer = (who: Person, preferences: object) =>
  backend.sql("update public.accounts set notification_preferences = $2::text::jsonb where id = $1", [
    who.id,
    JSON.stringify(preferences),
  ]);

describe("web push", () => {
  test("S29 a message is encrypted for its device, signed by this server, in the user's language, and sent once", async () => {
    const device = await subscribe(tess, "phone");
    await backend.sql("update public.accounts set language = 'es' where id = $1", [tess.id]);
    await tell(tess);
    await backend.deliver();
    await backend.deliver();
    await backend.sql("update public.accounts set language = 'en' where id = $1", [tess.id]);
    expect(received).toHaveLength(1);
    const [message] = received;
    expect([message?.path, message?.encoding, message?.ttl]).toEqual(["/phone", "aes128gcm", "86400"]);
    const [row] = await backend.sql<{ id: string }>(
      "select id from public.notifications where user_id = $1 order by created_at desc limit 1",
      [tess.id],
    );
    expect(device.open(message?.body ?? Buffer.alloc(0))).toEqual({
      id: row?.id,
      title: "Te han aceptado en una prueba",
      body: "Night map",
      link: "/tester/tests",
    });
    // VAPID (RFC 8292): a token for this push service, signed with the key that browsers subscribe
    // with.
    const { publicKey } = (await (await fetch(`${backend.url}/functions/v1/push`)).json()) as { publicKey: string };
    const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(message?.authorization ?? "") ?? [];
    expect(key).toBe(publicKey);
    const [head = "", claims = "", signature = ""] = token.split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ aud: `http://${host}` });
    const point = Buffer.from(publicKey, "base64url");
    const jwk = {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    };
    const valid = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    expect(valid).toBe(true);
  });

  test("S29 an expired device is deleted; an unreachable one is tried again", async () => {
    await subscribe(tess, "gone");
    await subscribe(tess, "busy");
    await subscribe(tess, "fine");
    answers.set("/gone", 410).set("/busy", 503);
    await tell(tess);
    await backend.deliver();
    expect(received.map((r) => r.path).sort()).toEqual(["/busy", "/fine", "/gone"]);
    expect((await subscriptions()).map((s) => String(s.endpoint).split("/").at(-1)).sort()).toEqual(["busy", "fine"]);
    expect(await queued("push")).toEqual([{ n: 1 }]);
    received.length = 0;
    answers.clear();
    await backend.deliver();
    expect(received).toEqual([]);
    await backend.sql("update private.deliveries set not_before = now()");
    await backend.deliver();
    expect(received.map((r) => r.path)).toEqual(["/busy"]);
    expect(await queued("push")).toEqual([{ n: 0 }]);
  });

  test("S29 does not send kinds that the user or admins have switched off; simultaneous runs send once", async () => {
    const device = await subscribe(tess, "quiet");
    await prefer(tess, { application_accepted: ["push", "email", "in_app"] });
    const before = await backend.sql("select count(*)::int as n from public.notifications");
    await tell(tess);
    expect(await queued("push")).toEqual([{ n: 0 }]);
    expect(await queued("email")).toEqual([{ n: 0 }]);
    expect(await backend.sql("select count(*)::int as n from public.notifications")).toEqual(before);
    await prefer(tess, {});
    await backend.sql(
      `update public.settings set saved_at = now(), "values" = "values" || '{"web_push": false}' where section = 'notifications'`,
    );
    await tell(tess);
    expect(await queued("push")).toEqual([{ n: 0 }]);
    await backend.sql(
      `update public.settings set saved_at = null, "values" = "values" || '{"web_push": true}' where section = 'notifications'`,
    );
    await tell(tess);
    await Promise.all([backend.deliver(), backend.deliver(), backend.deliver()]);
    expect(received.map((r) => r.path)).toEqual(["/quiet"]);
    expect(device.open(received[0]?.body ?? Buffer.alloc(0))).toMatchObject({ title: "You're accepted to a test" });
  });

  test("S29 P2 callers cannot make this server call other hosts, empty the queue, or read another user's devices", async () => {
    await subscribe(tess, "inside", "http://127.0.0.1:1");
    await tell(tess);
    await backend.deliver();
    expect(await subscriptions()).toEqual([]);
    expect(await queued("push")).toEqual([{ n: 0 }]);
    const device = await subscribe(tess, "shared");
    const uma = await signUp(backend, { name: "Uma Tester" });
    expect((await uma.client.from("push_subscriptions").select("id")).data).toEqual([]);
    const drained = await fetch(`${backend.url}/functions/v1/push`, {
      method: "POST",
      headers: { authorization: `Bearer ${uma.token}` },
    });
    expect(drained.status).toBe(403);
    // The browser now belongs to another user.
    await uma.client.rpc("push_subscribe", { endpoint: device.endpoint, p256dh: "a".repeat(87), auth: "b".repeat(22) });
    expect((await tess.client.from("push_subscriptions").select("id")).data).toEqual([]);
    expect((await uma.client.from("push_subscriptions").select("endpoint")).data).toEqual([
      { endpoint: device.endpoint },
    ]);
  });

  test("S29 T1 a device's subscription and its queued messages end with its session, however that ends", async () => {
    const email = (await tess.client.auth.getUser()).data.user?.email ?? "";
    const logIn = async (): Promise<Person> => {
      const client = clientOf(backend);
      const { data } = await client.auth.signInWithPassword({ email, password });
      return { client, id: tess.id, token: data.session?.access_token ?? "" };
    };
    const names = async () => (await subscriptions()).map((s) => String(s.endpoint).split("/").at(-1)).sort();
    const [lost, listed] = [await logIn(), await logIn()];
    await subscribe(tess, "desk");
    await subscribe(lost, "lost");
    await subscribe(listed, "listed");
    await tell(tess);
    expect(await queued("push")).toEqual([{ n: 3 }]);
    const { session_id } = JSON.parse(atob(listed.token.split(".")[1] ?? "")) as { session_id: string };
    expect((await tess.client.rpc("end_own_session", { session_id })).data).toBe(true);
    expect(await names()).toEqual(["desk", "lost"]);
    await tess.client.auth.updateUser({ password: `${password} 2`, current_password: password });
    await tess.client.auth.updateUser({ password, current_password: `${password} 2` });
    expect(await names()).toEqual(["desk"]);
    expect(await queued("push")).toEqual([{ n: 1 }]);
    const other = await logIn();
    await subscribe(other, "desk");
    await tess.client.auth.signOut({ scope: "local" });
    expect(await names()).toEqual(["desk"]);
    await other.client.auth.signOut({ scope: "global" });
    expect(await names()).toEqual([]);
    tess = await logIn();
  });

  test("S29 T9 a suspended user cannot subscribe a device and keeps the earlier ones", async () => {
    await subscribe(tess, "before");
    await backend.sql("update public.profiles set status = 'suspended' where id = $1", [tess.id]);
    try {
      const { error } = await tess.client.rpc("push_subscribe", {
        endpoint: `http://${host}/after`,
        p256dh: "a".repeat(87),
        auth: "b".repeat(22),
      });
      expect([error?.code, error?.details]).toEqual(["PT422", "suspended"]);
      expect(await subscriptions()).toEqual([{ endpoint: `http://${host}/before` }]);
    } finally {
      await backend.sql("update public.profiles set status = 'active' where id = $1", [tess.id]);
    }
  });
});

describe("e-mail", () => {
  const due = () => backend.sql("update private.deliveries set not_before = now() where channel = 'email'");
  const mailsTo = (email: string) => backend.mail.messages.filter((mail) => mail.to === email);

  test("S29 an e-mail waits briefly, is sent once in the user's language, and not at all if it was read in the app", async () => {
    const vera = await signUp(backend, { name: "Vera Tester" });
    const [{ email = "" } = {}] = await backend.sql<{ email: string }>(
      "select email from public.profiles where id = $1",
      [vera.id],
    );
    await backend.sql("update public.accounts set language = 'es' where id = $1", [vera.id]);
    await tell(vera, "payout_paid", { amount_cents: 1500, currency: "USD" });
    await backend.deliver();
    expect(mailsTo(email)).toEqual([]);
    await due();
    await Promise.all([backend.deliver(), backend.deliver()]);
    expect(mailsTo(email).map((mail) => mail.subject)).toEqual(["Tu pago está en camino"]);
    expect(mailsTo(email)[0]?.text).toContain(`${backend.url}/tester/tests`);
    await tell(vera, "payout_paid", { amount_cents: 1500, currency: "USD" });
    await backend.sql("update public.notifications set read_at = now() where user_id = $1", [vera.id]);
    await due();
    await backend.deliver();
    expect(mailsTo(email)).toHaveLength(1);
    expect(await queued("email")).toEqual([{ n: 0 }]);
  });
});

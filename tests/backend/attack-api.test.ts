// Attacks on the API with raw requests: tokens, tables, functions, uploads, floods. Each title
// names the attack that fails.
import { createHmac, randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { signToken } from "../../supabase/local/common/token.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { clientOf, type Person, password, signUp } from "../fixtures/backend/project.ts";
import { campaignRow, type Row } from "../fixtures/backend/rows.ts";
import { long } from "../fixtures/long.ts";

let backend: ListeningBackend;
let dev: Person;
let tess: Person;
let victim: Person;
let campaignId: string;

const call = (
  path: string,
  init: { method?: string; token?: string; body?: unknown; headers?: Record<string, string> } = {},
) =>
  fetch(`${backend.url}${path}`, {
    method: init.method ?? (init.body === undefined ? "GET" : "POST"),
    headers: {
      apikey: backend.publishableKey,
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
      ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
      ...init.headers,
    },
    ...(init.body === undefined ? {} : { body: typeof init.body === "string" ? init.body : JSON.stringify(init.body) }),
    redirect: "manual",
  });
const push = async (who: Person, collection: string, row: Row) => {
  const answer = await call("/rest/v1/rpc/sync_push", {
    token: who.token,
    body: { collection, rows: [{ assumedMasterState: null, newDocumentState: row }] },
  });
  return (await answer.json()) as { rejected?: { code: string }[] };
};
const claims = (over: Row = {}): Row => {
  const now = Math.floor(Date.now() / 1000);
  return { sub: victim.id, role: "authenticated", aud: "authenticated", iat: now, exp: now + 3600, ...over };
};
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false, limitAddresses: false });
  dev = await signUp(backend, { name: "Dana Developer", role: "developer" });
  tess = await signUp(backend, { name: "Tess Tester" });
  victim = await signUp(backend, { name: "Vera Victim" });
  const campaign = campaignRow(dev.id, { title: "Night mode for the map", auto_select: false });
  campaignId = String(campaign.id);
  const made = await push(dev, "campaigns", campaign);
  if (made.rejected?.length) throw new Error(JSON.stringify(made.rejected));
}, 120_000);
afterAll(() => backend?.stop());

describe("tokens", () => {
  const forged = (): [string, string][] => {
    const secret = backend.jwtSecret;
    const body = part(claims());
    const hs = (head: Row, key: string) => {
      const signed = `${part(head)}.${body}`;
      return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
    };
    return [
      ["no signature, alg none", `${part({ alg: "none", typ: "JWT" })}.${body}.`],
      ["alg None", `${part({ alg: "None" })}.${body}.x`],
      ["another secret", signToken(claims(), "a secret that is not the server's own one")],
      ["an empty secret", hs({ alg: "HS256" }, "")],
      ["the public key as the secret", signToken(claims(), backend.publishableKey)],
      ["another algorithm named", hs({ alg: "RS256" }, secret)],
      ["a key of its own in the header", hs({ alg: "HS256", jwk: { kty: "oct", k: "AA" } }, "\0")],
      ["expired", signToken(claims({ exp: Math.floor(Date.now() / 1000) - 5 }), secret)],
      ["the database's owner", signToken(claims({ role: "postgres" }), secret)],
      ["a role with SQL in it", signToken(claims({ role: 'anon"; set role postgres; --' }), secret)],
      ["a changed body", `${tess.token.split(".")[0]}.${body}.${tess.token.split(".")[2]}`],
      ["half a token", tess.token.slice(0, -10)],
      ["five parts", `${tess.token}.x.y`],
    ];
  };

  test("C4 P2 a forged or expired token gives no access", async () => {
    for (const [name, token] of forged()) {
      for (const path of ["/rest/v1/profiles?select=id", "/auth/v1/user", "/auth/v1/factors"]) {
        const answer = await call(path, { token, ...(path.endsWith("factors") ? { body: {} } : {}) });
        expect([name, path, [401, 403].includes(answer.status)]).toEqual([name, path, true]);
      }
      const pulled = await call("/rest/v1/rpc/sync_pull", { token, body: { requests: [] } });
      expect([name, pulled.status]).toEqual([name, 401]);
      const ran = await call("/functions/v1/auth", { token, body: { action: "updateUserRole" } });
      expect([name, ran.status]).toEqual([name, 401]);
    }
  });

  test("P2 a token of a nonexistent session, or another user's, shows nothing", async () => {
    for (const session_id of [
      randomUUID(),
      JSON.parse(Buffer.from(tess.token.split(".")[1] ?? "", "base64url").toString()).session_id,
    ]) {
      const token = signToken(claims({ session_id }), backend.jwtSecret);
      expect((await call("/rest/v1/rpc/sync_pull", { token, body: { requests: [] } })).status).toBe(401);
      expect(await (await call("/rest/v1/profiles?select=id", { token })).json()).toEqual([]);
    }
  });

  test("T1 a refresh token works once; a thief's reuse ends the session for both", async () => {
    const person = await signUp(backend, { name: "Rosa Refresh" });
    const { data } = await person.client.auth.getSession();
    const stolen = data.session?.refresh_token ?? "";
    const refresh = (refresh_token: unknown) =>
      call("/auth/v1/token?grant_type=refresh_token", { body: { refresh_token } });
    const first = (await (await refresh(stolen)).json()) as { refresh_token: string };
    const second = (await (await refresh(first.refresh_token)).json()) as { refresh_token: string };
    // Eleven seconds later. Within ten seconds a slower tab may still use it.
    await backend.sql("update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'");
    expect((await refresh(stolen)).status).toBe(400);
    expect((await refresh(second.refresh_token)).status).toBe(400);
    for (const wrong of ["", "x", null, { $gt: "" }, ["a"], `${stolen}' or '1'='1`]) {
      expect([wrong, (await refresh(wrong)).status]).toEqual([wrong, 400]);
    }
  });

  test("P1 the service key in the wrong header has no effect, and the publishable key does not sign in", async () => {
    expect((await call("/rest/v1/profiles?select=id", { token: backend.publishableKey })).status).toBe(401);
    const guessed = await call("/rest/v1/accounts?select=*", { headers: { apikey: "sb_secret_guess" } });
    expect(guessed.status).toBe(401);
    const asAnon = await call("/auth/v1/admin/users", { headers: { "x-forwarded-for": "127.0.0.1", apikey: "" } });
    expect([401, 403]).toContain(asAnon.status);
  });
});

describe("REST", () => {
  test("P1 P2 V5 mass assignment writes no protected column on any path", async () => {
    const before = await backend.sql("select role, status, karma, rating, email from public.profiles where id = $1", [
      tess.id,
    ]);
    for (const change of [
      { role: "admin" },
      { status: "active", karma: 9999 },
      { karma: 9999 },
      { rating: 5 },
      { id: victim.id },
      { email: "admin@example.test" },
      { _deleted: true },
      { is_sample: true },
      { sync_xid: "1" },
    ]) {
      const answer = await call(`/rest/v1/profiles?id=eq.${tess.id}`, {
        method: "PATCH",
        token: tess.token,
        body: change,
      });
      expect([Object.keys(change), answer.status >= 400]).toEqual([Object.keys(change), true]);
    }
    for (const [table, row] of [
      ["profiles", { id: randomUUID(), name: "New", role: "admin" }],
      [
        "rewards",
        { id: randomUUID(), tester_id: tess.id, campaign_id: campaignId, amount_cents: 1_000_000, currency: "USD" },
      ],
      ["ledger_entries", { tester_id: tess.id, amount_cents: 1_000_000 }],
      ["activity", { action: "role_changed" }],
      ["notifications", { user_id: victim.id, kind: "reward" }],
      ["settings", { section: "general" }],
    ] as const) {
      const answer = await call(`/rest/v1/${table}`, { token: tess.token, body: row });
      expect([table, answer.status >= 400]).toEqual([table, true]);
      const pushed = await push(tess, table, { ...row, id: randomUUID() });
      expect([table, pushed.rejected?.length ?? "rejected as a whole"]).not.toEqual([table, 0]);
    }
    for (const path of [
      `campaigns?id=eq.${campaignId}`,
      `profiles?id=eq.${victim.id}`,
      "campaigns?id=not.is.null",
      "profiles?id=not.is.null",
    ]) {
      await call(`/rest/v1/${path}`, { method: "DELETE", token: tess.token });
    }
    await call(`/rest/v1/campaigns?id=eq.${campaignId}`, {
      method: "PATCH",
      token: tess.token,
      body: { title: "Taken over now" },
    });
    expect(
      await backend.sql("select role, status, karma, rating, email from public.profiles where id = $1", [tess.id]),
    ).toEqual(before);
    expect(
      await backend.sql("select title from public.campaigns where id = $1 and not _deleted", [campaignId]),
    ).toEqual([{ title: "Night mode for the map" }]);
    expect(await backend.sql("select 1 from public.rewards")).toEqual([]);
  });

  test("P2 filters, embeds, counts, plans and other schemas reveal nothing about others", async () => {
    const others = (
      await backend.sql<{ email: string }>("select email from public.profiles where id <> $1", [tess.id])
    ).map((row) => row.email);
    expect(others).toHaveLength(3);
    const tries = [
      "profiles?select=*&or=(id.not.is.null,role.eq.admin)",
      `profiles?select=email&id=eq.${victim.id}`,
      "accounts?select=email,paypal_email",
      "campaigns?select=title,profiles(email)",
      "campaigns?select=*,applications(*),feedback(*)",
      `campaigns?select=*,developer:profiles!developer_id(email)`,
      "feedback?select=*,tester:profiles(email)",
      "profiles?select=email.max()",
      "profiles?select=count()",
      "accounts?select=*&limit=1000000&offset=0",
      "users?select=*",
      "auth.users?select=*",
      "rate_limits?select=*",
      "profiles?select=*;drop table profiles",
      "profiles?id=eq.x')) or 1=1--",
      "profiles?select=name::text,secret:raw_user_meta_data",
      "settings?select=*&values->>primary_colour=like.*&order=saved_at.desc.nullslast;select 1",
    ];
    for (const path of tries) {
      for (const token of [tess.token, undefined]) {
        const answer = await call(`/rest/v1/${path}`, {
          ...(token ? { token } : {}),
          headers: { prefer: "count=exact", accept: "application/json" },
        });
        const text = await answer.text();
        expect([path, others.filter((email) => text.includes(email))]).toEqual([path, []]);
        expect([path, answer.status < 500 || answer.status === 501]).toEqual([path, true]);
      }
    }
    for (const headers of [
      { "accept-profile": "auth" },
      { "accept-profile": "private" },
      { "accept-profile": "storage" },
    ]) {
      expect((await call("/rest/v1/users?select=*", { token: tess.token, headers })).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    const plan = await call("/rest/v1/profiles", {
      token: tess.token,
      headers: { accept: 'application/vnd.pgrst.plan+json; options="analyze|verbose"' },
    });
    expect(await plan.text()).not.toMatch(/Seq Scan|Plan Rows/);
  });

  test("P1 a changed role in user metadata after sign-up has no effect", async () => {
    const changed = await call("/auth/v1/user", {
      method: "PUT",
      token: tess.token,
      body: {
        data: { role: "admin", is_admin: true },
        app_metadata: { role: "admin" },
        role: "service_role",
        id: victim.id,
      },
    });
    expect(changed.status).toBe(200);
    const again = await tess.client.auth.refreshSession();
    tess.token = again.data.session?.access_token ?? "";
    const told = JSON.parse(Buffer.from(tess.token.split(".")[1] ?? "", "base64url").toString()) as Row;
    expect([told.sub, told.role, told.app_metadata]).toEqual([
      tess.id,
      "authenticated",
      { provider: "email", providers: ["email"] },
    ]);
    expect(await (await call("/rest/v1/activity?select=id", { token: tess.token })).json()).toEqual([]);
  });
});

describe("files", () => {
  const upload = (path: string, body: string | Uint8Array<ArrayBuffer>, type: string, token = tess.token) =>
    fetch(`${backend.url}/storage/v1/object/${path}`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}`, "content-type": type },
      body,
    });

  /**
   * Uploads a file to the developer's storage.
   * @returns its address
   */
  async function storedFile(name: string, content: string): Promise<string> {
    const body = new FormData();
    body.append("file", new File([content], name));
    const headers = { apikey: backend.publishableKey, authorization: `Bearer ${dev.token}` };
    const sent = await fetch(`${backend.url}/functions/v1/storage/upload`, { method: "POST", headers, body });
    const { file } = (await sent.json()) as { file: { fileId: string } };
    return `/storage/v1/object/files/${dev.id}/${file.fileId}`;
  }

  test("P4 paths that leave the user's own folder, in every spelling, store nothing", async () => {
    const before = await backend.sql("select name from storage.objects");
    for (const path of [
      `attachments/${tess.id}/../${victim.id}/x`,
      `attachments/${tess.id}/..%2F${victim.id}%2Fx`,
      `attachments/${tess.id}%2F..%2F..%2F..%2Fetc%2Fpasswd`,
      `attachments/%2e%2e/%2e%2e/x`,
      `attachments/${tess.id}/%252e%252e/x..`,
      `attachments/${victim.id}/x`,
      `attachments//${tess.id}/x`,
      `attachments/${tess.id.toUpperCase()}x/x`,
      `avatars/${victim.id}/me.png`,
      `releases/${tess.id}/app.apk`,
      `nothing/${tess.id}/x`,
    ]) {
      const answer = await upload(path, "x", "image/png");
      expect([path, answer.status >= 400]).toEqual([path, true]);
    }
    expect(await backend.sql("select name from storage.objects")).toEqual(before);
  });

  test("P4 objects in public buckets are readable by exact address and listed by the owner only", async () => {
    const bytes = "a picture";
    for (const [bucket, owner] of [
      ["avatars", tess],
      ["app-content", dev],
    ] as const) {
      const path = `${owner.id}/${randomUUID()}.png`;
      expect((await upload(`${bucket}/${path}`, bytes, "image/png", owner.token)).status).toBe(200);
      const shown = await fetch(`${backend.url}/storage/v1/object/public/${bucket}/${path}`);
      expect([shown.status, await shown.text()]).toEqual([200, bytes]);
      const listed = async (token: string | undefined, prefix: string): Promise<boolean> => {
        const answer = await call(`/storage/v1/object/list/${bucket}`, {
          body: { prefix, limit: 1000 },
          ...(token ? { token } : {}),
        });
        return JSON.stringify(await answer.json()).includes(path.slice(-30));
      };
      const stranger = owner === tess ? dev : tess;
      for (const prefix of ["", owner.id, `${owner.id}/`]) {
        expect([bucket, prefix, await listed(undefined, prefix)]).toEqual([bucket, prefix, false]);
        expect([bucket, prefix, await listed(stranger.token, prefix)]).toEqual([bucket, prefix, false]);
      }
      expect(await listed(owner.token, owner.id)).toBe(true);
    }
    const { data } = await clientOf(backend).storage.from("branding").list();
    expect(data ?? []).toEqual([]);
  });

  test("P4 no browser runs a page disguised as a picture, or a program", async () => {
    const page = "<script>alert(document.domain)</script>";
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const type of [
      "text/html",
      "image/svg+xml",
      "application/xhtml+xml",
      "text/javascript",
      "image/svg+xml;charset=utf-8",
      "IMAGE/SVG+XML",
    ]) {
      expect([type, (await upload(`avatars/${tess.id}/${randomUUID()}`, svg, type)).status >= 400]).toEqual([
        type,
        true,
      ]);
    }
    const lie = await upload(`avatars/${tess.id}/lie.html`, page, "image/png");
    if (lie.ok) {
      const shown = await fetch(`${backend.url}/storage/v1/object/public/avatars/${tess.id}/lie.html`);
      expect(shown.headers.get("content-type")).toBe("image/png");
      expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
      expect(shown.headers.get("content-security-policy")).toContain("sandbox");
    }
    // Only its function may write to File Storage. The function accepts a page, which comes back as
    // a download without this origin's rights.
    expect((await upload(`files/${dev.id}/page.html`, page, "text/html", dev.token)).ok).toBe(false);
    const own = await call(await storedFile("page.html", page), { token: dev.token });
    expect(own.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(own.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  test("P4 file names with markup or line breaks come back as data, not as headers", async () => {
    const path = await storedFile("plain.txt", "x");
    for (const name of ['"><img src=x onerror=alert(1)>.txt', "a\r\nset-cookie: x=1.txt", "ñ 🦆.txt"]) {
      const back = await call(`${path}?download=${encodeURIComponent(name)}`, { token: dev.token });
      expect([name, back.headers.get("set-cookie"), back.status]).toEqual([name, null, 200]);
    }
  });
});

describe("floods and sizes", () => {
  test("V5 far too large bodies are rejected before they are read", async () => {
    const large = "x".repeat(2 * 1024 * 1024);
    expect((await call("/auth/v1/signup", { body: { email: "a@example.test", password: large } })).status).toBe(413);
    expect((await call("/functions/v1/auth", { token: tess.token, body: { action: large } })).status).toBe(413);
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const nested = await call("/rest/v1/rpc/sync_push", {
      token: tess.token,
      body: `{"collection":"feedback","rows":[{"assumedMasterState":null,"newDocumentState":{"id":"${randomUUID()}","details":${deep}}}]}`,
    });
    expect(nested.status).toBeGreaterThanOrEqual(200);
    expect((await call("/health")).status).toBe(200);
  });

  test("V1 C3 a flood of sign-ups gets 429 and the time to wait; the server keeps responding", long, async () => {
    const flooded = await startOwnBackend({ schedule: false, limitAddresses: true });
    try {
      const started = performance.now();
      const attempts = await Promise.allSettled(
        Array.from({ length: 1000 }, async (_, i) => {
          const answer = await fetch(`${flooded.url}/auth/v1/signup`, {
            method: "POST",
            headers: {
              apikey: flooded.publishableKey,
              "content-type": "application/json",
              // The caller's claimed address must not count.
              "x-forwarded-for": `10.0.${i % 250}.1`,
              "x-real-ip": `10.1.${i % 250}.1`,
              "cf-connecting-ip": `10.2.${i % 250}.1`,
            },
            body: JSON.stringify({ email: `flood-${i}@example.test`, password, data: { name: "Flo Flood" } }),
          });
          await answer.arrayBuffer();
          return answer;
        }),
      );
      // Rejecting the connection is fine too.
      const answers = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
      const health = await fetch(`${flooded.url}/health`);
      expect(health.status).toBe(200);
      const rejected = answers.filter((answer) => answer.status === 429);
      expect(answers.length - rejected.length).toBeLessThanOrEqual(60);
      expect(rejected.length).toBeGreaterThan(100);
      expect(Number(rejected[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answers.every((answer) => [200, 429, 503].includes(answer.status))).toBe(true);
      const [made] = await flooded.sql<{ n: number }>("select count(*)::int as n from auth.users");
      expect(made?.n).toBeLessThanOrEqual(60);
      expect(performance.now() - started).toBeLessThan(60_000);
    } finally {
      await flooded.stop();
    }
  });

  test("C2 V2 passwords cannot be guessed in sequence; the owner can sign in from elsewhere", async () => {
    const email = `guessed-${randomUUID()}@example.test`;
    await call("/auth/v1/signup", { body: { email, password, data: { name: "Gus Guessed" } } });
    const tried = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        call("/auth/v1/token?grant_type=password", { body: { email, password: `wrong ${i}` } }),
      ),
    );
    expect(tried.filter((answer) => answer.status === 400).length).toBeLessThanOrEqual(10);
    const blocked = await call("/auth/v1/token?grant_type=password", { body: { email, password } });
    expect([blocked.status, Number(blocked.headers.get("retry-after")) > 0]).toEqual([429, true]);
    const other = await call("/auth/v1/token?grant_type=password", {
      body: { email: `else-${randomUUID()}@example.test`, password },
    });
    expect(other.status).toBe(400);
  });

  test("C1 the existence check cannot collect addresses, whatever address the caller claims", async () => {
    const statuses: number[] = [];
    let wait: string | null = null;
    const minute = () => Math.floor(Date.now() / 60_000);
    const begun = minute();
    const ask = async (i: number, agent: string) => {
      const answer = await call("/rest/v1/rpc/email_exists", {
        body: { email: `x${i}@example.test` },
        headers: {
          "x-real-ip": `10.0.0.${i}`,
          "cf-connecting-ip": `10.0.1.${i}`,
          "x-forwarded-for": `10.0.2.${i}`,
          "user-agent": agent,
        },
      });
      wait = answer.headers.get("retry-after");
      return answer.status;
    };
    // One browser: ten responses per five minutes, and a new period may begin during the test.
    while (statuses.at(-1) !== 429 && statuses.length <= 25) statuses.push(await ask(statuses.length, "one browser"));
    expect(statuses.length).toBeLessThanOrEqual(minute() === begun ? 11 : 21);
    expect([statuses.slice(0, 10), statuses.at(-1), Number(wait) > 0]).toEqual([Array(10).fill(200), 429, true]);
    // A new browser name each time: the whole network gets forty responses.
    const named: number[] = [];
    for (let i = 0; i < 130; i += 1) named.push(await ask(i, `browser ${i}`));
    const answered = named.filter((status) => status === 200).length;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThanOrEqual(minute() === begun ? 40 : 80);
  });
});

describe("headers", () => {
  test("P4 API responses cannot be framed, sniffed, cached or run", async () => {
    for (const path of ["/rest/v1/settings?select=id", "/auth/v1/settings", "/functions/v1/health"]) {
      const { headers } = await call(path);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect([path, headers.get("cache-control")]).toEqual([path, "no-store"]);
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        "default-src 'none'; frame-ancestors 'none'",
      ]);
      expect([path, headers.get("access-control-allow-credentials")]).toEqual([path, null]);
      expect([path, headers.get("strict-transport-security")]).toEqual([path, null]);
    }
    const secure = await startOwnBackend({ schedule: false, siteUrl: "https://betaflock.example" });
    try {
      expect((await fetch(`${secure.url}/health`)).headers.get("strict-transport-security")).toMatch(
        /max-age=31536000/,
      );
    } finally {
      await secure.stop();
    }
  });

  test("P2 closes the connection of a WebSocket without a key and of a request with an incomplete header", async () => {
    const status = await new Promise<number | string>((done) => {
      const asked = request(`${backend.url}/realtime/v1/websocket`, {
        headers: {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "x",
        },
      });
      asked.on("response", (answer) => done(answer.statusCode ?? 0));
      asked.on("error", () => done("closed"));
      asked.on("upgrade", () => done("upgraded"));
      asked.end();
    });
    expect(status).not.toBe("upgraded");
    expect((await call("/health")).status).toBe(200);
  });
});

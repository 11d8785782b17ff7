// Tests the public API (/api/v1) as CI and attackers use it. The embedded backend and Deno run the
// same handler.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { ask, described, makeToken, setUpUploader, type Uploader } from "../fixtures/backend/api.ts";
import { type DenoFunction, startInDeno } from "../fixtures/backend/deno.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";

interface Release {
  id: string;
  status: string;
  version: string;
  file: { state: string; failure: string | null; size_bytes: number };
  page_url: string;
  upload: { url: string; headers: Record<string, string>; offset: number; expires_at: string } | null;
}

let backend: ListeningBackend;
let own: Uploader;
let other: Uploader;
let base: string;
let releases: string;
beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false });
  base = `${backend.url}/api/v1`;
  [own, other] = [await setUpUploader(backend), await setUpUploader(backend)];
  releases = `/apps/${own.app}/releases`;
}, 120_000);
afterAll(() => backend?.stop());
// The tests make more calls than the rate limit allows.
beforeEach(() => backend.sql("delete from private.rate_limits where bucket like 'api%'"));

const bytes = (text: string) => new TextEncoder().encode(text);
const create = (body: unknown, key: string = randomUUID(), more: object = {}) =>
  ask<Release & { type: string; errors?: { pointer: string }[] }>(base, releases, {
    ...{ token: own.token, body, headers: { "idempotency-key": key } },
    ...more,
  });
const read = (id: string) => ask<Release>(base, `${releases}/${id}`, { token: own.token });
const publish = (id: string, token = own.token) =>
  ask<Release & { type: string }>(base, `${releases}/${id}/publish`, { token, method: "POST" });
const send = ({ upload }: Pick<Release, "upload">, body: Uint8Array, headers: Record<string, string> = {}) =>
  fetch(upload?.url ?? "", {
    method: "PATCH",
    headers: { ...upload?.headers, ...headers },
    body: new Uint8Array(body),
  });
const count = async () => (await backend.sql<{ n: number }>("select count(*)::int as n from public.releases"))[0]?.n;
/** Simulates the result of the server's package check. */
const checked = (id: string, failure = "") =>
  backend.sql("update public.releases set checked_at = now(), check_failure = $2 where id = $1", [id, failure]);

test("B6 a build is created, uploaded, checked and published", async () => {
  const file = bytes("a build, in one piece");
  const made = await create(described(file, { notes: "Darker nights" }));
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect(made.headers.get("location")).toBe(`releases/${id}`);
  expect(made.body).toMatchObject({ status: "draft", version: "1.4.0", file: { state: "missing", failure: null } });
  expect(made.body.upload).toMatchObject({ offset: 0, url: expect.stringContaining(`${backend.url}/storage/v1/`) });
  const early = await publish(id);
  expect([early.status, early.body.type]).toEqual([409, "urn:betaflock:problem:not_arrived"]);
  expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send(made.body, file)).status).toBe(204);
  expect((await read(id)).body).toMatchObject({ file: { state: "arrived" }, upload: null });
  await checked(id);
  expect((await read(id)).body).toMatchObject({ file: { state: "checked" }, upload: null });
  const published = await publish(id);
  expect(published.body).toMatchObject({ status: "published", page_url: `${backend.url}/b/${id}` });
  // Repeats the call, because its response may have been lost.
  expect((await publish(id)).status).toBe(200);
  const [row] = await backend.sql("select developer_id, org_id, status, notes from public.releases where id = $1", [
    id,
  ]);
  expect(row).toEqual({ developer_id: own.person.id, org_id: own.org, status: "published", notes: "Darker nights" });
});

test("a package waits for its check; a rejected one is not published", async () => {
  const file = bytes("PK package");
  const made = await create(described(file, { file_name: "night-map.apk" }));
  await send(made.body, file);
  expect((await read(made.body.id)).body.file.state).toBe("arrived");
  const early = await publish(made.body.id);
  expect([early.status, early.body.type]).toEqual([409, "urn:betaflock:problem:not_checked"]);
  await checked(made.body.id, "split");
  expect((await read(made.body.id)).body.file).toMatchObject({ state: "rejected", failure: "split" });
  expect(await publish(made.body.id)).toMatchObject({ status: 422, body: { type: "urn:betaflock:problem:invalid" } });
  await checked(made.body.id);
  expect(await publish(made.body.id)).toMatchObject({ status: 200, body: { status: "published" } });
});

test("a multi-part file: the release reports the received bytes, and each response can be continued", async () => {
  const file = bytes("first half, second half");
  const made = await create(described(file));
  expect((await send(made.body, file.subarray(0, 12))).status).toBe(204);
  const half = await read(made.body.id);
  expect(half.body.upload).toMatchObject({ url: made.body.upload?.url, offset: 12 });
  // Starting over is rejected, and received bytes stay.
  expect((await send(made.body, file)).status).toBe(409);
  expect((await send(half.body, file.subarray(12))).status).toBe(204);
  expect((await read(made.body.id)).body.upload).toBeNull();
});

test("sending the same bytes again needs no second upload", async () => {
  const file = bytes("known bytes");
  const first = await create(described(file));
  await send(first.body, file);
  const second = await create(described(file, { version: "1.5.0" }));
  expect(second.body).toMatchObject({ upload: null, file: { state: "arrived" } });
  expect(second.body.id).not.toBe(first.body.id);
});

test("bytes that differ from the announced checksum do not become the build", async () => {
  const made = await create(described(bytes("what was announced")));
  expect((await send(made.body, bytes("what was sent, no!"))).status).toBe(422);
  expect((await read(made.body.id)).body.file.state).toBe("missing");
  const another = await create(described(bytes("a third build")));
  expect(
    (await send(another.body, bytes("a"), { "x-signature": made.body.upload?.headers["x-signature"] ?? "" })).status,
  ).toBe(404);
  expect((await send(another.body, bytes("a"), { "x-signature": "forged" })).status).toBe(401);
  const [place = ""] = another.body.upload?.url.split("/sign") ?? [];
  const metadata = `bucketName ${btoa("releases")},objectName ${btoa(`${other.person.id}/x`)}`;
  const stolen = await fetch(`${place}/sign`, {
    method: "POST",
    headers: { ...another.body.upload?.headers, "upload-length": "1", "upload-metadata": metadata },
  });
  expect(stolen.status).toBe(403);
});

describe("idempotency", () => {
  test("B6 the same key and body create one release, also concurrently", async () => {
    const [key, body] = [randomUUID(), described(bytes("once"))];
    const before = await count();
    const answers = await Promise.all([create(body, key), create(body, key), create(body, key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await count()).toBe((before ?? 0) + 1);
  });

  test("the same key with another body is rejected; keys of different tokens are independent", async () => {
    const key = randomUUID();
    await create(described(bytes("one")), key);
    const reused = await create(described(bytes("two")), key);
    expect([reused.status, reused.body.type]).toEqual([422, "urn:betaflock:problem:idempotency_key_reused"]);
    const { token } = await makeToken(own.person, own.org);
    expect((await create(described(bytes("two")), key, { token })).status).toBe(201);
  });

  test("after 24 hours the key is free, and calls without a key create nothing", async () => {
    const [key, body] = [randomUUID(), described(bytes("daily"))];
    const first = await create(body, key);
    await backend.sql("update private.api_requests set created_at = created_at - interval '25 hours' where key = $1", [
      key,
    ]);
    expect((await create(body, key)).body.id).not.toBe(first.body.id);
    expect(await create(body, key, { headers: {} })).toMatchObject({
      ...{ status: 400, body: { type: "urn:betaflock:problem:idempotency_key_missing" } },
    });
  });
});

describe("strangers", () => {
  const changed = (token: string) => `${token.slice(0, 10)}${token[10] === "A" ? "B" : "A"}${token.slice(11)}`;
  const unknown = "bft_0000000000000000000000000000001Xwn5y";

  test.each([
    ["no token", () => null],
    ["a wrong checksum", () => changed(own.token)],
    ["an unknown token", () => unknown],
    ["a session in its place", () => own.person.token],
    ["the service key", () => backend.serviceKey],
  ])("%s: 401, and creates nothing", async (_, token) => {
    const before = await count();
    const rejected = await create(described(bytes("x")), randomUUID(), { token: token() });
    expect([rejected.status, rejected.body.type]).toEqual([401, "urn:betaflock:problem:invalid_token"]);
    expect(rejected.headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect(rejected.headers.get("content-type")).toBe("application/problem+json");
    expect(await count()).toBe(before);
  });

  test("a wrong token checksum is rejected without a query to the database", async () => {
    const hits = () => backend.sql("select bucket, hits from private.rate_limits where bucket like 'api:%'");
    const before = await hits();
    expect((await ask(base, releases, { token: changed(own.token) })).status).toBe(401);
    expect(await hits()).toEqual(before);
  });

  test("P2 another organization's app and releases look as if they did not exist", async () => {
    const made = await create(described(bytes("mine")));
    const token = other.token;
    for (const [path, method] of [
      [releases, "GET"],
      [`${releases}/${made.body.id}`, "GET"],
      [`${releases}/${made.body.id}/publish`, "POST"],
      [`/apps/${other.app}/releases/${made.body.id}`, "GET"],
      [`/apps/${randomUUID()}/releases`, "GET"],
      ["/apps/none/releases", "GET"],
    ] as const)
      expect(await ask(base, path, { token, method }), path).toMatchObject({
        ...{ status: 404, body: { type: "urn:betaflock:problem:not_found" } },
      });
    expect((await create(described(bytes("mine")), randomUUID(), { token })).status).toBe(404);
  });

  test("a token is not a session: it opens no tables or calls, and the functions require the service key", async () => {
    const headers = { apikey: backend.publishableKey, authorization: `Bearer ${own.token}` };
    expect((await fetch(`${backend.url}/rest/v1/releases?select=id`, { headers })).status).toBe(401);
    for (const [name, body] of [
      ["api_authenticate", { token_hash: "0".repeat(64) }],
      ["api_create_release", { token_hash: "0".repeat(64), app_id: own.app, key: "k", body_hash: "b", release: {} }],
    ] as const) {
      const { error } = await own.person.client.rpc(name, body);
      expect(error?.code, name).toBe("42501");
    }
  });

  test("a revoked token fails with the next call, and so do those of a user who leaves", async () => {
    const { id, token } = await makeToken(own.person, own.org, "Old CI");
    expect((await ask(base, releases, { token })).status).toBe(200);
    await own.person.client.rpc("revoke_api_token", { token: id });
    expect((await ask(base, releases, { token })).status).toBe(401);
    // Without the trigger that revokes tokens: each use checks access again.
    await backend.sql("alter table public.profiles disable trigger api_person_gone");
    await backend.sql("update public.profiles set status = 'suspended' where id = $1", [own.person.id]);
    expect((await ask(base, releases, { token: own.token })).status).toBe(401);
    await backend.sql("update public.profiles set status = 'active' where id = $1", [own.person.id]);
    await backend.sql("alter table public.profiles enable trigger api_person_gone");
    expect((await ask(base, releases, { token: own.token })).status).toBe(200);
  });
});

describe("invalid requests", () => {
  test.each([
    ["no JSON", "{", 400, "invalid_request"],
    ["a list", "[]", 422, "invalid"],
    ["no such field", JSON.stringify({ ...described(bytes("x")), status: "published" }), 422, "invalid"],
    ["too large", JSON.stringify(described(bytes("x"), { notes: "x".repeat(200_000) })), 413, "too_large"],
    [
      "too large for the server",
      JSON.stringify(described(bytes("x"), { notes: "x".repeat(300_000) })),
      413,
      "too_large",
    ],
  ])("%s", async (_, body, status, type) => {
    const rejected = await create(body);
    expect([rejected.status, rejected.body.type]).toEqual([status, `urn:betaflock:problem:${type}`]);
    expect(rejected.headers.get("content-type")).toBe("application/problem+json");
  });

  test.each([
    ["version", ""],
    ["version", "  "],
    ["version", "1\u0001"],
    ["version", "x".repeat(41)],
    ["notes", 5],
    ["file_name", "../a.apk"],
    ["size_bytes", 0],
    ["size_bytes", 524_288_001],
    ["size_bytes", 1.5],
    ["sha256", "A".repeat(64)],
    ["sha256", "../../stolen"],
    ["content_type", "text/html; x"],
  ])("%s: names %j", async (field, value) => {
    const rejected = await create(described(bytes("x"), { [field]: value }));
    expect(rejected.status).toBe(422);
    expect(rejected.body.errors?.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining([`#/${field}`]));
  });

  test("a body without the JSON content type: 415", async () => {
    const headers = { "content-type": "text/plain", "idempotency-key": "k" };
    expect((await create(JSON.stringify(described(bytes("x"))), "k", { headers })).status).toBe(415);
  });

  test("405 lists the allowed methods, 404 covers everything else", async () => {
    const { token } = own;
    const rejected = await ask(base, releases, { token, method: "DELETE" });
    expect([rejected.status, rejected.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect((await ask(base, `${releases}/${randomUUID()}`, { token, method: "PUT" })).headers.get("allow")).toBe(
      "GET, HEAD",
    );
    expect((await ask(base, "/nothing", { token })).status).toBe(404);
    expect((await ask(base, "", { token })).status).toBe(404);
    expect((await ask(base, "/apps/constructor/releases", { token, method: "POST" })).status).toBe(404);
  });
});

test("a list is paged, newest first, without repetitions", async () => {
  const made: string[] = [];
  for (const version of ["1", "2", "3", "4", "5"])
    made.unshift(
      (
        await ask<Release>(base, `/apps/${other.app}/releases`, {
          ...{
            token: other.token,
            body: described(bytes(version), { version }),
            headers: { "idempotency-key": version },
          },
        })
      ).body.id,
    );
  const seen: string[] = [];
  let cursor: string | null = "";
  for (let page = 0; page < 10 && cursor !== null; page += 1) {
    const query: string = cursor === "" ? "?limit=2" : `?limit=2&cursor=${encodeURIComponent(cursor)}`;
    const answer = await ask<{ data: Release[]; next_cursor: string | null }>(
      ...([base, `/apps/${other.app}/releases${query}`, { token: other.token }] as const),
    );
    seen.push(...answer.body.data.map(({ id }) => id));
    cursor = answer.body.next_cursor;
  }
  expect(seen).toEqual(made);
  for (const query of ["?limit=0", "?limit=101", "?limit=x", "?cursor=x", `?cursor=${btoa("{}")}`])
    expect((await ask(base, `${releases}${query}`, { token: own.token })).status, query).toBe(400);
});

test("call and release limits return the time to wait", async () => {
  const { id, token } = await makeToken(own.person, own.org, "Busy CI");
  const full = (bucket: string, most: number, per: string) =>
    backend.sql(
      `insert into private.rate_limits (bucket, window_start, window_end, hits)
       select $1, w, w + $3::interval, $2 from date_bin($3::interval, now(), '2000-01-01') w
       on conflict on constraint rate_limits_pkey do update set hits = excluded.hits`,
      [bucket, most, per],
    );
  await full(`api_releases:${id}`, 30, "1 hour");
  const many = await create(described(bytes("one more")), randomUUID(), { token });
  expect([many.status, many.body.type]).toEqual([429, "urn:betaflock:problem:rate_limited"]);
  expect(Number(many.headers.get("retry-after"))).toBeLessThanOrEqual(3600);
  await full(`api:${id}`, 60, "1 minute");
  const fast = await ask(base, releases, { token });
  expect(fast.status).toBe(429);
  expect(Number(fast.headers.get("retry-after"))).toBeLessThanOrEqual(60);
});

test("during maintenance writes are rejected with the time to wait", async () => {
  const maintenance = (on: boolean) =>
    backend.sql(
      `update public.settings set "values" = "values" || jsonb_build_object('maintenance_mode', $1::text::boolean), saved_at = now() where section = 'general'`,
      [String(on)],
    );
  await maintenance(true);
  const rejected = await create(described(bytes("later")));
  await maintenance(false);
  expect([rejected.status, rejected.body.type]).toEqual([503, "urn:betaflock:problem:unavailable"]);
  expect(rejected.headers.get("retry-after")).not.toBeNull();
});

describe("the OpenAPI document", () => {
  interface Document {
    openapi: string;
    paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, unknown> }> }>>;
    components: { schemas: Record<string, { required?: string[]; properties: Record<string, unknown> }> };
  }
  const document = async () => (await ask<Document>(base, "/openapi.json")).body;

  test("lists every path, and each path answers as documented", async () => {
    const { openapi, paths, components } = await document();
    expect(openapi).toBe("3.1.0");
    const made = await create(described(bytes("documented")));
    const answers = {
      "get /apps/{app}/releases": await ask(base, releases, { token: own.token }),
      "post /apps/{app}/releases": made,
      "get /apps/{app}/releases/{release}": await read(made.body.id),
      "post /apps/{app}/releases/{release}/publish": await publish(made.body.id),
      "get /openapi.json": await ask(base, "/openapi.json"),
    };
    const named = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).flatMap((method) => (method === "parameters" ? [] : [`${method} ${path}`])),
    );
    expect(named.sort()).toEqual(Object.keys(answers).sort());
    for (const [name, { status, headers }] of Object.entries(answers)) {
      const [method = "", path = ""] = name.split(" ");
      const described_ = paths[path]?.[method]?.responses[String(status)];
      expect(Object.keys(described_?.content ?? {}), name).toEqual([headers.get("content-type")?.split(";")[0]]);
    }
    expect(Object.keys(made.body).sort()).toEqual([...(components.schemas.Release?.required ?? [])].sort());
    expect(components.schemas.NewRelease).toMatchObject({ additionalProperties: false });
  });
});

describe("in Deno", () => {
  let deno: DenoFunction;
  beforeAll(async () => {
    deno = await startInDeno("api", backend);
  }, 60_000);
  afterAll(() => deno?.stop());

  test("the same function creates, uploads and publishes", async () => {
    const at = `${deno.url}/v1`;
    const file = bytes("sent to Deno");
    const made = await ask<Release>(at, releases, {
      ...{ token: own.token, body: described(file), headers: { "idempotency-key": randomUUID() } },
    });
    expect(made.status).toBe(201);
    expect((await send(made.body, file)).status).toBe(204);
    await checked(made.body.id);
    const published = await ask<Release>(at, `${releases}/${made.body.id}/publish`, {
      token: own.token,
      method: "POST",
    });
    expect(published.body.status).toBe("published");
    expect((await ask(at, "/openapi.json")).body).toMatchObject({ openapi: "3.1.0" });
    expect((await ask(at, releases, { token: "bft_x" })).status).toBe(401);
    const nul = { token: own.token, body: described(file, { notes: "\u0000" }), headers: { "idempotency-key": "n" } };
    // The embedded server rejects such JSON earlier.
    expect((await ask(at, releases, nul)).status).toBe(422);
    const large = { token: own.token, body: JSON.stringify("x".repeat(200_000)), headers: { "idempotency-key": "l" } };
    expect((await ask(at, releases, large)).status).toBe(413);
  });
});

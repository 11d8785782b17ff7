import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { silentLog } from "../../supabase/local/common/log.ts";
import { lockDataFolder } from "../../supabase/local/database/folder-lock.ts";
import { readEnvironment } from "../../supabase/local/environment.ts";
import { secretsIn } from "../../supabase/local/secrets.ts";
import { backend as backendInVite } from "../../supabase/local/vite-plugin.ts";
import { project, signUp, startProject } from "../fixtures/backend/project.ts";
import { long } from "../fixtures/long.ts";

const folder = mkdtempSync(join(tmpdir(), "betaflock-serving-"));
const dist = join(folder, "dist");
let backend: ListeningBackend;
beforeAll(async () => {
  mkdirSync(join(dist, "assets"), { recursive: true });
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>app</title>");
  writeFileSync(join(dist, "assets", "index-abc.js"), `console.log(1);${" ".repeat(4000)}`);
  writeFileSync(join(dist, "sw.js"), "self.x = 1");
  writeFileSync(join(folder, "secret.txt"), "secret");
  backend = await startProject({ distDir: dist });
}, 60_000);
afterAll(async () => {
  await backend?.stop();
  rmSync(folder, { recursive: true, force: true });
});
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${backend.url}${path}`, { headers });

test("R5 any path of the app serves the app, a missing asset does not", async () => {
  for (const path of ["/", "/tester/tests/123", "/no/such/page"]) {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, "<!doctype html><title>app</title>"]);
  }
  expect((await get("/assets/index-old.js")).status).toBe(404);
  // Without a service worker (during a build) the browser keeps its current one.
  expect((await get("/other-sw.js")).status).toBe(404);
});

test("hashed files are cached, everything else is revalidated", async () => {
  expect((await get("/assets/index-abc.js")).headers.get("cache-control")).toContain("immutable");
  for (const path of ["/", "/sw.js"]) {
    const first = await get(path);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    expect((await get(path, { "if-none-match": first.headers.get("etag") ?? "" })).status).toBe(304);
  }
});

test("compresses files where it saves enough", async () => {
  expect((await get("/assets/index-abc.js", { "accept-encoding": "br" })).headers.get("content-encoding")).toBe("br");
  expect((await get("/assets/index-abc.js", { "accept-encoding": "gzip" })).headers.get("content-encoding")).toBe(
    "gzip",
  );
  expect((await get("/sw.js", { "accept-encoding": "br" })).headers.get("content-encoding")).toBeNull();
});

test("API responses from 1 kB are compressed as the client accepts", async () => {
  const { client, token } = await signUp(backend);
  const { error } = await client
    .from("notes")
    .insert({ body: "long", data: { text: "The same words again. ".repeat(200) } });
  expect(error).toBeNull();
  const ask = (accepted: string, path = "/rest/v1/notes?select=id,body,data") =>
    get(path, { apikey: backend.publishableKey, authorization: `Bearer ${token}`, "accept-encoding": accepted });
  const plain = await ask("identity");
  expect([plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([null, "Accept-Encoding"]);
  const text = await plain.text();
  expect(text.length).toBeGreaterThan(4000);
  for (const [accepted, encoding] of [
    ["gzip, deflate, br", "br"],
    ["gzip;q=1, br;q=0", "gzip"],
    ["*", "br"],
    ["*;q=0", null],
    ["deflate", null],
  ] as const) {
    const answer = await ask(accepted);
    expect([accepted, answer.headers.get("content-encoding")]).toEqual([accepted, encoding]);
    if (encoding) expect(Number(answer.headers.get("content-length"))).toBeLessThan(text.length / 10);
    expect(await answer.text()).toBe(text);
  }
  const small = await ask("br", "/rest/v1/notes?select=id&limit=0");
  expect([small.headers.get("content-encoding"), await small.json()]).toEqual([null, []]);
});

test("the page may run only scripts served with it", async () => {
  const policy = (await get("/")).headers.get("content-security-policy") ?? "";
  for (const part of ["script-src 'self';", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(part);
  expect(policy).not.toContain("unsafe");
});

test("no path leaves the app's folder", async () => {
  for (const path of ["/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/%00"]) {
    expect(await (await get(path)).text()).not.toContain("secret");
  }
});

test("API responses are never cached", async () => {
  const answer = await get("/auth/v1/settings", { apikey: backend.publishableKey });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("npm run dev: Vite serves the backend and its sockets with the app, and releases the store", {
  ...long,
  timeout: 60_000,
}, async () => {
  const dataDir = join(folder, "dev");
  const vite = await createServer({
    configFile: false,
    root: dist,
    logLevel: "silent",
    server: { port: 0, host: "127.0.0.1" },
    plugins: [backendInVite({ ...project, dataDir, sample: false, schedule: false, log: silentLog })],
  });
  await vite.listen();
  const address = vite.httpServer?.address() as AddressInfo | undefined;
  const url = `http://127.0.0.1:${address?.port}`;
  const person = await signUp({ url, publishableKey: backend.publishableKey });
  expect((await person.client.rpc("who")).data).toMatchObject({ uid: person.id });
  expect(await (await fetch(`${url}/`)).text()).toContain("<title>app</title>");
  await person.client.realtime.setAuth();
  const status = await new Promise((done) =>
    person.client.channel(`user:${person.id}`, { config: { private: true } }).subscribe((each) => done(each)),
  );
  expect(status).toBe("SUBSCRIBED");
  await person.client.removeAllChannels();
  await vite.close();
  lockDataFolder(dataDir)();
});

test("a publicly reachable server needs its own secrets and no sample accounts", long, async () => {
  const given = { ...project, host: "0.0.0.0", jwtSecret: "s".repeat(32), serviceKey: `sb_secret_${"k".repeat(32)}` };
  await expect(startBackend({ ...project, host: "0.0.0.0" })).rejects.toThrow(/JWT_SECRET/);
  const seedFile = join(folder, "seed.sql");
  writeFileSync(seedFile, "insert into auth.users (id, email) values (gen_random_uuid(), 'admin@betaflock.test')");
  await expect(startBackend({ ...given, sample: true, seedFile })).rejects.toThrow(/sample accounts/);
  await (await startBackend(given)).stop();
});

test("the sample data is only loaded into an empty store", { ...long, timeout: 60_000 }, async () => {
  const seedFile = join(folder, "seed-notes.sql");
  writeFileSync(seedFile, "insert into public.notes (owner_id, body) values (gen_random_uuid(), 'sample')");
  const dataDir = join(folder, "kept");
  const count = async (options: { sample?: boolean }): Promise<unknown> => {
    const started = await startProject({ dataDir, seedFile, schedule: false, ...options });
    await signUp(started);
    const rows = await started.sql("select count(*)::int as n from public.notes");
    await started.stop();
    return rows;
  };
  expect(await count({ sample: true })).toEqual([{ n: 1 }]);
  expect(await count({ sample: true })).toEqual([{ n: 1 }]);
});

test("secrets are created once and readable by their owner only", () => {
  const made = secretsIn(folder);
  expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(secretsIn(folder)).toEqual(made);
  expect(made.jwtSecret.length).toBeGreaterThanOrEqual(32);
});

test("a lock is respected while its process lives, and a stale or damaged one is replaced", () => {
  const give = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(/in use by process/);
  give();
  for (const left of ['{"pid":999999999,"started":"1"}', `{"pid":${process.pid},"started":"another start"}`, '{"pi']) {
    writeFileSync(join(folder, "lock.json"), left);
    lockDataFolder(folder)();
  }
  expect(() => readFileSync(join(folder, "lock.json"))).toThrow(/ENOENT/);
});

test("the environment is read once, and a mistake is reported", () => {
  expect(readEnvironment({ PORT: "8080", HOST: "", SAMPLE_DATA: "no" })).toEqual({ PORT: 8080, SAMPLE_DATA: false });
  expect(() => readEnvironment({ PORT: "http" })).toThrow(/PORT/);
  expect(() => readEnvironment({ DATABASE_URL: "mysql://x" })).toThrow(/DATABASE_URL/);
  expect(() => readEnvironment({ JWT_SECRET: "short" })).toThrow(/JWT_SECRET/);
});

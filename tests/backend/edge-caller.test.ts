import { createServer } from "vite";
import { describe, expect, test } from "vitest";
import { silentLog } from "../../supabase/local/common/log.ts";
import { readEnvironment } from "../../supabase/local/environment.ts";
import { clientAddress, countedAs, parseProxies } from "../../supabase/local/http/client-address.ts";
import { backend as backendInVite } from "../../supabase/local/vite-plugin.ts";
import { clientOf, project, startProject } from "../fixtures/backend/project.ts";
import { codeOf, json } from "../fixtures/backend/raw-requests.ts";
import { setUpEdge } from "../fixtures/backend/setup.ts";

const { backend, raw } = setUpEdge();

describe("the requested host name", () => {
  test.each([
    ["none", []],
    ["two", ["localhost", "localhost"]],
    ["an empty one", [""]],
    ["no name", ["a b"]],
    ["a port that is none", ["localhost:99999"]],
    ["a person in it", ["x@localhost"]],
  ])("P2 rejects a request with %s as Host", async (_, host) => {
    const answer = await raw("/health", { headers: { host } });
    expect([answer.status, codeOf(answer)]).toEqual([400, "bad_host"]);
  });

  test.each(["127.0.0.1.nip.io", "evil.test", "localhost.", "127.0.0.2", "0x7f.1", "[::2]"])(
    "P2 a page whose name %s resolves to this machine reads nothing",
    async (name) => {
      for (const path of ["/health", "/dev/mail", "/", "/rest/v1/apps", "/auth/v1/settings"]) {
        const answer = await raw(path, { headers: { host: `${name}:${backend.port}` } });
        expect([path, answer.status, codeOf(answer)]).toEqual([path, 421, "wrong_host"]);
      }
      const upgrade = await raw(`/realtime/v1/websocket?apikey=${backend.publishableKey}`, {
        headers: {
          host: name,
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
      });
      expect(upgrade.status).toBe(421);
    },
  );

  test("P2 the mailbox opens for this machine's own names with this server's port only, and not through a proxy", async () => {
    const status = async (host: string, headers: Record<string, string> = {}) =>
      (await raw("/dev/mail", { headers: { host, ...headers } })).status;
    for (const name of ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
      expect([name, await status(`${name}:${backend.port}`)]).toEqual([name, 200]);
    for (const host of ["localhost", "localhost:1", `127.0.0.1.nip.io:${backend.port}`])
      expect(await status(host)).not.toBe(200);
    expect(await status(`localhost:${backend.port}`, { "x-forwarded-for": "127.0.0.1" })).toBe(404);
    expect(await status(`localhost:${backend.port}`, { forwarded: "for=127.0.0.1" })).toBe(404);
  });

  test("P2 accepts SITE_URL's name and the listen address, whatever port a proxy adds", async () => {
    const open = await startProject({
      ...{
        host: "0.0.0.0",
        siteUrl: "https://beta.example.com",
        jwtSecret: "s".repeat(32),
        serviceKey: `sb_secret_${"k".repeat(32)}`,
      },
    });
    try {
      for (const host of ["beta.example.com", "BETA.example.com:443", `127.0.0.1:${open.port}`])
        expect([host, (await raw("/health", { port: open.port, headers: { host } })).status]).toEqual([host, 200]);
      for (const host of ["0.0.0.0", "example.com", "192.0.2.1"])
        expect([host, (await raw("/health", { port: open.port, headers: { host } })).status]).toEqual([host, 421]);
    } finally {
      await open.stop();
    }
  });

  test("P2 Vite's server checks the name too, for the backend and for the app", async () => {
    const vite = await createServer({
      configFile: false,
      root: new URL(".", import.meta.url).pathname,
      logLevel: "silent",
      server: { port: 0, host: "127.0.0.1" },
      plugins: [backendInVite({ ...project, dataDir: "", sample: false, schedule: false, log: silentLog })],
    });
    try {
      await vite.listen();
      const address = vite.httpServer?.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      for (const [path, fine] of [
        ["/health", 200],
        ["/edge-caller.test.ts", 200],
      ] as const) {
        expect((await raw(path, { port })).status).toBe(fine);
        // Vite's own check may respond first.
        expect([403, 421]).toContain((await raw(path, { port, headers: { host: "127.0.0.1.nip.io" } })).status);
      }
      expect((await raw("/auth/v1/%74oken", { port, method: "POST" })).status).toBe(400);
    } finally {
      await vite.close();
    }
  });
});

describe("the caller of a request", () => {
  test.each([
    ["nobody trusted, a header of the caller's", "203.0.113.9", "1.2.3.4", "", "203.0.113.9"],
    ["one proxy", "10.0.0.1", "203.0.113.9", "10.0.0.0/8", "203.0.113.9"],
    [
      "what the caller wrote stands left of what the proxy added",
      "10.0.0.1",
      "1.2.3.4, 203.0.113.9",
      "10.0.0.0/8",
      "203.0.113.9",
    ],
    ["two proxies", "10.0.0.1", "1.2.3.4, 203.0.113.9, 10.9.9.9", "10.0.0.0/8", "203.0.113.9"],
    ["a hop that is no address ends the chain", "10.0.0.1", "203.0.113.9, what", "10.0.0.0/8", "10.0.0.1"],
    ["a proxy that adds nothing", "10.0.0.1", "", "10.0.0.0/8", "10.0.0.1"],
    ["a port behind the address", "10.0.0.1", "203.0.113.9:5123", "10.0.0.1", "203.0.113.9"],
    ["IPv4 over an IPv6 socket", "::ffff:10.0.0.1", "::ffff:203.0.113.9", "10.0.0.0/8", "203.0.113.9"],
    ["IPv6 is counted by its /64", "2001:db8:1:2:3:4:5:6", "", "", "2001:db8:1:2::/64"],
    ["IPv6 behind a proxy of IPv6", "fd00::1", "[2001:db8::7]:443", "fd00::/8", "2001:db8:0:0::/64"],
  ])("V5 %s", (_, remote, forwarded, proxies, expected) => {
    expect(clientAddress(remote, { "x-forwarded-for": forwarded }, parseProxies(proxies))).toBe(expected);
  });

  test("addresses of one IPv6 network count as one, of two networks as two", () => {
    expect(countedAs("2001:db8::1")).toBe(countedAs("2001:db8::ffff:1"));
    expect(countedAs("2001:db8::1")).not.toBe(countedAs("2001:db8:0:1::1"));
  });

  test("TRUSTED_PROXIES is read once, and a mistake is reported", () => {
    expect(readEnvironment({ TRUSTED_PROXIES: "10.0.0.0/8, ::1" }).TRUSTED_PROXIES?.check("10.2.3.4")).toBe(true);
    for (const wrong of ["proxy.local", "10.0.0.0/33", "10.0.0.0/x", "10.0.0", "::1/129", "10.0.0.1 10.0.0.2", "*"])
      expect(() => readEnvironment({ TRUSTED_PROXIES: wrong })).toThrow(/TRUSTED_PROXIES.*is no address/s);
  });

  const from = (address: string): Record<string, string> => ({ "x-forwarded-for": `198.51.100.99, ${address}` });

  test("S3 behind a proxy the contact form counts per user", async () => {
    const write = (address: string) =>
      raw("/rest/v1/contact_messages", {
        method: "POST",
        headers: { ...json, prefer: "return=minimal", ...from(address) },
        body: JSON.stringify({
          id: crypto.randomUUID(),
          name: "Nora",
          email: "n@example.test",
          message: "Hello, a question",
        }),
      });
    const flood = [];
    for (let n = 0; n < 8; n += 1) flood.push((await write("203.0.113.1")).status);
    expect(flood).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    expect((await write("203.0.113.2")).status).toBe(201);
    // Another /64 is another caller, the same /64 is not.
    for (let n = 0; n < 5; n += 1) await write(`2001:db8::${n + 1}`);
    expect((await write("2001:db8::ffff")).status).toBe(429);
    expect((await write("2001:db8:0:1::1")).status).toBe(201);
  });

  test("C2 a caller who guesses passwords locks out no one else, and another header gives no second budget", async () => {
    const attempt = (address: string, headers: Record<string, string> = {}) =>
      raw("/auth/v1/token?grant_type=password", {
        method: "POST",
        headers: { ...json, ...from(address), ...headers },
        body: JSON.stringify({ email: `g${Math.random()}@example.test`, password: "wrong" }),
      });
    const statuses = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        attempt("203.0.113.5", { "cf-connecting-ip": `9.9.9.${n}`, "x-real-ip": `8.8.8.${n}` }),
      ),
    );
    expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(25);
    expect((await attempt("203.0.113.6")).status).toBe(400);
  });

  test("the database gets the same address", async () => {
    const other = await startProject({ proxies: parseProxies("127.0.0.1") });
    try {
      const who = await raw("/rest/v1/rpc/who", {
        method: "POST",
        port: other.port,
        headers: { ...json, apikey: other.publishableKey, ...from("203.0.113.77"), "cf-connecting-ip": "1.1.1.1" },
        body: "{}",
      });
      expect(who.body).toContain('"203.0.113.77"');
      expect((await clientOf(other).rpc("who")).data).toMatchObject({ address: "127.0.0.1" });
    } finally {
      await other.stop();
    }
  });
});

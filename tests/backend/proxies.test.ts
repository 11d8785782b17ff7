// The embedded server behind real nginx and Caddy with the files of docs/proxies: host names,
// client addresses, websockets, interrupted uploads. Only ports and certificates differ.

import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request } from "node:https";
import { type AddressInfo, BlockList, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { isLongRun, long } from "../fixtures/long.ts";
import { findProgram } from "../tools/programs.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "betaflock-proxies-"));
const [certificate, privateKey] = [join(folder, "cert.pem"), join(folder, "key.pem")];
const openssl = findProgram("openssl");

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

interface Ports {
  backend: number;
  https: number;
  http: number;
}

/** Returns a file of docs/proxies with the ports and certificate of this test. */
const configOf = (file: string, changes: [from: string, to: string][]): string =>
  changes.reduce(
    (text, [from, to]) => {
      expect(text).toContain(from);
      return text.replaceAll(from, to);
    },
    readFileSync(join(root, "docs/proxies", file), "utf8"),
  );

const proxies = {
  nginx: ({ backend, https, http }: Ports): string[] => {
    const text = configOf("nginx.conf", [
      ["127.0.0.1:3000", `127.0.0.1:${backend}`],
      ["listen 80;", `listen 127.0.0.1:${http};`],
      ["listen 443 ssl", `listen 127.0.0.1:${https} ssl`],
      ["server_name beta.example.com", "server_name localhost"],
      ["/etc/letsencrypt/live/beta.example.com/fullchain.pem", certificate],
      ["/etc/letsencrypt/live/beta.example.com/privkey.pem", privateKey],
    ]);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join(" ");
    const config = join(folder, "nginx.conf");
    writeFileSync(
      config,
      `daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr; events {} http { access_log off; ${paths}\n${text}\n}`,
    );
    return ["-c", config];
  },
  caddy: ({ backend, https, http }: Ports): string[] => {
    const text = configOf("Caddyfile", [
      ["127.0.0.1:3000", `127.0.0.1:${backend}`],
      ["beta.example.com {", `localhost:${https} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${privateKey}`],
    ]);
    const config = join(folder, "Caddyfile");
    const global = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tauto_https disable_redirects\n}\n`;
    writeFileSync(config, global + text);
    return ["run", "--config", config, "--adapter", "caddyfile"];
  },
} as const;

beforeAll(() => {
  if (!openssl) return;
  execFileSync(openssl, [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost", "-keyout", privateKey, "-out", certificate],
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const password = "correct-horse-9";

describe.each(isLongRun ? (["nginx", "caddy"] as const) : (["nginx"] as const))("behind %s", (name) => {
  const program = findProgram(name);
  const run = test.skipIf(!program || !openssl);
  let backend: ListeningBackend | undefined;
  let proxy: ChildProcess | undefined;
  let ports: Ports;
  let site: string;

  const begin = (path: string, method = "GET", headers: Record<string, string> = {}): ClientRequest =>
    request(`https://127.0.0.1:${ports.https}${path}`, {
      // A client with its own address, because the proxy's is trusted.
      ...{ method, ca: readFileSync(certificate), servername: "localhost", agent: false, localAddress: "127.0.0.2" },
      headers: { host: `localhost:${ports.https}`, apikey: backend?.publishableKey ?? "", ...headers },
    });
  const answerOf = (asked: ClientRequest) =>
    new Promise<IncomingMessage & { body: string }>((done, failed) => {
      asked.on("error", failed);
      asked.on("response", (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => done(Object.assign(answer, { body: Buffer.concat(chunks).toString() })));
      });
    });
  const ask = (path: string, method?: string, headers?: Record<string, string>, body?: object) => {
    const asked = begin(path, method, { "content-type": "application/json", ...headers });
    asked.end(body && JSON.stringify(body));
    return answerOf(asked);
  };

  beforeAll(async () => {
    if (!program || !openssl) return;
    const trusted = new BlockList();
    trusted.addAddress("127.0.0.1");
    const [https, http] = [await freePort(), await freePort()];
    site = `https://localhost:${https}`;
    const dist = join(folder, "dist");
    mkdirSync(join(dist, "assets"), { recursive: true });
    writeFileSync(join(dist, "index.html"), "<!doctype html><title>app</title>");
    writeFileSync(join(dist, "sw.js"), "self.x = 1");
    backend = await startOwnBackend({ siteUrl: site, proxies: trusted, limitAddresses: true, distDir: dist });
    await backend.sql("call private.run_scheduled_jobs()");
    ports = { backend: Number(new URL(backend.url).port), https, http };
    proxy = spawn(program, proxies[name](ports), { stdio: ["ignore", "ignore", "pipe"], env: { HOME: folder } });
    const said: string[] = [];
    proxy.stderr?.on("data", (bytes: Buffer) => said.push(String(bytes)));
    await vi.waitFor(
      async () => {
        if (proxy?.exitCode !== null) throw new Error(said.join(""));
        await ask("/health");
      },
      { timeout: 20_000 },
    );
  }, 60_000);
  afterAll(async () => {
    if (proxy && proxy.exitCode === null) {
      const ended = new Promise((done) => proxy?.once("exit", done));
      proxy.kill();
      await ended;
    }
    await backend?.stop();
  });

  run("the doctor finds nothing wrong: names, functions, websockets, and the app", long, async () => {
    const said = await new Promise<string>((done) => {
      const args = ["--import", "tsx", "supabase/doctor.ts", site, backend?.publishableKey ?? "", "--site", site];
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate, SUPABASE_SECRET_KEY: backend?.serviceKey };
      execFile(process.execPath, args, { cwd: root, env }, (_error, out) => done(out));
    });
    expect(said).toContain("good   realtime");
    expect(said).not.toContain("WRONG");
    expect((await ask("/")).headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  });

  run("whoever forges the header of addresses has the limits of their own address", async () => {
    const email = `${name}@example.test`;
    expect((await ask("/auth/v1/signup", "POST", {}, { email, password })).statusCode).toBe(200);
    const wrong = async (at: number) => {
      const forged = { "x-forwarded-for": `203.0.113.${at}`, "x-real-ip": `203.0.113.${at}` };
      const body = { email, password: "wrong-horse-9" };
      return (await ask("/auth/v1/token?grant_type=password", "POST", forged, body)).statusCode;
    };
    const statuses = [];
    for (let at = 1; at <= 11; at++) statuses.push(await wrong(at));
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });

  run("what was sent of an upload before it broke off is there", long, async () => {
    const email = `${name}-upload@example.test`;
    const signed = await ask("/auth/v1/signup", "POST", {}, { email, password });
    const { access_token: token, user } = JSON.parse(signed.body) as { access_token: string; user: { id: string } };
    const headers = { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0" };
    const metadata = { bucketName: "attachments", objectName: `${user.id}/map.png`, contentType: "image/png" };
    const size = 4_000_000;
    const created = await ask("/storage/v1/upload/resumable", "POST", {
      ...{ ...headers, "upload-length": String(size) },
      "upload-metadata": Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
        .join(","),
    });
    expect(created.statusCode, created.body).toBe(201);
    const { pathname } = new URL(created.headers.location ?? "", site);
    const piece = begin(pathname, "PATCH", {
      ...{ ...headers, "upload-offset": "0", "content-length": String(size) },
      "content-type": "application/offset+octet-stream",
    });
    piece.on("error", () => undefined);
    piece.write(Buffer.alloc(1_000_000, 1));
    // Half sent: a buffering proxy would not have forwarded anything yet.
    await vi.waitFor(
      async () => expect(Number((await ask(pathname, "HEAD", headers)).headers["upload-offset"])).toBeGreaterThan(0),
      { timeout: 15_000, interval: 200 },
    );
    piece.destroy();
  });

  test.skipIf(!program || name === "caddy")("without TLS it redirects to the same address", async () => {
    const asked = plainRequest(`http://127.0.0.1:${ports.http}/about`, { headers: { host: "localhost" } });
    asked.end();
    const answer = await answerOf(asked);
    expect([answer.statusCode, answer.headers.location]).toEqual([301, "https://localhost/about"]);
  });
});

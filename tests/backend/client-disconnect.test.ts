// Clients that disconnect early, as browsers do at each navigation: others are still served, and
// the server can stop while they are connected.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { countedBody } from "../../supabase/local/http/body.ts";
import { readFileStream } from "../../supabase/local/storage/stored-files.ts";
import { type Person, signUp, startProject } from "../fixtures/backend/project.ts";
import { joinMessage } from "../fixtures/backend/topics.ts";
import { long } from "../fixtures/long.ts";

const folder = mkdtempSync(join(tmpdir(), "betaflock-hang-up-"));
const logged: string[] = [];
let backend: ListeningBackend;
let ann: Person;
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "assets", "large.js"), randomBytes(4_000_000));
  backend = await startProject({ distDir: folder, log: (event, fields) => logged.push(`${event} ${fields?.message}`) });
  ann = await signUp(backend);
  const { error } = await ann.client.storage
    .from("attachments")
    .upload(`${ann.id}/large`, new Blob([randomBytes(3_000_000)], { type: "application/octet-stream" }));
  expect(error).toBeNull();
  // Otherwise Vitest's own listeners would fail the whole run instead of the responsible test.
  process.on("unhandledRejection", note);
  process.on("uncaughtException", note);
});
afterAll(() => {
  process.off("unhandledRejection", note);
  process.off("uncaughtException", note);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Sends a raw request and cuts the connection: at once, during processing, or within the response.
 */
function cut(request: string, when: "at once" | "soon" | "in the answer", rudely: boolean): Promise<void> {
  return new Promise((done) => {
    const socket: Socket = connect(backend.port, "127.0.0.1");
    const leave = (): void => void (rudely ? socket.resetAndDestroy() : socket.destroy());
    socket.on("error", () => undefined);
    socket.once("close", () => done());
    socket.write(request, () => {
      if (when === "at once") leave();
      if (when === "soon") setImmediate(leave);
    });
    socket.once("data", leave);
  });
}

test("clients that disconnect, at any moment and in any way, affect no other client", long, async () => {
  const head = `Host: localhost\r\napikey: ${backend.publishableKey}\r\nAuthorization: Bearer ${ann.token}\r\n`;
  const requests = [
    `GET /assets/large.js HTTP/1.1\r\n${head}\r\n`,
    `GET /assets/large.js HTTP/1.1\r\n${head}Accept-Encoding: br\r\n\r\n`,
    `GET /storage/v1/object/attachments/${ann.id}/large HTTP/1.1\r\n${head}\r\n`,
    `GET /tester/tests HTTP/1.1\r\n${head}\r\n`,
    `POST /rest/v1/rpc/who HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    `POST /rest/v1/rpc/who HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 200\r\n\r\n{`,
    `POST /storage/v1/object/attachments/${ann.id}/part HTTP/1.1\r\n${head}Content-Type: text/plain\r\nContent-Length: 5000000\r\n\r\nx`,
    `GET /realtime/v1/websocket?apikey=wrong HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `GET /realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0 HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  ];
  for (let round = 0; round < 4; round += 1) {
    for (const when of ["at once", "soon", "in the answer"] as const) {
      // Half a body is never answered, so its client leaves without waiting.
      await Promise.all(requests.map((each, at) => cut(each, at === 5 || at === 6 ? "soon" : when, round % 2 === 0)));
    }
  }
  expect((await ann.client.rpc("who")).data).toMatchObject({ uid: ann.id });
  expect((await fetch(`${backend.url}/health`)).status).toBe(200);
  expect(unhandled).toEqual([]);
  expect(logged.filter((line) => /^(request|response)_failed/.test(line))).toEqual([]);
});

test("a reader that cancels while a chunk waits, of a file or of a body, ends only its own read", long, async () => {
  const path = join(folder, "file");
  writeFileSync(path, randomBytes(1_000_000));
  // Eventually a chunk has been read ahead, and the next read takes it while the reader cancels.
  for (let turns = 0; turns < 40; turns += 1) {
    const file = readFileStream(path).getReader();
    await file.read();
    for (let turn = 0; turn < turns; turn += 1) await new Promise((later) => setImmediate(later));
    const reads = [file.read(), file.read()];
    await file.cancel();
    await Promise.all(reads);
  }

  const incoming = Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage & PassThrough;
  const sent = countedBody(incoming, () => undefined, { idleMs: 60_000, wholeMs: 60_000 });
  const body = sent.stream("ends").getReader();
  incoming.write("first");
  await body.read();
  await body.cancel();
  incoming.write("second");
  incoming.end();
  incoming.resume();
  await finished(incoming);
  await new Promise((later) => setImmediate(later));
  expect(unhandled).toEqual([]);
});

test("a warning that is an Error is a warning", long, () => {
  expect(() => process.emitWarning(new Error("said by a test"))).not.toThrow();
});

test("the server stops with open sockets in any state", long, async () => {
  const url = `${backend.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0`;
  const joined = new WebSocket(url);
  await new Promise((done) => joined.once("open", done));
  joined.send(joinMessage(`user:${ann.id}`, ann.token));
  await new Promise((done) => joined.once("message", done));
  // Rejected without hanging up; idle; half a request.
  const lingering = await Promise.all(
    [
      "GET /realtime/v1/websocket?apikey=wrong HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
      `POST /rest/v1/rpc/who HTTP/1.1\r\nHost: localhost\r\napikey: ${backend.publishableKey}\r\nContent-Length: 20\r\n\r\n{`,
    ].map(async (text, at) => {
      const socket = connect({ port: backend.port, host: "127.0.0.1", allowHalfOpen: true });
      socket.on("error", () => undefined);
      await new Promise<void>((done) => socket.write(text, () => done()));
      if (at < 2) await new Promise((done) => socket.once("data", done));
      return socket;
    }),
  );
  const gone = new Promise((done) => joined.once("close", done));
  const started = performance.now();
  await backend.stop();
  // The half request has a limit of three seconds, and nothing may wait longer.
  expect(performance.now() - started).toBeLessThan(10_000);
  await gone;
  for (const socket of lingering) socket.destroy();
});

test("an uncaught rejection is logged; only an exception of unknown kind ends the process", long, async () => {
  const local = fileURLToPath(new URL("../../supabase/local/", import.meta.url));
  const run = (script: string, deaf = false): Promise<{ code: number | null; out: string }> =>
    new Promise((done) => {
      const child = spawn(
        process.execPath,
        [
          "--import",
          "tsx",
          "--input-type=module",
          "-e",
          `import { watchProcess } from ${JSON.stringify(`${local}common/process-errors.ts`)};
           import { jsonLog } from ${JSON.stringify(`${local}common/log.ts`)};
           watchProcess(jsonLog, (code) => process.exit(code));
           ${script}`,
        ],
        { stdio: ["ignore", "pipe", "pipe"] },
      );
      let out = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (out += chunk));
      if (deaf) child.stderr.destroy();
      child.once("exit", (code) => done({ code, out }));
    });
  const [rejected, hungUp, unknown, unheard] = await Promise.all([
    run(`Promise.reject(new Error("of one request")); setTimeout(() => console.log("alive"), 50);`),
    run(`setTimeout(() => console.log("alive"), 50);
         setImmediate(() => { throw Object.assign(new Error("Premature close"), { code: "ERR_STREAM_PREMATURE_CLOSE" }); });`),
    run(`setTimeout(() => console.log("alive"), 5000); setImmediate(() => { throw new Error("nobody knows"); });`),
    run(
      `let uncaught = 0; process.on("uncaughtException", () => { uncaught += 1; });
       setTimeout(() => jsonLog("to nobody"), 50); setTimeout(() => console.log("uncaught", uncaught), 200);`,
      true,
    ),
  ]);
  expect([rejected.code, hungUp.code, unknown.code]).toEqual([0, 0, 1]);
  expect(rejected.out).toMatch(/"event":"unhandled_rejection".*of one request[\s\S]*alive/);
  expect(hungUp.out).toMatch(/"event":"uncaught_exception".*Premature close[\s\S]*alive/);
  expect(unknown.out).toMatch(/"event":"uncaught_exception".*nobody knows/);
  expect(unknown.out).not.toContain("alive");
  // A log without a reader is neither a failure nor a reason to log again.
  expect(unheard).toEqual({ code: 0, out: "uncaught 0\n" });
});

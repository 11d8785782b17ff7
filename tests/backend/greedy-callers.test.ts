// Clients that request more than they read, or hold resources: each loses its connection, and
// others are still served.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type Person, signUp, startProject } from "../fixtures/backend/project.ts";
import { joinMessage } from "../fixtures/backend/topics.ts";
import { long } from "../fixtures/long.ts";

const folder = mkdtempSync(join(tmpdir(), "betaflock-greedy-"));
let backend: ListeningBackend;
let ann: Person;
beforeAll(async () => {
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  backend = await startProject({ distDir: folder, silentMs: 600, connections: { stalledMs: 1000 } });
  ann = await signUp(backend);
  const { error } = await ann.client.storage
    .from("attachments")
    .upload(`${ann.id}/large`, new Blob([randomBytes(8_000_000)], { type: "application/octet-stream" }));
  expect(error).toBeNull();
});
afterAll(async () => {
  await backend?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers = ""): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`;

function send(text: string, reads = true): { socket: Socket; closed: Promise<string> } {
  let answer = "";
  const socket = connect(backend.port, "127.0.0.1", () => socket.write(text));
  socket.on("error", () => undefined);
  if (reads) socket.on("data", (data) => (answer += data.toString("latin1")));
  const closed = new Promise<string>((done) => socket.once("close", () => done(answer)));
  return { socket, closed };
}
/** Timeouts only, not measurements: other tests may keep the machine busy. */
const soon = { timeout: 15_000 };

const filesOpen = (): number =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes("/storage/");
    } catch {
      return false;
    }
  }).length;
const large = (): string =>
  get(
    `/storage/v1/object/authenticated/attachments/${ann.id}/large`,
    `apikey: ${backend.publishableKey}\r\nauthorization: Bearer ${ann.token}\r\n`,
  );
const isServed = async () => (await fetch(`${backend.url}/health`)).status;

test(
  "V5 some pipelined requests are answered in order; a client that pipelines endlessly is cut off",
  long,
  async () => {
    const polite = send(get("/health").repeat(4) + get("/nothing-here", "connection: close\r\n"));
    expect((await polite.closed).match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(4).fill("HTTP/1.1 200"), "HTTP/1.1 200"]);
    const answers = (await send(get("/health").repeat(5000)).closed).match(/HTTP\/1\.1 200/g) ?? [];
    expect(answers.length).toBeLessThan(20);
    expect(await isServed()).toBe(200);
  },
);

test("V5 downloads that are pipelined, unread or aborted leave no file open", long, async () => {
  const before = filesOpen();
  for (let round = 0; round < 3; round += 1) {
    const { socket, closed } = send(large().repeat(6), false);
    await expect.poll(filesOpen, soon).toBeGreaterThan(before);
    socket.destroy();
    await closed;
  }
  await expect.poll(filesOpen, soon).toBe(before);
});

test("V5 range and HEAD requests for a file leave no file open", long, async () => {
  const before = filesOpen();
  for (const [method, headers, status] of [
    ["GET", "range: bytes=0-9\r\n", 206],
    ["GET", "range: bytes=900000000-\r\n", 416],
    ["HEAD", "", 200],
  ] as const) {
    const request = large().replace("GET", method).replace("host:", `${headers}connection: close\r\nhost:`);
    expect(await send(request).closed).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
  }
  await expect.poll(filesOpen, soon).toBe(before);
});

test("V5 a response that no client reads ends after a while", long, async () => {
  const before = filesOpen();
  const { socket } = send(large(), false);
  await expect.poll(filesOpen, soon).toBe(before + 1);
  await expect.poll(filesOpen, soon).toBe(before);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

test("V5 an invalid Expect header is rejected, and its connection ends", long, async () => {
  const { closed } = send(
    "POST /rest/v1/x HTTP/1.1\r\nhost: localhost\r\nexpect: cake\r\ncontent-length: 5000\r\n\r\n",
  );
  expect(await closed).toMatch(/^HTTP\/1\.1 417/);
});

const openSocket = async (): Promise<{ socket: WebSocket; closed: Promise<void>; heard: unknown[][] }> => {
  const address = `${backend.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0`;
  const socket = new WebSocket(address);
  const heard: unknown[][] = [];
  socket.on("error", () => undefined);
  socket.on("message", (data: Buffer) => heard.push(JSON.parse(data.toString()) as unknown[]));
  const closed = new Promise<void>((done) => socket.once("close", () => done()));
  await new Promise((done) => socket.once("open", done));
  return { socket, closed, heard };
};
const statusOf = (message: unknown[]) => (message[4] as { status?: string }).status;
const joining = () => joinMessage(`user:${ann.id}`, ann.token);

test("V5 a silent WebSocket is closed, one with heartbeats stays open", long, async () => {
  const silent = await openSocket();
  const alive = await openSocket();
  const beat = setInterval(() => alive.socket.send(JSON.stringify([null, "1", "phoenix", "heartbeat", {}])), 100);
  await silent.closed;
  expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  clearInterval(beat);
  alive.socket.terminate();
});

test(
  "V5 thirty concurrent joins are answered; a client that sends more than the server can process is cut off with its backlog",
  long,
  async () => {
    const many = await openSocket();
    for (let n = 0; n < 30; n += 1) many.socket.send(joining());
    await expect.poll(() => many.heard.filter((message) => statusOf(message) === "ok").length, soon).toBe(30);
    for (let n = 0; n < 400; n += 1) many.socket.send(joining());
    await many.closed;
    const large = await openSocket();
    for (let n = 0; n < 4; n += 1)
      large.socket.send(JSON.stringify(["1", "1", "realtime:x", "phx_join", { text: "x".repeat(240_000) }]));
    await large.closed;
    const pieces = await openSocket();
    for (let n = 0; n < 40; n += 1) pieces.socket.send("x", { fin: false });
    await pieces.closed;
    const { error } = await ann.client.from("notes").select("id").limit(1);
    expect(error).toBeNull();
  },
);

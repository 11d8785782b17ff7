// Limits at the edge of the embedded server: every byte counts, and every request has a deadline.
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { signToken } from "../../supabase/local/common/token.ts";
import { startProject } from "../fixtures/backend/project.ts";
import { bearer, codeOf, json } from "../fixtures/backend/raw-requests.ts";
import { setUpEdge } from "../fixtures/backend/setup.ts";
import { long } from "../fixtures/long.ts";

const { backend, ann, raw } = setUpEdge();

describe("sizes and speed", () => {
  /** Sends endlessly until the server stops it. */
  function flood(target: string, headers: Record<string, string>): Promise<{ status: number; sent: number }> {
    return new Promise((done) => {
      let text = "";
      let sent = 0;
      const socket = connect(backend.port, "127.0.0.1");
      const piece = Buffer.alloc(65_536, "x");
      const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
      const more = (): void => {
        while (!text && !socket.destroyed && sent < 64 * 1024 * 1024) {
          sent += piece.length;
          if (!socket.write(chunk)) return void socket.once("drain", more);
        }
      };
      socket.on("error", () => undefined);
      socket.on("data", (data) => (text += data.toString("latin1")));
      socket.on("close", () => done({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), sent }));
      const lines = Object.entries({ host: "localhost", "transfer-encoding": "chunked", ...headers }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      socket.write(`POST ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
      more();
    });
  }

  test("V5 counts a body without a length as it arrives, in every area, before authentication", long, async () => {
    const apikey = backend.publishableKey;
    // One after another, because concurrent floods may lose a response.
    for (const [target, headers, status] of [
      ["/storage/v1/object/list/attachments", json, 401],
      ["/storage/v1/object/list/attachments", { ...json, ...bearer(ann) }, 413],
      ["/storage/v1/object/attachments/x/y", { "content-type": "multipart/form-data; boundary=b" }, 401],
      ["/storage/v1/bucket", json, 401],
      ["/functions/v1/storage/upload", { "content-type": "multipart/form-data; boundary=b" }, 401],
      ["/functions/v1/storage/delete", json, 413],
      ["/functions/v1/auth", json, 413],
      ["/auth/v1/signup", json, 413],
      ["/rest/v1/rpc/sync_push", json, 401],
      ["/rest/v1/rpc/sync_push", { ...json, ...bearer(ann) }, 413],
      ["/rest/v1/contact_messages", { "content-type": "text/csv" }, 401],
      ["/storage/v1/upload/resumable", { "tus-resumable": "1.0.0" }, 401],
    ] as const) {
      const answer = await flood(target, { apikey, ...headers });
      expect([target, answer.status]).toEqual([target, status]);
      // The buffers of both ends fill before the client sees the response.
      expect(answer.sent).toBeLessThan(64 * 1024 * 1024);
    }
    expect((await raw("/health")).status).toBe(200);
  });

  test("V5 a length that is too large is rejected with a code before a byte was sent", long, async () => {
    const headers = { ...bearer(ann), "content-length": "600000000" };
    const rejected = [
      ["POST", "/storage/v1/object/attachments/x/y", 413, "too_large"],
      ["POST", "/rest/v1/rpc/sync_push", 413, "too_large"],
      ["POST", "/auth/v1/signup", 413, "too_large"],
      ["POST", "/functions/v1/storage/upload", 413, "too_large"],
    ] as const;
    const answers = await Promise.all(rejected.map(([method, target]) => raw(target, { method, headers })));
    expect(answers.map((answer, n) => [rejected[n]?.[1], answer.status, codeOf(answer)])).toEqual(
      rejected.map(([, target, status, code]) => [target, status, code]),
    );
    const expired = signToken({ sub: ann.id, role: "authenticated", exp: 1 }, backend.jwtSecret);
    const told = await raw("/rest/v1/rpc/sync_push", {
      method: "POST",
      headers: { ...headers, "content-length": "9000000", authorization: `Bearer ${expired}` },
    });
    // The app would attribute "too large" to the row.
    expect([told.status, codeOf(told)]).toEqual([401, "PGRST303"]);
  });

  test("V5 a request that arrives byte by byte is ended, headers and body", long, async () => {
    const slow = await startProject({ slow: { idleMs: 200, wholeMs: 1000 }, connections: { headersMs: 1000 } });
    try {
      const dribble = (text: string, everyMs: number): Promise<number> =>
        new Promise((done) => {
          let answer = "";
          const socket = connect(slow.port, "127.0.0.1", () => socket.write(text));
          const timer = setInterval(() => socket.write("x"), everyMs);
          socket.on("error", () => undefined);
          socket.on("data", (data) => (answer += data.toString("latin1")));
          socket.on("close", () => {
            clearInterval(timer);
            done(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
          });
        });
      const head = `POST /auth/v1/signup HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`;
      const form = `POST /functions/v1/storage/upload HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 200000\r\n\r\n`;
      expect(
        await Promise.all([
          dribble(head, 50),
          dribble(head, 10_000),
          dribble(form, 10_000),
          dribble("GET / HTTP/1.1\r\nx-slow: ", 50),
        ]),
      ).toEqual([408, 408, 408, 408]);
    } finally {
      await slow.stop();
    }
  });

  test("V5 a rejected connection is closed although its client continues to send, or does nothing", long, async () => {
    const server = await startProject();
    /** @returns the response's status after the server has closed the connection */
    const stubborn = (head: string, goesOn: boolean): Promise<number> =>
      new Promise((done) => {
        let answer = "";
        const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true }, () => {
          socket.write(`${head}\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`);
        });
        const timer = goesOn ? setInterval(() => socket.write("more".repeat(100)), 50) : undefined;
        socket.on("error", () => undefined);
        socket.on("data", (data) => (answer += data.toString("latin1")));
        socket.on("close", () => {
          clearInterval(timer);
          done(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
        });
      });
    const heads: [string, number][] = [
      ["CONNECT evil.test:443 HTTP/1.1", 405],
      ["GET /rest/v1/apps HTTP/1.1", 400],
      ["GET /realtime/v1/elsewhere HTTP/1.1", 404],
      ["GET /realtime/v1/websocket HTTP/1.1", 401],
    ];
    expect(await Promise.all(heads.map(([head]) => stubborn(head, true)))).toEqual(heads.map(([, status]) => status));
    // Silent clients notice when the server closes.
    const silent = heads.map(([head]) => stubborn(head, false));
    await server.stop();
    expect(await Promise.all(silent)).toHaveLength(heads.length);
  });

  test("V5 one client gets only a part of the connections, and closed ones are released", long, async () => {
    const few = await startProject({ connections: { connectionsOfOne: 3 } });
    try {
      const hold = () =>
        new Promise<{ socket: ReturnType<typeof connect>; open: boolean }>((done) => {
          const socket = connect(few.port, "127.0.0.1", () =>
            socket.write("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"),
          );
          socket.on("error", () => undefined);
          socket.once("data", () => done({ socket, open: true }));
          socket.once("close", () => done({ socket, open: false }));
        });
      const held = [];
      for (let n = 0; n < 4; n += 1) held.push(await hold());
      expect(held.map(({ open }) => open)).toEqual([true, true, true, false]);
      for (const { socket } of held) socket.destroy();
      await expect.poll(async () => (await hold()).open).toBe(true);
    } finally {
      await few.stop();
    }
  });
});

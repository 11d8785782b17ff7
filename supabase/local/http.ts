// Between Node's HTTP server and the handlers, which speak Request and Response.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Small bodies are read at once: a stream costs more than the body, and a clone of it costs again. */
const smallBody = 1024 * 1024;
const maxJson = 16 * 1024 * 1024;
/** Nobody needs to be signed in to call these: what they take in must be small. */
const maxUnasked = 256 * 1024;

/** What takes in files asks who calls before it reads them. */
const filePaths = /^\/(storage\/|functions\/v1\/storage\/upload$)/;

export class BodyTooLarge extends Error {}

/** What is too large is let go by unread: hanging up in the middle would take the answer, which says why, with it. */
function readAll(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((done, failed) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = (): void => {
      chunks = [];
      failed(new BodyTooLarge("The body is too large"));
    };
    if (Number(incoming.headers["content-length"]) > limit) tooLarge();
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) tooLarge();
      else chunks.push(chunk);
    });
    incoming.once("end", () => done(Buffer.concat(chunks)));
    incoming.once("error", failed);
    incoming.once("close", () => failed(Object.assign(new Error("aborted"), { code: "ECONNRESET" })));
  });
}

const hostOf = (incoming: IncomingMessage): string => incoming.headers.host ?? "localhost";

export async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (Array.isArray(value)) for (const each of value) headers.append(name, each);
    else if (value !== undefined) headers.set(name, value);
  }
  // Limits per caller are kept in SQL by this header. What the caller wrote there is only his word.
  headers.set("x-forwarded-for", incoming.socket.remoteAddress ?? "");
  for (const name of ["cf-connecting-ip", "x-real-ip", "forwarded"]) headers.delete(name);
  const method = incoming.method ?? "GET";
  const url = new URL(incoming.url ?? "/", `http://${hostOf(incoming)}`);
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  const length = Number(incoming.headers["content-length"] ?? Number.NaN);
  const files = filePaths.test(url.pathname);
  if (length <= smallBody || !files) {
    const unasked = !files && /^\/(auth|functions)\//.test(url.pathname);
    const body = await readAll(incoming, unasked ? maxUnasked : maxJson);
    return new Request(url, { method, headers, signal, ...(body.length > 0 ? { body: new Uint8Array(body) } : {}) });
  }
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>;
  return new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
}

export async function respond(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.statusCode = response.status;
  const cookies = response.headers.getSetCookie();
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  if (!response.body || outgoing.req.method === "HEAD") {
    outgoing.end();
    // A body that nobody reads keeps its file open.
    await response.body?.cancel();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>), outgoing);
}

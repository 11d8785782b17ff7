// Errors of the edge, in the format of each service's client.
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Area } from "./area.ts";
import { jsonResponse } from "./database-errors.ts";

/** Rejects a request. `code` is for programs, `message` for people. */
export class Rejected extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export const tooLarge = (limit: number): Rejected =>
  new Rejected(413, "too_large", `The body is larger than ${limit} bytes`);

/** The formats of PostgREST, GoTrue, Storage, Functions, and of the API (RFC 9457). */
export function rejectionBody(area: Area | undefined, { status, code, message }: Rejected): object {
  if (area === "rest") return { code, message, details: null, hint: null };
  if (area === "auth") return { code: status, error_code: code, msg: message };
  if (area === "storage" || area === "resumable") return { statusCode: String(status), error: code, message };
  if (area === "api") return { type: `urn:betaflock:problem:${code}`, title: message, status, detail: message };
  if (area === "functions") return { code, message, error: message };
  return { code, message };
}

export const rejectionResponse = (area: Area | undefined, rejected: Rejected): Response =>
  jsonResponse(rejected.status, rejectionBody(area, rejected), {
    "cache-control": "no-store",
    ...(area === "api" ? { "content-type": "application/problem+json" } : {}),
    ...(area === "auth" ? { "x-sb-error-code": rejected.code } : {}),
    ...rejected.headers,
  });

/** How long the client may take to read an error and close its half. */
const lingerMs = 2000;

/**
 * Rejects a connection without a ServerResponse: an upgrade, or bytes that are no request. Node no
 * longer watches such a socket: drops further input and closes it even if the client keeps its half
 * open; otherwise it would count as a connection forever.
 */
export function closeWithRejection(socket: Duplex, rejected: Rejected, area?: Area): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(rejectionBody(area, rejected));
  socket.end(
    `HTTP/1.1 ${rejected.status} ${STATUS_CODES[rejected.status] ?? ""}\r\nconnection: close\r\ncache-control: no-store\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(timer));
}

// Limits of Node's HTTP server: timeouts, header sizes and numbers of connections.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { BlockList, Socket } from "node:net";
import { Budget } from "../common/budget.ts";
import { closeWithRefusal, Refused } from "../common/refusal.ts";
import { countedAs, isTrusted, plainAddress } from "./client-address.ts";

export interface ConnectionLimits {
  headersMs: number;
  /** Maximum duration of a request: a large upload over a slow connection. */
  requestMs: number;
  /** Maximum pause without any byte: a client that does not read, or a slow answer. */
  stalledMs: number;
  connections: number;
  connectionsOfOne: number;
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 15 * 60_000,
  // Longer than the limit of functions (120 s).
  stalledMs: 150_000,
  connections: 4096,
  connectionsOfOne: 1024,
};

/** For `createServer`: how often Node checks for slow requests. */
export const checkingMs = ({ headersMs }: ConnectionLimits): number => Math.min(5000, Math.ceil(headersMs / 4));

function refusalOf(code: string | undefined): Refused {
  if (code === "HPE_HEADER_OVERFLOW") return new Refused(431, "headers_too_large", "The headers are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Refused(408, "too_slow", "The request did not arrive in time");
  return new Refused(400, "bad_request", "This is no HTTP request");
}

export function limitConnections(server: Server | SecureServer, proxies: BlockList, limits: ConnectionLimits): void {
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = limits.requestMs;
  server.timeout = limits.stalledMs;
  server.maxConnections = limits.connections;
  // Above the edge's limit: Node silently drops the rest, so the edge could not reject them.
  server.maxHeadersCount = 500;
  const open = new Budget({ total: limits.connections, ofOne: limits.connectionsOfOne, waitMs: 0 }, "");
  server.on("connection", (socket: Socket) => {
    const remote = socket.remoteAddress ?? "";
    // All clients of a trusted proxy share its address: the proxy limits their connections.
    if (isTrusted(remote, proxies)) return;
    const release = open.takeNow([countedAs(plainAddress(remote))], 1);
    if (release) socket.once("close", release);
    else socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET") socket.destroy();
    else closeWithRefusal(socket, refusalOf(error.code));
  });
  // Node would answer it before the edge sees it, without counting its body.
  server.on("checkExpectation", (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.writeHead(417, { connection: "close" }).end();
  });
  server.on("connect", (_incoming: IncomingMessage, socket) => {
    socket.on("error", () => socket.destroy());
    closeWithRefusal(socket, new Refused(405, "method_not_allowed", "Method not allowed"));
  });
}

// Connects Node's requests to the services: the edge checks a request, the routes answer it, and
// all failures and disconnects are handled here. No network input ends the process.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import { type Area, areaOf } from "../common/area.ts";
import { databaseErrorOf, failureOf, retryAfter } from "../common/database-errors.ts";
import { type Log, messageOf } from "../common/log.ts";
import { isDisconnect } from "../common/process-errors.ts";
import { closeWithRejection, Rejected, rejectionBody, rejectionResponse } from "../common/rejection.ts";
import { withResponseHeaders } from "../common/response-headers.ts";
import { callerOf, type Keys } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import type { Realtime } from "../realtime/server.ts";
import type { Body } from "./body.ts";
import type { Edge, RouteEnv } from "./edge.ts";
import { respond } from "./respond.ts";

interface ListenerOptions {
  database: Database;
  keys: Keys;
  edge: Edge;
  routes: Hono<RouteEnv>;
  realtime: Realtime;
  siteUrl: string;
  log: Log;
}

export type Listener = ReturnType<typeof createListener>;

/** Maximum of pipelined requests on one connection. Browsers do not pipeline. */
const mostPipelined = 6;
const pipelined = new WeakMap<Socket, number>();

/**
 * Waits for the turn of a pipelined request, whose answer has no socket yet: until then Node
 * reports no disconnect, so opened resources would leak.
 * @returns false when the connection is closed or has too many requests
 */
async function hasItsTurn({ socket }: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
  const before = pipelined.get(socket) ?? 0;
  if (before >= mostPipelined) socket.destroy();
  if (socket.destroyed) return false;
  pipelined.set(socket, before + 1);
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  socket.once("close", leave);
  try {
    await once(outgoing, "socket", { signal: gone.signal });
    return true;
  } catch {
    return false;
  } finally {
    socket.off("close", leave);
    pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1);
  }
}

const serverFailed = new Rejected(500, "internal", "The server failed");

/** Aborted when the client disconnects before the answer: cancels its statements. */
function disconnectSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) controller.abort(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
  });
  return controller.signal;
}

/** The area of a request that the edge has not accepted, which determines the error format. */
const rawAreaOf = (incoming: IncomingMessage): Area => areaOf((incoming.url ?? "").split("?")[0] ?? "");

export function createListener({ database, keys, edge, routes, realtime, siteUrl, log }: ListenerOptions) {
  const failureResponse = (area: Area, error: unknown): Response => {
    log("request_failed", { area, code: databaseErrorOf(error)?.code, message: messageOf(error) });
    const { status, body } = failureOf(error);
    if (status === 500) return rejectionResponse(area, serverFailed);
    return rejectionResponse(area, new Rejected(status, body.code, body.message, retryAfter(status)));
  };
  const reject = (area: Area, rejected: Rejected): Response => {
    if (rejected.status === 421) log("wrong_host", { area });
    return rejectionResponse(area, rejected);
  };

  /**
   * Statements of a request queue behind the server's own, within the caller's limits. Without the
   * disconnect signal, because a sign-in must complete. Services that can be cancelled pass it
   * themselves.
   */
  const inScope = async (area: Area, request: Request, work: () => Promise<Response>): Promise<Response> => {
    // A supervisor that restarts the server calls it, so it must not queue behind others.
    if (area === "health") return work();
    const caller = callerOf(request, keys);
    return database.withRequestScope({ role: caller.ok ? caller.claims.role : "anon" }, work);
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> {
    let area = rawAreaOf(incoming);
    let body: Body | undefined;
    const finish = (response: Response): Response => withResponseHeaders(area, siteUrl, response);
    try {
      const accepted = edge.check(incoming);
      area = accepted.area;
      const opened = await edge.open(incoming, accepted, disconnectSignal(outgoing));
      body = opened.body;
      const response = await inScope(area, opened.request, async () => routes.fetch(opened.request, accepted));
      // A service may have mistaken the end of a rejected body for a disconnect.
      const failure = body?.failure();
      if (failure) await response.body?.cancel();
      return finish(failure ? reject(area, failure) : response);
    } catch (error) {
      const rejected = body?.failure() ?? error;
      if (rejected instanceof Rejected) return finish(reject(area, rejected));
      // The client disconnected (browsers do at each navigation): no error.
      if ((outgoing.destroyed || outgoing.closed) && isDisconnect(error)) throw error;
      return finish(failureResponse(area, error));
    } finally {
      body?.discard();
    }
  }

  return {
    owns: (target: string): boolean => areaOf(target.split("?")[0] ?? "") !== "app",
    async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      // Writing to a disconnected client emits "error", which would end the process.
      outgoing.on("error", (error) => {
        if (!isDisconnect(error)) log("response_failed", { area: rawAreaOf(incoming), message: messageOf(error) });
      });
      try {
        // Synchronous without a pipeline: the body starts to arrive in this turn of the event loop.
        if (!outgoing.socket && !(await hasItsTurn(incoming, outgoing))) return;
        await respond(outgoing, await answer(incoming, outgoing));
      } catch (error) {
        const closed = outgoing.destroyed || outgoing.closed || outgoing.writableEnded;
        if (closed && isDisconnect(error)) return;
        log("request_failed", { area: rawAreaOf(incoming), message: messageOf(error) });
        if (closed || outgoing.headersSent) return void outgoing.destroy();
        // Some headers of the first answer may be set already.
        for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
        outgoing
          .writeHead(500, { "content-type": "application/json" })
          .end(JSON.stringify({ code: serverFailed.code }));
      }
    },
    upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
      // Node has removed its own listener: a reset before this one is set would end the process.
      socket.on("error", () => socket.destroy());
      try {
        const { area, url } = edge.check(incoming);
        if (area !== "realtime") throw new Rejected(400, "no_upgrade", "This address takes no WebSocket");
        // Realtime reads the normalized address.
        incoming.url = url.pathname + url.search;
        realtime.upgrade(incoming, socket, head);
      } catch (error) {
        const rejected = error instanceof Rejected ? error : serverFailed;
        if (rejected === serverFailed) log("upgrade_failed", { message: messageOf(error) });
        closeWithRejection(socket, rejected, rawAreaOf(incoming));
      }
    },
    /** Rejects requests for a foreign host name and returns false. */
    acceptsHost(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
      try {
        edge.checkHost(incoming);
        return true;
      } catch (error) {
        const rejected = error instanceof Rejected ? error : serverFailed;
        const text = JSON.stringify(rejectionBody(undefined, rejected));
        outgoing.writeHead(rejected.status, { "content-type": "application/json" }).end(text);
        return false;
      }
    },
  };
}

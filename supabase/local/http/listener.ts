// From Node's request to a service's answer and back: the edge checks the request, the routes
// answer it, and every failure or hang-up ends here. Nothing that comes in over the network ends
// the process.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import { callerOf, type Keys } from "../auth/token.ts";
import type { Database } from "../database/database.ts";
import { type Log, messageOf } from "../log.ts";
import { isDisconnect } from "../process-errors.ts";
import type { Realtime } from "../realtime/server.ts";
import { databaseErrorOf, failureOf, retryAfter } from "../rest/errors.ts";
import { type Area, areaOf } from "./area.ts";
import type { Body } from "./body.ts";
import type { Edge, RouteEnv } from "./edge.ts";
import { closeWithRefusal, Refused, refusalBody, refusalResponse } from "./refusal.ts";
import { respond } from "./respond.ts";
import { withResponseHeaders } from "./response-headers.ts";

interface ListenerOptions {
  database: Database;
  keys: Keys;
  edge: Edge;
  routes: Hono<RouteEnv>;
  realtime: Realtime;
  siteUrl: string;
  log: Log;
}

export interface Listener {
  /** Is this path the backend's (and not the app's)? */
  owns(target: string): boolean;
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Does this server answer to the host name of the request? If not, refuses and returns false. */
  acceptsHost(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
}

/** So many requests may wait on one connection for the answers before theirs. No browser does. */
const mostPipelined = 6;
const pipelined = new WeakMap<Socket, number>();

/**
 * A pipelined request, whose answer has no socket yet, is served in its turn: before it, Node tells
 * the answer nothing of a hang-up, and what is opened for it would stay open.
 * @returns false: the connection is gone, or asked for too much at once
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

const serverFailed = new Refused(500, "internal", "The server failed");

/** Aborted when the client disconnects before the answer was sent: its statements are cancelled. */
function disconnectSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) controller.abort(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
  });
  return controller.signal;
}

/** The area of a request that the edge has not accepted: it decides the words of the refusal. */
const rawAreaOf = (incoming: IncomingMessage): Area => areaOf((incoming.url ?? "").split("?")[0] ?? "");

export function createListener({ database, keys, edge, routes, realtime, siteUrl, log }: ListenerOptions): Listener {
  const failureResponse = (area: Area, error: unknown): Response => {
    log("request_failed", { area, code: databaseErrorOf(error)?.code, message: messageOf(error) });
    const { status, body } = failureOf(error);
    if (status === 500) return refusalResponse(area, serverFailed);
    return refusalResponse(area, new Refused(status, body.code, body.message, retryAfter(status)));
  };
  const refuse = (area: Area, refused: Refused): Response => {
    if (refused.status === 421) log("wrong_host", { area });
    return refusalResponse(area, refused);
  };

  /**
   * Statements of a request wait behind the server's own, and no longer than its caller may.
   * Without the signal of a disconnect: a sign-in goes on. Where one may end, the service says so.
   */
  const inScope = async (area: Area, request: Request, work: () => Promise<Response>): Promise<Response> => {
    // Asked by what restarts a server that does not answer: it is not to wait behind strangers.
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
      // A service may have taken the end of a refused body for a disconnect.
      const failure = body?.failure();
      if (failure) await response.body?.cancel();
      return finish(failure ? refuse(area, failure) : response);
    } catch (error) {
      const refused = body?.failure() ?? error;
      if (refused instanceof Refused) return finish(refuse(area, refused));
      // The client disconnected (a browser does, at each navigation): nothing went wrong.
      if ((outgoing.destroyed || outgoing.closed) && isDisconnect(error)) throw error;
      return finish(failureResponse(area, error));
    } finally {
      body?.discard();
    }
  }

  return {
    owns: (target) => areaOf(target.split("?")[0] ?? "") !== "app",
    async handle(incoming, outgoing) {
      // Writing to a client that has disconnected is an "error" event; without a listener it would
      // end the process.
      outgoing.on("error", (error) => {
        if (!isDisconnect(error)) log("response_failed", { area: rawAreaOf(incoming), message: messageOf(error) });
      });
      try {
        // At once where nothing is before it: the body begins to arrive in this turn of the loop.
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
    upgrade(incoming, socket, head) {
      // Node has removed its own listener: a reset before ours is set would end the process.
      socket.on("error", () => socket.destroy());
      try {
        const { area, url } = edge.check(incoming);
        if (area !== "realtime") throw new Refused(400, "no_upgrade", "This address takes no WebSocket");
        // Realtime reads the address as the edge has normalised it.
        incoming.url = url.pathname + url.search;
        realtime.upgrade(incoming, socket, head);
      } catch (error) {
        const refused = error instanceof Refused ? error : serverFailed;
        if (refused === serverFailed) log("upgrade_failed", { message: messageOf(error) });
        closeWithRefusal(socket, refused, rawAreaOf(incoming));
      }
    },
    acceptsHost(incoming, outgoing) {
      try {
        edge.checkHost(incoming);
        return true;
      } catch (error) {
        const refused = error instanceof Refused ? error : serverFailed;
        const text = JSON.stringify(refusalBody(undefined, refused));
        outgoing.writeHead(refused.status, { "content-type": "application/json" }).end(text);
        return false;
      }
    },
  };
}

// Which part of the backend answers a request, and the headers that every answer has. A request
// that fails or whose caller hangs up ends here: nothing that comes in over the network ends the
// process.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { AuthLayer } from "../auth/auth-proxy.ts";
import type { Mailbox } from "../auth/mail.ts";
import { serveMailbox } from "../auth/mailbox.ts";
import { callerOf, type Keys } from "../auth/token.ts";
import type { Database } from "../database/database.ts";
import type { Functions } from "../functions/functions.ts";
import type { Lite } from "../lite/lite-adapter.ts";
import { type Log, messageOf } from "../log.ts";
import { isHangUp } from "../process-errors.ts";
import type { Realtime } from "../realtime/server.ts";
import { databaseErrorOf, failureOf, jsonResponse, retryAfter } from "../rest/errors.ts";
import type { Rpc } from "../rest/rpc.ts";
import type { StoredFiles } from "../storage/files.ts";
import { serveStorage } from "../storage/requests.ts";
import type { Resumable } from "../storage/resumable.ts";
import { type Area, areaOf } from "./area.ts";
import type { Body } from "./body.ts";
import type { Arrival, Edge } from "./edge.ts";
import { healthResponse } from "./health.ts";
import { respond } from "./messages.ts";
import { hangUpWith, Refused, refusalBody, refusalResponse } from "./refusal.ts";
import type { StaticFiles } from "./static-files.ts";

/** The parts that answer. */
interface Parts {
  edge: Edge;
  database: Database;
  keys: Keys;
  siteUrl: string;
  log: Log;
  mail: Mailbox;
  lite: Lite;
  auth: AuthLayer;
  rpc: Rpc;
  resumable: Resumable;
  stored: StoredFiles;
  functions: Functions;
  realtime: Realtime;
  /** The built app. */
  app: StaticFiles | undefined;
  /** Nobody is shown the e-mails then. */
  production: boolean;
}

export interface Router {
  /** Is this path the backend's (and not the app's)? */
  owns(target: string): boolean;
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Does this server answer to the name that was asked for? If not, says so and returns false. */
  answersTo(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
}

const failed = new Refused(500, "internal", "The server failed");

/**
 * Aborted when the caller hangs up before the answer was sent: what is still asked for nobody is
 * cancelled.
 */
function hungUp(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) controller.abort(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
  });
  return controller.signal;
}

export function createRouter(parts: Parts): Router {
  const { edge, database, keys, siteUrl, log, mail, lite, auth, rpc, resumable, stored, functions, app } = parts;

  const rest = async (request: Request, path: string): Promise<Response> => {
    if (request.method === "OPTIONS") return lite.fetch(request);
    const caller = callerOf(request, keys);
    if (!caller.ok) {
      // lite reads a broken token as nobody's: the answer would look like an empty world to a
      // person who is signed in.
      return jsonResponse(caller.status, { code: caller.code, message: caller.message, details: null, hint: null });
    }
    const name = /^\/rest\/v1\/rpc\/([A-Za-z_][A-Za-z0-9_]*)$/.exec(path)?.[1];
    const answer = name ? await rpc.call(request, name, caller.claims) : undefined;
    return answer ?? lite.fetch(request);
  };
  const route = (request: Request, { area, url, fromThisMachine }: Arrival): Promise<Response> | Response => {
    switch (area) {
      case "health":
        return healthResponse(database);
      case "rest":
        return rest(request, url.pathname);
      case "auth":
        return auth.serve(request);
      case "resumable":
        return resumable.serve(request);
      case "storage":
        return serveStorage(request, {
          ...{ lite: (mended) => lite.fetch(mended), pathOf: stored.pathOf },
          ...{ database, jwtSecret: keys.jwtSecret },
        });
      case "functions":
        return functions.serve(request);
      case "realtime":
        return refusalResponse(area, new Refused(426, "upgrade_required", "Upgrade to a WebSocket"));
      case "mailbox":
        return serveMailbox(request, mail, fromThisMachine && !parts.production);
      case "app":
        return app ? app.serve(request) : new Response("Not found", { status: 404 });
    }
  };
  /** What nobody but this answer's asker may keep, from whichever layer it came. */
  const finish = (area: Area | undefined, response: Response): Response => {
    const headers = new Headers(response.headers);
    // Only where TLS ends at this address: over plain HTTP a browser ignores it, and a test's port
    // must not get stuck with it.
    if (siteUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
    if (area === "app" || area === "mailbox" || area === "health") {
      return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    }
    // An answer of the API is data: opened as a page it runs and loads nothing, and no page may
    // frame it.
    if (!headers.has("content-security-policy"))
      headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
    headers.set("cross-origin-resource-policy", "cross-origin");
    headers.set("referrer-policy", "no-referrer");
    if (!headers.has("access-control-allow-origin")) headers.set("access-control-allow-origin", "*");
    headers.set("x-content-type-options", "nosniff");
    if (area !== "storage" && area !== "resumable") headers.set("cache-control", "no-store");
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  };

  /** Which area's words a refusal takes, when the request could not be read. */
  const roughAreaOf = (incoming: IncomingMessage): Area => areaOf((incoming.url ?? "").split("?")[0] ?? "");
  const failureResponse = (area: Area, error: unknown): Response => {
    log("request_failed", { area, code: databaseErrorOf(error)?.code, message: messageOf(error) });
    const { status, body } = failureOf(error);
    if (status === 500) return refusalResponse(area, failed);
    return refusalResponse(area, new Refused(status, body.code, body.message, retryAfter(status)));
  };
  const refusalOf = (area: Area, refused: Refused): Response => {
    if (refused.status === 421) log("wrong_host", { area });
    return refusalResponse(area, refused);
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> {
    let area = roughAreaOf(incoming);
    let body: Body | undefined;
    try {
      const arrival = edge.check(incoming);
      area = arrival.area;
      const opened = await edge.open(incoming, arrival, hungUp(outgoing));
      body = opened.body;
      const response = await route(opened.request, arrival);
      // Whoever read the body may have taken its end for a hang-up of the caller.
      const failure = body?.failure();
      if (failure) await response.body?.cancel();
      return finish(area, failure ? refusalOf(area, failure) : response);
    } catch (error) {
      const refused = body?.failure() ?? error;
      if (refused instanceof Refused) return finish(area, refusalOf(area, refused));
      const gone = outgoing.destroyed || outgoing.closed;
      // The caller hung up (a browser does, at each navigation): there is nobody to tell, and
      // nothing went wrong.
      if (gone && isHangUp(error)) throw error;
      return finish(area, failureResponse(area, error));
    } finally {
      body?.discard();
    }
  }

  return {
    owns: (target) => areaOf(target.split("?")[0] ?? "") !== "app",
    async handle(incoming, outgoing) {
      // Writing to somebody who has left is an "error" event; without a listener it would end the
      // process.
      outgoing.on("error", (error) => {
        if (!isHangUp(error)) log("response_failed", { area: roughAreaOf(incoming), message: messageOf(error) });
      });
      try {
        await respond(outgoing, await answer(incoming, outgoing));
      } catch (error) {
        const gone = outgoing.destroyed || outgoing.closed || outgoing.writableEnded;
        if (gone && isHangUp(error)) return;
        log("request_failed", { area: roughAreaOf(incoming), message: messageOf(error) });
        if (gone || outgoing.headersSent) return void outgoing.destroy();
        // Half of the first answer's headers may stand there already.
        for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
        outgoing.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify({ code: failed.code }));
      }
    },
    upgrade(incoming, socket, head) {
      // Node takes its own listener off here; a reset before ours is on would end the process.
      socket.on("error", () => socket.destroy());
      try {
        const { area, url } = edge.check(incoming);
        if (area !== "realtime") throw new Refused(400, "no_upgrade", "This address takes no WebSocket");
        // What is behind the edge reads the address as the edge has read it.
        incoming.url = url.pathname + url.search;
        parts.realtime.upgrade(incoming, socket, head);
      } catch (error) {
        const refused = error instanceof Refused ? error : failed;
        if (refused === failed) log("upgrade_failed", { message: messageOf(error) });
        hangUpWith(socket, refused, roughAreaOf(incoming));
      }
    },
    answersTo(incoming, outgoing) {
      try {
        edge.checkHost(incoming);
        return true;
      } catch (error) {
        const refused = error instanceof Refused ? error : failed;
        const text = JSON.stringify(refusalBody(undefined, refused));
        outgoing.writeHead(refused.status, { "content-type": "application/json" }).end(text);
        return false;
      }
    },
  };
}

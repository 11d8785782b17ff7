// Which part of the backend answers a request, and the headers that every answer has. A request that fails or whose caller hangs up
// ends here: nothing that comes in over the network ends the process.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AuthLayer } from "./auth/layer.ts";
import type { Database } from "./database.ts";
import { databaseErrorOf, failureOf, jsonResponse, retryAfter } from "./errors.ts";
import type { Functions } from "./functions.ts";
import { BodyTooLarge, requestOf, respond } from "./http.ts";
import { isHangUp } from "./last-resort.ts";
import type { Lite } from "./lite.ts";
import { type Log, messageOf } from "./log.ts";
import type { Mailbox } from "./mail.ts";
import { isMailboxPath, serveMailbox } from "./mailbox.ts";
import { type Resumable, resumablePath } from "./resumable.ts";
import type { Rpc } from "./rpc.ts";
import type { StaticFiles } from "./static-files.ts";
import type { StoredFiles } from "./storage-files.ts";
import { serveStorage } from "./storage-requests.ts";
import { callerOf, type Keys } from "./token.ts";

/** The parts that answer. */
interface Parts {
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
  /** The built app. */
  app: StaticFiles | undefined;
  /** Nobody is shown the e-mails then. */
  production: boolean;
}

export interface Router {
  /** Is this path the backend's (and not the app's)? */
  owns(path: string): boolean;
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
}

/** Never rejects: nobody would hear it, and the process would end for one request's failure. */
function tellFailure(outgoing: ServerResponse, error: unknown): void {
  // Half of the first answer's headers may stand there already.
  for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
  const { status, body } = error instanceof BodyTooLarge ? { status: 413, body: null } : failureOf(error);
  outgoing.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    ...retryAfter(status),
  });
  outgoing.end(JSON.stringify(body ?? { message: "The server failed" }));
}

/** Aborted when the caller hangs up before the answer was sent. */
function hungUp(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) controller.abort(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
  });
  return controller.signal;
}

export function createRouter(parts: Parts): Router {
  const { database, keys, siteUrl, log, mail, lite, auth, rpc, resumable, stored, functions, app, production } = parts;

  const rest = async (request: Request, path: string): Promise<Response> => {
    if (request.method === "OPTIONS") return lite.fetch(request);
    const caller = callerOf(request, keys);
    if (!caller.ok) {
      // lite reads a broken token as nobody's: the answer would look like an empty world to a person who is signed in.
      return jsonResponse(caller.status, { code: caller.code, message: caller.message, details: null, hint: null });
    }
    const name = /^\/rest\/v1\/rpc\/([A-Za-z_][A-Za-z0-9_]*)$/.exec(path)?.[1];
    const answer = name ? await rpc.call(request, name, caller.claims) : undefined;
    return answer ?? lite.fetch(request);
  };
  const route = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    if (path === "/health") {
      await database.query("select 1");
      return jsonResponse(200, { status: "ok" }, { "cache-control": "no-store" });
    }
    if (path.startsWith("/rest/v1/")) return rest(request, path);
    if (path.startsWith("/auth/v1/")) return auth.serve(request);
    if (path.startsWith(resumablePath)) return resumable.serve(request);
    if (path.startsWith("/storage/v1/")) return serveStorage(request, (mended) => lite.fetch(mended), stored.pathOf);
    if (path.startsWith("/functions/v1/")) return functions.serve(request);
    if (path.startsWith("/realtime/")) return new Response("Upgrade to a WebSocket", { status: 426 });
    if (isMailboxPath(path)) return serveMailbox(request, mail, production);
    return app ? app.serve(request) : new Response("Not found", { status: 404 });
  };
  /** What nobody but this answer's asker may keep, from whichever layer it came. */
  const finish = (path: string, response: Response): Response => {
    const headers = new Headers(response.headers);
    // Only where TLS ends at this address: over plain HTTP a browser ignores it, and a test's port must not get stuck with it.
    if (siteUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
    if (!/^\/(rest|auth|storage|functions)\/v1\//.test(path)) {
      return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    }
    // An answer of the API is data: opened as a page it runs and loads nothing, and no page may frame it.
    if (!headers.has("content-security-policy"))
      headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
    headers.set("cross-origin-resource-policy", "cross-origin");
    headers.set("referrer-policy", "no-referrer");
    if (!headers.has("access-control-allow-origin")) headers.set("access-control-allow-origin", "*");
    headers.set("x-content-type-options", "nosniff");
    if (!path.startsWith("/storage/")) headers.set("cache-control", "no-store");
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  };

  return {
    owns: (path) =>
      path === "/health" || isMailboxPath(path) || /^\/(rest|auth|storage|functions|realtime)\/v1(\/|$)/.test(path),
    async handle(incoming, outgoing) {
      const path = (incoming.url ?? "/").split("?")[0] ?? "/";
      // Writing to somebody who has left is an "error" event; without a listener it would end the process.
      outgoing.on("error", (error) => {
        if (!isHangUp(error)) log("response_failed", { path, message: messageOf(error) });
      });
      try {
        await respond(outgoing, finish(path, await route(await requestOf(incoming, hungUp(outgoing)))));
      } catch (error) {
        const gone = outgoing.destroyed || outgoing.closed || outgoing.writableEnded;
        // The caller hung up (a browser does, at each navigation): there is nobody to tell, and nothing went wrong.
        if (gone && isHangUp(error)) return;
        log("request_failed", { path, code: databaseErrorOf(error)?.code, message: messageOf(error) });
        if (gone || outgoing.headersSent) outgoing.destroy();
        else tellFailure(outgoing, error);
      }
    },
  };
}

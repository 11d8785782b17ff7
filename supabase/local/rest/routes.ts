// /rest/v1: rpc.ts serves plain function calls, lite the rest.
import { Hono } from "hono";
import { jsonResponse } from "../common/database-errors.ts";
import { type Claims, callerOf, type Keys } from "../common/token.ts";
import { withMissingColumns } from "./missing-columns.ts";
import { withoutQuotedNames } from "./quoted-names.ts";
import type { Rpc } from "./rpc.ts";

export interface RestEnv {
  Variables: { claims: Claims };
}

export function createRestRoutes(
  keys: Keys,
  rpc: Rpc,
  lite: { fetch(request: Request): Promise<Response> },
): Hono<RestEnv> {
  const byLite = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const search = withoutQuotedNames(url.search);
    const changed = search !== url.search;
    url.search = search;
    const asked = await withMissingColumns(changed ? new Request(url, request) : request);
    return asked instanceof Response ? asked : lite.fetch(asked);
  };
  const routes = new Hono<RestEnv>();
  routes.options("*", ({ req }) => lite.fetch(req.raw));
  routes.use(async (context, next) => {
    const caller = callerOf(context.req.raw, keys);
    // To lite this caller is anonymous: a signed-in person would see an empty database.
    if (!caller.ok)
      return jsonResponse(caller.status, { code: caller.code, message: caller.message, details: null, hint: null });
    context.set("claims", caller.claims);
    return next();
  });
  routes.all("/rpc/:name{[A-Za-z_][A-Za-z0-9_]*}", async ({ req, var: { claims } }) => {
    if (req.method !== "HEAD") return (await rpc(req.raw, req.param("name"), claims)) ?? byLite(req.raw);
    // lite answers unsupported HEAD requests with another status.
    const answer = await byLite(new Request(req.raw, { method: "GET" }));
    await answer.body?.cancel();
    return new Response(null, { status: answer.status, headers: answer.headers });
  });
  routes.all("*", ({ req }) => byLite(req.raw));
  return routes;
}

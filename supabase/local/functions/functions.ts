// Serves the edge functions of supabase/functions at /functions/v1/{name}. Each handler.ts is a
// plain (Request, Env) => Response; on Supabase its index.ts passes it to Deno.serve.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Hono } from "hono";
import * as v from "valibot";
import type { FunctionEnv, FunctionHandler } from "../../functions/_shared/types.ts";
import { withVersion } from "../../functions/_shared/version.ts";
import type { BudgetLimits } from "../common/budget.ts";
import { jsonResponse, retryAfter } from "../common/database-errors.ts";
import { type Log, messageOf } from "../common/log.ts";
import { Rejected } from "../common/rejection.ts";
import { boundOwnCalls, ownCallLimits } from "./own-calls.ts";

const functionsCors: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-client-info, apikey, content-type",
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-expose-headers": "sb-error-code",
};

const failure = (status: number, code: string, message: string): Response =>
  jsonResponse(status, { code, message }, { ...functionsCors, "sb-error-code": code });

const notFound = (): Response => failure(404, "NOT_FOUND", "Requested function was not found");

const moduleSchema = v.looseObject({ handler: v.custom<FunctionHandler>((value) => typeof value === "function") });

export async function loadFunctionRoutes(
  folder: string,
  env: FunctionEnv,
  log: Log,
  limits: BudgetLimits = ownCallLimits,
): Promise<Hono> {
  const handlers = new Map<string, FunctionHandler>();
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : [];
  for (const entry of entries) {
    const path = join(folder, entry.name, "handler.ts");
    if (!entry.isDirectory() || entry.name.startsWith("_") || !existsSync(path)) continue;
    const loaded = v.safeParse(moduleSchema, await import(pathToFileURL(path).href));
    if (!loaded.success) throw new Error(`supabase/functions/${entry.name}/handler.ts exports no "handler"`);
    handlers.set(entry.name, withVersion(loaded.output.handler));
  }
  const ownCallsOf = boundOwnCalls(limits);
  const routes = new Hono();
  routes.options("*", () => new Response(null, { status: 204, headers: functionsCors }));
  routes.all("/:name{[a-z0-9_-]+}/*", async ({ req }) => {
    const name = req.param("name");
    const handler = handlers.get(name);
    if (!handler) return notFound();
    const started = performance.now();
    let response: Response;
    try {
      // Absent for the server's own calls for queued work.
      const caller = req.header("x-forwarded-for") ?? "server";
      // `health` has no limit: other callers' usage must not affect it.
      response = await handler(req.raw, name === "health" ? env : { ...env, fetch: ownCallsOf(caller) });
    } catch (error) {
      log("function_failed", { function: name, message: messageOf(error) });
      response =
        error instanceof Rejected
          ? failure(error.status, error.code, error.message)
          : failure(500, "WORKER_ERROR", "Function exited due to an error (please check logs)");
    }
    log("function", { function: name, status: response.status, ms: Math.round(performance.now() - started) });
    const headers = new Headers(response.headers);
    const added = { ...functionsCors, ...(response.status === 503 ? retryAfter(503) : {}) };
    for (const [header, value] of Object.entries(added)) if (!headers.has(header)) headers.set(header, value);
    return new Response(response.body, { status: response.status, headers });
  });
  routes.all("*", notFound);
  return routes;
}

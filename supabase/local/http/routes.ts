// Maps paths to services. Every request has passed the edge (listener.ts): paths have one spelling,
// and headers, body and caller's address can be trusted.
import { Hono } from "hono";
import type { AuthEnv } from "../auth/auth-input.ts";
import type { Mailbox } from "../auth/mail-transport.ts";
import { pathOf } from "../common/area.ts";
import { Rejected, rejectionResponse } from "../common/rejection.ts";
import type { Database } from "../database/database.ts";
import type { RestEnv } from "../rest/routes.ts";
import type { StorageService } from "../storage/storage-service.ts";
import { compression } from "./compression.ts";
import type { RouteEnv } from "./edge.ts";
import { createHealth } from "./health.ts";
import { createMailboxRoutes } from "./mailbox-page.ts";
import type { StaticFiles } from "./static-files.ts";

export interface Services {
  database: Database;
  mail: Mailbox;
  auth: Hono<AuthEnv>;
  rest: Hono<RestEnv>;
  functions: Hono;
  storage: StorageService;
  realtime: Hono;
  app: StaticFiles | undefined;
  production: boolean;
}

export function createRoutes(services: Services): Hono<RouteEnv> {
  const { database, mail, auth, rest, functions, storage, realtime, app, production } = services;
  const routes = new Hono<RouteEnv>();
  // The listener answers every failure in the service's format.
  routes.onError((error) => {
    throw error;
  });
  // Hono drops the body of an answer to HEAD, whose file stays open unless cancelled.
  routes.use(async (context, next) => {
    await next();
    if (context.req.method === "HEAD") await context.res.body?.cancel();
  });
  // Without storage: its objects have any size and are mostly compressed already.
  for (const service of ["rest", "auth", "functions", "api"] as const) routes.use(`${pathOf(service)}/*`, compression);
  routes.get("/health", createHealth(database));
  routes.route(pathOf("rest"), rest);
  routes.route(pathOf("auth"), auth);
  routes.route(pathOf("functions"), functions);
  routes.all(`${pathOf("api")}/*`, ({ req }) => functions.fetch(req.raw));
  routes.route(pathOf("mailbox"), createMailboxRoutes(mail, production));
  routes.all(`${pathOf("storage")}/*`, ({ req }) => storage.serve(req.raw));
  routes.route(pathOf("realtime"), realtime);
  routes.all(`${pathOf("realtime")}/*`, () =>
    rejectionResponse("realtime", new Rejected(426, "upgrade_required", "Upgrade to a WebSocket")),
  );
  routes.all("*", ({ req }) => (app ? app.serve(req.raw) : new Response("Not found", { status: 404 })));
  return routes;
}

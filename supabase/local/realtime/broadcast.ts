// Broadcasts over HTTP (/realtime/v1/api/broadcast), for servers and httpSend(). The policies on
// realtime.messages decide who may write to a channel, as over a WebSocket.
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { failureOf, jsonResponse, retryAfter } from "../common/database-errors.ts";
import { type Claims, callerOf, type Keys } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import { rightsOn } from "./authorize.ts";

export interface Broadcast {
  topic: string;
  event: string;
  private: boolean;
  payload: unknown;
}

interface BroadcastOptions {
  database: Database;
  keys: Keys;
  deliver(message: Broadcast): void;
}

const mostMessages = 100;
/** Checking the rights of each takes a transaction. */
const mostTopics = 10;
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(240));
const payload = v.record(v.string(), v.unknown());
const batchSchema = v.object({
  messages: v.pipe(
    v.array(v.object({ topic: name, event: name, payload, private: v.optional(v.boolean(), false) })),
    v.minLength(1),
    v.maxLength(mostMessages),
    v.check((all) => new Set(all.map(({ topic }) => topic)).size <= mostTopics, `More than ${mostTopics} topics`),
  ),
});
const singleSchema = v.object({ topic: name, event: name, payload });

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-client-info, apikey, content-type",
  "access-control-allow-methods": "POST, OPTIONS",
};
const reject = (status: number, message: string): Response => jsonResponse(status, { message }, cors);

export function createBroadcastRoutes({ database, keys, deliver }: BroadcastOptions): Hono {
  /** Delivers all messages, or none. */
  async function send(request: Request, claims: Claims, messages: readonly Broadcast[]): Promise<Response> {
    // Public channels cannot be joined. Supabase answers 202 to messages without recipients.
    if (!messages.every((message) => message.private))
      return reject(403, "PrivateOnly: This project only allows private channels");
    // Requires a signed-in person or the service, like a join.
    if (claims.role === "anon") return reject(403, "Unauthorized");
    try {
      for (const topic of new Set(messages.map((message) => message.topic))) {
        const { write } = await database.withRequestScope({ role: claims.role, signal: request.signal }, () =>
          rightsOn(database, topic, claims),
        );
        if (!write) return reject(403, "Unauthorized");
      }
    } catch (error) {
      const { status, body } = failureOf(error);
      if (status === 500) throw error;
      return jsonResponse(status, body, { ...cors, ...retryAfter(status) });
    }
    for (const message of messages) deliver(message);
    return new Response(null, { status: 202, headers: cors });
  }

  async function read({ req }: Context): Promise<{ claims: Claims; json: unknown } | Response> {
    const caller = callerOf(req.raw, keys);
    if (!caller.ok) return reject(401, caller.message);
    if (!/^application\/json\b/i.test(req.header("content-type") ?? ""))
      return reject(415, "Unsupported Media Type: send application/json");
    const json: unknown = await req.json().catch(() => undefined);
    return { claims: caller.claims, json };
  }

  const routes = new Hono();
  routes.options("*", () => new Response(null, { status: 204, headers: cors }));
  routes.post("/api/broadcast", async (context) => {
    const asked = await read(context);
    if (asked instanceof Response) return asked;
    const parsed = v.safeParse(batchSchema, asked.json);
    if (!parsed.success) return reject(422, v.summarize(parsed.issues));
    return send(context.req.raw, asked.claims, parsed.output.messages);
  });
  routes.post("/api/broadcast/:topic/events/:event", async (context) => {
    const asked = await read(context);
    if (asked instanceof Response) return asked;
    const { topic, event } = context.req.param();
    const parsed = v.safeParse(singleSchema, { topic, event, payload: asked.json });
    if (!parsed.success) return reject(422, v.summarize(parsed.issues));
    const isPrivate = context.req.query("private") === "true";
    return send(context.req.raw, asked.claims, [{ ...parsed.output, private: isPrivate }]);
  });
  return routes;
}

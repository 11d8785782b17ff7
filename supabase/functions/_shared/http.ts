// HTTP helpers of all functions. Plain fetch: the file runs on Deno and in the embedded backend.
import * as v from "valibot";
import { Rejected } from "./rejection.ts";
import { isServiceCall } from "./service-calls.ts";
import type { FunctionEnv, FunctionHandler } from "./types.ts";

const cors: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-client-info, apikey, content-type",
  "access-control-allow-methods": "GET, POST, OPTIONS",
};

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...cors } });

export { Rejected };

/** Answers preflights and rejections; other errors are bugs and are logged. */
export const withRejections =
  (answer: FunctionHandler): FunctionHandler =>
  async (request, env) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: cors });
    try {
      return await answer(request, env);
    } catch (error) {
      if (error instanceof Rejected) return json({ error: error.message, code: error.code }, error.status);
      throw error;
    }
  };

/** The caller's token, the service key, or "signed" when the URL carries a signature. */
export type Rights = { token: string } | "service" | "signed";

/** Thrown for a call that a function must not make: a bug in the function. */
export class ForbiddenCall extends Error {}

/**
 * Sends a request. Rejects a path that URL parsing changes (dot segments, a backslash) or cuts
 * (`#`), because it would reach another address.
 * @param base address of the server, without a trailing slash
 * @param path path and query
 */
export async function ownFetch(env: FunctionEnv, base: string, path: string, init: RequestInit): Promise<Response> {
  const from = new URL(base);
  const url = new URL(base + path);
  const meant = from.origin + from.pathname.replace(/\/$/, "") + path;
  if (!path.startsWith("/") || path.includes("#") || url.href !== meant)
    throw new ForbiddenCall(`Calls to another address are forbidden: ${path.slice(0, 200)}`);
  return (env.fetch ?? fetch)(url.href, init);
}

/** Calls the function's project: on the embedded backend this server itself. */
export async function projectFetch(
  env: FunctionEnv,
  method: string,
  path: string,
  rights: Rights,
  init: RequestInit & { headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  if (rights === "service" && !isServiceCall(method, path))
    throw new ForbiddenCall(`${method} ${path.slice(0, 200)} is no call for the service key (service-calls.ts)`);
  const keys = (key: string, token: string) => ({ apikey: key, authorization: `Bearer ${token}` });
  const headers =
    rights === "signed"
      ? {}
      : rights === "service"
        ? keys(env.SUPABASE_SECRET_KEY, env.SUPABASE_SECRET_KEY)
        : keys(env.SUPABASE_PUBLISHABLE_KEY, rights.token);
  // A redirect would send the key to another server.
  return ownFetch(env, env.SUPABASE_URL, path, {
    ...init,
    method,
    redirect: "error",
    headers: { ...headers, ...init.headers },
  });
}

interface CallOptions {
  as: Exclude<Rights, "signed">;
  body?: unknown;
  file?: { type: string; bytes: ReadableStream<Uint8Array> };
  timeoutMs?: number;
}

/** Shorter than Supabase's limit for a function (150 seconds), so that it can still answer. */
const defaultTimeoutMs = 120_000;

const unavailable = () => new Rejected(503, "The server gave no answer. Please try again.", "unavailable");

async function answerOf(
  env: FunctionEnv,
  method: string,
  path: string,
  { as, body, file, timeoutMs = defaultTimeoutMs }: CallOptions,
): Promise<{ status: number; answer: unknown }> {
  try {
    const response = await projectFetch(env, method, path, as, {
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(file ? { "content-type": file.type } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file ? { body: file.bytes, duplex: "half" } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, answer: text === "" ? null : JSON.parse(text) };
  } catch (error) {
    if (error instanceof ForbiddenCall) throw error;
    // No network, a timeout, or an answer that is no JSON, such as a proxy's page.
    throw unavailable();
  }
}

const rejectionSchema = v.looseObject({
  message: v.optional(v.unknown()),
  msg: v.optional(v.unknown()),
  details: v.optional(v.unknown()),
});
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Calls the project. An answer that does not match the schema counts as unavailable. */
export async function call<T>(
  env: FunctionEnv,
  method: string,
  path: string,
  schema: v.GenericSchema<unknown, T>,
  options: CallOptions,
): Promise<T> {
  const { status, answer } = await answerOf(env, method, path, options);
  if (status >= 200 && status < 300) {
    const parsed = v.safeParse(schema, answer);
    if (!parsed.success) throw unavailable();
    return parsed.output;
  }
  const parsed = v.safeParse(rejectionSchema, answer);
  const { message, msg, details } = parsed.success ? parsed.output : {};
  throw new Rejected(status, textOf(msg) || textOf(message) || `The server answered ${status}`, textOf(details));
}

export const rpc = <T>(
  env: FunctionEnv,
  name: string,
  schema: v.GenericSchema<unknown, T>,
  as: CallOptions["as"],
  body: object = {},
  timeoutMs = defaultTimeoutMs,
): Promise<T> => call(env, "POST", `/rest/v1/rpc/${name}`, schema, { as, body, timeoutMs });

/** Reads a request body; null when larger than `most`. */
export async function bytesOf(request: Request, most: number): Promise<Uint8Array | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const bodySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((json) => !Array.isArray(json)),
  v.record(v.string(), v.unknown()),
);

/** Parses a request body as a JSON object; an empty body is an empty object. */
export async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const body = v.safeParse(bodySchema, (await request.text()) || "{}");
  if (!body.success) throw new Rejected(400, "The body needs to be a JSON object");
  return body.output;
}

export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

export const bearerOf = (request: Request): string =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";

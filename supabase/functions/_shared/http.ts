// Answers and calls that every function of this project shares. Plain fetch: the same file runs on
// Deno and in the embedded backend.
import * as v from "valibot";
import type { FunctionEnv, FunctionHandler } from "./types.ts";

export const cors: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-client-info, apikey, content-type",
  "access-control-allow-methods": "GET, POST, OPTIONS",
};

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...cors } });

/** A failure that the client is told. Every other error is a fault of ours and stays in the log. */
export class Refused extends Error {
  readonly status: number;
  /** For programs; empty where the status is enough. */
  readonly code: string;
  constructor(status: number, message: string, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Answers preflights and refusals; every other error is a fault of ours and stays in the log. */
export const withRefusals =
  (answer: FunctionHandler): FunctionHandler =>
  async (request, env) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: cors });
    try {
      return await answer(request, env);
    } catch (error) {
      if (error instanceof Refused) return json({ error: error.message, code: error.code }, error.status);
      throw error;
    }
  };

/** For every request to the project itself, which on the embedded backend is this very server. */
export const ownFetch = (env: FunctionEnv): typeof fetch => env.fetch ?? fetch;

interface CallOptions {
  /** The caller's own. Without one the call uses the service key. */
  token?: string;
  body?: unknown;
  /** Sent as they come. */
  file?: { type: string; bytes: ReadableStream<Uint8Array> };
  timeoutMs?: number;
}

/** Supabase ends a function after 150 seconds; it has to answer before that. */
const defaultTimeoutMs = 120_000;

const unavailable = () => new Refused(503, "The server gave no answer. Please try again.", "unavailable");

async function answerOf(
  env: FunctionEnv,
  method: string,
  path: string,
  { token, body, file, timeoutMs = defaultTimeoutMs }: CallOptions,
): Promise<{ status: number; answer: unknown }> {
  const key = token ? env.SUPABASE_PUBLISHABLE_KEY : env.SUPABASE_SECRET_KEY;
  try {
    const response = await ownFetch(env)(`${env.SUPABASE_URL}${path}`, {
      method,
      headers: {
        apikey: key,
        authorization: `Bearer ${token ?? key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(file ? { "content-type": file.type } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file ? { body: file.bytes, duplex: "half" } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    } as RequestInit);
    const text = await response.text();
    return { status: response.status, answer: text === "" ? null : JSON.parse(text) };
  } catch {
    // No network, no answer in time, or one that is no JSON, such as a proxy's page.
    throw unavailable();
  }
}

/** A refusal in the format of PostgREST, GoTrue or Storage. */
const refusalSchema = v.looseObject({
  message: v.optional(v.unknown()),
  msg: v.optional(v.unknown()),
  details: v.optional(v.unknown()),
});
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Calls the project, as the caller or (without a token) with the service key.
 * @param schema what a successful answer has to be; another one counts as no answer
 */
export async function call<T>(
  env: FunctionEnv,
  method: string,
  path: string,
  schema: v.GenericSchema<unknown, T>,
  options: CallOptions = {},
): Promise<T> {
  const { status, answer } = await answerOf(env, method, path, options);
  if (status >= 200 && status < 300) {
    const parsed = v.safeParse(schema, answer);
    if (!parsed.success) throw unavailable();
    return parsed.output;
  }
  const parsed = v.safeParse(refusalSchema, answer);
  const { message, msg, details } = parsed.success ? parsed.output : {};
  throw new Refused(status, textOf(msg) || textOf(message) || `The server answered ${status}`, textOf(details));
}

/** The bytes that a client sent, counted while they come. Null: more than `most`. */
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

const bodySchema = v.record(v.string(), v.unknown());

/** The JSON object that a client sent; no body counts as an empty one. */
export async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text();
  try {
    const body: unknown = text === "" ? {} : JSON.parse(text);
    if (v.is(bodySchema, body) && !Array.isArray(body)) return body;
  } catch {
    // Answered below, as for every body that is not an object.
  }
  throw new Refused(400, "The body needs to be a JSON object");
}

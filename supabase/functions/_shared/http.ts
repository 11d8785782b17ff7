// Answers and calls that every function of this project shares. Plain fetch: the same file runs on
// Deno and in the embedded backend.
import type { FunctionEnv } from "./types.ts";

export const cors: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-client-info, apikey, content-type",
  "access-control-allow-methods": "GET, POST, OPTIONS",
};

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...cors } });

/**
 * What a caller is told. Anything else that goes wrong is a fault of ours, and its words stay here.
 */
export class Refused extends Error {
  readonly status: number;
  /** For programs; empty where the status says it all. */
  readonly code: string;
  constructor(status: number, message: string, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface CallOptions {
  /** The caller's own. Without one the call is the project's, with the service key. */
  token?: string;
  body?: unknown;
  file?: Blob;
  patienceMs?: number;
}

/** Supabase ends a function after 150 seconds; it has to say before that what went wrong. */
const longestMs = 120_000;

async function answerOf(
  env: FunctionEnv,
  method: string,
  path: string,
  { token, body, file, patienceMs = longestMs }: CallOptions,
): Promise<{ status: number; answer: unknown }> {
  const key = token ? env.SUPABASE_ANON_KEY : env.SUPABASE_SERVICE_ROLE_KEY;
  try {
    const response = await fetch(`${env.SUPABASE_URL}${path}`, {
      method,
      headers: {
        apikey: key,
        authorization: `Bearer ${token ?? key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(file ? { "content-type": file.type } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file ? { body: file } : {}),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    return { status: response.status, answer: text === "" ? null : (JSON.parse(text) as unknown) };
  } catch {
    // No network, no answer in time, or one that is no JSON: a proxy's page, say.
    throw new Refused(503, "The server gave no answer. Please try again.", "unavailable");
  }
}

/** One call to the project: as the caller, or (no token) with the service key. */
export async function call<T>(env: FunctionEnv, method: string, path: string, options: CallOptions = {}): Promise<T> {
  const { status, answer } = await answerOf(env, method, path, options);
  if (status >= 200 && status < 300) return answer as T;
  const told = answer as { message?: unknown; msg?: unknown; details?: unknown } | null;
  const words = typeof told?.msg === "string" ? told.msg : typeof told?.message === "string" ? told.message : "";
  const code = typeof told?.details === "string" ? told.details : "";
  throw new Refused(status, words || `The server answered ${status}`, code);
}

/** The JSON object that a caller sent; nothing counts as an empty one. */
export async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text();
  try {
    const body: unknown = text === "" ? {} : JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Said below, for every body that is not an object.
  }
  throw new Refused(400, "The body needs to be a JSON object");
}

// Answers and calls that every function of this project shares. Plain fetch: the same file runs on Deno and in the embedded backend.
import type { FunctionEnv } from "./types.ts";

export const cors: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-client-info, apikey, content-type",
  "access-control-allow-methods": "GET, POST, OPTIONS",
};

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...cors } });

/** What a caller is told. Anything else that goes wrong is a fault of ours, and its words stay here. */
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

/** One call to the project: as the caller, or (no token) with the service key. */
export async function call<T>(
  env: FunctionEnv,
  method: string,
  path: string,
  options: { token?: string; body?: unknown; file?: Blob } = {},
): Promise<T> {
  const key = options.token ? env.SUPABASE_ANON_KEY : env.SUPABASE_SERVICE_ROLE_KEY;
  const response = await fetch(`${env.SUPABASE_URL}${path}`, {
    method,
    headers: {
      apikey: key,
      authorization: `Bearer ${options.token ?? key}`,
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.file ? { "content-type": options.file.type } : {}),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.file ? { body: options.file } : {}),
  });
  const text = await response.text();
  const answer: unknown = text === "" ? null : JSON.parse(text);
  if (response.ok) return answer as T;
  const told = answer as { message?: unknown; msg?: unknown; details?: unknown } | null;
  const words = typeof told?.msg === "string" ? told.msg : typeof told?.message === "string" ? told.message : "";
  const code = typeof told?.details === "string" ? told.details : "";
  throw new Refused(response.status, words || `The server answered ${response.status}`, code);
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

// What callers send to the auth service: decoded, checked and normalised once, before any limit
// counts it and any query sees it. What a database cannot hold (NUL, half an emoji) or cannot fit
// is refused here with 400.
import * as v from "valibot";
import { refusal } from "./answers.ts";

/** Nothing that a client of ours sends is deeper; JSON.stringify and jsonb recurse. */
const maxDepth = 32;
const unstorable = /\0|\p{Surrogate}/u;

/** As auth.users keeps it. Every spelling of one address is one address to each limit. */
export const emailSchema = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(255));
export const looksLikeEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);

const bodySchema = v.looseObject({
  email: v.optional(emailSchema),
  password: v.optional(v.string()),
  type: v.optional(v.string()),
  token: v.optional(v.string()),
  token_hash: v.optional(v.string()),
  refresh_token: v.optional(v.string()),
});
export type Body = v.InferOutput<typeof bodySchema>;

/** An own stack instead of recursion: a body of brackets must not end the process. */
function isStorable(value: unknown): boolean {
  const left: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    if (typeof next.value === "string" && unstorable.test(next.value)) return false;
    if (typeof next.value !== "object" || next.value === null) continue;
    if (next.depth >= maxDepth) return false;
    for (const [key, inner] of Object.entries(next.value)) {
      if (unstorable.test(key)) return false;
      left.push({ value: inner, depth: next.depth + 1 });
    }
  }
  return true;
}

/** Undefined: the query string can be used. */
export function queryFault(url: URL): Response | undefined {
  for (const [name, value] of url.searchParams)
    if (unstorable.test(name) || unstorable.test(value))
      return refusal(400, "validation_failed", "A parameter contains a character that cannot be stored");
  return undefined;
}

export async function readBody(request: Request): Promise<Body | Response> {
  const text = await request.text();
  let json: unknown;
  try {
    json = text === "" ? {} : JSON.parse(text);
  } catch {
    return refusal(400, "bad_json", "Could not parse request body as JSON");
  }
  if (!isStorable(json))
    return refusal(
      400,
      "validation_failed",
      "The body is nested too deeply or contains a character that cannot be stored",
    );
  const parsed = v.safeParse(bodySchema, json);
  // lite would look for an object in the database, and call its own failure a fault of the server.
  return parsed.success && !Array.isArray(json)
    ? parsed.output
    : refusal(400, "validation_failed", "A field is not of the right type");
}

/** The request as lite shall read it: a body can be read once. */
export function withBody(request: Request, url: URL | string, body: unknown): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Request(url, { method: request.method, headers, body: JSON.stringify(body) });
}

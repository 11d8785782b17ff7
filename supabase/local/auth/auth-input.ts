// The input of the auth service, parsed and normalised once, before rate limits and queries use it.
// The edge has checked before that the database can store it (http/json-text.ts).
import * as v from "valibot";
import { refusal } from "./auth-responses.ts";

/** As auth.users stores it. All spellings of an address count as one in every limit. */
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

/** What the routes of the auth service know of a request's caller. */
export interface AuthEnv {
  Variables: {
    /** The address, with a redirect target that lite and a browser read alike. */
    url: URL;
    /** The JSON that was sent; empty where the method sends none. */
    body: Body;
    /** The request for lite: a body can be read once, and `body` has been read from it. */
    forLite: Request;
  };
}

export async function readBody(request: Request): Promise<Body | Response> {
  const text = await request.text();
  let json: unknown;
  try {
    json = text === "" ? {} : JSON.parse(text);
  } catch {
    return refusal(400, "bad_json", "Could not parse request body as JSON");
  }
  const parsed = v.safeParse(bodySchema, json);
  // lite would use an object as a database parameter and answer 500.
  return parsed.success && !Array.isArray(json)
    ? parsed.output
    : refusal(400, "validation_failed", "A field is not of the right type");
}

/** The same request with this body. */
export function withBody(request: Request, url: URL | string, body: unknown): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Request(url, { method: request.method, headers, body: JSON.stringify(body) });
}

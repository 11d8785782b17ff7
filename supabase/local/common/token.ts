// Signs and verifies access tokens (HS256). The database decides their rights (row level security).
import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";

const claimsSchema = v.looseObject({
  role: v.pipe(v.string(), v.regex(/^[a-z_]+$/)),
  sub: v.optional(v.string()),
  exp: v.optional(v.number()),
});
export type Claims = v.InferOutput<typeof claimsSchema>;
export type TokenCheck = { ok: true; claims: Claims } | { ok: false; reason: "malformed" | "signature" | "expired" };

const anonymous: Claims = { role: "anon" };

/** Allowed roles of a token. `postgres`, for example, would bypass every policy. */
const roles = new Set(["anon", "authenticated", "service_role"]);

function parsePart(token: string, index: 0 | 1): unknown {
  try {
    return JSON.parse(Buffer.from(token.split(".")[index] ?? "", "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
const isWellFormed = (token: string): boolean =>
  /^[^.]*\.[^.]*\.[^.]+$/.test(token) && v.is(v.looseObject({ alg: v.literal("HS256") }), parsePart(token, 0));

/** The claims, whose signature is not checked. */
export const claimsIn = (token: string): unknown => parsePart(token, 1);

/** Checks the signature only, not the claims. */
export function checkSignature(token: string, secret: string): boolean {
  if (!isWellFormed(token)) return false;
  const [head, body, signature = ""] = token.split(".");
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function checkToken(token: string, secret: string, now: number = Date.now()): TokenCheck {
  const claims = v.safeParse(claimsSchema, claimsIn(token));
  if (!isWellFormed(token) || !claims.success) return { ok: false, reason: "malformed" };
  if (!checkSignature(token, secret)) return { ok: false, reason: "signature" };
  if (!roles.has(claims.output.role)) return { ok: false, reason: "malformed" };
  if (claims.output.exp !== undefined && claims.output.exp * 1000 <= now) return { ok: false, reason: "expired" };
  return { ok: true, claims: claims.output };
}

export function signToken(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

export const bearerOf = (headers: Headers): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];

export interface Keys {
  publishableKey: string;
  serviceKey: string;
  jwtSecret: string;
}
export type Caller = { ok: true; claims: Claims } | { ok: false; status: number; code: string; message: string };

/** The caller: the API key identifies the project or the service, the bearer token the person. */
export function callerOf(request: Pick<Request, "headers" | "url">, keys: Keys): Caller {
  const refusal = (code: string, message: string): Caller => ({ ok: false, status: 401, code, message });
  const key = request.headers.get("apikey") ?? new URL(request.url).searchParams.get("apikey");
  const authorization = request.headers.get("authorization") ?? "";
  const bearer = bearerOf(request.headers);
  const person = bearer && bearer !== key && !bearer.startsWith("sb_") ? bearer : undefined;
  if (key !== keys.publishableKey && key !== keys.serviceKey)
    return refusal("PGRST301", key ? "Invalid API key" : "No API key found in request");
  // As an anonymous caller, a signed-in person would lose access without an error.
  if (authorization.trim() !== "" && bearer === undefined) return refusal("PGRST301", "JWT cannot be read");
  if (!person) return { ok: true, claims: key === keys.serviceKey ? { role: "service_role" } : anonymous };
  const check = checkToken(person, keys.jwtSecret);
  if (check.ok) return { ok: true, claims: check.claims };
  return check.reason === "expired" ? refusal("PGRST303", "JWT expired") : refusal("PGRST301", "JWT cannot be read");
}

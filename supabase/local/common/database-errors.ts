// Maps PostgreSQL's errors to HTTP statuses like PostgREST. lite answers many with 500 and no code.
// Unlike PostgREST, program limits (54xxx) are 400, and a statement timeout (57014) is 504.
import * as v from "valibot";
import { lookUp } from "../../functions/_shared/look-up.ts";

const databaseErrorSchema = v.looseObject({
  // PGRST001: the database cannot be reached (database/failures.ts).
  code: v.pipe(v.string(), v.regex(/^([0-9A-Z]{5}|PGRST001)$/)),
  message: v.string(),
  detail: v.nullish(v.string()),
  hint: v.nullish(v.string()),
});
export type DatabaseError = v.InferOutput<typeof databaseErrorSchema>;

export function databaseErrorOf(error: unknown): DatabaseError | undefined {
  // Deeply nested JSON: this process overflows before PostgreSQL rejects it with the same code.
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { code: "54001", message: "The request is nested too deeply", detail: "too_deep" };
  const shape = error instanceof Error ? { ...error, message: error.message } : error;
  const parsed = v.safeParse(databaseErrorSchema, shape);
  if (!parsed.success) return undefined;
  // More than 32 operators in a row in a text search (fts, wfts): to PostgreSQL an internal error.
  if (parsed.output.message === "tsquery stack too small") return { ...parsed.output, code: "54001" };
  return parsed.output;
}

const byCode: Readonly<Record<string, number>> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "57014": 504,
  P0001: 400,
  PGRST001: 503,
};
const byClass: Readonly<Record<string, number>> = {
  "08": 503,
  "0L": 403,
  "0P": 403,
  "28": 403,
  "53": 503,
  "57": 503,
};
const serverFaults = new Set(["09", "25", "2D", "38", "39", "3B", "40", "55", "58", "F0", "HV", "P0", "XX"]);

export function statusOf(code: string, role: string): number {
  const given = /^PT([2-5]\d\d)$/.exec(code)?.[1];
  if (given) return Number(given);
  if (code.startsWith("PT")) return 500;
  if (code === "42501") return role === "anon" ? 401 : 403;
  const ofClass = code.slice(0, 2);
  return lookUp(byCode, code) ?? lookUp(byClass, ofClass) ?? (serverFaults.has(ofClass) ? 500 : 400);
}

/** Seconds to wait. Most windows of private.rate_limit are a minute. */
export const retryAfter = (status: number): Record<string, string> =>
  status === 429 ? { "retry-after": "60" } : status === 503 ? { "retry-after": "2" } : {};

export interface ErrorBody {
  code: string;
  message: string;
  details: string | null;
  hint: string | null;
}

export const bodyOf = (error: DatabaseError): ErrorBody => ({
  code: error.code,
  message: error.message,
  details: error.detail ?? null,
  hint: error.hint ?? null,
});

export function failureOf(error: unknown): { status: number; body: ErrorBody } {
  const known = databaseErrorOf(error);
  const status = known ? statusOf(known.code, "authenticated") : 500;
  // Errors of the server's own statements are not shown to the client, except for these.
  if (known && (status === 503 || status === 504 || known.code.startsWith("54")))
    return { status, body: bodyOf(known) };
  return { status: 500, body: { code: "500", message: "The server failed", details: null, hint: null } };
}

export const jsonResponse = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });

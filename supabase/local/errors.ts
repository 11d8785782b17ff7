// What an error of Postgres means over HTTP: PostgREST's table, so that a client sorts refusals the same way here and on Supabase.
// lite knows half of it (it answers 500 "SUP", without the code, for a check constraint, a RAISE, or an own SQLSTATE).
import * as v from "valibot";

const databaseErrorSchema = v.looseObject({
  code: v.pipe(v.string(), v.regex(/^[0-9A-Z]{5}$/)),
  message: v.string(),
  detail: v.nullish(v.string()),
  hint: v.nullish(v.string()),
});
export type DatabaseError = v.InferOutput<typeof databaseErrorSchema>;

export function databaseErrorOf(error: unknown): DatabaseError | undefined {
  const shape = error instanceof Error ? { ...error, message: error.message } : error;
  const parsed = v.safeParse(databaseErrorSchema, shape);
  return parsed.success ? parsed.output : undefined;
}

// One difference: a statement that is too complex (class 54: 3,000 columns, a nest of brackets) is the caller's doing.
const byCode: Readonly<Record<string, number>> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53400": 500,
  P0001: 400,
};
const byClass: Readonly<Record<string, number>> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

export function statusOf(code: string, role: string): number {
  const given = /^PT([2-5]\d\d)$/.exec(code)?.[1];
  if (given) return Number(given);
  if (code.startsWith("PT")) return 500;
  if (code === "42501") return role === "anon" ? 401 : 403;
  return byCode[code] ?? byClass[code.slice(0, 2)] ?? 400;
}

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

export const jsonResponse = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });

// Errors of the API (RFC 9457). `type` is stable for programs; `detail` may change.
import { Rejected } from "../_shared/http.ts";
import { lookUp } from "../_shared/look-up.ts";

/** An invalid field of a body, with a JSON pointer into the body. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** Title and status of each type, also used by the document. */
export const problemTypes = {
  invalid_request: { status: 400, title: "The request cannot be read" },
  idempotency_key_missing: { status: 400, title: "An Idempotency-Key is needed" },
  invalid_token: { status: 401, title: "A valid token is needed" },
  forbidden: { status: 403, title: "The token's owner may not do this" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  not_arrived: { status: 409, title: "The file has not arrived" },
  not_checked: { status: 409, title: "The file has not been read yet" },
  wrong_state: { status: 409, title: "The release is in another state" },
  too_large: { status: 413, title: "The body is too large" },
  wrong_type: { status: 415, title: "The body needs to be JSON" },
  invalid: { status: 422, title: "The release cannot be saved like this" },
  damaged: { status: 422, title: "The file is not the one that was announced" },
  quota: { status: 422, title: "The storage is full" },
  idempotency_key_reused: { status: 422, title: "The Idempotency-Key was used for another request" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "The server has failed" },
  unavailable: { status: 503, title: "The server is unavailable" },
} as const;
export type ProblemType = keyof typeof problemTypes;

export class Problem extends Error {
  readonly type: ProblemType;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    type: ProblemType,
    detail: string,
    more: { errors?: readonly FieldError[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.type = type;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
  }
}

const headersOf: Partial<Record<ProblemType, Readonly<Record<string, string>>>> = {
  invalid_token: { "www-authenticate": 'Bearer realm="betaflock", error="invalid_token"' },
  not_arrived: { "retry-after": "2" },
  not_checked: { "retry-after": "5" },
  unavailable: { "retry-after": "5" },
};

export function problemResponse({ type, message, errors, headers }: Problem): Response {
  const { status, title } = problemTypes[type];
  const body = {
    ...{ type: `urn:betaflock:problem:${type}`, title, status, detail: message },
    ...(errors.length > 0 ? { errors } : {}),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...{ "content-type": "application/problem+json", "cache-control": "no-store" },
      ...headersOf[type],
      ...headers,
    },
  });
}

/** Database rejections with another name here; the others keep theirs. */
const renamed: Readonly<Record<string, ProblemType>> = {
  not_allowed: "forbidden",
  suspended: "forbidden",
  inactive: "forbidden",
  maintenance: "unavailable",
  missing_parent: "not_found",
  duplicate: "wrong_state",
};
const isType = (code: string): code is ProblemType => Object.hasOwn(problemTypes, code);

/** @param windowSeconds of the rate limit that the call counts in */
export function asProblem(error: unknown, windowSeconds = 60): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof Rejected)) return fault(error);
  const { code, message, status } = error;
  const type = lookUp(renamed, code) ?? (isType(code) ? code : status === 503 ? "unavailable" : undefined);
  if (type === "rate_limited") {
    // The windows of private.rate_limit begin with the minute and the hour.
    const wait = windowSeconds - (Math.floor(Date.now() / 1000) % windowSeconds);
    return new Problem(type, message, { headers: { "retry-after": String(wait) } });
  }
  if (type) return new Problem(type, message);
  // For example a check constraint, or a value that no column accepts.
  if (status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 404)
    return new Problem("invalid", "A value cannot be stored.");
  return fault(error);
}

/** A bug, which is logged. */
function fault(error: unknown): Problem {
  // biome-ignore lint/suspicious/noConsole: the log of a function.
  console.error(error);
  return new Problem("internal", "Something went wrong here. Please try again later.");
}

// The auth service's answers as GoTrue words them: supabase-js reads code and status, people read the message in their own language.
import { jsonResponse } from "../errors.ts";

export const refusal = (status: number, code: string, msg: string, more: object = {}): Response =>
  jsonResponse(status, { code: status, error_code: code, msg, ...more }, { "x-sb-error-code": code });

export function tooMany(wait: number, code = "over_request_rate_limit"): Response {
  const answer = refusal(429, code, `Too many requests. Please wait ${wait} seconds.`);
  answer.headers.set("retry-after", String(wait));
  answer.headers.set("access-control-expose-headers", "retry-after");
  return answer;
}

export const answer = (body: unknown, status = 200): Response => jsonResponse(status, body);

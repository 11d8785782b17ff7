// Answers in GoTrue's format: supabase-js reads code and status, the app translates them.
import { bodyOf, databaseErrorOf, jsonResponse, statusOf } from "../common/database-errors.ts";

export const rejection = (status: number, code: string, msg: string, more: object = {}): Response =>
  jsonResponse(status, { code: status, error_code: code, msg, ...more }, { "x-sb-error-code": code });

export function tooMany(wait: number, code = "over_request_rate_limit"): Response {
  const answer = rejection(429, code, `Too many requests. Please wait ${wait} seconds.`);
  answer.headers.set("retry-after", String(wait));
  answer.headers.set("access-control-expose-headers", "retry-after");
  return answer;
}

export const answer = (body: unknown, status = 200): Response => jsonResponse(status, body);

export const emailTaken = (): Response =>
  rejection(422, "email_exists", "A user with this email address has already been registered");
export const invalidAddress = (): Response =>
  rejection(400, "validation_failed", "Unable to validate email address: invalid format");
/** GoTrue's code. The app asks for the password or a code and tries again. */
export const proofNeeded = (): Response =>
  rejection(400, "reauthentication_needed", "Prove your identity first: your last login is too long ago.");
export const linkExpired = (): Response => rejection(403, "otp_expired", "Email link is invalid or has expired");

/** Errors of triggers (PTxyz), parallel sign-ups, and values that no column accepts. */
export function rejectedByDatabase(error: unknown): Response | undefined {
  const known = databaseErrorOf(error);
  if (!known) return undefined;
  if (/^PT4\d\d$/.test(known.code)) {
    const { code, message, details } = bodyOf(known);
    return jsonResponse(statusOf(known.code, "anon"), { code, message, detail: details });
  }
  if (known.code === "23505") return rejection(422, "user_already_exists", "User already registered");
  if (known.code.startsWith("22")) return rejection(400, "validation_failed", "A value cannot be stored");
  return undefined;
}

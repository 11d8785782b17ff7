// Storage errors: {statusCode, error, message} with a 4xx, as on Supabase. Invalid input is never a
// 500, and errors of the triggers on storage.objects keep their code.

import * as v from "valibot";
import { lookUp } from "../../functions/_shared/look-up.ts";
import { databaseErrorOf, jsonResponse } from "../common/database-errors.ts";

/** Supabase's `code`, which storage-js prefers. Errors of triggers have none. */
const codes: Readonly<Record<string, string>> = {
  "Bucket not found": "NoSuchBucket",
  not_found: "NoSuchKey",
  Duplicate: "KeyAlreadyExists",
  Unauthorized: "AccessDenied",
  "Payload too large": "EntityTooLarge",
  invalid_mime_type: "InvalidMimeType",
  InvalidKey: "InvalidKey",
  InvalidRequest: "InvalidRequest",
  InvalidJWT: "InvalidJWT",
};

export class RejectedObject extends Error {
  readonly status: number;
  readonly error: string;
  constructor(status: number, error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

export function rejectionBody({ status, error, message }: RejectedObject): Record<string, string> {
  const code = lookUp(codes, error);
  return { statusCode: String(status), ...(code ? { code } : {}), error, message };
}

/** Supabase's own errors have status 400 and the real status in the body. */
export const rejectionResponse = (rejection: RejectedObject): Response =>
  jsonResponse(
    Object.hasOwn(codes, rejection.error) && rejection.status !== 401 ? 400 : rejection.status,
    rejectionBody(rejection),
  );

const json = v.pipe(v.string(), v.parseJson());
const liteRejection = v.pipe(
  json,
  v.looseObject({ statusCode: v.string(), error: v.string(), message: v.string(), code: v.optional(v.never()) }),
);
const liteInvalid = v.pipe(
  json,
  v.looseObject({ valid: v.literal(false), errors: v.array(v.looseObject({ error: v.string() })) }),
);

/** Converts lite's error to Supabase's format, with a code instead of a validator report. */
export async function asSupabaseRejection(response: Response): Promise<Response> {
  if (response.ok || response.status === 304 || !response.headers.get("content-type")?.includes("json"))
    return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const again = (body: string): Response => new Response(body || null, { status: response.status, headers });
  const invalid = v.safeParse(liteInvalid, text);
  if (invalid.success)
    return reject(400, "InvalidRequest", invalid.output.errors[0]?.error ?? "The body cannot be read");
  const rejection = v.safeParse(liteRejection, text);
  if (!rejection.success) return again(text);
  const { statusCode, message } = rejection.output;
  const error = rejection.output.error === "Invalid key" ? "InvalidKey" : rejection.output.error;
  return again(JSON.stringify(rejectionBody(new RejectedObject(Number(statusCode), error, message))));
}

export const reject = (status: number, error: string, message: string): Response =>
  rejectionResponse(new RejectedObject(status, error, message));

export function rejected(error: unknown): Response {
  if (error instanceof RejectedObject) return rejectionResponse(error);
  throw error;
}

export function storageRejectionOf(error: unknown): RejectedObject | undefined {
  if (error instanceof RejectedObject) return error;
  const known = databaseErrorOf(error);
  if (!known) return undefined;
  const { code, message, detail } = known;
  if (code === "23505") return new RejectedObject(409, "Duplicate", "The resource already exists");
  if (code === "23503") return new RejectedObject(404, "Not found", "A related resource does not exist");
  if (code === "42501") {
    // The message starts with the code, because a hosted storage server forwards only the message.
    if (detail && message.startsWith(`${detail}: `))
      return new RejectedObject(detail === "maintenance" ? 503 : 403, detail, message);
    return new RejectedObject(403, "Unauthorized", "new row violates row-level security policy");
  }
  const chosen = /^PT(4\d\d)$/.exec(code)?.[1];
  if (chosen) return new RejectedObject(Number(chosen), detail ?? "Rejected", `${detail ?? "Rejected"}: ${message}`);
  // Data exceptions: a value that no column accepts, such as a NUL in a name.
  if (code.startsWith("22")) return new RejectedObject(400, "InvalidRequest", "A value cannot be stored");
  return undefined;
}

function expectedHash(key: string): string | null {
  return /(?:^|\/)([0-9a-f]{64})(?:\.[a-z0-9]+)?$/.exec(key)?.[1] ?? null;
}

/** Throws when the bytes do not match the hash in the key. */
export function checkHash(key: string, hash: string): void {
  const expected = expectedHash(key);
  if (expected !== null && expected !== hash)
    throw new RejectedObject(422, "damaged", "damaged: The bytes are not those that the name promises");
}

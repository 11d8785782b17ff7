// Refusals of storage: {statusCode, error, message} with a 4xx, as on Supabase. Invalid input is
// never a 500, and refusals of the triggers on storage.objects keep their code.
import * as v from "valibot";
import { databaseErrorOf, jsonResponse } from "../rest/errors.ts";

export interface StorageRefusal {
  status: number;
  /** For programs. */
  error: string;
  message: string;
}

/**
 * Supabase's `code` beside the older `error`, which storage-js reads where it is there. A refusal
 * of the project's own triggers has none.
 */
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

/** Thrown where bytes are stored. */
export class RefusedObject extends Error {
  readonly refusal: StorageRefusal;
  constructor(status: number, error: string, message: string) {
    super(message);
    this.refusal = { status, error, message };
  }
}

export const refusalBody = ({ status, error, message }: StorageRefusal): Record<string, string> => ({
  statusCode: String(status),
  ...(codes[error] ? { code: codes[error] } : {}),
  error,
  message,
});

/** A refusal that Supabase has too is 400, with the status in the body. */
export const refusalResponse = (refusal: StorageRefusal): Response =>
  jsonResponse(refusal.error in codes && refusal.status !== 401 ? 400 : refusal.status, refusalBody(refusal));

const liteRefusal = v.looseObject({ statusCode: v.string(), error: v.string(), message: v.string() });
const liteInvalid = v.looseObject({ valid: v.literal(false), errors: v.array(v.looseObject({ error: v.string() })) });

/** lite's refusal in the words of Supabase: with a code, and not as its validator's report. */
export async function asSupabaseRefusal(response: Response): Promise<Response> {
  if (response.ok || response.status === 304 || !response.headers.get("content-type")?.includes("json"))
    return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const again = (body: string): Response => new Response(body || null, { status: response.status, headers });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return again(text);
  }
  const invalid = v.safeParse(liteInvalid, json);
  if (invalid.success)
    return refuse(400, "InvalidRequest", invalid.output.errors[0]?.error ?? "The body cannot be read");
  const refusal = v.safeParse(liteRefusal, json);
  if (!refusal.success || "code" in refusal.output) return again(text);
  const { statusCode, message } = refusal.output;
  const error = refusal.output.error === "Invalid key" ? "InvalidKey" : refusal.output.error;
  return again(JSON.stringify(refusalBody({ status: Number(statusCode), error, message })));
}

export const refuse = (status: number, error: string, message: string): Response =>
  refusalResponse({ status, error, message });

/** Undefined: a failure of the server. */
export function storageRefusalOf(error: unknown): StorageRefusal | undefined {
  if (error instanceof RefusedObject) return error.refusal;
  const known = databaseErrorOf(error);
  if (!known) return undefined;
  const { code, message, detail } = known;
  if (code === "23505") return { status: 409, error: "Duplicate", message: "The resource already exists" };
  if (code === "23503") return { status: 404, error: "Not found", message: "A related resource does not exist" };
  if (code === "42501") {
    // The message begins with the code: a hosted storage server passes on nothing else.
    if (detail && message.startsWith(`${detail}: `))
      return { status: detail === "maintenance" ? 503 : 403, error: detail, message };
    return { status: 403, error: "Unauthorized", message: "new row violates row-level security policy" };
  }
  const chosen = /^PT(4\d\d)$/.exec(code)?.[1];
  if (chosen)
    return { status: Number(chosen), error: detail ?? "Refused", message: `${detail ?? "Refused"}: ${message}` };
  // Data exceptions: a value that no column accepts, such as a NUL in a name.
  if (code.startsWith("22")) return { status: 400, error: "InvalidRequest", message: "A value cannot be stored" };
  return undefined;
}

/** The sha-256 of the bytes, where the key is named by it; null: it is not. */
function expectedHash(key: string): string | null {
  return /(?:^|\/)([0-9a-f]{64})(?:\.[a-z0-9]+)?$/.exec(key)?.[1] ?? null;
}

/** Throws when the bytes are not those that a key named by its hash stands for. */
export function checkHash(key: string, hash: string): void {
  const expected = expectedHash(key);
  if (expected !== null && expected !== hash)
    throw new RefusedObject(422, "damaged", "damaged: The bytes are not those that the name promises");
}

// Refusals of storage: {statusCode, error, message} with a 4xx, as on Supabase. Invalid input is
// never a 500, and refusals of the triggers on storage.objects keep their code.
import { databaseErrorOf, jsonResponse } from "../rest/errors.ts";

export interface StorageRefusal {
  status: number;
  /** For programs. */
  error: string;
  message: string;
}

/** Thrown where bytes are stored. */
class RefusedObject extends Error {
  readonly refusal: StorageRefusal;
  constructor(status: number, error: string, message: string) {
    super(message);
    this.refusal = { status, error, message };
  }
}

export const refusalBody = ({ status, error, message }: StorageRefusal): Record<string, string> => ({
  statusCode: String(status),
  error,
  message,
});

export const refusalResponse = (refusal: StorageRefusal): Response =>
  jsonResponse(refusal.status, refusalBody(refusal));

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

// Inserts a message with an id from this device, so that repeated calls insert it once.
import { bodyOf } from "../transport/answers.ts";
import { failureOfResponse } from "../transport/errors.ts";
import { request } from "../transport/request.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

/** @param bearer the person's token, or the publishable key for a message that needs no sign-in */
export async function insertMessage(
  transport: Transport,
  table: string,
  row: object,
  bearer: string,
  signal: AbortSignal,
): Promise<Result<void, CallFailure>> {
  const headers = { prefer: "return=minimal" };
  const response = await request(transport, `/rest/v1/${table}`, { bearer, body: row, headers, signal });
  if (!response) return fail({ type: "offline" });
  // 409: an earlier try succeeded, and its answer was lost.
  if (response.ok || response.status === 409) return ok(undefined);
  const failure = failureOfResponse(response.status, bodyOf(response), response.headers.get("retry-after"));
  return fail(failure.type === "rejected" ? { ...failure, code: failure.code || "invalid" } : failure);
}

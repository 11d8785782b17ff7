import * as v from "valibot";
import type { SqlFunction } from "../../sync/schema/functions.ts";
import { bodyOf, onlyAnswers } from "../../sync/transport/answers.ts";
import { failureOfResponse } from "../../sync/transport/errors.ts";
import { type CallFailure, fail, ok, type Result } from "../../sync/transport/result.ts";
import { backendKey, backendUrl } from "./backend-address.ts";

/** A lightweight `transport.rpc` for visitors. Returns null when aborted. */
export async function rpcAsVisitor<T>(
  { name, answer: schema }: SqlFunction<T>,
  args: object,
  signal: AbortSignal,
): Promise<Result<T, CallFailure> | null> {
  const answer = await onlyAnswers(fetch)(`${backendUrl()}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: backendKey, authorization: `Bearer ${backendKey}` },
    body: JSON.stringify(args),
    signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
  }).catch(() => null);
  if (signal.aborted) return null;
  if (!answer) return fail({ type: "offline" });
  if (!answer.ok) return fail(failureOfResponse(answer.status, bodyOf(answer), answer.headers.get("retry-after")));
  const read = v.safeParse(schema, bodyOf(answer));
  return read.success ? ok(read.output) : fail({ type: "offline" });
}

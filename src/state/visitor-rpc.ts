import * as v from "valibot";
import type { SqlFunction } from "../../sync/schema/functions.ts";
import { bodyOf, onlyAnswers } from "../../sync/transport/answers.ts";
import { failureOfResponse } from "../../sync/transport/errors.ts";
import { request } from "../../sync/transport/request.ts";
import { type CallFailure, fail, ok, type Result } from "../../sync/transport/result.ts";
import { backendKey, backendUrl } from "./backend-address.ts";

/** A lightweight `transport.rpc` for visitors. Returns null when aborted. */
export async function rpcAsVisitor<T>(
  { name, answer: schema }: SqlFunction<T>,
  args: object,
  signal: AbortSignal,
): Promise<Result<T, CallFailure> | null> {
  const server = { url: backendUrl(), key: backendKey, send: onlyAnswers(fetch) };
  const answer = await request(server, `/rest/v1/rpc/${name}`, { bearer: backendKey, body: args, signal });
  if (signal.aborted) return null;
  if (!answer) return fail({ type: "offline" });
  if (!answer.ok) return fail(failureOfResponse(answer.status, bodyOf(answer), answer.headers.get("retry-after")));
  const read = v.safeParse(schema, bodyOf(answer));
  return read.success ? ok(read.output) : fail({ type: "offline" });
}

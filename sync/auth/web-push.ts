// This device and web push: where the server reaches it. The browser gives the address, the server
// keeps it; neither is replicated.
import * as v from "valibot";
import { pushSubscribe as subscribeFunction, pushUnsubscribe as unsubscribeFunction } from "../schema/functions.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

const keySchema = v.object({ publicKey: v.pipe(v.string(), v.nonEmpty()) });

/** What a browser subscribes with; `refused`: push is not set up on this server. */
export async function pushKey(transport: Transport): Promise<Result<string, CallFailure>> {
  try {
    const answer = await transport.send(`${transport.url}/functions/v1/push`, {
      headers: { apikey: transport.key },
      signal: AbortSignal.timeout(15_000),
    });
    const parsed = v.safeParse(keySchema, await answer.json());
    if (answer.ok && parsed.success) return ok(parsed.output.publicKey);
    return fail({ type: "refused", status: answer.status, code: "", message: "" });
  } catch {
    return fail({ type: "offline" });
  }
}

const subscriptionSchema = v.object({
  endpoint: v.string(),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
});

export async function pushSubscribe(
  transport: Transport,
  subscription: unknown,
): Promise<Result<unknown, CallFailure>> {
  const parsed = v.safeParse(subscriptionSchema, subscription);
  if (!parsed.success) return fail({ type: "refused", status: 422, code: "invalid", message: "" });
  const { endpoint, keys } = parsed.output;
  return transport.rpc(subscribeFunction, { endpoint, ...keys }, "person");
}

export const pushUnsubscribe = (transport: Transport, endpoint: string): Promise<Result<unknown, CallFailure>> =>
  transport.rpc(unsubscribeFunction, { endpoint }, "person");

// Web push subscriptions of this device. Neither the browser's address nor the server's copy is
// replicated.
import * as v from "valibot";
import { pushSubscribe as subscribeFunction, pushUnsubscribe as unsubscribeFunction } from "../schema/functions.ts";
import { bodyOf } from "../transport/answers.ts";
import { request } from "../transport/request.ts";
import { type CallResult, fail, ok } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

const keySchema = v.object({ publicKey: v.pipe(v.string(), v.nonEmpty()) });

/** Returns the server's public key. Fails with `rejected` if push is not set up on the server. */
export async function pushKey(transport: Transport): CallResult<string> {
  const answer = await request(transport, "/functions/v1/push", { ms: 15_000 });
  if (!answer) return fail({ type: "offline" });
  const parsed = v.safeParse(keySchema, bodyOf(answer));
  if (answer.ok && parsed.success) return ok(parsed.output.publicKey);
  return fail({ type: "rejected", status: answer.status, code: "", message: "" });
}

const subscriptionSchema = v.object({
  endpoint: v.string(),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
});

export async function pushSubscribe(transport: Transport, subscription: unknown): CallResult {
  const parsed = v.safeParse(subscriptionSchema, subscription);
  if (!parsed.success) return fail({ type: "rejected", status: 422, code: "invalid", message: "" });
  const { endpoint, keys } = parsed.output;
  return transport.rpc(subscribeFunction, { endpoint, ...keys });
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  if (typeof navigator === "undefined" || !("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * After a login. The server removed the subscription with the session that made it, so it is
 * registered again for the same person. Another person's subscription ends.
 */
export async function renewPush(transport: Transport, same: boolean): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  if (same && (await pushSubscribe(transport, subscription.toJSON())).ok) return;
  await subscription.unsubscribe();
}

export const pushUnsubscribe = (transport: Transport, endpoint: string): CallResult =>
  transport.rpc(unsubscribeFunction, { endpoint });

// Web push. GET: the public key for subscriptions. POST with the service key: sends the due
// messages, encrypted per device (RFC 8291) and signed (VAPID, RFC 8292).
import * as v from "valibot";
import webpush from "web-push";
import { answerDrain, deliveryFields, drain, type Outcome, queueOf } from "../_shared/deliveries.ts";
import { json, withRejections } from "../_shared/http.ts";
import { notificationText } from "../_shared/server-texts.ts";
import type { FunctionEnv } from "../_shared/types.ts";

const pushSchema = v.object({
  ...deliveryFields,
  endpoint: v.nullish(v.string(), ""),
  p256dh: v.nullish(v.string(), ""),
  auth: v.nullish(v.string(), ""),
});
type PushDelivery = v.InferOutput<typeof pushSchema>;

const atOnce = 50;
const timeoutMs = 10_000;
/** Push services drop messages that could not be delivered within a day. */
const ttlSeconds = 86_400;

/** Subscribers choose the endpoint: others could be in this server's network (SSRF). */
const services = [
  /^fcm\.googleapis\.com$/,
  /^android\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
];

export function isPushService(endpoint: string, also: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host } = new URL(endpoint);
  if (also?.split(",").includes(host)) return true;
  return protocol === "https:" && services.some((service) => service.test(hostname));
}

async function deliver(env: FunctionEnv, delivery: PushDelivery): Promise<Outcome> {
  const { endpoint, p256dh, auth, kind, data, language, link, notification_id } = delivery;
  if (!isPushService(endpoint, env.PUSH_HOSTS)) return "gone";
  const { title, body } = notificationText(kind, data, language);
  try {
    const request = webpush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ id: notification_id, title, body, link }),
      {
        TTL: ttlSeconds,
        vapidDetails: {
          subject: env.VAPID_SUBJECT || "mailto:push@betaflock.invalid",
          publicKey: env.VAPID_PUBLIC_KEY ?? "",
          privateKey: env.VAPID_PRIVATE_KEY ?? "",
        },
      },
    );
    const answer = await fetch(request.endpoint, {
      method: "POST",
      headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(request.body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    await answer.body?.cancel();
    if (answer.ok) return "done";
    return answer.status === 404 || answer.status === 410 ? "gone" : "retry";
  } catch {
    // No network, a timeout, or invalid keys.
    return "retry";
  }
}

export const handler = withRejections((request, env) => {
  if (!env.VAPID_PUBLIC_KEY || !env.VAPID_PRIVATE_KEY) return json({ error: "Push is not set up here" }, 501);
  if (request.method === "GET") return json({ publicKey: env.VAPID_PUBLIC_KEY });
  return answerDrain(request, env, () =>
    drain(queueOf(env, "push", pushSchema, atOnce), async (delivery) => ({ outcome: await deliver(env, delivery) })),
  );
});

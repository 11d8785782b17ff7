// The notification queue of `push` and `mail`. Deliveries are leased, so that overlapping calls do
// not deliver twice. The database owns the retries (complete_deliveries).
import * as v from "valibot";
import { json, rpc } from "./http.ts";
import type { FunctionEnv } from "./types.ts";

export const deliveryFields = {
  id: v.number(),
  notification_id: v.string(),
  kind: v.string(),
  data: v.record(v.string(), v.unknown()),
  link: v.string(),
  language: v.string(),
} as const;
const deliverySchema = v.object(deliveryFields);
export type Delivery = v.InferOutput<typeof deliverySchema>;
export type Outcome = "done" | "gone" | "retry";
export interface Attempt {
  outcome: Outcome;
  failure?: string;
}
export interface Queue<D extends Delivery> {
  take(): Promise<D[]>;
  settle(results: readonly ({ id: number } & Attempt)[]): Promise<void>;
}

/** No batch starts after this time: Supabase limits a call. The next minute's continues. */
const workMs = 20_000;

/** @param deliver must not throw, or the rest of its batch would stay claimed */
export async function drain<D extends Delivery>(
  queue: Queue<D>,
  deliver: (delivery: D) => Promise<Attempt>,
): Promise<Record<Outcome, number>> {
  const counts = { done: 0, gone: 0, retry: 0 };
  const end = Date.now() + workMs;
  while (Date.now() < end) {
    const due = await queue.take();
    if (due.length === 0) break;
    const results = await Promise.all(due.map(async (each) => ({ id: each.id, ...(await deliver(each)) })));
    for (const { outcome } of results) counts[outcome] += 1;
    await queue.settle(results);
  }
  return counts;
}

export const queueOf = <D extends Delivery>(
  env: FunctionEnv,
  channel: string,
  schema: v.GenericSchema<unknown, D>,
  most: number,
): Queue<D> => ({
  take: () => rpc(env, "claim_deliveries", v.array(schema), "service", { channel, most }),
  async settle(results) {
    await rpc(env, "complete_deliveries", v.unknown(), "service", { results });
  },
});

export async function answerDrain(request: Request, env: FunctionEnv, work: () => Promise<object>): Promise<Response> {
  if (request.method !== "POST") return json({ error: "Method not allowed" }, 405);
  const key = request.headers.get("apikey");
  if (!key || key !== env.SUPABASE_SECRET_KEY) return json({ error: "Only the server may do this" }, 403);
  return json(await work());
}

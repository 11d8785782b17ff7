// The queue of notifications to deliver, for those who empty it: the functions `push` and `mail`
// over HTTP, the embedded server over SQL. A delivery that one caller has claimed is hidden from
// the others until it is settled, so overlapping calls do not deliver twice.
//
// The database retries (complete_deliveries): a delivery that answers "retry" comes back after 1,
// 2, 4, 8 and 16 minutes, six attempts in all, whichever caller is up then.
import * as v from "valibot";
import { call, json, Refused } from "./http.ts";
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
/** What became of an attempt, and why nothing was delivered. */
export interface Attempt {
  outcome: Outcome;
  failure?: string;
}
export interface Queue<D extends Delivery> {
  take(): Promise<D[]>;
  settle(results: readonly ({ id: number } & Attempt)[]): Promise<void>;
}

/**
 * No batch begins after that: Supabase ends a call that runs for long, or computes much. The call
 * of the next minute continues.
 */
const workMs = 20_000;

/** @param deliver never throws: the rest of its batch would not be settled */
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

/** The queue as a function reaches it. */
export const queueOf = <D extends Delivery>(
  env: FunctionEnv,
  channel: string,
  schema: v.GenericSchema<unknown, D>,
  most: number,
): Queue<D> => ({
  take: () => call(env, "POST", "/rest/v1/rpc/claim_deliveries", v.array(schema), { body: { channel, most } }),
  async settle(results) {
    await call(env, "POST", "/rest/v1/rpc/complete_deliveries", v.unknown(), { body: { results } });
  },
});

/** Answers the scheduled call of each minute, which only the project itself may make. */
export async function answerDrain(request: Request, env: FunctionEnv, work: () => Promise<object>): Promise<Response> {
  if (request.method !== "POST") return json({ error: "Method not allowed" }, 405);
  const key = request.headers.get("apikey");
  if (!key || key !== env.SUPABASE_SECRET_KEY) return json({ error: "Only the server may do this" }, 403);
  try {
    return json(await work());
  } catch (error) {
    if (error instanceof Refused) return json({ error: error.message }, error.status);
    throw error;
  }
}

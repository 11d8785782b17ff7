// The queue of what people are told (migration `deliveries`), for those who empty it: the
// functions `push` and `mail` over HTTP, the embedded server over SQL. What is taken is nobody
// else's until it is settled, so calls that overlap do not deliver twice.
import { call, json, Refused } from "./http.ts";
import type { FunctionEnv } from "./types.ts";

export interface Delivery {
  id: number;
  notification_id: string;
  kind: string;
  data: Readonly<Record<string, string | number | null>>;
  link: string;
  language: string;
}
export type Outcome = "done" | "gone" | "retry";
export interface Queue<D extends Delivery> {
  take(): Promise<D[]>;
  settle(results: readonly { id: number; outcome: Outcome }[]): Promise<void>;
}

/**
 * Nothing new is begun after that: Supabase ends a call that goes on for long, or computes much.
 * The next minute goes on.
 */
const workMs = 20_000;

/** @param deliver never throws: what is delivered beside it would not be settled */
export async function drain<D extends Delivery>(
  queue: Queue<D>,
  deliver: (one: D) => Promise<Outcome>,
): Promise<Record<Outcome, number>> {
  const counts = { done: 0, gone: 0, retry: 0 };
  const end = Date.now() + workMs;
  while (Date.now() < end) {
    const due = await queue.take();
    if (due.length === 0) break;
    const results = await Promise.all(due.map(async (one) => ({ id: one.id, outcome: await deliver(one) })));
    for (const { outcome } of results) counts[outcome] += 1;
    await queue.settle(results);
  }
  return counts;
}

/** The queue as a function reaches it. */
export const queueOf = <D extends Delivery>(env: FunctionEnv, channel: string, most: number): Queue<D> => ({
  take: () => call<D[]>(env, "POST", "/rest/v1/rpc/claim_deliveries", { body: { channel, most } }),
  async settle(results) {
    await call(env, "POST", "/rest/v1/rpc/complete_deliveries", { body: { results } });
  },
});

/** Answers the call of each minute, which only the project itself may make. */
export async function answerDrain(request: Request, env: FunctionEnv, work: () => Promise<object>): Promise<Response> {
  if (request.method !== "POST") return json({ error: "Method not allowed" }, 405);
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!bearer || bearer !== env.SUPABASE_SERVICE_ROLE_KEY) return json({ error: "Only the server may do this" }, 403);
  try {
    return json(await work());
  } catch (error) {
    if (error instanceof Refused) return json({ error: error.message }, error.status);
    throw error;
  }
}

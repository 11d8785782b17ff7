// Says that functions are served, that the database answers, and whether a transaction holds
// replication back.
import { type Health, healthOf } from "../_shared/health.ts";
import { json } from "../_shared/http.ts";
import type { FunctionEnv } from "../_shared/types.ts";

const timeoutMs = 5000;
const unreachable: Health = { status: "degraded", problem: "The database does not answer." };

async function health(env: FunctionEnv): Promise<Health> {
  try {
    const key = env.SUPABASE_SERVICE_ROLE_KEY;
    const answer = await fetch(`${env.SUPABASE_URL}/rest/v1/rpc/long_transaction`, {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: "{}",
      signal: AbortSignal.timeout(timeoutMs),
    });
    // A project without this app's migrations has no such function.
    if (answer.status === 404) return healthOf(null);
    return answer.ok ? healthOf(await answer.json()) : unreachable;
  } catch {
    return unreachable;
  }
}

export const handler = async (_request: Request, env: FunctionEnv): Promise<Response> => json(await health(env));

// Reports whether functions run, the database answers, and a transaction delays replication.
import * as v from "valibot";
import { type Health, healthOf } from "../_shared/health.ts";
import { json, Rejected, rpc } from "../_shared/http.ts";
import type { FunctionEnv } from "../_shared/types.ts";

const timeoutMs = 5000;
const unreachable: Health = { status: "degraded", problem: "The database does not answer." };

async function health(env: FunctionEnv): Promise<Health> {
  try {
    return healthOf(await rpc(env, "server_health", v.unknown(), "service", {}, timeoutMs));
  } catch (error) {
    // A project without this app's migrations has no such function.
    return error instanceof Rejected && error.status === 404 ? healthOf(null) : unreachable;
  }
}

/** By project: concurrent calls share one query, so frequent checks are cheap. */
const asked = new Map<string, Promise<Health>>();

function sharedHealth(env: FunctionEnv): Promise<Health> {
  const running = asked.get(env.SUPABASE_URL);
  if (running !== undefined) return running;
  const answer = health(env).finally(() => asked.delete(env.SUPABASE_URL));
  asked.set(env.SUPABASE_URL, answer);
  return answer;
}

export const handler = async (_request: Request, env: FunctionEnv): Promise<Response> => json(await sharedHealth(env));

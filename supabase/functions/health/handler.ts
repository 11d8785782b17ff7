// Says that functions are served, that the database answers, and whether a transaction holds
// replication back.
import * as v from "valibot";
import { type Health, healthOf } from "../_shared/health.ts";
import { call, json, Refused } from "../_shared/http.ts";
import type { FunctionEnv } from "../_shared/types.ts";

const timeoutMs = 5000;
const unreachable: Health = { status: "degraded", problem: "The database does not answer." };

async function health(env: FunctionEnv): Promise<Health> {
  try {
    return healthOf(await call(env, "POST", "/rest/v1/rpc/long_transaction", v.unknown(), { body: {}, timeoutMs }));
  } catch (error) {
    // A project without this app's migrations has no such function.
    return error instanceof Refused && error.status === 404 ? healthOf(null) : unreachable;
  }
}

export const handler = async (_request: Request, env: FunctionEnv): Promise<Response> => json(await health(env));

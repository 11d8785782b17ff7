// Says that functions are served. Also the pattern of every other function: a handler that needs no
// runtime of its own.
import type { FunctionEnv } from "../_shared/types.ts";

export function handler(_request: Request, _env: FunctionEnv): Response {
  return new Response(JSON.stringify({ status: "ok" }), { headers: { "content-type": "application/json" } });
}

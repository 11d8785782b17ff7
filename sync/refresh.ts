// The refresh of a session as a device needs it that goes through tunnels. auth-js by itself sleeps up to 13 s between its tries,
// deaf to a network that is back; takes a proxy's 403 or 429 for the end of the session; and answers from memory for a minute
// after it gave up. Here it is tried again at once when the network is back, and only the auth service itself can refuse it.
import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import type { Waiting } from "./waiting.ts";

/** As long as auth-js would try. */
const limitMs = 30_000;

const granted = v.object({ access_token: v.string() });
const filled = v.pipe(v.string(), v.nonEmpty());
/** In the words of today's auth service, of its next API version, and of OAuth. */
const refused = v.union([
  v.object({ error_code: filled }),
  v.object({ code: filled }),
  v.object({ error: filled, error_description: v.string() }),
]);

/** Did the auth service say this, and is it final? */
async function isVerdict(answer: Response): Promise<boolean> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  if (answer.ok) return v.is(granted, body);
  return answer.status < 500 && ![408, 425, 429].includes(answer.status) && v.is(refused, body);
}

/** Supabase's `fetch`, but for refreshes of the session, which are repeated until there is a verdict or half a minute is over. */
export function withRefresh(send: typeof fetch, waiting: Waiting): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes("/auth/v1/token?grant_type=refresh_token")) return send(input, init);
    const limit = AbortSignal.timeout(limitMs);
    for (let attempt = 0; ; attempt++) {
      const answer = await send(input, { ...init, signal: limit }).catch(() => null);
      if (answer && (await isVerdict(answer))) return answer;
      await waiting.pause(attempt, limit);
    }
  };
}

/**
 * Lets the next call ask the network again after a refresh that had no answer: whoever calls has waited already. auth-js keeps
 * each failed refresh for a minute and has no way to say otherwise (REFRESH_FAILURE_COOLDOWN_MS). A refusal stays one.
 */
export function forgetFailedRefresh(client: SupabaseClient): void {
  const auth = client.auth as unknown as { lastRefreshFailure: { result: { error: Error } } | null };
  if (auth.lastRefreshFailure?.result.error.name === "AuthRetryableFetchError") auth.lastRefreshFailure = null;
}

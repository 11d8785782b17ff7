// The refresh of a session as a device needs it that goes through tunnels. auth-js by itself sleeps
// up to 13 s between its tries, deaf to a network that is back; takes a proxy's 403 or 429 for the
// end of the session; and answers from memory for a minute after it gave up. Here it is tried again
// at once when the network is back, and only the auth service itself can refuse it.
import type { SupabaseClient } from "@supabase/supabase-js";
import { isRefreshVerdict } from "./answers.ts";
import { again, done, type RetryPolicy, retryUntilDone } from "./retry-policy.ts";

/** As long as auth-js would try. */
const limitMs = 30_000;

/** Did the auth service say this, and is it final? */
async function isVerdict(answer: Response): Promise<boolean> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return isRefreshVerdict({ status: answer.status, body });
}

/**
 * Supabase's `fetch`, but for refreshes of the session, which are repeated until there is a verdict
 * or half a minute is over.
 */
export function withRefresh(send: typeof fetch, retry: RetryPolicy): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes("/auth/v1/token?grant_type=refresh_token")) return send(input, init);
    const limit = AbortSignal.timeout(limitMs);
    return retryUntilDone(retry, limit, async () => {
      const answer = await send(input, { ...init, signal: limit }).catch(() => null);
      return answer && (await isVerdict(answer)) ? done(answer) : again;
    });
  };
}

/**
 * Clears auth-js's cache of failed token refreshes, so that the next call uses the network again.
 * auth-js keeps each for a minute and has no option for it (REFRESH_FAILURE_COOLDOWN_MS). Callers
 * have already waited for the retry delay. A rejected refresh stays rejected.
 */
export function clearRefreshFailureCache(client: SupabaseClient): void {
  // Cast: the field is private to auth-js.
  const auth = client.auth as unknown as { lastRefreshFailure: { result: { error: Error } } | null };
  if (auth.lastRefreshFailure?.result.error.name === "AuthRetryableFetchError") auth.lastRefreshFailure = null;
}

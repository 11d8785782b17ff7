// Replaces auth-js' token refresh for unreliable networks. auth-js sleeps up to 13 s between tries
// even if the network returns, treats a proxy's 403 or 429 as the end of the session, and caches a
// failure for a minute. This one retries at once when the network returns, and only the auth
// service can reject the session.
import type { SupabaseClient } from "@supabase/supabase-js";
import { isRefreshVerdict } from "./answers.ts";
import { again, done, type RetryPolicy, retryUntilDone } from "./retry-policy.ts";

/** The same limit as in auth-js. */
const limitMs = 30_000;

/** True if the auth service has answered finally. */
async function isVerdict(answer: Response): Promise<boolean> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return isRefreshVerdict({ status: answer.status, body });
}

/**
 * Wraps Supabase's `fetch`: repeats session refreshes until there is a final answer, or for half a
 * minute.
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
 * Clears auth-js' cached failure of a token refresh, so that the next call uses the network again.
 * auth-js keeps it for a minute without an option (REFRESH_FAILURE_COOLDOWN_MS). Callers have
 * already waited for the retry delay. A rejected refresh stays rejected.
 */
export function clearRefreshFailureCache(client: SupabaseClient): void {
  // Cast: the field is private to auth-js.
  const auth = client.auth as unknown as { lastRefreshFailure: { result: { error: Error } } | null };
  if (auth.lastRefreshFailure?.result.error.name === "AuthRetryableFetchError") auth.lastRefreshFailure = null;
}

// A second auth client beside the session in use.
import type { LazyClient } from "../transport/client.ts";
import type { Server } from "../transport/request.ts";
import { authFetch } from "../transport/token-refresh.ts";

const storageKey = "betaflock-oauth";

/**
 * A separate client leaves the current session unchanged. It uses PKCE, so that only this tab can
 * redeem a provider's code. E-mail links open in any browser, so they do not use it.
 */
export const createSeparateClient = (client: LazyClient, server: Server) => async () => {
  await client.auth();
  const { AuthClient } = await import("@supabase/supabase-js");
  return new AuthClient({
    url: `${server.url}/auth/v1`,
    headers: { apikey: server.key },
    storageKey,
    flowType: "pkce",
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    ...(typeof sessionStorage === "undefined" ? {} : { storage: sessionStorage }),
    fetch: authFetch(server.send),
  });
};

export type SeparateClient = ReturnType<typeof createSeparateClient>;

export function forgetSeparateSession(): void {
  if (typeof sessionStorage !== "undefined") sessionStorage.removeItem(storageKey);
}

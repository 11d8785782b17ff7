// The session's access token. Replaces auth-js' refresh, which sleeps up to 13 s between tries even
// if the network returns, treats a proxy's 403 or 429 as the end of the session, and caches a
// failure for a minute. Here each caller's retry tries again, and only the auth service can reject.
import * as v from "valibot";
import { bodyOf, isRefreshVerdict } from "./answers.ts";
import { request, type Server, timeoutMs } from "./request.ts";
import { type FailureOf, fail, ok, type Result } from "./result.ts";

/** The person must see "offline" sooner. The refresh continues. */
const patienceMs = 4_000;
/** More than the 90 s of auth-js, which therefore finds no session to refresh. */
const marginMs = 120_000;

/** What is read of a session. auth-js stores more. */
const sessionSchema = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  /** In seconds, by this device's clock. */
  expires_at: v.number(),
  user: v.looseObject({ id: v.string(), email: v.optional(v.string()) }),
});
export type AuthSession = v.InferOutput<typeof sessionSchema>;

interface SessionStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void;
}

/**
 * Returns the stored session, refreshed shortly before it expires. Calls share one refresh.
 * Fails with `unauthorized` without a session or after a rejected refresh.
 * @param rejected an access token that the server rejected: refreshed unless this has happened since
 */
export type ReadSession = (
  signal?: AbortSignal,
  rejected?: string,
) => Promise<Result<AuthSession, FailureOf<"offline" | "unauthorized">>>;

export interface SessionPlace extends Server {
  storage: SessionStorage;
  storageKey: string;
}

export function createTokenRefresh({ storage, storageKey, ...server }: SessionPlace): ReadSession {
  let running: ReturnType<ReadSession> | null = null;
  /** The refresh token that the auth service rejected while the access token was valid. */
  let rejected: string | null = null;

  async function stored(): Promise<AuthSession | null> {
    const text = await storage.getItem(storageKey);
    try {
      return v.parse(sessionSchema, JSON.parse(text ?? ""));
    } catch {
      return null; // None, or a damaged one.
    }
  }

  const lasts = ({ expires_at }: AuthSession, ms: number) => expires_at * 1000 - Date.now() >= ms;

  async function refresh(old: AuthSession): ReturnType<ReadSession> {
    const body = { refresh_token: old.refresh_token };
    const answer = await request(server, "/auth/v1/token?grant_type=refresh_token", { body });
    const told = answer && bodyOf(answer);
    if (!answer || !isRefreshVerdict({ status: answer.status, body: told })) return fail({ type: "offline" });
    const now = await stored();
    if (!now) return fail({ type: "unauthorized" });
    // This or another tab has refreshed the session, or signed in.
    if (now.refresh_token !== old.refresh_token) return ok(now);
    if (answer.ok) {
      const fresh = v.safeParse(sessionSchema, withOwnExpiry(told));
      if (!fresh.success) return fail({ type: "offline" });
      await storage.setItem(storageKey, JSON.stringify(fresh.output));
      return ok(fresh.output);
    }
    rejected = old.refresh_token;
    if (!lasts(old, 0)) storage.removeItem(storageKey);
    return fail({ type: "unauthorized" });
  }

  async function current(rejected?: string): ReturnType<ReadSession> {
    const session = await stored();
    if (!session) return fail({ type: "unauthorized" });
    if (lasts(session, marginMs) && session.access_token !== rejected) return ok(session);
    running ??= (session.refresh_token === rejected ? Promise.resolve(rejection) : refresh(session)).finally(() => {
      running = null;
    });
    const answer = await running;
    // A refresh before the session expires may fail: the access token is still valid.
    const usable = !answer.ok && session.access_token !== rejected && lasts(session, 0);
    return usable ? ok(session) : answer;
  }

  return async (signal, rejected) => {
    const limit = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])]);
    const patience = new Promise<null>((resolve) =>
      limit.addEventListener("abort", () => resolve(null), { once: true }),
    );
    return (await Promise.race([current(rejected), patience])) ?? fail({ type: "offline" });
  };
}

const rejection = fail({ type: "unauthorized" });

const isTimed = (body: unknown): body is { expires_in: number } =>
  typeof body === "object" && body !== null && "access_token" in body && "expires_in" in body;

/**
 * Sets a session's expiry by this device's clock. The auth service's time may be a day ahead, and
 * the session would be refreshed before every call.
 */
const withOwnExpiry = (body: unknown): unknown =>
  isTimed(body) ? { ...body, expires_at: Math.round(Date.now() / 1000) + body.expires_in } : body;

/** The `fetch` of auth-js: with a timeout, and a session's expiry by this device's clock. */
export function authFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const body = bodyOf(answer);
    if (!isTimed(body)) return answer;
    return new Response(JSON.stringify(withOwnExpiry(body)), { status: answer.status, headers: answer.headers });
  };
}

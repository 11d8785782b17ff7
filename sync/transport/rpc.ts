// The one way to the server: Supabase's client with the person's own token, or no call at all.
// Never falls back to the anonymous key on behalf of a person: an anonymous answer would look like
// an empty world.
import { BehaviorSubject } from "rxjs";
import * as v from "valibot";
import type { SqlFunction } from "../schema/functions.ts";
import { bodyOf, onlyAnswers } from "./answers.ts";
import type { LazyClient } from "./client.ts";
import { failureOfResponse } from "./errors.ts";
import { type CallFailure, fail, ok, type RefusedCall, type Result } from "./result.ts";
import { Cancelled, type RetryPolicy, retryUntilDone, type Tried } from "./retry-policy.ts";
import { clearRefreshFailureCache } from "./token-refresh.ts";

const timeoutMs = 30_000;
/** A large body gets longer: as on the slowest network that a push of 200 rows still passes. */
const charactersPerMs = 16;
/**
 * A refresh is tried for half a minute (token-refresh.ts); meanwhile the person must read
 * "offline".
 */
const refreshPatienceMs = 4_000;
/** The server rejects the session itself: the person must log in again. */
const noEntry = new Set(["second_factor", "password_expired"]);

export interface Transport extends RetryPolicy {
  /** Supabase's client, for what is no call of a SQL function. */
  client: LazyClient["get"];
  readonly url: string;
  /** The publishable key: storage requires it beside any token. */
  readonly key: string;
  /**
   * The network: answers of the server, or a failed connection (answers.ts). For what is neither
   * SQL function nor client.
   */
  readonly send: typeof fetch;
  /** Did the last call reach the server? */
  readonly online$: BehaviorSubject<boolean>;
  /** A refresh was refused: only the same person's password unlocks. */
  readonly locked$: BehaviorSubject<boolean>;
  /** The person's access token, refreshed if it must be. */
  token(): Promise<Result<string, CallFailure>>;
  /**
   * Calls a SQL function. `as: "anonymous"`: no session needed. An answer that does not fit the
   * function's schema counts as none, since a proxy or portal made it.
   */
  rpc<T>(
    fn: SqlFunction<T>,
    args: object,
    as: "person" | "anonymous",
    signal?: AbortSignal,
  ): Promise<Result<T, CallFailure>>;
  /**
   * The same, repeated with growing pauses until there is an answer that stays. Throws `Cancelled`
   * on abort.
   */
  rpcUntilAnswered<T>(
    fn: SqlFunction<T>,
    args: object,
    as: "person" | "anonymous",
    signal: AbortSignal,
  ): Promise<Result<T, RefusedCall>>;
  /** Notes what a call that went another way (storage) says of the network. */
  seen(failure: CallFailure | null): void;
}

/**
 * Timeout of Supabase's own calls: on a dead connection (a tunnel, a captive portal) they would
 * never end, and all calls wait for a token refresh. File transfers have no timeout.
 */
export function withTimeout(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!/\/(auth|rest)\/v1\//.test(url)) return send(input, init);
    const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])];
    return send(input, { ...init, signal: AbortSignal.any(signals) });
  };
}

/** An answer and a refusal stay; after anything else the call is repeated. */
export function triedOf<T>(answer: Result<T, CallFailure>): Tried<Result<T, RefusedCall>> {
  if (answer.ok) return { done: true, value: answer };
  if (answer.error.type === "refused") return { done: true, value: fail(answer.error) };
  return { done: false, afterMs: answer.error.type === "retry" ? answer.error.afterMs : undefined };
}

interface TransportOptions {
  client: LazyClient["get"];
  url: string;
  /** The publishable key. */
  key: string;
  send: typeof fetch;
  retry: RetryPolicy;
  /** The person whose token is used; null: none. */
  personId: () => string | null;
}

export function createTransport({ client, url, key, retry, personId, ...options }: TransportOptions): Transport {
  const send = onlyAnswers(options.send);
  // True says nothing (the browser knows of cables only); false is certain.
  const browserOffline = () => typeof navigator !== "undefined" && navigator.onLine === false;
  const online$ = new BehaviorSubject(!browserOffline());
  const locked$ = new BehaviorSubject(false);

  const seen = (failure: CallFailure | null) => {
    const now = failure?.type !== "offline";
    if (online$.value === now) return;
    online$.next(now);
    // The first call that comes through ends the pauses of the others.
    if (now) retry.wake();
  };

  async function token(signal?: AbortSignal, force = false): Promise<Result<string, CallFailure>> {
    if (signal?.aborted) throw new Cancelled();
    const wanted = personId();
    if (wanted === null || locked$.value) return fail({ type: "unauthorized" });
    // Not even asked: a refresh that begins now would still be pausing when the network is back.
    if (browserOffline()) return fail({ type: "offline" });
    const ask = async () => {
      // Null: its code could not be fetched.
      const made = await client().catch(() => null);
      if (!made) return null;
      clearRefreshFailureCache(made);
      return force ? made.auth.refreshSession() : made.auth.getSession();
    };
    const limit = AbortSignal.any([AbortSignal.timeout(refreshPatienceMs), ...(signal ? [signal] : [])]);
    const patience = new Promise<null>((resolve) =>
      limit.addEventListener("abort", () => resolve(null), { once: true }),
    );
    const answer = await Promise.race([ask(), patience]);
    if (signal?.aborted) throw new Cancelled();
    if (answer === null) return fail({ type: "offline" });
    const session = answer.data.session;
    if (session && session.user.id === wanted) return ok(session.access_token);
    const error = answer.error;
    if (error && (error.name === "AuthRetryableFetchError" || (error.status ?? 0) >= 500)) {
      return fail(
        error.status && error.status > 0 ? { type: "retry", status: error.status, code: "" } : { type: "offline" },
      );
    }
    // Signed in, but without a token: the refresh was rejected.
    return fail({ type: "unauthorized" });
  }

  async function once<T>(
    fn: SqlFunction<T>,
    args: object,
    bearer: string,
    signal: AbortSignal | undefined,
  ): Promise<Result<T, CallFailure>> {
    const sent = JSON.stringify(args);
    const limitMs = timeoutMs + Math.floor(sent.length / charactersPerMs);
    const signals = [AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])];
    let response: Response;
    try {
      response = await send(`${url}/rest/v1/rpc/${fn.name}`, {
        method: "POST",
        headers: { "content-type": "application/json", apikey: key, authorization: `Bearer ${bearer}` },
        body: sent,
        signal: AbortSignal.any(signals),
      });
    } catch {
      // Cut connections, time-outs and captive portals are all "no answer".
      if (signal?.aborted) throw new Cancelled();
      return fail({ type: "offline" });
    }
    const body = bodyOf(response);
    if (response.ok) {
      const parsed = v.safeParse(fn.answer, body);
      return parsed.success ? ok(parsed.output) : fail({ type: "offline" });
    }
    return fail(failureOfResponse(response.status, body, response.headers.get("retry-after")));
  }

  const transport: Transport = {
    client,
    url,
    key,
    send,
    online$,
    locked$,
    ...retry,
    token: () => token(),
    seen,

    async rpc<T>(fn: SqlFunction<T>, args: object, as: "person" | "anonymous", signal?: AbortSignal) {
      if (as === "anonymous") {
        const answer = await once(fn, args, key, signal);
        seen(answer.ok ? null : answer.error);
        return answer;
      }
      let bearer = await token(signal);
      for (let attempt = 0; ; attempt++) {
        if (!bearer.ok) {
          if (bearer.error.type === "unauthorized" && personId() !== null) locked$.next(true);
          seen(bearer.error);
          return bearer;
        }
        const answer = await once(fn, args, bearer.value, signal);
        seen(answer.ok ? null : answer.error);
        // A login that was left before its second factor, or one added elsewhere: as good as signed
        // out.
        if (!answer.ok && answer.error.type === "refused" && noEntry.has(answer.error.code)) {
          // Unless it was added here, while this call was on its way: there is a token that says
          // so.
          const fresh = attempt === 0 ? await token(signal) : bearer;
          if (fresh.ok && fresh.value !== bearer.value) {
            bearer = fresh;
            continue;
          }
          locked$.next(true);
          return fail({ type: "unauthorized" });
        }
        if (answer.ok || answer.error.type !== "unauthorized" || attempt > 0) return answer;
        bearer = await token(signal, true);
      }
    },

    rpcUntilAnswered: (fn, args, as, signal) =>
      retryUntilDone(transport, signal, async () => triedOf(await transport.rpc(fn, args, as, signal))),
  };
  return transport;
}

// All calls to the server, with the person's own token or not at all. Never falls back to the
// anonymous key for a signed-in person: anonymous answers would look like missing data.
import { BehaviorSubject } from "rxjs";
import * as v from "valibot";
import type { SqlFunction } from "../schema/functions.ts";
import { bodyOf, type CountingFetch, onlyAnswers } from "./answers.ts";
import type { LazyClient } from "./client.ts";
import { failureOfResponse } from "./errors.ts";
import { createPace, type Pace } from "./pace.ts";
import { type CallFailure, fail, ok, type RejectedCall, type Result } from "./result.ts";
import { Cancelled, type RetryPolicy, retryUntilDone, type Tried } from "./retry-policy.ts";
import type { ReadSession } from "./token-refresh.ts";

/** Codes with which the server rejects the session itself: the person must log in again. */
const noEntry = new Set(["second_factor", "password_expired"]);

export interface Transport extends RetryPolicy {
  /** Supabase's client, for anything except SQL functions. */
  client: LazyClient["get"];
  readonly url: string;
  /** The publishable key, which storage requires in addition to a token. */
  readonly key: string;
  /** `fetch` that throws unless the server answers, for calls outside SQL functions and client. */
  readonly send: CountingFetch;
  /** Speed of answers, and size of the next ones. */
  readonly pace: Pace;
  /** True if the last call reached the server. */
  readonly online$: BehaviorSubject<boolean>;
  /** True after a rejected refresh. Only the same person's password unlocks the session. */
  readonly locked$: BehaviorSubject<boolean>;
  /** Returns the person's access token, refreshed if necessary. */
  token(): Promise<Result<string, CallFailure>>;
  /**
   * Calls a SQL function as the person. `as: "anonymous"`: no session needed. An answer that does
   * not fit the function's schema counts as offline, since a proxy or portal made it.
   */
  rpc<T, A extends object>(
    fn: SqlFunction<T, A>,
    args: A,
    as?: "person" | "anonymous",
    signal?: AbortSignal,
  ): Promise<Result<T, CallFailure>>;
  /** Repeats a call until it is answered or rejected. Throws `Cancelled` on abort. */
  rpcUntilAnswered<T>(
    fn: SqlFunction<T>,
    args: object,
    as: "person" | "anonymous",
    signal: AbortSignal,
  ): Promise<Result<T, RejectedCall>>;
  /** Notes the network state from a call that does not use `rpc` (storage). */
  seen(failure: CallFailure | null): void;
}

/** Answers and rejections are final; other failures are retried. */
export function triedOf<T>(answer: Result<T, CallFailure>): Tried<Result<T, RejectedCall>> {
  if (answer.ok) return { done: true, value: answer };
  if (answer.error.type === "rejected") return { done: true, value: fail(answer.error) };
  return { done: false, afterMs: answer.error.type === "retry" ? answer.error.afterMs : undefined };
}

interface TransportOptions {
  client: LazyClient["get"];
  session: ReadSession;
  url: string;
  /** The publishable key. */
  key: string;
  send: typeof fetch;
  retry: RetryPolicy;
  pace?: Pace;
  /** The person whose token is used; null when signed out. */
  personId: () => string | null;
}

export function createTransport({
  client,
  session,
  url,
  key,
  retry,
  personId,
  ...options
}: TransportOptions): Transport {
  const send = onlyAnswers(options.send);
  const pace = options.pace ?? createPace();
  // False is certain; true only means that some network interface is up.
  const browserOffline = () => typeof navigator !== "undefined" && navigator.onLine === false;
  const online$ = new BehaviorSubject(!browserOffline());
  const locked$ = new BehaviorSubject(false);

  const seen = (failure: CallFailure | null) => {
    const now = failure?.type !== "offline";
    if (online$.value === now) return;
    online$.next(now);
    // The first successful call ends the other calls' pauses.
    if (now) retry.wake();
  };

  async function token(signal?: AbortSignal, rejected?: string): Promise<Result<string, CallFailure>> {
    if (signal?.aborted) throw new Cancelled();
    const wanted = personId();
    if (wanted === null || locked$.value) return fail({ type: "unauthorized" });
    if (browserOffline()) return fail({ type: "offline" });
    const now = await session(signal, rejected);
    if (signal?.aborted) throw new Cancelled();
    if (!now.ok) return now;
    return now.value.user.id === wanted ? ok(now.value.access_token) : fail({ type: "unauthorized" });
  }

  async function once<T>(
    fn: SqlFunction<T>,
    args: object,
    bearer: string,
    signal: AbortSignal | undefined,
  ): Promise<Result<T, CallFailure>> {
    const sent = JSON.stringify(args);
    const { silenceMs, longestMs, charactersPerMs } = pace.timing;
    const call = pace.begin();
    const limit = new AbortController();
    let timedOut = false;
    const stop = () => {
      timedOut = true;
      limit.abort(new DOMException("The answer makes no progress", "TimeoutError"));
    };
    // Upload progress is not observable, so the timeout allows for the slowest connection.
    let silence = setTimeout(stop, silenceMs + Math.floor(sent.length / charactersPerMs));
    const longest = setTimeout(stop, longestMs);
    const onBytes = (bytes: number) => {
      call.received(bytes);
      clearTimeout(silence);
      silence = setTimeout(stop, silenceMs);
    };
    let response: Response;
    try {
      response = await send(`${url}/rest/v1/rpc/${fn.name}`, {
        method: "POST",
        headers: { "content-type": "application/json", apikey: key, authorization: `Bearer ${bearer}` },
        body: sent,
        signal: signal ? AbortSignal.any([limit.signal, signal]) : limit.signal,
        onBytes,
      });
      call.end("answered");
    } catch {
      call.end("cut");
      // Cut connections, time-outs and captive portals are all "no answer".
      if (signal?.aborted) throw new Cancelled();
      return fail(timedOut ? { type: "offline", timedOut } : { type: "offline" });
    } finally {
      clearTimeout(silence);
      clearTimeout(longest);
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
    pace,
    online$,
    locked$,
    ...retry,
    token: () => token(),
    seen,

    async rpc<T>(fn: SqlFunction<T>, args: object, as: "person" | "anonymous" = "person", signal?: AbortSignal) {
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
        // The login lacks its second factor, or one was added on another device: treated as signed
        // out.
        if (!answer.ok && answer.error.type === "rejected" && noEntry.has(answer.error.code)) {
          // If it was added here during this call, a newer token includes it.
          const fresh = attempt === 0 ? await token(signal) : bearer;
          if (fresh.ok && fresh.value !== bearer.value) {
            bearer = fresh;
            continue;
          }
          locked$.next(true);
          return fail({ type: "unauthorized" });
        }
        if (answer.ok || answer.error.type !== "unauthorized" || attempt > 0) return answer;
        bearer = await token(signal, bearer.value);
      }
    },

    rpcUntilAnswered: (fn, args, as, signal) =>
      retryUntilDone(transport, signal, async () => triedOf(await transport.rpc(fn, args, as, signal))),
  };
  return transport;
}

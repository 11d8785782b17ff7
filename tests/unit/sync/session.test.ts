import { describe, expect, test, vi } from "vitest";
import { AuthStorage } from "../../../sync/auth/auth-storage.ts";
import { createSession } from "../../../sync/auth/session.ts";
import type { LazyClient } from "../../../sync/transport/client.ts";
import { fail } from "../../../sync/transport/result.ts";
import { createRetryPolicy } from "../../../sync/transport/retry-policy.ts";
import { createTransport } from "../../../sync/transport/rpc.ts";

const wrong = { name: "AuthApiError", status: 400, code: "invalid_credentials", message: "Invalid login credentials" };
const unknownUser = { ...wrong, code: "user_not_found", message: "User not found" };

/** A session whose auth service answers `error` to every login, with the given existence check. */
function login(check: () => Promise<Response>, error: object = wrong) {
  const asked: string[] = [];
  const auth = async () => ({
    signInWithPassword: async () => {
      asked.push("password");
      return { data: { user: null }, error };
    },
    signUp: async () => {
      asked.push("sign-up");
      return { data: { user: { identities: [] }, session: null }, error: null };
    },
  });
  const client = { auth, get: async () => ({}) } as unknown as LazyClient;
  const send = (async (_url: string, init?: RequestInit) => {
    asked.push("check");
    const hungUp = new Promise<never>((_, failed) =>
      init?.signal?.addEventListener("abort", () => failed(new DOMException("gone", "AbortError"))),
    );
    return Promise.race([check(), hungUp]);
  }) as typeof fetch;
  const transport = createTransport({
    client: client.get,
    session: async () => fail({ type: "unauthorized" }),
    url: "https://a.test",
    key: "key",
    send,
    retry: createRetryPolicy(),
    personId: () => null,
  });
  const session = createSession(client, transport, new AuthStorage(undefined, undefined));
  return { session, asked };
}
const typed = { email: "a@example.test", password: "x", remember: true };

describe("the message of a failed login", () => {
  test.each([
    ["there is no account", async () => Response.json(false), "no_account"],
    ["there is one", async () => Response.json(true), "wrong_password"],
    ["asked too often", async () => Response.json({ code: "PT429" }, { status: 429 }), "wrong_password"],
    ["a server that is down", async () => new Response("", { status: 503 }), "wrong_password"],
    ["a portal's answer", async () => Response.json({ portal: 1 }), "wrong_password"],
    ["no network", () => Promise.reject(new TypeError("fetch failed")), "wrong_password"],
  ] as const)("C1 C2 X1 checks the password first; then: %s", async (_, check, type) => {
    const { session, asked } = login(check);
    expect(await session.signIn(typed)).toEqual({ ok: false, error: { type } });
    expect(asked).toEqual(["password", "check"]);
  });

  test("C1 C2 X1 waits four seconds for a check that never responds", async () => {
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const clock = new AbortController();
      setTimeout(() => clock.abort(), ms);
      return clock.signal;
    });
    try {
      const { session } = login(() => new Promise(() => undefined));
      const answer = session.signIn(typed);
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await answer).toEqual({ ok: false, error: { type: "wrong_password" } });
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  });

  test("C2 X1 skips the check if the auth service's own error is specific", async () => {
    const { session, asked } = login(async () => Response.json(false), unknownUser);
    expect(await session.signIn(typed)).toEqual({ ok: false, error: { type: "user_not_found" } });
    expect(asked).toEqual(["password"]);
  });

  test("C1 C3 X1 without a check sign-up decides; a user without identities is another person's account", async () => {
    const { session, asked } = login(async () => Response.json({ code: "PT429" }, { status: 429 }));
    const made = await session.signUp({
      name: "A",
      email: "a@example.test",
      password: "12345678",
      role: "tester",
      language: "en",
    });
    expect(made).toEqual({ ok: false, error: { type: "email_taken" } });
    expect(asked).toEqual(["check", "sign-up"]);
  });
});

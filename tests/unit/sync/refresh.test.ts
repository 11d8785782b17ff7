import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { onlyAnswers } from "../../../sync/transport/answers.ts";
import { Cancelled, createRetryPolicy } from "../../../sync/transport/retry-policy.ts";
import { createTransport } from "../../../sync/transport/rpc.ts";
import { createTokenRefresh } from "../../../sync/transport/token-refresh.ts";

const person = "5f0c6f0e-8a52-4a5e-9d0a-0d5b3d5b7a11";
const session = {
  access_token: "old",
  refresh_token: "r1",
  token_type: "bearer",
  expires_in: 3600,
  user: { id: person },
};
const fresh = { ...session, access_token: "new", refresh_token: "r2" };
const rejection = { code: 400, error_code: "refresh_token_not_found", msg: "Invalid Refresh Token" };

/**
 * A device with an expired access token, and a network that answers a refresh as given; null: no
 * response.
 */
function device({ expiresInS = -3600 } = {}) {
  type Answer = (url: string, init?: RequestInit) => Response | Promise<Response>;
  const network: { answer: Answer | null; asked: number } = { answer: null, asked: 0 };
  const send = async (input: RequestInfo | URL, init?: RequestInit) => {
    network.asked++;
    if (!network.answer) throw new TypeError("fetch failed");
    return network.answer(String(input), init);
  };
  const disk = new Map([
    ["auth", JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + expiresInS })],
  ]);
  const retry = createRetryPolicy();
  const url = "https://a.test";
  const key = "key";
  const readSession = createTokenRefresh({
    ...{ url, key, send: onlyAnswers(send), storageKey: "auth" },
    storage: {
      getItem: (name) => disk.get(name) ?? null,
      setItem: (name, value) => void disk.set(name, value),
      removeItem: (name) => void disk.delete(name),
    },
  });
  const transport = createTransport({
    client: {} as never,
    session: readSession,
    url,
    key,
    send,
    retry,
    personId: () => person,
  });
  const token = async (withinMs: number) => {
    const asked = transport.token();
    await vi.advanceTimersByTimeAsync(withinMs);
    return await Promise.race([asked, Promise.resolve("not yet")]);
  };
  return { network, transport, token, disk };
}

const pulled = { name: "sync_pull", answer: v.object({ pulled: v.boolean() }) };
const offline = { ok: false, error: { type: "offline" } };
const renewed = { ok: true, value: "new" };
/** Longer than calls wait for a refresh. */
const patience = 5_000;

describe("refreshing an expired token", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const clock = new AbortController();
      setTimeout(() => clock.abort(new DOMException("too long", "TimeoutError")), ms);
      return clock.signal;
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test.each([
    ["a short tunnel", 10_000],
    ["a tunnel longer than a refresh is tried", 40_000],
    ["a long tunnel", 600_000],
  ])("T1 O2 succeeds at once after %s", async (_, ms) => {
    const { network, transport, token } = device();
    expect(await token(patience)).toEqual(offline);
    await vi.advanceTimersByTimeAsync(ms - patience);
    network.answer = () => Response.json(fresh);
    transport.wake();
    expect(await token(1)).toEqual(renewed);
  });

  test("T1 O2 succeeds without an online event, and tries rarely until then", async () => {
    const { network, token } = device();
    expect(await token(patience)).toEqual(offline);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(network.asked).toBeLessThan(8);
    network.answer = () => Response.json(fresh);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await token(1)).toEqual(renewed);
  });

  test.each([
    ["a portal's page", () => new Response("<h1>Log in to the hotel</h1>")],
    ["a portal's JSON", () => Response.json({ portal: "https://hotel.test" })],
    ["a proxy that forbids", () => new Response("Forbidden", { status: 403 })],
    ["a proxy that forbids in JSON", () => Response.json({ message: "Blocked" }, { status: 403 })],
    ["too many requests", () => Response.json({ code: "over_request_rate_limit" }, { status: 429 })],
    ["a server that starts again", () => new Response("", { status: 502 })],
  ])("T1 survives %s", async (_, answer) => {
    const { network, transport, token, disk } = device();
    network.answer = answer;
    expect(await token(patience)).toEqual(offline);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await token(patience)).toEqual(offline);
    expect(disk.has("auth")).toBe(true);
    network.answer = () => Response.json(fresh);
    transport.wake();
    expect(await token(1)).toEqual(renewed);
  });

  test("T1 O2 does not delay a call that was aborted", async () => {
    const { network, transport } = device();
    network.answer = () => new Promise(() => undefined);
    const unwanted = new AbortController();
    const call = transport.rpc(pulled, {}, "person", unwanted.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    unwanted.abort();
    expect(await call).toBeInstanceOf(Cancelled);
    await expect(transport.rpc(pulled, {}, "person", unwanted.signal)).rejects.toBeInstanceOf(Cancelled);
  });

  test("T1 O2 happens once for many calls, also for those that the server has rejected", async () => {
    const { network, transport } = device({ expiresInS: 3600 });
    let refreshed = 0;
    network.answer = async (url, init) => {
      if (url.includes("/token")) {
        refreshed += 1;
        return Response.json(fresh);
      }
      if (new Headers(init?.headers).get("authorization") === "Bearer new") return Response.json({ pulled: true });
      // Some answers arrive after the refresh.
      await new Promise((late) => setTimeout(late, network.asked * 100));
      return Response.json({ code: "PGRST301", message: "JWT expired" }, { status: 401 });
    };
    const calls = Promise.all(Array.from({ length: 5 }, () => transport.rpc(pulled, {}, "person")));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await calls).every(({ ok }) => ok)).toBe(true);
    expect(refreshed).toBe(1);
  });

  test("T1 T2 a session that another tab has ended or refreshed meanwhile is not overwritten", async () => {
    for (const theirs of [
      null,
      JSON.stringify({ ...session, access_token: "theirs", refresh_token: "r3", expires_at: 4e9 }),
    ]) {
      const { network, token, disk } = device();
      network.answer = () => {
        if (theirs) disk.set("auth", theirs);
        else disk.delete("auth");
        return Response.json(fresh);
      };
      expect(await token(1)).toEqual(
        theirs ? { ok: true, value: "theirs" } : { ok: false, error: { type: "unauthorized" } },
      );
      expect(disk.get("auth") ?? null).toBe(theirs);
    }
  });

  test("T1 is rejected once, not with every call, while the old token is valid for a minute", async () => {
    const { network, token } = device({ expiresInS: 60 });
    network.answer = () => Response.json(rejection, { status: 400 });
    for (let call = 0; call < 3; call++) expect(await token(1)).toEqual({ ok: true, value: "old" });
    expect(network.asked).toBe(1);
  });

  test("T1 O2 happens once on a device whose clock is a day ahead, not before every call", async () => {
    const { network, token } = device({ expiresInS: -23 * 3600 });
    network.answer = () => Response.json({ ...fresh, expires_at: Math.floor(Date.now() / 1000) - 23 * 3600 });
    for (let call = 0; call < 5; call++) expect(await token(1)).toEqual(renewed);
    expect(network.asked).toBe(1);
  });

  test.each([
    rejection,
    { code: "session_not_found", message: "Session not found" },
    { error: "invalid_grant", error_description: "Invalid Refresh Token" },
  ])("T1 ends when the auth service says %o", async (body) => {
    const { network, token } = device();
    network.answer = () => Response.json(body, { status: 400 });
    expect(await token(1)).toEqual({ ok: false, error: { type: "unauthorized" } });
  });

  test("T13 S25 a call that was under way during the second factor is retried; without a newer token the session locks", async () => {
    const rejected = () => Response.json({ code: "PT403", message: "", details: "second_factor" }, { status: 403 });
    const { network, transport, disk } = device({ expiresInS: 3600 });
    network.answer = () => {
      network.answer = () => Response.json({ pulled: true });
      const expires_at = Math.floor(Date.now() / 1000) + 3600;
      disk.set("auth", JSON.stringify({ ...fresh, expires_at }));
      return rejected();
    };
    expect(await transport.rpc(pulled, {}, "person")).toEqual({ ok: true, value: { pulled: true } });
    expect(transport.locked$.value).toBe(false);
    network.answer = rejected;
    expect(await transport.rpc(pulled, {}, "person")).toEqual({ ok: false, error: { type: "unauthorized" } });
    expect([transport.locked$.value, network.asked]).toEqual([true, 3]);
  });
});

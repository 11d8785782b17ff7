// Small parts of replication: classifying failures, storing the session, timeouts and pauses.
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AuthStorage } from "../../../sync/auth/auth-storage.ts";
import { canMove, moves } from "../../../sync/schema/transitions.ts";
import { failureOfResponse, storageFailure } from "../../../sync/transport/errors.ts";
import { createRetryPolicy } from "../../../sync/transport/retry-policy.ts";
import { createTransport } from "../../../sync/transport/rpc.ts";

describe("classifies failures by the action they need", () => {
  test.each([
    [401, {}, "unauthorized"],
    [400, { code: "PGRST301" }, "unauthorized"],
    [500, {}, "retry"],
    [503, { code: "PT503" }, "retry"],
    [429, {}, "retry"],
    [408, {}, "retry"],
    [400, { code: "BF001", details: "campaign_full" }, "rejected"],
    [403, { code: "42501" }, "rejected"],
    [404, {}, "rejected"],
  ] as const)("O2 HTTP %i %o → %s", (status, body, type) => {
    expect(failureOfResponse(status, body, null).type).toBe(type);
  });
  test("O2 the machine-readable code of a rejection is its DETAIL", () => {
    expect(failureOfResponse(400, { code: "BF001", details: "campaign_full" }, null)).toMatchObject({
      code: "campaign_full",
    });
  });
  test("O2 PTnnn decides the status, whatever HTTP says", () => {
    expect(failureOfResponse(400, { code: "PT503" }, "2")).toEqual({
      type: "retry",
      status: 503,
      code: "PT503",
      afterMs: 2000,
    });
  });
  test("O1 a full disk is recognized, however deeply the error is wrapped", () => {
    const quota = Object.assign(new Error("x"), { name: "QuotaExceededError" });
    expect(storageFailure(Object.assign(new Error("a"), { name: "AbortError", inner: quota }))).toEqual({
      type: "storage_full",
    });
    expect(storageFailure(new TypeError("undefined is not a function"))).toBeNull();
  });
});

describe("transitions", () => {
  test("T5 a campaign is archived only when completed", () => {
    expect(canMove("campaign", "completed", "archived", "developer")).toBe(true);
    expect(canMove("campaign", "active", "archived", "developer")).toBe(false);
    expect(canMove("campaign", "archived", "completed", "developer")).toBe(true);
    expect(canMove("campaign", "archived", "active", "developer")).toBe(false);
  });
  test("T7 users cannot approve their own report", () => {
    expect(moves.some(([m, , to, actor]) => m === "feedback" && to === "approved" && actor === "tester")).toBe(false);
  });
});

describe("session storage", () => {
  const map = () => {
    const m = new Map<string, string>();
    return {
      m,
      getItem: (k: string) => m.get(k) ?? null,
      setItem: (k: string, x: string) => void m.set(k, x),
      removeItem: (k: string) => void m.delete(k),
    };
  };
  const person = { id: "1", name: "Ada", email: "a@b.c", role: "tester" as const };
  test("T1 without remember me the session lasts for the visit only", () => {
    const lasting = map();
    const visit = map();
    const storage = new AuthStorage(lasting, visit);
    storage.remember = false;
    storage.writePerson(person);
    expect(lasting.m.size).toBe(0);
    expect(storage.readPerson()).toEqual(person);
  });
  /** A cookie jar of one browser session. */
  const jar = () => {
    let key: string | null = null;
    let made = 0;
    return {
      read: () => key,
      make: () => {
        made += 1;
        key = Buffer.alloc(32, made).toString("base64url");
        return key;
      },
      forget: () => {
        key = null;
      },
    };
  };
  const token = JSON.stringify({ access_token: "a", refresh_token: "b" });
  test("T1 without remember me all tabs share the session, encrypted, and it ends with the browser", async () => {
    const lasting = map();
    const browser = jar();
    const first = new AuthStorage(lasting, map(), browser);
    first.remember = false;
    first.writePerson(person);
    await first.setItem("betaflock-auth", token);
    expect(JSON.stringify([...lasting.m])).not.toContain("access_token");
    const second = new AuthStorage(lasting, map(), browser);
    expect(second.remember).toBe(false);
    expect(second.readPerson()).toEqual(person);
    expect(await second.getItem("betaflock-auth")).toBe(token);
    // Both tabs share one refresh token: one renews it, the other reads it.
    await second.setItem("betaflock-auth", token.replace('"b"', '"c"'));
    expect(await first.getItem("betaflock-auth")).toContain('"c"');
    const later = new AuthStorage(lasting, map(), jar());
    expect(later.readPerson()).toBeNull();
    expect([...lasting.m.keys()]).toEqual([]);
    expect(later.remember).toBe(true);
  });
  test("T1 T2 drops a session that is stored while the user signs out or signs in again", async () => {
    const lasting = map();
    const storage = new AuthStorage(lasting, map(), jar());
    storage.remember = false;
    const late = storage.setItem("betaflock-auth", token);
    storage.clear();
    await late;
    expect([...lasting.m.keys()]).toEqual([]);
    storage.remember = false;
    const earlier = storage.setItem("betaflock-auth", token);
    storage.remember = false;
    await storage.setItem("betaflock-auth", "{}");
    await earlier;
    expect(await storage.getItem("betaflock-auth")).toBe("{}");
  });
  test("T1 without cookies a session without remember me stays in its tab", async () => {
    const lasting = map();
    const visit = map();
    const storage = new AuthStorage(lasting, visit, { read: () => null, make: () => null, forget: () => undefined });
    storage.remember = false;
    await storage.setItem("betaflock-auth", token);
    expect(lasting.m.size).toBe(0);
    expect(await storage.getItem("betaflock-auth")).toBe(token);
  });
  test("T2 clearing removes all data of the user", async () => {
    const lasting = map();
    const storage = new AuthStorage(lasting, map());
    storage.writePerson(person);
    await storage.setItem("betaflock-auth", "{}");
    storage.clear();
    expect(storage.readPerson()).toBeNull();
    expect([...lasting.m.keys()]).toEqual([]);
  });
  test("T1 a damaged record means signed out, not a crash", () => {
    const lasting = map();
    lasting.setItem("betaflock-person", "{");
    expect(new AuthStorage(lasting, map()).readPerson()).toBeNull();
  });
});

describe("timeouts of calls", () => {
  const answer = v.unknown();
  const over = (send: typeof fetch) =>
    createTransport({
      ...{ client: {} as never, session: {} as never, url: "https://a.test", key: "key", send, personId: () => null },
      retry: createRetryPolicy(),
    });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Sends `[1, 1, …]` in pieces `everyMs` apart, after an upload that takes `upMs`. */
  function line(pieces: number, everyMs: number, upMs = 0): typeof fetch {
    return async (_, init) => {
      const { signal } = init ?? {};
      const until = (ms: number) =>
        new Promise<void>((done, fail) => {
          setTimeout(done, ms);
          signal?.addEventListener("abort", () => fail(signal.reason));
        });
      await until(upMs);
      let sent = 0;
      const body = new ReadableStream({
        async pull(controller) {
          await until(everyMs);
          controller.enqueue(new TextEncoder().encode(sent === 0 ? "[1" : sent === pieces ? "]" : ",1"));
          sent += 1;
          if (sent > pieces) controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": "application/json" } });
    };
  }
  const call = async (send: typeof fetch, args: object = {}) => {
    const asked = over(send).rpc({ name: "f", answer }, args, "anonymous");
    await vi.advanceTimersByTimeAsync(3_600_000);
    return asked;
  };

  test("O2 a response that makes progress may take minutes; one that is silent for half a minute fails", async () => {
    expect(await call(line(20, 29_000))).toMatchObject({ ok: true, value: { length: 20 } });
    expect(await call(line(20, 31_000))).toEqual({ ok: false, error: { type: "offline", timedOut: true } });
  });

  test("O2 a response that only trickles fails after a quarter of an hour", async () => {
    expect(await call(line(1_000, 1_000))).toEqual({ ok: false, error: { type: "offline", timedOut: true } });
  });

  test("O2 T1 a large push may take the time it needs at 2 kB/s, a small one half a minute at most", async () => {
    const rows = "x".repeat(400_000);
    expect(await call(line(1, 0, 200_000), { rows })).toMatchObject({ ok: true });
    expect(await call(line(1, 0, 240_000), { rows })).toMatchObject({ ok: false });
    expect(await call(line(1, 0, 29_000))).toMatchObject({ ok: true });
    expect(await call(line(1, 0, 31_000))).toMatchObject({ ok: false });
  });
});

describe("the pause before a retry", () => {
  const { signal } = new AbortController();
  const transport = () =>
    createTransport({
      client: {} as never,
      session: {} as never,
      url: "https://a.test",
      key: "key",
      send: fetch,
      retry: createRetryPolicy(),
      personId: () => null,
    });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const watch = (pause: Promise<void>) => {
    let over = false;
    void pause.then(() => {
      over = true;
    });
    return async (afterMs: number) => {
      await vi.advanceTimersByTimeAsync(afterMs);
      return over;
    };
  };

  test("O2 grows, and ends as soon as the network is back", async () => {
    const { pause, wake, seen } = transport();
    const over = watch(pause(9, signal));
    expect(await over(25_000)).toBe(false);
    wake();
    expect(await over(1)).toBe(true);
    seen({ type: "offline" });
    const other = watch(pause(9, signal));
    expect(await other(25_000)).toBe(false);
    seen(null);
    expect(await other(1)).toBe(true);
  });

  test("O2 lasts as long as the server asks, and no longer after it is woken", async () => {
    const { pause, wake } = transport();
    const over = watch(pause(9, signal, 2_000));
    expect(await over(500)).toBe(false);
    wake();
    expect(await over(1_400)).toBe(false);
    expect(await over(200)).toBe(true);
  });
});

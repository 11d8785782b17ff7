// The small parts that replication stands on: sorting failures, the queue, the auth storage.
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AuthStorage } from "../../../sync/auth/auth-storage.ts";
import { PushQueue } from "../../../sync/replication/push-queue.ts";
import { canMove, moves } from "../../../sync/schema/transitions.ts";
import { failureOfResponse, storageFailure } from "../../../sync/transport/errors.ts";
import { createRetryPolicy } from "../../../sync/transport/retry-policy.ts";
import { createTransport, withTimeout } from "../../../sync/transport/rpc.ts";

describe("failures are sorted by what one does about them", () => {
  test.each([
    [401, {}, "unauthorized"],
    [400, { code: "PGRST301" }, "unauthorized"],
    [500, {}, "retry"],
    [503, { code: "PT503" }, "retry"],
    [429, {}, "retry"],
    [408, {}, "retry"],
    [400, { code: "BF001", details: "campaign_full" }, "refused"],
    [403, { code: "42501" }, "refused"],
    [404, {}, "refused"],
  ] as const)("O2 HTTP %i %o → %s", (status, body, type) => {
    expect(failureOfResponse(status, body, null).type).toBe(type);
  });
  test("O2 the machine code of a refusal is its DETAIL", () => {
    expect(failureOfResponse(400, { code: "BF001", details: "campaign_full" }, null)).toMatchObject({
      code: "campaign_full",
    });
  });
  test("O2 PTnnn chooses the status whatever HTTP says", () => {
    expect(failureOfResponse(400, { code: "PT503" }, "2")).toEqual({
      type: "retry",
      status: 503,
      code: "PT503",
      afterMs: 2000,
    });
  });
  test("O1 a full disk is told from a bug, however deep it is wrapped", () => {
    const quota = Object.assign(new Error("x"), { name: "QuotaExceededError" });
    expect(storageFailure(Object.assign(new Error("a"), { name: "AbortError", inner: quota }))).toEqual({
      type: "storage_full",
    });
    expect(storageFailure(new TypeError("undefined is not a function"))).toBeNull();
  });
});

test("O2 pushes go one at a time, parents first", async () => {
  const queue = new PushQueue();
  const order: string[] = [];
  let running = 0;
  const task = (name: string) => async () => {
    running++;
    expect(running).toBe(1);
    await Promise.resolve();
    order.push(name);
    running--;
  };
  await Promise.all([queue.run(9, task("comment")), queue.run(8, task("feedback")), queue.run(5, task("campaign"))]);
  expect(order).toEqual(["campaign", "feedback", "comment"]);
});

test("O2 the rest of a collection follows at once, and a parent that waits still goes first", async () => {
  vi.useFakeTimers();
  try {
    const queue = new PushQueue();
    const order: string[] = [];
    const task = (name: string) => async () => void order.push(name);
    const first = queue.run(5, task("campaigns 1"));
    const all = [first, queue.run(8, task("feedback")), queue.run(5, task("campaigns 2"))];
    await vi.advanceTimersByTimeAsync(25);
    expect(order).toEqual(["campaigns 1", "campaigns 2"]);
    const parent = queue.run(5, task("campaigns 3"));
    await vi.advanceTimersByTimeAsync(25);
    expect(order).toEqual(["campaigns 1", "campaigns 2", "campaigns 3"]);
    await vi.advanceTimersByTimeAsync(25);
    expect(order.at(-1)).toBe("feedback");
    await Promise.all([...all, parent]);
  } finally {
    vi.useRealTimers();
  }
});

test("O2 a push that fails does not hold up the queue", async () => {
  const queue = new PushQueue();
  await expect(queue.run(1, () => Promise.reject(new Error("cut")))).rejects.toThrow("cut");
  expect(await queue.run(1, async () => "next")).toBe("next");
});

describe("moves", () => {
  test("T5 a campaign is archived only when completed", () => {
    expect(canMove("campaign", "completed", "archived", "developer")).toBe(true);
    expect(canMove("campaign", "active", "archived", "developer")).toBe(false);
    expect(canMove("campaign", "archived", "completed", "developer")).toBe(true);
    expect(canMove("campaign", "archived", "active", "developer")).toBe(false);
  });
  test("T7 nobody approves their own report", () => {
    expect(moves.some(([m, , to, actor]) => m === "feedback" && to === "approved" && actor === "tester")).toBe(false);
  });
});

describe("where the session is kept", () => {
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
  test("T1 remember me off keeps it for the visit only", () => {
    const lasting = map();
    const visit = map();
    const storage = new AuthStorage(lasting, visit);
    storage.remember = false;
    storage.writePerson(person);
    expect(lasting.m.size).toBe(0);
    expect(storage.readPerson()).toEqual(person);
  });
  test("T2 clearing leaves nothing of the person", () => {
    const lasting = map();
    const storage = new AuthStorage(lasting, map());
    storage.writePerson(person);
    storage.setItem("betaflock-auth", "{}");
    storage.clear();
    expect(storage.readPerson()).toBeNull();
    expect([...lasting.m.keys()]).toEqual([]);
  });
  test("T1 a damaged record is nobody signed in, not a crash", () => {
    const lasting = map();
    lasting.setItem("betaflock-person", "{");
    expect(new AuthStorage(lasting, map()).readPerson()).toBeNull();
  });
});

describe("a connection that died without a word", () => {
  /** Takes every request and answers none. */
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });

  test("O2 T1 does not hold up the session or the store for ever; a file may take its time", async () => {
    const clock = new AbortController();
    const asked = vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal);
    const send = withTimeout(silent);
    const refresh = send("https://a.test/auth/v1/token?grant_type=refresh_token", { method: "POST" });
    expect(asked).toHaveBeenCalledWith(30_000);
    clock.abort(new DOMException("too long", "TimeoutError"));
    await expect(refresh).rejects.toThrow("too long");
    asked.mockClear();
    void send("https://a.test/storage/v1/object/attachments/1");
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });
});

test("O2 T1 a large push gets the time that a slow network needs for it", async () => {
  const asked = vi.spyOn(AbortSignal, "timeout");
  const transport = createTransport({
    client: {} as never,
    url: "https://a.test",
    key: "key",
    send: async () => Response.json({}, { status: 400 }),
    retry: createRetryPolicy(),
    personId: () => null,
  });
  const answer = v.unknown();
  await transport.rpc({ name: "f", answer }, {}, "anonymous");
  expect(asked).toHaveBeenLastCalledWith(30_000);
  await transport.rpc({ name: "f", answer }, { rows: "x".repeat(480_000) }, "anonymous");
  expect(asked).toHaveBeenLastCalledWith(60_000);
  asked.mockRestore();
});

describe("the pause before the next try", () => {
  const { signal } = new AbortController();
  const transport = () =>
    createTransport({
      client: {} as never,
      url: "https://a.test",
      key: "key",
      send: fetch,
      retry: createRetryPolicy(),
      personId: () => null,
    });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  /** Is it over, `afterMs` from now? */
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

  test("O2 grows, and is over as soon as the network is back", async () => {
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

  test("O2 is as long as the server asks for, and no longer than that when it is woken", async () => {
    const { pause, wake } = transport();
    const over = watch(pause(9, signal, 2_000));
    expect(await over(500)).toBe(false);
    wake();
    expect(await over(1_400)).toBe(false);
    expect(await over(200)).toBe(true);
  });
});

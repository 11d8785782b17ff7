import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { ClientMissing, lazyClient, orOffline } from "../../../sync/transport/client.ts";
import { fail, ok } from "../../../sync/transport/result.ts";
import type { ReadSession } from "../../../sync/transport/token-refresh.ts";

const url = "https://a.test";
const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const clientOf = (send: typeof fetch, readSession: ReadSession) =>
  lazyClient({
    ...{ url, key: "key", send, storage, storageKey: "auth", readSession },
    // Cast: the types of ws events differ from those of the DOM.
    realtimeTransport: WebSocket as never,
  });
const signedOut: ReadSession = async () => fail({ type: "unauthorized" });
const offline: ReadSession = async () => fail({ type: "offline" });

afterEach(() => void vi.doUnmock("@supabase/supabase-js"));

test("O1 X1 while the client's code cannot be fetched the device counts as offline, then recovers", async () => {
  vi.doMock("@supabase/supabase-js", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const client = clientOf(fetch, signedOut);
  const { ask } = orOffline({ ask: async () => ok(typeof (await client.get()).from) });
  expect(await ask()).toEqual({ ok: false, error: { type: "offline" } });
  await expect(client.get()).rejects.toBeInstanceOf(ClientMissing);
  await client.stop();
  vi.doUnmock("@supabase/supabase-js");
  expect(await ask()).toEqual({ ok: true, value: "function" });
});

test("X1 a bug in such a call does not count as offline", async () => {
  const { ask } = orOffline({ ask: () => Promise.reject(new RangeError("a bug")) });
  await expect(ask()).rejects.toThrow("a bug");
});

test("T1 O2 a call with an expired session that cannot be refreshed is not sent as a visitor's", async () => {
  const sent = vi.fn<typeof fetch>();
  const client = clientOf(sent, offline);
  await expect(client.signedIn()).rejects.toBeInstanceOf(ClientMissing);
  const answer = await (await client.get()).from("profiles").select().retry(false);
  expect(answer).toMatchObject({ data: null, status: 0 });
  expect(sent).not.toHaveBeenCalled();
});

describe("a connection that dies silently", () => {
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

  /** Accepts every request and never responds. */
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });

  test("O2 T1 does not block the session or the store forever; a file may take its time", async () => {
    const client = clientOf(silent, signedOut);
    const [auth, supabase] = [await client.auth(), await client.get()];
    const over: string[] = [];
    const note = (what: string) => () => void over.push(what);
    void auth.signInWithPassword({ email: "a@a.test", password: "p" }).then(note("login"));
    void supabase.from("profiles").select().retry(false).then(note("read"));
    void supabase.storage.from("attachments").download("a").then(note("file"));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(over).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(over.sort()).toEqual(["login", "read"]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(over).not.toContain("file");
  });
});

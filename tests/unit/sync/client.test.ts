import { afterEach, expect, test, vi } from "vitest";
import { ClientMissing, lazyClient, orOffline } from "../../../sync/transport/client.ts";
import { ok } from "../../../sync/transport/result.ts";

afterEach(() => void vi.doUnmock("@supabase/supabase-js"));

test("O1 X1 while the client's code cannot be fetched the device counts as offline, then recovers", async () => {
  vi.doMock("@supabase/supabase-js", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const client = lazyClient(() => ({ here: true }) as never);
  const { ask } = orOffline({ ask: async () => ok(await client.get()) });
  expect(await ask()).toEqual({ ok: false, error: { type: "offline" } });
  await expect(client.get()).rejects.toBeInstanceOf(ClientMissing);
  await client.stop();
  vi.doUnmock("@supabase/supabase-js");
  expect(await ask()).toEqual({ ok: true, value: { here: true } });
});

test("X1 a bug in such a call does not count as offline", async () => {
  const { ask } = orOffline({ ask: () => Promise.reject(new RangeError("a bug")) });
  await expect(ask()).rejects.toThrow("a bug");
});

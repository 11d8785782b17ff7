// Request bodies share a memory limit: one caller gets a part of it, and a request that gets none
// in time receives a time to retry.
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { parseProxies } from "../../supabase/local/http/client-address.ts";
import { type Person, signUp, startProject } from "../fixtures/backend/project.ts";
import { long } from "../fixtures/long.ts";

const soon = { timeout: 15_000 };

describe("request bodies in memory", () => {
  let backend: ListeningBackend;
  let people: Person[];
  const held: Socket[] = [];
  beforeAll(async () => {
    const memory = { total: 300_000, ofOne: 200_000, waitMs: 1000 };
    backend = await startProject({ proxies: parseProxies("127.0.0.1"), memory });
    people = await Promise.all([signUp(backend), signUp(backend), signUp(backend)]);
  }, 60_000);
  afterAll(async () => {
    for (const socket of held) socket.destroy();
    await backend?.stop();
  });

  const headersOf = (at: number, address = `10.0.0.${at}`): Record<string, string> => ({
    apikey: backend.publishableKey,
    authorization: `Bearer ${people[at]?.token}`,
    "content-type": "application/json",
    "x-forwarded-for": address,
  });
  const call = (at: number, bytes: number, address?: string) =>
    fetch(`${backend.url}/rest/v1/rpc/who`, {
      method: "POST",
      headers: headersOf(at, address),
      body: "{}".padEnd(bytes, " "),
    });
  /** Announces a body and never sends it. */
  function hold(at: number, bytes: number): Socket {
    const lines = Object.entries(headersOf(at)).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(backend.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `POST /rest/v1/rpc/who HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}content-length: ${bytes}\r\n\r\n{`,
    );
    held.push(socket);
    return socket;
  }

  test(
    "V5 one caller gets a share, by user and by address; others and small bodies are served at once",
    long,
    async () => {
      const socket = hold(0, 150_000);
      // Its caller gets no more memory until the body has arrived.
      await expect.poll(async () => (await call(0, 100_000)).status, soon).toBe(503);
      const rejected = await call(0, 100_000);
      expect([rejected.status, rejected.headers.get("retry-after"), await rejected.json()]).toMatchObject([
        ...[503, "2", { code: "busy" }],
      ]);
      expect((await call(0, 100_000, "10.9.9.9")).status).toBe(503);
      expect((await call(1, 100_000, "10.0.0.0")).status).toBe(503);
      expect((await call(1, 100_000)).status).toBe(200);
      expect((await call(0, 10_000)).status).toBe(200);
      socket.destroy();
      await expect.poll(async () => (await call(0, 100_000)).status, soon).toBe(200);
    },
  );

  test("V5 a body waits for memory, is read when another one ends, and is rejected if none does", long, async () => {
    const first = hold(0, 150_000);
    hold(1, 140_000);
    await expect.poll(async () => (await call(2, 100_000)).status, soon).toBe(503);
    const waits = call(2, 100_000);
    setTimeout(() => first.destroy(), 200);
    expect((await waits).status).toBe(200);
    expect((await call(2, 100_000)).status).toBe(200);
  });

  test("C10 V5 a function streams its form and takes no memory", long, async () => {
    const form = new FormData();
    form.append("file", new File([new Uint8Array(2_000_000)], "x.bin"));
    const { "content-type": _, ...headers } = headersOf(2);
    const answer = await fetch(`${backend.url}/functions/v1/storage/upload`, { method: "POST", headers, body: form });
    // The function has checked the caller.
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: "unavailable" }]);
  });
});

// Functions' calls to the server itself have a total limit and a limit per caller, and a rejected
// caller gets a time to retry.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "../../supabase/local/common/log.ts";
import { loadFunctionRoutes } from "../../supabase/local/functions/functions.ts";
import { boundOwnCalls } from "../../supabase/local/functions/own-calls.ts";
import { project } from "../fixtures/backend/project.ts";

const soon = { timeout: 15_000 };

describe("calls of functions to the server itself", () => {
  const pending: ServerResponse[] = [];
  let most = 0;
  let open = 0;
  const stub = createServer((_request, response) => {
    pending.push(response);
    open += 1;
    most = Math.max(most, open);
    response.once("finish", () => (open -= 1));
  });
  const url = () => `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
  const access = { role: "tester", status: "active", is_admin: false, can_write: true };
  const answerAll = () => {
    const body = JSON.stringify({ user_id: "00000000-0000-4000-8000-000000000000", ...access });
    for (const response of pending.splice(0)) response.writeHead(200, { "content-type": "application/json" }).end(body);
  };
  beforeAll(() => new Promise<void>((done) => stub.listen(0, "127.0.0.1", done)));
  afterAll(() => {
    stub.closeAllConnections();
    stub.close();
  });

  test("V5 one function starts a few at once, whatever it requests, and all of them end", async () => {
    const own = boundOwnCalls({ total: 10, ofOne: 4, waitMs: 15_000 })("10.0.0.1");
    most = 0;
    const calls = Array.from({ length: 40 }, async () => (await own(url())).text());
    const timer = setInterval(answerAll, 20);
    expect((await Promise.all(calls)).length).toBe(40);
    clearInterval(timer);
    expect(most).toBe(4);
  });

  test("V5 one caller's functions leave capacity for another's; a rejected caller gets a time to retry", async () => {
    const env = { SUPABASE_URL: url(), SUPABASE_PUBLISHABLE_KEY: "p", SUPABASE_SECRET_KEY: "s" };
    const limits = { total: 6, ofOne: 4, waitMs: 500 };
    const routes = await loadFunctionRoutes(project.functionsDir, env, silentLog, limits);
    // It calls the server once, to identify the caller, and rejects a tester.
    const call = (address: string) => {
      const headers = { "x-forwarded-for": address, authorization: "Bearer a.b.c" };
      return routes.fetch(new Request("http://localhost/storage/list", { headers }));
    };
    const greedy = Array.from({ length: 20 }, () => call("10.0.0.1"));
    await expect.poll(() => pending.length, soon).toBe(4);
    const other = call("10.0.0.2");
    await expect.poll(() => pending.length, soon).toBe(5);
    const rejected = await Promise.race(greedy);
    expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([503, "2"]);
    let waiting = greedy.length - 4;
    for (const answer of greedy) void Promise.resolve(answer).then(({ status }) => status === 503 && waiting--);
    // A waiting call would occupy the slot of an answered one.
    await expect.poll(() => waiting, soon).toBe(0);
    answerAll();
    expect((await other).status).toBe(403);
    const statuses = (await Promise.all(greedy)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(16);
  });

  test("V5 callers that use up all calls do not make the server look unhealthy, and repeated checks share one call", async () => {
    const env = { SUPABASE_URL: url(), SUPABASE_PUBLISHABLE_KEY: "p", SUPABASE_SECRET_KEY: "s" };
    const limits = { total: 4, ofOne: 4, waitMs: 500 };
    const routes = await loadFunctionRoutes(project.functionsDir, env, silentLog, limits);
    const call = (path: string, address: string) => {
      const headers = { "x-forwarded-for": address, authorization: "Bearer a.b.c" };
      return routes.fetch(new Request(`http://localhost${path}`, { headers }));
    };
    const greedy = Array.from({ length: 4 }, () => call("/storage/list", "10.0.0.1"));
    await expect.poll(() => pending.length, soon).toBe(4);
    const asked = ["10.0.0.1", "10.0.0.2", "10.0.0.2"].map((address) => call("/health", address));
    await expect.poll(() => pending.length, soon).toBe(5);
    pending.pop()?.writeHead(200, { "content-type": "application/json" }).end("null");
    for (const answer of await Promise.all(asked)) expect(await answer.json()).toEqual({ status: "ok" });
    expect(pending).toHaveLength(4);
    answerAll();
    await Promise.all(greedy);
  });
});

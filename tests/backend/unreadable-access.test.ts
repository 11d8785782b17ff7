import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { FunctionEnv, FunctionHandler } from "../../supabase/functions/_shared/types.ts";
import { handler as auth } from "../../supabase/functions/auth/handler.ts";
import { handler as storage } from "../../supabase/functions/storage/handler.ts";

const me = "0b1f6b34-97f3-4c4e-8f6e-3a0a0f1d9c11";
const admin = { user_id: me, role: "admin", status: "active", is_admin: true, can_write: true };
const envOf = (url: string): FunctionEnv => ({
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_x",
});

let server: Server | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
});
/** A project that responds to every call with this status and body; `null`: it never responds. */
async function project(status: number, body: string | null): Promise<{ env: FunctionEnv; asked: string[] }> {
  const asked: string[] = [];
  const made = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (body !== null) response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  server = made;
  await new Promise<void>((done) => made.listen(0, "127.0.0.1", done));
  return { env: envOf(`http://127.0.0.1:${(made.address() as AddressInfo).port}`), asked };
}
const doors: [string, FunctionHandler, string, string][] = [
  ["auth", auth, "POST", "/functions/v1/auth"],
  ["clean-test-data", auth, "POST", "/functions/v1/auth/clean-test-data"],
  ["list", storage, "GET", "/functions/v1/storage/list"],
  ["clean", storage, "POST", "/functions/v1/storage/clean"],
];
async function knock(env: FunctionEnv): Promise<[string, number, unknown][]> {
  const answers: [string, number, unknown][] = [];
  for (const [name, handler, method, path] of doors) {
    const body = method === "POST" ? JSON.stringify({ action: "deleteUser", userId: me }) : null;
    const headers = { authorization: "Bearer a.b.c", "content-type": "application/json" };
    const answer = await handler(new Request(`http://host${path}`, { method, headers, body }), env);
    answers.push([name, answer.status, ((await answer.json()) as { code?: unknown }).code]);
  }
  return answers;
}
const all = (status: number, code: string) => doors.map(([name]) => [name, status, code]);

describe("invalid or missing responses", () => {
  test.each<[string, number, string]>([
    ["a proxy's page", 200, "<html>Log in to the network</html>"],
    ["nothing", 200, ""],
    ["null", 200, "null"],
    ["an empty object", 200, "{}"],
    ["a list", 200, JSON.stringify([admin])],
    ["yes as a word", 200, JSON.stringify({ ...admin, is_admin: "true" })],
    ["yes as a number", 200, JSON.stringify({ ...admin, can_write: 1 })],
    ["no word of admins", 200, JSON.stringify({ ...admin, is_admin: undefined })],
    ["no word of writing", 200, JSON.stringify({ ...admin, can_write: null })],
    ["a role that there is not", 200, JSON.stringify({ ...admin, role: "owner" })],
    ["a status that there is not", 200, JSON.stringify({ ...admin, status: "" })],
    ["an id that is none", 200, JSON.stringify({ ...admin, user_id: `${me}&role=eq.admin` })],
    ["a database without this call", 404, JSON.stringify({ code: "PGRST202", message: "Could not find the function" })],
    ["no right to ask", 403, JSON.stringify({ code: "42501", message: "permission denied for function my_access" })],
    ["a failure", 500, JSON.stringify({ code: "XX000", message: "boom" })],
    ["a gateway's error", 502, "<html>Bad gateway</html>"],
    ["too many calls", 429, "{}"],
    ["a statement that took too long", 500, JSON.stringify({ code: "57014", message: "canceling statement" })],
    ["settings that cannot be read", 400, JSON.stringify({ code: "22P02", message: "invalid input syntax" })],
  ])("P2 P3 C7 C9 %s admits no caller", async (_, status, body) => {
    const { env, asked } = await project(status, body);
    expect(await knock(env)).toEqual(all(503, "unavailable"));
    // No call used another key in the meantime.
    expect(new Set(asked)).toEqual(new Set(["POST /rest/v1/rpc/my_access"]));
  });

  test("P2 P3 C7 C9 a database that never responds admits no caller", async () => {
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout.call(AbortSignal, Math.min(ms, 50)));
    const { env, asked } = await project(200, null);
    expect(await knock(env)).toEqual(all(503, "unavailable"));
    expect(new Set(asked)).toEqual(new Set(["POST /rest/v1/rpc/my_access"]));
  });

  test("P2 P3 C7 C9 an unreachable database admits no caller", async () => {
    expect(await knock(envOf("http://127.0.0.1:1"))).toEqual(all(503, "unavailable"));
  });
});

test.each<[string, number, object, number, string]>([
  ["an ended session", 401, { code: "PT401", message: "x", details: "session_ended" }, 401, "session_ended"],
  ["a missing second factor", 403, { code: "PT403", message: "x", details: "second_factor" }, 403, "second_factor"],
  ["an old password", 403, { code: "PT403", message: "x", details: "password_expired" }, 403, "password_expired"],
  ["a deleted account", 403, { code: "PT403", message: "x", details: "forbidden" }, 403, "forbidden"],
  ["a token of another project", 401, { code: "PGRST301", message: "x", details: null }, 401, "session_missing"],
])("C5 T13 %s is rejected with the database's own message", async (_, status, body, expected, code) => {
  const { env } = await project(status, JSON.stringify(body));
  expect(await knock(env)).toEqual(all(expected, code));
});

test("P3 S22 an admin without active admin rights reaches no other user's files and no account", async () => {
  const { env, asked } = await project(200, JSON.stringify({ ...admin, is_admin: false }));
  expect(await knock(env)).toEqual(all(403, "forbidden"));
  expect(new Set(asked)).toEqual(new Set(["POST /rest/v1/rpc/my_access"]));
});

// Changing the password on hosted Supabase, where secure_password_change requires a recent session.
import { expect, test, vi } from "vitest";
import ws from "ws";
import { createAccountCalls } from "../../../sync/auth/account.ts";
import type { Session } from "../../../sync/auth/session.ts";
import { onlyAnswers } from "../../../sync/transport/answers.ts";
import { lazyClient } from "../../../sync/transport/client.ts";
import { createTokenRefresh } from "../../../sync/transport/token-refresh.ts";

const url = "https://project.test";
const user = { id: "00000000-0000-4000-8000-000000000001", email: "ann@example.test", aud: "authenticated" };
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const tokenOf = (name: string) => `${part({ alg: "HS256" })}.${part({ sub: user.id, name, exp: 4e9 })}.${part({})}`;
const sessionOf = (name: string) => ({
  ...{ access_token: tokenOf(name), refresh_token: name, token_type: "bearer", expires_in: 3600, user },
});

/**
 * A server with GoTrue's responses.
 * @param recent what the new session may do
 */
async function hosted(recent: "changes" | "second factor") {
  const seen: string[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const name = request.headers.get("authorization")?.includes(tokenOf("old")) ? "old" : "new";
    const body = request.method === "PUT" ? ((await request.json()) as { current_password?: string }) : {};
    seen.push(`${request.method} ${pathname.replace("/auth/v1", "")}${search} ${name}`);
    const rejected = (code: string) => Response.json({ error_code: code, msg: code }, { status: 401 });
    if (pathname.endsWith("/token")) return Response.json(sessionOf("new"));
    if (pathname.endsWith("/logout")) return new Response(null, { status: 204 });
    if (request.method !== "PUT") return Response.json(user);
    expect(body.current_password).toBe("the present one");
    if ("email" in body) return Response.json(user);
    if (name === "old") return rejected("reauthentication_needed");
    return recent === "changes" ? Response.json(user) : rejected("insufficient_aal");
  };
  const disk = new Map<string, string>();
  const place = {
    ...{ url, key: "key", send: onlyAnswers(send), storageKey: "auth" },
    storage: {
      getItem: (name: string) => disk.get(name) ?? null,
      setItem: (name: string, value: string) => void disk.set(name, value),
      removeItem: (name: string) => void disk.delete(name),
    },
  };
  const readSession = createTokenRefresh(place);
  const client = lazyClient({ ...place, readSession, realtimeTransport: ws as never });
  await (await client.auth()).setSession(sessionOf("old"));
  seen.length = 0;
  const entered = vi.fn<Session["enter"]>();
  const session = { enter: entered as Session["enter"] } as Session;
  const calls = createAccountCalls({ ...place, client, readSession, session });
  const token = async () => {
    const now = await readSession();
    return now.ok ? now.value.access_token : now.error;
  };
  return { calls, token, seen, entered };
}

test("V1 T1 with an old login the password changes through a new session, which then replaces the old one", async () => {
  const { calls, token, seen, entered } = await hosted("changes");
  expect(await calls.changePassword("the present one", "the next one")).toEqual({ ok: true, value: undefined });
  expect(await token()).toBe(tokenOf("new"));
  expect(seen.filter((call) => call.startsWith("PUT"))).toEqual(["PUT /user old", "PUT /user new"]);
  expect(seen.at(-1)).toBe("POST /logout?scope=others new");
  // As after a login: the subscription for push ended with the old session.
  expect(entered.mock.calls).toEqual([[user.id]]);
});

test("V1 T13 with a second factor it asks to log in again, and the current session stays", async () => {
  const { calls, token } = await hosted("second factor");
  expect(await calls.changePassword("the present one", "the next one")).toEqual({
    ok: false,
    error: { type: "login_too_old" },
  });
  expect(await token()).toBe(tokenOf("old"));
});

test("B9 T1 a new e-mail address asks for the current password, and the session for that check ends", async () => {
  const { calls, token, seen } = await hosted("changes");
  const next = "next@example.test";
  expect(await calls.changeEmail(next, "the present one", url)).toEqual({ ok: true, value: undefined });
  expect(seen.map((call) => call.replace(/\?redirect_to=\S+/, ""))).toEqual([
    "POST /token?grant_type=password new",
    "PUT /user old",
    "POST /logout?scope=local new",
  ]);
  expect(await token()).toBe(tokenOf("old"));
});

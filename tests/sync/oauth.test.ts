// A complete GitHub login: the real client, the real auth service, and a small fake of GitHub (like
// GitHub Enterprise at another address).
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { type Device, openDevice } from "../fixtures/sync/device.ts";
import { value } from "../fixtures/sync/scenario.ts";

let github: Server;
let backend: ListeningBackend;
let known = { id: 7, login: "gil", name: "Gil Hub", email: "gil@example.test" };

beforeAll(async () => {
  github = createServer((request, answer) => {
    const url = new URL(request.url ?? "", "http://github");
    const json = (body: object) => {
      answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (url.pathname === "/login/oauth/authorize") {
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "gh-code");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      answer.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === "/login/oauth/access_token")
      json({ access_token: "gh", token_type: "bearer", scope: "" });
    else if (url.pathname.endsWith("/user/emails")) json([{ email: known.email, primary: true, verified: true }]);
    else if (url.pathname.endsWith("/user"))
      json({ id: known.id, login: known.login, name: known.name, avatar_url: "" });
    else answer.writeHead(404).end();
  });
  await new Promise<void>((done) => github.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
  const provider = { enabled: true, client_id: "id", secret: "secret", redirect_uri: "", url, skip_nonce_check: false };
  backend = await startOwnBackend({ schedule: false, auth: { external: { github: provider } } });
}, 120_000);
afterAll(async () => {
  await backend?.stop();
  await new Promise((done) => github.close(done));
});
beforeEach(() => {
  // Node has no sessionStorage. The client keeps its PKCE verifier there while the browser is at
  // GitHub.
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

/**
 * Follows redirects like a browser until it is back on the app's page.
 * @returns that page's address
 */
async function there(device: Device): Promise<URL> {
  const landing = `${backend.url}/auth/callback`;
  let at = value(await device.sync.startOAuth("github", landing));
  for (let hops = 0; hops < 6 && !at.startsWith(landing); hops += 1) {
    const answer = await fetch(at, { redirect: "manual" });
    at = new URL(answer.headers.get("location") ?? "", at).href;
  }
  return new URL(at);
}

test("S5 T1 the first GitHub login creates a tester account, the next one finds it, and a code works once", async () => {
  const device = await openDevice(backend);
  const code = (await there(device)).searchParams.get("code") ?? "";
  const person = value(await device.sync.finishOAuth(code, "en"));
  expect(person).toMatchObject({ name: "Gil Hub", email: "gil@example.test", role: "tester" });
  expect(device.sync.session$.value).toEqual({ kind: "signed_in", person });
  expect(await device.sync.finishOAuth(code, "en")).toEqual({ ok: false, error: { type: "link_expired" } });
  await device.kill();

  const second = await openDevice(backend);
  const again = (await there(second)).searchParams.get("code") ?? "";
  expect(value(await second.sync.finishOAuth(again, "en")).id).toBe(person.id);
  await second.kill();
});

test("S5 X1 a code that another tab requested opens nothing", async () => {
  known = { id: 8, login: "mal", name: "Mal Lory", email: "mal@example.test" };
  const theirs = await openDevice(backend);
  const code = (await there(theirs)).searchParams.get("code") ?? "";
  await theirs.kill();
  sessionStorage.removeItem("betaflock-oauth-code-verifier");
  const device = await openDevice(backend);
  expect(await device.sync.finishOAuth(code, "en")).toEqual({ ok: false, error: { type: "link_expired" } });
  expect(device.sync.session$.value).toEqual({ kind: "signed_out" });
  await device.kill();
});

test("S5 S30 an account that begins with GitHub has the language of the page, and a later login keeps the person's choice", async () => {
  known = { id: 9, login: "eva", name: "Eva Luz", email: "eva@example.test" };
  const language = async () =>
    (await backend.sql<{ language: string }>("select language from accounts where email = $1", [known.email]))[0]
      ?.language;
  const enter = async (page: "en" | "es") => {
    const device = await openDevice(backend);
    value(await device.sync.finishOAuth((await there(device)).searchParams.get("code") ?? "", page));
    await device.kill();
  };
  await enter("es");
  expect(await language()).toBe("es");
  await enter("en");
  expect(await language()).toBe("es");
});

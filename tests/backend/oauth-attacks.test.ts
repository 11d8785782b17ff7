// Logins with GitHub by an attacker whose account there lists another person's address. The test
// plays GitHub.
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { useAuthService } from "../fixtures/backend/auth-service.ts";
import { password } from "../fixtures/backend/project.ts";
import { ruleEngines } from "../fixtures/engines.ts";

interface GitHubEmail {
  email: string;
  verified: boolean;
  primary: boolean;
}

describe.each(ruleEngines)("a login with GitHub on %s", (engine) => {
  const { start, callOf, newAddress } = useAuthService(engine);
  let github: Server;
  let backend: ListeningBackend;
  let emails: GitHubEmail[] = [];

  beforeAll(async () => {
    github = createServer((request, response) => {
      const answers: Record<string, unknown> = {
        "/login/oauth/access_token": { access_token: "of-github" },
        "/api/v3/user": { id: randomUUID(), login: "somebody", name: "Somebody" },
        "/api/v3/user/emails": emails,
      };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answers[request.url ?? ""] ?? {}));
    });
    await new Promise<void>((resolve) => github.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
    const provider = { client_id: "id", secret: "secret", redirect_uri: "", url, skip_nonce_check: false };
    backend = await start({
      allowUnverifiedEmailSignIns: true,
      auth: { external: { github: { ...provider, enabled: true } } },
    });
  }, 120_000);
  afterAll(async () => {
    await backend?.stop();
    github?.close();
  });

  const signUp = async (email = newAddress()) => {
    const made = await callOf(backend)("/signup", { email, password, data: { name: "Vera Victim" } });
    return { email, token: made.body.access_token ?? "" };
  };
  /** @returns the token in the redirect; empty: the login was rejected */
  async function logInWith(...named: GitHubEmail[]): Promise<string> {
    emails = named;
    const begun = await callOf(backend)("/authorize?provider=github");
    const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const done = await callOf(backend)(`/callback?state=${state}&code=x`);
    return new URLSearchParams(new URL(done.headers.get("location") ?? "").hash.slice(1)).get("access_token") ?? "";
  }
  const addressOf = async (token: string) =>
    ((await callOf(backend)("/user", undefined, { token })).body as { email?: string }).email;
  const confirm = (email: string) =>
    backend.sql("update auth.users set email_confirmed_at = now() where email = $1", [email]);

  test("C4 T3 an address that GitHub has not verified neither opens nor creates an account", async () => {
    const victim = await signUp();
    await confirm(victim.email);
    const unverified = { email: victim.email, verified: false };
    const own = { email: newAddress(), verified: true };
    expect(await logInWith({ ...unverified, primary: true })).toBe("");
    expect(await logInWith({ ...own, primary: true }, { ...unverified, primary: false })).toBe("");
    expect(await logInWith({ ...unverified, primary: true }, { ...own, primary: false })).toBe("");
    const unknown = newAddress();
    expect(await logInWith({ email: unknown, verified: false, primary: true })).toBe("");
    expect(await backend.sql("select 1 from auth.users where email in ($1, $2)", [unknown, own.email])).toEqual([]);
    // A verified one does both.
    const byVerified = await logInWith({ email: victim.email, verified: true, primary: true });
    expect(await addressOf(byVerified)).toBe(victim.email);
    expect(await addressOf(await logInWith({ ...own, primary: true }))).toBe(own.email);
  });

  test("C4 T1 the owner of an address takes the account that a stranger made with it, and the stranger is out", async () => {
    const stranger = await signUp();
    const owner = await logInWith({ email: stranger.email, verified: true, primary: true });
    expect(await addressOf(owner)).toBe(stranger.email);
    expect(await addressOf(stranger.token)).toBeUndefined();
    const login = { email: stranger.email, password };
    expect((await callOf(backend)("/token?grant_type=password", login)).status).toBe(400);
  });
});

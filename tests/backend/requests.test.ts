import { beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { clientOf, type Person, password, signUp, startProject } from "../fixtures/backend/project.ts";
import { setUpProject } from "../fixtures/backend/setup.ts";
import { ruleEngines } from "../fixtures/engines.ts";

interface Who {
  role: string;
  uid: string | null;
  address: string;
}
const who = async (person: Pick<Person, "client">, call = "who"): Promise<Who> => {
  const { data, error } = await person.client.rpc(call);
  if (error) throw error;
  return data as Who;
};
const post = (
  backend: ListeningBackend,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${backend.url}${path}`, {
    method: "POST",
    headers: { apikey: backend.publishableKey, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

describe.each(ruleEngines)("on %s", (kind) => {
  const backend = setUpProject(kind);
  let ann: Person;
  let bob: Person;
  beforeAll(async () => {
    [ann, bob] = await Promise.all([signUp(backend), signUp(backend, { role: "admin" })]);
  }, 60_000);

  test("a call runs as the user, with the connection's address and not the one the caller claims", async () => {
    expect(await who(ann)).toMatchObject({ role: "authenticated", uid: ann.id, address: "127.0.0.1" });
    expect(await who({ client: clientOf(backend) })).toMatchObject({ role: "anon", uid: null });
    const forged = await post(backend, "/rest/v1/rpc/who", {}, { "x-forwarded-for": "9.9.9.9" });
    expect(await forged.json()).toMatchObject({ address: expect.stringMatching(/127\.0\.0\.1$/) });
  });

  test("only the service key is the service role", async () => {
    const asked = await post(backend, "/rest/v1/rpc/who", {}, { apikey: backend.serviceKey });
    expect(await asked.json()).toMatchObject({ role: "service_role" });
    for (const apikey of ["", "sb_secret_guess", "service_role"]) {
      expect((await post(backend, "/rest/v1/rpc/who", {}, { apikey })).status).toBe(401);
    }
  });

  test("no call ever runs as another user, however many run at once", async () => {
    const nobody = { client: clientOf(backend) };
    const calls = Array.from({ length: 30 }, async (_, index) => {
      const person = index % 3 === 0 ? nobody : index % 3 === 1 ? ann : bob;
      const answer = await who(person, "slow_who");
      return answer.uid === ("id" in person ? person.id : null);
    });
    const rows = Array.from({ length: 10 }, async () => {
      const { data } = await bob.client.from("notes").select("owner_id");
      return (data ?? []).every((row: { owner_id: string }) => row.owner_id === bob.id);
    });
    expect((await Promise.all([...calls, ...rows])).every(Boolean)).toBe(true);
  });

  test("an expired or broken token is rejected, never treated as signed out", async () => {
    const [head, body] = ann.token.split(".");
    const service = Buffer.from(JSON.stringify({ role: "service_role" })).toString("base64url");
    for (const [authorization, code] of [
      ["Bearer broken", "PGRST301"],
      [`Bearer ${head}.${body}.AAAA`, "PGRST301"],
      [`Bearer ${head}.${service}.AAAA`, "PGRST301"],
      // The value that a browser sends for a header that is set twice.
      [`Bearer ${ann.token}, Bearer ${ann.token}`, "PGRST301"],
      [`Basic ${ann.token}`, "PGRST301"],
    ] as const) {
      for (const path of ["/rest/v1/rpc/who", "/rest/v1/notes"]) {
        const answer = await post(backend, path, {}, { authorization });
        expect(answer.status).toBe(401);
        expect(await answer.json()).toMatchObject({ code });
      }
    }
  });

  test.each([
    ["42501", 403],
    ["23505", 409],
    ["23503", 409],
    ["23514", 400],
    ["22P02", 400],
    ["P0001", 400],
    ["BF001", 400],
    ["PT422", 422],
    ["PT503", 503],
    ["40001", 500],
    ["53300", 503],
  ])("SQLSTATE %s returns %i with its code and detail", async (code, status) => {
    const answer = await ann.client.rpc("reject", { code, message: "no" });
    expect(answer.status).toBe(status);
    expect(answer.error).toMatchObject({ code, message: "no", details: "machine_code" });
  });

  test("a rejected insert over REST keeps its code", async () => {
    const tooLong = await ann.client.from("notes").insert({ body: "x".repeat(101) });
    expect([tooLong.status, tooLong.error?.code]).toEqual([400, "23514"]);
    await ann.client.from("notes").insert({ body: "twice" });
    const again = await ann.client.from("notes").insert({ body: "twice" });
    expect([again.status, again.error?.code]).toEqual([409, "23505"]);
  });

  test("V5 a sign-up that a trigger rejects returns the reason, and stores nothing", async () => {
    const answer = await post(backend, "/auth/v1/signup", { email: "x@example.test", password, data: { name: "x" } });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: "PT422", message: "The name is too short", detail: "too_short" });
    expect(await backend.sql("select 1 from auth.users where email = 'x@example.test'")).toEqual([]);
    const weak = await post(backend, "/auth/v1/signup", { email: "weak@example.test", password: "short" });
    expect([weak.status, ((await weak.json()) as { error_code: string }).error_code]).toEqual([422, "weak_password"]);
  });

  test("column grants of the migrations hold after the first request", async () => {
    const forbidden = await ann.client.from("notes").insert({ body: "mine", secret: "set" });
    expect([forbidden.status, forbidden.error?.code]).toEqual([403, "42501"]);
    const hidden = await ann.client.from("notes").select("secret");
    expect(hidden.error?.code).toBe("42501");
    const anonymous = await clientOf(backend).from("notes").select("id");
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, "42501"]);
  });

  test("a jsonb argument arrives with its type", async () => {
    for (const [value, kindOf] of [
      [{ a: 1 }, "object"],
      [[1, 2], "array"],
      ["text", "string"],
      [3, "number"],
      [null, null],
    ] as const) {
      expect((await ann.client.rpc("kind_of", { value })).data).toBe(kindOf);
    }
    const { data } = await ann.client
      .from("notes")
      .insert({ body: "json", data: { list: [1, { deep: "ä" }] } })
      .select("data")
      .single();
    expect(data).toEqual({ data: { list: [1, { deep: "ä" }] } });
  });

  test("reusing a rotated refresh token returns the new one again, and a global sign-out ends every session", async () => {
    const person = await signUp(backend);
    const first = (await person.client.auth.getSession()).data.session;
    const second = (await person.client.auth.refreshSession()).data.session;
    expect(second?.refresh_token).not.toBe(first?.refresh_token);
    // The response was lost, so the device uses the old token again.
    const repeated = await clientOf(backend).auth.refreshSession({ refresh_token: first?.refresh_token ?? "" });
    expect(repeated.data.session?.refresh_token).toBe(second?.refresh_token);
    const other = clientOf(backend);
    const { email } = (await person.client.auth.getUser()).data.user ?? {};
    await other.auth.signInWithPassword({ email: email ?? "", password });
    await person.client.auth.signOut({ scope: "global" });
    const ended = await other.auth.refreshSession();
    expect(ended.error?.status).toBe(400);
  });

  test("a known function is mounted, an unknown one is not", async () => {
    expect((await ann.client.functions.invoke("health")).data).toEqual({ status: "ok" });
    expect((await post(backend, "/functions/v1/nothing", {})).status).toBe(404);
  });

  test("due jobs run", async () => {
    const times = async (): Promise<number> =>
      (await backend.sql<{ times: number }>("select count(*)::int as times from private.ran"))[0]?.times ?? 0;
    const before = await times();
    await backend.runScheduledJobs();
    expect(await times()).toBe(before + 1);
  });
});

test("an access token has the configured lifetime", async () => {
  const backend = await startProject({ accessTokenSeconds: 1 });
  try {
    const person = await signUp(backend);
    const claims = JSON.parse(Buffer.from(person.token.split(".")[1] ?? "", "base64url").toString()) as { exp: number };
    await expect
      .poll(
        async () => (await post(backend, "/rest/v1/rpc/who", {}, { authorization: `Bearer ${person.token}` })).status,
        {
          timeout: 5000,
          interval: 50,
        },
      )
      .toBe(401);
    expect(Date.now() / 1000).toBeGreaterThanOrEqual(claims.exp);
    expect((await person.client.auth.refreshSession()).error).toBeNull();
  } finally {
    await backend.stop();
  }
}, 30_000);

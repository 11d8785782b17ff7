// The function `auth`: the same handler in the embedded backend and in Deno, which Supabase uses.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type DenoFunction, startInDeno } from "../fixtures/backend/deno.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { clientOf, type Person, password, secondFactor, signUp } from "../fixtures/backend/project.ts";

let backend: ListeningBackend;
let admin: Person;
beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false });
  admin = await signUp(backend, { name: "Ada Admin" });
  await backend.sql("update public.profiles set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => backend?.stop());

type Answer = { status: number; body: Record<string, unknown> };
const call = async (
  who: Person | null,
  body: unknown,
  path = "",
  base = `${backend.url}/functions/v1/auth`,
): Promise<Answer> => {
  const answer = await fetch(`${base}${path}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      "content-type": "application/json",
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const roleOf = async (id: string) =>
  (await backend.sql<{ role: string }>("select role from public.profiles where id = $1", [id]))[0]?.role;

describe("in the embedded backend", () => {
  test("C7 T10 P3 only an admin can promote users, whatever the metadata says", async () => {
    const tester = await signUp(backend, { name: "Tess Tester", role: "admin" });
    const sly = await signUp(backend, { name: "Sly Developer", role: "developer" });
    await sly.client.auth.updateUser({ data: { role: "admin" } });
    const promote = { action: "updateUserRole", userId: tester.id, role: "admin" };
    expect((await call(null, promote)).status).toBe(401);
    for (const who of [tester, sly])
      expect(await call(who, promote)).toEqual({
        status: 403,
        body: { error: "Only admins may do this", code: "forbidden" },
      });
    expect((await call({ ...admin, token: `${admin.token}x` }, promote)).status).toBe(401);
    expect(await roleOf(tester.id)).toBe("tester");
    expect(await call(admin, promote)).toEqual({
      status: 200,
      body: { success: true, userId: tester.id, role: "admin" },
    });
    expect(await roleOf(tester.id)).toBe("admin");
  });

  test("C7 P3 the secret key creates the first admin, as in docs/deploy.md; the app's key does not", async () => {
    const first = await signUp(backend, { name: "Fay First" });
    const [account] = await backend.sql<{ email: string }>("select email from auth.users where id = $1", [first.id]);
    const ask = (key: string, path: string, init: RequestInit = {}) =>
      fetch(`${backend.url}/rest/v1/${path}`, {
        ...init,
        headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      });
    const found = await ask(backend.serviceKey, `profiles?select=id&email=eq.${account?.email}`);
    expect(await found.json()).toEqual([{ id: first.id }]);
    const body = JSON.stringify({ user_id: first.id, role: "admin", actor: first.id });
    const promote = (key: string) => ask(key, "rpc/set_user_role", { method: "POST", body });
    expect((await promote(backend.publishableKey)).ok).toBe(false);
    expect(await roleOf(first.id)).toBe("tester");
    expect(await (await promote(backend.serviceKey)).json()).toBe(true);
    expect(await roleOf(first.id)).toBe("admin");
  });

  test("C7 invalid calls are rejected with a message", async () => {
    for (const body of [
      { action: "updateUserRole", userId: "x", role: "admin" },
      { action: "updateUserRole", userId: admin.id, role: "tester" },
      { action: "updateUserRole", userId: `${admin.id}&role=eq.tester`, role: "admin" },
      { action: "drop" },
      {},
      "[]",
      "{",
    ]) {
      const answer = await call(admin, body);
      expect([answer.status, typeof answer.body.error]).toEqual([400, "string"]);
    }
    expect((await call(admin, { action: "updateUserRole", userId: crypto.randomUUID(), role: "admin" })).status).toBe(
      404,
    );
  });

  test("C7 P3 a suspended admin, or one without the required second factor, has no admin rights", async () => {
    const other = await signUp(backend, { name: "Otto Admin" });
    const target = await signUp(backend, { name: "Tim Target" });
    const promote = { action: "updateUserRole", userId: target.id, role: "admin" };
    await backend.sql("update public.profiles set role = 'admin', status = 'suspended' where id = $1", [other.id]);
    expect((await call(other, promote)).status).toBe(403);
    await backend.sql("update public.profiles set status = 'active' where id = $1", [other.id]);
    await backend.sql("update public.settings set saved_at = now() where section = 'security'");
    expect(await call(other, promote)).toEqual({
      status: 403,
      body: { error: "The second factor is needed", code: "forbidden" },
    });
    await backend.sql("update public.settings set saved_at = null where section = 'security'");
    expect(await roleOf(target.id)).toBe("tester");
  });

  test("C7 P3 T13 lost admin rights count from the next call on, whatever the token says", async () => {
    const promote = { action: "updateUserRole", userId: crypto.randomUUID(), role: "admin" };
    const strong = async (name: string): Promise<Person> => {
      const person = await signUp(backend, { name });
      await backend.sql("update public.profiles set role = 'admin' where id = $1", [person.id]);
      return { ...person, token: await secondFactor(backend, person) };
    };
    const rejection = async (who: Person) => {
      const { status, body } = await call(who, promote);
      return `${status} ${body.code}`;
    };
    const [demoted, suspended, bare, reset, old] = await Promise.all(
      ["Dan Demoted", "Sam Suspended", "Bea Bare", "Rob Reset", "Olga Old"].map(strong),
    );
    if (!demoted || !suspended || !bare || !reset || !old) throw new Error("nobody");
    await backend.sql("update public.settings set saved_at = now() where section = 'security'");
    for (const who of [demoted, suspended, bare, reset, old]) expect((await call(who, promote)).status).toBe(404);
    await backend.sql("update public.profiles set role = 'developer' where id = $1", [demoted.id]);
    await backend.sql("update public.profiles set status = 'suspended' where id = $1", [suspended.id]);
    expect([await rejection(demoted), await rejection(suspended)]).toEqual(["403 forbidden", "403 forbidden"]);

    const factors = async (who: Person) =>
      backend.sql<{ id: string }>("select id from auth.mfa_factors where user_id = $1", [who.id]);
    const [factor] = await factors(bare);
    const gone = await fetch(`${backend.url}/auth/v1/factors/${factor?.id}`, {
      method: "DELETE",
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${bare.token}` },
    });
    expect(gone.status).toBe(200);
    expect(await call(bare, promote)).toEqual({
      status: 403,
      body: { error: "The second factor is needed", code: "forbidden" },
    });
    expect((await call(old, { action: "resetSecondFactor", userId: reset.id })).body.removed).toBe(1);
    expect(await rejection(reset)).toBe("401 session_ended");
    await backend.sql("update private.password_dates set changed_at = now() - interval '91 days' where user_id = $1", [
      old.id,
    ]);
    expect(await rejection(old)).toBe("403 password_expired");
    await backend.sql("update public.settings set saved_at = null where section = 'security'");
  });

  test("S24 an admin's invitation sends a link; a deletion removes name and address, and the rows stay", async () => {
    const invited = await call(admin, {
      action: "inviteUser",
      email: "New@Example.test",
      name: "Nina New",
      role: "developer",
    });
    expect(invited.status).toBe(200);
    const id = String(invited.body.userId);
    expect(await roleOf(id)).toBe("developer");
    expect(backend.mail.messages.map(({ to }) => to)).toContain("new@example.test");
    expect((await call(admin, { action: "inviteUser", email: "no address", name: "Nina" })).status).toBe(400);
    expect((await call(admin, { action: "deleteUser", userId: admin.id })).status).toBe(400);
    expect((await call(admin, { action: "deleteUser", userId: id })).status).toBe(200);
    expect(await backend.sql("select name, email, _deleted from public.profiles where id = $1", [id])).toEqual([
      { name: "Deleted user", email: "", _deleted: true },
    ]);
  });

  test("B9 a user with a recent login deletes the account: login, name and picture are removed", async () => {
    const leaving = await signUp(backend, { name: "Lea Leaving" });
    const png = new Blob(["\x89PNG\r\n\x1a\n"], { type: "image/png" });
    const sent = await leaving.client.storage.from("avatars").upload(`${leaving.id}/me.png`, png);
    expect(sent.error).toBeNull();
    const objects = () => backend.sql("select name from storage.objects where name like $1", [`${leaving.id}/%`]);
    await backend.sql("update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1", [
      leaving.id,
    ]);
    expect(await call(leaving, {}, "/delete-own-account")).toMatchObject({
      status: 422,
      body: { code: "not_allowed" },
    });
    expect(await objects()).toHaveLength(1);
    await backend.sql("update auth.sessions set created_at = now() where user_id = $1", [leaving.id]);
    expect(await call(leaving, {}, "/delete-own-account")).toEqual({
      status: 200,
      body: { success: true, userId: leaving.id },
    });
    expect(await objects()).toEqual([]);
    expect(await backend.sql("select 1 from auth.users where id = $1", [leaving.id])).toEqual([]);
    expect(await backend.sql("select name, _deleted from public.profiles where id = $1", [leaving.id])).toEqual([
      { name: "Deleted user", _deleted: true },
    ]);
    expect((await call(leaving, {}, "/delete-own-account")).status).toBe(401);
  });

  test("C8 clean-test-data removes the marked rows for admins and is rejected with an error for others", async () => {
    const tester = await signUp(backend, { name: "Tia Tester" });
    expect((await call(tester, {}, "/clean-test-data")).body.error).toBe("Only admins may do this");
    const cleaned = await call(admin, "", "/clean-test-data");
    expect([cleaned.status, cleaned.body.success]).toEqual([200, true]);
  });

  test("C5 after sign-out the token is invalid, although it has not expired", async () => {
    const leaving = await signUp(backend, { name: "Lea Leaving" });
    await backend.sql("update public.profiles set role = 'admin' where id = $1", [leaving.id]);
    await leaving.client.auth.signOut({ scope: "global" });
    expect((await call(leaving, {}, "/clean-test-data")).status).toBe(401);
    const { data } = await clientOf(backend).auth.signInWithPassword({ email: "nobody@example.test", password });
    expect(data.session).toBeNull();
  });
});

describe("in Deno", () => {
  let deno: DenoFunction | undefined;
  afterAll(() => deno?.stop());

  test("C7 C8 the same handler answers the same in Supabase's runtime", async () => {
    deno = await startInDeno("auth", backend);
    const base = deno.url;
    const target = await signUp(backend, { name: "Dora Deno" });
    const promote = { action: "updateUserRole", userId: target.id, role: "admin" };
    expect(await call(target, promote, "", base)).toEqual({
      status: 403,
      body: { error: "Only admins may do this", code: "forbidden" },
    });
    expect(await call(null, promote, "", base)).toEqual({
      status: 401,
      body: { error: "Auth session missing!", code: "session_missing" },
    });
    expect((await call(admin, promote, "", base)).body).toEqual({ success: true, userId: target.id, role: "admin" });
    expect(await roleOf(target.id)).toBe("admin");
    const preflight = await fetch(base, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });
});

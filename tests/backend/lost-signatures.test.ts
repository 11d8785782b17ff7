// A signed upload needs no session, so it must end when its signer loses access in any way.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { ask, described, makeToken } from "../fixtures/backend/api.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { type Person, signUp } from "../fixtures/backend/project.ts";
import { long } from "../fixtures/long.ts";

let backend: ListeningBackend;
let owner: Person;
beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false, limitAddresses: false });
  owner = await signUp(backend, { name: "Olga Owner", role: "developer" });
}, 120_000);
afterAll(() => backend?.stop());
beforeEach(() => backend.sql("delete from private.rate_limits"));

interface Upload {
  url: string;
  headers: Record<string, string>;
}
const call = async (who: Person, name: string, body: object) => {
  const { data, error } = await who.client.rpc(name, body);
  if (error) throw new Error(`${name}: ${error.message}`);
  return data as { id: string };
};
/**
 * Creates a manager of the owner's organization, with an upload that an API client has started in
 * their name.
 */
async function begun() {
  const org = randomUUID();
  await call(owner, "create_organization", { id: org, name: "Night Maps" });
  const manager = await signUp(backend, { name: "Max Manager", role: "developer" });
  await backend.sql("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
    ...[org, manager.id],
  ]);
  const app = randomUUID();
  const { error } = await manager.client
    .from("apps")
    .insert({ id: app, org_id: org, developer_id: manager.id, title: "Night Map", platform: "android", type: "APK" });
  if (error) throw error;
  const { id: tokenId, token } = await makeToken(manager, org);
  const bytes = new TextEncoder().encode(`a build ${org}`);
  const made = await ask<{ upload: Upload }>(`${backend.url}/api/v1`, `/apps/${app}/releases`, {
    ...{ token, body: described(bytes), headers: { "idempotency-key": randomUUID() } },
  });
  expect(made.status).toBe(201);
  return { org, manager, tokenId, bytes, upload: made.body.upload };
}
const send = ({ url, headers }: Upload, bytes: Uint8Array) =>
  fetch(url, { method: "PATCH", headers, body: new Uint8Array(bytes) });
const stored = async (person: Person) =>
  (await backend.sql("select 1 from storage.objects where starts_with(name, $1)", [`${person.id}/`])).length;

describe("an upload signed by the API", () => {
  test("arrives while its user may manage", long, async () => {
    const { upload, bytes, manager } = await begun();
    expect((await send(upload, bytes)).status).toBe(204);
    expect(await stored(manager)).toBe(1);
  });

  test.each([
    [
      "suspended",
      ({ manager }) => backend.sql("update public.profiles set status = 'suspended' where id = $1", [manager.id]),
    ],
    ["removed", ({ org, manager }) => call(owner, "remove_member", { org_id: org, user_id: manager.id })],
    ["left", ({ org, manager }) => call(manager, "remove_member", { org_id: org, user_id: manager.id })],
    [
      "demoted",
      ({ org, manager }) => call(owner, "set_member_role", { org_id: org, user_id: manager.id, role: "reviewer" }),
    ],
    [
      "no developer",
      ({ manager }) => backend.sql("update public.profiles set role = 'tester' where id = $1", [manager.id]),
    ],
    ["deleted", ({ manager }) => backend.sql("delete from auth.users where id = $1", [manager.id])],
    ["without a token", ({ manager, tokenId }) => call(manager, "revoke_api_token", { token: tokenId })],
  ] as [string, (made: Awaited<ReturnType<typeof begun>>) => Promise<unknown>][])(
    "P2 P4 ends when they are %s, also in the middle",
    long,
    async (_, lose) => {
      const made = await begun();
      const half = await send(made.upload, made.bytes.subarray(0, 10));
      expect(half.status).toBe(204);
      await lose(made);
      const rest = await send(
        { ...made.upload, headers: { ...made.upload.headers, "upload-offset": "10" } },
        made.bytes.subarray(10),
      );
      expect(rest.status).toBe(403);
      expect(await stored(made.manager)).toBe(0);
    },
  );
});

describe("an upload signed by a user", () => {
  const signed = async (who: Person) => {
    const name = `${who.id}/signed.txt`;
    const made = await who.client.storage.from("attachments").createSignedUploadUrl(name);
    if (made.error) throw made.error;
    return () =>
      fetch(`${backend.url}/storage/v1/object/upload/sign/attachments/${name}?token=${made.data.token}`, {
        method: "PUT",
        headers: { apikey: backend.publishableKey, "content-type": "text/plain" },
        body: "signed",
      });
  };
  const tester = () => signUp(backend, { name: "Tess Tester", role: "tester" });

  test("arrives while the session is valid", long, async () => {
    expect((await (await signed(await tester()))()).status).toBe(200);
  });

  test.each([
    ["the session ends", (who) => who.client.auth.signOut({ scope: "global" })],
    [
      "they are suspended",
      (who) => backend.sql("update public.profiles set status = 'suspended' where id = $1", [who.id]),
    ],
    ["the account is deleted", (who) => backend.sql("delete from auth.users where id = $1", [who.id])],
  ] as [string, (who: Person) => Promise<unknown>][])("P2 P4 ends when %s", long, async (_, lose) => {
    const who = await tester();
    const put = await signed(who);
    await lose(who);
    expect((await put()).ok).toBe(false);
    expect(await stored(who)).toBe(0);
  });
});

test("P2 no download signature is valid for more than an hour, for one object or many", long, async () => {
  const who = await signUp(backend, { name: "Tess Tester", role: "tester" });
  const bucket = who.client.storage.from("attachments");
  const name = `${who.id}/a.txt`;
  const up = await bucket.upload(name, "text", { contentType: "text/plain" });
  if (up.error) throw up.error;
  for (const seconds of [1, 120, 3600]) {
    expect((await bucket.createSignedUrl(name, seconds)).error).toBeNull();
    expect((await bucket.createSignedUrls([name], seconds)).error).toBeNull();
  }
  for (const seconds of [3601, 31 * 365 * 86_400, 0, -1, 1.5, Number.MAX_SAFE_INTEGER, 1e300]) {
    expect([seconds, (await bucket.createSignedUrl(name, seconds)).error]).toEqual([seconds, expect.anything()]);
    expect([seconds, (await bucket.createSignedUrls([name], seconds)).error]).toEqual([seconds, expect.anything()]);
  }
});

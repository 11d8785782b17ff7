// API tokens: permissions to create, list and revoke them, their end, and their restriction to
// builds. tests/backend/api.test.ts covers HTTP.
import { createHash, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isToken } from "../../supabase/functions/api/token.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { campaign, newApp } from "../fixtures/sql/rows.ts";
import { setUpColleagues, setUpDatabase } from "../fixtures/sql/scenario.ts";

interface Made {
  id: string;
  token: string;
  expires_at: string;
}
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const json = JSON.stringify;

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { owner, manager, reviewer, viewer, outsider } = setUpColleagues(db);
  let org: string;
  let app: string;
  beforeAll(async () => {
    org = await team(db, owner, { [manager]: "manager", [reviewer]: "reviewer", [viewer]: "viewer" });
    app = await newApp(db, owner, { org_id: org });
  });
  beforeEach(async () => {
    await db.owner("delete from private.rate_limits");
    await db.owner("delete from private.api_tokens");
    await db.owner("update public.organization_members set role = 'manager' where org_id = $1 and user_id = $2", [
      org,
      manager,
    ]);
    await db.owner("update public.profiles set status = 'active' where id = $1", [manager]);
  });

  const make = (who: string, name = "CI", days = 90) =>
    call<Made>(db, who, "public.create_api_token($1, $2, $3::int)", [org, name, days]);
  const list = async (who: string) =>
    (
      await call<{ rows: Record<string, unknown>[] }>(db, who, "public.list_api_tokens($1::jsonb)", [
        json({ org_id: org }),
      ])
    ).rows;
  const revoke = (who: string, id: string) => call(db, who, "public.revoke_api_token($1)", [id]);
  /** Calls with the service key, like the function `api`. */
  const asService = <T>(sql: string, values: readonly unknown[]) =>
    db.db.transaction(async (session) => {
      await session.query(
        "select set_config('request.jwt.claims', '{\"role\": \"service_role\"}', true), set_config('role', 'service_role', true)",
      );
      const [row] = await session.query<{ answer: T; role: string; me: string }>(
        `select ${sql} as answer, current_setting('role') as role, current_user as me`,
        values as string[],
      );
      return row as { answer: T; role: string; me: string };
    });
  const uses = (token: string) =>
    asService("public.api_list_releases($1, $2, null, 10)", [hashOf(token), app]).then(
      () => "works",
      (error: { detail?: string }) => error.detail,
    );
  const create = (token: string, of = app, change: object = {}) =>
    asService<{ id: string }>("public.api_create_release($1, $2, $3, $4, $5::jsonb)", [
      ...[hashOf(token), of, randomUUID(), "0".repeat(64)],
      json({
        version: "1",
        notes: "",
        file_name: "a.zip",
        content_type: "application/zip",
        size_bytes: 3,
        sha256: "a".repeat(64),
        ...change,
      }),
    ]);

  test("a token has GitHub's format with a checksum, is stored as a hash, and listed to members without its value", async () => {
    const { id, token, expires_at } = await make(manager, "  GitHub Actions ");
    expect(token).toMatch(/^bft_[0-9A-Za-z]{36}$/);
    expect(isToken(token)).toBe(true);
    expect(isToken(`${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`)).toBe(false);
    if (crc32 !== undefined) {
      const [row] = await db.owner<{ crc: string }>("select private.crc32(convert_to($1, 'UTF8'))::text as crc", [
        token,
      ]);
      expect(Number(row?.crc)).toBe(crc32(token));
    }
    expect((Date.parse(expires_at) - Date.now()) / 86_400_000).toBeCloseTo(90, 1);
    expect(json(await db.owner("select t::text from private.api_tokens t"))).not.toContain(token);
    for (const who of [owner, manager, reviewer, viewer])
      expect(await list(who)).toEqual([
        expect.objectContaining({
          id,
          name: "GitHub Actions",
          last_four: token.slice(-4),
          last_used_at: null,
          own: who === manager,
        }),
      ]);
    await expect(list(outsider)).rejects.toEqual(rejection("forbidden"));
  });

  test("managers create tokens for at most a year, and an organization has 20", async () => {
    for (const [who, code] of [
      [reviewer, "not_allowed"],
      [viewer, "not_allowed"],
      [outsider, "forbidden"],
    ] as const)
      await expect(make(who), code).rejects.toEqual(rejection(code));
    for (const days of [0, 366]) await expect(make(owner, "CI", days)).rejects.toEqual(rejection("invalid"));
    for (const name of [" ", "x".repeat(81), "a\nb"])
      await expect(make(owner, name)).rejects.toEqual(rejection("invalid"));
    for (let n = 0; n < 20; n += 1) await make(n % 2 ? owner : manager, `CI ${n}`, 365);
    await expect(make(owner)).rejects.toEqual(rejection("too_many"));
    await db.owner(
      "update private.api_tokens set created_at = now() - interval '99 days', expires_at = now() - interval '9 days' where name = 'CI 3'",
    );
    await make(owner);
  });

  test("B16 a program stores the launch code of its build", async () => {
    const { token } = await make(manager);
    const { answer } = await create(token, app, { launch_code: " Blue-42 " });
    const codes = () => db.owner("select code from private.launch_codes where release_id = $1", [answer.id]);
    expect(await codes()).toEqual([{ code: "Blue-42" }]);
    expect(json(answer)).not.toContain("Blue-42");
    await expect(create(token, app, { launch_code: "a-1" })).rejects.toMatchObject({ detail: "invalid" });
  });

  test("users revoke their own token, administrators any; revoking twice has no further effect", async () => {
    const [own, theirs] = [await make(manager), await make(owner)];
    await expect(revoke(manager, theirs.id)).rejects.toEqual(rejection("not_allowed"));
    await expect(revoke(outsider, own.id)).rejects.toEqual(rejection("forbidden"));
    await revoke(manager, own.id);
    await revoke(manager, own.id);
    const again = await make(manager);
    await revoke(owner, again.id);
    expect(await uses(again.token)).toBe("invalid_token");
    expect((await list(owner)).map(({ id }) => id)).toEqual([theirs.id]);
    const [log] = await db.owner<{ n: number }>(
      "select count(*)::int as n from private.organization_activity where org_id = $1 and action = 'api_token_revoked' and target_id = $2",
      [org, own.id],
    );
    expect(log?.n).toBe(1);
  });

  test.each([
    [
      "expired",
      () =>
        db.owner(
          "update private.api_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 second'",
        ),
    ],
    [
      "its person was suspended",
      () => db.owner("update public.profiles set status = 'suspended' where id = $1", [manager]),
    ],
    ["its person may only review", () => call(db, owner, "public.set_member_role($1, $2, 'reviewer')", [org, manager])],
  ])("a token ends: %s", async (_, end) => {
    const { token } = await make(manager);
    expect(await uses(token)).toBe("works");
    await end();
    expect(await uses(token)).toBe("invalid_token");
    await expect(create(token)).rejects.toMatchObject({ detail: "invalid_token" });
  });

  test("a member who leaves loses their tokens, and returning restores none", async () => {
    const { token } = await make(manager);
    await call(db, owner, "public.remove_member($1, $2)", [org, manager]);
    expect(await uses(token)).toBe("invalid_token");
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
      org,
      manager,
    ]);
    expect(await uses(token)).toBe("invalid_token");
  });

  test("a row's live flag is not trusted: each use checks the user's current rights", async () => {
    const { token } = await make(manager);
    await db.owner("update public.organization_members set role = 'viewer' where org_id = $1 and user_id = $2", [
      org,
      manager,
    ]);
    await db.owner("update private.api_tokens set revoked_at = null");
    expect(await uses(token)).toBe("invalid_token");
  });

  test("P2 a token writes as its user under the normal rules, and the role is reset afterwards", async () => {
    const { token } = await make(manager);
    const { answer, role, me } = await create(token);
    expect([role, me]).toEqual(["service_role", "service_role"]);
    const [row] = await db.owner("select developer_id, org_id, status, file_path from public.releases where id = $1", [
      answer.id,
    ]);
    expect(row).toEqual({
      developer_id: manager,
      org_id: org,
      status: "draft",
      file_path: `${manager}/${"a".repeat(64)}`,
    });
    // The file has not arrived; also violates a column check.
    await expect(
      asService("public.api_publish_release($1, $2, $3)", [hashOf(token), app, answer.id]),
    ).rejects.toMatchObject({ detail: "not_arrived" });
    await expect(create(token, app, { version: "x".repeat(41) })).rejects.toMatchObject({ code: "23514" });
    // An inactive developer can draft but not publish.
    await db.owner("update public.profiles set status = 'inactive' where id = $1", [manager]);
    await db.owner("insert into storage.objects (bucket_id, name, metadata) values ('releases', $1, '{\"size\": 3}')", [
      `${manager}/${"a".repeat(64)}`,
    ]);
    await db.owner("update public.releases set checked_at = now() where id = $1", [answer.id]);
    await expect(
      asService("public.api_publish_release($1, $2, $3)", [hashOf(token), app, answer.id]),
    ).rejects.toMatchObject({ detail: "inactive" });
  });

  test("B5 B6 S16 a build that a program publishes reaches the campaign that takes the newest one", async () => {
    const { token } = await make(manager);
    const open = await campaign(db, owner, { org_id: org, app_id: app });
    await db.update(owner, "briefs", open, { follows_newest: true });
    const { answer } = await create(token);
    await db.owner(
      "insert into storage.objects (bucket_id, name, metadata) values ('releases', $1, '{\"size\": 3}') on conflict do nothing",
      [`${manager}/${"a".repeat(64)}`],
    );
    await db.owner("update public.releases set checked_at = now() where id = $1", [answer.id]);
    const named = () => db.owner("select release_id from public.briefs where id = $1", [open]);
    expect(await named()).toEqual([{ release_id: null }]);
    await asService("public.api_publish_release($1, $2, $3)", [hashOf(token), app, answer.id]);
    expect(await named()).toEqual([{ release_id: answer.id }]);
  });

  test("P2 does not find another organization's app, or the user's own app elsewhere", async () => {
    const { token } = await make(manager);
    const [elsewhere, own] = [await newApp(db, outsider), await newApp(db, manager)];
    for (const id of [elsewhere, own, randomUUID()])
      await expect(create(token, id)).rejects.toMatchObject({ detail: "not_found" });
  });

  test("P2 restricts tokens to builds: these calls take a token, require the service key, and write releases only", async () => {
    const found = await db.owner<{ name: string }>(
      `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and 'token_hash' = any (p.proargnames) order by 1`,
    );
    const calls = ["authenticate", "create_release", "list_releases", "note_upload", "publish_release", "read_release"];
    expect(found.map(({ name }) => name)).toEqual(calls.map((name) => `api_${name}`));
    const { token } = await make(manager);
    const before = await db.owner<{ at: string }>("select pg_current_xact_id()::text as at");
    await create(token);
    const written: string[] = [];
    for (const { name } of await db.owner<{ name: string }>("select name from private.sync_collections")) {
      const [row] = await db.owner<{ n: number }>(
        `select count(*)::int as n from public.${name} where sync_xid > $1::text::xid8`,
        [before[0]?.at ?? "0"],
      );
      if (row?.n) written.push(name);
    }
    expect(written).toEqual(["releases"]);
  });

  test("old requests, uploads and tokens are deleted", async () => {
    const { token } = await make(manager);
    await create(token);
    await db.owner("update private.api_requests set created_at = now() - interval '25 hours'");
    await make(owner, "Old");
    await db.owner(
      "update private.api_tokens set created_at = now() - interval '200 days', expires_at = now() - interval '91 days' where name = 'Old'",
    );
    await db.owner("select private.delete_old_api_rows()");
    const [left] = await db.owner(
      "select (select count(*)::int from private.api_requests) as requests, (select count(*)::int from private.api_tokens) as tokens",
    );
    expect(left).toEqual({ requests: 0, tokens: 1 });
  });
});

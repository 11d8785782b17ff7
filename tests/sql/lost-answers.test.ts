// After a lost response the device repeats the call with the same id: nothing is created twice, and
// the returned data works.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { campaign, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";

/** Functions that create something and need no id, each with the reason. */
const withoutId: Readonly<Record<string, string>> = {
  add_group_testers: "a person is in a group once",
  add_wave_candidates: "a recipient is in a plan once",
  begin_device_enrolment: "the last link of a person counts",
  invite_past_testers: "one open invitation per address and campaign",
  invite_testers: "one open invitation per address and campaign",
  make_recovery_codes: "replaces the codes of the person",
  share_test_device: "a device is shared with a build once",
};

describe.each(ruleEngines)("a repeated call on %s", (kind) => {
  const db = setUpDatabase(kind);
  const org = randomUUID();
  let dev = "";
  let other = "";
  let test_ = "";

  beforeAll(async () => {
    dev = await person(db, "developer");
    other = await person(db, "developer");
    await call(db, dev, "public.create_organization($1, 'Team Two')", [org]);
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'admin')", [
      ...[org, other],
    ]);
    test_ = await campaign(db, dev, { org_id: org });
  });

  const tokens = {
    "an API token": {
      make: (who: string, id: string, name = "CI") =>
        call<{ id: string; token: string }>(db, who, "public.create_api_token($1, $2, 30, $3)", [org, name, id]),
      table: "private.api_tokens",
      spent: "last_used_at = now()",
    },
    "a link to a campaign": {
      make: (who: string, id: string) =>
        call<{ id: string; token: string }>(db, who, "public.create_campaign_link($1, 3, null, $2)", [test_, id]),
      table: "private.campaign_links",
      spent: "uses = 1",
    },
    "a link to a summary": {
      make: (who: string, id: string) =>
        call<{ id: string; token: string }>(db, who, "public.create_summary_link($1, null, $2)", [test_, id]),
      table: "private.campaign_links",
      spent: "revoked_at = now()",
    },
  };

  test.each(Object.entries(tokens))("O2 creates %s once, and its second secret is the valid one", async (_, kind) => {
    const { make, table, spent } = kind;
    const id = randomUUID();
    const first = await make(dev, id);
    const second = await make(dev, id);
    expect(second.id).toBe(id);
    expect(second.token).not.toBe(first.token);
    const hashes = await db.owner<{ old: boolean; now: boolean }>(
      `select token_hash = private.token_hash($2) as old, token_hash = private.token_hash($3) as now from ${table} where id = $1`,
      [id, first.token, second.token],
    );
    expect(hashes).toEqual([{ old: false, now: true }]);
    // Rejects a colleague's id, a used one, and an old one.
    await expect(make(other, id)).rejects.toEqual(rejection("duplicate"));
    await db.owner(`update ${table} set created_at = created_at - interval '2 days' where id = $1`, [id]);
    await expect(make(dev, id)).rejects.toEqual(rejection("duplicate"));
    const used = randomUUID();
    await make(dev, used);
    await db.owner(`update ${table} set ${spent} where id = $1`, [used]);
    await expect(make(dev, used)).rejects.toEqual(rejection("duplicate"));
    expect((await make(dev, randomUUID())).id).not.toBe(id);
  });

  test("O2 invites a member once and sends one message; another role is another invitation", async () => {
    const email = "new.member@example.test";
    const request = randomUUID();
    const invite = (role: string, id: string | null = request) =>
      call<{ id: string }>(db, dev, "public.invite_member($1, $2, $3, $4)", [org, email, role, id]);
    const links = () => db.owner("select link from private.deliveries where email = $1 order by id", [email]);
    const made = await invite("reviewer");
    const sent = await links();
    expect(sent).toHaveLength(1);
    expect(await invite("reviewer")).toEqual(made);
    expect(await links()).toEqual(sent);
    expect(await invite("manager")).toEqual(made);
    expect(await db.owner("select role from private.organization_invitations where email = $1", [email])).toEqual([
      { role: "manager" },
    ]);
  });

  test("O2 withdrawn or removed rows stay so when the call is repeated, and nothing else changes", async () => {
    const twice = async (who: string, fn: string, args: unknown[]) => {
      await call(db, who, fn, args);
      await call(db, who, fn, args);
    };
    const invite = (email: string) =>
      call<{ id: string }>(db, dev, "public.invite_member($1, $2, 'viewer', $3)", [org, email, randomUUID()]);
    const { id } = await invite("withdrawn@example.test");
    await twice(dev, "public.revoke_invitation($1)", [id]);
    const outsider = await person(db, "developer");
    await expect(call(db, outsider, "public.revoke_invitation($1)", [id])).rejects.toEqual(rejection("forbidden"));
    const accepted = await invite("accepted@example.test");
    await db.owner("update private.organization_invitations set accepted_at = now() where id = $1", [accepted.id]);
    await expect(call(db, dev, "public.revoke_invitation($1)", [accepted.id])).rejects.toEqual(rejection("wrong_state"));

    await call(db, dev, "public.invite_testers($1, $2::text::jsonb, true)", [test_, '["once@example.test"]']);
    const [invited] = await db.owner<{ id: string }>(
      "select id from private.tester_invitations where email = 'once@example.test'",
    );
    await twice(dev, "public.revoke_tester_invitation($1)", [invited?.id]);
    await expect(call(db, outsider, "public.revoke_tester_invitation($1)", [invited?.id])).rejects.toEqual(
      rejection("forbidden"),
    );

    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'viewer')", [
      ...[org, outsider],
    ]);
    await twice(dev, "public.remove_member($1, $2)", [org, outsider]);
    const left = "select 1 from private.organization_activity where org_id = $1 and action = 'member_removed'";
    expect(await db.owner(left, [org])).toHaveLength(1);
    await expect(call(db, outsider, "public.remove_member($1, $2)", [org, other])).rejects.toEqual(
      rejection("forbidden"),
    );
  });

  test("O2 every function that creates something takes an id of the device, or has a reason not to", async () => {
    const made = await db.owner<{ name: string; args: string }>(
      `select p.proname as name, coalesce(array_to_string(p.proargnames, ','), '') as args from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and has_function_privilege('authenticated', p.oid, 'execute')
        and p.proname ~ '^(create|invite|send|start|save|add|make|share|begin)_'`,
    );
    expect(made.length).toBeGreaterThan(10);
    const open = made.filter(
      ({ name, args }) => !(name in withoutId) && !/(^|,)(id|request_id|group_id|reply_id)(,|$)/.test(args),
    );
    expect(open).toEqual([]);
    expect(Object.keys(withoutId).filter((name) => !made.some((one) => one.name === name))).toEqual([]);
  });
});

// Users who lose a right: objects that they created with it lose their effect, and their export
// excludes later texts by others.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { call, emailOf, team, tokenFor, verify } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, newApp, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";

/** Ways in which an inviting member loses the right to invite. */
const losses = ["removed", "left", "demoted", "deleted", "suspended"] as const;
type Loss = (typeof losses)[number];

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  /** Owner of the latest team; each team has a new one because a user is in at most 20. */
  let owner = "";

  /** Creates an organization with a second member, who later loses all rights. */
  async function teamWith(role: "owner" | "manager" = "owner"): Promise<{ org: string; leaver: string }> {
    owner = await person(db, "developer");
    const leaver = await person(db, "developer");
    await verify(db, leaver);
    const org = await team(db, owner, { [leaver]: role });
    await db.owner("delete from private.rate_limits");
    return { org, leaver };
  }
  async function lose(loss: Loss, org: string, leaver: string): Promise<void> {
    if (loss === "removed") await call(db, owner, "public.remove_member($1, $2)", [org, leaver]);
    if (loss === "left") await call(db, leaver, "public.remove_member($1, $2)", [org, leaver]);
    if (loss === "demoted") await call(db, owner, "public.set_member_role($1, $2, 'viewer')", [org, leaver]);
    if (loss === "deleted") await db.owner("delete from auth.users where id = $1", [leaver]);
    if (loss === "suspended") await db.owner("update public.profiles set status = 'suspended' where id = $1", [leaver]);
  }
  const secondAccount = async (role: "developer" | "tester") => {
    const account = await person(db, role);
    await verify(db, account);
    return account;
  };
  const campaignOf = (org: string) => campaign(db, owner, { org_id: org, visibility: "private", max_testers: 50 });

  describe.each(losses)("a member who was or has %s", (loss) => {
    test("P2 S5 does not return by an invitation to another account of theirs", async () => {
      for (const role of ["owner", "admin", "viewer"]) {
        const { org, leaver } = await teamWith();
        const second = await secondAccount("developer");
        await call(db, leaver, "public.invite_member($1, $2, $3)", [org, await emailOf(db, second), role]);
        const token = await tokenFor(db, await emailOf(db, second));
        expect(await call(db, second, "public.read_invitation($1)", [token])).toMatchObject({ role });
        await lose(loss, org, leaver);
        await expect(call(db, second, "public.read_invitation($1)", [token])).rejects.toEqual(
          rejection("missing_parent"),
        );
        await expect(call(db, second, "public.accept_invitation($1)", [token])).rejects.toEqual(
          rejection("missing_parent"),
        );
        // Another member with the right to invite does so.
        await call(db, owner, "public.invite_member($1, $2, $3)", [org, await emailOf(db, second), role]);
        const fresh = await tokenFor(db, await emailOf(db, second));
        expect(await call(db, second, "public.accept_invitation($1)", [fresh])).toEqual({ org_id: org });
      }
    });

    test("P2 lets no tester into a private campaign, by a link or an e-mail, and shows no summary", async () => {
      const { org, leaver } = await teamWith("manager");
      const id = await campaignOf(org);
      const second = await secondAccount("tester");
      const third = await secondAccount("tester");
      const { token } = await call<{ token: string }>(db, leaver, "public.create_campaign_link($1, null, null)", [id]);
      const summary = await call<{ token: string }>(db, leaver, "public.create_summary_link($1, null)", [id]);
      const others = await call<{ token: string }>(db, owner, "public.create_campaign_link($1, null, null)", [id]);
      await call(db, leaver, "public.invite_testers($1, $2::jsonb, true)", [
        ...[id, JSON.stringify([await emailOf(db, third)])],
      ]);
      const mailed = await tokenFor(db, await emailOf(db, third));
      expect(await call(db, null, "public.read_campaign_summary($1)", [summary.token])).toMatchObject({ reports: 0 });
      await lose(loss, org, leaver);
      for (const [who, each] of [
        [second, token],
        [third, mailed],
      ] as const) {
        await expect(call(db, who, "public.read_campaign_invitation($1)", [each])).rejects.toEqual(
          rejection("missing_parent"),
        );
        await expect(call(db, who, "public.join_campaign($1)", [each])).rejects.toEqual(rejection("missing_parent"));
      }
      await expect(call(db, null, "public.read_campaign_summary($1)", [summary.token])).rejects.toEqual(
        rejection("missing_parent"),
      );
      // A colleague's link still works.
      expect(await call(db, second, "public.join_campaign($1)", [others.token])).toEqual({ campaign_id: id });
    });

    test("P2 invites no one by a running plan until a colleague resumes it in their own name", async () => {
      const { org, leaver } = await teamWith("manager");
      const id = await campaignOf(org);
      const plan = randomUUID();
      const list = Array.from({ length: 4 }, () => `${randomUUID()}@example.test`);
      await call(db, leaver, "public.start_waves($1, $2, $3::jsonb, '{\"wave_size\": 1}')", [
        ...[id, plan, JSON.stringify(list)],
      ]);
      await lose(loss, org, leaver);
      await db.owner("update private.wave_plans set next_at = now() - interval '1 minute' where id = $1", [plan]);
      await db.owner("select private.send_due_waves()");
      expect(await call(db, owner, "public.read_waves($1)", [id])).toMatchObject({
        ...{ state: "paused", problem: "not_allowed", invited: 1 },
      });
      await call(db, owner, `public.change_waves($1, '{"do": "resume"}')`, [plan]);
      await db.owner("select private.send_due_waves()");
      expect(await call(db, owner, "public.read_waves($1)", [id])).toMatchObject({
        ...{ state: "running", problem: "", invited: 2 },
      });
      const by = await db.owner(
        "select invited_by from private.tester_invitations where campaign_id = $1 and email = $2",
        [...[id, list[1] ?? ""]],
      );
      expect(by).toEqual([{ invited_by: owner }]);
    });
  });

  test("P2 regains none of it when the member returns", async () => {
    const { org, leaver } = await teamWith("owner");
    const id = await campaignOf(org);
    const [second, third] = [await secondAccount("developer"), await secondAccount("tester")];
    await call(db, leaver, "public.invite_member($1, $2, 'viewer')", [org, await emailOf(db, second)]);
    const link = await call<{ token: string }>(db, leaver, "public.create_campaign_link($1, null, null)", [id]);
    const summary = await call<{ token: string }>(db, leaver, "public.create_summary_link($1, null)", [id]);
    await call(db, leaver, "public.invite_testers($1, $2::jsonb, true)", [
      ...[id, JSON.stringify([await emailOf(db, third)])],
    ]);
    await call(
      db,
      leaver,
      'public.start_waves($1, $2, \'["a@example.test", "b@example.test"]\', \'{"wave_size": 1}\')',
      [...[id, randomUUID()]],
    );
    const [invitation, mailed] = [
      await tokenFor(db, await emailOf(db, second)),
      await tokenFor(db, await emailOf(db, third)),
    ];
    await call(db, owner, "public.set_member_role($1, $2, 'viewer')", [org, leaver]);
    await call(db, owner, "public.set_member_role($1, $2, 'owner')", [org, leaver]);
    await expect(call(db, second, "public.accept_invitation($1)", [invitation])).rejects.toEqual(
      rejection("missing_parent"),
    );
    for (const token of [link.token, mailed])
      await expect(call(db, third, "public.join_campaign($1)", [token])).rejects.toEqual(rejection("missing_parent"));
    await expect(call(db, null, "public.read_campaign_summary($1)", [summary.token])).rejects.toEqual(
      rejection("missing_parent"),
    );
    expect(await call(db, owner, "public.read_waves($1)", [id])).toMatchObject({
      state: "paused",
      problem: "not_allowed",
    });
    // No pending e-mail has a void link.
    const waiting = await db.owner<{ n: number }>(
      "select count(*)::int as n from private.deliveries where split_part(link, '#', 2) = any ($1) and attempts = 0",
      [`{${invitation},${mailed}}`],
    );
    expect(waiting).toEqual([{ n: 0 }]);
  });

  test("P2 thousands of open invitations end at once, and expired ones stay", long, async () => {
    const { org, leaver } = await teamWith("manager");
    const ids = [await campaignOf(org), await campaignOf(org)];
    await db.owner(
      `insert into private.tester_invitations (campaign_id, email, token_hash, invited_by, expires_at)
       select c, n || '@example.test', private.token_hash(c::text || n), $2, now() + interval '1 day' * (n % 2 * 2 - 1)
       from unnest($1::uuid[]) c, generate_series(1, 10000) n`,
      [`{${ids.join()}}`, leaver],
    );
    await db.owner(
      `insert into private.deliveries (notification_id, email, channel, kind, data, link)
       select gen_random_uuid(), n || '@example.test', 'email', 'campaign_invited', '{}', '/join#' || $1 || n
       from generate_series(1, 10000) n`,
      [ids[0] ?? ""],
    );
    await lose("removed", org, leaver);
    const open =
      "select count(*)::int as n from private.tester_invitations where invited_by = $1 and revoked_at is null";
    // A colleague can send expired ones again.
    expect(await db.owner(open, [leaver])).toEqual([{ n: 10_000 }]);
    const waiting = "select count(*)::int as n from private.deliveries where starts_with(link, $1)";
    expect(await db.owner(waiting, [`/join#${ids[0]}`])).toEqual([{ n: 5000 }]);
  });

  test("an invitation that a colleague sends again is the colleague's", async () => {
    const { org, leaver } = await teamWith();
    const second = await secondAccount("developer");
    const made = await call<{ id: string }>(db, leaver, "public.invite_member($1, $2, 'viewer')", [
      ...[org, await emailOf(db, second)],
    ]);
    await call(db, owner, "public.resend_invitation($1)", [made.id]);
    await lose("removed", org, leaver);
    const token = await tokenFor(db, await emailOf(db, second));
    expect(await call(db, second, "public.accept_invitation($1)", [token])).toEqual({ org_id: org });
  });

  test("an admin's invitations stay after losing the right to make owners, those of owners end", async () => {
    const { org, leaver } = await teamWith();
    const [one, two] = [await secondAccount("developer"), await secondAccount("developer")];
    await call(db, leaver, "public.invite_member($1, $2, 'owner')", [org, await emailOf(db, one)]);
    await call(db, leaver, "public.invite_member($1, $2, 'viewer')", [org, await emailOf(db, two)]);
    await call(db, owner, "public.set_member_role($1, $2, 'admin')", [org, leaver]);
    const [first, second] = [await tokenFor(db, await emailOf(db, one)), await tokenFor(db, await emailOf(db, two))];
    await expect(call(db, one, "public.accept_invitation($1)", [first])).rejects.toEqual(rejection("missing_parent"));
    expect(await call(db, two, "public.accept_invitation($1)", [second])).toEqual({ org_id: org });
  });

  describe("an export after the removal", () => {
    const secret = `Written after the removal ${randomUUID()}`;
    let org: string;
    let leaver: string;
    const wrote: Record<string, string> = {};

    const parts = async (who: string) =>
      (await call<{ parts: { part: string; rows: number }[] }>(db, who, "public.export_own_data('{}')")).parts;
    const everything = async (who: string) => {
      const found: Record<string, Row[]> = {};
      for (const { part } of await parts(who))
        found[part] = (
          await call<{ rows: Row[] }>(db, who, "public.export_own_data($1::jsonb)", [JSON.stringify({ part })])
        ).rows;
      return found;
    };

    beforeAll(async () => {
      ({ org, leaver } = await teamWith());
      wrote.campaign = await campaign(db, leaver, { org_id: org, max_testers: 50 });
      wrote.app = await newApp(db, leaver, { org_id: org });
      wrote.release = await newRelease(db, leaver, wrote.app);
      wrote.own = await newApp(db, leaver);
      await call(db, leaver, "public.send_announcement($1, $2, '', 'Hello')", [wrote.campaign, randomUUID()]);
      const tester = await person(db, "tester");
      await apply(db, wrote.campaign, tester);
      const feedback_id = await report(db, wrote.campaign, tester);
      await db.insert(leaver, "comments", {
        ...{ id: randomUUID(), feedback_id, author_id: leaver, body: "My own words" },
      });
    });

    test("B9 P2 has the organization's rows while the user is a member", async () => {
      const found = await everything(leaver);
      expect(found.campaigns).toMatchObject([{ id: wrote.campaign }]);
      expect(found.briefs).toMatchObject([{ id: wrote.campaign, instructions: "Read me" }]);
      expect(found.releases).toMatchObject([{ id: wrote.release }]);
      expect(found.apps).toHaveLength(2);
      expect(found.announcements).toMatchObject([{ recipients: 0 }]);
    });

    test("B9 P2 has no later texts of others, but those of the user", async () => {
      await call(db, owner, "public.remove_member($1, $2)", [org, leaver]);
      await db.update(owner, "campaigns", wrote.campaign ?? "", { description: secret });
      await db.update(owner, "briefs", wrote.campaign ?? "", { instructions: secret });
      await db.update(owner, "apps", wrote.app ?? "", { description: secret, title: secret });
      await db.update(owner, "releases", wrote.release ?? "", { notes: secret });
      const found = await everything(leaver);
      expect(JSON.stringify(found)).not.toContain(secret);
      expect([found.campaigns, found.briefs, found.releases]).toEqual([[], [], []]);
      expect(found.apps).toMatchObject([{ id: wrote.own }]);
      expect(found.comments).toMatchObject([{ body: "My own words" }]);
      expect(found.announcements).toHaveLength(1);
      expect(found.announcements?.[0]).not.toHaveProperty("recipients");
      const done = found.organization_activity?.filter((row) => row.org_id === org) ?? [];
      expect(done.map((row) => row.action)).toContain("announcement_sent");
      for (const row of done) expect(row).not.toHaveProperty("details");
      for (const { part, rows } of await parts(leaver)) expect([part, rows]).toEqual([part, found[part]?.length]);
    });

    test("B9 P2 of a former admin names no other user", async () => {
      const former = await person(db, "admin");
      const victim = await person(db, "tester", { name: "Named In Details" });
      await call(db, former, `public.admin_change_user($1, '{"status": "suspended", "reason": "Spam"}')`, [victim]);
      expect(JSON.stringify((await everything(former)).activity)).toContain("Named In Details");
      await db.owner("update public.profiles set role = 'developer' where id = $1", [former]);
      const found = await everything(former);
      expect(JSON.stringify(found)).not.toContain("Named In Details");
      expect(found.activity?.length).toBeGreaterThan(0);
    });

    /**
     * Parts with rows that others can change name their condition, so that a new part gets
     * reviewed.
     */
    test("each part of an export belongs to the user alone, or checks current rights", async () => {
      const open = await db.owner<{ part: string }>(
        "select part from private.own_data where source not like '%my_organizations%' and source not like '%is_admin%' order by place",
      );
      expect(open.map(({ part }) => part)).toEqual([
        ...[
          "profile",
          "account",
          "login",
          "sessions",
          "organizations",
          "applications",
          "reports",
          "comments",
          "rewards",
        ],
        ...["payouts", "ledger", "builds", "launch_codes", "downloads", "opened_campaigns", "invitations"],
        ...["notifications", "push_subscriptions", "flags", "contact_messages", "contact_replies"],
        ...["rejected_changes", "api_tokens", "test_devices", "files"],
      ]);
    });
  });
});

// Organizations: members, roles, invitations, and visibility. Permissions are in
// supabase/tests/permissions.test.sql.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { call, emailOf, team, tokenFor, verify } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, campaignInput, newApp, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpColleagues, setUpDatabase } from "../fixtures/sql/scenario.ts";
import { pull, pulledRow, pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { owner, manager, reviewer, viewer, outsider, tester } = setUpColleagues(db);
  let org: string;
  let open: string;
  let sent: string;
  beforeAll(async () => {
    org = await team(db, owner, { [manager]: "manager", [reviewer]: "reviewer", [viewer]: "viewer" });
    open = await campaign(db, owner, { org_id: org });
    await apply(db, open, tester);
    sent = await report(db, open, tester);
  });

  test("S4 a developer has a personal organization from sign-up, with the user's id and name", async () => {
    const [own] = await db.query(outsider, "select id, name, personal from public.organizations");
    expect(own).toEqual({ id: outsider, name: expect.any(String), personal: true });
    const account = await pulledRow(db, outsider, "accounts", outsider);
    expect(account?.memberships).toEqual([
      { org_id: outsider, name: own?.name, logo_path: "", personal: true, role: "owner" },
    ]);
    expect(await pulledRow(db, tester, "accounts", tester)).toMatchObject({ memberships: [] });
  });

  test("all members have their organization's rows in addition to their own; other users do not", async () => {
    const mine = await campaign(db, viewer);
    for (const member of [owner, manager, reviewer, viewer]) {
      expect(await pulledRow(db, member, "campaigns", open), member).toMatchObject({
        org_id: org,
        developer_id: owner,
      });
      for (const [name, id] of [
        ["briefs", open],
        ["feedback", sent],
      ] as const)
        expect(await pulledRow(db, member, name, id), name).toMatchObject({ org_id: org });
      expect((await pullRows(db, member, "applications")).filter((row) => row.campaign_id === open)).toHaveLength(1);
    }
    expect(await pulledRow(db, viewer, "campaigns", mine)).toMatchObject({ org_id: viewer });
    for (const name of ["campaigns", "briefs", "feedback", "applications"])
      expect((await pullRows(db, outsider, name)).filter((row) => row.org_id === org)).toEqual([]);
  });

  test("B1 S20 an app moves with its campaigns, reports and rewards to an organization that its owner manages", async () => {
    const app = await newApp(db, manager);
    const release = await newRelease(db, manager, app, { version: "1.0" });
    await db.update(manager, "releases", release, { status: "published" });
    const [own, other] = [await campaign(db, manager, { app_id: app }), await campaign(db, manager)];
    await apply(db, own, tester);
    const found = await report(db, own, tester);
    await db.update(manager, "feedback", found, { status: "approved", usefulness: 4 });
    await db.insert(manager, "comments", { id: randomUUID(), feedback_id: found, author_id: manager, body: "Thanks" });
    const owners = async () =>
      (
        await db.owner<{ of: string; org_id: string }>(
          `select 'app' as of, org_id from public.apps where id = $1
           union all select 'release', org_id from public.releases where app_id = $1
           union all select 'campaign', org_id from public.campaigns where app_id = $1
           union all select 'brief', b.org_id from public.briefs b join public.campaigns c on c.id = b.id where c.app_id = $1
           union all select 'application', a.org_id from public.applications a join public.campaigns c on c.id = a.campaign_id
             where c.app_id = $1
           union all select 'report', f.org_id from public.feedback f join public.campaigns c on c.id = f.campaign_id where c.app_id = $1
           union all select 'comment', k.org_id from public.comments k where k.feedback_id = $2
           union all select 'reward', r.org_id from public.rewards r where r.feedback_id = $2`,
          [app, found],
        )
      ).map(({ of, org_id }) => [of, org_id]);
    const kinds = ["app", "release", "campaign", "brief", "application", "report", "comment", "reward"];
    const reward = () =>
      db.owner("select amount_cents, status, payout_id from public.rewards where feedback_id = $1", [found]);
    const before = await reward();
    const move = (who: string, to: string) => call(db, who, "public.move_app($1, $2)", [app, to]);
    // Neither others' apps, nor organizations without the right to manage, nor personal ones.
    for (const who of [owner, viewer, outsider, tester])
      await expect(move(who, org)).rejects.toEqual(rejection("forbidden"));
    const viewed = await team(db, outsider, { [manager]: "viewer" });
    await expect(move(manager, viewed)).rejects.toEqual(rejection("not_allowed"));
    await expect(move(manager, await team(db, outsider, {}))).rejects.toEqual(rejection("forbidden"));
    await expect(move(manager, manager)).rejects.toEqual(rejection("not_allowed"));
    expect(await owners()).toEqual(kinds.map((of) => [of, manager]));
    await move(manager, org);
    expect(await owners()).toEqual(kinds.map((of) => [of, org]));
    expect(await reward()).toEqual(before);
    expect(await db.row("campaigns", other)).toMatchObject({ org_id: manager });
    const [to] = await db.owner<{ name: string }>("select name from public.organizations where id = $1", [org]);
    expect(await db.row("apps", app)).toMatchObject({ developer_name: to?.name, status: "draft" });
    // Its new members see it, and the testers keep their test.
    expect(await pulledRow(db, viewer, "campaigns", own)).toMatchObject({ org_id: org, developer_name: to?.name });
    expect(await pulledRow(db, viewer, "feedback", found)).toMatchObject({ org_id: org });
    expect(await pulledRow(db, manager, "releases", release)).toMatchObject({ org_id: org });
    expect(await pulledRow(db, tester, "campaigns", own)).toMatchObject({ status: "active" });
    expect(
      await db.owner("select 1 as one from private.org_testers where org_id = $1 and user_id = $2", [org, tester]),
    ).toHaveLength(1);
    // It does not move back.
    await expect(move(manager, manager)).rejects.toEqual(rejection("not_allowed"));
  });

  test("S15 cards show the organization's name, a personal one the user's, also after renaming", async () => {
    expect(await pulledRow(db, tester, "campaigns", open)).toMatchObject({ developer_name: "The Team" });
    await call(db, owner, "public.change_organization($1, $2::jsonb)", [org, JSON.stringify({ name: "Team Two" })]);
    expect(await pulledRow(db, tester, "campaigns", open)).toMatchObject({ developer_name: "Team Two" });
    const dana = await person(db, "developer", { name: "Dana Develops" });
    const own = await campaign(db, dana);
    await apply(db, own, tester);
    await db.update(dana, "profiles", dana, { name: "Dana Renamed" });
    expect(await pulledRow(db, tester, "campaigns", own)).toMatchObject({ developer_name: "Dana Renamed" });
  });

  test("S18 a reviewer decides and writes notes, but cannot edit the campaign; a viewer only reads", async () => {
    const one = await report(db, open, tester);
    await expect(
      db.insert(viewer, "comments", { id: randomUUID(), feedback_id: one, author_id: viewer, body: "Hello" }),
    ).rejects.toEqual(rejection("forbidden"));
    expect(await db.update(viewer, "feedback", one, { status: "approved", usefulness: 3 })).toBe(0);
    await db.insert(reviewer, "comments", {
      ...{ id: randomUUID(), feedback_id: one, author_id: reviewer },
      ...{ body: "Seen before", internal: true },
    });
    expect(await db.update(reviewer, "feedback", one, { status: "approved", usefulness: 3 })).toBe(1);
    expect(await db.update(reviewer, "campaigns", open, { title: "Another title" })).toBe(0);
    expect(await db.update(manager, "campaigns", open, { title: "Another title" })).toBe(1);
    // Testers see no notes.
    expect((await pullRows(db, tester, "comments")).filter((row) => row.feedback_id === one)).toEqual([]);
    expect((await pullRows(db, viewer, "comments")).filter((row) => row.feedback_id === one)).toHaveLength(1);
  });

  test("P2 users cannot create rows for a foreign organization, or move rows into one", async () => {
    for (const who of [outsider, viewer, reviewer]) {
      await expect(db.insert(who, "campaigns", campaignInput(who, { org_id: org }))).rejects.toEqual(
        rejection("forbidden"),
      );
    }
    const own = await campaign(db, outsider);
    await expect(db.update(outsider, "campaigns", own, { org_id: org })).rejects.toMatchObject({ sqlstate: "42501" });
    const app = await newApp(db, outsider);
    await expect(db.insert(manager, "campaigns", campaignInput(manager, { org_id: org, app_id: app }))).rejects.toEqual(
      rejection("forbidden"),
    );
    // A row keeps its parent's organization, whatever the device sends.
    const { rejected } = await push(db, outsider, "releases", [
      { doc: { id: randomUUID(), app_id: app, developer_id: outsider, org_id: org, sync_client: "p", sync_seq: 1 } },
    ]);
    expect(rejected).toEqual([]);
    expect(
      await db.owner("select 1 from public.releases where org_id = $1 and developer_id = $2", [org, outsider]),
    ).toEqual([]);
  });

  test("S20 P4 a manager publishes a colleague's build, and members may download it; outsiders may not", async () => {
    const app = randomUUID();
    await db.insert(manager, "apps", {
      ...{ id: app, org_id: org, developer_id: manager },
      ...{ title: "Budget", description: "Money" },
    });
    const release = await newRelease(db, manager, app, { file_path: `${manager}/app.apk` });
    expect(await db.update(owner, "releases", release, { notes: "Faster" })).toBe(1);
    await expect(db.update(owner, "releases", release, { file_path: `${outsider}/app.apk` })).rejects.toEqual(
      rejection("invalid"),
    );
    await db.owner("insert into storage.objects (bucket_id, name, owner_id) values ('releases', $1, $2)", [
      `${manager}/app.apk`,
      manager,
    ]);
    const sees = async (who: string) =>
      (await db.query(who, "select 1 from storage.objects where name = $1", [`${manager}/app.apk`])).length;
    expect([await sees(viewer), await sees(outsider)]).toEqual([1, 0]);
  });

  test("T13 a membership change takes effect with the next call, and restarts replication", async () => {
    const leaving = await person(db, "developer");
    const scopeOf = async (who: string) => (await pull(db, who, [])).scope;
    const before = await scopeOf(leaving);
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
      org,
      leaving,
    ]);
    const within = await scopeOf(leaving);
    await call(db, owner, "public.set_member_role($1, $2, 'viewer')", [org, leaving]);
    const viewing = await scopeOf(leaving);
    expect(new Set([before, within, viewing]).size).toBe(3);
    const [row] = await pullRows(db, leaving, "campaigns").then((rows) => rows.filter((one) => one.id === open));
    const { rejected } = await push(db, leaving, "campaigns", [
      {
        doc: { ...row, title: "Too late for this", sync_client: "phone", sync_seq: Number(row?.sync_seq) + 1 },
        assumed: row ?? null,
      },
    ]);
    expect(rejected.map(({ code }) => code)).toEqual(["forbidden"]);
    await call(db, owner, "public.remove_member($1, $2)", [org, leaving]);
    expect(await scopeOf(leaving)).toBe(before);
    expect((await pullRows(db, leaving, "campaigns")).filter((one) => one.id === open)).toEqual([]);
    expect(await pulledRow(db, leaving, "accounts", leaving)).toMatchObject({
      memberships: [expect.objectContaining({ personal: true })],
    });
  });

  test("the last owner stays; a deleted account hands its organization over", async () => {
    const [first, second] = [await person(db, "developer"), await person(db, "developer")];
    const id = await team(db, first, { [second]: "viewer" });
    expect(await call(db, second, "public.get_organization($1)", [id])).toMatchObject({
      role: "viewer",
      members: 2,
      owners: 1,
    });
    await expect(call(db, first, "public.remove_member($1, $2)", [id, first])).rejects.toEqual(rejection("last_owner"));
    await expect(call(db, first, "public.set_member_role($1, $2, 'viewer')", [id, first])).rejects.toEqual(
      rejection("last_owner"),
    );
    await expect(call(db, second, "public.set_member_role($1, $2, 'owner')", [id, second])).rejects.toEqual(
      rejection("not_allowed"),
    );
    await db.owner("delete from auth.users where id = $1", [first]);
    expect(await db.owner("select user_id, role from public.organization_members where org_id = $1", [id])).toEqual([
      { user_id: second, role: "owner" },
    ]);
  });

  test("an invitation is bound to its address, expires, can be resent, and can be withdrawn", async () => {
    const [invited, other] = [await person(db, "developer"), await person(db, "developer")];
    await verify(db, other);
    const email = await emailOf(db, invited);
    const invite = () =>
      call<{ id: string }>(db, owner, "public.invite_member($1, $2, 'reviewer')", [org, email.toUpperCase()]);
    const accept = (who: string, token: string) =>
      call<{ org_id: string }>(db, who, "public.accept_invitation($1)", [token]);
    const { id } = await invite();
    const first = await tokenFor(db, email);
    // The table stores only the hash.
    expect(JSON.stringify(await db.owner("select * from private.organization_invitations"))).not.toContain(first);
    expect(await call(db, null, "public.read_invitation($1)", [first])).toMatchObject({
      ...{ organization_name: "Team Two", role: "reviewer", email, inviter_name: "Olga Owner" },
    });
    await expect(accept(other, first)).rejects.toEqual(rejection("forbidden"));
    // Unverified: otherwise typing another user's address would give access.
    await expect(accept(invited, first)).rejects.toEqual(rejection("forbidden"));
    await call(db, owner, "public.resend_invitation($1)", [id]);
    const second = await tokenFor(db, email);
    await verify(db, invited);
    await expect(accept(invited, first)).rejects.toEqual(rejection("missing_parent"));
    await db.owner(
      "update private.organization_invitations set expires_at = now() - interval '1 second' where id = $1",
      [id],
    );
    await expect(accept(invited, second)).rejects.toEqual(rejection("missing_parent"));
    expect((await invite()).id).toBe(id);
    const third = await tokenFor(db, email);
    await call(db, owner, "public.revoke_invitation($1)", [id]);
    await expect(accept(invited, third)).rejects.toEqual(rejection("missing_parent"));
    await invite();
    const fourth = await tokenFor(db, email);
    expect(await accept(invited, fourth)).toEqual({ org_id: org });
    // The response was lost, and the device repeats the call.
    expect(await accept(invited, fourth)).toEqual({ org_id: org });
    await expect(accept(other, fourth)).rejects.toEqual(rejection("missing_parent"));
    await expect(invite()).rejects.toEqual(rejection("duplicate"));
    expect(await pulledRow(db, invited, "campaigns", open)).toMatchObject({ org_id: org });
  });

  test("only developers join, at most 20 organizations each; personal ones take no members", async () => {
    const invite = (who: string, id: string, email: string) =>
      call(db, who, "public.invite_member($1, $2, 'viewer')", [id, email]);
    await expect(invite(owner, owner, "a@example.test")).rejects.toEqual(rejection("not_allowed"));
    await verify(db, tester);
    const email = await emailOf(db, tester);
    await invite(owner, org, email);
    await expect(call(db, tester, "public.accept_invitation($1)", [await tokenFor(db, email)])).rejects.toEqual(
      rejection("not_allowed"),
    );
    const busy = await person(db, "developer");
    for (let n = 0; n < 19; n++) await team(db, busy);
    await expect(team(db, busy)).rejects.toEqual(rejection("too_many"));
  });

  test("S29 reviewers are notified of a report, managers of an applicant, viewers of neither", async () => {
    const applicant = await person(db, "tester");
    await apply(db, open, applicant);
    await report(db, open, applicant);
    const kindsOf = async (who: string) =>
      (await pullRows(db, who, "notifications"))
        .filter((row) => JSON.stringify(row.data).includes(open))
        .map((row) => row.kind);
    expect(await kindsOf(manager)).toEqual(expect.arrayContaining(["application_received", "feedback_received"]));
    expect(await kindsOf(reviewer)).toContain("feedback_received");
    expect(await kindsOf(reviewer)).not.toContain("application_received");
    expect(await kindsOf(viewer)).toEqual([]);
  });

  test("S27 an organization has a public page after publishing an app; others look nonexistent", async () => {
    const hers = await team(db, owner);
    const words = { about: "We make maps.", website: "https://maps.example.test" };
    await call(db, owner, "public.change_organization($1, $2::jsonb)", [hers, JSON.stringify(words)]);
    const page = (who: string | null, id = hers) => call(db, who, "public.read_organization($1)", [id]);
    expect([await page(null), await page(owner), await page(null, randomUUID())]).toEqual([null, null, null]);
    const app = await newApp(db, owner, { org_id: hers });
    expect(await page(null)).toBeNull();
    await db.withoutMoves("update public.apps set status = 'published', published_at = now() where id = $1", [app]);
    for (const who of [null, tester, outsider])
      expect(await page(who)).toMatchObject({ id: hers, name: "The Team", logo_path: "", ...words, tests: [] });
  });

  test("members are listed by name, page by page; their actions are in the activity", async () => {
    const ask = (who: string, request: object) =>
      call<{ rows: { name: string; role: string }[]; next: object | null; total: number | null }>(
        db,
        who,
        "public.list_organization_members($1::jsonb)",
        [JSON.stringify({ org_id: org, ...request })],
      );
    const all = await ask(viewer, {});
    expect(all.total).toBe(all.rows.length);
    const first = await ask(viewer, { limit: 2 });
    const rest = await ask(viewer, { limit: 200, after: first.next });
    expect([...first.rows, ...rest.rows]).toEqual(all.rows);
    expect((await ask(viewer, { search: "max MAN" })).rows.map(({ name }) => name)).toEqual(["Max Manager"]);
    await expect(ask(outsider, {})).rejects.toEqual(rejection("forbidden"));
    const { rows } = await call<{ rows: { action: string; actor_name: string }[] }>(
      db,
      viewer,
      "public.list_organization_activity($1::jsonb)",
      [JSON.stringify({ org_id: org, limit: 200 })],
    );
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["organization_created", "member_invited", "feedback_approved", "member_joined"]),
    );
  });
});

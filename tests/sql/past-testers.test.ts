// Past testers of an organization, their groups and invitations, and blocks. Permissions are in
// supabase/tests/permissions.test.sql.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import type { TestDatabase } from "../fixtures/sql/database.ts";
import { call, emailOf, team, tokenFor, verify } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, newApp, person, report } from "../fixtures/sql/rows.ts";
import { setUpColleagues, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pulledRow } from "../fixtures/sql/sync-calls.ts";

interface PastTester {
  id: string;
  card: object;
  tests: number;
  reports_approved: number;
  last_active_at: string;
  groups: string[];
  note: string;
}
interface Page {
  rows: PastTester[];
  next: object | null;
  total: number | null;
}
interface Invited {
  invited: number;
  joined: number;
  waiting: number;
  more: number;
}

/** Calls of members as `who`. */
const callsOf = (db: TestDatabase, org: () => string) => ({
  list: (who: string, request: object = {}) =>
    call<Page>(db, who, "public.list_past_testers($1::jsonb)", [JSON.stringify({ org_id: org(), ...request })]),
  groups: (who: string) =>
    call<{ rows: { id: string; name: string; note: string; members: number }[]; total: number }>(
      db,
      who,
      "public.list_tester_groups($1::jsonb)",
      [JSON.stringify({ org_id: org() })],
    ),
  save: (who: string, id: string, name: string, note = "") =>
    call(db, who, "public.save_tester_group($1, $2, $3, $4)", [org(), id, name, note]),
  drop: (who: string, id: string) => call(db, who, "public.delete_tester_group($1, $2)", [org(), id]),
  add: (who: string, id: string, people: object) =>
    call<{ added: number; more: number }>(db, who, "public.add_group_testers($1, $2, $3::jsonb)", [
      ...[org(), id, JSON.stringify(people)],
    ]),
  remove: (who: string, id: string, people: readonly string[]) =>
    call(db, who, "public.remove_group_testers($1, $2, $3::jsonb)", [org(), id, JSON.stringify(people)]),
  note: (who: string, id: string, tester: string, note: string) =>
    call(db, who, "public.set_group_tester_note($1, $2, $3, $4)", [org(), id, tester, note]),
  invite: (who: string, to: string, people: object, send = true) =>
    call<Invited>(db, who, "public.invite_past_testers($1, $2::jsonb, $3)", [to, JSON.stringify(people), send]),
});
const ids = ({ rows }: Page) => rows.map(({ id }) => id);
const block = (db: TestDatabase, who: string, org: string, blocked = true) =>
  call(db, who, "public.block_organization($1, $2)", [org, blocked]);
const join = (db: TestDatabase, who: string, token: string) =>
  call<{ campaign_id: string }>(db, who, "public.join_campaign($1)", [token]);

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { owner, admin, manager, reviewer, viewer, outsider, tester } = setUpColleagues(db);
  const ana = setUpPerson(db, "tester", { name: "Ana Ávila" });
  const bob = setUpPerson(db, "tester", { name: "Bob Brown" });
  const cleo = setUpPerson(db, "tester", { name: "Cleo Clark" });
  let org: string;
  let app: string;
  let past: string;
  const { list, groups, save, drop, add, remove, note, invite } = callsOf(db, () => org);
  /** Creates a group of the organization with these users. */
  const group = async (name: string, people: readonly string[]) => {
    const id = randomUUID();
    await save(manager, id, name);
    if (people.length > 0) await add(manager, id, { ids: people });
    return id;
  };
  beforeAll(async () => {
    const roles = { [admin]: "admin", [manager]: "manager", [reviewer]: "reviewer", [viewer]: "viewer" } as const;
    org = await team(db, owner, roles);
    app = await newApp(db, owner, { org_id: org });
    past = await campaign(db, owner, { org_id: org, app_id: app, max_testers: 50 });
    for (const who of [ana, bob, cleo]) await apply(db, past, who);
  });

  test("past testers are all testers ever accepted, with their activity here and their card only", async () => {
    const pending = await campaign(db, owner, { org_id: org, auto_select: false });
    await apply(db, pending, tester);
    const sent = await report(db, past, ana);
    await db.update(owner, "feedback", sent, { status: "approved", usefulness: 4 });
    const gone = await person(db, "tester", { name: "Zoe Zed" });
    await apply(db, past, gone);
    await db.query(gone, "update public.applications set status = 'withdrawn' where tester_id = $1", [gone]);
    const answer = await list(viewer);
    expect(ids(answer)).toEqual([ana, bob, cleo, gone]);
    expect(answer.total).toBe(4);
    const [first] = answer.rows;
    expect(first).toMatchObject({ tests: 1, reports_approved: 1, groups: [], note: "" });
    expect(Date.parse(first?.last_active_at ?? "")).toBeGreaterThan(0);
    const [made] = await db.owner<{ card: object }>("select private.tester_card($1) as card", [ana]);
    expect(first?.card).toEqual(made?.card);
    expect(JSON.stringify(answer)).not.toContain("@example.test");
    // Another developer's campaign adds no past tester here, and activity there does not count.
    const elsewhere = await campaign(db, outsider);
    await apply(db, elsewhere, ana);
    await apply(db, elsewhere, tester);
    expect(await list(owner, { search: "ana" })).toMatchObject({ rows: [{ tests: 1 }], total: 1 });
    // A deleted account is no past tester.
    await db.owner("delete from auth.users where id = $1", [gone]);
    expect(ids(await list(owner))).toEqual([ana, bob, cleo]);
  });

  test("a deleted application makes no past tester, unless there is another one", async () => {
    const who = await person(db, "tester", { name: "Yan Young" });
    const second = await campaign(db, owner, { org_id: org });
    for (const id of [past, second]) await apply(db, id, who);
    for (const left of [1, 0]) {
      await db.owner(
        `update public.applications set _deleted = true
         where id = (select id from public.applications where tester_id = $1 and not _deleted limit 1)`,
        [who],
      );
      expect((await list(owner, { search: "yan young" })).total).toBe(left);
    }
  });

  test("filters by name, karma, device, app, group and absence from a campaign, page by page", long, async () => {
    await db.owner("update public.profiles set karma = 40 where id = $1", [ana]);
    const phone = { id: randomUUID(), name: "Pixel", platform: "android", os: "16" };
    await db.owner("update public.profiles set devices = $2::jsonb where id = $1", [bob, JSON.stringify([phone])]);
    const other = await campaign(db, owner, { org_id: org });
    await apply(db, other, cleo);
    const chosen = await group("Found", [ana, cleo]);
    expect(ids(await list(owner, { search: "BROWN" }))).toEqual([bob]);
    expect(ids(await list(owner, { karma: 40 }))).toEqual([ana]);
    expect(ids(await list(owner, { platform: "android" }))).toEqual([bob]);
    expect(ids(await list(owner, { platform: "ios" }))).toEqual([]);
    expect(ids(await list(owner, { app_id: app }))).toEqual([ana, bob, cleo]);
    expect(ids(await list(owner, { group_id: chosen }))).toEqual([ana, cleo]);
    expect(ids(await list(owner, { not_in_campaign: other }))).toEqual([ana, bob]);
    expect(ids(await list(owner, { ids: [cleo, randomUUID()] }))).toEqual([cleo]);
    // The screens send empty filters, which filter nothing.
    const none = { search: "", karma: null, platform: "", app_id: "", group_id: "", not_in_campaign: "" };
    expect(ids(await list(owner, none))).toEqual([ana, bob, cleo]);
    const first = await list(owner, { limit: 2 });
    expect(ids(first)).toEqual([ana, bob]);
    expect(await list(owner, { limit: 2, after: first.next })).toMatchObject({ rows: [{ id: cleo }], next: null });
    // Another organization's app, group and campaign reveal nothing about its testers.
    const foreign = await campaign(db, outsider, { app_id: await newApp(db, outsider) });
    await apply(db, foreign, bob);
    expect(ids(await list(owner, { app_id: randomUUID() }))).toEqual([]);
    expect(ids(await list(owner, { group_id: "none" }))).toEqual([]);
    expect(ids(await list(owner, { not_in_campaign: foreign }))).toEqual([ana, bob, cleo]);
    for (const wrong of [{ karma: "many" }, { karma: 1e300 }, { ids: ["me"] }, { ids: Array(501).fill(ana) }]) {
      await expect(list(owner, wrong)).rejects.toEqual(rejection("invalid"));
    }
    await db.owner("update public.profiles set name = 'Aaron Brown' where id = $1", [bob]);
    expect(ids(await list(owner))).toEqual([bob, ana, cleo]);
    await db.owner("update public.profiles set name = 'Bob Brown' where id = $1", [bob]);
  });

  test("a group has a unique name, notes, and past testers only", async () => {
    const [id, second] = [randomUUID(), randomUUID()];
    await save(manager, id, "  Power users ", "Fast and thorough");
    await save(manager, id, "Power users", "Fast and thorough");
    expect((await groups(viewer)).rows).toContainEqual(
      expect.objectContaining({ id, name: "Power users", note: "Fast and thorough", members: 0 }),
    );
    await expect(save(manager, second, "POWER ÚSERS")).rejects.toEqual(rejection("duplicate"));
    for (const wrong of [" ", "x".repeat(61)]) {
      await expect(save(manager, second, wrong)).rejects.toEqual(rejection("invalid"));
    }
    await expect(save(manager, second, "Long", "x".repeat(2001))).rejects.toEqual(rejection("invalid"));
    // Users who never took part here cannot be added.
    expect(await add(manager, id, { ids: [ana, tester, owner, randomUUID()] })).toEqual({ added: 1, more: 0 });
    expect(await add(manager, id, { search: "clark" })).toEqual({ added: 1, more: 0 });
    expect(await add(manager, id, { ids: [ana] })).toEqual({ added: 0, more: 0 });
    await note(manager, id, ana, " Writes well ");
    expect(await list(viewer, { group_id: id })).toMatchObject({
      rows: [
        { id: ana, note: "Writes well" },
        { id: cleo, note: "" },
      ],
    });
    await expect(note(manager, id, bob, "Not in it")).rejects.toEqual(rejection("missing_parent"));
    await expect(note(manager, id, ana, "x".repeat(501))).rejects.toEqual(rejection("invalid"));
    await expect(add(manager, second, { ids: [ana] })).rejects.toEqual(rejection("missing_parent"));
    await expect(add(manager, id, [])).rejects.toEqual(rejection("invalid"));
    await expect(remove(manager, id, ["me"])).rejects.toEqual(rejection("invalid"));
    await remove(manager, id, [cleo, bob]);
    expect((await groups(viewer)).rows.find((one) => one.id === id)?.members).toBe(1);
    await save(manager, id, "Experts", "");
    await drop(manager, id);
    await drop(manager, id);
    expect((await groups(viewer)).rows.map((one) => one.id)).not.toContain(id);
    expect(ids(await list(owner, { group_id: id }))).toEqual([]);
    const activity = await call<{ rows: { action: string; details: object }[] }>(
      db,
      viewer,
      "public.list_organization_activity($1::jsonb)",
      [JSON.stringify({ org_id: org })],
    );
    const about = activity.rows.filter(({ action }) => /tester_group|testers_(un)?grouped/.test(action));
    expect(about.slice(0, 6).map(({ action, details }) => [action, details])).toEqual([
      ["tester_group_deleted", { name: "Experts" }],
      ["tester_group_changed", { name: "Experts", from: "Power users" }],
      ["testers_ungrouped", { name: "Power users", count: 1 }],
      ["testers_grouped", { name: "Power users", count: 1 }],
      ["testers_grouped", { name: "Power users", count: 1 }],
      ["tester_group_created", { name: "Power users" }],
    ]);
  });

  test(
    "an organization has 100 groups, a group 10,000 users, and a member a thousand changes an hour",
    long,
    async () => {
      const own = await team(db, owner);
      const calls = callsOf(db, () => own);
      await db.owner(
        `insert into private.tester_groups (id, org_id, name) select gen_random_uuid(), $1, 'Group ' || n from generate_series(1, 99) n`,
        [own],
      );
      const last = randomUUID();
      await calls.save(owner, last, "The last one");
      await expect(calls.save(owner, randomUUID(), "One more")).rejects.toEqual(rejection("too_many"));
      await calls.save(owner, last, "Renamed");
      const open = await campaign(db, owner, { org_id: own });
      for (const who of [ana, bob]) await apply(db, open, who);
      await db.withoutMoves(
        `with people as (insert into public.profiles (id, name) select gen_random_uuid(), 'Person ' || n from generate_series(1, 9999) n returning id),
         past as (insert into private.org_testers (org_id, user_id, name_key) select $1, p.id, 'person' from people p returning user_id)
       select count(*) from past`,
        [own],
      );
      await db.owner(
        `insert into private.tester_group_members (org_id, group_id, user_id)
       select $1, $2, t.user_id from private.org_testers t where t.org_id = $1 and t.name_key = 'person'`,
        [own, last],
      );
      expect(await calls.add(owner, last, { ids: [ana] })).toEqual({ added: 1, more: 0 });
      await expect(calls.add(owner, last, { ids: [bob] })).rejects.toEqual(rejection("too_many"));
      // The count of a list stops at 10,000.
      expect((await calls.list(owner, { limit: 1 })).total).toBe(10_000);
      // By filters, 500 at once.
      const rest = randomUUID();
      await calls.drop(owner, last);
      await calls.save(owner, rest, "Everybody");
      expect(await calls.add(owner, rest, {})).toEqual({ added: 500, more: 9501 });
      expect(await calls.add(owner, rest, {})).toEqual({ added: 500, more: 9001 });
      await db.owner("update private.rate_limits set hits = 1000 where bucket = $1", [`tester_groups:${own}`]);
      await expect(calls.drop(owner, rest)).rejects.toEqual(rejection("rate_limited"));
    },
  );

  test("past testers are invited by filter or by name; the response counts those already in or invited", async () => {
    const hidden = await campaign(db, owner, { org_id: org, visibility: "private" });
    expect(await invite(manager, hidden, {}, false)).toEqual({ invited: 3, joined: 0, waiting: 0, more: 0 });
    expect(await invite(manager, hidden, { ids: [ana, tester, randomUUID()] })).toMatchObject({ invited: 1 });
    expect(await invite(manager, hidden, {})).toEqual({ invited: 2, joined: 0, waiting: 1, more: 0 });
    const [told] = await db.owner<{ link: string; data: object }>(
      "select link, data from public.notifications where user_id = $1 and kind = 'campaign_invited'",
      [ana],
    );
    expect(told?.data).toMatchObject({ campaign_title: "Pocket Budget 2.0", organization_name: "The Team" });
    const id = told?.link.replace("/join?invitation=", "") ?? "";
    const read = (who: string | null) => call<object>(db, who, "public.read_campaign_invitation($1)", [id]);
    expect(await read(ana)).toMatchObject({ campaign_title: "Pocket Budget 2.0", email: "" });
    for (const who of [null, bob]) await expect(read(who)).rejects.toEqual(rejection("missing_parent"));
    await expect(join(db, bob, id)).rejects.toEqual(rejection("missing_parent"));
    expect(await join(db, ana, id)).toEqual({ campaign_id: hidden });
    expect(await join(db, ana, id)).toEqual({ campaign_id: hidden });
    // Both ways share one invitation, and the e-mail's link admits its recipient only.
    const [mailed] = await db.owner<{ link: string; kind: string }>(
      "select link, kind from private.deliveries where user_id = $1 and channel = 'email' and link like '/join%'",
      [ana],
    );
    expect(await join(db, ana, mailed?.link.split("#")[1] ?? "")).toEqual({ campaign_id: hidden });
    await expect(join(db, bob, mailed?.link.split("#")[1] ?? "")).rejects.toEqual(rejection("missing_parent"));
    expect(await pulledRow(db, ana, "campaigns", hidden)).toMatchObject({ id: hidden });
    expect(await invite(owner, hidden, {})).toEqual({ invited: 0, joined: 1, waiting: 2, more: 0 });
    for (const wrong of [[], "all"])
      await expect(invite(owner, hidden, wrong as object)).rejects.toEqual(rejection("invalid"));
    const draft = await campaign(db, owner, { org_id: org, status: "draft" });
    await expect(invite(owner, draft, {})).rejects.toEqual(rejection("campaign_closed"));
  });

  test("a user chooses how an invitation reaches them", async () => {
    const silent = await person(db, "tester", { name: "Sil Ent" });
    await apply(db, past, silent);
    await db.owner("update public.accounts set notification_preferences = $2::jsonb where id = $1", [
      silent,
      JSON.stringify({ campaign_invited: ["email", "in_app"] }),
    ]);
    const hidden = await campaign(db, owner, { org_id: org, visibility: "private" });
    expect(await invite(owner, hidden, { ids: [silent] })).toMatchObject({ invited: 1 });
    const sent = await db.owner(
      `select 1 from private.deliveries where user_id = $1 and kind = 'campaign_invited'
       union all select 1 from public.notifications where user_id = $1 and kind = 'campaign_invited'`,
      [silent],
    );
    expect(sent).toEqual([]);
    await db.owner("delete from auth.users where id = $1", [silent]);
  });

  test("a user who blocks an organization disappears from its lists and groups, and gets no messages", async () => {
    const who = await person(db, "tester", { name: "Quinn Quiet" });
    await verify(db, who);
    const email = await emailOf(db, who);
    const running = await apply(db, past, who);
    const chosen = await group("Quiet ones", [who, ana]);
    const [first, second] = [
      await campaign(db, owner, { org_id: org, visibility: "private" }),
      await campaign(db, owner, { org_id: org, visibility: "private" }),
    ];
    const inviteAddress = (to: string) =>
      call<Invited>(db, owner, "public.invite_testers($1, $2::jsonb, true)", [to, JSON.stringify([email])]);
    const invitations = (to: string, search: string) =>
      call<{ rows: { id: string; state: string }[] }>(db, owner, "public.list_tester_invitations($1::jsonb)", [
        JSON.stringify({ campaign_id: to, search }),
      ]);
    await invite(owner, first, { ids: [who] });
    await inviteAddress(first);
    const token = await tokenFor(db, email);
    const [told] = await db.owner<{ link: string }>(
      "select link from public.notifications where user_id = $1 and kind = 'campaign_invited'",
      [who],
    );

    await block(db, who, org);
    await block(db, who, org);
    expect(await pulledRow(db, who, "accounts", who)).toMatchObject({
      blocked_organizations: [{ org_id: org, name: "The Team" }],
    });
    expect(ids(await list(owner, { search: "quinn" }))).toEqual([]);
    expect(ids(await list(owner, { group_id: chosen }))).toEqual([ana]);
    expect((await groups(owner)).rows.find(({ id }) => id === chosen)?.members).toBe(1);
    expect(await add(owner, chosen, { ids: [who] })).toEqual({ added: 0, more: 0 });
    expect(await invite(owner, second, { ids: [who] })).toEqual({ invited: 0, joined: 0, waiting: 0, more: 0 });
    // Both open invitations are void; the one to the address looks unchanged.
    for (const void_ of [token, told?.link.split("=")[1] ?? ""]) {
      await expect(join(db, who, void_)).rejects.toEqual(rejection("missing_parent"));
    }
    expect((await invitations(first, "quinn")).rows).toEqual([]);
    expect((await invitations(first, email)).rows).toMatchObject([{ state: "sent" }]);
    expect(await db.count(who, "notifications", "kind = 'campaign_invited' and read_at is null")).toBe(0);
    // Looks invited, but no e-mail is sent.
    expect(await inviteAddress(second)).toMatchObject({ invited: 1, problems: [] });
    const [{ id: sent } = { id: "" }] = (await invitations(second, email)).rows;
    await call(db, owner, "public.resend_tester_invitation($1)", [sent]);
    expect(await tokenFor(db, email)).toBe("");
    const waiting = "select 1 from private.deliveries where user_id = $1 and kind = 'campaign_invited'";
    expect(await db.owner(waiting, [who])).toEqual([]);
    // Running tests continue.
    expect(await db.row("applications", running)).toMatchObject({ status: "accepted" });

    await db.owner("update public.organizations set name = 'The New Team' where id = $1", [org]);
    expect(await pulledRow(db, who, "accounts", who)).toMatchObject({
      blocked_organizations: [{ name: "The New Team" }],
    });
    await db.owner("update public.organizations set name = 'The Team' where id = $1", [org]);
    await block(db, who, org, false);
    expect(await pulledRow(db, who, "accounts", who)).toMatchObject({ blocked_organizations: [] });
    expect(ids(await list(owner, { search: "quinn" }))).toEqual([who]);
    expect(ids(await list(owner, { group_id: chosen }))).toEqual([ana]);
    await inviteAddress(second);
    await call(db, owner, "public.resend_tester_invitation($1)", [sent]);
    expect(await join(db, who, await tokenFor(db, email))).toEqual({ campaign_id: second });
    await block(db, who, org);
    await db.owner("delete from auth.users where id = $1", [who]);
    expect(await db.owner("select 1 from private.organization_blocks where user_id = $1", [who])).toEqual([]);
  });

  test("an open membership invitation is void for a user who blocks the organization, and looks unchanged", async () => {
    const who = await person(db, "tester");
    await verify(db, who);
    const email = await emailOf(db, who);
    await apply(db, past, who);
    const { id } = await call<{ id: string }>(db, owner, "public.invite_member($1, $2, 'viewer')", [org, email]);
    const token = await tokenFor(db, email);
    expect(token).not.toBe("");
    await block(db, who, org);
    expect(await tokenFor(db, email)).toBe("");
    await expect(call(db, who, "public.read_invitation($1)", [token])).rejects.toEqual(rejection("missing_parent"));
    const { rows } = await call<{ rows: { id: string }[] }>(db, owner, "public.list_invitations($1::jsonb)", [
      JSON.stringify({ org_id: org }),
    ]);
    expect(rows.map((row) => row.id)).toContain(id);
    await call(db, owner, "public.resend_invitation($1)", [id]);
    expect(await tokenFor(db, email)).toBe("");
  });

  test("an unverified address blocks nothing for its owner", async () => {
    const who = await person(db, "tester");
    const email = await emailOf(db, who);
    const hidden = await campaign(db, owner, { org_id: org, visibility: "private" });
    await db.owner("update auth.users set email_confirmed_at = null where id = $1", [who]);
    await block(db, who, org);
    await call(db, owner, "public.invite_testers($1, $2::jsonb, true)", [hidden, JSON.stringify([email])]);
    expect(await tokenFor(db, email)).not.toBe("");
    await block(db, who, org, false);
  });

  test("testers block organizations they may know, 200 at most", long, async () => {
    const who = await person(db, "tester");
    for (const one of [owner, admin]) await expect(block(db, one, org)).rejects.toEqual(rejection("not_allowed"));
    const unknown = await team(db, outsider);
    const shut = await campaign(db, outsider, { org_id: unknown, visibility: "private" });
    for (const one of [unknown, randomUUID()]) {
      await expect(block(db, who, one)).rejects.toEqual(rejection("missing_parent"));
      await block(db, who, one, false);
    }
    await db.owner("select private.grant_campaign_access($1, $2, 'email')", [shut, who]);
    await block(db, who, unknown);
    const shop = await team(db, outsider);
    await newApp(db, outsider, { org_id: shop });
    await expect(block(db, who, shop)).rejects.toEqual(rejection("missing_parent"));
    await db.withoutMoves("update public.apps set status = 'published' where org_id = $1", [shop]);
    await block(db, who, shop);
    await db.owner(
      `with made as (insert into public.organizations (id, name) select gen_random_uuid(), 'Team ' || n from generate_series(1, 198) n returning id)
       insert into private.organization_blocks (user_id, org_id) select $1, m.id from made m`,
      [who],
    );
    await expect(block(db, who, org)).rejects.toEqual(rejection("too_many"));
    await db.owner("update private.rate_limits set hits = 60 where bucket = $1", [`block_organization:${who}`]);
    await expect(block(db, who, org, false)).rejects.toEqual(rejection("rate_limited"));
  });

  test("viewers read, managers change, and other users learn nothing", async () => {
    const id = await group("Roles", [ana]);
    const left = await person(db, "developer");
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
      ...[org, left],
    ]);
    await list(left);
    await call(db, owner, "public.remove_member($1, $2)", [org, left]);
    const reads = [(who: string) => list(who), (who: string) => groups(who)];
    const writes = [
      (who: string) => save(who, randomUUID(), "Mine"),
      (who: string) => save(who, id, "Renamed"),
      (who: string) => add(who, id, { ids: [bob] }),
      (who: string) => remove(who, id, [ana]),
      (who: string) => note(who, id, ana, "Note"),
      (who: string) => drop(who, id),
      (who: string) => invite(who, past, {}, false),
    ];
    for (const who of [owner, admin, manager, reviewer, viewer]) for (const one of reads) await one(who);
    for (const who of [reviewer, viewer]) {
      for (const one of writes) await expect(one(who)).rejects.toEqual(rejection("not_allowed"));
    }
    for (const who of [outsider, tester, ana, left]) {
      for (const one of [...reads, ...writes]) await expect(one(who)).rejects.toEqual(rejection("forbidden"));
    }
    // Another organization's group does not work here.
    const other = await team(db, outsider);
    const theirs = callsOf(db, () => other);
    await expect(theirs.add(outsider, id, { ids: [ana] })).rejects.toEqual(rejection("missing_parent"));
    await expect(theirs.note(outsider, id, ana, "Note")).rejects.toEqual(rejection("missing_parent"));
    await theirs.remove(outsider, id, [ana]);
    await theirs.drop(outsider, id);
    expect((await groups(owner)).rows.find((one) => one.id === id)).toMatchObject({ name: "Roles", members: 1 });
  });
});

describe("on PostgreSQL", () => {
  const db = setUpDatabase("postgres");
  const dev = setUpPerson(db, "developer");
  const tester = setUpPerson(db, "tester");

  test("a user who blocks during an addition or invitation is neither added nor invited", long, async () => {
    const own = await campaign(db, dev, { visibility: "private", max_testers: 50 });
    const open = await campaign(db, dev);
    await apply(db, open, tester);
    const calls = callsOf(db, () => dev);
    const group = randomUUID();
    await calls.save(dev, group, "Group");
    let others: Promise<unknown>[] = [];
    await db.as(tester, async (blocking) => {
      await blocking.query("select public.block_organization($1, true)", [dev]);
      others = [calls.add(dev, group, { ids: [tester] }), calls.invite(dev, own, { ids: [tester] })];
      // Both have read the list of testers, and wait.
      await expect
        .poll(() =>
          db.owner("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
        )
        .toHaveLength(2);
    });
    const [added, invited] = await Promise.all(others);
    expect(added).toMatchObject({ added: 0 });
    expect(invited).toMatchObject({ invited: 0 });
  });

  test("a page's cost depends on the organization's testers, not on those of others", long, async () => {
    const [own] = await db.owner<{ id: string }>("select id from public.organizations where id = $1", [dev]);
    await db.withoutMoves(
      `insert into public.profiles (id, name) select gen_random_uuid(), 'Person ' || n from generate_series(1, 30000) n`,
    );
    await db.withoutMoves(
      `with teams as (insert into public.organizations (id, name) select gen_random_uuid(), 'Team ' || n from generate_series(1, 50) n returning id),
         numbered as (select id, row_number() over () as n from teams),
         people as (select id, row_number() over () as n from public.profiles where name like 'Person %')
       insert into private.org_testers (org_id, user_id, name_key)
       select t.id, p.id, 'person' || p.n from people p join numbered t on t.n = p.n % 50 + 1
       union all select $1::uuid, p.id, 'person' || p.n from people p where p.n <= 300`,
      [own?.id ?? ""],
    );
    await db.owner("analyze private.org_testers, public.profiles, private.organization_blocks");
    const request = JSON.stringify({ org_id: own?.id, search: "person" });
    const [query] = await db.owner<{ text: string }>("select private.past_testers_query($1::jsonb) as text", [request]);
    const sql = (query?.text ?? "").replaceAll("$1", `'${request}'::jsonb`).replaceAll("$2", "'person'");
    const plan = await db.owner<Record<string, string>>(`explain ${sql} order by key, id limit 101`);
    const text = plan.map((row) => Object.values(row)[0]).join("\n");
    expect(text).toMatch(/org_testers_(page|pkey)/);
    expect(text).not.toMatch(/Seq Scan on (org_testers|profiles)/);
  });
});

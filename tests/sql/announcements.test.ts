// Announcements of an organization to all accepted testers of a campaign. Permissions are in
// supabase/tests/permissions.test.sql.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { notificationText } from "../../supabase/functions/_shared/server-texts.ts";
import type { Brief } from "../../sync/schema/briefs.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { applicationId, apply, campaign, person } from "../fixtures/sql/rows.ts";
import { setUpColleagues, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pulledRow } from "../fixtures/sql/sync-calls.ts";

const text = "The build of today fixes the total.\n\nPlease update.";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { owner, admin, manager, reviewer, viewer, outsider, tester } = setUpColleagues(db);
  let org: string;
  beforeAll(async () => {
    const roles = { [admin]: "admin", [manager]: "manager", [reviewer]: "reviewer", [viewer]: "viewer" } as const;
    org = await team(db, owner, roles);
  });

  const running = (more: object = {}) => campaign(db, owner, { org_id: org, max_testers: 50, ...more });
  const send = (who: string | null, to: string, more: { id?: string; title?: string; body?: string | null } = {}) => {
    const { id = randomUUID(), title = "", body = text } = more;
    return call<{ recipients: number }>(db, who, "public.send_announcement($1, $2, $3, $4)", [to, id, title, body]);
  };
  const remove = (who: string | null, from: string, id: string) =>
    call(db, who, "public.remove_announcement($1, $2)", [from, id]);
  const listed = async (of: string) => (await db.row<Brief>("briefs", of)).announcements;
  const told = (who: string) =>
    db.owner<{ data: Record<string, string>; link: string }>(
      "select data, link from public.notifications where user_id = $1 and kind = 'announcement' and not _deleted",
      [who],
    );
  const advance = async (most: number) =>
    (
      await db.owner<{ n: number }>(
        "select coalesce(sum(private.advance_announcement(a.id, $1)), 0)::int as n from private.announcements a where a.pending",
        [most],
      )
    )[0]?.n;
  const accepted = async (to: string, count: number) => {
    const people = await Promise.all(Array.from({ length: count }, () => person(db, "tester")));
    for (const who of people) await apply(db, to, who);
    return people;
  };
  /** Resets the progress of an announcement, as if no tester had been notified. */
  const startAnew = (id: string) =>
    db.owner(
      `with turns as (update private.announcements set notified_up_to = null, pending = true where id = $1)
       delete from public.notifications where kind = 'announcement' and data ->> 'announcement_id' = $1::text`,
      [id],
    );

  test("accepted testers find it in the brief and are notified in the app and by e-mail; others are not", async () => {
    const own = await running();
    const [first = "", second = ""] = await accepted(own, 2);
    const waiting = await person(db, "tester");
    await db.update(owner, "campaigns", own, { auto_select: false });
    await apply(db, own, waiting);
    const id = randomUUID();
    expect(await send(manager, own, { id, title: "  Build 2 ", body: `\n${text} ` })).toEqual({ recipients: 2 });
    const entry = { id, title: "Build 2", body: text, author_name: "Max Manager", recipients: 2 };
    expect(await pulledRow(db, first, "briefs", own)).toMatchObject({ announcements: [entry] });
    expect(await pulledRow(db, viewer, "briefs", own)).toMatchObject({ announcements: [entry] });
    for (const who of [waiting, tester, outsider]) expect(await pulledRow(db, who, "briefs", own)).toBeUndefined();
    const about = { announcement_id: id, campaign_id: own, campaign_title: "Pocket Budget 2.0" };
    expect(await told(second)).toEqual([
      {
        data: { ...about, organization_name: "The Team", title: "Build 2", excerpt: text },
        link: `/tester/tests/${own}#announcements`,
      },
    ]);
    for (const who of [waiting, tester, owner, manager]) expect(await told(who)).toEqual([]);
    const [mail] = await db.owner<{ kind: string; data: Record<string, string> }>(
      "select kind, data from private.deliveries where user_id = $1 and kind = 'announcement'",
      [first],
    );
    expect(notificationText(mail?.kind ?? "", mail?.data ?? {}, "es")).toEqual({
      title: "The Team: anuncio sobre Pocket Budget 2.0",
      body: `Build 2\n\n${text}`,
    });
    const [entryOfLog] = await db.owner(
      "select action, details, actor_name from private.organization_activity where target_id = $1",
      [own],
    );
    expect(entryOfLog).toEqual({
      action: "announcement_sent",
      details: { count: 2, campaign_title: "Pocket Budget 2.0" },
      actor_name: "Max Manager",
    });
  });

  test("each user can switch it off per channel, like every kind", async () => {
    const own = await running();
    const [quiet = ""] = await accepted(own, 1);
    await db.update(quiet, "accounts", quiet, { notification_preferences: { announcement: ["in_app", "email"] } });
    await db.owner("delete from private.deliveries where user_id = $1", [quiet]);
    await send(owner, own);
    expect(await told(quiet)).toEqual([]);
    expect(await db.owner("select 1 from private.deliveries where user_id = $1", [quiet])).toEqual([]);
  });

  test("a repeated call sends once, even after removal; another text with the same id is rejected", async () => {
    const own = await running();
    const [who = ""] = await accepted(own, 1);
    const id = randomUUID();
    for (let n = 0; n < 5; n++) expect(await send(owner, own, { id })).toEqual({ recipients: 1 });
    expect(await listed(own)).toHaveLength(1);
    expect(await told(who)).toHaveLength(1);
    await expect(send(owner, own, { id, body: "Another text" })).rejects.toEqual(rejection("duplicate"));
    await expect(send(owner, await running(), { id })).rejects.toEqual(rejection("duplicate"));
    await remove(owner, own, id);
    expect(await send(owner, own, { id })).toEqual({ recipients: 1 });
    expect(await listed(own)).toEqual([]);
    expect(await told(who)).toEqual([]);
  });

  test("owner, admin and manager send and remove; other roles cannot, and outsiders learn nothing", async () => {
    const own = await running();
    for (const who of [owner, admin, manager]) await send(who, own);
    const [{ id } = { id: "" }] = await listed(own);
    for (const who of [reviewer, viewer]) {
      await expect(send(who, own)).rejects.toEqual(rejection("not_allowed"));
      await expect(remove(who, own, id)).rejects.toEqual(rejection("not_allowed"));
    }
    for (const who of [outsider, tester]) {
      for (const to of [own, randomUUID()]) {
        await expect(send(who, to)).rejects.toEqual(rejection("forbidden"));
        await expect(remove(who, to, id)).rejects.toEqual(rejection("forbidden"));
      }
    }
    await expect(send(null, own)).rejects.toEqual(rejection("42501"));
    // A direct write is rejected, because only the server writes the column.
    await expect(db.update(owner, "briefs", own, { announcements: [] })).rejects.toEqual(rejection("42501"));
    await expect(
      db.insert(owner, "notifications", { id: randomUUID(), user_id: tester, kind: "announcement" }),
    ).rejects.toEqual(rejection("42501"));
    expect(await listed(own)).toHaveLength(3);
  });

  test("a campaign sends three a day, counted only when sent", async () => {
    const own = await running();
    await expect(send(owner, own, { body: "" })).rejects.toEqual(rejection("invalid"));
    const id = randomUUID();
    for (const one of [id, id, randomUUID(), randomUUID()]) await send(owner, own, { id: one });
    await expect(send(manager, own)).rejects.toEqual(rejection("rate_limited"));
    expect(await listed(own)).toHaveLength(3);
    expect(await db.owner("select 1 from private.announcements where campaign_id = $1", [own])).toHaveLength(3);
    expect(await send(owner, await running())).toEqual({ recipients: 0 });
  });

  test("a text has 1 to 2,000 characters and a title up to 120; an emoji counts as one", async () => {
    const own = await running();
    for (const wrong of [
      { body: " \n\t" },
      { body: null },
      { body: "x".repeat(2001) },
      { title: "x".repeat(121) },
      ...["a\nb", "a\u2028b", "a\u202eb"].map((title) => ({ title })),
    ])
      await expect(send(owner, own, wrong)).rejects.toEqual(rejection("invalid"));
    await send(owner, own, { title: "🎉".repeat(120), body: "🎉".repeat(2000) });
    expect(await listed(own)).toMatchObject([{ body: "🎉".repeat(2000) }]);
  });

  test("campaigns can announce while running or completed, also without a brief", async () => {
    const draft = await running({ status: "draft" });
    await expect(send(owner, draft)).rejects.toEqual(rejection("wrong_state"));
    const own = await running();
    const [who = ""] = await accepted(own, 1);
    await db.withoutMoves("delete from public.briefs where id = $1", [own]);
    await db.update(owner, "campaigns", own, { status: "completed" });
    await send(owner, own);
    expect(await told(who)).toHaveLength(1);
    expect(await listed(own)).toHaveLength(1);
    await db.update(owner, "campaigns", own, { status: "archived" });
    await expect(send(owner, own)).rejects.toEqual(rejection("wrong_state"));
  });

  test("the brief has the last 50, newest first", async () => {
    const own = await running();
    for (let n = 1; n <= 51; n++) {
      await db.owner("delete from private.rate_limits where bucket = $1", [`announce:${own}`]);
      await send(owner, own, { body: `Text ${n}` });
    }
    const texts = (await listed(own)).map(({ body }) => body);
    expect([texts.length, texts[0], texts[49]]).toEqual([50, "Text 51", "Text 2"]);
  });

  test("a tester who joins later can read it and is not notified", async () => {
    const own = await running();
    await send(owner, own);
    const [late = ""] = await accepted(own, 1);
    await db.owner("update private.announcements set pending = true where campaign_id = $1", [own]);
    await advance(100);
    expect(await told(late)).toEqual([]);
    expect(await pulledRow(db, late, "briefs", own)).toMatchObject({ announcements: [{ body: text }] });
  });

  test("the schedule notifies the remaining testers step by step, each once, except those who left or blocked the organization", async () => {
    const own = await running();
    const people = (await accepted(own, 7)).sort();
    const [, , , blocked = "", left = "", removed = ""] = people;
    const id = randomUUID();
    await send(owner, own, { id });
    await startAnew(id);
    await db.owner("insert into private.organization_blocks (user_id, org_id) values ($1, $2)", [blocked, org]);
    expect(await advance(3)).toBe(3);
    await db.update(left, "applications", await applicationId(db, own, left), { status: "withdrawn" });
    await db.update(owner, "applications", await applicationId(db, own, removed), {
      status: "removed",
      reason: "Spam",
    });
    // Killing the server within a step rolls the step back.
    await expect(
      db.db.transaction(async (session) => {
        await session.query("select private.advance_announcement(id, 2) from private.announcements where pending");
        throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    expect(await advance(1)).toBe(1);
    await db.owner("call private.run_scheduled_jobs()");
    expect(await advance(100)).toBe(0);
    const counts = await Promise.all(people.map(async (who) => (await told(who)).length));
    expect(counts).toEqual([1, 1, 1, 0, 0, 0, 1]);
    expect(await db.owner("select 1 from private.announcements where pending")).toEqual([]);
    // Reading is not contact: the blocked tester has joined and finds it in the brief.
    expect(await pulledRow(db, blocked, "briefs", own)).toMatchObject({ announcements: [{ id }] });
  });

  test("an announcement with more testers than one step continues where it ended, in separate transactions", async () => {
    const [one, two] = [await running(), await running()];
    const [first, second] = [await accepted(one, 3), await accepted(two, 2)];
    const ids = [randomUUID(), randomUUID()] as const;
    await send(owner, one, { id: ids[0] });
    await send(owner, two, { id: ids[1] });
    for (const id of ids) await startAnew(id);
    const reached = async (people: readonly string[]) => (await Promise.all(people.map(told))).flat().length;
    expect(await advance(1)).toBe(2);
    expect([await reached(first), await reached(second)]).toEqual([1, 1]);
    expect(await advance(2)).toBe(3);
    expect([await reached(first), await reached(second)]).toEqual([3, 2]);
  });

  test("removing an announcement clears the brief, the app and the queue, and stops further notifications", async () => {
    const own = await running();
    const people = (await accepted(own, 3)).sort();
    const [kept, id] = [randomUUID(), randomUUID()];
    await send(owner, own, { id: kept });
    await send(owner, own, { id });
    await startAnew(id);
    await advance(2);
    await remove(manager, own, id);
    await remove(manager, own, id);
    // The third tester is never notified.
    expect(await advance(100)).toBe(0);
    expect((await listed(own)).map((one) => one.id)).toEqual([kept]);
    for (const who of people) expect((await told(who)).map(({ data }) => data.announcement_id)).toEqual([kept]);
    const queued = await db.owner<{ id: string }>(
      "select distinct data ->> 'announcement_id' as id from private.deliveries where user_id = any ($1::uuid[]) and kind = 'announcement'",
      [`{${people.join()}}`],
    );
    expect(queued).toEqual([{ id: kept }]);
    // A device that has the notification removes it with the next pull.
    const [gone] = await db.owner<{ id: string; user_id: string }>(
      "select id, user_id from public.notifications where kind = 'announcement' and data ->> 'announcement_id' = $1 limit 1",
      [id],
    );
    expect(await pulledRow(db, gone?.user_id ?? "", "notifications", gone?.id ?? "")).toMatchObject({ _deleted: true });
    const log = await db.owner<{ action: string }>(
      "select action from private.organization_activity where target_id = $1 order by created_at, action",
      [own],
    );
    expect(log.filter(({ action }) => action === "announcement_removed")).toHaveLength(1);
    // Another campaign's id removes nothing.
    await remove(owner, await running(), kept);
    expect(await listed(own)).toHaveLength(1);
  });

  test("removal also reaches thousands of devices step by step", async () => {
    const own = await running();
    const people = await accepted(own, 5);
    const id = randomUUID();
    await send(owner, own, { id });
    await db.owner("update private.announcements set removed_at = now(), pending = true where id = $1", [id]);
    const left = async () => (await Promise.all(people.map(told))).flat().length;
    expect([await advance(2), await left(), await advance(2), await left()]).toEqual([2, 3, 2, 1]);
    await db.owner("call private.run_scheduled_jobs()");
    expect([await left(), await advance(2)]).toEqual([0, 0]);
  });

  test("the author's current name is shown, and none after account deletion", async () => {
    const own = await running();
    const author = await person(db, "developer", { name: "Ada Author" });
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
      org,
      author,
    ]);
    await send(author, own);
    await send(owner, own);
    const names = async () => (await listed(own)).map(({ author_name }) => author_name);
    await db.update(author, "profiles", author, { name: "Ada Lovelace" });
    expect(await names()).toEqual(["Olga Owner", "Ada Lovelace"]);
    await db.owner("delete from auth.users where id = $1", [author]);
    expect(await names()).toEqual(["Olga Owner", "Deleted user"]);
  });
});

describe("on PostgreSQL", () => {
  const db = setUpDatabase("postgres");
  const dev = setUpPerson(db, "developer");

  test("five concurrent sends of one announcement count as one, and a fourth of the day is rejected", async () => {
    const own = await campaign(db, dev);
    const tester = await person(db, "tester");
    await apply(db, own, tester);
    const send = (id: string) =>
      call<object>(db, dev, "public.send_announcement($1, $2, '', 'Please update.')", [own, id]);
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id)));
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ recipients: 1 })));
    const more = await Promise.allSettled(Array.from({ length: 5 }, () => send(randomUUID())));
    expect(more.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect((await db.row<Brief>("briefs", own)).announcements).toHaveLength(3);
    expect(await db.count(tester, "notifications", "kind = 'announcement'")).toBe(3);
  });
});

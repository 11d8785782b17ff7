import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { long } from "../fixtures/long.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, campaignInput, person, report, reportInput } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

const db = setUpDatabase("pglite");
const { dev, tester, other } = setUpPeople(db);
const open = randomUUID();
let application = "";
beforeAll(async () => {
  await campaign(db, dev, { id: open });
  application = await apply(db, open, tester);
});
beforeEach(async () => {
  await db.owner("delete from private.rate_limits");
  await db.owner("delete from private.sent_letters");
  await db.owner("delete from private.deliveries");
});

const draft = () => db.insert(tester, "feedback", reportInput(open, application, tester, { status: "draft" }));
const submitted = async (): Promise<void> => {
  const input = reportInput(open, application, tester, { status: "draft" });
  await db.insert(tester, "feedback", input);
  await db.update(tester, "feedback", String(input.id), { status: "submitted" });
};
const used = (kind: string, who: string) =>
  db.owner(
    `insert into private.rate_limits (bucket, window_start, window_end, hits)
     select $1, date_bin('1 day', now(), timestamptz '2000-01-01'), now() + interval '1 day', private.most($2)`,
    [`new:${kind}:${who}`, kind],
  );
const most = async (what: string): Promise<number> => {
  const [row] = await db.owner<{ n: number }>("select private.most($1) as n", [what]);
  return row?.n ?? 0;
};
const letters = (who: string, kind: string) =>
  db.owner("select 1 from private.deliveries where user_id = $1 and kind = $2 and channel = 'email'", [who, kind]);

test("new rows of a kind have a daily limit per user", async () => {
  await draft();
  await used("feedback", other);
  await draft();
  await db.owner("update private.rate_limits set hits = private.most('feedback') where bucket = $1", [
    `new:feedback:${tester}`,
  ]);
  await expect(draft()).rejects.toEqual(rejection("daily_limit"));
  await used("campaigns", dev);
  await expect(db.insert(dev, "campaigns", campaignInput(dev))).rejects.toEqual(rejection("daily_limit"));
});

test("drafts have a limit, and server-written rows do not count", long, async () => {
  await db.withoutMoves(
    `insert into public.feedback (id, campaign_id, application_id, tester_id, developer_id, org_id)
     select gen_random_uuid(), $1, $2, $3, $4, $4 from generate_series(1, private.most('draft reports'))`,
    [open, application, tester, dev],
  );
  await expect(draft()).rejects.toEqual(rejection("too_many"));
  await db.owner("update public.feedback set _deleted = true where tester_id = $1 and status = 'draft'", [tester]);
  await draft();
});

test("comments and open flags have a limit per user", async () => {
  const mine = await report(db, open, tester);
  const comment = (author: string) =>
    db.insert(author, "comments", { id: randomUUID(), feedback_id: mine, author_id: author, body: "Once more" });
  await used("comments", tester);
  await expect(comment(tester)).rejects.toEqual(rejection("daily_limit"));
  await comment(dev);
  const flag = (who: string) =>
    db.insert(who, "flags", {
      ...{ id: randomUUID(), reporter_id: who, content_type: "campaign", content_id: open, reason: "Spam" },
    });
  await db.withoutMoves(
    `insert into public.flags (id, reporter_id, content_type, content_id, reason)
     select gen_random_uuid(), $1, 'app', gen_random_uuid(), 'Spam' from generate_series(1, private.most('open flags'))`,
    [tester],
  );
  await expect(flag(tester)).rejects.toEqual(rejection("too_many"));
  await flag(other);
  await db.withoutMoves("update public.flags set status = 'dismissed' where reporter_id = $1", [tester]);
  await flag(tester);
  await db.owner("update private.rate_limits set hits = private.most('flags') where bucket = $1", [
    `new:flags:${tester}`,
  ]);
  await expect(flag(tester)).rejects.toEqual(rejection("daily_limit"));
});

test("an organization has a limit of concurrent public campaigns", long, async () => {
  const busy = await person(db, "developer");
  await db.withoutMoves(
    `insert into public.campaigns (id, developer_id, org_id, title, description, start_date, end_date, status, published_at)
     select gen_random_uuid(), $1, $1, 'Pocket Budget', 'Try the new budget planner.', current_date, current_date + 9, 'active', now()
     from generate_series(1, private.most('public campaigns'))`,
    [busy],
  );
  await expect(campaign(db, busy)).rejects.toEqual(rejection("too_many"));
  await campaign(db, busy, { visibility: "unlisted" });
});

test("S29 further reports are shown in the app only while an e-mail about the campaign is queued", long, async () => {
  for (let n = 0; n < 4; n += 1) await submitted();
  expect(await letters(dev, "feedback_received")).toHaveLength(1);
  // It is being sent, so the next e-mail covers newer reports.
  await db.owner("update private.deliveries set attempts = 1");
  await submitted();
  expect(await letters(dev, "feedback_received")).toHaveLength(2);
});

test("S29 limits e-mails from one user to another per hour, and from all users per day", long, async () => {
  const each = await most("email of one");
  for (let n = 0; n < each + 3; n += 1) {
    await submitted();
    await db.owner("update private.deliveries set attempts = 1");
  }
  expect(await letters(dev, "feedback_received")).toHaveLength(each);
  const [notified] = await db.owner<{ n: number }>(
    "select count(*)::int as n from public.notifications where user_id = $1 and kind = 'feedback_received'",
    [dev],
  );
  expect(notified?.n).toBeGreaterThan(each);
  await db.owner("delete from private.sent_letters");
  await db.owner(
    `insert into private.sent_letters (recipient, sender_id, channel)
     select $1, gen_random_uuid(), 'email' from generate_series(1, private.most('email'))`,
    [dev],
  );
  await submitted();
  expect(await letters(dev, "feedback_received")).toHaveLength(each);
});

test("invitations to one address are limited, however it is spelled", long, async () => {
  const most5 = await most("invitation of one");
  for (let n = 0; n < most5 + 2; n += 1) {
    await db.query(dev, "select public.invite_testers($1, $2::text::jsonb, true)", [
      open,
      JSON.stringify([`victim+${n}@a.test`]),
    ]);
  }
  expect(await db.owner("select 1 from private.deliveries where kind = 'campaign_invited'")).toHaveLength(most5);
});

test("a user cannot flood a log: the action is rejected, not omitted from the log", long, async () => {
  const busy = await person(db, "developer");
  const admin = await person(db, "admin");
  const fill = (table: string, who: string) =>
    db.owner(
      `insert into ${table} (actor_id, action${table === "private.organization_activity" ? ", org_id" : ""})
       select $1, 'x'${table === "private.organization_activity" ? ", $1" : ""} from generate_series(1, private.most('log entries'))`,
      [who],
    );
  const organization = (who: string) =>
    db.query(who, "select public.create_organization($1, 'A team')", [randomUUID()]);
  await fill("private.organization_activity", busy);
  await expect(organization(busy)).rejects.toEqual(rejection("daily_limit"));
  await organization(dev);
  await db.owner("update private.organization_activity set created_at = now() - interval '1 day' where actor_id = $1", [
    busy,
  ]);
  await organization(busy);
  await fill("public.activity", admin);
  const suspend = (status: string) =>
    db.query(admin, "select public.admin_change_user($1, $2::text::jsonb)", [
      ...[other, JSON.stringify({ status, reason: "Why" })],
    ]);
  await expect(suspend("suspended")).rejects.toEqual(rejection("daily_limit"));
  await db.owner("delete from public.activity where actor_id = $1", [admin]);
  await suspend("suspended");
  await suspend("active");
});

test("S29 scheduled messages count as those of the user who planned them, on phones too", long, async () => {
  await db.query(tester, "select public.push_subscribe('https://fcm.googleapis.com/x', $1, $2)", [
    ...["B".repeat(87), "A".repeat(22)],
  ]);
  const each = await most("push of one");
  for (let n = 0; n < each + 2; n += 1) {
    const to = await campaign(db, dev, { visibility: "private" });
    await db.owner("select private.invite_testers($1, '{}', array[$2::uuid], true, $3)", [to, tester, dev]);
  }
  const pushed = await db.owner("select 1 from private.deliveries where user_id = $1 and channel = 'push'", [tester]);
  expect(pushed).toHaveLength(each);
});

test("a kind of row without a limit is rejected, not unlimited", async () => {
  await expect(most("gifts")).rejects.toThrow('no limit of "gifts"');
  const collections = await db.owner<{ name: string }>(
    "select tgrelid::regclass::text as name from pg_trigger where tgname = 'limit_new_rows' order by 1",
  );
  for (const { name } of collections) expect(await most(name.replace("public.", "")), name).toBeGreaterThan(0);
});

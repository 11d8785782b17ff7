// Public pages of organizations and apps, and the sitemap, for visitors and search engines, on both
// databases.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { shortCode } from "../../sync/schema/short-codes.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, newApp, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

interface Page {
  id: string;
  name: string;
  since: string;
  rating: number | null;
  ratings: number;
  answer_hours: number | null;
  approved_percent: number | null;
  tests: { id: string; title: string; testers_joined: number }[];
}

describe.each(ruleEngines)("public pages on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other } = setUpPeople(db);
  const testId = randomUUID();
  let app = "";
  const page = (id = dev) => call<Page | null>(db, null, "public.read_organization($1)", [id]);
  const appPage = (id = app) => call<Page | null>(db, null, "public.read_store_app($1)", [id]);
  const drawn = (path: string) =>
    db
      .owner<{ answer: { kind: string } | null }>("select public.public_page($1) as answer", [path])
      .then((rows) => rows[0]?.answer ?? null);
  const publish = (id: string) =>
    db.withoutMoves("update public.apps set status = 'published', published_at = now() where id = $1", [id]);

  beforeAll(async () => {
    app = await newApp(db, dev, { title: "Night Map" });
    await campaign(db, dev, {
      id: testId,
      title: "Night map for hikers",
      max_testers: 40,
      effort_minutes: 45,
      app_id: app,
    });
  });

  test("B12 S27 a running public test gives its organization a page with its member-since date", async () => {
    const found = await page();
    expect(found).toMatchObject({
      id: dev,
      name: "Dana Develops",
      rating: null,
      ratings: 0,
      answer_hours: null,
      approved_percent: null,
    });
    expect(found?.tests).toMatchObject([{ title: "Night map for hikers", effort_minutes: 45 }]);
    expect(Date.now() - Date.parse(found?.since ?? "")).toBeLessThan(3_600_000);
    for (const none of ["", "none", randomUUID(), tester]) expect(await page(none)).toBeNull();
  });

  test("S27 private, draft and hidden tests are not on it, nor is their rating", async () => {
    const hidden = randomUUID();
    await campaign(db, dev, { id: hidden, title: "Private test", visibility: "private", app_id: app });
    await db.owner("update public.campaigns set hidden = true where id = $1", [testId]);
    expect(await page()).toBeNull();
    await db.owner("update public.campaigns set hidden = false where id = $1", [testId]);
    expect((await page())?.tests).toHaveLength(1);
  });

  test("B12 S27 shows the mean rating by testers, and the median response time from five decisions on", async () => {
    await apply(db, testId, tester);
    await apply(db, testId, other);
    const hours = [1, 2, 4, 30, 40];
    const made: string[] = [];
    for (const [n] of hours.entries())
      made.push(await report(db, testId, n % 2 ? tester : other, { rating: n === 0 ? 1 : 5 }));
    expect(await page()).toMatchObject({ rating: 4.2, ratings: 5, answer_hours: null });
    const decide = (id: string, took: number) =>
      db.withoutMoves(
        `update public.feedback set status = 'approved', usefulness = 3, reviewed_at = now(),
           received_at = now() - make_interval(hours => $2) where id = $1`,
        [id, took],
      );
    for (const id of made.slice(1)) await decide(id, hours[made.indexOf(id)] ?? 0);
    expect(await page()).toMatchObject({ answer_hours: null, approved_percent: null });
    await decide(made[0] ?? "", 1);
    expect(await page()).toMatchObject({ answer_hours: 4, approved_percent: 100 });
    // A change request is no decision; a rejection is.
    const decision = (status: string) =>
      db.withoutMoves("update public.feedback set status = $2, reason_code = $3 where id = $1", [
        made[4] ?? "",
        status,
        status === "rejected" ? "out_of_scope" : "",
      ]);
    await decision("changes_requested");
    expect((await page())?.approved_percent).toBeNull();
    await decision("rejected");
    expect((await page())?.approved_percent).toBe(80);
    await decision("approved");
    // After a change request the tester's own time does not count.
    const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    await db.owner("alter table public.feedback disable trigger t70_history");
    await db.withoutMoves("update public.feedback set history = $2::jsonb where id = $1", [
      made[2] ?? "",
      JSON.stringify([
        { at: at(4), status: "submitted" },
        { at: at(3.5), status: "changes_requested" },
        { at: at(0.5), status: "submitted" },
      ]),
    ]);
    await db.owner("alter table public.feedback enable trigger t70_history");
    expect((await page())?.answer_hours).toBe(2);
    // Decisions older than 90 days do not count.
    await db.withoutMoves("update public.feedback set reviewed_at = now() - interval '91 days' where id = $1", [
      made[0] ?? "",
    ]);
    expect((await page())?.answer_hours).toBeNull();
    // Hidden reports no longer count.
    await db.withoutMoves("update public.feedback set hidden = true where id = $1", [made[0] ?? ""]);
    expect(await page()).toMatchObject({ rating: 5, ratings: 4 });
  });

  test("S28 a published app names its running public tests and its rating; another id returns nothing", async () => {
    expect(await appPage()).toBeNull();
    await publish(app);
    const found = await appPage();
    expect(found).toMatchObject({ id: app, rating: 5, ratings: 4 });
    expect(found?.tests.map(({ id }) => id)).toEqual([testId]);
    expect(found).not.toHaveProperty("answer_hours");
    expect(found).not.toHaveProperty("approved_percent");
    for (const none of ["", "none", randomUUID()]) expect(await appPage(none)).toBeNull();
  });

  test("B12 a visitor reads a public test: its terms and questions, but no agreement, answers or instructions", async () => {
    const read = (id: string) => call<Record<string, unknown> | null>(db, null, "public.read_test($1)", [id]);
    expect(await read(shortCode(testId))).toEqual(await read(testId));
    expect(await read(shortCode(randomUUID()))).toBeNull();
    const question = {
      id: randomUUID(),
      question: "Which phone?",
      kind: "choice",
      options: ["A", "B"],
      pass: ["A"],
      required: true,
    };
    const id = randomUUID();
    await campaign(db, dev, { id, title: "Open to all", max_testers: 40, app_id: app, agreement: "Keep it secret." });
    await db.withoutMoves("update public.campaigns set screening = $2::jsonb where id = $1", [
      id,
      JSON.stringify([question]),
    ]);
    const found = await read(id);
    expect(found).toMatchObject({
      ...{ id, title: "Open to all", max_testers: 40, testers_joined: 0, status: "active", has_agreement: true },
      ...{ screening: [{ id: question.id, question: "Which phone?" }], app_id: app, has_developer_page: true },
    });
    expect(JSON.stringify(found)).not.toMatch(/secret|"pass"|instructions|"A"/);
    const set = (columns: string) => db.withoutMoves(`update public.campaigns set ${columns} where id = $1`, [id]);
    await set("status = 'completed'");
    expect(await read(id)).toMatchObject({ status: "completed" });
    for (const hidden of ["status = 'archived'", "status = 'draft'", "status = 'active', visibility = 'unlisted'"]) {
      await set(hidden);
      expect(await read(id)).toBeNull();
    }
    await set("visibility = 'private'");
    expect(await read(id)).toBeNull();
    await set("visibility = 'public', hidden = true");
    expect(await read(id)).toBeNull();
    for (const none of ["", "none", randomUUID()]) expect(await read(none)).toBeNull();
    await set("_deleted = true");
  });

  test("S27 S28 pages without scripts have the same content, and unknown paths have none", async () => {
    expect(await drawn("/apps")).toMatchObject({ kind: "apps", apps: [{ id: app, title: "Night Map" }] });
    expect(await drawn(`/apps/${app}`)).toMatchObject({ kind: "app", app: { id: app, has_developer_page: true } });
    expect(await drawn(`/organizations/${dev}`)).toMatchObject({
      kind: "organization",
      organization: { id: dev },
      apps: [{ id: app }],
    });
    expect(await drawn(`/tests/${testId}`)).toMatchObject({ kind: "test", test: { id: testId, app_id: app } });
    for (const path of [
      "/",
      `/tests/${randomUUID()}`,
      "/apps/none",
      `/apps/${randomUUID()}`,
      `/organizations/${tester}`,
      `/tester/${app}`,
    ])
      expect(await drawn(path)).toBeNull();
  });

  test("S27 an organization has no page while all of its owners are suspended", async () => {
    const gone = await person(db, "developer");
    const org = await team(db, gone);
    await publish(await newApp(db, gone, { org_id: org, title: "Left" }));
    expect(await page(org)).not.toBeNull();
    await db.owner("update public.profiles set status = 'suspended' where id = $1", [gone]);
    expect(await page(org)).toBeNull();
    // One active owner is enough.
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'owner')", [
      org,
      dev,
    ]);
    expect(await page(org)).not.toBeNull();
  });

  test("the sitemap has each published app once, page by page, with the organizations that have a page", async () => {
    type Rows = { rows: { id: string; org_id: string | null }[]; next: string | null };
    const ask = <T>(request: object) => call<T>(db, null, "public.sitemap($1::jsonb)", [JSON.stringify(request)]);
    const lone = await person(db, "developer");
    const extra: string[] = [];
    for (let n = 0; n < 3; n++) extra.push(await newApp(db, lone));
    for (const id of extra) await publish(id);
    await newApp(db, lone);
    await db.owner("update public.profiles set status = 'suspended' where id = $1", [lone]);
    const { files } = await ask<{ files: { kind: string; from: string }[] }>({});
    expect(files.map(({ kind: list }) => list)).toEqual(["apps", "tests"]);
    const tests = await ask<Rows>(files[1] ?? {});
    expect(tests.rows.map((row) => [row.id, row.org_id])).toContainEqual([testId, null]);
    const { rows, next } = await ask<Rows>(files[0] ?? {});
    expect(next).toBeNull();
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort());
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([app, ...extra]));
    expect(rows.find(({ id }) => id === app)?.org_id).toBe(dev);
    expect(rows.find(({ id }) => id === extra[0])?.org_id).toBeNull();
    for (const wrong of [{ from: "none" }, { kind: "apps", from: "none" }, { kind: "people", from: app }])
      await expect(ask(wrong)).rejects.toEqual(rejection("invalid"));
  });

  test("visitors of one address read 300 pages in five minutes", async () => {
    await db.owner(
      `insert into private.rate_limits (bucket, window_start, window_end, hits)
       values ('page:unknown', date_bin('5 minutes', now(), timestamptz '2000-01-01'), now() + interval '5 minutes', 300)
       on conflict (bucket, window_start) do update set hits = 300`,
    );
    await expect(page()).rejects.toEqual(rejection("rate_limited"));
    await expect(appPage()).rejects.toEqual(rejection("rate_limited"));
    // Signed-in users have no such limit.
    expect(await call(db, tester, "public.read_organization($1)", [dev])).not.toBeNull();
  });
});

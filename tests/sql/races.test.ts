// Typical races of two users with bad networks, on real PostgreSQL with concurrent transactions.
import { expect, test } from "vitest";
import type { Row } from "../fixtures/sql/database.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import {
  applicationId,
  apply,
  campaign,
  countsOf,
  day,
  instant,
  newApp,
  newRelease,
  person,
  report,
  reportInput,
} from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pullRows, push } from "../fixtures/sql/sync-calls.ts";

const db = setUpDatabase("postgres");
const dev = setUpPerson(db, "developer");

const rowOf = async (who: string, collection: string, id: string): Promise<Row> =>
  (await pullRows(db, who, collection)).find((r) => r.id === id) ?? {};
/** Creates an edit of a row that the device has seen, in its store's format. */
const edit = (who: string, collection: string, base: Row, change: Row, client: string) =>
  push(db, who, collection, [{ doc: { ...base, ...change, sync_client: client, sync_seq: 1 }, assumed: base }]);

test("S17 T6 the last spot, given to two applicants on two devices concurrently, goes to one; the other device learns that it is full", async () => {
  const id = await campaign(db, dev, { max_testers: 1, auto_select: false });
  const testers = await Promise.all([0, 1, 2, 3].map(() => person(db, "tester")));
  const ids = await Promise.all(testers.map((t) => apply(db, id, t)));
  const bases = await Promise.all(ids.map((a) => rowOf(dev, "applications", a)));
  const answers = await Promise.all(
    bases.map((base, i) => edit(dev, "applications", base, { status: "accepted" }, `device ${i}`)),
  );
  expect(answers.flatMap((a) => a.applied)).toHaveLength(1);
  expect(answers.flatMap((a) => a.rejected.map((r) => r.code))).toEqual(Array(3).fill("campaign_full"));
  expect(await countsOf(db, id)).toMatchObject({ testers_joined: 1 });
});

test("S24 of two admins who demote each other concurrently one stays an admin", async () => {
  for (let round = 0; round < 4; round++) {
    const [one, two] = [await person(db, "admin"), await person(db, "admin")];
    const demote = (by: string, whom: string) =>
      db.query(by, "select public.admin_change_user($1, $2::text::jsonb)", [
        whom,
        JSON.stringify({ role: "tester", reason: "Out" }),
      ]);
    const done = await Promise.allSettled([demote(one, two), demote(two, one)]);
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const roles = await Promise.all([one, two].map(async (id) => (await db.row("profiles", id)).role));
    expect(roles.sort()).toEqual(["admin", "tester"]);
  }
});

test("S9 T6 concurrent withdrawing and accepting: one wins, the other side is notified, the count fits", async () => {
  for (let round = 0; round < 4; round++) {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev, { auto_select: false });
    const a = await apply(db, id, tester);
    const [theirs, ours] = [await rowOf(tester, "applications", a), await rowOf(dev, "applications", a)];
    const [left, taken] = await Promise.all([
      edit(tester, "applications", theirs, { status: "withdrawn" }, "phone"),
      edit(dev, "applications", ours, { status: "accepted" }, "laptop"),
    ]);
    expect([...left.applied, ...taken.applied]).toHaveLength(1);
    expect([...left.conflicts, ...taken.conflicts]).toHaveLength(1);
    const { status } = await db.row("applications", a);
    expect(status).toBe(left.applied.length === 1 ? "withdrawn" : "accepted");
    expect(await countsOf(db, id)).toMatchObject({ testers_joined: status === "accepted" ? 1 : 0 });
    // Accepted first, withdrawn later: the spot is free again, and the tester keeps the rows.
    if (status === "accepted") await db.update(tester, "applications", a, { status: "withdrawn" });
    expect(await countsOf(db, id)).toMatchObject({ testers_joined: 0 });
  }
});

test("S18 T7 a report edited during its review keeps the reviewed text", async () => {
  for (let round = 0; round < 4; round++) {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    await apply(db, id, tester);
    const r = await report(db, id, tester);
    const [theirs, ours] = [await rowOf(tester, "feedback", r), await rowOf(dev, "feedback", r)];
    const [edited, decided] = await Promise.all([
      edit(tester, "feedback", theirs, { details: "Other words" }, "phone"),
      edit(dev, "feedback", ours, { status: "approved", usefulness: 5 }, "laptop"),
    ]);
    expect(decided.applied).toHaveLength(1);
    expect(edited.applied).toEqual([]);
    expect([...edited.rejected.map((x) => x.code), ...edited.conflicts.map(() => "conflict")]).toEqual([
      expect.stringMatching(/^(text_frozen|conflict)$/),
    ]);
    expect(await db.row("feedback", r)).toMatchObject({ status: "approved", details: "It shows 12 instead of 21." });
  }
});

test("S18 T7 concurrent change request and approval on two devices: one decision, at most one reward", async () => {
  const tester = await person(db, "tester");
  const id = await campaign(db, dev);
  await apply(db, id, tester);
  const r = await report(db, id, tester);
  const base = await rowOf(dev, "feedback", r);
  const answers = await Promise.all([
    edit(dev, "feedback", base, { status: "approved", usefulness: 5 }, "laptop"),
    edit(dev, "feedback", base, { status: "changes_requested", reason: "Which screen?" }, "phone"),
  ]);
  expect(answers.flatMap((a) => a.applied)).toHaveLength(1);
  expect(answers.flatMap((a) => a.conflicts)).toHaveLength(1);
  const { status } = await db.row("feedback", r);
  const paid = await db.owner("select 1 from public.rewards where feedback_id = $1", [r]);
  expect(paid).toHaveLength(status === "approved" ? 1 : 0);
});

test("T5 T7 a campaign completed while a tester writes offline: a report written before its end still counts and pays", async () => {
  const tester = await person(db, "tester");
  const late = await person(db, "tester");
  const id = await campaign(db, dev);
  const application = await apply(db, id, tester);
  await apply(db, id, late);
  // Its developer ended it five days ago; both devices were offline for longer.
  await db.withoutMoves(
    `update public.campaigns set status = 'completed', completed_at = now() - interval '5 days' where id = '${id}'`,
  );
  const written = reportInput(id, application, tester, {
    captured_at: instant(-6),
    sync_client: "phone",
    sync_seq: 1,
  });
  const after = reportInput(id, await applicationId(db, id, late), late, {
    captured_at: instant(-2),
    sync_client: "phone",
    sync_seq: 1,
  });
  expect((await push(db, tester, "feedback", [{ doc: written }])).applied).toHaveLength(1);
  expect((await push(db, late, "feedback", [{ doc: after }])).rejected.map((r) => r.code)).toEqual(["too_late"]);
  await db.update(dev, "feedback", String(written.id), { status: "approved", usefulness: 4 });
  expect(await db.owner("select status from public.rewards where feedback_id = $1", [String(written.id)])).toEqual([
    { status: "earned" },
  ]);
  expect(await db.row("applications", application)).toMatchObject({ status: "completed" });
});

test("T8 the promised reward is fixed: neither model nor amount of a running campaign changes, nor paid amounts", async () => {
  const tester = await person(db, "tester");
  const id = await campaign(db, dev, { reward_amount_cents: 2000 });
  await apply(db, id, tester);
  await db.update(dev, "feedback", await report(db, id, tester), { status: "approved", usefulness: 4 });
  const base = await rowOf(dev, "campaigns", id);
  for (const change of [{ reward_model: "suggestions" }, { reward_amount_cents: 100 }, { currency: "JPY" }]) {
    const { rejected } = await edit(dev, "campaigns", base, change, "laptop");
    expect([change, rejected.map((r) => r.code)]).toEqual([change, ["wrong_state"]]);
  }
  // Even a direct change in the database leaves earned rewards unchanged; later ones use the new
  // value.
  await db.withoutMoves(
    `update public.campaigns set reward_model = 'suggestions', reward_amount_cents = 500 where id = '${id}'`,
  );
  for (const type of ["bug", "feature"])
    await db.update(dev, "feedback", await report(db, id, tester, { type }), { status: "approved", usefulness: 4 });
  expect(
    await db.owner("select model, amount_cents from public.rewards where campaign_id = $1 order by amount_cents desc", [
      id,
    ]),
  ).toEqual([
    { model: "testing", amount_cents: 2000 },
    { model: "suggestions", amount_cents: 500 },
  ]);
});

test("T7 T8 a review past its deadline: several timers and a late decision together make one decision and one reward", async () => {
  for (let round = 0; round < 3; round++) {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev, { end_date: day(5) });
    await apply(db, id, tester);
    const r = await report(db, id, tester);
    await db.withoutMoves(`update public.feedback set due_at = now() - interval '1 minute' where id = '${r}'`);
    const base = await rowOf(dev, "feedback", r);
    const [decided] = await Promise.all([
      edit(dev, "feedback", base, { status: "rejected", reason_code: "out_of_scope" }, "laptop"),
      ...Array.from({ length: 3 }, () => db.owner("call private.run_scheduled_jobs()")),
    ]);
    const { status } = await db.row("feedback", r);
    expect(status).toBe(decided.applied.length === 1 ? "rejected" : "approved");
    await db.owner("call private.run_scheduled_jobs()");
    const paid = await db.owner("select 1 from public.ledger_entries where tester_id = $1", [tester]);
    expect([status, paid.length]).toEqual([status, status === "approved" ? 1 : 0]);
  }
});

test("B18 T6 testers who check a fix or confirm a known issue at once are all counted", async () => {
  const app = await newApp(db, dev);
  const release_id = await newRelease(db, dev, app);
  const id = await campaign(db, dev, { app_id: app, max_testers: 5 });
  await db.update(dev, "briefs", id, { release_id });
  const author = await person(db, "tester");
  await apply(db, id, author);
  const r = await report(db, id, author);
  await db.update(dev, "feedback", r, { status: "approved", usefulness: 4 });
  await db.update(dev, "feedback", r, { known: true, fixed_release_id: release_id });
  const testers = await Promise.all([0, 1, 2, 3].map(() => person(db, "tester")));
  const applications = await Promise.all(testers.map((tester) => apply(db, id, tester)));
  // Direct writes: a push would lock the campaign first.
  const write = (change: Row) =>
    Promise.all(testers.map((tester, i) => db.update(tester, "applications", applications[i] ?? "", change)));
  await write({ retests: { [r]: { mark: "fixed", release_id, at: instant(0) } } });
  await write({ confirmed_issues: [r] });
  expect(await db.row("feedback", r)).toMatchObject({ retests: { fixed: 4 }, reproductions: 4 });
  expect(await db.row("briefs", id)).toMatchObject({ known_issues: [{ retests: { fixed: 4 }, reproductions: 4 }] });
});

test("S15 T6 an app that moves to two organizations at once moves to one, with its campaigns", async () => {
  for (let round = 0; round < 3; round++) {
    const owner = await person(db, "developer");
    const teams = [await team(db, owner), await team(db, owner)];
    const app = await newApp(db, owner);
    const id = await campaign(db, owner, { app_id: app });
    const moves = await Promise.allSettled(teams.map((to) => call(db, owner, "public.move_app($1, $2)", [app, to])));
    expect(moves.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await db.row("campaigns", id)).org_id).toBe((await db.row("apps", app)).org_id);
  }
});

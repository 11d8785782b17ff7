import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import {
  apply,
  campaign,
  campaignInput,
  instant,
  newApp,
  newRelease,
  person,
  report,
  reportInput,
} from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  let app: string;
  let otherApp: string;
  beforeAll(async () => {
    app = await newApp(db, dev);
    otherApp = await newApp(db, dev);
  });

  const build = (of: string, more: Row = {}) => newRelease(db, dev, of, more);
  /** Creates a campaign that pays for downloads, with its build and an accepted tester. */
  const downloading = async (release: string | null, more: Row = {}) => {
    const id = await campaign(db, dev, { reward_model: "downloading", reward_amount_cents: 500, app_id: app, ...more });
    if (release) await db.update(dev, "briefs", id, { release_id: release });
    const tester = await person(db, "tester");
    return { id, tester, application: await apply(db, id, tester) };
  };
  const approve = (id: string) => db.update(dev, "feedback", id, { status: "approved", usefulness: 4 });
  const download = (who: string, release: string) =>
    db.query(who, "select public.record_download($1)", [release]).then(() => undefined);
  const earned = async (tester: string) =>
    (await db.owner<{ n: number }>("select count(*)::int as n from public.rewards where tester_id = $1", [tester]))[0]
      ?.n;

  test("S12 V5 downloading: a report cannot name a build that its campaign does not offer, of any app", async () => {
    const mine = await build(app);
    const { id, tester, application } = await downloading(mine);
    const published = { status: "published", version: "2" };
    const [elsewhere, unopened] = [await build(otherApp, published), await build(app, published)];
    for (const release_id of [elsewhere, unopened]) {
      await download(tester, release_id);
      const doc = reportInput(id, application, tester, { release_id, sync_client: "phone", sync_seq: 1 });
      const { rejected, applied } = await push(db, tester, "feedback", [{ doc }]);
      expect([applied, rejected.map((r) => r.code)]).toEqual([[], ["forbidden"]]);
      const draft = await report(db, id, tester, { release_id: mine, status: "draft" });
      await expect(db.update(tester, "feedback", draft, { release_id })).rejects.toMatchObject({ code: "forbidden" });
    }
    // A report from before the rule: it pays nothing.
    const old = await report(db, id, tester);
    await db.withoutMoves("update public.feedback set release_id = $2 where id = $1", [old, elsewhere]);
    await approve(old);
    expect(await earned(tester)).toBe(0);
    await download(tester, mine);
    expect(await earned(tester)).toBe(0);
    await approve(await report(db, id, tester, { release_id: mine }));
    expect(await earned(tester)).toBe(1);
  });

  test("S12 O4 downloading: a download reported after the approval still pays, once", async () => {
    const release = await build(app);
    const { id, tester } = await downloading(release);
    const reports = [await report(db, id, tester), await report(db, id, tester, { release_id: release })];
    for (const one of reports) await approve(one);
    expect(await earned(tester)).toBe(0);
    for (const _ of [1, 2]) await download(tester, release);
    expect(await earned(tester)).toBe(1);
    expect(
      await db.owner("select kind, amount_cents from public.ledger_entries where tester_id = $1", [tester]),
    ).toEqual([{ kind: "earned", amount_cents: 500 }]);
    await approve(await report(db, id, tester));
    expect(await earned(tester)).toBe(1);
  });

  test("S12 O4 downloading: the same for downloads recorded by the device, of a build and of a link", async () => {
    for (const release of [await build(app), null]) {
      const { id, tester, application } = await downloading(release);
      await approve(await report(db, id, tester));
      expect(await earned(tester)).toBe(0);
      await db.update(tester, "applications", application, { downloaded_at: instant(-1) });
      expect(await earned(tester)).toBe(1);
      await approve(await report(db, id, tester));
      expect(await earned(tester)).toBe(1);
    }
  });

  test("S12 downloading: one report pays for one build, and a later brief takes nothing away", async () => {
    const [first, second] = [await build(app), await build(app)];
    const { id, tester } = await downloading(first);
    await download(tester, first);
    await db.update(dev, "briefs", id, { release_id: second });
    await approve(await report(db, id, tester));
    expect(await earned(tester)).toBe(1);
    await download(tester, second);
    expect(await earned(tester)).toBe(1);
    await approve(await report(db, id, tester));
    expect(await earned(tester)).toBe(2);
  });

  test("S16 V5 a brief names a build of its campaign's app, and testers get only the one chosen last", async () => {
    const [mine, abandoned, elsewhere] = [await build(app), await build(app), await build(otherApp)];
    const draft = campaignInput(dev, { status: "draft", app_id: app });
    const id = String(draft.id);
    await db.insert(dev, "campaigns", draft);
    await expect(db.insert(dev, "briefs", { id, developer_id: dev, release_id: elsewhere })).rejects.toMatchObject({
      code: "invalid",
    });
    await db.insert(dev, "briefs", { id, developer_id: dev, release_id: abandoned });
    await expect(db.update(dev, "briefs", id, { release_id: elsewhere })).rejects.toMatchObject({ code: "invalid" });
    await db.update(dev, "briefs", id, { release_id: mine });
    await db.update(dev, "campaigns", id, { status: "active" });
    const tester = await person(db, "tester");
    await apply(db, id, tester);
    const seen = (await pullRows(db, tester, "releases")).map((r) => r.id);
    expect([mine, abandoned, elsewhere].map((one) => seen.includes(one))).toEqual([true, false, false]);
  });

  describe("screening", () => {
    const [q1, q2] = [randomUUID(), randomUUID()];
    const questions = (pass: string[]) => [
      { id: q1, question: "Do you own a phone?", kind: "yes_no", options: [], pass, required: true },
      { id: q2, question: "Anything else?", kind: "text", options: [], pass: [], required: false },
    ];
    const screeningFor = async (who: string, id: string) =>
      (await pullRows(db, who, "campaigns")).find((row) => row.id === id)?.screening;
    const made = async (more: Row = {}) => {
      const doc: Row = { ...campaignInput(dev, { screening: questions(["yes"]), status: "active", ...more }) };
      const { applied } = await push(db, dev, "campaigns", [{ doc: { ...doc, sync_client: "laptop", sync_seq: 1 } }]);
      return { id: String(doc.id), row: applied[0] as Row };
    };

    test("S9 S16 P2 only the developer and admins can read the expected answers", async () => {
      const { id, row } = await made();
      expect(row.screening).toEqual(questions(["yes"]));
      const [tester, otherDev, admin] = [
        await person(db, "tester"),
        await person(db, "developer"),
        await person(db, "admin"),
      ];
      expect(await screeningFor(dev, id)).toEqual(questions(["yes"]));
      for (const [who, pass] of [
        [admin, ["yes"]],
        [tester, []],
      ] as const) {
        const [opened] = await db.query<{ rows: Row[] }>(
          who,
          `select public.sync_get('campaigns', jsonb_build_array(jsonb_build_object('id', $1::text, 'xid', null))) -> 'rows' as rows`,
          [id],
        );
        expect(opened?.rows).toMatchObject([{ id, screening: questions([...pass]) }]);
      }
      await apply(db, id, tester, { answers: [{ question_id: q1, value: "yes" }] });
      expect(await screeningFor(tester, id)).toEqual(questions([]));
      for (const who of [tester, otherDev, dev, admin]) {
        const rows = await db.query<Row>(who, "select to_jsonb(c)::text as all from public.campaigns c where id = $1", [
          id,
        ]);
        expect(JSON.stringify(rows)).not.toMatch(/pass|\["yes"\]/);
        await expect(db.query(who, "select * from private.expected_answers")).rejects.toMatchObject({ code: "42501" });
        await expect(db.query(who, "select private.full_screening($1::uuid, '[]')", [id])).rejects.toMatchObject({
          code: "42501",
        });
      }
      // The function behind a pull reveals as little about another user's row.
      const asked = (who: string) =>
        db.query<{ s: unknown }>(who, "select private.my_screening($1::uuid, $2::jsonb) as s", [
          id,
          JSON.stringify(questions([])),
        ]);
      expect((await asked(tester))[0]?.s).toEqual(questions([]));
      expect((await asked(otherDev))[0]?.s).toEqual(questions([]));
    });

    test("S17 O1 automatic selection uses them, and an edit on the developer's device changes them", async () => {
      const { id, row } = await made();
      const [no, yes, later] = [await person(db, "tester"), await person(db, "tester"), await person(db, "tester")];
      const answer = (value: string) => ({ answers: [{ question_id: q1, value }] });
      const statusOf = async (who: string, value: string) =>
        (await db.row("applications", await apply(db, id, who, answer(value)))).status;
      expect([await statusOf(no, "no"), await statusOf(yes, "yes")]).toEqual(["pending", "accepted"]);

      const edit = async (change: Row) => {
        const from = (await pullRows(db, dev, "campaigns")).find((r) => r.id === id) ?? row;
        const doc = { ...from, ...change, sync_client: "laptop", sync_seq: Number(from.sync_seq) + 1 };
        return (await push(db, dev, "campaigns", [{ doc, assumed: from }])).applied[0] as Row;
      };
      // Editing another column keeps the answers.
      const renamed = await edit({ title: "Pocket Budget 2.1" });
      expect(renamed.screening).toEqual(questions(["yes"]));
      const changed = await edit({ screening: questions(["no"]) });
      expect(changed.screening).toEqual(questions(["no"]));
      expect(await statusOf(later, "no")).toBe("accepted");
      // Removed.
      const open = await edit({ screening: questions([]) });
      expect(open.screening).toEqual(questions([]));
      expect(await db.owner("select 1 from private.expected_answers where campaign_id = $1", [id])).toEqual([]);
    });

    test("S16 a question written without expected answers keeps them; a deleted draft leaves none", async () => {
      const { id } = await made({ status: "draft" });
      const [plain] = await db.query<{ screening: unknown }>(
        dev,
        "select screening from public.campaigns where id = $1",
        [id],
      );
      await db.update(dev, "campaigns", id, { screening: plain?.screening, title: "Another title" });
      expect(await screeningFor(dev, id)).toEqual(questions(["yes"]));
      await db.update(dev, "campaigns", id, { _deleted: true });
      expect(await db.owner("select 1 from private.expected_answers where campaign_id = $1", [id])).toEqual([]);
    });
  });
});

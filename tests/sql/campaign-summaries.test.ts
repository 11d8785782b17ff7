// Summaries of a campaign by link: their contents, and their end. Permissions are in
// supabase/tests/permissions.test.sql.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { summaryOf } from "../../src/features/campaigns/summary.ts";
import type { Application } from "../../sync/schema/applications.ts";
import type { Brief } from "../../sync/schema/briefs.ts";
import type { SharedSummary } from "../../sync/schema/campaign-functions.ts";
import type { Campaign } from "../../sync/schema/campaigns.ts";
import type { Feedback } from "../../sync/schema/feedback.ts";
import type { Release } from "../../sync/schema/releases.ts";
import type { Reward } from "../../sync/schema/rewards.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, newApp, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";
import { pullRows } from "../fixtures/sql/sync-calls.ts";
import { questionOf, stepsOf, taskOf } from "../unit/tasks/cases.ts";

describe.each(ruleEngines)("summaries of campaigns on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other } = setUpPeople(db);
  const testId = randomUUID();
  let token = "";
  const make = (until: string | null = null, id: string = testId) =>
    call<{ id: string; token: string }>(db, dev, "public.create_summary_link($1, $2)", [id, until]);
  const read = (of = token) => call<SharedSummary>(db, null, "public.read_campaign_summary($1)", [of]);

  beforeAll(async () => {
    const app = await newApp(db, dev);
    const release = await newRelease(db, dev, app, { version: "1.3" });
    const fix = await newRelease(db, dev, app, { version: "1.4" });
    await campaign(db, dev, {
      id: testId,
      title: "Night map for hikers",
      app_id: app,
      reward_amount_cents: 500,
      max_testers: 9,
    });
    for (const who of [tester, other]) await apply(db, testId, who);
    const made: string[] = [];
    for (const [n, severity] of ["low", "high", "high", "critical", "medium"].entries())
      made.push(
        await report(db, testId, n % 2 ? tester : other, {
          type: n === 4 ? "feature" : "bug",
          severity,
          rating: n + 1,
          summary: n === 0 ? "Mail to tess@example.test is lost" : `Report ${n}`,
        }),
      );
    await db.withoutMoves("update public.feedback set release_id = $1 where id = any ($2::uuid[])", [
      release,
      `{${made.slice(0, 3).join()}}`,
    ]);
    const decide = (n: number, status: string, usefulness: number, reason = "") =>
      db.query(dev, "update public.feedback set status = $2, usefulness = $3, reason_code = $4 where id = $1", [
        made[n] ?? "",
        status,
        usefulness,
        reason,
      ]);
    await decide(0, "approved", 3);
    await decide(1, "approved", 2);
    await decide(2, "rejected", 0, "out_of_scope");
    await db.query(dev, "update public.feedback set fixed_release_id = $2 where id = $1", [made[0] ?? "", fix]);
    const questions = [
      ...(["nps", "sus", "umux_lite", "seq", "text"] as const).map((one) =>
        questionOf({ id: one.slice(0, 3), kind: one }),
      ),
      questionOf({ id: "sca", kind: "scale", min: 1, max: 5, required: false }),
    ];
    const task = taskOf({ title: "Night", steps: stepsOf("a", "b", "c"), questions, required_since: null });
    await db.update(dev, "briefs", testId, { tasks: [task] });
    const steps = (mark: string) => ({
      a: { mark },
      b: { mark: "pass" },
      c: { mark: "blocked", note: "Tess was here" },
    });
    for (let n = 0; n < 5; n++) {
      const who = await person(db, "tester", { name: `Taker ${n}` });
      const application = await apply(db, testId, who);
      const nps = [10, 9, 8, 6, 0][n] ?? 0;
      const answers = { nps, sus: [5, 1, 5, 1, 5, 1, 5, 1, 5, n + 1], umu: [7, n + 1], seq: n + 2, tex: "My secret" };
      const result = { version: 1, release_id: null, state: "open", minutes: 1, at: new Date().toISOString() };
      await db.update(who, "applications", application, {
        results: {
          t1: { ...result, steps: steps(n < 2 ? "fail" : "pass"), answers: n < 4 ? { ...answers, sca: 3 } : answers },
        },
      });
      if (n > 0) await db.update(who, "applications", application, { results_status: "submitted" });
      if (n > 3) await db.update(dev, "applications", application, { results_status: "accepted" });
    }
    token = (await make()).token;
  });

  test("B17 S15 P2 a link shows completion, the worst steps and scores of five answers, and no words of testers", async () => {
    const { results } = await read();
    expect(results).toMatchObject({
      ...{ takers: 7, submitted: 4, accepted: 1 },
      steps: [
        { task: "Night", number: 1, step: "Do a", failed: 2, blocked: 0, marked: 5 },
        { task: "Night", number: 3, step: "Do c", failed: 0, blocked: 5, marked: 5 },
      ],
      questions: [
        { kind: "nps", n: 5, mean: 0, deviation: 100 },
        { kind: "sus", n: 5, mean: 95 },
        { kind: "umux_lite", n: 5 },
        { kind: "seq", n: 5, mean: 4 },
        { kind: "scale", n: 4, mean: null, deviation: null, min: 1, max: 5 },
      ],
    });
    const text = JSON.stringify(results);
    for (const secret of ["Taker", "Tess", "secret"]) expect(text).not.toContain(secret);
    const { token: without } = await make(null, await campaign(db, dev, {}));
    expect((await read(without)).results).toBeNull();
  });

  test("B17 V5 answers to an earlier kind of question, and numbers beyond float8, break no summary", async () => {
    const score = async (kind: string, value: string) =>
      (
        await db.owner<{ score: number | null }>("select private.answer_score($1, $2::text::jsonb) as score", [
          kind,
          value,
        ])
      )[0]?.score;
    expect(await score("number", "1e-400")).toBe(0);
    expect(await score("scale", "3")).toBe(3);
    for (const [kind, value] of [
      ["sus", '["A", "B"]'],
      ["sus", "[1, 7]"],
      ["umux_lite", '"A"'],
      ["umux_lite", "[1, 9]"],
      ["nps", "1e9"],
      ["seq", "0.5"],
      ["number", '"3"'],
    ] as const)
      expect([kind, value, await score(kind, value)]).toEqual([kind, value, null]);
  });

  test("S15 a link shows findings, outcomes and costs, and no names", async () => {
    const summary = await read();
    expect(summary).toMatchObject({
      ...{ title: "Night map for hikers", organization_name: "Dana Develops", testers: 7, reporters: 2, reports: 5 },
      // Two reports and an accepted set.
      ...{ rating: 3, cost_cents: 1500, types: { bug: 4, feature: 1 }, severities: { low: 1, high: 2, critical: 1 } },
      ...{ outcomes: { approved: 2, rejected: 1, waiting: 2 }, builds: [{ version: "1.3", reports: 3 }] },
      // Severity ranks before usefulness; only issues with a fixing build count as fixed.
      fixed: 1,
      findings: [
        { summary: "Report 1", severity: "high", usefulness: 2, fixed_in: "" },
        { summary: "Mail to … is lost", severity: "low", usefulness: 3, fixed_in: "1.4" },
      ],
    });
    const text = JSON.stringify(summary);
    for (const secret of [tester, other, "Tess", "@", "attachments", "device"]) expect(text).not.toContain(secret);
  });

  test("S15 the developer's own device counts the same", async () => {
    const rows = async <T>(name: string) => (await pullRows(db, dev, name)) as unknown as T[];
    const [own] = (await rows<Campaign>("campaigns")).filter(({ id }) => id === testId);
    if (!own) throw new Error("no campaign");
    const counted = summaryOf({
      campaign: { ...own, testers_joined: 7 },
      reports: await rows<Feedback>("feedback"),
      rewards: await rows<Reward>("rewards"),
      releases: await rows<Release>("releases"),
      applications: await rows<Application>("applications"),
      tasks: (await rows<Brief>("briefs")).find(({ id }) => id === testId)?.tasks ?? [],
    });
    const { findings, results, ...numbers } = counted;
    const shared = await read();
    expect(shared).toMatchObject(numbers);
    const rounded = (one: typeof results) =>
      JSON.parse(JSON.stringify(one), (_, value) =>
        typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value,
      );
    expect(rounded(shared.results)).toEqual(rounded(results));
    const found = (list: SharedSummary["findings"]) => list.map(({ id, fixed_in }) => [id, fixed_in]);
    expect(found(shared.findings)).toEqual(found(findings));
  });

  test("S15 a link ends when it expires or is withdrawn, and while an admin hides the campaign", async () => {
    const ended = rejection("missing_parent");
    const { id, token: short } = await make(new Date(Date.now() + 86_400_000).toISOString());
    expect((await read(short)).reports).toBe(5);
    await db.owner("update private.campaign_links set expires_at = now() - interval '1 second' where id = $1", [id]);
    await expect(read(short)).rejects.toThrow(ended);
    const open = await make();
    await call(db, dev, "public.revoke_campaign_link($1)", [open.id]);
    await expect(read(open.token)).rejects.toThrow(ended);
    await db.owner("update public.campaigns set hidden = true where id = $1", [testId]);
    await expect(read()).rejects.toThrow(ended);
    await db.owner("update public.campaigns set hidden = false where id = $1", [testId]);
    await db.owner("update public.profiles set status = 'suspended' where id = $1", [dev]);
    await expect(read()).rejects.toThrow(ended);
    await db.owner("update public.profiles set status = 'active' where id = $1", [dev]);
    expect((await read()).reports).toBe(5);
    // The table stores only its hash, and it gives no access to the campaign.
    expect(
      await db.owner("select 1 from private.campaign_links l where l::text like '%' || $1 || '%'", [token]),
    ).toEqual([]);
    await expect(call(db, tester, "public.join_campaign($1)", [token])).rejects.toThrow(ended);
  });

  test("S15 a draft has no link, a campaign at most twenty, none longer than a year", async () => {
    const draft = await campaign(db, dev, { status: "draft" });
    await expect(make(null, draft)).rejects.toThrow(rejection("wrong_state"));
    await expect(make(new Date(Date.now() + 400 * 86_400_000).toISOString())).rejects.toThrow(rejection("invalid"));
    const list = (kind?: string) =>
      call<{ total: number }>(db, dev, "public.list_campaign_links($1::jsonb)", [
        JSON.stringify({ campaign_id: testId, kind }),
      ]);
    const { total } = await list("summary");
    expect((await list()).total).toBe(0);
    for (let n = total; n < 20; n++) await make();
    await expect(make()).rejects.toThrow(rejection("too_many"));
  });
});

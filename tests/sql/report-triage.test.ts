// Priority and tags of a report belong to its organization and are stored separately from the row
// that its author reads. Write permissions are also in supabase/tests/permissions.test.sql.
import { beforeAll, describe, expect, test } from "vitest";
import { feedbackLimits } from "../../sync/schema/feedback.ts";
import { priorities } from "../../sync/schema/values.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, person, report } from "../fixtures/sql/rows.ts";
import { setUpColleagues, setUpDatabase } from "../fixtures/sql/scenario.ts";
import { pulledRow, push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { owner, reviewer, viewer, outsider, tester } = setUpColleagues(db);
  let open: string;
  beforeAll(async () => {
    const org = await team(db, owner, { [reviewer]: "reviewer", [viewer]: "viewer" });
    open = await campaign(db, owner, { org_id: org, max_testers: 50 });
    await apply(db, open, tester);
  });

  const none = { priority: "", tags: [] };
  const pulled = async (who: string, id: string) => {
    const row = await pulledRow(db, who, "feedback", id);
    return row && { priority: row.priority, tags: row.tags };
  };
  const inRow = (id: string) => db.owner("select priority, tags from public.feedback where id = $1", [id]);
  /** Pushes an edit based on the version that the user's device has pulled. */
  const edit = async (who: string, id: string, change: Row) => {
    const base = (await pulledRow(db, who, "feedback", id)) ?? {};
    const doc = { ...base, ...change, sync_client: `${who}`, sync_seq: Number(base.sync_seq) + 1 };
    return push(db, who, "feedback", [{ doc, assumed: base }]);
  };

  test("B10 S18 members read and write priority and tags, each separately, before and after the decision", async () => {
    const one = await report(db, open, tester);
    for (const priority of priorities) {
      expect((await edit(reviewer, one, { priority })).applied).toEqual([expect.objectContaining({ priority })]);
      expect(await pulled(owner, one)).toEqual({ priority, tags: [] });
      expect(await inRow(one)).toEqual([none]);
    }
    await edit(owner, one, { tags: ["Login", "crash"] });
    expect(await pulled(viewer, one)).toEqual({ priority: "urgent", tags: ["Login", "crash"] });
    await edit(owner, one, { status: "approved", usefulness: 4, priority: "low" });
    expect(await pulled(reviewer, one)).toEqual({ priority: "low", tags: ["Login", "crash"] });
    await db.update(reviewer, "feedback", one, { tags: JSON.stringify([]) });
    expect(await pulled(owner, one)).toEqual({ priority: "low", tags: [] });
    await edit(owner, one, { priority: "" });
    // Nothing is left to store.
    expect(await db.owner("select 1 from private.report_triage where feedback_id = $1", [one])).toEqual([]);
  });

  test("B10 P2 the tester never gets them: not by a pull, a push, a read, an export or an error", async () => {
    const one = await report(db, open, tester);
    await edit(owner, one, { priority: "high", tags: ["refund risk"] });
    await db.update(owner, "feedback", one, { status: "changes_requested", reason: "Which screen?" });
    expect(await pulled(tester, one)).toEqual(none);
    expect(await db.query(tester, "select priority, tags from public.feedback where id = $1", [one])).toEqual([none]);
    const sent = await edit(tester, one, { details: "The first one." });
    expect(sent.applied).toEqual([expect.objectContaining({ ...none, details: "The first one." })]);
    const { rows } = await call<{ rows: Row[] }>(db, tester, "public.export_own_data($1::jsonb)", [
      JSON.stringify({ part: "reports" }),
    ]);
    expect(JSON.stringify(rows)).toContain(one);
    expect(JSON.stringify(rows)).not.toMatch(/refund risk|"priority"|"tags"/);
    // A guess is rejected whether right or wrong, and empty values change nothing.
    for (const guess of [{ priority: "high" }, { priority: "low" }, { tags: JSON.stringify(["refund risk"]) }]) {
      await expect(db.update(tester, "feedback", one, guess)).rejects.toEqual(rejection("not_allowed"));
    }
    expect(await db.update(tester, "feedback", one, { priority: "", tags: JSON.stringify([]) })).toBe(1);
    expect(await pulled(owner, one)).toEqual({ priority: "high", tags: ["refund risk"] });
  });

  test("B10 P2 nor does an author who became a member, an outsider or an admin; a viewer cannot write them", async () => {
    const one = await report(db, open, tester);
    await edit(owner, one, { priority: "high", tags: ["ours"] });
    const admin = await person(db, "admin");
    expect(await pulled(outsider, one)).toBeUndefined();
    const columns = await db.owner<{ select_list: string }>(
      "select select_list from private.sync_collections where name = 'feedback'",
    );
    const asAdmin = await db.query<Row>(
      admin,
      `select ${columns[0]?.select_list} from public.feedback t where t.id = $1`,
      [one],
    );
    expect(asAdmin).toEqual([expect.objectContaining(none)]);
    for (const who of [viewer, outsider]) {
      expect(await db.update(who, "feedback", one, { priority: "low" })).toBe(0);
    }
    const mine = await report(db, open, tester);
    const [row] = await db.owner<{ org_id: string }>("select org_id from public.feedback where id = $1", [mine]);
    await db.owner("insert into public.organization_members values ($1, $2, 'reviewer')", [row?.org_id ?? "", tester]);
    expect(await db.query(tester, "select (private.my_triage($1)).priority", [one])).toEqual([{ priority: null }]);
    await db.owner("delete from public.organization_members where user_id = $1 and role = 'reviewer'", [tester]);
  });

  test("B10 V5 the server rejects the same values as the form, and a new report has neither", async () => {
    const one = await report(db, open, tester);
    const { max, length } = feedbackLimits.tags;
    const many = Array.from({ length: max + 1 }, (_, n) => `tag ${n}`);
    for (const change of [
      { priority: "soon" },
      { tags: many },
      { tags: ["x".repeat(length + 1)] },
      { tags: ["Login", "login"] },
      { tags: [" login"] },
      { tags: [""] },
    ]) {
      expect((await edit(owner, one, change)).rejected.map(({ code }) => code)).toEqual(["invalid"]);
    }
    expect((await edit(owner, one, { tags: many.slice(1) })).rejected).toEqual([]);
    await expect(report(db, open, tester, { priority: "high" })).rejects.toMatchObject({ code: "42501" });
  });

  test("B10 O2 a change reaches the other members' devices with their next pull", async () => {
    const one = await report(db, open, tester);
    const before = await pulledRow(db, reviewer, "feedback", one);
    await edit(owner, one, { tags: ["later"] });
    const after = await pulledRow(db, reviewer, "feedback", one);
    expect(BigInt(String(after?.sync_xid))).toBeGreaterThan(BigInt(String(before?.sync_xid)));
  });
});

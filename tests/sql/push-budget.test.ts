// A push has a time budget: it stops there and returns the number of remaining rows.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { firstCases } from "../fixtures/long.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { setUpCampaign, setUpDatabase } from "../fixtures/sql/scenario.ts";
import { pulledRow, pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("the time of a push on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { tester, draft } = setUpCampaign(db);
  const sent = (docs: Row[]) => docs.map((doc) => ({ doc }));
  const budget = (interval: string) =>
    db.owner(`create or replace function private.push_budget() returns interval
      language sql stable set search_path = '' as $$ select interval '${interval}' $$`);

  /**
   * Sends until no rows remain.
   * @returns each row's result and the longest call
   */
  async function pushAll(docs: Row[]) {
    const told: string[] = [];
    let longest = 0;
    for (let left = docs; left.length > 0; ) {
      const began = performance.now();
      const { applied, conflicts, rejected, untried } = await push(db, tester, "feedback", sent(left));
      longest = Math.max(longest, performance.now() - began);
      expect(untried).toBeLessThan(left.length);
      told.push(...[...applied, ...conflicts, ...rejected].map(({ id }) => String(id)));
      left = untried === 0 ? [] : left.slice(-untried);
    }
    return { told, longest };
  }

  const bad = (): Row => draft({ status: "submitted", rating: 0 });
  test.each<[string, () => Row[]]>(
    firstCases([
      ["rejected rows", () => Array.from({ length: 500 }, bad)],
      ["rows that wait for a parent", () => Array.from({ length: 500 }, () => draft({ application_id: randomUUID() }))],
      ["good rows", () => Array.from({ length: 500 }, () => draft())],
      [
        "long rows",
        () => Array.from({ length: 500 }, () => draft({ status: "submitted", rating: 0, summary: "x".repeat(6000) })),
      ],
      ["good and rejected rows in turn", () => Array.from({ length: 500 }, (_, n) => (n % 2 ? draft() : bad()))],
    ]),
  )("P2 500 %s finish well before the time limit, and each of them gets its result", async (_, rows) => {
    const docs = rows();
    const { told, longest } = await pushAll(docs);
    expect(told.sort()).toEqual(docs.map(({ id }) => String(id)).sort());
    expect(longest).toBeLessThan(4000);
  });

  test("O2 without any time left a push still processes a part, and the rest can be sent again", async () => {
    await budget("0");
    const docs = [...Array.from({ length: 60 }, () => draft()), bad(), draft(), draft()];
    const first = await push(db, tester, "feedback", sent(docs));
    expect([first.applied.length, first.untried]).toEqual([50, 13]);
    const second = await push(db, tester, "feedback", sent(docs.slice(-13)));
    expect([second.applied.length, second.rejected, second.untried]).toEqual([1, [], 12]);
    expect(await pulledRow(db, tester, "feedback", docs[52]?.id)).toBeUndefined();
    expect((await pushAll(docs.slice(-12))).told).toHaveLength(12);
    await budget("1.5 seconds");
    const ids = new Set((await pullRows(db, tester, "feedback")).map(({ id }) => id));
    expect(docs.filter(({ id }) => !ids.has(id))).toEqual([docs[60]]);
  });

  test("V5 a push of more than 4 MB is rejected as a whole", async () => {
    const large = sent(Array.from({ length: 50 }, () => draft({ summary: "x".repeat(90_000) })));
    await expect(push(db, tester, "feedback", large)).rejects.toMatchObject({ code: "invalid" });
  });
});

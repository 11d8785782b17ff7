// What a long list costs is decided by RxDB's planner: an index that does not give the order reads
// the whole collection.
import { fillWithDefaultSettings, getQueryPlan, normalizeMangoQuery } from "rxdb";
import { expect, test } from "vitest";
import { openQuery } from "../../../sync/queries/open-campaigns.ts";
import { rxSchema } from "../../../sync/schema/rxdb-schema.ts";

test("S8 O1 each page of the open campaigns comes out of an index, in order, and reads no more than it shows", () => {
  const schema = fillWithDefaultSettings(rxSchema("campaigns") as never) as never;
  for (const range of [{ $gte: "2026-11-21" }, { $gt: "2026-11-21" }, { $eq: "2026-11-21" }]) {
    const query = openQuery(range, 60);
    const selector = { ...query.selector, status: { $eq: "active" }, _deleted: { $eq: false } };
    const plan = getQueryPlan(schema, normalizeMangoQuery(schema, { ...query, selector } as never) as never);
    expect(plan.index).toEqual(["_deleted", "status", "end_date", "id"]);
    expect([plan.sortSatisfiedByIndex, plan.selectorSatisfiedByIndex]).toEqual([true, true]);
  }
});

// What a long list costs is decided by RxDB's planner: an index that does not give the order reads
// the whole collection.
import { fillWithDefaultSettings, getQueryPlan, normalizeMangoQuery } from "rxdb";
import { expect, test } from "vitest";
import { openQuery } from "../../../sync/queries/open-campaigns.ts";
import { rxSchema } from "../../../sync/schema/rxdb-schema.ts";

test("S8 O1 the open campaigns on the device come out of an index, in order, and no more are read than shown", () => {
  const schema = fillWithDefaultSettings(rxSchema("campaigns") as never) as never;
  const query = openQuery("2026-11-21", 60);
  const selector = { ...query.selector, status: { $eq: "active" }, _deleted: { $eq: false } };
  const plan = getQueryPlan(schema, normalizeMangoQuery(schema, { ...query, selector } as never) as never);
  expect(plan.index).toEqual(["_deleted", "status", "end_date", "id"]);
  expect([plan.sortSatisfiedByIndex, plan.selectorSatisfiedByIndex]).toEqual([true, true]);
});

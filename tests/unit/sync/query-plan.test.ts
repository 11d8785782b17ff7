// RxDB's planner decides the cost of a long list: an index without the right order reads the whole
// collection.
import { fillWithDefaultSettings, getQueryPlan, normalizeMangoQuery } from "rxdb";
import { expect, test } from "vitest";
import { openQuery } from "../../../sync/queries/open-campaigns.ts";
import { rxSchema } from "../../../sync/schema/rxdb-schema.ts";

test("S8 O1 open campaigns come from an index in order, and no more are read than shown", () => {
  const schema = fillWithDefaultSettings(rxSchema("campaigns") as never) as never;
  const query = openQuery("2026-11-21", 60);
  const selector = { ...query.selector, status: { $eq: "active" }, _deleted: { $eq: false } };
  const plan = getQueryPlan(schema, normalizeMangoQuery(schema, { ...query, selector } as never) as never);
  expect(plan.index).toEqual(["_deleted", "status", "end_date", "id"]);
  expect([plan.sortSatisfiedByIndex, plan.selectorSatisfiedByIndex]).toEqual([true, true]);
});

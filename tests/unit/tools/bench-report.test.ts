import { expect, test } from "vitest";
import { judge, type Row } from "../../bench/report.ts";

const row = (aims: Row["aims"], values: Row["values"]): Row => ({ what: "speed", aims, values });
const met = (aims: Row["aims"], values: Row["values"]) => judge(row(aims, values)).map((verdict) => verdict.met);

test("the bench reports for each target whether it was met", () => {
  const values = { ours: [1, 2, 30], peer: [3, 3, 3] };
  expect(met([{ of: "ours", by: "median", most: 2 }], values)).toEqual([true]);
  expect(met([{ of: "ours", by: "median", most: 1.9 }], values)).toEqual([false]);
  expect(met([{ of: "ours", by: "p95", most: 16 }], values)).toEqual([false]);
  expect(met([{ of: "ours", by: "longest", least: 30 }], values)).toEqual([true]);
  expect(met([{ of: "ours", by: "longest", least: 31 }], values)).toEqual([false]);
  expect(met([{ of: "ours", by: "median", most: { times: 0.7, of: "peer" } }], values)).toEqual([true]);
  expect(met([{ of: "ours", by: "median", most: { times: 0.5, of: "peer" } }], values)).toEqual([false]);
});

test("the bench counts a target without a value as missed", () => {
  expect(met([{ of: "ours", by: "median", most: 2 }], {})).toEqual([false]);
  expect(met([{ of: "ours", by: "median", least: 2 }], { ours: [] })).toEqual([false]);
  expect(met([{ of: "ours", by: "longest", most: { times: 2, of: "peer" } }], { ours: [1] })).toEqual([false]);
});

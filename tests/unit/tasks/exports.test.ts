// Exports of results, read back with other parsers.
import Papa from "papaparse";
import { expect, test } from "vitest";
import { resultsToCsv, resultsToCtrf, resultsToJUnit } from "../../../src/features/tasks/exports.ts";
import { marked, questionOf, resultOfTask, stepsOf, taskOf } from "./cases.ts";

const build = "3f2b8c1e-0000-4000-8000-000000000001";
const versions = new Map([[build, "1.4.0"]]);
const script = taskOf({ title: 'Log in & "out" <now>', version: 2, steps: stepsOf("a", "b") });
const survey = taskOf({
  id: "t2",
  kind: "survey",
  title: "Survey",
  questions: [questionOf(), questionOf({ id: "s", kind: "sus", text: "" })],
});
const tasks = [script, survey];
const failed = resultOfTask({
  ...{ version: 1, release_id: build, minutes: 3 },
  steps: { a: { mark: "pass" }, b: { mark: "fail", note: "=cmd|' /C calc'!A0\u0000", report_id: build } },
});
const takers = [
  { card: { name: "Ana" }, code_checks: { t1: "differs" as const }, results: { t1: failed, gone: resultOfTask() } },
  {
    card: { name: "Bo" },
    code_checks: {},
    results: {
      t1: resultOfTask({ state: "blocked", note: "No network" }),
      t2: resultOfTask({ answers: { q1: "Slow", s: [5, 1, 5, 1, 5, 1, 5, 1, 5, 1] } }),
    },
  },
  {
    card: { name: "Cy" },
    code_checks: {},
    results: { t1: resultOfTask({ version: 2, steps: marked({ a: "pass", b: "pass" }) }), t2: resultOfTask() },
  },
];

test("B17 CSV has a row per step and question, without formulas", async () => {
  const text = await resultsToCsv(tasks, takers, versions);
  const { data } = Papa.parse<Record<string, string>>(text.slice(1).trimEnd(), { header: true });
  expect(data.map((row) => [row.tester, row.item, row.answer, row.outcome])).toEqual([
    ["Ana", "Do a", "pass", "failed"],
    ["Ana", "Do b", "fail", "failed"],
    ["Bo", "Do a", "", "blocked"],
    ["Bo", "Do b", "", "blocked"],
    ["Bo", "", "", "blocked"],
    ["Cy", "Do a", "pass", "passed"],
    ["Cy", "Do b", "pass", "passed"],
    ["Bo", "Why?", "Slow", "passed"],
    ["Bo", "sus", "5; 1; 5; 1; 5; 1; 5; 1; 5; 1", "passed"],
    ["Cy", "Why?", "", "open"],
    ["Cy", "sus", "", "open"],
  ]);
  expect(data[1]).toMatchObject({
    build: "1.4.0",
    version: "1",
    earlier_version: "true",
    report: build,
    expected: "See b",
    launch_code: "differs",
    photos: "0",
    minimum_minutes: "0",
  });
  expect(data[1]?.note?.startsWith("'=")).toBe(true);
});

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
}

/** Parses XML with elements and attributes only, and throws if it is not well-formed. */
function parsed(text: string): Element {
  const root: Element = { name: "", attributes: {}, children: [] };
  const open = [root];
  const entity = { amp: "&", lt: "<", gt: ">", quot: '"', "#10": "\n", "#13": "\r", "#9": "\t" } as Record<
    string,
    string
  >;
  const tag = /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>|\s+/y;
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  expect(text.startsWith(declaration)).toBe(true);
  for (tag.lastIndex = declaration.length; tag.lastIndex < text.length; ) {
    const at = tag.lastIndex;
    const found = tag.exec(text);
    if (!found) throw new Error(`Not well-formed: ${text.slice(at, at + 60)}`);
    const [, closes, name, attributes = "", empty] = found;
    if (name === undefined) continue;
    if (closes) expect(open.pop()?.name).toBe(name);
    else {
      const values = [...attributes.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
        key,
        value.replace(/&([^;]*);|&/g, (_, code: string) => entity[code] ?? expect.fail(`&${code};`)),
      ]);
      const element = { name, attributes: Object.fromEntries(values), children: [] };
      open.at(-1)?.children.push(element);
      if (!empty) open.push(element);
    }
  }
  expect(open).toHaveLength(1);
  return root.children[0] ?? root;
}

test("B17 JUnit XML is well-formed, with a suite per tester and build", () => {
  const suites = parsed(resultsToJUnit("Pocket & Budget", tasks, takers, versions));
  expect(suites.attributes).toMatchObject({
    name: "Pocket & Budget",
    tests: "5",
    failures: "1",
    errors: "1",
    skipped: "1",
  });
  expect(suites.children.map(({ attributes: { timestamp: _, ...others } }) => Object.values(others))).toEqual([
    ["Ana (1.4.0)", "1", "1", "0", "0", "180"],
    ["Bo", "2", "0", "1", "0", "0"],
    ["Cy", "2", "0", "0", "1", "0"],
  ]);
  const [failed_, blocked, , open] = suites.children.flatMap(({ children }) => children);
  expect(failed_?.attributes.name).toBe('Log in & "out" <now>');
  expect(failed_?.children[0]).toMatchObject({
    name: "failure",
    attributes: { message: "2. Do b (expected: See b): =cmd|' /C calc'!A0\ufffd" },
  });
  expect(blocked?.children[0]).toMatchObject({ name: "error", attributes: { message: "No network" } });
  expect(open?.children).toEqual([]);
});

test("B17 CTRF has a test per tester and task", () => {
  const now = "2026-12-01T00:00:00.000Z";
  const report = JSON.parse(resultsToCtrf("Pocket Budget", tasks, takers, versions, now));
  expect(report).toMatchObject({
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    results: { tool: { name: "Betaflock" } },
  });
  const stop = Date.parse("2026-11-30T10:00:00.000Z");
  expect(report.results.summary).toEqual({
    ...{ tests: 5, passed: 2, failed: 1, skipped: 0, pending: 1, other: 1 },
    ...{ start: stop - 180_000, stop },
  });
  expect(report.results.tests[0]).toMatchObject({
    ...{ name: 'Log in & "out" <now>', status: "failed", duration: 180_000, suite: ["Pocket Budget", "Ana"] },
    steps: [
      { name: "Do a", status: "passed" },
      { name: "Do b", status: "failed" },
    ],
  });
  const empty = JSON.parse(resultsToCtrf("Pocket Budget", [], [], versions, now));
  expect(empty.results.summary).toMatchObject({ tests: 0, start: Date.parse(now), stop: Date.parse(now) });
});

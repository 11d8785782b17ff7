// Exports the results of a campaign's tasks as CSV, JUnit XML or CTRF JSON. Reads only the device
// database, so it works offline.
import type { Application } from "#sync/schema/applications.ts";
import type { Answer, Results, Task, TaskResult } from "#sync/schema/tasks.ts";
import { isOfEarlierVersion, type Outcome, outcomeOf, taskOfKey } from "#sync/tasks/outcome.ts";
import { csvOf } from "../../lib/csv.ts";

interface Taker {
  card: { name: string };
  results: Results;
  code_checks: Application["code_checks"];
}

/** Versions by release id. */
export type Versions = ReadonlyMap<string, string>;

interface Taken {
  task: Task;
  result: TaskResult;
  tester: string;
  build: string;
  outcome: Outcome;
  /** How the typed launch code compares; empty without one. */
  codeCheck: string;
}

/** In the order of tasks and testers. Results of removed tasks are left out: they have no text. */
function takenOf(tasks: readonly Task[], takers: readonly Taker[], versions: Versions): Taken[] {
  return tasks.flatMap((task) =>
    takers.flatMap(({ card, results, code_checks }) =>
      Object.entries(results)
        .filter(([key]) => taskOfKey(key) === task.id)
        .map(([key, result]) => ({
          ...{ task, result, tester: card.name, outcome: outcomeOf(task, result), codeCheck: code_checks[key] ?? "" },
          build: versions.get(result.release_id ?? "") ?? "",
        })),
    ),
  );
}

const textOf = (answer: Answer | undefined): string =>
  Array.isArray(answer) ? answer.join("; ") : String(answer ?? "");

/** One row per step and question. Column names are not translated, because programs read them. */
export function resultsToCsv(tasks: readonly Task[], takers: readonly Taker[], versions: Versions): Promise<string> {
  return csvOf(
    takenOf(tasks, takers, versions).flatMap(({ task, result, tester, build, outcome, codeCheck }) => {
      const row = (item: string, expected: string, answer: string, note = "", report = "") => ({
        ...{ task: task.title, tester, build, outcome, item, expected, answer, note, report },
        version: result.version,
        earlier_version: isOfEarlierVersion(task, result),
        minutes: result.minutes,
        minimum_minutes: task.evidence.minutes,
        launch_code: codeCheck,
        photos: result.photos?.length ?? 0,
        at: result.at,
      });
      const rows = [
        ...task.steps.map((step) => {
          const given = result.steps?.[step.id];
          return row(step.do, step.expect, given?.mark ?? "", given?.note, given?.report_id);
        }),
        ...task.questions.map((q) => row(q.text === "" ? q.kind : q.text, "", textOf(result.answers?.[q.id]))),
      ];
      const other = row("", "", (result.days ?? []).join("; "), result.note);
      return rows.length === 0 || result.note || result.days ? [...rows, other] : rows;
    }),
  );
}

const messageOf = ({ task, result, outcome }: Taken): string => {
  const wanted = outcome === "failed" ? "fail" : "blocked";
  const steps = task.steps.flatMap(({ id, do: action, expect }, at) => {
    const given = result.steps?.[id];
    if (given?.mark !== wanted) return [];
    const expected = expect === "" ? "" : ` (expected: ${expect})`;
    return [`${at + 1}. ${action}${expected}${given.note ? `: ${given.note}` : ""}`];
  });
  return [...steps, ...(result.note ? [result.note] : [])].join("\n");
};

/** Characters that XML 1.0 forbids. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const entities: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" },
  ...{ "\n": "&#10;", "\r": "&#13;", "\t": "&#9;" },
};
const xml = (text: string): string =>
  text.replace(forbidden, "\ufffd").replace(/[&<>"\n\r\t]/g, (c) => entities[c] ?? c);

const seconds = ({ result }: Taken): number => result.minutes * 60;
const count = (all: readonly Taken[], outcome: Outcome): number => all.filter((one) => one.outcome === outcome).length;

/** A suite per tester and build, a case per task. Blocked tasks are errors, open ones skipped. */
export function resultsToJUnit(
  campaign: string,
  tasks: readonly Task[],
  takers: readonly Taker[],
  versions: Versions,
): string {
  const taken = takenOf(tasks, takers, versions);
  const suites = new Map<string, Taken[]>();
  for (const one of taken) {
    const name = one.build === "" ? one.tester : `${one.tester} (${one.build})`;
    suites.set(name, [...(suites.get(name) ?? []), one]);
  }
  const counts = (all: readonly Taken[]) =>
    `tests="${all.length}" failures="${count(all, "failed")}" errors="${count(all, "blocked")}" ` +
    `skipped="${count(all, "open")}" time="${all.reduce((sum, one) => sum + seconds(one), 0)}"`;
  const inside = (one: Taken): string => {
    const message = `message="${xml(messageOf(one))}"`;
    if (one.outcome === "failed") return `<failure ${message}/>`;
    if (one.outcome === "blocked") return `<error ${message}/>`;
    return one.outcome === "open" ? "<skipped/>" : "";
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(campaign)}" ${counts(taken)}>`,
    ...[...suites].flatMap(([name, all]) => [
      `  <testsuite name="${xml(name)}" ${counts(all).replace("tests=", `timestamp="${all[0]?.result.at ?? ""}" tests=`)}>`,
      ...all.map((one) => {
        const open = `    <testcase classname="${xml(name)}" name="${xml(one.task.title)}" time="${seconds(one)}"`;
        const body = inside(one);
        return body === "" ? `${open}/>` : `${open}>${body}</testcase>`;
      }),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

const ctrfStatus = { passed: "passed", failed: "failed", blocked: "other", open: "pending" } as const;
const ctrfStep = { pass: "passed", fail: "failed", blocked: "other", skip: "skipped" } as const;

/** Common Test Report Format (ctrf.io): a test per tester and task. Blocked tasks are `other`. */
export function resultsToCtrf(
  campaign: string,
  tasks: readonly Task[],
  takers: readonly Taker[],
  versions: Versions,
  now: string,
): string {
  const taken = takenOf(tasks, takers, versions);
  const ends = taken.map(({ result }) => Date.parse(result.at));
  const stop = ends.length === 0 ? Date.parse(now) : Math.max(...ends);
  const starts = taken.map((one) => Date.parse(one.result.at) - seconds(one) * 1000);
  const tests = taken.map((one) => {
    const message = one.outcome === "failed" || one.outcome === "blocked" ? messageOf(one) : "";
    return {
      name: one.task.title,
      status: ctrfStatus[one.outcome],
      duration: seconds(one) * 1000,
      stop: Date.parse(one.result.at),
      suite: [campaign, one.tester],
      ...(message === "" ? {} : { message }),
      rawStatus: one.outcome,
      type: "manual",
      steps: one.task.steps.map(({ id, do: name }) => {
        const mark = one.result.steps?.[id]?.mark;
        return { name, status: mark ? ctrfStep[mark] : "pending" };
      }),
      extra: { build: one.build, version: one.result.version },
    };
  });
  const summary = {
    tests: tests.length,
    passed: count(taken, "passed"),
    failed: count(taken, "failed"),
    skipped: 0,
    pending: count(taken, "open"),
    other: count(taken, "blocked"),
    start: Math.min(stop, ...starts),
    stop,
  };
  return JSON.stringify(
    {
      reportFormat: "CTRF",
      specVersion: "0.0.0",
      timestamp: now,
      generatedBy: "Betaflock",
      results: { tool: { name: "Betaflock" }, summary, tests },
    },
    null,
    2,
  );
}

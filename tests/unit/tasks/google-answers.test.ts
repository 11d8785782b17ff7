// The answers for Google's production form name only figures that the device has.
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { googleAnswers } from "../../../src/features/applications/screens/applicants/check-ins/answers-text.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import type { Campaign } from "../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../sync/schema/feedback.ts";
import type { Release } from "../../../sync/schema/releases.ts";
import { questionOf, resultOfTask, taskOf } from "./cases.ts";

const campaign = {
  ...{ title: "Night map", start_date: "2026-11-01", end_date: "2026-11-21", app_id: "a" },
} as Campaign;
const checkIn = taskOf({ kind: "check_in", days: 14 });
const survey = taskOf({
  ...{ id: "t2", kind: "survey" },
  questions: [
    questionOf({ id: "q1", kind: "nps", text: "Would you recommend it?" }),
    questionOf({ id: "q2", text: "What did not work?" }),
  ],
});
const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}`;
const days = (count: number) => Array.from({ length: count }, (_, at) => day(at + 1));
const applicant = (name: string, status: Application["status"], checked: string[] = [], answers = {}) =>
  ({
    ...{ status, card: { name }, release_id: null },
    accepted_at: status === "pending" ? null : `${day(1)}T12:00:00.000Z`,
    results: {
      ...(checked.length > 0 && { t1: resultOfTask({ days: checked }) }),
      ...(Object.keys(answers).length > 0 && { t2: resultOfTask({ answers }) }),
    },
  }) as unknown as Application;

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));
const answersOf = (rows: Partial<Parameters<typeof googleAnswers>[0]>) =>
  googleAnswers(
    { campaign, tasks: [checkIn, survey], applicants: [], reports: [], releases: [], ...rows },
    {
      t: (message) => i18n._(message),
      date: (value) => value.slice(0, 10),
      number: (n) => n.toFixed(1),
      today: day(15),
    },
  );

test("B19 the answers for Google's form count testers, check-ins, reports, survey answers and builds", () => {
  const text = answersOf({
    applicants: [
      ...Array.from({ length: 5 }, (_, at) => applicant(`T${at}`, "accepted", days(14), { q1: 9 + (at % 2) })),
      applicant("Ana", "removed", days(2), { q2: "The\nmap" }),
      applicant("Bo", "pending"),
    ],
    reports: [
      {
        tester_id: "1",
        type: "bug",
        status: "approved",
        fixed_release_id: "r",
        summary: "Crash",
        retests: { fixed: 2 },
      },
      { tester_id: "1", type: "feature", status: "submitted", fixed_release_id: null, retests: { fixed: 0 } },
    ] as Feedback[],
    releases: [
      { id: "r", version: "1.1", published_at: `${day(9)}T12:00:00.000Z`, notes: "No crash" },
      { id: "q", version: "1.0", published_at: "2026-10-01T12:00:00.000Z", notes: "" },
    ] as Release[],
  });
  for (const line of [
    "Betaflock cannot see Google's own count of opted-in testers. Compare it in the Play Console.",
    "- 7 testers applied.",
    "- 6 were accepted.",
    "- 1 was removed.",
    "- 1 is waiting.",
    "- 6 testers used the app on at least one day.",
    "- 5 testers checked in on 14 days in a row. Google asks for 12.",
    "- Testers with a check-in per day: 4.8 on average.",
    "- 2026-11-02: 6.0",
    "- 2026-11-15: 0.0",
    "- 2 reports from 1 tester:",
    "- Bug Report: 1.0",
    "- Would you recommend it?: 100.0 (100.0 – 100.0; n = 5)",
    "- What did not work?: “The map”",
    "- 1.1 (2026-11-09): No crash",
    "- Crash (1.1)",
    "- Testers confirmed fixes 2.0 times.",
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).not.toContain("1.0 (2026-10-01)");
});

test("B19 the answers for Google's form name missing data as missing", () => {
  const text = answersOf({ applicants: [applicant("Ana", "accepted")] });
  for (const line of [
    "- Missing: nobody has checked in.",
    "- Missing: nobody has sent a report.",
    "- Would you recommend it?: missing, nobody has answered.",
    "- Missing: no build was published during the test.",
    "- Missing: no report names the build that fixes it.",
  ])
    expect(text.split("\n")).toContain(line);
  expect(answersOf({ campaign: { ...campaign, app_id: null }, tasks: [] })).toContain(
    "- Missing: the campaign has no app here, so its builds are unknown.",
  );
});

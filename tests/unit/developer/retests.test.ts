import { describe, expect, test } from "vitest";
import { answersTo, answerTo, canTry, fixesToCheck, needsVolunteers } from "../../../src/features/reports/retests.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import type { Release } from "../../../sync/schema/releases.ts";
import { noRetests, taskLimits } from "../../../sync/schema/tasks.ts";

const [old, build] = ["b0000000-0000-4000-8000-000000000001", "b0000000-0000-4000-8000-000000000002"];
const fix = { reportId: "r1", title: "It stops", releaseId: build };
const reportOf = (id: string, more: object = {}) => ({
  ...{ id, summary: `Report ${id}`, status: "approved" as const, fixed_release_id: build, duplicate_of: null },
  ...more,
});
const issueOf = (id: string) => ({ id, title: `Issue ${id}`, fixed_release_id: build });

describe("retests", () => {
  test("B18 a tester is asked about own approved reports, and about known issues that they saw", () => {
    const reports = [
      ...[reportOf("r1"), reportOf("r2", { fixed_release_id: null }), reportOf("r3", { status: "submitted" })],
      reportOf("r4", { status: "rejected", fixed_release_id: null, duplicate_of: "k2" }),
    ];
    const issues = [issueOf("r1"), issueOf("k1"), issueOf("k2"), issueOf("k3")];
    const asked = fixesToCheck({ confirmed_issues: ["k1", "r1"] }, reports, issues);
    expect(asked.map(({ reportId }) => reportId)).toEqual(["r1", "k1", "k2"]);
    expect(asked[0]).toEqual({ reportId: "r1", title: "Report r1", releaseId: build });
  });

  test("B18 an answer about an earlier build does not count for the next one", () => {
    const about = (release_id: string) => ({ retests: { r1: { mark: "fixed" as const, release_id, at: "" } } });
    expect(answerTo(about(build), fix)).toMatchObject({ mark: "fixed" });
    expect(answerTo(about(old), fix)).toBeNull();
    expect(answerTo({ retests: {} }, fix)).toBeNull();
  });

  test("B18 a known issue asks volunteers until enough testers have answered", () => {
    expect(needsVolunteers(noRetests)).toBe(true);
    expect(needsVolunteers({ fixed: taskLimits.volunteers - 2, still_there: 1, unclear: 0 })).toBe(true);
    expect(needsVolunteers({ fixed: taskLimits.volunteers - 2, still_there: 1, unclear: 1 })).toBe(false);
  });

  test("B18 a withdrawn or expired build asks only testers who have it", () => {
    const release = {
      id: build,
      kind: "link",
      status: "published",
      expires_at: null,
      signing_expires_at: null,
    } as Release;
    const has = (release_id: string | null) => ({ release_id });
    expect(canTry(release, has(null), 0)).toBe(true);
    for (const ended of [{ status: "withdrawn" }, { expires_at: "1970-01-01T00:00:00.000Z" }] as Partial<Release>[]) {
      expect(canTry({ ...release, ...ended }, has(old), 1)).toBe(false);
      expect(canTry({ ...release, ...ended }, has(build), 1)).toBe(true);
    }
  });

  test("B18 the developer reads who said what, in all builds, the newest first", () => {
    const said = (id: string, at: string, release_id = build) => {
      const retests = { r1: { mark: "still_there", release_id, note: id, at } };
      return { id, card: { name: `Tester ${id}` }, retests } as unknown as Application;
    };
    const silent = { id: "c", card: { name: "Cara" }, retests: {} } as unknown as Application;
    const found = answersTo("r1", [said("a", "2026-11-20", old), silent, said("b", "2026-11-21")]);
    expect(found.map(({ application, retest }) => [application.card.name, retest.release_id])).toEqual([
      ["Tester b", build],
      ["Tester a", old],
    ]);
  });
});

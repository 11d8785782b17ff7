import { describe, expect, test } from "vitest";
import { developerTasks } from "../../../src/features/dashboard/screens/developer/developer-tasks.ts";

const now = new Date(2026, 10, 25, 12).getTime();
const at = (day: number, hour = 9) => new Date(2026, 10, day, hour).toISOString();
type Report = Parameters<typeof developerTasks>[0][number];
const report = (more: Partial<Report> = {}): Report => ({
  ...{ campaign_id: "map", campaign_title: "Night map", type: "feature", severity: "low", due_at: at(30) },
  ...{ release_id: null, ...more },
});
const nobody = new Map<string, number>();
const kindsOf = (lines: ReturnType<typeof developerTasks>) => lines.map(({ kind, count }) => [kind, count]);

describe("S14 open tasks of a developer", () => {
  test("counts auto-approvals by day in the device's time zone", () => {
    const reports = [
      report({ due_at: at(24) }),
      report({ due_at: at(25, 23) }),
      report({ due_at: at(26, 0) }),
      report({ due_at: at(26, 23) }),
      report({ due_at: at(27, 0) }),
    ];
    expect(kindsOf(developerTasks(reports, [], nobody, [], now))).toEqual([
      ["due_today", 2],
      ["due_tomorrow", 2],
      ["reports", 5],
    ]);
  });

  test("names the build of critical bugs; a feature is never critical, whatever its severity", () => {
    const critical = { type: "bug", severity: "critical" } as const;
    const reports = [
      report({ ...critical, release_id: "1.3" }),
      report({ ...critical, release_id: "1.3" }),
      report({ ...critical }),
      report({ severity: "critical" }),
    ];
    const map = { campaignId: "map", campaignTitle: "Night map" };
    expect(developerTasks(reports, [], nobody, [], now)[0]).toEqual({
      ...{ kind: "critical", count: 3 },
      parts: [
        { ...map, count: 2, releaseId: "1.3" },
        { ...map, count: 1, releaseId: null },
      ],
    });
  });

  test("the most urgent task comes first; the last line counts all reports, like Pending Reviews", () => {
    const other = { campaign_id: "chat", campaign_title: "Chat" };
    const lines = developerTasks(
      [report(), report({ due_at: at(26) }), report(other), report(other), report({ due_at: null })],
      [],
      new Map([
        ["chat", 3],
        ["closed", 9],
      ]),
      [
        { id: "map", title: "Night map" },
        { id: "chat", title: "Chat" },
      ],
      now,
    );
    expect(lines.map(({ kind, parts: [part], count }) => [kind, part?.campaignId, count])).toEqual([
      ["due_tomorrow", "map", 1],
      ["applicants", "chat", 3],
      ["reports", "map", 5],
    ]);
  });

  test("one line per kind with its total, campaigns with the most tasks first", () => {
    const other = { campaign_id: "chat", campaign_title: "Chat", due_at: at(26) };
    const [line, ...rest] = developerTasks(
      [report({ due_at: at(26) }), report(other), report(other)],
      [],
      nobody,
      [],
      now,
    );
    expect(rest).toEqual([]);
    expect(line).toMatchObject({ kind: "due_tomorrow", count: 3 });
    expect(line?.parts.map(({ campaignTitle, count }) => [campaignTitle, count])).toEqual([
      ["Chat", 2],
      ["Night map", 1],
    ]);
  });

  test("B17 sets of results wait like reports: accepted automatically soon, and all in one line after the reports", () => {
    const set = (campaign_id: string, results_due_at: string | null) => ({
      ...{ campaign_id, campaign_title: campaign_id, results_due_at },
    });
    const sets = [
      set("map", at(25)),
      set("map", at(30)),
      set("chat", at(26)),
      set("notes", at(30)),
      set("notes", null),
    ];
    expect(
      developerTasks([report()], sets, nobody, [], now).map(({ kind, parts: [part], count }) => [
        ...[kind, part?.campaignId, count],
      ]),
    ).toEqual([
      ["sets_due_today", "map", 1],
      ["sets_due_tomorrow", "chat", 1],
      ["reports", "map", 1],
      ["sets", "map", 5],
    ]);
  });

  test("nothing waits", () => {
    expect(developerTasks([], [], nobody, [], now)).toEqual([]);
  });
});

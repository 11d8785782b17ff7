// Grouping of the activity log: by day, and consecutive actions of one kind as one entry.
import { expect, test } from "vitest";
import { groupActivity } from "../../src/features/admin/activity-groups.ts";
import type { ActivityEntry } from "../../sync/schema/activity.ts";

let n = 0;
const entry = (action: string, actor_id: string | null, created_at: string): ActivityEntry => ({
  ...{ id: `entry ${++n}`, action, actor_id, actor_name: "Ada", created_at },
  ...{ target_type: "", target_id: null, details: {} },
});

test("R4 groups consecutive actions of one person into one entry per day, and names each day once", () => {
  const list = [
    entry("status_changed", "ada", "2026-11-26T12:00:00Z"),
    entry("status_changed", "ada", "2026-11-26T11:59:00Z"),
    entry("status_changed", "eve", "2026-11-26T11:58:00Z"),
    entry("registered", null, "2026-11-26T11:57:00Z"),
    entry("registered", null, "2026-11-25T12:00:00Z"),
    entry("registered", null, "2026-11-25T11:00:00Z"),
    entry("status_changed", "ada", "2026-11-25T10:00:00Z"),
  ];
  expect(groupActivity(list).map(({ day, entries }) => [day, entries[0].actor_id, entries.length])).toEqual([
    ["2026-11-26", "ada", 2],
    [null, "eve", 1],
    [null, null, 1],
    ["2026-11-25", null, 2],
    [null, "ada", 1],
  ]);
  expect(groupActivity([])).toEqual([]);
});

test("R4 loading a further page extends the last entry and leaves the others unchanged", () => {
  const list = Array.from({ length: 120 }, () => entry("registered", null, "2026-11-20T12:00:00Z"));
  const first = groupActivity(list.slice(0, 50));
  const all = groupActivity(list);
  expect([first.length, all.length]).toEqual([1, 1]);
  expect(all[0]?.id).toBe(first[0]?.id);
  expect(all[0]?.entries).toHaveLength(120);
});

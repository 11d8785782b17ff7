import { expect, test } from "vitest";
import { withCounts } from "../../../sync/queries/campaigns.ts";
import type { Campaign } from "../../../sync/schema/campaigns.ts";

const campaign = (id: string, max_testers: number) =>
  ({ id, max_testers, testers_joined: 9, feedback_count: 9, new_feedback_count: 9, progress: 9 }) as Campaign;

test("S14 a developer's device counts testers, reports and progress of each campaign from its own rows", () => {
  const applications = (["accepted", "completed", "pending", "withdrawn", "removed"] as const).map((status) => ({
    campaign_id: "a",
    status,
  }));
  const report = (tester_id: string, status: "draft" | "submitted" | "approved") => ({
    ...{ campaign_id: "a", tester_id, status },
  });
  const reports = [report("1", "submitted"), report("1", "approved"), report("2", "approved"), report("3", "draft")];
  expect(withCounts([campaign("a", 3), campaign("b", 5)], applications, reports)).toEqual([
    { id: "a", max_testers: 3, testers_joined: 2, feedback_count: 3, new_feedback_count: 1, progress: 66 },
    { id: "b", max_testers: 5, testers_joined: 0, feedback_count: 0, new_feedback_count: 0, progress: 0 },
  ]);
});

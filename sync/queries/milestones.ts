// True after the person's first report or published campaign.
import { type Query, rows } from "../database/query.ts";

const hasSent = (name: "feedback" | "campaigns", owner: { tester_id: string } | { developer_id: string }) =>
  rows(
    `hasSent|${JSON.stringify(owner)}`,
    name,
    { selector: { ...owner, status: { $ne: "draft" } }, limit: 1 },
    (list) => list.length > 0,
  ) satisfies Query<boolean>;

export const hasSubmitted = (tester_id: string): Query<boolean> => hasSent("feedback", { tester_id });
export const hasPublished = (developer_id: string): Query<boolean> => hasSent("campaigns", { developer_id });

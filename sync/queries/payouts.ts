import { type Query, rows } from "../database/query.ts";
import type { Payout } from "../schema/payouts.ts";

export const payoutsOfTester = (testerId: string): Query<Payout[]> =>
  rows(`payoutsOfTester|${testerId}`, "payouts", {}, (list) =>
    list.filter((p) => p.tester_id === testerId).sort((a, b) => b.requested_at.localeCompare(a.requested_at)),
  );

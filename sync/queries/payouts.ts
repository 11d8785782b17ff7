import { map } from "rxjs";
import { type Query, rowsOf } from "../database/query.ts";
import type { Payout } from "../schema/payouts.ts";

/** Newest first. */
export const payoutsOfTester = (testerId: string): Query<Payout[]> => ({
  key: `payoutsOfTester|${testerId}`,
  observe: (store) =>
    rowsOf(store, "payouts", {}).pipe(
      map((list) =>
        list.filter((p) => p.tester_id === testerId).sort((a, b) => b.requested_at.localeCompare(a.requested_at)),
      ),
    ),
});

// What an admin's device holds of all people: flags and payouts.
import { map } from "rxjs";
import { type Query, rowsOf } from "../database/query.ts";
import type { Flag } from "../schema/flags.ts";
import type { Payout } from "../schema/payouts.ts";

export const isOpen = (flag: Pick<Flag, "status">): boolean =>
  flag.status === "pending" || flag.status === "under_review";

/**
 * Those on this device: open, or decided since it began. Pending ones first, newest first within.
 */
export const allFlags = (): Query<Flag[]> => ({
  key: "allFlags",
  observe: (store) =>
    rowsOf(store, "flags", {}).pipe(
      map((list) =>
        list.sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.created_at.localeCompare(a.created_at)),
      ),
    ),
});

/**
 * Those on this device: requested, or decided since it began. Pending ones first, oldest first;
 * then decided ones, newest first.
 */
export const allPayouts = (): Query<Payout[]> => ({
  key: "allPayouts",
  observe: (store) =>
    rowsOf(store, "payouts", {}).pipe(
      map((list) => {
        const waits = (p: Payout) => p.status === "requested";
        return list.sort(
          (a, b) =>
            Number(waits(b)) - Number(waits(a)) ||
            (waits(a) ? a.requested_at.localeCompare(b.requested_at) : b.requested_at.localeCompare(a.requested_at)),
        );
      }),
    ),
});

// Flags and payouts on an admin's device.
import { type Query, rows } from "../database/query.ts";
import type { Flag } from "../schema/flags.ts";
import type { Payout } from "../schema/payouts.ts";

export const isOpen = (flag: Pick<Flag, "status">): boolean =>
  flag.status === "pending" || flag.status === "under_review";

/** Flags that are open or were decided since the first pull. Pending first, newest first. */
export const allFlags = (): Query<Flag[]> =>
  rows("allFlags", "flags", {}, (list) =>
    list.sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.created_at.localeCompare(a.created_at)),
  );

/**
 * Payouts that are requested or were decided since this device's first pull. Pending first, oldest
 * first; then decided, newest first.
 */
export const allPayouts = (): Query<Payout[]> =>
  rows("allPayouts", "payouts", {}, (list) => {
    const waits = (p: Payout) => p.status === "requested";
    return list.sort(
      (a, b) =>
        Number(waits(b)) - Number(waits(a)) ||
        (waits(a) ? a.requested_at.localeCompare(b.requested_at) : b.requested_at.localeCompare(a.requested_at)),
    );
  });

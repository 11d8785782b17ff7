// Payout requests, and an admin's answers. The server sets address and amount; the local values are
// a forecast.
import type { Store } from "../database/store.ts";
import type { Payout } from "../schema/payouts.ts";
import type { Reward } from "../schema/rewards.ts";
import { canMove } from "../schema/transitions.ts";
import { fail, type Result } from "../transport/result.ts";
import { timestamp } from "../transport/server-clock.ts";
import { insertRow, movesTo, patchRow } from "./row.ts";

/** Returns why no payout can be requested, or null. Same rules as `private.payout_rules`. */
export function payoutBlocked(
  rewards: readonly Reward[],
  payouts: readonly Payout[],
  currency: Reward["currency"],
  paypalEmail: string,
): "no_paypal" | "no_rewards" | "waiting" | null {
  const earned = rewards.some((r) => r.currency === currency && r.status === "earned");
  // Rewards of a pending payout still have the status "earned" on this device.
  if (payouts.some((p) => p.currency === currency && p.status === "requested" && p.sync_xid === "")) return "waiting";
  if (!earned) return "no_rewards";
  return paypalEmail.trim() === "" ? "no_paypal" : null;
}

/** Requests a payout of all earned rewards of one currency. */
export async function payoutRequest(store: Store, currency: Reward["currency"]): Promise<Result<Payout>> {
  const { person } = store;
  if (!person || !canMove("payout", "new", "requested", "tester")) {
    return fail({ type: "not_allowed", code: "forbidden" });
  }
  const account = await store.collection("accounts").findOne(person.id).exec();
  const rewards = (await store.collection("rewards").find().exec()).map((d) => d.toJSON() as Reward);
  const payouts = (await store.collection("payouts").find().exec()).map((d) => d.toJSON() as Payout);
  const mine = rewards.filter((r) => r.tester_id === person.id);
  const address = account?.paypal_email ?? "";
  const blocked = payoutBlocked(mine, payouts, currency, address);
  if (blocked) return fail({ type: "not_allowed", code: blocked === "waiting" ? "duplicate" : blocked });
  const earned = mine.filter((r) => r.currency === currency && r.status === "earned");
  return insertRow(store, "payouts", {
    id: crypto.randomUUID(),
    tester_id: person.id,
    tester_name: person.name,
    paypal_email: address,
    currency,
    amount_cents: earned.reduce((sum, r) => sum + r.amount_cents, 0),
    status: "requested",
    requested_at: timestamp(),
  });
}

const decide = (store: Store, id: string, status: Payout["status"], reason: string): Promise<Result<Payout>> =>
  patchRow(store, "payouts", id, movesTo("payout", status, "admin", { reason }));

/** Marks a payout as paid. The server updates the rewards. */
export const payoutPaid = (store: Store, id: string) => decide(store, id, "paid", "");

/** Marks a payout as failed. Its rewards can be requested again. */
export const payoutFailed = (store: Store, id: string, reason: string) => decide(store, id, "failed", reason);

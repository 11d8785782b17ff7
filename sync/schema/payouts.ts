// A tester's request for a payout of all earned rewards of one currency. The server sets the
// amount.
import * as v from "valibot";
import { cents, currency, id, instant, replicated, text } from "./fields.ts";
import { sqlFunction } from "./functions.ts";

const payoutStatus = v.picklist(["requested", "paid", "failed"]);

export const payouts = v.object({
  id,
  tester_id: id,
  tester_name: text(120),
  paypal_email: text(320),
  currency,
  amount_cents: cents,
  status: payoutStatus,
  reason: text(1000),
  requested_at: instant,
  decided_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type Payout = v.InferOutput<typeof payouts>;

/** The median time from request to payment, of everybody's; null: too few were paid lately. */
export const payoutFigures = sqlFunction("payout_figures", v.object({ paid_hours: v.nullable(v.number()) }));

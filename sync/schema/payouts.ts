// A tester's payout request for all earned rewards of one currency. The server sets the amount.
import * as v from "valibot";
import { address, currency, id, instant, integer, line, replicated, text } from "./fields.ts";
import { sqlFunction } from "./functions.ts";

const payoutStatus = v.picklist(["requested", "paid", "failed"]);

export const payouts = v.object({
  id,
  tester_id: id,
  tester_name: line(120),
  paypal_email: address,
  currency,
  amount_cents: integer(0, Number.MAX_SAFE_INTEGER),
  status: payoutStatus,
  reason: text(1000),
  requested_at: instant,
  decided_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type Payout = v.InferOutput<typeof payouts>;

/** The median time from request to payment, over all testers; null with too few recent payments. */
export const payoutFigures = sqlFunction("payout_figures", v.object({ paid_hours: v.nullable(v.number()) }));

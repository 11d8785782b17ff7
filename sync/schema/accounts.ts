// What only its owner and admins may read: e-mail, payout address, billing, preferences. Same id as
// its profile.
import * as v from "valibot";
import { day, id, replicated, text } from "./fields.ts";

export const accounts = v.object({
  id,
  email: text(320),
  /** The address while nobody has opened the link in its confirmation message; else empty. */
  unverified_email: text(320),
  /** The address that the account is changing to; empty when no change is under way. */
  new_email: text(320),
  /** Who has still to confirm it. */
  new_email_waits: v.picklist(["", "both", "old", "new"]),
  paypal_email: text(320),
  language: v.picklist(["en", "es"]),
  billing: v.object({
    plan: v.picklist(["free", "pro", "team"]),
    next_billing_date: v.nullable(day),
    payment_method: text(120),
  }),
  /** kind of notification → channels switched off; a kind that is absent uses every channel. */
  notification_preferences: v.record(v.string(), v.array(v.picklist(["in_app", "email", "push"]))),
  ...replicated,
});
export type Account = v.InferOutput<typeof accounts>;

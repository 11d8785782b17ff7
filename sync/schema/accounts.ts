// Private data of a person, for its owner and admins: e-mail, payout address, billing, preferences.
// Same id as the profile.
import * as v from "valibot";
import { day, id, replicated, text } from "./fields.ts";
import { languages } from "./languages.ts";
import { blockedOrganization, membership } from "./organizations.ts";
import { savedReply } from "./replies.ts";
import { savedSearch } from "./searches.ts";
import { savedTemplate } from "./templates.ts";
import { savedView } from "./views.ts";

export const accounts = v.object({
  id,
  email: text(320),
  /** The address until it is verified; else empty. */
  unverified_email: text(320),
  /** The new address while a change is not confirmed; else empty. */
  new_email: text(320),
  /** Which addresses have not confirmed it yet. */
  new_email_waits: v.picklist(["", "both", "old", "new"]),
  paypal_email: text(320),
  language: v.picklist(languages),
  /** IANA name of the time zone of the last device; empty: not known yet. */
  time_zone: text(60),
  billing: v.object({
    plan: v.picklist(["free", "pro", "team"]),
    next_billing_date: v.nullable(day),
    payment_method: text(120),
  }),
  /** kind of notification → channels switched off; a kind that is absent uses every channel. */
  notification_preferences: v.record(v.string(), v.array(v.picklist(["in_app", "email", "push"]))),
  /** id → reply. At most 50. */
  saved_replies: v.record(v.string(), savedReply),
  /** In the order in which they were saved. At most 20. */
  saved_searches: v.array(savedSearch),
  /** id → view. At most 20. */
  saved_views: v.record(v.string(), savedView),
  /** id → template. At most 20. */
  saved_templates: v.record(v.string(), savedTemplate),
  /** The server's alone: the personal one first, then by name. At most 20. */
  memberships: v.array(membership),
  /** The server's alone: by name. At most 200. */
  blocked_organizations: v.array(blockedOrganization),
  ...replicated,
});
export type Account = v.InferOutput<typeof accounts>;

// Private data of a person, for its owner and admins: e-mail, payout address, billing, preferences.
// Has the profile's id.
import * as v from "valibot";
import { address, day, id, line, replicated } from "./fields.ts";
import { languages } from "./languages.ts";
import { blockedOrganization, membership } from "./organizations.ts";
import { savedReply } from "./replies.ts";
import { savedSearch } from "./searches.ts";
import { sharedItem } from "./shared.ts";
import { savedTemplate } from "./templates.ts";
import { savedView } from "./views.ts";

export const accounts = v.object({
  id,
  email: address,
  /** An address that is not verified yet; otherwise empty. */
  unverified_email: address,
  /** The new address of an unconfirmed change; otherwise empty. */
  new_email: address,
  /** The addresses that have not confirmed the change. */
  new_email_waits: v.picklist(["", "both", "old", "new"]),
  paypal_email: address,
  language: v.picklist(languages),
  /** IANA time zone of the last device; empty if unknown. */
  time_zone: line(60),
  billing: v.object({
    plan: v.picklist(["free", "pro", "team"]),
    next_billing_date: v.nullable(day),
    payment_method: line(120),
  }),
  /** kind of notification → disabled channels. A missing kind has all channels enabled. */
  notification_preferences: v.record(v.string(), v.array(v.picklist(["in_app", "email", "push"]))),
  /** id → reply. At most 50. */
  saved_replies: v.record(v.string(), savedReply),
  /** In the order of saving. At most 20. */
  saved_searches: v.array(savedSearch),
  /** id → view. At most 20. */
  saved_views: v.record(v.string(), savedView),
  /** id → template. At most 20. */
  saved_templates: v.record(v.string(), savedTemplate),
  /** id → item of one of the person's organizations (sync/schema/shared.ts). */
  shared: v.record(v.string(), sharedItem),
  /** Set by the server. The personal one first, then by name. At most 20. */
  memberships: v.array(membership),
  /** Set by the server. By name. At most 200. */
  blocked_organizations: v.array(blockedOrganization),
  ...replicated,
});
export type Account = v.InferOutput<typeof accounts>;

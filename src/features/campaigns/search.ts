// The search parameters of the screens of campaigns; the routes and the screens use the same.
import * as v from "valibot";
import { testerInvitationState } from "../../../sync/schema/campaign-functions.ts";
import { category, platform } from "../../../sync/schema/campaigns.ts";
import { currency } from "../../../sync/schema/fields.ts";
import { searchParams } from "../../lib/search-params.ts";

/** The parts of the form of a campaign. */
export const formTabs = ["basic", "details", "rewards", "requirements"] as const;
export type FormTab = (typeof formTabs)[number];

/** The tabs of a developer's campaign, except its overview. */
export const campaignTab = v.picklist([
  "applicants",
  "invitations",
  "announcements",
  "feedback",
  "analytics",
  "summary",
  "edit",
]);

/** The filters of the invitations of a campaign. */
export const invitationSearch = searchParams({ q: v.string(), invited: testerInvitationState });

const offerSort = v.picklist(["deadline", "newest", "reward", "spots"]);
export type OfferSort = v.InferOutput<typeof offerSort>;

/** The filters of Available Tests. */
export const offerSearch = searchParams({
  q: v.string(),
  category,
  platform,
  /** At least this reward, in cents of the currency. */
  reward: v.pipe(v.number(), v.integer(), v.minValue(0)),
  currency,
  /** Ends within so many days. */
  days: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Only with spots remaining. */
  spots: v.boolean(),
  /** Hides campaigns that the person has applied to. */
  hide: v.boolean(),
  /** Only platforms of the person's devices. */
  mine: v.boolean(),
  sort: offerSort,
});
export type OfferFilters = v.InferOutput<typeof offerSearch>;

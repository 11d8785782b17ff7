import { categories, currencies, platforms, testerInvitationStates } from "#sync/schema/values.ts";
import { flag, oneOf, searchParams, text, wholeNumber } from "../../lib/search-params.ts";

export const formTabs = ["basic", "details", "rewards", "requirements"] as const;
export type FormTab = (typeof formTabs)[number];

export const campaignTab = oneOf([
  "applicants",
  "invitations",
  "announcements",
  "feedback",
  "results",
  "analytics",
  "summary",
  "edit",
]);

export const invitationSearch = searchParams({ q: text, invited: oneOf(testerInvitationStates) });

const offerSort = oneOf(["deadline", "newest", "reward", "spots"]);
export type OfferSort = NonNullable<ReturnType<typeof offerSort>>;

export const offerSearch = searchParams({
  q: text,
  category: oneOf(categories),
  platform: oneOf(platforms),
  /** Minimum reward in cents of the currency. */
  reward: wholeNumber(0),
  currency: oneOf(currencies),
  /** Ends within this number of days. */
  days: wholeNumber(1),
  spots: flag,
  /** Accepts applicants at once. */
  instant: flag,
  hide: flag,
  mine: flag,
  sort: offerSort,
  /** Id of a saved search, from a notification; replaces the filters. */
  saved: text,
});
export type OfferSearch = ReturnType<typeof offerSearch>;
export type OfferFilters = Omit<OfferSearch, "saved">;

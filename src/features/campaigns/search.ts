// The search parameters of the screens of campaigns; the routes and the screens use the same.
import { categories, currencies, platforms, testerInvitationStates } from "../../../sync/schema/values.ts";
import { flag, oneOf, searchParams, text, wholeNumber } from "../../lib/search-params.ts";

/** The parts of the form of a campaign. */
export const formTabs = ["basic", "details", "rewards", "requirements"] as const;
export type FormTab = (typeof formTabs)[number];

/** The tabs of a developer's campaign, except its overview. */
export const campaignTab = oneOf([
  "applicants",
  "invitations",
  "announcements",
  "feedback",
  "analytics",
  "summary",
  "edit",
]);

/** The filters of the invitations of a campaign. */
export const invitationSearch = searchParams({ q: text, invited: oneOf(testerInvitationStates) });

const offerSort = oneOf(["deadline", "newest", "reward", "spots"]);
export type OfferSort = NonNullable<ReturnType<typeof offerSort>>;

/** The filters of Available Tests. */
export const offerSearch = searchParams({
  q: text,
  category: oneOf(categories),
  platform: oneOf(platforms),
  /** At least this reward, in cents of the currency. */
  reward: wholeNumber(0),
  currency: oneOf(currencies),
  /** Ends within so many days. */
  days: wholeNumber(1),
  /** Only with spots remaining. */
  spots: flag,
  /** Hides campaigns that the person has applied to. */
  hide: flag,
  /** Only platforms of the person's devices. */
  mine: flag,
  sort: offerSort,
  /** In place of filters: the id of a saved search, from a notification. */
  saved: text,
});
export type OfferSearch = ReturnType<typeof offerSearch>;
export type OfferFilters = Omit<OfferSearch, "saved">;

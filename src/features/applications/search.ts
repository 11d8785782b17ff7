import { applicationStatuses } from "#sync/schema/values.ts";
import { flag, oneOf, searchParams } from "../../lib/search-params.ts";

export const applicantOrders = ["newest", "fit", "karma", "rating", "tests"] as const;
export type ApplicantOrder = (typeof applicantOrders)[number];

export const applicantSearch = searchParams({
  applicants: oneOf(applicationStatuses),
  order: oneOf(applicantOrders),
  match: oneOf(["yes", "no"]),
  /** Whether all facts are in favor of the applicant. */
  fit: oneOf(["all", "part"]),
  /** Shows their iPhones and iPads instead; a notification opens this view. */
  devices: flag,
});

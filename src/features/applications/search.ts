// The filter and the order of the applicants of a campaign.
import { applicationStatuses } from "../../../sync/schema/values.ts";
import { flag, oneOf, searchParams } from "../../lib/search-params.ts";

export const applicantOrders = ["newest", "fit", "karma", "rating", "tests"] as const;
export type ApplicantOrder = (typeof applicantOrders)[number];

export const applicantSearch = searchParams({
  applicants: oneOf(applicationStatuses),
  order: oneOf(applicantOrders),
  /** Applicants whose screening answers match, or differ. */
  match: oneOf(["yes", "no"]),
  /** Those for whom all facts speak, or only some. */
  fit: oneOf(["all", "part"]),
  /** Their iPhones and iPads in place of them; a notification leads here. */
  devices: flag,
});

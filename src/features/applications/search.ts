// The filter and the order of the applicants of a campaign.
import * as v from "valibot";
import { applicationStatus } from "../../../sync/schema/applications.ts";
import { searchParams } from "../../lib/search-params.ts";

export const applicantOrder = v.picklist(["newest", "karma", "rating", "tests"]);
export type ApplicantOrder = v.InferOutput<typeof applicantOrder>;

export const applicantSearch = searchParams({
  applicants: applicationStatus,
  order: applicantOrder,
  /** Applicants whose screening answers match, or differ. */
  match: v.picklist(["yes", "no"]),
});

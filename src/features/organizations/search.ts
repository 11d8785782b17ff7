// The search parameters of the organization's settings.
import * as v from "valibot";
import { organizationRole } from "../../../sync/schema/organizations.ts";
import { searchParams } from "../../lib/search-params.ts";

const organizationTab = v.picklist(["general", "members", "invitations", "testers", "activity"]);
export type OrganizationTab = v.InferOutput<typeof organizationTab>;

/** `q` and `role` filter the members; `q` and the others the testers. */
export const organizationSearch = searchParams({
  tab: organizationTab,
  q: v.string(),
  role: organizationRole,
  karma: v.pipe(v.number(), v.integer(), v.minValue(0)),
  device: v.string(),
  app: v.string(),
  group: v.string(),
});

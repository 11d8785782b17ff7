// The search parameters of the organization's settings.
import * as v from "valibot";
import { organizationRole } from "../../../sync/schema/organizations.ts";
import { searchParams } from "../../lib/search-params.ts";

const organizationTab = v.picklist(["general", "members", "invitations", "activity"]);
export type OrganizationTab = v.InferOutput<typeof organizationTab>;

/** `q` and `role` filter the members. */
export const organizationSearch = searchParams({ tab: organizationTab, q: v.string(), role: organizationRole });

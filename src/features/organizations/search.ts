import { organizationRoles } from "#sync/schema/values.ts";
import { oneOf, searchParams, text, wholeNumber } from "../../lib/search-params.ts";

const organizationTab = oneOf(["general", "members", "invitations", "testers", "tokens", "activity"]);
export type OrganizationTab = NonNullable<ReturnType<typeof organizationTab>>;

/** `q` filters members and testers, `role` members, the others testers. */
export const organizationSearch = searchParams({
  tab: organizationTab,
  q: text,
  role: oneOf(organizationRoles),
  karma: wholeNumber(0),
  device: text,
  app: text,
  group: text,
});

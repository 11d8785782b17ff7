// What a member may do to others, as the server decides it: an admin's reach ends at owners.

import type { Organization } from "../../../sync/schema/organization-functions.ts";
import { allows, type OrganizationRole, organizationRole } from "../../../sync/schema/organizations.ts";

/** The roles that somebody with this role may give. */
export const rolesToGive = (own: OrganizationRole): readonly OrganizationRole[] =>
  allows(own, "administer") ? organizationRole.options.filter((role) => role !== "owner" || allows(own, "own")) : [];

/** May somebody with this role change or remove a member with that one? */
export const mayChange = (own: OrganizationRole, role: OrganizationRole): boolean => rolesToGive(own).includes(role);

export const mayInvite = ({ personal, role }: Pick<Organization, "personal" | "role">): boolean =>
  !personal && allows(role, "administer");

// What members may do to others, like the server: admins cannot change owners.

import type { Organization } from "#sync/schema/organization-functions.ts";
import { allows, type OrganizationRole, organizationRole } from "#sync/schema/organizations.ts";

/** Roles that a member with this role can assign. */
export const rolesToGive = (own: OrganizationRole): readonly OrganizationRole[] =>
  allows(own, "administer") ? organizationRole.options.filter((role) => role !== "owner" || allows(own, "own")) : [];

/** True if a member with role `own` can change or remove one with `role`. */
export const mayChange = (own: OrganizationRole, role: OrganizationRole): boolean => rolesToGive(own).includes(role);

export const mayInvite = ({ personal, role }: Pick<Organization, "personal" | "role">): boolean =>
  !personal && allows(role, "administer");

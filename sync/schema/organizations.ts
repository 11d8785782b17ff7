// Roles in an organization and their capabilities.
import * as v from "valibot";
import { id, line } from "./fields.ts";
import { organizationRoles } from "./values.ts";

export const organizationRole = v.picklist(organizationRoles);
export type OrganizationRole = v.InferOutput<typeof organizationRole>;

/** Capabilities of each role, as in SQL (private.organization_capabilities). */
export const capabilities = {
  view: ["owner", "admin", "manager", "reviewer", "viewer"],
  review: ["owner", "admin", "manager", "reviewer"],
  manage: ["owner", "admin", "manager"],
  administer: ["owner", "admin"],
  own: ["owner"],
} as const satisfies Record<string, readonly OrganizationRole[]>;
export type Capability = keyof typeof capabilities;

export const allows = (role: OrganizationRole, capability: Capability): boolean =>
  (capabilities[capability] as readonly OrganizationRole[]).includes(role);

/** One of the person's organizations. Each developer has a `personal` one from sign-up. */
export const membership = v.object({
  org_id: id,
  name: line(120),
  logo_path: line(400),
  personal: v.boolean(),
  role: organizationRole,
});
export type Membership = v.InferOutput<typeof membership>;

export const blockedOrganization = v.object({ org_id: id, name: line(120) });
export type BlockedOrganization = v.InferOutput<typeof blockedOrganization>;

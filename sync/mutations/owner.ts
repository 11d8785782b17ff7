// Returns the organization for which a developer creates rows.
import type { Store } from "../database/store.ts";
import type { Membership } from "../schema/organizations.ts";

export type Owner = Pick<Membership, "org_id" | "name">;

/** The person's personal organization, which has their id and name. Null when signed out. */
export const personalOwner = ({ person }: Store): Owner | null => person && { org_id: person.id, name: person.name };

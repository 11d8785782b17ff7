// For which organization a developer makes something.
import type { Store } from "../database/store.ts";
import type { Membership } from "../schema/organizations.ts";

export type Owner = Pick<Membership, "org_id" | "name">;

/** The person's own organization: it has their id and name. Null: nobody is signed in. */
export const personalOwner = ({ person }: Store): Owner | null => person && { org_id: person.id, name: person.name };

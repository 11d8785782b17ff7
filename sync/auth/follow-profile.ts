import type { Subscription } from "rxjs";
import type { Person, Store } from "../database/store.ts";
import type { Session } from "./session.ts";

/**
 * Where the person's name and address are said (sidebar, account, new comments) they are the
 * profile's, from the moment it has them.
 */
export function followProfile(store: Store, person: Person, session: Session): Subscription {
  return store
    .collection("profiles")
    .findOne(person.id)
    .$.subscribe((profile) => {
      if (!profile) return;
      const known = { name: profile.name, email: profile.email || person.email };
      session.update(known);
      Object.assign(person, known);
    });
}

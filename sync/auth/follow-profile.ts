import type { Subscription } from "rxjs";
import type { Person, Store } from "../database/store.ts";
import type { Session } from "./session.ts";

/** Keeps the session's name and address equal to the profile's. */
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

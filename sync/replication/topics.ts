// The broadcast topics that a person's device listens to.
import { distinctUntilChanged, map, type Observable } from "rxjs";
import type { Store } from "../database/store.ts";

/** The topic that every device joins: settings. */
export const siteTopic = "site";

/** Topics of the person, the site, the admins, and each organization. Follows memberships. */
export const topicsOf = (store: Store, personId: string): Observable<readonly string[]> =>
  store
    .collection("accounts")
    .findOne(personId)
    .$.pipe(
      map((account) => [
        `user:${personId}`,
        siteTopic,
        ...(store.role === "admin" ? ["admin"] : []),
        ...(account?.memberships ?? []).map(({ org_id }) => `org:${org_id}`),
      ]),
      distinctUntilChanged((before, now) => before.join() === now.join()),
    );

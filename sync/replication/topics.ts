// The broadcast topics that a person's device listens to.
import { distinctUntilChanged, map, type Observable } from "rxjs";
import type { Store } from "../database/store.ts";

/** What everybody hears: settings. */
export const siteTopic = "site";

/**
 * Their own, the site's, the admins', and one for each organization, as memberships come and go.
 */
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

// The broadcast topics that a person's device listens to.
import { distinctUntilChanged, map, type Observable } from "rxjs";
import type { Store } from "../database/store.ts";

/**
 * Their own, the catalog, the admins', and one for each organization, as memberships come and go.
 */
export const topicsOf = (store: Store, personId: string): Observable<readonly string[]> =>
  store
    .collection("accounts")
    .findOne(personId)
    .$.pipe(
      map((account) => [
        `user:${personId}`,
        "catalog",
        ...(store.role === "admin" ? ["admin"] : []),
        ...(account?.memberships ?? []).map(({ org_id }) => `org:${org_id}`),
      ]),
      distinctUntilChanged((before, now) => before.join() === now.join()),
    );

import { map } from "rxjs";
import { baseOfStored } from "../database/local-rows.ts";
import type { Query } from "../database/query.ts";
import type { CollectionName } from "../schema/collections.ts";

/**
 * Returns whether the server has this row. False for a new row that is still pending, about which
 * the server cannot be called. A row that this device lacks is on the server.
 */
export const isOnServer = <N extends CollectionName>(collection: N, id: string): Query<boolean> => ({
  key: `isOnServer|${collection}|${id}`,
  observe: (store) =>
    store
      .collection(collection)
      .findOne(id)
      .$.pipe(map((found) => found === null || baseOfStored(found.toJSON(true)) !== undefined)),
});

// Builds on this device, complete or in progress.
import type { Download } from "../database/device-db.ts";
import { type Query, sideOf } from "../database/query.ts";

/** By the id of the release. */
export const downloads = (): Query<ReadonlyMap<string, Download>> => ({
  key: "downloads",
  observe: (store) =>
    sideOf(async () => new Map((await store.side.downloads.toArray()).map((one) => [one.release_id, one]))),
});

// Builds on this device, complete or in progress.
import type { Download } from "../database/device-db.ts";
import { liveDevice, type Query, query } from "../database/query.ts";

export const downloads = (): Query<ReadonlyMap<string, Download>> =>
  query("downloads", (store) =>
    liveDevice(async () => new Map((await store.device.downloads.toArray()).map((one) => [one.release_id, one]))),
  );

// Files of releases that are on their way from this device.
import { type Query, sideOf } from "../database/query.ts";
import { type BuildUpload, buildPrefix } from "../uploads/release-uploads.ts";

/** By the id of the release. What is not in it has arrived, or was never on this device. */
export const buildUploads = (): Query<ReadonlyMap<string, BuildUpload>> => ({
  key: "buildUploads",
  observe: (store) =>
    sideOf(async () => {
      const kept = await store.side.drafts.where("key").startsWith(buildPrefix).toArray();
      return new Map(kept.map(({ value }) => [(value as BuildUpload).release_id, value as BuildUpload]));
    }),
});

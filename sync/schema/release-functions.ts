// What the server counts of an app's builds.
import * as v from "valibot";
import { sqlFunction } from "./functions.ts";

/** Each but the downloads is counted to 10,000. A download is no installation. */
const figures = v.object({
  release_id: v.string(),
  /** Testers who were told of it. */
  notified: v.number(),
  /** Testers who fetched or opened it. */
  opened: v.number(),
  downloaded: v.number(),
  /** Reports that name it. */
  reported: v.number(),
});
export type ReleaseFigures = v.InferOutput<typeof figures>;
export const MOST_COUNTED = 10_000;
/** Of the latest 100 releases of an app, for its organization. */
export const releaseFigures = sqlFunction("release_figures", v.array(figures));

// Usage figures and launch codes of an app's builds.
import * as v from "valibot";
import { command, sqlFunction } from "./functions.ts";

/** Except for downloads, each figure stops at 10,000. A download is not an installation. */
const figures = v.object({
  release_id: v.string(),
  /** Number of notified testers. */
  notified: v.number(),
  /** Number of testers who downloaded or opened it. */
  opened: v.number(),
  downloaded: v.number(),
  /** Number of reports about it. */
  reported: v.number(),
});
export type ReleaseFigures = v.InferOutput<typeof figures>;
export const MOST_COUNTED = 10_000;
/** Figures of an app's latest 100 releases, for its organization. */
export const releaseFigures = sqlFunction("release_figures", v.array(figures));

/** Launch codes of an app's releases, for members who manage it. */
export const launchCodes = sqlFunction("launch_codes", v.array(v.object({ release_id: v.string(), code: v.string() })));
/** An empty code removes it. */
export const setLaunchCode = command<{ release_id: string; code: string }>("set_launch_code");

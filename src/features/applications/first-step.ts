import { webAddress } from "#features/catalog/build-links.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import type { Release } from "#sync/schema/releases.ts";

/**
 * The first step of an accepted tester: install a file, open a link or an app that they have, get
 * the app from its page, or wait for a build.
 */
export type FirstStep = "install" | "open" | "get" | "wait";

/** @param release the brief's release */
export function firstStepOf(
  brief: Pick<Brief, "build_url">,
  release: Pick<Release, "kind" | "status"> | null,
  appId: string | null,
): FirstStep {
  if (webAddress(brief.build_url)) return "open";
  if (!release) return appId === null ? "open" : "get";
  if (release.status === "withdrawn") return "wait";
  return release.kind === "file" ? "install" : "open";
}

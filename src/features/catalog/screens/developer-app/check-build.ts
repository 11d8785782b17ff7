// What is known of a build's file before it is sent: refused, or what it says of itself.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import type { PackageFailure } from "../../../../../sync/packages/read-package.ts";
import type { Release } from "../../../../../sync/schema/releases.ts";
import { reportError } from "../../../../lib/error-log.ts";
import { otherKey, otherPackage, type SaidOfBuild, saidOfFile } from "../../said-of-build.ts";
import { MAX_BUILD_BYTES } from "./build-limits.ts";
import { readInWorker } from "./read-in-worker.ts";

export interface TakenBuild {
  file: File;
  refused: null;
  /** Null: a file of another kind, or one that could not be read (`unreadable`). */
  said: SaidOfBuild | null;
  unreadable: boolean;
  /** The version before it, which another key has signed. */
  otherKey: string | null;
}
export type CheckedBuild = { file: File; refused: MessageDescriptor } | TakenBuild;

/** As the server says it of a file that it has read (`check_failure`). */
export const packageRefusals: { readonly [F in PackageFailure]: MessageDescriptor } = {
  app_bundle: msg`This is an app bundle (AAB), from which only Google Play makes apps. Build an APK instead.`,
  split: msg`This APK is only one part of an app and does not run by itself. Build a universal APK instead.`,
  damaged: msg`This file could not be read as an app.`,
};

/**
 * @param releases of the app that it is for
 * @returns null: it was cancelled
 */
async function checkBuild(file: File, releases: readonly Release[], signal: AbortSignal): Promise<CheckedBuild | null> {
  const refuse = (refused: MessageDescriptor): CheckedBuild => ({ file, refused });
  if (file.size > MAX_BUILD_BYTES) return refuse(msg`The file is larger than 500 MB.`);
  if (file.size === 0) return refuse(msg`The file is empty.`);
  const unknown = { file, refused: null, said: null, otherKey: null };
  try {
    const read = await readInWorker(file, signal);
    if (!read) return null;
    if (!read.ok) {
      // Phones read more than we do: said, and not refused.
      return read.failure === "damaged" ? { ...unknown, unreadable: true } : refuse(packageRefusals[read.failure]);
    }
    const said = read.facts && saidOfFile(read.facts);
    const other = said && otherPackage(said, releases);
    if (said && other) {
      const { packageId } = said;
      return refuse(msg`This is another app: its package is ${packageId}, that of the published releases ${other}.`);
    }
    return { ...unknown, said, unreadable: false, otherKey: said && otherKey(said, releases) };
  } catch (error) {
    if (error instanceof DOMException) return refuse(msg`This file can no longer be read. Choose it again.`);
    // The code that reads packages could not be loaded, or is wrong: the file is taken as it is.
    reportError(error);
    return { ...unknown, unreadable: false };
  }
}

/**
 * Checks files for releases of an app, one at a time: another one, or leaving, ends the reading of
 * the last.
 */
export function useCheckBuild(releases: readonly Release[]): (file: File) => Promise<CheckedBuild | null> {
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  return (file) => {
    running.current?.abort();
    running.current = new AbortController();
    return checkBuild(file, releases, running.current.signal);
  };
}

// Checks a build file before the upload: rejects it or returns its metadata.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { reportError } from "#lib/error-log.ts";
import { type BuildFailure, isUnread, type UnreadBuild } from "#sync/files/build-checks.ts";
import { type BuildPlatform, installableName } from "#sync/files/file-types.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { platformOfFile } from "../../build-action.ts";
import { metadataOfFile, otherKey, otherPackage, type PackageMetadata } from "../../package-metadata.ts";
import { readInWorker } from "./read-in-worker.ts";

/** The limit of the bucket `releases`, which the server enforces. */
const MAX_BUILD_BYTES = 500 * 1024 * 1024;

export interface TakenBuild {
  /** Renamed if devices would not install the original name. */
  file: File;
  /** The original name if the file was renamed, else null. */
  chosenName: string | null;
  rejection: null;
  /** Null for other file types and unreadable files (`unread`). */
  metadata: PackageMetadata | null;
  unread: UnreadBuild | null;
  /** The previous version if it was signed with another key, else null. */
  otherKey: string | null;
}
export type CheckedBuild = { file: File; rejection: MessageDescriptor } | TakenBuild;

type RejectedBuild = Exclude<BuildFailure, UnreadBuild>;

const wrongTypes: { readonly [P in BuildPlatform]: MessageDescriptor } = {
  android: msg`This file is not an Android app. Upload an APK.`,
  ios: msg`This file is not an app for iPhone or iPad. Upload an IPA.`,
  windows: msg`This file is not a Windows app. Upload an EXE, MSI or MSIX file, or a ZIP file with the app.`,
  macos: msg`This file is not a Mac app. Upload a DMG or PKG file, or a ZIP file with the app.`,
  web: msg`This file is not an app.`,
};
const rejections: { readonly [F in Exclude<RejectedBuild, "wrong_type">]: MessageDescriptor } = {
  app_bundle: msg`This is an app bundle (AAB), from which only Google Play makes apps. Build an APK instead.`,
  split: msg`This APK is only one part of an app and does not run without the others. Build a universal APK instead.`,
  split_required: msg`This APK is the base of a split app: phones reject it without its other parts. Build a universal APK instead.`,
  split_archive: msg`This is an archive of APKs (such as APKS, XAPK or APKM), which phones cannot install. Upload a universal APK instead.`,
  misplaced_app: msg`The app is not where an iPhone looks for it. In an IPA, the folder Payload is at the top level and the app right inside it. Export the IPA again.`,
  linked_app: msg`The app in this IPA is only a symbolic link: the app itself is missing. Export the IPA again.`,
  unresolved_id: msg`The app's identifier is a build variable that was not replaced, such as $(PRODUCT_BUNDLE_IDENTIFIER). Set it in the build settings and build again.`,
  other_package: msg`This file is another app than the published releases: its package has another name.`,
};

/** Why no device can install the file; shown by the form and the release. */
export const buildRejection = (failure: RejectedBuild, platform: BuildPlatform): MessageDescriptor =>
  failure === "wrong_type" ? wrongTypes[platform] : rejections[failure];

/**
 * @param releases all releases of `app`
 * @returns null if cancelled
 */
async function checkBuild(
  file: File,
  { platform }: Pick<App, "platform">,
  releases: readonly Release[],
  signal: AbortSignal,
): Promise<CheckedBuild | null> {
  const reject = (rejection: MessageDescriptor): CheckedBuild => ({ file, rejection });
  if (file.size > MAX_BUILD_BYTES) return reject(msg`The file is larger than 500 MB.`);
  if (file.size === 0) return reject(msg`The file is empty.`);
  const unknown = { file, chosenName: null, rejection: null, metadata: null, unread: null, otherKey: null };
  try {
    const read = await readInWorker(file, platform, signal);
    if (!read) return null;
    if (!read.ok) {
      // A warning, not an error: devices can read files that this parser cannot.
      const { failure } = read;
      return isUnread(failure) ? { ...unknown, unread: failure } : reject(buildRejection(failure, platform));
    }
    const metadata = read.facts && metadataOfFile(read.facts);
    const other = metadata && otherPackage(metadata, releases);
    if (metadata && other) {
      const { packageId } = metadata;
      return reject(msg`This is another app: its package is ${packageId}, that of the published releases ${other}.`);
    }
    if (!metadata) return unknown;
    const { name, type } = installableName(file.name, metadata.platform);
    const renamed = name !== file.name;
    return {
      ...{ ...unknown, metadata, otherKey: otherKey(metadata, releases) },
      // Shares the bytes; nothing is copied.
      file: renamed ? new File([file], name, { type, lastModified: file.lastModified }) : file,
      chosenName: renamed ? file.name : null,
    };
  } catch (error) {
    if (error instanceof DOMException) return reject(msg`This file can no longer be read. Choose it again.`);
    // The parser failed to load or crashed: accept the file unchecked.
    reportError(error);
    return unknown;
  }
}

const noApp = msg`This file is not an app. Upload an APK, IPA, EXE, MSI, MSIX, DMG or PKG file.`;

/**
 * Checks one file at a time. A new file, or unmounting, cancels the previous check.
 * @param app null: the file's name tells the platform
 */
export function useCheckBuild(
  app: Pick<App, "platform"> | null,
  releases: readonly Release[],
): (file: File) => Promise<CheckedBuild | null> {
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  return async (file) => {
    running.current?.abort();
    running.current = new AbortController();
    const platform = app?.platform ?? platformOfFile(file.name);
    if (!app && platform === "web") return { file, rejection: noApp };
    return checkBuild(file, { platform }, releases, running.current.signal);
  };
}

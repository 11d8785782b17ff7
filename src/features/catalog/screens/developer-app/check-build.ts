// What is known of a build's file before it is sent: refused, or what it says of itself.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PackageFacts, PackageFailure } from "../../../../../sync/packages/read-package.ts";
import { reportError } from "../../../../lib/error-log.ts";
import { MAX_BUILD_BYTES } from "./build-limits.ts";

export type CheckedBuild =
  | { file: File; refused: MessageDescriptor }
  /** `facts` null: a file of another kind, or one that could not be read (`unreadable`). */
  | { file: File; refused: null; facts: PackageFacts | null; unreadable: boolean };

const refusals: { readonly [F in PackageFailure]: MessageDescriptor | null } = {
  app_bundle: msg`This is an app bundle (AAB), from which only Google Play makes apps. Build an APK instead.`,
  split: msg`This APK is only one part of an app and does not run by itself. Build a universal APK instead.`,
  // Phones read more than we do: said, and not refused.
  damaged: null,
};

export async function checkBuild(file: File): Promise<CheckedBuild> {
  const refuse = (refused: MessageDescriptor): CheckedBuild => ({ file, refused });
  if (file.size > MAX_BUILD_BYTES) return refuse(msg`The file is larger than 500 MB.`);
  if (file.size === 0) return refuse(msg`The file is empty.`);
  const unknown = { file, refused: null, facts: null };
  try {
    const [{ readPackage }, { fileSource }] = await Promise.all([
      import("../../../../../sync/packages/read-package.ts"),
      import("../../../../../sync/packages/package-source.ts"),
    ]);
    const read = await readPackage(fileSource(file), file.name);
    if (read.ok) return { ...unknown, facts: read.facts, unreadable: false };
    const refused = refusals[read.failure];
    return refused ? refuse(refused) : { ...unknown, unreadable: true };
  } catch (error) {
    if (error instanceof DOMException) return refuse(msg`This file can no longer be read. Choose it again.`);
    // The code that reads packages could not be loaded, or is wrong: the file is taken as it is.
    reportError(error);
    return { ...unknown, unreadable: false };
  }
}

// Outcomes of reading a build's file, shared by the device, the server and SQL
// (releases.check_failure, releases.cautions).

/**
 * Files that no device installs, so testers do not get them.
 * - `app_bundle`: an AAB, which only Google Play makes packages of.
 * - `split`: one part of an app. `split_required`: the base of one, which needs its other parts.
 * - `split_archive`: APKS, XAPK, APKM or another archive of APKs.
 * - `wrong_type`: by its bytes no build for the app's platform.
 * - `misplaced_app`, `linked_app`: an IPA whose app is in another folder, or a symbolic link.
 * - `unresolved_id`: the id is a build variable such as `$(PRODUCT_BUNDLE_IDENTIFIER)`.
 */
export const rejectedBuilds = [
  "app_bundle",
  "split",
  "split_required",
  "split_archive",
  "wrong_type",
  "misplaced_app",
  "linked_app",
  "unresolved_id",
  "other_package",
] as const;

/**
 * Files that this code cannot read. Devices may read them, so testers get them with a warning.
 * - `damaged`: beyond all limits, or a format that contradicts itself.
 * - `incomplete`: its end is missing, as of a download that was cut off.
 * - `unknown_compression`, `encrypted`: a part cannot be unpacked.
 * - `several_apps`: an IPA with more than one. `unreadable_info`: its Info.plist. `no_id`: no id.
 */
export const unreadBuilds = [
  "damaged",
  "incomplete",
  "unknown_compression",
  "encrypted",
  "several_apps",
  "unreadable_info",
  "no_id",
] as const;

/**
 * What keeps some phones from installing a build that was read. `android_14`: Android 14 and later.
 * - `unresolved`: its name or version is a build variable.
 */
const buildCautions = [
  "test_only",
  "unsigned",
  "zip64",
  "android_11",
  "android_14",
  "android_15",
  "unresolved",
] as const;

const cautions: ReadonlySet<string> = new Set(buildCautions);
export const isCaution = (code: string): code is BuildCaution => cautions.has(code);

export type UnreadBuild = (typeof unreadBuilds)[number];
export type BuildFailure = (typeof rejectedBuilds)[number] | UnreadBuild;
export type BuildCaution = (typeof buildCautions)[number];

const unread: ReadonlySet<string> = new Set(unreadBuilds);
/** As private.is_unread in SQL. */
export const isUnread = (failure: BuildFailure | ""): failure is UnreadBuild => unread.has(failure);

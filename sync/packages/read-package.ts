// Reads the metadata of a build. Runs on the developer's device before the upload, and again on the
// server, which trusts only its own result (supabase/functions/builds).

import type { BuildCaution, BuildFailure } from "../files/build-checks.ts";
import { type BuildPlatform, dmgTrailer, headBytes, isDesktopBuild, saysPackage } from "../files/file-types.ts";
import { readAndroidManifest } from "./android-manifest.ts";
import { type ResourceText, readAndroidResources } from "./android-resources.ts";
import { isOldSignature, readAndroidSigner } from "./android-signer.ts";
import { Bytes, DamagedPackage } from "./bytes.ts";
import { type IosSigning, readIosInfo, readIosProfile } from "./ios.ts";
import { boundedSource, type PackageSource } from "./package-source.ts";
import { openZip, type Zip } from "./zip.ts";

export type { BuildCaution, BuildFailure } from "../files/build-checks.ts";

interface Facts {
  packageId: string;
  /** Empty if the package lacks it. */
  name: string;
  version: string;
  build: string;
  cautions: BuildCaution[];
}

interface AndroidFacts extends Facts {
  platform: "android";
  /** The lowest supported API level. */
  minSdk: number | null;
  /** Empty without native code: the app runs on every processor. */
  abis: string[];
  /** SHA-256 of the certificate; null if unsigned or signed only by the v1 scheme. */
  signer: string | null;
  signing: "release" | "debug" | "unsigned";
  /** PNG or WebP. */
  icon: Uint8Array | null;
}

interface IosFacts extends Facts {
  platform: "ios";
  minOs: string;
  /** Null if not signed for a device, e.g. a simulator build. */
  signing: IosSigning | null;
  /** ISO time after which the app no longer starts. */
  expiresAt: string | null;
  /** Identifiers of the profile's devices. */
  devices: string[];
  team: string;
}

export type PackageFacts = AndroidFacts | IosFacts;

/** `facts` is null for computer and web builds, which are not read. */
export type PackageRead = { ok: true; facts: PackageFacts | null } | { ok: false; failure: BuildFailure };

const limits = { manifest: 2_000_000, resources: 64_000_000, info: 1_000_000, profile: 4_000_000, icon: 1_000_000 };
/** Time limit for a file on this device. */
const deviceMs = 15_000;

const ours =
  /^(AndroidManifest\.xml|resources\.arsc|BundleConfig\.pb|base\/manifest\/AndroidManifest\.xml|META-INF\/[^/]+\.(RSA|DSA|EC)|lib\/[^/]+\/[^/]+\.so|(res|r)\/.+\.(png|webp)|(.*\/)?[^/]+\.app(\/(Info\.plist|embedded\.mobileprovision))?|(.*\/)?[^/]+\.apk)$/i;
const appInfo = /^Payload\/[^/]+\.app\/Info\.plist$/;

/** A variable that the build tools left unresolved. */
const variable = /\$(\([^)]*\)|\{[^}]*\})/;
/** Clears texts that contain variables. @param facts text fields of a package */
function resolved<T extends Pick<Facts, "packageId" | "name" | "version" | "build">>(
  facts: T,
): T & { unresolved: boolean } {
  if (variable.test(facts.packageId)) throw new DamagedPackage("variable as id", "unresolved_id");
  const { name, version, build } = facts;
  const known = (text: string): string => (variable.test(text) ? "" : text);
  return {
    ...{ ...facts, name: known(name), version: known(version), build: known(build) },
    unresolved: [name, version, build].some((text) => variable.test(text)),
  };
}

/**
 * Returns which Android versions reject a build: 11 and later require scheme 2 from apps that
 * target 30 or later; 14 and 15 reject low targets. Source:
 * https://developer.android.com/about/versions (behavior changes, all apps).
 */
function androidCautions(target: number | null, signer: string | null, old: boolean): BuildCaution[] {
  const cautions: BuildCaution[] = [];
  if (signer === null && !old) cautions.push("unsigned");
  else if (signer === null && target !== null && target >= 30) cautions.push("android_11");
  if (target !== null && target < 23) cautions.push("android_14");
  else if (target !== null && target < 24) cautions.push("android_15");
  return cautions;
}

/** Returns the largest icon of up to four times the base density, in any language. */
const bestIcon = (texts: readonly ResourceText[], zip: Zip): string | undefined =>
  texts
    .filter(({ text, density }) => density <= 640 && zip.sizeOf(text) !== undefined)
    .sort((a, b) => b.density - a.density)[0]?.text;

async function readAndroid(source: PackageSource, zip: Zip): Promise<AndroidFacts> {
  const manifestFile = await zip.read("AndroidManifest.xml", limits.manifest);
  if (!manifestFile) throw new DamagedPackage("no manifest", "wrong_type");
  const manifest = readAndroidManifest(new Bytes(manifestFile));
  if (manifest.split) throw new DamagedPackage("split", "split");
  if (manifest.needsSplits) throw new DamagedPackage("base of a split app", "split_required");
  const table = await zip.read("resources.arsc", limits.resources);
  const resources = table ? readAndroidResources(new Bytes(table)) : () => [];
  const textsOf = (value: typeof manifest.label): ResourceText[] =>
    !value
      ? []
      : value.text !== undefined
        ? [{ text: value.text, density: 0, localised: false }]
        : resources(value.data);
  const textOf = (value: typeof manifest.label): string => {
    const texts = textsOf(value);
    return (texts.find(({ localised }) => !localised) ?? texts[0])?.text.trim() ?? "";
  };
  const { unresolved, ...texts } = resolved({
    packageId: manifest.packageId,
    name: textOf(manifest.label),
    version: textOf(manifest.versionName),
    build: manifest.versionCode,
  });
  const icon = bestIcon(textsOf(manifest.icon), zip);
  const names = [...zip.names()];
  const abis = names.flatMap((name) => /^lib\/([^/]+)\//.exec(name)?.[1] ?? []);
  const signer = await readAndroidSigner(source, zip.directoryAt);
  const old = names.some(isOldSignature);
  // Android's default target is the lowest supported version.
  const target = manifest.targetSdk === undefined ? (manifest.minSdk ?? 1) : manifest.targetSdk;
  return {
    platform: "android",
    ...texts,
    minSdk: manifest.minSdk ?? null,
    abis: [...new Set(abis)].sort(),
    signer,
    signing: manifest.debuggable ? "debug" : signer === null && !old ? "unsigned" : "release",
    cautions: [
      ...(manifest.testOnly ? (["test_only"] as const) : []),
      ...(zip.isZip64 ? (["zip64"] as const) : []),
      ...androidCautions(target, signer, old),
      ...(unresolved ? (["unresolved"] as const) : []),
    ],
    icon: icon && (zip.sizeOf(icon) ?? 0) <= limits.icon ? await zip.read(icon, limits.icon) : null,
  };
}

async function readIos(zip: Zip): Promise<IosFacts> {
  const names = [...zip.names()];
  const infos = names.filter((name) => appInfo.test(name));
  const [path = ""] = infos;
  if (infos.length > 1) throw new DamagedPackage(`${infos.length} apps`, "several_apps");
  if (names.some((name) => /^Payload\/[^/]+\.app(\/Info\.plist)?$/.test(name) && zip.isLink(name)))
    throw new DamagedPackage("link", "linked_app");
  if (infos.length === 0)
    throw new DamagedPackage(
      "no app",
      names.some((name) => /\.app\/Info\.plist$/.test(name)) ? "misplaced_app" : "wrong_type",
    );
  const info = await zip.read(path, limits.info);
  if (!info) throw new DamagedPackage("no Info.plist");
  const profileFile = await zip.read(path.replace("Info.plist", "embedded.mobileprovision"), limits.profile);
  const profile = profileFile && readIosProfile(profileFile);
  const { unresolved, ...said } = resolved(readIosInfo(info));
  return {
    platform: "ios",
    ...said,
    cautions: unresolved ? ["unresolved"] : [],
    signing: profile?.signing ?? null,
    expiresAt: profile?.expiresAt ?? null,
    devices: profile?.devices ?? [],
    team: profile?.team ?? "",
  };
}

const isZip = (head: Uint8Array): boolean => head[0] === 0x50 && head[1] === 0x4b;

/** Reads a phone package. Its entries decide the type, or its name if it has none. */
async function readPhonePackage(source: PackageSource, name: string, signal: AbortSignal): Promise<PackageFacts> {
  const head = await source.read(0, Math.min(source.size, 2));
  const zip = await openZip(source, ours, signal).catch((error: unknown) => {
    // Not a ZIP from the first bytes on.
    const none = error instanceof DamagedPackage && !isZip(head);
    throw none ? new DamagedPackage(error.message, "wrong_type") : error;
  });
  const names = new Set(zip.names());
  const has = (pattern: RegExp): boolean => [...names].some((each) => pattern.test(each));
  if (/\.aab$/i.test(name) || names.has("BundleConfig.pb") || names.has("base/manifest/AndroidManifest.xml"))
    throw new DamagedPackage("bundle", "app_bundle");
  if (names.has("AndroidManifest.xml")) return readAndroid(source, zip);
  if (has(/\.app(\/Info\.plist)?$/)) return readIos(zip);
  throw new DamagedPackage("no package", has(/\.apk$/i) ? "split_archive" : "wrong_type");
}

/**
 * Reads an APK or IPA within fixed limits of entries, bytes and time. For other builds, checks only
 * whether the platform can use such a file.
 * @param name the file's name, for its extension
 * @param platform the app's platform
 * @param mostMs time limit, after which it counts as damaged
 */
export async function readPackage(
  bytes: PackageSource,
  name: string,
  platform: BuildPlatform,
  mostMs = deviceMs,
): Promise<PackageRead> {
  const source = boundedSource(bytes);
  const onPhones = platform === "android" || platform === "ios";
  if (!onPhones && !saysPackage(name)) {
    if (platform === "web") return { ok: true, facts: null };
    const head = await source.read(0, Math.min(source.size, headBytes));
    const tailBytes = Math.min(source.size, dmgTrailer.bytes);
    const tail = await source.read(source.size - tailBytes, tailBytes);
    return isDesktopBuild(platform, name, head, tail)
      ? { ok: true, facts: null }
      : { ok: false, failure: "wrong_type" };
  }
  try {
    const facts = await readPhonePackage(source, name, AbortSignal.timeout(mostMs));
    if (onPhones || platform === "web") return { ok: true, facts };
    return { ok: false, failure: "wrong_type" };
  } catch (error) {
    if (!(error instanceof DamagedPackage)) throw error;
    return { ok: false, failure: error.failure };
  }
}

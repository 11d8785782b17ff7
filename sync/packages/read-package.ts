// What a build says of itself. Runs on the developer's device before anything is sent, and once
// more on the server, which believes only its own reading (supabase/functions/builds).

import { readAndroidManifest } from "./android-manifest.ts";
import { type ResourceText, readAndroidResources } from "./android-resources.ts";
import { readAndroidSigner } from "./android-signer.ts";
import { Bytes, DamagedPackage } from "./bytes.ts";
import { type IosSigning, readIosInfo, readIosProfile } from "./ios.ts";
import type { PackageSource } from "./package-source.ts";
import { directoryStart, openZip, type Zip } from "./zip.ts";

interface Facts {
  packageId: string;
  /** Empty where the package does not say it. */
  name: string;
  version: string;
  build: string;
}

interface AndroidFacts extends Facts {
  platform: "android";
  /** The lowest API level that it runs on. */
  minSdk: number | null;
  /** Empty: it has no native code, and runs on each. */
  abis: string[];
  /** SHA-256 of the certificate; null: the old scheme only, or unsigned. */
  signer: string | null;
  debuggable: boolean;
  /** PNG or WebP. */
  icon: Uint8Array | null;
}

interface IosFacts extends Facts {
  platform: "ios";
  minOs: string;
  /** Null: not signed for any device, as what is made for the simulator. */
  signing: IosSigning | null;
  /** ISO; after it the app does not start any more. */
  expiresAt: string | null;
  /** Identifiers of those that its profile names. */
  devices: string[];
  team: string;
}

export type PackageFacts = AndroidFacts | IosFacts;

/**
 * - `app_bundle`: an AAB, which only Google Play makes packages of.
 * - `split`: one part of an app, which does not run by itself.
 * - `damaged`: it is not what its name says, or beyond all limits.
 */
export type PackageFailure = "app_bundle" | "split" | "damaged";

/** `facts` null: a file of another kind, of which nothing is known. */
export type PackageRead = { ok: true; facts: PackageFacts | null } | { ok: false; failure: PackageFailure };

const limits = { manifest: 2_000_000, resources: 64_000_000, info: 1_000_000, profile: 4_000_000, icon: 1_000_000 };
/** Of a file on this device: whatever takes longer is not worth waiting for. */
const deviceMs = 15_000;

const ours =
  /^(AndroidManifest\.xml|resources\.arsc|BundleConfig\.pb|base\/manifest\/AndroidManifest\.xml|lib\/[^/]+\/[^/]+\.so|(res|r)\/.+\.(png|webp)|Payload\/[^/]+\.app\/(Info\.plist|embedded\.mobileprovision))$/;

/** The largest picture of up to four times the size; of any language. */
const bestIcon = (texts: readonly ResourceText[], zip: Zip): string | undefined =>
  texts
    .filter(({ text, density }) => density <= 640 && zip.sizeOf(text) !== undefined)
    .sort((a, b) => b.density - a.density)[0]?.text;

async function readAndroid(source: PackageSource, zip: Zip): Promise<AndroidFacts | PackageFailure> {
  const manifestFile = await zip.read("AndroidManifest.xml", limits.manifest);
  if (!manifestFile) throw new DamagedPackage("no manifest");
  const manifest = readAndroidManifest(new Bytes(manifestFile));
  if (manifest.split) return "split";
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
  const icon = bestIcon(textsOf(manifest.icon), zip);
  const abis = [...zip.names()].flatMap((name) => /^lib\/([^/]+)\//.exec(name)?.[1] ?? []);
  return {
    platform: "android",
    packageId: manifest.packageId,
    name: textOf(manifest.label),
    version: textOf(manifest.versionName),
    build: manifest.versionCode,
    minSdk: manifest.minSdk ?? null,
    abis: [...new Set(abis)].sort(),
    signer: await readAndroidSigner(source, await directoryStart(source)),
    debuggable: manifest.debuggable,
    icon: icon && (zip.sizeOf(icon) ?? 0) <= limits.icon ? await zip.read(icon, limits.icon) : null,
  };
}

async function readIos(zip: Zip): Promise<IosFacts> {
  const infos = [...zip.names()].filter((name) => name.endsWith(".app/Info.plist"));
  const [path = ""] = infos;
  const info = infos.length === 1 ? await zip.read(path, limits.info) : null;
  if (!info) throw new DamagedPackage(`${infos.length} apps`);
  const profileFile = await zip.read(path.replace("Info.plist", "embedded.mobileprovision"), limits.profile);
  const profile = profileFile && readIosProfile(profileFile);
  return {
    platform: "ios",
    ...readIosInfo(info),
    signing: profile?.signing ?? null,
    expiresAt: profile?.expiresAt ?? null,
    devices: profile?.devices ?? [],
    team: profile?.team ?? "",
  };
}

/**
 * Reads an APK or IPA within fixed limits of entries, bytes and time.
 * @param name the file's, which says what it is meant to be
 * @param mostMs after which it counts as damaged
 */
export async function readPackage(source: PackageSource, name: string, mostMs = deviceMs): Promise<PackageRead> {
  const kind = /\.(apk|aab|ipa)$/i.exec(name)?.[1]?.toLowerCase();
  if (kind === undefined) return { ok: true, facts: null };
  try {
    const zip = await openZip(source, ours, AbortSignal.timeout(mostMs));
    const names = new Set(zip.names());
    if (kind === "aab" || names.has("BundleConfig.pb") || names.has("base/manifest/AndroidManifest.xml"))
      return { ok: false, failure: "app_bundle" };
    const read = kind === "apk" ? await readAndroid(source, zip) : await readIos(zip);
    return typeof read === "string" ? { ok: false, failure: read } : { ok: true, facts: read };
  } catch (error) {
    if (error instanceof DamagedPackage) return { ok: false, failure: "damaged" };
    throw error;
  }
}

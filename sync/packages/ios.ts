// An iOS package: Info.plist says what it is, embedded.mobileprovision who may run it.
import { DamagedPackage } from "./bytes.ts";
import { type Property, readPropertyList, signedPropertyList } from "./property-list.ts";

export interface IosInfo {
  packageId: string;
  name: string;
  version: string;
  build: string;
  minOs: string;
}

const textOf = (value: Property | undefined): string => (typeof value === "string" ? value.trim() : "");

/** Throws `DamagedPackage`. */
export function readIosInfo(array: Uint8Array): IosInfo {
  const info = readPropertyList(array);
  const packageId = textOf(info.CFBundleIdentifier);
  if (packageId === "") throw new DamagedPackage("no bundle identifier");
  return {
    packageId,
    name: textOf(info.CFBundleDisplayName) || textOf(info.CFBundleName),
    version: textOf(info.CFBundleShortVersionString),
    build: textOf(info.CFBundleVersion),
    minOs: textOf(info.MinimumOSVersion),
  };
}

/**
 * - `development`, `ad_hoc`: runs on the devices that the profile names.
 * - `enterprise`: runs on any device, and is for the company's own people.
 * - `app_store`: runs only when it comes from TestFlight or the store.
 */
export type IosSigning = "development" | "ad_hoc" | "enterprise" | "app_store";

/** Apple allows 100 of a kind and year: phones, tablets, watches, and what runs longer. */
const mostDevices = 2_000;

export interface IosProfile {
  signing: IosSigning;
  /** After it the app does not start any more; ISO. */
  expiresAt: string | null;
  /** The identifiers of the devices that it names. */
  devices: string[];
  team: string;
}

const lastExpiry = Date.UTC(9999, 0);

/**
 * A profile is a signed message (CMS) around an XML property list, which lies in it as it is. Read,
 * not verified: the iPhone does that. Throws `DamagedPackage`.
 */
export function readIosProfile(array: Uint8Array): IosProfile {
  const profile = readPropertyList(signedPropertyList(array));
  const named = Array.isArray(profile.ProvisionedDevices) ? profile.ProvisionedDevices : [];
  const devices = named.filter((each) => typeof each === "string").slice(0, mostDevices);
  const { Entitlements: rights, ExpirationDate: expires } = profile;
  const debugged =
    typeof rights === "object" && rights !== null && !Array.isArray(rights) && rights["get-task-allow"] === true;
  const signing =
    profile.ProvisionsAllDevices === true
      ? "enterprise"
      : devices.length === 0
        ? "app_store"
        : debugged
          ? "development"
          : "ad_hoc";
  // PostgreSQL and ISO 8601 write other years in another way.
  const valid = typeof expires === "number" && expires >= 0 && expires < lastExpiry;
  return {
    signing,
    expiresAt: valid ? new Date(expires).toISOString() : null,
    devices,
    team: textOf(profile.TeamName),
  };
}

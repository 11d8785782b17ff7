// Reads an iOS package: Info.plist describes the app, embedded.mobileprovision its devices.
import { DamagedPackage } from "./bytes.ts";
import { type Property, readPropertyList, signedPropertyList } from "./property-list.ts";

export interface IosInfo {
  packageId: string;
  name: string;
  version: string;
  build: string;
  minOs: string;
}

/** A version may be written as a number. */
const textOf = (value: Property | undefined): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

/** Reads Info.plist. Damage is reported as `unreadable_info`, before any other problem. */
function readInfo(array: Uint8Array): { [key: string]: Property } {
  try {
    return readPropertyList(array);
  } catch (error) {
    throw error instanceof DamagedPackage ? new DamagedPackage(error.message, "unreadable_info") : error;
  }
}

/** Reads Info.plist. Throws `DamagedPackage`. */
export function readIosInfo(array: Uint8Array): IosInfo {
  const info = readInfo(array);
  const packageId = textOf(info.CFBundleIdentifier);
  if (packageId === "") throw new DamagedPackage("no bundle identifier", "no_id");
  return {
    packageId,
    name: textOf(info.CFBundleDisplayName) || textOf(info.CFBundleName),
    version: textOf(info.CFBundleShortVersionString),
    build: textOf(info.CFBundleVersion),
    minOs: textOf(info.MinimumOSVersion),
  };
}

/**
 * - `development`, `ad_hoc`: runs on the profile's devices.
 * - `enterprise`: runs on any device, for the company's staff only.
 * - `app_store`: runs only when installed from TestFlight or the store.
 */
export type IosSigning = "development" | "ad_hoc" | "enterprise" | "app_store";

/** Apple allows 100 per kind and year: phones, tablets, watches. Some profiles have more. */
const mostDevices = 2_000;

export interface IosProfile {
  signing: IosSigning;
  /** ISO time after which the app no longer starts. */
  expiresAt: string | null;
  /** Identifiers of the profile's devices. */
  devices: string[];
  team: string;
}

const lastExpiry = Date.UTC(9999, 0);

/**
 * Reads a profile: a signed message (CMS) around a plain XML property list. The iPhone verifies the
 * signature. Throws `DamagedPackage`.
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
  // PostgreSQL and ISO 8601 format later years differently.
  const valid = typeof expires === "number" && expires >= 0 && expires < lastExpiry;
  return {
    signing,
    expiresAt: valid ? new Date(expires).toISOString() : null,
    devices,
    team: textOf(profile.TeamName),
  };
}

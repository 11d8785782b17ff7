// Package metadata of a build, read by the device or the server, and what does not fit its app.

import { isCaution } from "#sync/files/build-checks.ts";
import type { BuildCaution, PackageFacts } from "#sync/packages/read-package.ts";
import type { Release } from "#sync/schema/releases.ts";

export interface PackageMetadata {
  platform: "android" | "ios";
  packageId: string;
  name: string;
  version: string;
  build: string;
  /** Android: the API level. iOS: the version. */
  minOs: string;
  abis: readonly string[];
  /** SHA-256 of the certificate (Android). */
  signer: string;
  signing: Release["signing_kind"];
  cautions: readonly BuildCaution[];
  expiresAt: string | null;
  devices: number;
  team: string;
  icon: Uint8Array | null;
}

export function metadataOfFile(facts: PackageFacts): PackageMetadata {
  const { packageId, name, version, build, cautions } = facts;
  const metadata = { packageId, name, version, build, cautions };
  if (facts.platform === "android") {
    const { minSdk, abis, signer, signing, icon } = facts;
    return {
      ...{ ...metadata, platform: "android", minOs: minSdk === null ? "" : String(minSdk), abis, icon },
      ...{ signer: signer ?? "", signing },
      ...{ expiresAt: null, devices: 0, team: "" },
    };
  }
  const { minOs, signing, expiresAt, devices, team } = facts;
  return {
    ...{ ...metadata, platform: "ios", minOs, abis: [], icon: null, signer: "" },
    ...{ signing: signing ?? "simulator", expiresAt, devices: devices.length, team },
  };
}

/** Metadata read by the server; null before it was read, or if the file is not a package. */
export function metadataOfRelease(release: Release): PackageMetadata | null {
  const { platform, checked_at, package_id: packageId, package_name: name, version, build_number: build } = release;
  if (platform === "" || checked_at === null || packageId === "") return null;
  return {
    ...{ platform, packageId, name, version, build, minOs: release.min_os, abis: release.abis },
    ...{ signer: release.signer_sha256, signing: release.signing_kind, cautions: release.cautions.filter(isCaution) },
    ...{ expiresAt: release.signing_expires_at, devices: release.profile_devices, team: "", icon: null },
  };
}

/** The release that the package updates. */
type Earlier = Pick<
  Release,
  "id" | "status" | "platform" | "package_id" | "signer_sha256" | "version" | "published_at"
>;

const published = (releases: readonly Earlier[], platform: string): Earlier[] =>
  releases
    .filter((one) => one.published_at !== null && one.platform === platform && one.package_id !== "")
    .sort((a, b) => (b.published_at ?? "").localeCompare(a.published_at ?? ""));

/** The package id of the app's published releases if it differs, else null. */
export function otherPackage(metadata: PackageMetadata, releases: readonly Earlier[]): string | null {
  const [last] = published(releases, metadata.platform);
  return last && last.package_id !== metadata.packageId ? last.package_id : null;
}

/** The previous published version if it was signed with another key, else null. */
export function otherKey(
  metadata: PackageMetadata,
  releases: readonly Earlier[],
  before: string | null = null,
): string | null {
  const [last] = published(releases, metadata.platform).filter(
    (one) => before === null || (one.published_at ?? "") < before,
  );
  if (metadata.signer === "" || !last || last.signer_sha256 === "") return null;
  return last.signer_sha256 === metadata.signer ? null : last.version;
}

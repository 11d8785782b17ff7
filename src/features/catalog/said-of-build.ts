// What a package says of itself, from either reader, and what of it does not fit its app.
import type { PackageFacts } from "../../../sync/packages/read-package.ts";
import type { Release } from "../../../sync/schema/releases.ts";

export interface SaidOfBuild {
  platform: "android" | "ios";
  packageId: string;
  name: string;
  version: string;
  build: string;
  /** Of Android the API level, of iOS the version. */
  minOs: string;
  abis: readonly string[];
  /** SHA-256 of the certificate (Android). */
  signer: string;
  signing: Release["signing_kind"];
  debuggable: boolean;
  expiresAt: string | null;
  devices: number;
  team: string;
  icon: Uint8Array | null;
}

/** As this device has read it. */
export function saidOfFile(facts: PackageFacts): SaidOfBuild {
  const { packageId, name, version, build } = facts;
  const said = { packageId, name, version, build };
  if (facts.platform === "android") {
    const { minSdk, abis, signer, debuggable, icon } = facts;
    return {
      ...{ ...said, platform: "android", minOs: minSdk === null ? "" : String(minSdk), abis, debuggable, icon },
      ...{ signer: signer ?? "", signing: debuggable ? "debug" : signer === null ? "unsigned" : "release" },
      ...{ expiresAt: null, devices: 0, team: "" },
    };
  }
  const { minOs, signing, expiresAt, devices, team } = facts;
  return {
    ...{ ...said, platform: "ios", minOs, abis: [], debuggable: false, icon: null, signer: "" },
    ...{ signing: signing ?? "simulator", expiresAt, devices: devices.length, team },
  };
}

/** As the server has read it; null: it has not, or the file is no package. */
export function saidOfRelease(release: Release): SaidOfBuild | null {
  const { platform, checked_at, package_id: packageId, package_name: name, version, build_number: build } = release;
  if (platform === "" || checked_at === null || packageId === "") return null;
  return {
    ...{ platform, packageId, name, version, build, minOs: release.min_os, abis: release.abis },
    ...{ signer: release.signer_sha256, signing: release.signing_kind, debuggable: release.signing_kind === "debug" },
    ...{ expiresAt: release.signing_expires_at, devices: release.profile_devices, team: "", icon: null },
  };
}

/** A package of which the server has read another one before. */
type Earlier = Pick<
  Release,
  "id" | "status" | "platform" | "package_id" | "signer_sha256" | "version" | "published_at"
>;

const published = (releases: readonly Earlier[], platform: string): Earlier[] =>
  releases
    .filter((one) => one.published_at !== null && one.platform === platform && one.package_id !== "")
    .sort((a, b) => (b.published_at ?? "").localeCompare(a.published_at ?? ""));

/** The package id of the app's published releases, where it is another one; null: it fits. */
export function otherPackage(said: SaidOfBuild, releases: readonly Earlier[]): string | null {
  const [last] = published(releases, said.platform);
  return last && last.package_id !== said.packageId ? last.package_id : null;
}

/** The published version before it, where another key has signed that one; null: it fits. */
export function otherKey(said: SaidOfBuild, releases: readonly Earlier[], before: string | null = null): string | null {
  const [last] = published(releases, said.platform).filter(
    (one) => before === null || (one.published_at ?? "") < before,
  );
  if (said.signer === "" || !last || last.signer_sha256 === "") return null;
  return last.signer_sha256 === said.signer ? null : last.version;
}

import { isUnread } from "#sync/files/build-checks.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { androidVersion } from "./android-versions.ts";
import { type LinkKind, linkKind, webAddress } from "./build-links.ts";
import type { DeviceSystem, UserDevice } from "./user-device.ts";

export type BuildFile = Pick<
  Release,
  | "kind"
  | "link_url"
  | "file_name"
  | "file_path"
  | "platform"
  | "signing_kind"
  | "min_os"
  | "status"
  | "checked_at"
  | "check_failure"
  | "expires_at"
  | "signing_expires_at"
  | "file_removed_at"
>;
export type BuildPlatform = App["platform"];

export type BuildEnd = "withdrawn" | "expired" | "removed";

/** True after the last day of the build or its signature. */
export const isOver = (
  { expires_at, signing_expires_at }: Pick<Release, "expires_at" | "signing_expires_at">,
  now: number,
): boolean => [expires_at, signing_expires_at].some((at) => at !== null && Date.parse(at) <= now);

/** Why the build is no longer available; null while it is. */
export function endOf(
  release: Pick<BuildFile, "kind" | "status" | "expires_at" | "signing_expires_at" | "file_removed_at">,
  now: number,
): BuildEnd | null {
  if (release.status === "withdrawn") return "withdrawn";
  // The server rejects it from its end on, but updates the status a little later.
  if (release.status === "expired" || isOver(release, now)) return "expired";
  return release.kind === "file" && release.file_removed_at !== null ? "removed" : null;
}

/**
 * - `open`: a link that this device can open.
 * - `download`: a file for this device.
 * - `install`: iOS installs the app through a manifest.
 * - `elsewhere`: for another kind of device (`runsOn`).
 * - `never`: no tester's device can install the file.
 * - `unread`: available after the server has checked the file.
 * - `ended`: withdrawn, expired, or without its file.
 * - `nothing`: no file and no link.
 */
export type BuildAction =
  | { do: "open"; url: string; link: LinkKind }
  | { do: "download" | "install" }
  | { do: "elsewhere"; runsOn: BuildPlatform; link: LinkKind | null }
  | { do: "never"; why: "app_store" | "simulator" | "no_app" }
  | { do: "unread" }
  | { do: "ended"; why: BuildEnd }
  | { do: "nothing" };

const endings: readonly (readonly [RegExp, BuildPlatform])[] = [
  [/\.(?:apk|aab)$/i, "android"],
  [/\.ipa$/i, "ios"],
  [/\.(?:dmg|pkg)$/i, "macos"],
  [/\.(?:exe|msi|msix|appx)$/i, "windows"],
];
/** The platform guessed from a file name; `web` fits any device. */
export const platformOfFile = (name: string): BuildPlatform =>
  endings.find(([ending]) => ending.test(name))?.[1] ?? "web";

const systems: { readonly [P in BuildPlatform]: readonly DeviceSystem[] } = {
  android: ["android"],
  ios: ["iphone", "ipad"],
  macos: ["mac"],
  windows: ["windows"],
  web: [],
};
/** TestFlight and the App Store also have Mac apps. */
const systemsOfLink: { readonly [K in LinkKind]: readonly DeviceSystem[] | null } = {
  testflight: ["iphone", "ipad", "mac"],
  app_store: ["iphone", "ipad", "mac"],
  play_testing: ["android", "chromeos"],
  play_store: ["android", "chromeos"],
  web: null,
};

const runs = (platform: BuildPlatform, { system }: UserDevice): boolean => {
  // Unknown systems are never excluded.
  if (platform === "web" || system === "other") return true;
  return systems[platform].includes(system);
};

/** The action for a plain link, for example that of a campaign. */
export function linkAction(url: URL, device: UserDevice): BuildAction {
  const link = linkKind(url);
  const allowed = systemsOfLink[link];
  if (allowed === null || device.system === "other" || allowed.includes(device.system))
    return { do: "open", url: url.href, link };
  return { do: "elsewhere", runsOn: link === "testflight" || link === "app_store" ? "ios" : "android", link };
}

export function buildAction(
  release: BuildFile,
  appPlatform: BuildPlatform,
  device: UserDevice,
  now: number,
): BuildAction {
  const end = endOf(release, now);
  if (end) return { do: "ended", why: end };
  if (release.kind === "link") {
    const url = webAddress(release.link_url);
    return url ? linkAction(url, device) : { do: "nothing" };
  }
  if (release.file_path === "") return { do: "nothing" };
  if (release.checked_at === null) return { do: "unread" };
  // Devices can install files that the server cannot read.
  if (release.check_failure !== "" && !isUnread(release.check_failure)) return { do: "never", why: "no_app" };
  const { signing_kind: signing } = release;
  if (signing === "app_store" || signing === "simulator") return { do: "never", why: signing };
  const runsOn = release.platform || appPlatform;
  if (!runs(runsOn, device)) return { do: "elsewhere", runsOn, link: null };
  // The server identified an iOS app, which a browser can only save.
  return { do: release.platform === "ios" && device.system !== "other" ? "install" : "download" };
}

/** True if this device reports a system older than the build requires. */
export function isTooOld(release: Pick<Release, "platform" | "min_os">, { system, version }: UserDevice): boolean {
  if (version === null) return false;
  const isFor = { android: ["android"], ios: systems.ios, "": [] as DeviceSystem[] }[release.platform];
  if (!isFor.includes(system)) return false;
  const needed = release.platform === "android" ? (androidVersion(Number(release.min_os)) ?? "") : release.min_os;
  // NaN (unknown) makes the comparison false.
  return version < Number.parseInt(needed, 10);
}

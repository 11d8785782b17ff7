// What "Get the build" does on a device: the build's own one, or another one.
import type { App } from "../../../sync/schema/apps.ts";
import type { Release } from "../../../sync/schema/releases.ts";
import { androidVersion } from "./android-versions.ts";
import { type LinkKind, linkKind, webAddress } from "./build-links.ts";
import type { DeviceSystem, UserDevice } from "./user-device.ts";

/** What of a release decides it. */
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

/** Its last day, or the last one of its signature, has passed. */
export const isOver = (
  { expires_at, signing_expires_at }: Pick<Release, "expires_at" | "signing_expires_at">,
  now: number,
): boolean => [expires_at, signing_expires_at].some((at) => at !== null && Date.parse(at) <= now);

/** Why nobody gets this build any more; null: it has not ended. */
export function endOf(
  release: Pick<BuildFile, "kind" | "status" | "expires_at" | "signing_expires_at" | "file_removed_at">,
  now: number,
): BuildEnd | null {
  if (release.status === "withdrawn") return "withdrawn";
  // The server refuses it from its end on, and says so in the status a little later.
  if (release.status === "expired" || isOver(release, now)) return "expired";
  return release.kind === "file" && release.file_removed_at !== null ? "removed" : null;
}

/**
 * - `open`: a link, which this device can follow.
 * - `download`: the file, for this device.
 * - `install`: iOS fetches the app itself, by a manifest.
 * - `elsewhere`: this is another kind of device (`runsOn`).
 * - `never`: no device of a tester can install this file.
 * - `unread`: the server has not read the package yet, and hands it out after that.
 * - `ended`: withdrawn, expired, or its file is gone.
 * - `nothing`: there is nothing to fetch.
 */
export type BuildAction =
  | { do: "open"; url: string; link: LinkKind }
  | { do: "download" | "install" }
  | { do: "elsewhere"; runsOn: BuildPlatform; link: LinkKind | null }
  | { do: "never"; why: "app_store" | "simulator" | "no_app" }
  | { do: "unread" }
  | { do: "ended"; why: BuildEnd }
  | { do: "nothing" };

/** A file that the server reads before it hands it out (private.is_package in SQL). */
export const isPackage = (name: string): boolean => /\.(?:apk|aab|ipa)$/i.test(name);

const endings: readonly (readonly [RegExp, BuildPlatform])[] = [
  [/\.(?:apk|aab)$/i, "android"],
  [/\.ipa$/i, "ios"],
  [/\.(?:dmg|pkg)$/i, "macos"],
  [/\.(?:exe|msi|msix|appx)$/i, "windows"],
];
/** For a file whose app is not known here; `web`: any device. */
export const platformOfFile = (name: string): BuildPlatform =>
  endings.find(([ending]) => ending.test(name))?.[1] ?? "web";

const systems: { readonly [P in BuildPlatform]: readonly DeviceSystem[] } = {
  android: ["android"],
  ios: ["iphone", "ipad"],
  macos: ["mac"],
  windows: ["windows"],
  web: [],
};
/** Those of TestFlight and the store have apps for the Mac as well. */
const systemsOfLink: { readonly [K in LinkKind]: readonly DeviceSystem[] | null } = {
  testflight: ["iphone", "ipad", "mac"],
  app_store: ["iphone", "ipad", "mac"],
  play_testing: ["android", "chromeos"],
  play_store: ["android", "chromeos"],
  web: null,
};

const runs = (platform: BuildPlatform, { system }: UserDevice): boolean => {
  // What is said nowhere cannot be held against a device.
  if (platform === "web" || system === "other") return true;
  return systems[platform].includes(system);
};

/** For a link of its own, such as that of a campaign. */
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
  if (isPackage(release.file_name)) {
    if (release.checked_at === null) return { do: "unread" };
    // Phones read more than the server does.
    if (release.check_failure !== "" && release.check_failure !== "damaged") return { do: "never", why: "no_app" };
  }
  const { signing_kind: signing } = release;
  if (signing === "app_store" || signing === "simulator") return { do: "never", why: signing };
  const runsOn = release.platform || appPlatform;
  if (!runs(runsOn, device)) return { do: "elsewhere", runsOn, link: null };
  // A file that the server knows to be an app for iOS: a browser can only save it.
  return { do: release.platform === "ios" && device.system !== "other" ? "install" : "download" };
}

/** This device says that its system is older than the build needs. */
export function isTooOld(release: Pick<Release, "platform" | "min_os">, { system, version }: UserDevice): boolean {
  if (version === null) return false;
  const isFor = { android: ["android"], ios: systems.ios, "": [] as DeviceSystem[] }[release.platform];
  if (!isFor.includes(system)) return false;
  const needed = release.platform === "android" ? (androidVersion(Number(release.min_os)) ?? "") : release.min_os;
  // Not a number: not known, and nothing is smaller than it.
  return version < Number.parseInt(needed, 10);
}

// Detects the visitor's operating system from the browser.
import { type Device, platformsOf } from "#sync/schema/profiles.ts";
import { isTouchApple } from "../../state/install.ts";

export type DeviceSystem = "android" | "iphone" | "ipad" | "mac" | "windows" | "linux" | "chromeos" | "other";

export interface Looks {
  userAgent: string;
  maxTouchPoints: number;
  userAgentData?: { platform?: string } | undefined;
}

export interface UserDevice {
  system: DeviceSystem;
  /** Version of Android or iOS; null if the browser hides it or reports a fixed one. */
  version: number | null;
}

const named: Readonly<Record<string, DeviceSystem>> = {
  ...{ Android: "android", Windows: "windows", macOS: "mac", Linux: "linux", iOS: "iphone" },
  ...{ "Chrome OS": "chromeos", "Chromium OS": "chromeos" },
};

function systemOf({ userAgent, maxTouchPoints, userAgentData }: Looks): DeviceSystem {
  if (isTouchApple({ userAgent, maxTouchPoints })) return /\biPhone\b|\biPod\b/.test(userAgent) ? "iphone" : "ipad";
  const system = named[userAgentData?.platform ?? ""];
  if (system) return system;
  if (/\bCrOS\b/.test(userAgent)) return "chromeos";
  if (/\bWindows\b/.test(userAgent)) return "windows";
  if (/\bMacintosh\b/.test(userAgent)) return "mac";
  // Before Linux, which Android's user agent also contains.
  if (/\bAndroid\b/.test(userAgent)) return "android";
  return /\bLinux\b|\bX11\b/.test(userAgent) ? "linux" : "other";
}

function versionOf(system: DeviceSystem, { userAgent, userAgentData }: Looks): number | null {
  if (system === "android") {
    const version = Number(/\bAndroid (\d+)/.exec(userAgent)?.[1] ?? Number.NaN);
    // Chromium reports 10 for every version.
    return Number.isNaN(version) || (version === 10 && (userAgentData || /; K\)/.test(userAgent))) ? null : version;
  }
  if (system === "iphone" || system === "ipad") {
    const version = Number(/\bOS (\d+)_/.exec(userAgent)?.[1] ?? Number.NaN);
    // Safari 26 still reports 18.
    return Number.isNaN(version) || version >= 18 ? null : version;
  }
  return null;
}

export function deviceOf(looks: Looks): UserDevice {
  const system = systemOf(looks);
  return { system, version: versionOf(system, looks) };
}

let own: UserDevice | undefined;
export function userDevice(): UserDevice {
  own ??= deviceOf(navigator as Navigator & Looks);
  return own;
}

const phones: { readonly [S in DeviceSystem]?: string } = { android: "android", iphone: "ios", ipad: "ios" };

/**
 * Returns the platforms whose tests come first: those of the tester's devices, else of this phone.
 * Empty on a computer, whose user may have any phone.
 */
export function likelyPlatforms(devices: readonly Device[], { system } = userDevice()): Set<string> {
  if (devices.length > 0) return platformsOf(devices);
  const phone = phones[system];
  return new Set(phone ? [phone] : []);
}

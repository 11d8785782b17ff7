// Describes the device of a report, from the tester's profile or from the user agent.
import { firstCharacters } from "#sync/inputs/single-line.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Device, Profile } from "#sync/schema/profiles.ts";
import { fold } from "../../lib/text-match.ts";

const systems: readonly (readonly [RegExp, string])[] = [
  [/Android ([\d.]+)/, "Android $1"],
  [/iPhone OS ([\d_]+)/, "iOS $1"],
  [/iPad.*? OS ([\d_]+)/, "iPadOS $1"],
  [/Windows NT 10/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\/(\d+)/, "Edge $1"],
  [/SamsungBrowser\/(\d+)/, "Samsung Internet $1"],
  [/OPR\/(\d+)/, "Opera $1"],
  [/(?:Firefox|FxiOS)\/(\d+)/, "Firefox $1"],
  [/(?:Chrome|CriOS)\/(\d+)/, "Chrome $1"],
  [/Version\/(\d+).*Safari/, "Safari $1"],
];

function first(agent: string, table: typeof systems): string {
  for (const [pattern, name] of table) {
    const found = pattern.exec(agent);
    if (found) return name.replace("$1", (found[1] ?? "").replaceAll("_", "."));
  }
  return "";
}

/** Returns for example "Android 15 · Chrome 142". The tester can edit it. */
export const detectedDevice = (agent: string): string =>
  [first(agent, systems), first(agent, browsers)].filter(Boolean).join(" · ");

/** Maps a user agent to a campaign's platform; empty when unknown. */
export function platformOf(agent: string): Exclude<Campaign["platform"], "all"> | "" {
  if (/Android/.test(agent)) return "android";
  if (/iPhone|iPad/.test(agent)) return "ios";
  if (/Windows/.test(agent)) return "windows";
  if (/Mac OS X/.test(agent)) return "macos";
  return /Linux|CrOS/.test(agent) ? "web" : "";
}

const deviceText = ({ name, os }: Device): string => firstCharacters([name, os].filter(Boolean).join(" · "), 200);

/**
 * Device suggestions in this order: profile devices that fit the campaign, other profile devices,
 * this browser.
 */
export function deviceChoices(profile: Profile | null, campaign: Campaign | null, agent: string): string[] {
  const fits = (d: Device) =>
    !campaign || campaign.platform === "all" || fold(`${d.platform} ${d.os}`).includes(campaign.platform);
  const own = [...(profile?.devices ?? [])].sort((a, b) => Number(fits(b)) - Number(fits(a)));
  return [...new Set([...own.map(deviceText), detectedDevice(agent)])].filter((text) => text !== "");
}

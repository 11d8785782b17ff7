// How the app can be installed. Defers the browser's install prompt, because users decline it on
// arrival and browsers do not ask again.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { INSTALL_LATER_KEY } from "../lib/constants.ts";

/** Chromium only; not in TypeScript's DOM library. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

export type InstallState =
  | "installed"
  /** The browser can show its prompt on click. */
  | "offered"
  /** iPhone and iPad: the user installs it from the share menu. */
  | "share_menu"
  /** Safari on a Mac: the user installs it from the File menu. */
  | "dock"
  | "none";

const promptAtom = atom<InstallPrompt | null>(null);
const installedAtom = atom(false);
const laterAtom = atom(false);

export function watchInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    getDefaultStore().set(promptAtom, event as InstallPrompt);
  });
  window.addEventListener("appinstalled", () => getDefaultStore().set(installedAtom, true));
}

type Platform = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/** Includes iPads, whose user agent says Mac. */
export const isTouchApple = ({ userAgent, maxTouchPoints }: Platform = navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** Safari supports the Dock since this version (macOS Sonoma). */
const DOCK_SINCE = 17;

/** How to install the app in browsers without a prompt. */
export function manualInstall(platform: Platform = navigator): "share_menu" | "dock" | "none" {
  const { userAgent } = platform;
  if (isTouchApple(platform)) return "share_menu";
  // Safari contains both; other browsers on a Mac add their name.
  const [, version] = /Macintosh.* Version\/(\d+)[\d.]* Safari\/[\d.]+$/.exec(userAgent) ?? [];
  return version !== undefined && Number(version) >= DOCK_SINCE ? "dock" : "none";
}

/** True if the installed app receives shares: Chromium on Android and ChromeOS. */
export const takesShares = ({ userAgent }: Pick<Platform, "userAgent"> = navigator): boolean =>
  /Android|CrOS/.test(userAgent) && /Chrome\//.test(userAgent);

export const runsInstalled = () =>
  ["standalone", "minimal-ui"].some((mode) => window.matchMedia(`(display-mode: ${mode})`).matches);

export function useInstall() {
  const prompt = useAtomValue(promptAtom);
  const installed = useAtomValue(installedAtom) || runsInstalled();
  // The user postponed it on this or an earlier visit.
  const later = useAtomValue(laterAtom) || readKey(INSTALL_LATER_KEY) !== null;
  const state: InstallState = installed ? "installed" : prompt ? "offered" : manualInstall();
  return { state, later };
}

/** Shows the browser's prompt, which works once. */
export async function install(): Promise<void> {
  const store = getDefaultStore();
  const prompt = store.get(promptAtom);
  if (!prompt) return;
  const { outcome } = await prompt.prompt();
  store.set(promptAtom, null);
  if (outcome === "dismissed") installLater();
}

export function installLater(): void {
  writeKey(INSTALL_LATER_KEY, "1");
  getDefaultStore().set(laterAtom, true);
}

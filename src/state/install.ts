// Whether this app can be put among the device's own, and how. The browser's offer is kept until
// there is a fitting moment: asked on arrival, people say no, and are not asked again. Never asks
// by itself.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { INSTALL_LATER_KEY } from "../lib/constants.ts";

/** Chromium's; no type of the DOM library. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

export type InstallState =
  | "installed"
  /** The browser asks on a press. */
  | "offered"
  /** iPhone and iPad: the person does it in the share menu. */
  | "share_menu"
  /** Safari on a Mac: the person does it in the File menu. */
  | "dock"
  /** This browser installs nothing, or has not said so yet. */
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

/** iPhone and iPad, which calls itself a Mac. */
export const isTouchApple = ({ userAgent, maxTouchPoints }: Platform = navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** Safari adds pages to the Dock since this version (macOS Sonoma). */
const DOCK_SINCE = 17;

/** How a person installs the app where no browser asks. */
export function manualInstall(platform: Platform = navigator): "share_menu" | "dock" | "none" {
  const { userAgent } = platform;
  if (isTouchApple(platform)) return "share_menu";
  // Only Safari itself has both; others on a Mac name themselves, too.
  const [, version] = /Macintosh.* Version\/(\d+)[\d.]* Safari\/[\d.]+$/.exec(userAgent) ?? [];
  return version !== undefined && Number(version) >= DOCK_SINCE ? "dock" : "none";
}

/**
 * Other apps can share into the installed one (the manifest's `share_target`): Chromium on Android
 * and ChromeOS.
 */
export const takesShares = ({ userAgent }: Pick<Platform, "userAgent"> = navigator): boolean =>
  /Android|CrOS/.test(userAgent) && /Chrome\//.test(userAgent);

export const runsInstalled = () =>
  ["standalone", "minimal-ui"].some((mode) => window.matchMedia(`(display-mode: ${mode})`).matches);

export function useInstall() {
  const prompt = useAtomValue(promptAtom);
  const installed = useAtomValue(installedAtom) || runsInstalled();
  // Said here, or on an earlier visit.
  const later = useAtomValue(laterAtom) || readKey(INSTALL_LATER_KEY) !== null;
  const state: InstallState = installed ? "installed" : prompt ? "offered" : manualInstall();
  return { state, later };
}

/** The browser asks; it does so once for each of its offers. */
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

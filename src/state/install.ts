// Whether and how the app can be installed. Stores the browser's install prompt until a fitting
// moment: people who are asked on arrival decline, and browsers do not ask again.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { INSTALL_LATER_KEY } from "../lib/constants.ts";

/** Only in Chromium; the DOM library has no type for it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

export type InstallState =
  | "installed"
  /** The browser shows its prompt after a click. */
  | "offered"
  /** iPhone and iPad: the person does it in the share menu. */
  | "share_menu"
  /** Safari on a Mac: the person does it in the File menu. */
  | "dock"
  /** This browser cannot install apps, or has not offered it yet. */
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

/** How to install the app where the browser has no prompt. */
export function manualInstall(platform: Platform = navigator): "share_menu" | "dock" | "none" {
  const { userAgent } = platform;
  if (isTouchApple(platform)) return "share_menu";
  // Only Safari has both; other browsers on a Mac add their own name.
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
  // Postponed on this visit or an earlier one.
  const later = useAtomValue(laterAtom) || readKey(INSTALL_LATER_KEY) !== null;
  const state: InstallState = installed ? "installed" : prompt ? "offered" : manualInstall();
  return { state, later };
}

/** Shows the browser's prompt. Each prompt works once. */
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

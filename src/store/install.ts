// Whether this app can be put among the device's own, and how. The browser's offer is kept until there is a fitting moment: asked on arrival,
// people say no, and are not asked again. Never asks by itself.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { INSTALL_LATER_KEY } from "../constants.ts";
import { readKey, writeKey } from "../device-storage.ts";

/** Chromium's; no type of the DOM library. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

export type InstallState =
  | "installed"
  /** The browser asks on a press. */
  | "offered"
  /** iPhone and iPad: the person does it in the share menu. */
  | "by_hand"
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

export const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
export const runsInstalled = () =>
  ["standalone", "minimal-ui"].some((mode) => window.matchMedia(`(display-mode: ${mode})`).matches);

export function useInstall() {
  const prompt = useAtomValue(promptAtom);
  const installed = useAtomValue(installedAtom) || runsInstalled();
  // Said here, or on an earlier visit.
  const later = useAtomValue(laterAtom) || readKey(INSTALL_LATER_KEY) !== null;
  const state: InstallState = installed ? "installed" : prompt ? "offered" : isApple() ? "by_hand" : "none";
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

import { atom, useAtom } from "jotai";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { THEME_KEY } from "../lib/constants.ts";

export type Theme = "system" | "light" | "dark";

const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark" || value === "system";
const storedTheme = (): Theme => {
  const stored = readKey(THEME_KEY);
  return isTheme(stored) ? stored : "system";
};

const themeValueAtom = atom<Theme | null>(null);

const shownThemeAtom = atom(
  (get) => get(themeValueAtom) ?? storedTheme(),
  (_get, set, theme: Theme) => {
    set(themeValueAtom, theme);
    // CSS uses the attribute; without it the system setting applies (`base.css`,
    // `public/theme.js`).
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  },
);
const themeAtom = atom(
  (get) => get(shownThemeAtom),
  (_get, set, theme: Theme) => {
    set(shownThemeAtom, theme);
    writeKey(THEME_KEY, theme === "system" ? null : theme);
  },
);
export const followThemeAtom = atom(null, (_get, set) => set(shownThemeAtom, storedTheme()));
export const useTheme = () => useAtom(themeAtom);

/** Opened from the sync badge, rejected rows and the locked notice. */
export const syncPanelAtom = atom(false);

/** True during logout, so that the guard does not report an expired session. */
export const leavingAtom = atom(false);

// State of the interface itself that belongs to no URL: theme, open panels. Never rows.
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
const themeAtom = atom(
  (get) => get(themeValueAtom) ?? storedTheme(),
  (_get, set, theme: Theme) => {
    set(themeValueAtom, theme);
    writeKey(THEME_KEY, theme === "system" ? null : theme);
    // The stylesheet follows the attribute; without one, the system (theme.css, public/theme.js).
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  },
);
export const useTheme = () => useAtom(themeAtom);

/**
 * The sync panel is opened from the pill, from rows that need somebody, and from the locked notice.
 */
export const syncPanelAtom = atom(false);

/** Log Out is under way: the guard must not take the end of the session for an expired one. */
export const leavingAtom = atom(false);

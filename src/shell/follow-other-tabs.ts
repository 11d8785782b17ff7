// Applies a language or theme chosen in another tab.
import { getDefaultStore } from "jotai";
import { activateLocale, startLocale } from "../i18n/i18n.ts";
import { LANGUAGE_KEY, THEME_KEY } from "../lib/constants.ts";
import { reportError } from "../lib/error-log.ts";
import { currentSite } from "../state/site-settings.ts";
import { followThemeAtom } from "../state/ui.ts";

export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key }) => {
    // Null if all keys were cleared.
    if (key === LANGUAGE_KEY || key === null) {
      activateLocale(startLocale(currentSite())).catch(reportError);
    }
    if (key === THEME_KEY || key === null) getDefaultStore().set(followThemeAtom);
  });
}

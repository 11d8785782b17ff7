// Applies system settings: accent color (contrast-corrected), favicon, date formats and default
// language.
import { i18n } from "@lingui/core";
import { useEffect, useState } from "react";
import { setDates } from "../i18n/format.ts";
import { activateLocale, startLocale } from "../i18n/i18n.ts";
import { accentFor } from "../lib/accent.ts";
import { brandingAddress, refreshSite, type Site, storeSite, useSite } from "../state/site-settings.ts";

const REFRESH_MS = 60_000;
const tokens = ["--color-accent", "--color-accent-soft", "--color-on-accent"] as const;

function cssOf({ colour }: Site): Record<string, string> {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return {};
  const [light, dark] = [accentFor(colour, "light"), accentFor(colour, "dark")];
  return {
    "--color-accent": `light-dark(${light.accent}, ${dark.accent})`,
    "--color-accent-soft": `light-dark(${light.soft}, ${dark.soft})`,
    "--color-on-accent": `light-dark(${light.on}, ${dark.on})`,
  };
}

function showFavicon(path: string) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  link.type = path ? "image/png" : "image/svg+xml";
  link.href = path ? brandingAddress(path) : "/favicon.svg";
}

export function ApplySiteSettings() {
  const site = useSite();
  // Before anything formats a date.
  useState(() => setDates(site.timezone, site.dateFormat));

  useEffect(() => {
    const css = cssOf(site);
    for (const name of tokens) {
      if (css[name]) document.documentElement.style.setProperty(name, css[name]);
      else document.documentElement.style.removeProperty(name);
    }
    showFavicon(site.favicon);
    storeSite(site, css);
    const locale = startLocale(site);
    if (locale !== i18n.locale) void activateLocale(locale);
    // Re-activating the language re-renders all dates.
    else if (setDates(site.timezone, site.dateFormat)) i18n.activate(i18n.locale);
    setDates(site.timezone, site.dateFormat);
  }, [site]);

  // Public pages have no device database that would emit changes.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void refreshSite();
    };
    const timer = setInterval(look, REFRESH_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return null;
}

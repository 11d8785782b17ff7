// System settings for all pages: colors, images, formats, maintenance. Cached in local storage, so
// that the first paint is right (`public/theme.js`). Public pages fetch them, because they have no
// device database.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { isInEffect } from "../../sync/schema/setting-effect.ts";
import type { Setting } from "../../sync/schema/settings.ts";
import { bodyOf, onlyAnswers } from "../../sync/transport/answers.ts";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { SITE_KEY } from "../lib/constants.ts";
import { backendKey, backendUrl } from "./backend-address.ts";

export interface Site {
  /** Empty for the default. */
  colour: string;
  /** Path in the bucket `branding`; empty for the default. */
  logo: string;
  favicon: string;
  maintenance: boolean;
  registration: boolean;
  multilingual: boolean;
  /** The language of a first visit is the browser's. */
  followsBrowser: boolean;
  inApp: boolean;
  /** Empty if not set: the device or the default decides. */
  language: string;
  timezone: string;
  dateFormat: string;
  currency: string;
  paypal: boolean;
  passwordMin: number;
  passwordMixed: boolean;
  /** Maximum number of testers per campaign; null if not set. */
  mostTesters: number | null;
}

const defaultSite: Site = {
  ...{ colour: "", logo: "", favicon: "", maintenance: false, registration: true, multilingual: true, inApp: true },
  ...{ language: "", timezone: "", dateFormat: "", currency: "", paypal: true, passwordMin: 0, passwordMixed: false },
  ...{ followsBrowser: false, mostTesters: null },
};

type Saved = Pick<Setting, "section" | "values" | "saved_at" | "display_only">;

/** A value takes effect when an admin first saves it. */
export function siteOf(settings: readonly Saved[]): Site {
  const values = (section: Setting["section"]): Setting["values"] => {
    const found = settings.find((s) => s.section === section);
    return Object.fromEntries(found ? Object.entries(found.values).filter(([key]) => isInEffect(found, key)) : []);
  };
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const [general, security, payments, branding] = [
    values("general"),
    values("security"),
    values("payments"),
    values("branding"),
  ];
  return {
    colour: text(branding.primary_colour),
    logo: text(branding.logo_path),
    favicon: text(branding.favicon_path),
    maintenance: general.maintenance_mode === true,
    registration: general.open_registration !== false,
    multilingual: general.multilingual !== false,
    followsBrowser: general.follow_browser_language === true,
    inApp: values("notifications").in_app !== false,
    language: text(general.language),
    timezone: text(general.timezone),
    dateFormat: text(general.date_format),
    currency: text(payments.currency),
    paypal: payments.paypal !== false,
    passwordMin: typeof security.min_password_length === "number" ? security.min_password_length : 0,
    passwordMixed: security.password_complexity === true,
    mostTesters: typeof general.max_testers_per_campaign === "number" ? general.max_testers_per_campaign : null,
  };
}

function storedSite(): Site {
  try {
    const kept: unknown = JSON.parse(readKey(SITE_KEY) ?? "{}");
    return { ...defaultSite, ...(kept as { site?: Partial<Site> }).site };
  } catch {
    return defaultSite; // Invalid or truncated.
  }
}

const siteAtom = atom<Site>(storedSite());

export const useSite = (): Site => useAtomValue(siteAtom);
export const currentSite = (): Site => getDefaultStore().get(siteAtom);

export function setSite(site: Site): void {
  if (JSON.stringify(site) !== JSON.stringify(currentSite())) getDefaultStore().set(siteAtom, site);
}

/** @param css properties that `theme.js` sets before the first paint */
export const storeSite = (site: Site, css: Readonly<Record<string, string>>) =>
  writeKey(SITE_KEY, JSON.stringify({ site, css }));

export const brandingAddress = (path: string): string => `${backendUrl()}/storage/v1/object/public/branding/${path}`;

/** For pages without a device database. Without a response the cached settings stay. */
export async function refreshSite(): Promise<void> {
  const rows: unknown = await onlyAnswers(fetch)(
    `${backendUrl()}/rest/v1/settings?select=section,values,saved_at,display_only`,
    {
      headers: { apikey: backendKey },
      signal: AbortSignal.timeout(15_000),
    },
  ).then(
    (answer) => (answer.ok ? bodyOf(answer) : null),
    () => null,
  );
  if (Array.isArray(rows)) setSite(siteOf(rows as Saved[]));
}

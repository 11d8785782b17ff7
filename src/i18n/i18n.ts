// The language: stored under `language` (K1), English when none is valid. Each part of the app
// loads only its own texts (build/texts.ts). Never translate at module load: the text would stay in
// the first language.
import { i18n, type MessageDescriptor, type Messages } from "@lingui/core";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { DEFAULT_LOCALE, LANGUAGE_KEY, LOCALES } from "../lib/constants.ts";

export type Locale = (typeof LOCALES)[number];

export const isLocale = (value: unknown): value is Locale => LOCALES.some((l) => l === value);

/** The person's choice; null: none that this app has. */
function chosenLocale(): Locale | null {
  const stored = readKey(LANGUAGE_KEY);
  return isLocale(stored) ? stored : null;
}

/**
 * @param preset the admins' default language, for people who chose none or when only one is offered
 */
export function startLocale(preset: string, multilingual: boolean): Locale {
  return (multilingual && chosenLocale()) || (isLocale(preset) ? preset : DEFAULT_LOCALE);
}

const catalogues = {
  en: {
    start: () => import("virtual:texts/en/start"),
    account: () => import("virtual:texts/en/account"),
    admin: () => import("virtual:texts/en/admin"),
    auth: () => import("virtual:texts/en/auth"),
    developer: () => import("virtual:texts/en/developer"),
    public: () => import("virtual:texts/en/public"),
    store: () => import("virtual:texts/en/store"),
    tester: () => import("virtual:texts/en/tester"),
  },
  es: {
    start: () => import("virtual:texts/es/start"),
    account: () => import("virtual:texts/es/account"),
    admin: () => import("virtual:texts/es/admin"),
    auth: () => import("virtual:texts/es/auth"),
    developer: () => import("virtual:texts/es/developer"),
    public: () => import("virtual:texts/es/public"),
    store: () => import("virtual:texts/es/store"),
    tester: () => import("virtual:texts/es/tester"),
  },
} as const;
export type Part = keyof (typeof catalogues)["en"];

/** The parts that pages of this visit need. */
const needed = new Set<Part>(["start"]);
const loaded = new Set<string>();

async function load(locale: Locale): Promise<void> {
  const missing = [...needed].filter((part) => !loaded.has(`${locale} ${part}`));
  if (missing.length === 0) return;
  const found = await Promise.all(missing.map((part) => catalogues[locale][part]()));
  i18n.load(locale, Object.assign({}, ...found.map(({ messages }): Messages => messages)));
  for (const part of missing) loaded.add(`${locale} ${part}`);
  // Parts requested meanwhile.
  await load(locale);
}

export async function activateLocale(locale: Locale): Promise<void> {
  await load(locale);
  i18n.activate(locale);
  document.documentElement.lang = locale;
}

/** Before a page of this part renders: without its texts it would show message ids. */
export async function needTexts(part: Part): Promise<void> {
  needed.add(part);
  const locale = isLocale(i18n.locale) ? i18n.locale : DEFAULT_LOCALE;
  await load(locale);
  // The language changed meanwhile, without this part.
  if (isLocale(i18n.locale) && i18n.locale !== locale) await load(i18n.locale);
}

export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale);
  writeKey(LANGUAGE_KEY, locale);
}

/** For valibot: translates when the check fails, in the current language. */
export const lazyMessage = (descriptor: MessageDescriptor) => () => i18n._(descriptor);

/**
 * For code outside React (guards, toasts). Inside, use `useLingui()`, which follows the language.
 */
export const translate = (descriptor: MessageDescriptor) => i18n._(descriptor);

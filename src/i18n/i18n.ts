// The active language, stored under `language`; English by default. Each part of the app loads only
// its texts (`build/texts.ts`). Never translate at module load, because the text would not follow a
// language change.

import { catalogues, type Part } from "virtual:texts";
import { type I18n, i18n, type MessageDescriptor, type Messages } from "@lingui/core";
import { defaultLanguage, type Language, languages } from "../../sync/schema/languages.ts";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { LANGUAGE_KEY } from "../lib/constants.ts";
import { isolatedValues } from "./isolate.ts";

// Isolates values in every `t`, because names and titles are user texts. A descriptor whose id is
// its message is a text of the server, which has no translation.
const translated: I18n["_"] = i18n._.bind(i18n);
i18n._ = (id: MessageDescriptor | string, values?: Record<string, unknown>, options?: Parameters<I18n["_"]>[2]) => {
  if (typeof id === "string") return translated(id, values && isolatedValues(values), options);
  if (id.id === id.message) return id.id;
  return translated(id.values ? { ...id, values: isolatedValues(id.values) } : id);
};
i18n.t = i18n._;

export type Locale = Language;
export { defaultLanguage };

export const isLocale = (value: unknown): value is Locale => languages.some((language) => language === value);

function chosenLocale(): Locale | null {
  const stored = readKey(LANGUAGE_KEY);
  return isLocale(stored) ? stored : null;
}

interface LanguageSettings {
  /** The default, used without a choice or with a single language. */
  language: string;
  multilingual: boolean;
  followsBrowser: boolean;
}

const browserLocale = (): Locale | undefined =>
  navigator.languages.map((tag) => tag.split("-")[0]?.toLowerCase()).find(isLocale);

/** An explicit choice always wins. */
export function startLocale({ language, multilingual, followsBrowser }: LanguageSettings): Locale {
  const own = multilingual ? (chosenLocale() ?? (followsBrowser ? browserLocale() : undefined)) : undefined;
  return own ?? (isLocale(language) ? language : defaultLanguage);
}

export type { Part };

const needed = new Set<Part>(["start"]);
const loaded = new Set<string>();

async function load(locale: Locale): Promise<void> {
  const missing = [...needed].filter((part) => !loaded.has(`${locale} ${part}`));
  if (missing.length === 0) return;
  const texts = catalogues[locale];
  if (!texts) throw new Error(`No texts in ${locale}`);
  const found = await Promise.all(missing.map((part) => texts[part]()));
  const messages: Messages = Object.assign({}, ...found.map((one): Messages => one.messages));
  // Add without `load`, which would re-render the whole page.
  if (i18n.locale === locale) Object.assign(i18n.messages, messages);
  else i18n.load(locale, messages);
  for (const part of missing) loaded.add(`${locale} ${part}`);
  // More parts may have been requested in the meantime.
  await load(locale);
}

export async function activateLocale(locale: Locale): Promise<void> {
  await load(locale);
  i18n.activate(locale);
  document.documentElement.lang = locale;
}

/** Loads a part's texts; await it before rendering, or the page would show message ids. */
export async function needTexts(part: Part): Promise<void> {
  needed.add(part);
  const locale = isLocale(i18n.locale) ? i18n.locale : defaultLanguage;
  await load(locale);
  // The language changed while loading.
  if (isLocale(i18n.locale) && i18n.locale !== locale) await load(i18n.locale);
}

export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale);
  writeKey(LANGUAGE_KEY, locale);
}

/** For valibot: translates when the check fails. */
export const lazyMessage = (descriptor: MessageDescriptor) => () => i18n._(descriptor);

/** For code outside React. Components use `useLingui()`, which follows a language change. */
export const translate = (descriptor: MessageDescriptor) => i18n._(descriptor);

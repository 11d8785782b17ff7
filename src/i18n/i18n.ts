// The language: stored under `language` (K1), English when none is valid. Each part of the app
// loads only its own texts (build/texts.ts). Never translate at module load: the text would stay in
// the first language.

import { catalogues, type Part } from "virtual:texts";
import { i18n, type MessageDescriptor, type Messages } from "@lingui/core";
import { defaultLanguage, type Language, languages } from "../../sync/schema/languages.ts";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { LANGUAGE_KEY } from "../lib/constants.ts";

export type Locale = Language;
export { defaultLanguage };

export const isLocale = (value: unknown): value is Locale => languages.some((language) => language === value);

/** The person's choice; null: none that this app has. */
function chosenLocale(): Locale | null {
  const stored = readKey(LANGUAGE_KEY);
  return isLocale(stored) ? stored : null;
}

/**
 * @param preset the admins' default language, for people who chose none or when only one is offered
 */
export function startLocale(preset: string, multilingual: boolean): Locale {
  return (multilingual && chosenLocale()) || (isLocale(preset) ? preset : defaultLanguage);
}

export type { Part };

/** The parts that pages of this visit need. */
const needed = new Set<Part>(["start"]);
const loaded = new Set<string>();

async function load(locale: Locale): Promise<void> {
  const missing = [...needed].filter((part) => !loaded.has(`${locale} ${part}`));
  if (missing.length === 0) return;
  const texts = catalogues[locale];
  if (!texts) throw new Error(`No texts in ${locale}`);
  const found = await Promise.all(missing.map((part) => texts[part]()));
  const messages: Messages = Object.assign({}, ...found.map((one): Messages => one.messages));
  // Nothing that is shown waits for a later part: `load` would draw every text of the page again.
  if (i18n.locale === locale) Object.assign(i18n.messages, messages);
  else i18n.load(locale, messages);
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
  const locale = isLocale(i18n.locale) ? i18n.locale : defaultLanguage;
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

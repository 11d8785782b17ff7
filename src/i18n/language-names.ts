// Language names in the current language. `sync/schema/languages.ts` has the native names.
import { languages } from "../../sync/schema/languages.ts";

const nameIn = (code: string, locale: string): string =>
  new Intl.DisplayNames(locale, { type: "language" }).of(code) ?? code;

/** Capitalized, for a label: "French", "Francés". */
export function languageTitle(code: string, locale: string): string {
  const name = nameIn(code, locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** All languages of the product, for a sentence: "English and Spanish". */
export const languageList = (locale: string): string =>
  new Intl.ListFormat(locale).format(languages.map((code) => nameIn(code, locale)));

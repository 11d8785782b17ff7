import { useLingui } from "@lingui/react";
import { chooseLocale, defaultLanguage, isLocale, type Locale } from "./i18n.ts";

export function useLocale(): [Locale, (locale: Locale) => Promise<void>] {
  const { i18n } = useLingui();
  return [isLocale(i18n.locale) ? i18n.locale : defaultLanguage, chooseLocale];
}

import { useLingui } from "@lingui/react/macro";
import { Languages } from "lucide-react";
import { isLocale, type Locale } from "#i18n/i18n.ts";
import { useLocale } from "#i18n/use-locale.ts";
import { useSite } from "#state/site-settings.ts";
import { languageNames } from "#sync/schema/languages.ts";
import { cx } from "#ui/cx.ts";

interface LanguageSwitchProps {
  /** Called to store the choice in the account of a signed-in user. */
  onChoose?: (locale: Locale) => void;
  /** Icon only on a phone. */
  compact?: boolean;
}

export function LanguageSwitch({ onChoose, compact = false }: LanguageSwitchProps) {
  const { t } = useLingui();
  const [locale, choose] = useLocale();
  // Admins can disable the second language.
  if (!useSite().multilingual) return null;
  return (
    <span className="relative inline-flex items-center">
      <Languages aria-hidden className="pointer-events-none absolute start-2.5 size-5 text-muted" />
      <select
        aria-label={t`Language`}
        value={locale}
        onChange={(event) => {
          const chosen = event.target.value;
          if (!isLocale(chosen)) return;
          void choose(chosen);
          onChoose?.(chosen);
        }}
        title={t`Language`}
        className={cx(
          "tap appearance-none rounded-md bg-transparent py-1 ps-9 pe-3 font-medium text-sm hover:bg-sunken max-[22.5rem]:w-11 max-[22.5rem]:ps-11 max-[22.5rem]:pe-0",
          compact && "max-md:w-11 max-md:ps-11 max-md:pe-0",
        )}
      >
        {Object.entries(languageNames).map(([value, name]) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

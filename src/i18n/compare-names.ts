// Sorts names in the current language: "Céline" before "Chiara", "Person 2" before "Person 10".
import { i18n } from "@lingui/core";

// Shared, because creating a collator per comparison is a hundred times slower.
let collator: Intl.Collator | undefined;
let madeFor: string | undefined;

export function compareNames(a: string, b: string): number {
  if (!collator || madeFor !== i18n.locale) {
    madeFor = i18n.locale;
    collator = new Intl.Collator(i18n.locale || undefined, { sensitivity: "base", numeric: true });
  }
  return collator.compare(a, b);
}

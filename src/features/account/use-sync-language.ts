import { accountLanguage } from "#sync/mutations/account.ts";
import type { Locale } from "../../i18n/i18n.ts";
import { reportError } from "../../lib/error-log.ts";
import type { Person } from "../../state/session.ts";
import { useMutation } from "../../state/store.ts";

export function useKeepLanguage(person: Person): (locale: Locale) => void {
  const keep = useMutation(accountLanguage);
  return (locale) => {
    // Fails without the account row or disk space; the UI language changes anyway.
    keep(person.id, locale).catch(reportError);
  };
}

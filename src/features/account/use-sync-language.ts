// The language that somebody chose on purpose is also the one in which they are written to.
import { accountLanguage } from "../../../sync/mutations/account.ts";
import type { Locale } from "../../i18n/i18n.ts";
import { reportError } from "../../lib/error-log.ts";
import type { Person } from "../../state/session.ts";
import { useMutation } from "../../state/store.ts";

export function useKeepLanguage(person: Person): (locale: Locale) => void {
  const keep = useMutation(accountLanguage);
  return (locale) => {
    // An account that is not on this device yet, or no space: the screen speaks the language all
    // the same.
    keep(person.id, locale).catch(reportError);
  };
}

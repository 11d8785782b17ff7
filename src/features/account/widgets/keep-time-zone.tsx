// Stores the device's time zone in the account, for the time of reminders.
import { useEffect, useRef } from "react";
import { reportError } from "#lib/error-log.ts";
import { useQueryOr } from "#state/query.ts";
import type { Person } from "#state/session.ts";
import { useSite } from "#state/site-settings.ts";
import { useStatus } from "#state/status.ts";
import { useMutation } from "#state/store.ts";
import { accountTimeZone } from "#sync/mutations/account.ts";
import { accountById, profileById } from "#sync/queries/profile.ts";

/** Online only: the user did not make this change, so it must not appear as pending or rejected. */
export function KeepTimeZone({ person }: { person: Person }) {
  const account = useQueryOr(accountById(person.id), null);
  const profile = useQueryOr(profileById(person.id), null);
  const online = useStatus("online");
  const { maintenance } = useSite();
  const keep = useMutation(accountTimeZone);
  const tried = useRef("");
  const known = account?.time_zone;
  const taken = online && !maintenance && profile !== null && profile.status !== "suspended";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each zone
  useEffect(() => {
    if (!taken || known === undefined) return;
    // A separate task, because the browser loads its time zone data for this.
    const later = setTimeout(() => {
      const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
      if (zone === "" || zone === known || zone === tried.current) return;
      tried.current = zone;
      keep(person.id, zone).catch(reportError);
    });
    return () => clearTimeout(later);
  }, [taken, known, person.id]);
  return null;
}

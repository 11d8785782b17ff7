import { useEffect } from "react";
import { allSettings, settingsChangedAt } from "../../sync/queries/settings.ts";
import { useQuery, useQueryOr } from "../state/query.ts";
import { refreshSite, setSite, siteOf } from "../state/site-settings.ts";

/** When signed in, the settings replicate: a change arrives with a change notification. */
export function ReplicatedSiteSettings() {
  const settings = useQuery(allSettings());
  useEffect(() => {
    // Before the first pull there are none: that is no change.
    if (settings.state === "ready" && settings.data.length > 0) setSite(siteOf(settings.data));
  }, [settings]);
  return null;
}

/** What was announced earlier came with the start, which asks too. */
const startedAt = new Date().toISOString();

/** A developer's device has no room for the settings: it hears of a change and asks. */
export function AnnouncedSiteSettings() {
  const changedAt = useQueryOr(settingsChangedAt(), null);
  useEffect(() => {
    if (changedAt && changedAt > startedAt) void refreshSite();
  }, [changedAt]);
  return null;
}

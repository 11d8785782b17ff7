import { useEffect } from "react";
import { allSettings, settingsChangedAt } from "../../sync/queries/settings.ts";
import { useQuery, useQueryOr } from "../state/query.ts";
import { refreshSite, setSite, siteOf } from "../state/site-settings.ts";

/** For roles that replicate the settings. */
export function ReplicatedSiteSettings() {
  const settings = useQuery(allSettings());
  useEffect(() => {
    // Before the first pull there are none, which is not a change.
    if (settings.state === "ready" && settings.data.length > 0) setSite(siteOf(settings.data));
  }, [settings]);
  return null;
}

/** Ignore earlier notifications: the start has fetched the settings. */
const startedAt = new Date().toISOString();

/** For roles that do not replicate the settings: refetches them after a change notification. */
export function AnnouncedSiteSettings() {
  const changedAt = useQueryOr(settingsChangedAt(), null);
  useEffect(() => {
    if (changedAt && changedAt > startedAt) void refreshSite();
  }, [changedAt]);
  return null;
}

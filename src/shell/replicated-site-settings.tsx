import { useEffect } from "react";
import { allSettings } from "../../sync/queries/settings.ts";
import { useQuery } from "../state/query.ts";
import { setSite, siteOf } from "../state/site-settings.ts";

/** When signed in, the settings replicate: a change arrives with a change notification. */
export function ReplicatedSiteSettings() {
  const settings = useQuery(allSettings());
  useEffect(() => {
    // Before the first pull there are none: that is no change.
    if (settings.state === "ready" && settings.data.length > 0) setSite(siteOf(settings.data));
  }, [settings]);
  return null;
}

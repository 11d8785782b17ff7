import { useEffect } from "react";
import { allSettings } from "../../sync/queries/settings.ts";
import { useQuery } from "../state/query.ts";
import { setSite, siteOf } from "../state/site-settings.ts";

/** Signed in, the settings replicate: a change is here as fast as a hint travels. */
export function ReplicatedSiteSettings() {
  const settings = useQuery(allSettings());
  useEffect(() => {
    // A store that has not pulled yet has none, and none is no news.
    if (settings.state === "ready" && settings.data.length > 0) setSite(siteOf(settings.data));
  }, [settings]);
  return null;
}

import { useEffect } from "react";
import { allSettings } from "../../sync/queries/settings.ts";
import { useRead } from "../state/read.ts";
import { setSite, siteOf } from "../state/site-settings.ts";

/** Signed in, the settings replicate: a change is here as fast as a hint travels. */
export function SiteFromStore() {
  const settings = useRead(allSettings());
  useEffect(() => {
    // A store that has not pulled yet has none, and none is no news.
    if (settings.state === "ready" && settings.data.length > 0) setSite(siteOf(settings.data));
  }, [settings]);
  return null;
}

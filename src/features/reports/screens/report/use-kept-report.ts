// Keeps the report on screen while a lost database is rebuilt, for example after the user cleared
// the site's data.
import { useState } from "react";
import type { QueryState } from "#state/query.ts";
import { type Store, useStore } from "#state/store.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";

/**
 * @returns the report, or its last version from the replaced database; null when there is neither
 */
export function useKeptReport(id: string, found: QueryState<OwnReport | null>): OwnReport | null {
  const store = useStore();
  const [last, setLast] = useState<{ store: Store; report: OwnReport } | null>(null);
  const report = found.state === "ready" ? found.data : null;
  if (store && report && (last?.report !== report || last.store !== store)) setLast({ store, report });
  if (report || !last || last.report.id !== id || last.store === store) return report;
  // Never show another account's report.
  return store === null || store.owner === last.store.owner ? last.report : null;
}

import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { releasesOf } from "#sync/queries/releases.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { useQueryOr } from "../../state/query.ts";

/** Newest first; "none" for reports without a build. */
export function useBuildOptions({ app_id }: Campaign, reports: readonly Feedback[]) {
  const { t } = useLingui();
  const releases = useQueryOr(app_id ? releasesOf(app_id) : null, []);
  // Memoized, because typing in the search re-renders the screen.
  const named = useMemo(() => new Set(reports.map((r) => r.release_id ?? "none")), [reports]);
  return [
    ...releases.filter(({ id }) => named.has(id)).map(({ id, version }) => ({ value: id, label: version })),
    ...(named.has("none") ? [{ value: "none", label: t`No build named` }] : []),
  ];
}

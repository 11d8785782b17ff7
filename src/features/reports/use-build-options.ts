// The builds that a campaign's reports name, as choices of a filter.
import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { releasesOf } from "../../../sync/queries/releases.ts";
import type { Campaign } from "../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../sync/schema/feedback.ts";
import type { Release } from "../../../sync/schema/releases.ts";
import { useQueryOr } from "../../state/query.ts";

const NONE: Release[] = [];

/** Newest first; "none" for the reports that name no build. */
export function useBuildOptions({ app_id }: Campaign, reports: readonly Feedback[]) {
  const { t } = useLingui();
  const releases = useQueryOr(app_id ? releasesOf(app_id) : null, NONE);
  // A letter of a search draws everything anew; which builds are named does not change by it.
  const named = useMemo(() => new Set(reports.map((r) => r.release_id ?? "none")), [reports]);
  return [
    ...releases.filter(({ id }) => named.has(id)).map(({ id, version }) => ({ value: id, label: version })),
    ...(named.has("none") ? [{ value: "none", label: t`No build named` }] : []),
  ];
}

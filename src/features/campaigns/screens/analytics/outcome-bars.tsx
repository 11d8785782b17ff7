import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import type { Release } from "../../../../../sync/schema/releases.ts";
import { Bars } from "../../../../ui/bars.tsx";
import { reportsStatusLabel } from "../../../reports/labels.ts";
import { type Outcome, outcomeOf, outcomes, shares } from "./figures.ts";

const SHOWN = 8;

const names: { readonly [O in Outcome]: MessageDescriptor } = {
  waiting: msg`To review`,
  changes_requested: reportsStatusLabel.changes_requested,
  approved: reportsStatusLabel.approved,
  duplicate: msg`Duplicates`,
  rejected: msg`Rejected for another reason`,
};
const tones = {
  waiting: "info",
  changes_requested: "caution",
  approved: "positive",
  duplicate: "neutral",
  rejected: "neutral",
} as const;

/** What came of the reports, and on which build they were made. */
export function OutcomeBars({ reports, releases }: { reports: readonly Feedback[]; releases: readonly Release[] }) {
  const { t } = useLingui();
  const versions = new Map(releases.map(({ id, version }) => [id, version]));
  const builds = shares(
    reports.map(({ release_id }) => versions.get(release_id ?? "") ?? t`Not specified`),
    SHOWN,
  );
  return (
    <>
      <Bars
        title={t`By outcome`}
        bars={outcomes.map((outcome) => ({
          key: outcome,
          label: t(names[outcome]),
          tone: tones[outcome],
          value: reports.filter((r) => outcomeOf(r) === outcome).length,
        }))}
      />
      {releases.length > 0 && (
        <Bars
          title={t`By build`}
          bars={builds.map(({ key, value }) => ({
            key: key || "other",
            label: key || t`Other`,
            tone: "info" as const,
            value,
          }))}
        />
      )}
    </>
  );
}

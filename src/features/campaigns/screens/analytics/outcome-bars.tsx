import { useLingui } from "@lingui/react/macro";
import { outcomeLabel } from "#features/common/campaign-labels.ts";
import { type Feedback, outcomes } from "#sync/schema/feedback.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Bars } from "#ui/bars.tsx";
import { outcomeOf } from "../../summary.ts";
import { ShareBars } from "./share-bars.tsx";

const tones = {
  waiting: "info",
  changes_requested: "caution",
  approved: "positive",
  duplicate: "neutral",
  rejected: "neutral",
} as const;

interface OutcomeBarsProps {
  reports: readonly Feedback[];
  /** Empty if the reports are of one build. */
  releases: readonly Release[];
}

export function OutcomeBars({ reports, releases }: OutcomeBarsProps) {
  const { t } = useLingui();
  const versions = new Map(releases.map(({ id, version }) => [id, version]));
  return (
    <>
      <Bars
        title={t`By outcome`}
        bars={outcomes.map((outcome) => ({
          key: outcome,
          label: t(outcomeLabel[outcome]),
          tone: tones[outcome],
          value: reports.filter((r) => outcomeOf(r) === outcome).length,
        }))}
      />
      {releases.length > 0 && (
        <ShareBars title={t`By build`} values={reports.map(({ release_id }) => versions.get(release_id ?? "") ?? "")} />
      )}
    </>
  );
}

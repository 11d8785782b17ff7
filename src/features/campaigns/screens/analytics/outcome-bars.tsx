import { useLingui } from "@lingui/react/macro";
import { type Feedback, outcomes } from "../../../../../sync/schema/feedback.ts";
import type { Release } from "../../../../../sync/schema/releases.ts";
import { Bars } from "../../../../ui/bars.tsx";
import { outcomeLabel } from "../../labels.ts";
import { outcomeOf } from "../../summary.ts";
import { shares } from "./figures.ts";

const SHOWN = 8;

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
          label: t(outcomeLabel[outcome]),
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

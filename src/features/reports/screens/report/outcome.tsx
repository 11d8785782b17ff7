import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { DeveloperFigures } from "#features/catalog/use-developer-figures.ts";
import { karmaLabel } from "#features/common/account-labels.ts";
import { rewardModelHelp } from "#features/common/campaign-labels.ts";
import { ReportLink } from "#features/common/widgets/report-link.tsx";
import { RewardStatus } from "#features/rewards/widgets/reward-badges.tsx";
import { useQuery, useQueryOr } from "#state/query.ts";
import { useStatus } from "#state/status.ts";
import { briefById, campaignById } from "#sync/queries/campaigns.ts";
import { type OwnReport, ownReport } from "#sync/queries/feedback.ts";
import { rewardsOfTester } from "#sync/queries/rewards.ts";
import { DateText, Money } from "#ui/formatted-values.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { useDuration } from "#ui/use-duration.ts";
import type { Standing } from "../../search.ts";
import { standingOf } from "../../widgets/report-status.tsx";
import { ReportTimeline } from "../../widgets/report-timeline.tsx";

interface OutcomeProps {
  report: OwnReport;
  figures: DeveloperFigures;
}

export function Outcome({ report, figures }: OutcomeProps) {
  const title = useTitle(standingOf(report));
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 text-sm shadow-sm">
      <h2 className="text-base">{title}</h2>
      <ReportTimeline report={report} outcome={<Earned report={report} />} next={nextOf(report, figures)} />
    </section>
  );
}

function useTitle(standing: Standing): string {
  const { t } = useLingui();
  const online = useStatus("online");
  switch (standing) {
    case "waiting":
      return online ? t`On its way` : t`Will be sent when you are online`;
    case "submitted":
      return t`With the developer`;
    case "approved":
      return t`Approved`;
    default:
      return t`Rejected`;
  }
}

function nextOf(report: OwnReport, figures: DeveloperFigures): ReactNode {
  const standing = standingOf(report);
  if (standing === "waiting")
    return <Trans>The report and its files are safe on this device. You can close the app.</Trans>;
  if (standing !== "submitted") return null;
  const { assignee_id, assignee_name } = report;
  return (
    <>
      {assignee_id !== null && (
        <p className="text-text">
          <Trans>{assignee_name} is looking at it.</Trans>
        </p>
      )}
      <UsualAnswer figures={figures} />
      {report.due_at && (
        <p className="text-text">
          <Trans>
            Answer due <DateText value={report.due_at} />.
          </Trans>
        </p>
      )}
      <Trans>Without an answer by then, it counts as approved.</Trans>
    </>
  );
}

/** Rendered even without a figure, to avoid a layout shift. */
function UsualAnswer({ figures: { shown, organization } }: Pick<OutcomeProps, "figures">) {
  const duration = useDuration();
  if (!shown) return null;
  if (organization === undefined) return <SkeletonLine className="w-40" />;
  const hours = organization?.answer_hours ?? null;
  const time = duration(hours === null ? null : hours * 3_600_000);
  return <p className="min-h-lh text-text">{hours !== null && <Trans>Usually answered within {time}.</Trans>}</p>;
}

/**
 * Explains a duplicate: links the known issue or the tester's report, and shows when the original
 * was sent.
 */
function Duplicate({ report }: { report: OwnReport }) {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  const brief = useQueryOr(briefById(report.campaign_id), null);
  const own = useQueryOr(report.duplicate_of ? ownReport(report.duplicate_of) : null, null);
  if (own) {
    return (
      <>
        <ReportLink campaignId={own.campaign_id} reportId={own.id} className="rounded-sm font-semibold underline">
          {own.summary}
        </ReportLink>
        <p className="text-muted">
          <Trans>You described the same in this report. A duplicate costs no {karma}.</Trans>
        </p>
      </>
    );
  }
  const known = brief?.known_issues.find(({ id }) => id === report.duplicate_of);
  return (
    <>
      {known && (
        <figure className="flex flex-col gap-1 rounded-md bg-sunken p-3">
          <figcaption className="text-muted text-xs">
            <Trans>Known issue</Trans>
          </figcaption>
          <p className="font-semibold">{known.title}</p>
          {known.summary !== known.title && <p className="line-clamp-4">{known.summary}</p>}
        </figure>
      )}
      <p>
        <WhenReported report={report} />
      </p>
      <p className="text-muted">
        <Trans>Yours counts as a confirmation and costs no {karma}.</Trans>
      </p>
    </>
  );
}

/**
 * Shows when the original was sent, since a developer can choose a later report as the original.
 */
function WhenReported({ report }: { report: OwnReport }) {
  const duration = useDuration();
  const { received_at: mine, duplicate_sent_at: other } = report;
  if (!mine || !other) return <Trans>Another tester reported the same.</Trans>;
  const ahead = Date.parse(mine) - Date.parse(other);
  const time = duration(Math.abs(ahead));
  return ahead >= 0 ? (
    <Trans>
      It was reported on <DateText value={other} absolute />, {time} before yours.
    </Trans>
  ) : (
    <Trans>
      Another tester reported the same on <DateText value={other} absolute />, {time} after you. The developer keeps
      that report.
    </Trans>
  );
}

function Earned({ report }: { report: OwnReport }) {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  const earned = useQuery(rewardsOfTester(report.tester_id));
  const campaign = useQueryOr(campaignById(report.campaign_id), null);
  if (report.status === "rejected" && report.reason_code === "duplicate") return <Duplicate report={report} />;
  if (report.status !== "approved") return null;
  if (earned.state === "loading")
    return (
      <span className="text-lg">
        <SkeletonLine />
      </span>
    );
  const rewards = earned.state === "ready" ? earned.data.filter((r) => r.feedback_id === report.id) : [];
  return (
    <>
      {rewards.map((reward) => (
        <p key={reward.id} className="flex flex-wrap items-center gap-2">
          <span className="font-semibold text-lg">
            <Money cents={reward.amount_cents} currency={reward.currency} />
          </span>
          <RewardStatus status={reward.status} />
        </p>
      ))}
      {rewards.length === 0 && (
        <p className="text-muted">
          <Trans>This report earns {karma} and no reward.</Trans>{" "}
          {campaign && t(rewardModelHelp[campaign.reward_model])}
        </p>
      )}
      {report.reproductions > 0 && (
        <p className="text-muted">
          <Plural value={report.reproductions} one="Confirmed by # other tester" other="Confirmed by # other testers" />
        </p>
      )}
    </>
  );
}

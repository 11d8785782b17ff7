// The result of a report for its developer: timeline, reward, or the original of a duplicate.
import { Trans } from "@lingui/react/macro";
import { useQuery } from "#state/query.ts";
import { rewardsOfCampaign } from "#sync/queries/rewards.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Money } from "#ui/formatted-values.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { ReportTimeline } from "../../widgets/report-timeline.tsx";

interface OutcomeProps {
  report: Feedback;
  campaign: Campaign;
  reports: readonly Feedback[];
  onShow: (id: string) => void;
}

export function Outcome({ report, campaign, reports, onShow }: OutcomeProps) {
  const rewards = useQuery(rewardsOfCampaign(campaign.id));
  const reward = rewards.state === "ready" && rewards.data.find((r) => r.feedback_id === report.id);
  const other = report.status === "rejected" && reports.find((r) => r.id === report.duplicate_of);
  return (
    <ReportTimeline
      report={report}
      outcome={
        <>
          {report.status === "approved" && rewards.state === "loading" && <SkeletonLine />}
          {report.status === "approved" && reward && (
            <p>
              <Trans>
                Reward earned: <Money cents={reward.amount_cents} currency={reward.currency} />
              </Trans>
            </p>
          )}
          {other && (
            <button
              type="button"
              onClick={() => onShow(other.id)}
              className="text-start font-medium text-accent underline underline-offset-4"
            >
              {other.summary}
            </button>
          )}
        </>
      }
      next={
        report.status === "changes_requested" && <Trans>You can answer again once the tester has sent it again.</Trans>
      }
    />
  );
}

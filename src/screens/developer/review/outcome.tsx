// What was answered: how useful it was, or why not. An answer stays as it was given.
import { Trans, useLingui } from "@lingui/react/macro";
import { rewardsOfCampaign } from "../../../../sync/reads/rewards.ts";
import type { Campaign } from "../../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../../sync/schema/feedback.ts";
import { Notice } from "../../../components/notice.tsx";
import { Rating } from "../../../components/rating-input.tsx";
import { DateText, Money } from "../../../components/values.tsx";
import { AnswerWords } from "../../../domain/answer-words.tsx";
import { reasonLabel } from "../../../domain/labels.ts";
import { useReadOr } from "../../../store/read.ts";

interface OutcomeProps {
  report: Feedback;
  campaign: Campaign;
  reports: readonly Feedback[];
  onShow: (id: string) => void;
}

export function Outcome({ report, campaign, reports, onShow }: OutcomeProps) {
  const { t } = useLingui();
  const reward = useReadOr(rewardsOfCampaign(campaign.id), []).find((r) => r.feedback_id === report.id);
  const when = report.reviewed_at && <DateText value={report.reviewed_at} />;
  if (report.status === "approved") {
    return (
      <Notice tone="positive" title={<Trans>Approved {when}</Trans>}>
        <p className="flex flex-wrap items-center gap-x-2">
          <Trans>Usefulness</Trans> <Rating value={report.usefulness} />
        </p>
        {reward && (
          <p>
            <Trans>
              Reward earned: <Money cents={reward.amount_cents} currency={reward.currency} />
            </Trans>
          </p>
        )}
        <AnswerWords report={report} />
      </Notice>
    );
  }
  if (report.status === "changes_requested") {
    return (
      <Notice tone="caution" title={<Trans>Changes requested {when}</Trans>}>
        <AnswerWords report={report} />
        <p className="text-muted">
          <Trans>You can answer again once the tester has handed it in anew.</Trans>
        </p>
      </Notice>
    );
  }
  if (report.status !== "rejected") return null;
  const other = reports.find((r) => r.id === report.duplicate_of);
  return (
    <Notice tone="danger" title={<Trans>Rejected {when}</Trans>}>
      {report.reason_code !== "" && <p>{t(reasonLabel[report.reason_code])}</p>}
      {other && (
        <button
          type="button"
          onClick={() => onShow(other.id)}
          className="text-start font-medium text-accent underline underline-offset-4"
        >
          {other.summary}
        </button>
      )}
      <AnswerWords report={report} />
    </Notice>
  );
}

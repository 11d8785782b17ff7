import { useLingui } from "@lingui/react/macro";
import { type Feedback, feedbackType, severity } from "#sync/schema/feedback.ts";
import { Bars } from "#ui/bars.tsx";
import {
  feedbackStatusLabel,
  feedbackTone,
  feedbackTypeLabel,
  severityLabel,
  severityTone,
  typeTone,
} from "../../common/report-labels.ts";

const answers = ["submitted", "approved", "changes_requested", "rejected"] as const;

interface FeedbackBarsProps {
  reports: readonly Feedback[];
  /** False where the outcomes say the same. */
  withStatus?: boolean;
}

export function FeedbackBars({ reports, withStatus = true }: FeedbackBarsProps) {
  const { t } = useLingui();
  const bugs = reports.filter((r) => r.type === "bug");
  return (
    <>
      <Bars
        title={t`By type`}
        bars={feedbackType.options.map((type) => ({
          key: type,
          label: t(feedbackTypeLabel[type]),
          tone: typeTone[type],
          value: reports.filter((r) => r.type === type).length,
        }))}
      />
      {withStatus && (
        <Bars
          title={t`By status`}
          bars={answers.map((status) => ({
            key: status,
            label: status === "submitted" ? t`To review` : t(feedbackStatusLabel[status]),
            tone: feedbackTone[status],
            value: reports.filter((r) => r.status === status).length,
          }))}
        />
      )}
      <Bars
        title={t`By rating`}
        bars={[5, 4, 3, 2, 1].map((stars) => ({
          key: String(stars),
          label: `${stars} ★`,
          tone: "star" as const,
          value: reports.filter((r) => r.rating === stars).length,
        }))}
      />
      {bugs.length > 0 && (
        <Bars
          title={t`Bugs by severity`}
          bars={severity.options.toReversed().map((one) => ({
            key: one,
            label: t(severityLabel[one]),
            tone: severityTone[one],
            value: bugs.filter((r) => r.severity === one).length,
          }))}
        />
      )}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Chip } from "#ui/badge.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import {
  feedbackStatusLabel,
  feedbackTone,
  feedbackTypeLabel,
  severityLabel,
  severityTone,
  typeTone,
} from "../report-labels.ts";

export const FeedbackStatus = ({ status }: { status: Feedback["status"] }) => (
  <StatusBadge status={status} labels={feedbackStatusLabel} tones={feedbackTone} />
);

export function TypeChip({ type }: { type: Feedback["type"] }) {
  const { t } = useLingui();
  return (
    <Chip tone={typeTone[type]} className="font-medium md:whitespace-nowrap">
      {t(feedbackTypeLabel[type])}
    </Chip>
  );
}

export function SeverityChip({ severity }: { severity: Feedback["severity"] }) {
  const { t } = useLingui();
  return <Chip tone={severityTone[severity]}>{t(severityLabel[severity])}</Chip>;
}

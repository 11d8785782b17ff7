import { useLingui } from "@lingui/react/macro";
import type { Feedback } from "../../../../sync/schema/feedback.ts";
import { Badge, Chip } from "../../../ui/badge.tsx";
import {
  feedbackStatusLabel,
  feedbackTone,
  feedbackTypeLabel,
  severityLabel,
  severityTone,
  typeTone,
} from "../labels.ts";

export function FeedbackStatus({ status }: { status: Feedback["status"] }) {
  const { t } = useLingui();
  return <Badge tone={feedbackTone[status]}>{t(feedbackStatusLabel[status])}</Badge>;
}

export function TypeChip({ type }: { type: Feedback["type"] }) {
  const { t } = useLingui();
  return (
    <Chip tone={typeTone[type]} className="whitespace-nowrap font-medium">
      {t(feedbackTypeLabel[type])}
    </Chip>
  );
}

export function SeverityChip({ severity }: { severity: Feedback["severity"] }) {
  const { t } = useLingui();
  return <Chip tone={severityTone[severity]}>{t(severityLabel[severity])}</Chip>;
}

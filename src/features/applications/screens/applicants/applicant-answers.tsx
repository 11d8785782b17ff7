import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX } from "lucide-react";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";

interface ApplicantAnswersProps {
  campaign: Campaign;
  application: Application;
}

/**
 * The applicant's answers to screening questions, with match marks where automatic selection uses
 * them.
 */
export function ApplicantAnswers({ campaign, application }: ApplicantAnswersProps) {
  if (campaign.screening.length === 0) return null;
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm md:grid-cols-2">
      {campaign.screening.map((question) => (
        <div key={question.id} className="min-w-0">
          <dt className="text-muted">{question.question}</dt>
          <dd>
            <AnswerValue question={question} application={application} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface AnswerValueProps {
  question: Campaign["screening"][number];
  application: Application;
}

export function AnswerValue({ question, application }: AnswerValueProps) {
  const { t } = useLingui();
  const value = application.answers.find((a) => a.question_id === question.id)?.value.trim() ?? "";
  const shown = question.kind === "yes_no" ? ({ yes: t`Yes`, no: t`No` }[value] ?? value) : value;
  const checked = question.pass.length > 0 && value !== "";
  return (
    <span className="flex items-start gap-1.5 whitespace-pre-wrap break-words font-medium">
      {shown || (
        <span className="font-normal text-muted">
          <Trans>No answer</Trans>
        </span>
      )}
      {checked && <Match ok={question.pass.includes(value)} />}
    </span>
  );
}

function Match({ ok }: { ok: boolean }) {
  const { t } = useLingui();
  const label = ok ? t`The answer you wanted` : t`Not the answer you wanted`;
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <span title={label} className={ok ? "text-positive" : "text-caution"}>
      <Icon aria-hidden className="mt-0.5 size-4" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

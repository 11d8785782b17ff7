import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, ScrollText } from "lucide-react";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { DateText } from "#ui/formatted-values.tsx";

export function MyAnswers({ campaign, application }: { campaign: Campaign; application: Application }) {
  const { t } = useLingui();
  const answered = campaign.screening.flatMap((question) => {
    const value = application.answers.find((a) => a.question_id === question.id)?.value ?? "";
    return value === "" ? [] : [{ question, value }];
  });
  const accepted = application.agreement_accepted_at;
  if (answered.length === 0 && application.message === "" && accepted === null) return null;
  const spoken = (kind: string, value: string) =>
    kind !== "yes_no" ? value : value === "yes" ? t`Yes` : value === "no" ? t`No` : value;
  return (
    <details className="group rounded-lg border border-line bg-raised text-sm shadow-sm">
      <summary className="flex min-h-11 list-none items-center gap-2 px-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <ScrollText aria-hidden className="size-5 text-muted" />
        <span className="flex-1">
          <Trans>Your application</Trans>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <dl className="flex flex-col gap-3 px-4 pb-4">
        {answered.map(({ question, value }) => (
          <div key={question.id}>
            <dt className="text-muted">{question.question}</dt>
            <dd className="whitespace-pre-wrap break-words font-medium">{spoken(question.kind, value)}</dd>
          </div>
        ))}
        {application.message !== "" && (
          <div>
            <dt className="text-muted">
              <Trans>Message to the developer</Trans>
            </dt>
            <dd className="whitespace-pre-wrap break-words">{application.message}</dd>
          </div>
        )}
        {accepted !== null && (
          <div>
            <dt className="text-muted">
              <Trans>Agreement</Trans> · <Trans>accepted</Trans> <DateText value={accepted} absolute />
            </dt>
            <dd className="mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-3">
              {campaign.agreement}
            </dd>
            {campaign.agreement_version > application.agreement_version && (
              <dd className="mt-1 text-caution">
                <Trans>
                  The developer has changed the text since then. The version you accepted still applies to you.
                </Trans>
              </dd>
            )}
          </div>
        )}
      </dl>
    </details>
  );
}

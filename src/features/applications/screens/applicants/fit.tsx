import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed } from "lucide-react";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { cx } from "#ui/cx.ts";
import { type FitFact, fitOf } from "./applicant-list-rules.ts";

const fitLabel: Record<FitFact, { yes: MessageDescriptor; no: MessageDescriptor }> = {
  device: { yes: msg`Has a device for it`, no: msg`No device for it` },
  answers: { yes: msg`Answers match`, no: msg`Answers differ` },
  tests: { yes: msg`Has completed a test before`, no: msg`No test completed yet` },
  rating: { yes: msg`Reports rated 4 and more`, no: msg`No reports rated 4 and more` },
};

interface FitProps {
  campaign: Campaign;
  application: Application;
}

export function FitScore({ campaign, application }: FitProps) {
  const { t } = useLingui();
  const facts = fitOf(campaign, application);
  const met = facts.filter((fact) => fact.met).length;
  const all = facts.length;
  return <span className="whitespace-nowrap tabular-nums">{t`${met} of ${all}`}</span>;
}

/** The facts as text, because phones have no tooltips. */
export function FitFacts({ campaign, application }: FitProps) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Fit`} className="flex flex-col gap-1 text-sm">
      {fitOf(campaign, application).map(({ fact, met }) => {
        const Icon = met ? CircleCheck : CircleDashed;
        return (
          <li key={fact} className="flex items-start gap-1.5">
            <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", met ? "text-positive" : "text-muted")} />
            {t(fitLabel[fact][met ? "yes" : "no"])}
          </li>
        );
      })}
    </ul>
  );
}

export function Fit({ campaign, application }: FitProps) {
  const { t } = useLingui();
  const facts = fitOf(campaign, application);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <FitScore campaign={campaign} application={application} />
      <span className="inline-flex gap-0.5">
        {facts.map(({ fact, met }) => {
          const label = t(fitLabel[fact][met ? "yes" : "no"]);
          const Icon = met ? CircleCheck : CircleDashed;
          return (
            <span key={fact} title={label} className={met ? "text-positive" : "text-muted"}>
              <Icon aria-hidden className="size-4" />
              <span className="sr-only">{label}</span>
            </span>
          );
        })}
      </span>
    </span>
  );
}
